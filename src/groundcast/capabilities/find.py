"""Tools that find: names, passages, and the briefing pack."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.briefing import corpus_briefing_pack
from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.cursors import decode_cursor
from groundcast.capabilities.filters import Filters, filters_of
from groundcast.capabilities.parts import (
    EpisodePart,
    citation_part,
    entity_refs,
    episode_part,
    quote_part,
)
from groundcast.capabilities.shapes import (
    MAX_NAME,
    Answer,
    CitationPart,
    Coverage,
    Cursor,
    EntityRef,
    Limit,
    MaxTokens,
    NextCall,
    OptionalEpisode,
    Page,
    Part,
    PersonArg,
    Query,
    QuotePart,
    ShowArg,
    Since,
    SpokenText,
    TopicArg,
    Until,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import ALL_KINDS, Candidate, resolve
from groundcast.knowledge.searching import Found, search_corpus_rows
from groundcast.records import InsightType
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    MatchStrength,
    QueryType,
    ScoredResult,
    SegmentResult,
)


class EntityCounts(Part):
    """How much of the corpus concerns it."""

    insights: int
    episodes: int
    shows: int


class CandidatePart(Part):
    """Something a name may mean."""

    id: str
    kind: str
    display_name: str
    score: Annotated[float, Field(description="1 is certain.")]
    method: Annotated[str, Field(description="id, exact, alias, slug or fuzzy.")]
    counts: EntityCounts | None = None


class Candidates(Answer):
    """Ranked candidates."""

    primary: ClassVar[str | None] = "candidates"

    name: str
    ambiguous: Annotated[bool, Field(description="The first two are close: ask or narrow by kind.")]
    candidates: list[CandidatePart]


def resolve_entity(
    call: Call,
    name: Annotated[
        str,
        Field(min_length=1, max_length=MAX_NAME, description="A name, misspelt or partial too."),
    ],
    kind: Annotated[
        Literal["person", "org", "topic", "show", "episode"] | None,
        Field(description="Only candidates of this kind."),
    ] = None,
    limit: Limit = 5,
    max_tokens: MaxTokens = 4_000,
) -> Candidates:
    """Turn a name into ids: people, organisations, topics, shows, episodes.

    Use it first whenever a question names someone or something. Not for statements: use
    search_corpus. Next: any tool that takes the id.
    """
    kinds = ALL_KINDS if kind is None else (kind,)
    resolution = resolve(call.snapshot, name, kinds, limit)
    found = resolution.candidates
    return Candidates(
        name=name,
        ambiguous=resolution.ambiguous,
        candidates=[_candidate(call.snapshot, candidate) for candidate in found],
        coverage=None
        if found
        else Coverage(
            searched=f"names of every {kind or 'person, organisation, topic, show and episode'}",
            note="nothing in this corpus has a name like it",
        ),
        next=_after_resolving(found[0]) if found else [],
    )


class Pivot(Part):
    """Where a result leads: pass id to the tools named."""

    id: str
    kind: str
    expand_with: list[str]


class ResultMetadata(Part):
    """What a result is and where it comes from."""

    doc_type: Literal["insight", "segment"]
    episode_id: str
    episode_title: str
    show_id: str
    show_title: str
    person_id: str | None
    published_on: str | None
    start_seconds: float | None
    end_seconds: float | None
    insight_type: InsightType | None = None
    grounded: bool = False
    copy_of: str | None = None


class Lifted(Part):
    """The insight whose quote a segment holds."""

    insight_id: str
    text: SpokenText
    speaker: str | None = None
    start_seconds: float | None = None
    topics: list[EntityRef] = []
    cut: bool = False


class SearchResult(Part):
    """A passage or an insight, cited."""

    doc_id: str
    source_tier: Literal["insight", "segment", "compound"]
    score: float
    text: SpokenText
    citation: CitationPart
    metadata: ResultMetadata
    lifted: Lifted | None
    supporting_quotes: list[QuotePart]
    pivot: Pivot
    cut: bool = False


class LiftStats(Part):
    """How many segment results hold the quote of an insight."""

    segments: int
    lifted: int


class SearchResults(Answer):
    """Results by score, with what else the query names."""

    primary: ClassVar[str | None] = "results"

    query: str
    query_type: QueryType
    route_reason: str
    match_strength: Annotated[
        MatchStrength, Field(description="weak or none: the corpus hardly speaks of it. Say so.")
    ]
    results: list[SearchResult]
    lift_stats: LiftStats
    entities: list[CandidatePart] = []
    episodes: list[EpisodePart] = []


def search_corpus(
    call: Call,
    query: Query,
    tier: Annotated[
        Literal["insight", "segment", "both"],
        Field(description="insight: claims; segment: raw transcript; both folds the two."),
    ] = "both",
    grounded_only: Annotated[
        bool, Field(description="Only what a verified quote supports.")
    ] = False,
    insight_type: Annotated[
        InsightType | None, Field(description="Only insights of this type.")
    ] = None,
    show: ShowArg = None,
    since: Since = None,
    until: Until = None,
    person: PersonArg = None,
    topic: TopicArg = None,
    episode: OptionalEpisode = None,
    include_copies: Annotated[
        bool, Field(description="Also re-aired copies of an episode.")
    ] = False,
    limit: Limit = 8,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> SearchResults:
    """Find what was said about something, by words and meaning, cited.

    Use it to explore or to find a passage. Not for a synthesis: use corpus_briefing_pack.
    Next: insight_detail, or episode_detail around a citation.
    """
    filters = Filters(
        tier=tier,
        grounded_only=grounded_only,
        insight_type=insight_type,
        show=show,
        since=since,
        until=until,
        person=person,
        topic=topic,
        episode=episode,
        include_copies=include_copies,
    )
    wanted = filters_of(call.snapshot, filters)
    offset = decode_cursor(cursor, call.snapshot.corpus_version, call.question)
    found = search_corpus_rows(call.snapshot, query, wanted.filter, offset=offset, limit=limit)
    end = offset + len(found.results)
    return SearchResults(
        query=query,
        query_type=found.query_type,
        route_reason=found.reason,
        match_strength=found.match_strength,
        results=[_search_result(call.snapshot, found, result) for result in found.results],
        lift_stats=_lift_stats(found),
        entities=[_candidate(call.snapshot, candidate) for candidate in found.entities],
        episodes=_episode_parts(call.snapshot, found),
        page=Page(
            total=found.total, next_cursor=call.cursor_to(end) if end < found.total else None
        ),
        coverage=_search_coverage(found, wanted.undated_left_out),
        next=_after_search(query, found),
    )


def _candidate(snapshot: Snapshot, candidate: Candidate) -> CandidatePart:
    counts = snapshot.catalogue.counts(candidate.id)
    return CandidatePart(
        id=candidate.id,
        kind=candidate.kind,
        display_name=candidate.display_name,
        score=candidate.score,
        method=candidate.method,
        counts=EntityCounts(insights=counts.insights, episodes=counts.episodes, shows=counts.shows)
        if counts
        else None,
    )


def _after_resolving(candidate: Candidate) -> list[NextCall]:
    match candidate.kind:
        case "episode":
            return [_next("episode_insights", {"episode": candidate.id}, "its insights")]
        case "show":
            return [_next("list_episodes", {"show": candidate.id}, "its episodes")]
        case "org":
            return [_next("search_corpus", {"query": candidate.display_name}, "what is said of it")]
        case "person" | "topic" as kind:
            return [
                _next("corpus_briefing_pack", {"query": "", "entity": candidate.id}, "a briefing"),
                _next("list_episodes", {kind: candidate.id}, "the episodes"),
            ]


def _search_result(snapshot: Snapshot, found: Found, result: ScoredResult) -> SearchResult:
    insight, segment = _both(result)
    main = insight or segment
    assert main is not None
    citation = main.citation
    lifted = found.lifted.get(segment.doc_id) if segment and not insight else None
    text = segment.text if segment and not insight else main.text
    return SearchResult(
        doc_id=result.doc_id,
        source_tier=result.source_tier,
        score=round(result.score, 4),
        text=text,
        citation=citation_part(citation),
        metadata=ResultMetadata(
            doc_type="insight" if insight else "segment",
            episode_id=citation.episode_id,
            episode_title=citation.episode_title,
            show_id=citation.show_id,
            show_title=citation.show_title,
            person_id=citation.person_id,
            published_on=citation.published_on,
            start_seconds=citation.start_seconds,
            end_seconds=citation.end_seconds,
            insight_type=insight.insight_type if insight else None,
            grounded=bool(insight and insight.grounded),
            copy_of=main.copy_of,
        ),
        lifted=_lifted(snapshot, lifted) if lifted else None,
        supporting_quotes=[quote_part(quote) for quote in insight.quotes] if insight else [],
        pivot=_pivot(insight, lifted, citation.episode_id),
    )


def _both(result: ScoredResult) -> tuple[InsightResult | None, SegmentResult | None]:
    match result:
        case CompoundResult():
            return result.insight, result.segment
        case InsightResult():
            return result, None
        case SegmentResult():
            return None, result


def _lifted(snapshot: Snapshot, insight: InsightResult) -> Lifted:
    return Lifted(
        insight_id=insight.doc_id,
        text=insight.text,
        speaker=insight.citation.speaker,
        start_seconds=insight.citation.start_seconds,
        topics=entity_refs(snapshot, insight.topic_ids),
    )


def _pivot(insight: InsightResult | None, lifted: InsightResult | None, episode_id: str) -> Pivot:
    known = insight or lifted
    if known is not None:
        return Pivot(id=known.doc_id, kind="insight", expand_with=["insight_detail"])
    return Pivot(id=episode_id, kind="episode", expand_with=["episode_detail", "episode_insights"])


def _lift_stats(found: Found) -> LiftStats:
    segments = [r for r in found.results if isinstance(r, SegmentResult)]
    return LiftStats(segments=len(segments), lifted=sum(r.doc_id in found.lifted for r in segments))


def _episode_parts(snapshot: Snapshot, found: Found) -> list[EpisodePart]:
    entries = snapshot.catalogue.episodes_by_id(found.episode_ids)
    by_id = {entry.episode.id: entry for entry in entries}
    shows = snapshot.catalogue.shows({entry.episode.show_id for entry in entries})
    titles = {entry.show.id: entry.show.title for entry in shows}
    return [
        episode_part(by_id[episode], titles[by_id[episode].episode.show_id])
        for episode in found.episode_ids
        if episode in by_id
    ]


def _search_coverage(found: Found, undated: int) -> Coverage | None:
    if found.results and not undated and not found.withheld_quotes:
        return None
    note = None if found.results else "nothing passes the filters and matches the query"
    return Coverage(
        searched=f"{found.searched_segments} segments and {found.searched_insights} insights",
        note=note,
        undated_left_out=undated,
        withheld_quotes=found.withheld_quotes,
    )


def _after_search(query: str, found: Found) -> list[NextCall]:
    if not found.results:
        return [_next("corpus_status", {}, "what there is")]
    first = found.results[0]
    calls = [_next("corpus_briefing_pack", {"query": query}, "a cited synthesis")]
    if isinstance(first, SegmentResult):
        window = f"turns:{max(1, first.citation.turn - 1)}-{first.citation.turn + 1}"
        arguments = {"episode": first.citation.episode_id, "include": window}
        return [_next("episode_detail", arguments, "the talk around the first result"), *calls]
    return [_next("insight_detail", {"insight": first.doc_id}, "the first result whole"), *calls]


def _next(tool: str, arguments: dict[str, Any], why: str) -> NextCall:
    return NextCall(tool=tool, arguments=arguments, why=why)


FIND = Toolset(
    "find",
    "Locate evidence before you answer.",
    (
        Capability(resolve_entity, "Resolve a name", {"name": "tidewater"}),
        Capability(
            corpus_briefing_pack,
            "Briefing pack",
            {"query": "Will a congestion charge cut lorry traffic on the quay?", "max_tokens": 900},
            price=4,
        ),
        Capability(
            search_corpus, "Search the corpus", {"query": "tidal power", "limit": 2}, price=3
        ),
    ),
)
