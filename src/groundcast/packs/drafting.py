"""A pack in the making: what may still change, and the whole it makes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from groundcast.packs.arranging import descending, edges_first
from groundcast.packs.choosing import Choice
from groundcast.packs.contents import (
    Contradiction,
    CoverageSummary,
    FormName,
    OrderName,
    PackItem,
    Receipt,
    Side,
    TokenizerName,
)
from groundcast.packs.coverage import headline
from groundcast.packs.evidence import CanonicalEntity, ContradictionFound, Evidence
from groundcast.packs.json_form import compact, item_json, place_json
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.packs.quoting import cut_to, flat
from groundcast.packs.screening import Candidate
from groundcast.packs.text_form import SUPPORTING, item_text
from groundcast.retrieval.results import QueryType, QuotedSpan

# What gives way when the strongest insight alone is too much, first to last: the summary by
# show, the spread of confidence, all gaps but one, the last gap, the entity's description, the
# question again, the call that fetches the rest.
LEAST_DETAIL = 7
(
    _NO_SHOWS,
    _NO_SPREAD,
    _ONE_GAP,
    _NO_GAPS,
    _NO_DESCRIPTION,
    _NO_QUESTION_AGAIN,
    _NO_FETCH,
) = range(1, LEAST_DETAIL + 1)
# A quotation shorter than this says nothing; the last to go is cut to it, not beyond.
SHORTEST_TOKENS = 16
_MOST_GAPS = 5


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything in a pack that does not depend on what evidence is chosen."""

    question: str
    question_again: str
    query_type: QueryType
    verdict: str
    entity: CanonicalEntity | None
    evidence: Evidence
    gaps: tuple[str, ...]
    contradiction_status: str
    coverage: CoverageSummary
    confidence_p50: float | None
    spread: str
    fetch: str
    withheld: dict[str, int]
    limit: int
    reserve: int
    tokenizer: TokenizerName
    order: OrderName
    form: FormName


@dataclass(slots=True)
class Excerpt:
    """Words that can be shown in part: `text` is the prefix shown of `full`."""

    full: str
    text: str

    @property
    def cut(self) -> bool:
        """Whether words are missing at the end."""
        return len(self.text) < len(self.full)


@dataclass(slots=True)
class Chosen(Excerpt):
    """A candidate's words."""

    candidate: Candidate


