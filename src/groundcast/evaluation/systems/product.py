"""The product's search as it is served: both tiers, folded, few results an episode."""

from typing import ClassVar, assert_never

from groundcast.evaluation.judged import Stretch
from groundcast.evaluation.systems.protocol import DEPTH, Answer, Hit
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.searching import search_corpus_rows
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    MatchStrength,
    ScoredResult,
    SegmentResult,
)

CERTAINTY: dict[MatchStrength, float] = {"none": 0.0, "weak": 1.0, "strong": 2.0}


class Product:
    """What `search_corpus` gives, page after page; the match strength is its certainty."""

    name: ClassVar[str] = "groundcast"

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def answer(self, query: str) -> Answer:
        """A segment or a compound is its segment's stretch, an insight those of its quotes."""
        found = search_corpus_rows(self._snapshot, query, Filter(), limit=DEPTH)
        return Answer(tuple(map(self._hit, found.results)), CERTAINTY[found.match_strength])

    def _hit(self, result: ScoredResult) -> Hit:
        match result:
            case InsightResult():
                return self._quoted(result)
            case CompoundResult():
                return _segment(result.segment)
            case SegmentResult():
                return _segment(result)
            case _:
                assert_never(result)

    def _quoted(self, insight: InsightResult) -> Hit:
        ids = [quote.quote_id for quote in insight.quotes]
        quotes = self._snapshot.catalogue.quotes_by_id(ids)
        return Hit(
            tuple(Stretch(q.episode_id, q.char_start, q.char_end) for q in (quotes[i] for i in ids))
        )


def _segment(segment: SegmentResult) -> Hit:
    return Hit((Stretch(segment.citation.episode_id, segment.char_start, segment.char_end),))
