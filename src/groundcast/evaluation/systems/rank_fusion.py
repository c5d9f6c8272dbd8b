"""Both sides by rank: reciprocal rank fusion of BM25 and cosine.

A segment scores the sum of 1 / (60 + rank) over both lists (Cormack, Clarke and Büttcher, 2009).
"""

from typing import ClassVar

from groundcast.evaluation.systems.protocol import DEPTH, SEGMENTS, Answer, segment_hits
from groundcast.knowledge.opened import Snapshot
from groundcast.retrieval.analysis import analyse_query

_K = 60


class RankFusion:
    """Segments by fused rank, which says nothing of whether there is an answer."""

    name: ClassVar[str] = "rank_fusion"

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def answer(self, query: str) -> Answer:
        """The best DEPTH of both lists, each DEPTH long; equal scores by id."""
        backend = self._snapshot.backend
        vector = self._snapshot.embedder.embed([query])[0]
        scores: dict[int, float] = {}
        for listed in (
            backend.lexical(analyse_query(query), SEGMENTS, DEPTH),
            backend.dense(vector, SEGMENTS, DEPTH),
        ):
            for rank, (row, _) in enumerate(listed, 1):
                scores[row] = scores.get(row, 0.0) + 1 / (_K + rank)
        rows = list(scores)
        ids = dict(zip(rows, backend.row_ids(rows), strict=True))
        best = sorted(rows, key=lambda row: (-scores[row], ids[row]))[:DEPTH]
        return Answer(segment_hits(self._snapshot, best))
