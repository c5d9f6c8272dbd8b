"""Meaning alone: the cosine of the query and each segment."""

from typing import ClassVar

from groundcast.evaluation.systems.protocol import DEPTH, SEGMENTS, Answer, segment_hits
from groundcast.knowledge.opened import Snapshot


class Dense:
    """Segments by cosine; the largest is its certainty."""

    name: ClassVar[str] = "dense"

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def answer(self, query: str) -> Answer:
        """The DEPTH nearest segments."""
        vector = self._snapshot.embedder.embed([query])[0]
        found = self._snapshot.backend.dense(vector, SEGMENTS, DEPTH)
        hits = segment_hits(self._snapshot, [row for row, _ in found])
        return Answer(hits, found[0][1] if found else -1.0)