@dataclass(slots=True)
class Draft:
    """What is chosen so far.

    `trimmed` says how many details have given way, `by_show` whether items are counted by show.
    """

    frame: Frame
    choice: Choice
    count: Callable[[str], int]
    by_show: bool
    trimmed: int = 0
    critical: list[Chosen] = field(default_factory=list[Chosen])
    supporting: list[Chosen] = field(default_factory=list[Chosen])
    sides: list[Excerpt] = field(default_factory=list[Excerpt])

    @property
    def excerpts(self) -> list[Excerpt]:
        """All words shown, the last to be shortened first."""
        return [*self.critical[:1], *self.sides, *self.critical[1:], *self.supporting]

    @property
    def chosen(self) -> list[Chosen]:
        """The items, in the order they were chosen within each section."""
        return [*self.critical, *self.supporting]

    def remove(self, excerpt: Chosen) -> None:
        """Take an item out and put its candidate back."""
        self.critical = [one for one in self.critical if one is not excerpt]
        self.supporting = [one for one in self.supporting if one is not excerpt]
        self.choice = self.choice.again(one.candidate for one in self.chosen)

    def size(self) -> int:
        """The exact count of the whole as it would be sent, were it to use the whole limit."""
        return self.count(self.pack(self.frame.limit).as_sent())

    def copy(self) -> "Draft":
        """The draft as it is now; changes to this one do not reach it."""
        return replace(
            self,
            choice=self.choice.again(one.candidate for one in self.chosen),
            critical=[replace(one) for one in self.critical],
            supporting=[replace(one) for one in self.supporting],
            sides=[replace(one) for one in self.sides],
        )

    def restore(self, earlier: "Draft") -> None:
        """Go back to an earlier copy."""
        self.choice, self.sides = earlier.choice, earlier.sides
        self.critical, self.supporting = earlier.critical, earlier.supporting

    def room(self) -> int:
        """Tokens left."""
        return self.frame.limit - self.size()

    def item_size(self, excerpt: Chosen) -> int:
        """About what an item adds to the whole."""
        item = _item(excerpt, 10, weak=self.weak)
        if self.frame.form == "text":
            heading = "" if self.supporting else SUPPORTING + "\n\n"
            return self.count(heading + item_text(item) + "\n\n")
        known = {one.candidate.citation.episode_id for one in self.chosen}
        citation = item.citation
        size = self.count(compact(item_json(item)) + ",")
        if citation.episode_id in known:
            return size + 2
        return size + self.count(compact(place_json(citation, [10])) + ",")

    @property
    def weak(self) -> bool:
        """Whether items are leads rather than answers."""
        return self.frame.evidence.strength != "strong"

    def pack(self, used: int) -> CorpusBriefingPack:
        """The pack this draft makes, stating that it costs `used` tokens."""
        frame, order = self.frame, self.frame.order
        critical = self._items(descending([one.candidate for one in self.critical], order), 1)
        supporting = self._items(
            edges_first([one.candidate for one in self.supporting], order), 1 + len(critical)
        )
        shown = 1 if self.trimmed >= _ONE_GAP else _MOST_GAPS
        gaps = () if self.trimmed >= _NO_GAPS else frame.gaps[:shown]
        entity = frame.entity
        if entity is not None and self.trimmed >= _NO_DESCRIPTION:
            entity = replace(entity, description="")
        coverage = frame.coverage
        if self.trimmed >= _NO_SHOWS:
            coverage = replace(coverage, show_ids=coverage.show_ids[:1])
        if self.trimmed >= _NO_SHOWS or not self.by_show:
            coverage = replace(coverage, shows=())
        return CorpusBriefingPack(
            query=frame.question,
            query_type=frame.query_type,
            verdict=frame.verdict,
            canonical_entity=entity,
            top_insight=critical[0] if critical else None,
            insights=tuple(critical[1:]),
            top_contradiction=self._contradiction(),
            contradiction_status=frame.contradiction_status,
            supporting_segments=tuple(supporting),
            coverage_summary=coverage,
            citations=tuple(item.citation for item in [*critical, *supporting]),
            receipt=self._receipt(used),
            token_count=used,
            corpus_version=frame.evidence.corpus_version,
            confidence_p50=frame.confidence_p50,
            coverage_gaps=gaps,
            caveats=self._caveats(len(frame.gaps) - len(gaps)),
            form=frame.form,
        )

    def _items(self, candidates: list[Candidate], first: int) -> list[PackItem]:
        by_index = {one.candidate.index: one for one in self.chosen}
        return [
            _item(by_index[one.index], number, weak=self.weak)
            for number, one in enumerate(candidates, first)
        ]

    def _contradiction(self) -> Contradiction | None:
        found = self.frame.evidence.contradiction
        if not isinstance(found, ContradictionFound):
            return None
        a, b = self.sides
        return Contradiction(flat(found.kind), _side(found.a, a), _side(found.b, b))

    def _receipt(self, used: int) -> Receipt:
        dropped = self.choice.dropped()
        return Receipt(
            limit=self.frame.limit + self.frame.reserve,
            used=used,
            tokenizer=self.frame.tokenizer,
            kept_critical=len(self.critical),
            kept_supporting=len(self.supporting),
            dropped=dropped,
            withheld=self.frame.withheld,
            fetch=self.frame.fetch if dropped and self.trimmed < _NO_FETCH else "",
        )

    def _caveats(self, gaps_untold: int) -> tuple[str, ...]:
        frame = self.frame
        warning = headline(frame.evidence, frame.coverage, gaps_untold)
        again = f"Question: {frame.question_again}"
        return (
            *((frame.spread,) if frame.spread and self.trimmed < _NO_SPREAD else ()),
            warning,
            *((again,) if self.trimmed < _NO_QUESTION_AGAIN else ()),
        )


def shortest(full: str, count: Callable[[str], int]) -> str:
    """The least of a quotation that may be shown: a first short sentence, or some words."""
    return cut_to(full, SHORTEST_TOKENS, count)


def _item(excerpt: Chosen, number: int, *, weak: bool) -> PackItem:
    candidate, statement = excerpt.candidate, excerpt.candidate.statement
    if statement and excerpt.cut and len(excerpt.text) < len(statement):
        statement = None
    return PackItem(
        number, candidate.result, candidate.cited, excerpt.text, excerpt.cut, statement, weak
    )


def _side(span: QuotedSpan, excerpt: Excerpt) -> Side:
    return Side(span.quote_id, excerpt.text, excerpt.cut, span.citation)
