"""What a pack is made of: items, coverage, receipt."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from groundcast.citations import Citation
from groundcast.packs.quoting import flat, label
from groundcast.retrieval.results import InsightResult, SegmentResult, Tier

TokenizerName = Literal["o200k", "cl100k", "estimate"]
OrderName = Literal["litm", "rank", "time"]
FormName = Literal["text", "json"]
Reason = Literal[
    "budget",
    "duplicate",
    "same recording",
    "episode limit",
    "weak match",
    "failed verification",
]

_NAME_LENGTH, _TITLE_LENGTH = 60, 80
_NAMED_SPEAKERS = 3


@dataclass(frozen=True, slots=True)
class PackItem:
    """One piece of evidence as it stands in a pack.

    `text` is a verbatim prefix, whole unless `cut`; `statement` is how the insight puts it where
    that is not what the quote says. `number` is its place in the pack, from 1; `cited` says who
    speaks, where and when, on one line.
    """

    number: int
    result: InsightResult | SegmentResult
    cited: str
    text: str
    cut: bool
    statement: str | None = None
    weak: bool = False

    @property
    def doc_id(self) -> str:
        """The canonical id, which other tools accept."""
        return self.result.doc_id

    @property
    def source_tier(self) -> Tier:
        """Insight or segment."""
        return self.result.source_tier

    @property
    def citation(self) -> Citation:
        """Where the words were said; for a segment, where it begins."""
        return self.result.citation

    @property
    def spoken(self) -> tuple[tuple[str, str], ...]:
        """Speaker and words of each stretch of `text`, where several voices share it."""
        if not isinstance(self.result, SegmentResult) or len(self.result.voices) < 2:
            return ()
        whole = self.result.text
        stretches = [(v.speaker, flat(whole[v.start : v.end])) for v in self.result.voices]
        if " ".join(words for _, words in stretches if words) != flat(whole):
            return ()
        shown: list[tuple[str, str]] = []
        left = self.text
        for speaker, words in stretches:
            said = left[: len(words)].rstrip()
            left = left[len(words) :].lstrip()
            if said:
                shown.append((label(speaker or "", _NAME_LENGTH) or "Unattributed", said))
        return tuple(shown)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contradiction."""

    quote_id: str
    text: str
    cut: bool
    citation: Citation


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that cannot both hold, with both quotes."""

    kind: str
    a: Side
    b: Side


@dataclass(frozen=True, slots=True)
class CoverageSummary:
    """What the relevant results span, each recording once; `show_ids` by number of items.

    `shows` are titles with their items, left out where room is short; dates are inclusive.
    """

    show_ids: tuple[str, ...]
    show_count: int
    speaker_count: int
    episode_count: int
    date_range: tuple[str, str] | None
    undated: int = 0
    shows: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a pack cost and what it left out; `kept` and `dropped` together are all items given.

    `limit` is the caller's, `used` the exact count of the pack without what the caller wraps
    around it. `withheld` counts what never came among the results: quotes that failed their
    check, sponsor reads, undated rows.
    """

    limit: int
    used: int
    tokenizer: TokenizerName
    kept_critical: int
    kept_supporting: int
    dropped: Mapping[Reason, int]
    withheld: Mapping[str, int]
    fetch: str


def cited_result(result: InsightResult | SegmentResult) -> str:
    """A result's citation on one line; for a segment, with everyone heard in it."""
    match result:
        case SegmentResult(speakers=speakers) if speakers:
            return cited(result.citation, _named(speakers))
        case _:
            return cited(result.citation)


def cited(citation: Citation, who: str | None = None) -> str:
    """A citation on one line, its names and titles flattened and shortened."""
    speaker = who or label(citation.speaker or "", _NAME_LENGTH) or "Unattributed"
    show = label(citation.show_title, _NAME_LENGTH)
    episode = label(citation.episode_title, _TITLE_LENGTH)
    dated = f" ({label(citation.published_on, 10)})" if citation.published_on else ""
    return f"{speaker}, {show}, “{episode}”{dated} {_where(citation)}"


def _where(citation: Citation) -> str:
    start = citation.start_seconds
    timed = start is not None and isfinite(start)
    return citation.where() if timed else f"turn {citation.turn}"


def _named(speakers: tuple[str, ...]) -> str:
    names = [label(name, _NAME_LENGTH) for name in dict.fromkeys(speakers)]
    more = len(names) - _NAMED_SPEAKERS
    return " + ".join(names[:_NAMED_SPEAKERS]) + (f" + {more} more" if more > 0 else "")
