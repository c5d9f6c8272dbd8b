"""The briefing pack as a value, in the order it is read."""

from dataclasses import dataclass

from groundcast.citations import Citation
from groundcast.packs.contents import (
    Contradiction,
    CoverageSummary,
    FormName,
    PackItem,
    Receipt,
)
from groundcast.packs.evidence import CanonicalEntity
from groundcast.packs.json_form import JsonValue, compact, json_of
from groundcast.packs.text_form import text_of
from groundcast.retrieval.results import QueryType


@dataclass(frozen=True, slots=True)
class CorpusBriefingPack:
    """Evidence for one question, chosen and ordered for a reader who skims the middle.

    The fields stand in reading order, as the JSON keys do: critical grounding from `query` to
    `contradiction_status`; supporting evidence from `supporting_segments` to `citations`; what a
    program needs and a reader skims (`receipt`, `token_count`, `corpus_version`); caveats from
    `confidence_p50` to `caveats`, whose last line is the question again.

    `insights` are the strongest after `top_insight`; `supporting_segments` are the further
    segments and insights, each with its tier. `citations` follow the items' numbers, from 1.
    `token_count` counts the `form` it was built for, as sent.
    """

    query: str
    query_type: QueryType
    verdict: str
    canonical_entity: CanonicalEntity | None
    top_insight: PackItem | None
    insights: tuple[PackItem, ...]
    top_contradiction: Contradiction | None
    contradiction_status: str
    supporting_segments: tuple[PackItem, ...]
    coverage_summary: CoverageSummary
    citations: tuple[Citation, ...]
    receipt: Receipt
    token_count: int
    corpus_version: str
    confidence_p50: float | None
    coverage_gaps: tuple[str, ...]
    caveats: tuple[str, ...]
    form: FormName = "text"

    @property
    def critical(self) -> tuple[PackItem, ...]:
        """The strongest insights, best first."""
        return ((self.top_insight,) if self.top_insight else ()) + self.insights

    @property
    def items(self) -> tuple[PackItem, ...]:
        """All evidence, by number."""
        return self.critical + self.supporting_segments

    def as_text(self) -> str:
        """The pack as Markdown, exactly as it is sent."""
        return text_of(self)

    def as_json(self) -> dict[str, JsonValue]:
        """The pack as plain values; `compact` makes the string that is sent."""
        return json_of(self)

    def as_sent(self) -> str:
        """The string that `token_count` counts: the Markdown, or the compact JSON."""
        return self.as_text() if self.form == "text" else compact(self.as_json())
