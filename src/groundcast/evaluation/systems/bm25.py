"""Words alone: the lexical side of the index, over segments."""

from typing import ClassVar

from groundcast.evaluation.systems.protocol import DEPTH, SEGMENTS, Answer, segment_hits
from groundcast.knowledge.opened import Snapshot
from groundcast.retrieval.analysis import analyse_query


class Bm25:
    """Segments by BM25; the best score is its certainty."""

    name: ClassVar[str] = "bm25"

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def answer(self, query: str) -> Answer:
        """At most DEPTH segments, each with one of the query's terms."""
        found = self._snapshot.backend.lexical(analyse_query(query), SEGMENTS, DEPTH)
        hits = segment_hits(self._snapshot, [row for row, _ in found])
        return Answer(hits, found[0][1] if found else 0.0)
