"""The briefing pack as a tool: search, gather what knowledge says, build, fit both channels."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PrivateAttr

from groundcast.capabilities.capability import Call
from groundcast.capabilities.filters import Chosen, Filters, filters_of
from groundcast.capabilities.fitting import Ready, as_sent
from groundcast.capabilities.gaps import gap_lines
from groundcast.capabilities.shapes import (
    MAX_NAME,
    MAX_QUERY,
    EntityRef,
    OptionalEpisode,
    Part,
    PersonArg,
    ShowArg,
    Since,
    SpokenText,
    TopicArg,
    Until,
)
from groundcast.corpus.edge_lookups import edges_of_insight
from groundcast.corpus.entries import EpisodeFilter
from groundcast.errors import InvalidArgument, TooSmall
from groundcast.knowledge.gaps import gaps_beside, told_in_results
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.opposition import NOT_COMPARED, was_compared
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.searching import Found, search_corpus_rows
from groundcast.knowledge.serving import serve
from groundcast.models.tokens import token_counter
from groundcast.packs.briefing import build_briefing_pack
from groundcast.packs.contents import FormName, OrderName, TokenizerName
from groundcast.packs.evidence import (
    CanonicalEntity,
    ContradictionFound,
    ContradictionState,
    Evidence,
    NotAssessed,
)
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.records import InsightType
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.results import InsightResult, QueryType

# The channel that a caller does not read is cut to about the verdict and the first insight.
OTHER_FORM_TOKENS = 600
CHANNELS: tuple[FormName, ...] = ("text", "json")
# Builds a channel within a limit of which some tokens are reserved.
Build = Callable[[FormName, int, int], CorpusBriefingPack]
FEWEST_RESULTS, MOST_RESULTS, TOKENS_A_RESULT = 40, 200, 60
RESULTS_AN_EPISODE = 6


class SpokenPart(Part):
    """One voice's words in a passage of several."""

    speaker: str
    text: SpokenText
    cut: bool = False


class PackItemPart(Part):
    """A piece of evidence: its words in `text`, or by voice in `spoken` where several speak."""

    n: int
    doc_id: str
    source_tier: Literal["insight", "segment"]
    insight_type: InsightType | None = None
    confidence: float | None = None
    weak: bool = False
    citation: str
    statement: Annotated[
        SpokenText | None, Field(description="The insight where it is worded unlike its quote.")
    ] = None
    text: SpokenText = ""
    spoken: list[SpokenPart] = []
    cut: bool = False


class PackEntity(Part):
    """Whom or what the question names."""

    id: str
    kind: str
    display_name: str
    description: str = ""


class PackSide(Part):
    """One side of a contradiction."""

    quote_id: str
    citation: str
    text: SpokenText
    cut: bool = False


class PackContradiction(Part):
    """Two statements that cannot both hold."""

    kind: str
    a: PackSide
    b: PackSide


class PackCoverage(Part):
    """Where the relevant results come from."""

    show_ids: list[str]
    show_count: int
    speaker_count: int
    episode_count: int
    date_range: list[str] | None
    undated: int = 0
    items_by_show: dict[str, int] = {}


class PackPlace(Part):
    """The episode and show of the items numbered."""

    n: list[int]
    episode_id: str
    show_id: str


class PackKept(Part):
    """Items by section."""

    critical: int
    supporting: int


class PackReceipt(Part):
    """What the limit bought, and what was left out."""

    limit: int
    used: int
    tokenizer: str
    kept: PackKept
    dropped: dict[str, int]
    withheld: dict[str, int] = {}
    fetch: str = ""


class BriefingPack(Ready):
    """Cited evidence in reading order: grounding first, caveats last."""

    primary: ClassVar[str | None] = None

    query: str
    query_type: QueryType
    verdict: str
    canonical_entity: PackEntity | None
    top_insight: PackItemPart | None
    insights: list[PackItemPart]
    top_contradiction: PackContradiction | None
    contradiction_status: str
    supporting_segments: list[PackItemPart]
    coverage_summary: PackCoverage
    citations: list[PackPlace]
    receipt: PackReceipt
    token_count: int
    confidence_p50: float | None
    coverage_gaps: list[str]
    caveats: list[str]

    _payload: dict[str, Any] = PrivateAttr(default_factory=dict[str, Any])
    _text: str = PrivateAttr(default="")

    def channels(self) -> tuple[dict[str, Any], str]:
        """The pack as JSON and as text, each fitted on its own."""
        return self._payload, self._text


