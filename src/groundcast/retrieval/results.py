"""What a search gives: scored insights and segments, alone or folded into one."""

from dataclasses import dataclass
from typing import Literal

from groundcast.citations import Citation
from groundcast.records import InsightType

Tier = Literal["segment", "insight"]
MatchStrength = Literal["strong", "weak", "none"]
QueryType = Literal[
    "semantic", "entity_lookup", "raw_evidence", "temporal_tracking", "cross_show_synthesis"
]


@dataclass(frozen=True, slots=True)
class Signals:
    """How a result came to its score: ranks count from 1, null where a signal missed it."""

    lexical_rank: int | None
    dense_rank: int | None
    lexical_score: float
    cosine: float


@dataclass(frozen=True, slots=True)
class QuotedSpan:
    """A quote as it is served: verified text and where it was said."""

    quote_id: str
    text: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class InsightResult:
    """A scored insight with its verified quotes, the first of which carries the citation."""

    doc_id: str
    score: float
    text: str
    insight_type: InsightType
    confidence: float
    salience: float
    position_hint: float
    grounded: bool
    topic_ids: tuple[str, ...]
    quotes: tuple[QuotedSpan, ...]
    citation: Citation
    copy_of: str | None = None
    signals: Signals | None = None
    source_tier: Literal["insight"] = "insight"


@dataclass(frozen=True, slots=True)
class VoiceSpan:
    """Whose words stand at a half-open range of a segment's text; null where unattributed."""

    speaker: str | None
    person_id: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """A scored stretch of transcript; `speakers` are the names heard in it, in order.

    `voices` cover the text in order, one for each stretch of one speaker.
    """

    doc_id: str
    score: float
    text: str
    char_start: int
    char_end: int
    speakers: tuple[str, ...]
    citation: Citation
    copy_of: str | None = None
    signals: Signals | None = None
    voices: tuple[VoiceSpan, ...] = ()
    source_tier: Literal["segment"] = "segment"


@dataclass(frozen=True, slots=True)
class CompoundResult:
    """An insight and the segment that holds its quote, found by one query."""

    score: float
    insight: InsightResult
    segment: SegmentResult
    source_tier: Literal["compound"] = "compound"

    @property
    def doc_id(self) -> str:
        """The insight's id."""
        return self.insight.doc_id


ScoredResult = InsightResult | SegmentResult | CompoundResult
