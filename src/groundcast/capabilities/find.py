"""Tools that find: names, passages, and the briefing pack."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.briefing import corpus_briefing_pack
from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.cursors import decode_cursor
from groundcast.capabilities.filters import Filters, filters_of
from groundcast.capabilities.naming import CandidatePart, candidate_part, resolve_entity
from groundcast.capabilities.parts import (
    EpisodePart,
    citation_part,
    entity_refs,
    episode_part,
)
from groundcast.capabilities.shapes import (
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
    ShowArg,
    Since,
    SpokenText,
    TopicArg,
    Until,
)
from groundcast.capabilities.text import cited, quotation
from groundcast.citations import Citation
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.searching import Found, search_corpus_rows
from groundcast.records import InsightType
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    MatchStrength,
    QueryType,
    QuotedSpan,
    ScoredResult,
    SegmentResult,
)


class Pivot(Part):
    """Where a result leads: pass id to the tools named."""

    id: str
    kind: str
    expand_with: list[str]


class VoicePart(Part):
    """Whose words stand at a range of the text."""

    speaker: str | None
    person_id: str | None = None
    start: int
    end: int


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


class SupportingQuote(Part):
    """A verified quote; it is cited where that is not the result's own citation."""

    quote_id: str
    text: SpokenText
    citation: CitationPart | None = None
    cut: bool = False


class SearchResult(Part):
    """A passage or an insight, cited; a compound shows whichever fits the query better."""

    doc_id: str
    source_tier: Literal["insight", "segment", "compound"]
    score: float
    text: SpokenText
    citation: CitationPart
    metadata: ResultMetadata
    lifted: Lifted | None
    supporting_quotes: list[SupportingQuote]
    pivot: Pivot
    voices: Annotated[
        list[VoicePart], Field(description="Who speaks where in text, if several do.")
    ] = []
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

    def as_markdown(self) -> str:
        """A few lines a result: what it is, the words, the citation."""
        lines = [
            f"query: {self.query}",
            f"{self.query_type} ({self.route_reason}); match_strength: {self.match_strength}",
        ]
        for number, result in enumerate(self.results, 1):
            kind = result.metadata.insight_type or result.source_tier
            lines.append(f"{number}. {kind} {result.doc_id} score {result.score:.2f}")
            lines += _spoken(result)
            lines.append(cited(result.citation))
            if result.lifted is not None:
                speaker = result.lifted.speaker or "Unattributed"
                lines.append(f"holds {result.lifted.insight_id}, {speaker}:")
                lines.append(quotation(result.lifted.text, cut=result.lifted.cut))
        if not self.results:
            lines.append("no results")
        named = [f"{entity.display_name} ({entity.id})" for entity in self.entities]
        episodes = [f"{episode.title} ({episode.episode_id})" for episode in self.episodes]
        lines += [f"named: {', '.join(named)}"] * bool(named)
        lines += [f"episodes: {', '.join(episodes)}"] * bool(episodes)
        return "\n".join(lines)


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
        entities=[candidate_part(call.snapshot, candidate) for candidate in found.entities],
        episodes=_episode_parts(call.snapshot, found),
        page=Page(total=None, next_cursor=call.cursor_to(end) if found.more else None),
        coverage=_search_coverage(found, wanted.undated_left_out),
        next=_after_search(query, found),
    )


def _search_result(snapshot: Snapshot, found: Found, result: ScoredResult) -> SearchResult:
    insight, passage = _both(result)
    main = passage or insight
    assert main is not None
    citation = main.citation
    lifted = (insight or found.lifted.get(passage.doc_id)) if passage else None
    return SearchResult(
        doc_id=result.doc_id,
        source_tier=result.source_tier,
        score=round(result.score, 4),
        text=main.text,
        citation=citation_part(citation),
        metadata=ResultMetadata(
            doc_type="segment" if passage else "insight",
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
        supporting_quotes=[_quote(quote, citation) for quote in insight.quotes] if insight else [],
        pivot=_pivot(insight, lifted, citation.episode_id),
        voices=_voices(passage) if passage else [],
    )


def _voices(segment: SegmentResult) -> list[VoicePart]:
    if len(segment.voices) < 2:
        return []
    return [
        VoicePart(speaker=v.speaker, person_id=v.person_id, start=v.start, end=v.end)
        for v in segment.voices
    ]


def _spoken(result: SearchResult) -> list[str]:
    """The words, a line for each voice where there are several."""
    if not result.voices:
        return [quotation(result.text, cut=result.cut)]
    lines: list[str] = []
    for voice in result.voices:
        words = result.text[voice.start : voice.end]
        if words:
            cut = result.cut and voice.end >= len(result.text)
            lines.append(f"{voice.speaker or 'Unattributed'}:")
            lines.append(quotation(words, cut=cut))
    return lines


def _quote(quote: QuotedSpan, shown: Citation) -> SupportingQuote:
    same = quote.citation == shown
    return SupportingQuote(
        quote_id=quote.quote_id,
        text=quote.text,
        citation=None if same else citation_part(quote.citation),
    )


def _both(result: ScoredResult) -> tuple[InsightResult | None, SegmentResult | None]:
    """The insight and the passage to show: of a compound, the passage where it fits better."""
    match result:
        case CompoundResult(insight=insight, segment=segment):
            return insight, segment if segment.score >= insight.score else None
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