def corpus_briefing_pack(
    call: Call,
    query: Annotated[
        str, Field(max_length=MAX_QUERY, description="A question; may be empty with an entity.")
    ] = "",
    entity: Annotated[
        str | None,
        Field(
            description="A person, organisation, topic or show to brief on, by id or name.",
            max_length=MAX_NAME,
        ),
    ] = None,
    max_tokens: Annotated[
        int, Field(ge=100, le=25_000, description="Hard limit on the pack in tokens.")
    ] = 2_000,
    show: ShowArg = None,
    since: Since = None,
    until: Until = None,
    person: PersonArg = None,
    topic: TopicArg = None,
    episode: OptionalEpisode = None,
    insight_type: Annotated[
        InsightType | None, Field(description="Only insights of this type.")
    ] = None,
    order: Annotated[OrderName, Field(description="litm: best at both ends; rank; time.")] = "litm",
    tokenizer: Annotated[
        TokenizerName, Field(description="estimate allows for models of unknown vocabulary.")
    ] = "o200k",
    form: Annotated[
        FormName | None,
        Field(description="Fill only the text or the JSON; both are filled if unset."),
    ] = None,
) -> BriefingPack:
    """Brief on a question or subject: cited evidence within a token budget.

    Use it first for research or an answer with sources. Not for every passage: use
    search_corpus. Next: insight_detail on a doc_id, or the call its receipt names.
    """
    filters = Filters(
        insight_type=insight_type, show=show, since=since, until=until, person=person,
        topic=topic, episode=episode,
    )  # fmt: skip
    subject = _subject(call.snapshot, query, entity)
    filters = _scoped(filters, subject, query)
    wanted = filters_of(call.snapshot, filters)
    asked = query.strip() or (subject.display_name if subject else "")
    limit = min(MOST_RESULTS, max(FEWEST_RESULTS, max_tokens // TOKENS_A_RESULT))
    found = search_corpus_rows(
        call.snapshot, asked, wanted.filter, limit=limit, per_episode=RESULTS_AN_EPISODE
    )
    named = _canonical(call.snapshot, subject, asked, found)
    evidence = _evidence(call.snapshot, found, wanted, filters)

    def build(channel: FormName, limit: int, reserve: int) -> CorpusBriefingPack:
        whole = form is None or form == channel
        return build_briefing_pack(
            query,
            found.query_type,
            found.results,
            named,
            limit if whole else min(limit, OTHER_FORM_TOKENS),
            evidence=evidence,
            order=order,
            tokenizer=tokenizer,
            form=channel,
            reserve=reserve,
        )

    text, data = _both_channels(build, max_tokens, tokenizer)
    payload: dict[str, Any] = data.as_json()
    pack = BriefingPack.model_validate(payload)
    pack._payload, pack._text = payload, text.as_text()  # pyright: ignore[reportPrivateUsage]
    return pack


def _both_channels(
    build: Build, max_tokens: int, tokenizer: TokenizerName
) -> tuple[CorpusBriefingPack, CorpusBriefingPack]:
    """The pack as text and as JSON; raises TooSmall with the least that holds both."""
    try:
        text, data = (_fitting(build, form, max_tokens, tokenizer) for form in CHANNELS)
    except TooSmall:
        least = max(_least(build, form, tokenizer) for form in CHANNELS)
        raise TooSmall(
            f"max_tokens: {max_tokens} cannot hold a pack for this question.", least=least
        ) from None
    return text, data


def _least(build: Build, form: FormName, tokenizer: TokenizerName) -> int:
    limit = 1
    while True:
        try:
            _fitting(build, form, limit, tokenizer)
        except TooSmall as refused:
            limit = max(limit + 1, refused.least)
        else:
            return limit


def _fitting(
    build: Build, form: FormName, max_tokens: int, tokenizer: TokenizerName
) -> CorpusBriefingPack:
    """The fullest pack whose channel fits as it is sent, envelope and escapes included."""
    count = token_counter(tokenizer).count
    # About what the envelope and, in text, the escaped line ends cost; a guess that saves builds.
    reserve = 8 if form == "json" else 20 + max_tokens // 50
    while True:
        pack = build(form, max_tokens, reserve)
        sent = as_sent(pack.as_text() if pack.form == "text" else pack.as_json())
        over = count(sent) - max_tokens
        if over <= 0:
            return pack
        reserve += over + 2


def _subject(snapshot: Snapshot, query: str, entity: str | None) -> EntityRef | None:
    if entity is None:
        if not query.strip():
            raise InvalidArgument(
                "query: it is empty, and there is no entity.", hint="Give one or the other."
            )
        return None
    found = resolve_one(snapshot, entity, ("person", "org", "topic", "show"), "entity")
    return EntityRef(id=found, display_name=display_name(snapshot, found))


def _scoped(filters: Filters, subject: EntityRef | None, query: str) -> Filters:
    """A person or show is whom one listens to; a topic alone is what insights must be about."""
    kind = subject.id.partition(":")[0] if subject else ""
    if subject is None:
        return filters
    if kind == "person" and filters.person is None:
        return replace(filters, person=subject.id)
    if kind == "podcast" and filters.show is None:
        return replace(filters, show=subject.id)
    if kind == "topic" and filters.topic is None and not query.strip():
        return replace(filters, topic=subject.id)
    return filters


def _canonical(
    snapshot: Snapshot, subject: EntityRef | None, asked: str, found: Found
) -> CanonicalEntity | None:
    """The entity given, else whom the question names, else its topic where it hardly says more."""
    if subject is not None:
        return _described(snapshot, subject.id, subject.display_name)
    for kind in ("person", "org", "topic"):
        for candidate in found.entities:
            words = len(candidate.display_name.split())
            telling = kind != "topic" or words > 1 or len(asked.split()) <= words + 2
            if candidate.kind == kind and telling:
                return _described(snapshot, candidate.id, candidate.display_name)
    return None


def _described(snapshot: Snapshot, thing: str, name: str) -> CanonicalEntity:
    kind = thing.partition(":")[0]
    if kind == "podcast":
        entry = snapshot.catalogue.show(thing)
        return CanonicalEntity(thing, "show", name, f"{entry.episodes} episodes" if entry else "")
    counts = snapshot.catalogue.counts(thing)
    if counts is None:
        return CanonicalEntity(thing, kind, name)
    verb = "heard in" if kind == "person" else "in insights of"
    described = (
        f"{counts.insights} insights, {verb} {counts.episodes} episodes of {counts.shows} shows"
    )
    return CanonicalEntity(thing, kind, name, described)


def _contradiction(snapshot: Snapshot, found: Found) -> ContradictionState:
    """The first conflict that one of the insights found is an end of, strongest result first."""
    if not was_compared(snapshot):
        return NotAssessed(NOT_COMPARED)
    for result in found.results:
        insight = result if isinstance(result, InsightResult) else found.lifted.get(result.doc_id)
        if insight is None:
            continue
        for pair in edges_of_insight(snapshot.catalogue, "CONTRADICTS", insight.doc_id):
            served = serve(snapshot, [pair.first_id, pair.second_id]).insights
            if len(served) == 2:
                first, second = served[pair.first_id], served[pair.second_id]
                kind = pair.kind or "disagreement"
                return ContradictionFound(first.quotes[0], second.quotes[0], kind)
    return NotAssessed("no insight among the results is known to conflict with another")


def _gaps(snapshot: Snapshot, found: Found, wanted: Chosen) -> tuple[str, ...]:
    """What is silent on the question; nothing where the question is of a part of the corpus."""
    if found.match_strength == "none" or wanted.filter != Filter():
        return ()
    told = told_in_results(snapshot, found.results)
    return tuple(gap_lines(snapshot, gaps_beside(snapshot, told)))


def _evidence(snapshot: Snapshot, found: Found, wanted: Chosen, filters: Filters) -> Evidence:
    catalogue = snapshot.catalogue
    chosen = wanted.filter

    def first(ids: tuple[str, ...]) -> str | None:
        return ids[0] if ids else None

    shows = catalogue.shows(chosen.show_ids or None)
    episodes = 1 if chosen.episode_ids else catalogue.count_episodes(
        EpisodeFilter(first(chosen.show_ids), first(chosen.person_ids), first(chosen.topic_ids))
    )  # fmt: skip
    given = {
        "show": filters.show, "since": filters.since, "until": filters.until,
        "person": filters.person, "topic": filters.topic, "episode": filters.episode,
        "insight_type": filters.insight_type,
    }  # fmt: skip
    return Evidence(
        contradiction=_contradiction(snapshot, found),
        gaps=_gaps(snapshot, found, wanted),
        strength=found.match_strength,
        searched_episodes=episodes,
        searched_shows=len(shows),
        corpus_version=snapshot.corpus_version,
        withheld_quotes=found.withheld_quotes,
        undated_left_out=wanted.undated_left_out,
        newest_on=max((s.last_on for s in catalogue.shows() if s.last_on), default=None),
        filters=tuple((name, value) for name, value in given.items() if value is not None),
    )
