"""A question over the corpus, answered with verified, cited results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from groundcast.corpus.ids import id_kind
from groundcast.knowledge.naming import entities_in
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import Candidate as NamedCandidate
from groundcast.knowledge.serving import Scored, serve
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.folding import MAX_PER_EPISODE, Entry, Source, fold
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    MatchStrength,
    QueryType,
    ScoredResult,
    SegmentResult,
    Signals,
)
from groundcast.retrieval.routing import EntityRef, classify_query
from groundcast.retrieval.search import Candidate, search

# Each tier's lists are this deep, so no more than twice as many entries can be paged through.
DEEP = 100
NAMED_ENTITIES = 4
NAMED_EPISODES = 3


@dataclass(frozen=True, slots=True)
class Found:
    """One page of results, and what is known of the whole search.

    `more` says whether further results follow.
    `lifted` gives, for a segment result, the insight whose quote overlaps it most. `entities` and
    `episode_ids` are what the query names and where most of the best results come from.
    """

    query_type: QueryType
    reason: str
    match_strength: MatchStrength
    results: tuple[ScoredResult, ...]
    more: bool
    lifted: Mapping[str, InsightResult]
    entities: tuple[NamedCandidate, ...]
    episode_ids: tuple[str, ...]
    searched_segments: int
    searched_insights: int
    withheld_quotes: int


def search_corpus_rows(
    snapshot: Snapshot,
    query: str,
    wanted: Filter,
    *,
    offset: int = 0,
    limit: int = 10,
    per_episode: int | None = MAX_PER_EPISODE,
) -> Found:
    """Results `offset` to `offset + limit` of a query, best first.

    An episode gives at most `per_episode` of each ten while others have any, unless the filter
    asks for one episode.
    """
    named = entities_in(snapshot, query, NAMED_ENTITIES * 3)
    references = [
        EntityRef(n.id, n.kind, n.display_name)
        for n in named
        if n.kind in ("person", "org", "topic")
    ]
    route = classify_query(query, references)
    ranked = search(snapshot.backend, snapshot.embedder, query, wanted, route=route,
                    limit_per_tier=DEEP)  # fmt: skip
    entries = _folded(
        snapshot,
        ranked.insights,
        ranked.segments,
        None if wanted.episode_ids else per_episode,
        keep_copies=wanted.include_copies,
        limit=offset + limit + 1,
    )
    page = entries[offset : offset + limit]
    results, lifted, withheld = _served(snapshot, page)
    return Found(
        query_type=route.query_type,
        reason=route.reason,
        match_strength=ranked.match_strength,
        results=tuple(results),
        more=len(entries) > offset + limit,
        lifted=lifted,
        entities=tuple(n for n in named if n.kind != "episode")[:NAMED_ENTITIES],
        episode_ids=_episodes(named, results),
        searched_segments=ranked.searched.get("segment", 0),
        searched_insights=ranked.searched.get("insight", 0),
        withheld_quotes=withheld,
    )


def _folded(
    snapshot: Snapshot,
    insights: Sequence[Candidate],
    segments: Sequence[Candidate],
    per_episode: int | None,
    *,
    keep_copies: bool,
    limit: int,
) -> tuple[Entry, ...]:
    catalogue = snapshot.catalogue
    holders = catalogue.segments_holding(candidate.id for candidate in insights)
    stored_insights = catalogue.insights_by_id(candidate.id for candidate in insights)
    stored_segments = catalogue.segments_by_id(candidate.id for candidate in segments)

    def source(candidate: Candidate) -> Source:
        if candidate.tier == "insight":
            insight = stored_insights[candidate.id]
            return Source(insight.episode_id, insight.text)
        segment = stored_segments[candidate.id]
        return Source(segment.episode_id, segment.text)

    return fold(
        insights,
        segments,
        holders=lambda insight: holders.get(insight, ()),
        source=source,
        limit=limit,
        per_episode=per_episode,
        keep_copies=keep_copies,
    )


def _served(
    snapshot: Snapshot, entries: Sequence[Entry]
) -> tuple[list[ScoredResult], dict[str, InsightResult], int]:
    alone = [e.segment.id for e in entries if e.segment is not None and e.insight is None]
    lifts = _lifts(snapshot, alone)
    scores = {c.id: _scored(c) for e in entries for c in (e.insight, e.segment) if c is not None}
    served = serve(
        snapshot,
        dict.fromkeys([*(e.insight.id for e in entries if e.insight), *lifts.values()]),
        [e.segment.id for e in entries if e.segment],
        scores,
    )
    results: list[ScoredResult] = []
    for entry in entries:
        insight = served.insights.get(entry.insight.id) if entry.insight else None
        segment = served.segments.get(entry.segment.id) if entry.segment else None
        result = _result(entry.score, insight, segment)
        if result is not None:
            results.append(result)
    lifted = {
        segment: served.insights[insight]
        for segment, insight in lifts.items()
        if insight in served.insights
    }
    return results, lifted, served.withheld_quotes


def _result(
    score: float, insight: InsightResult | None, segment: SegmentResult | None
) -> ScoredResult | None:
    if insight is not None and segment is not None:
        return CompoundResult(score, insight, segment)
    return insight or segment


def _scored(candidate: Candidate) -> Scored:
    signals = Signals(
        candidate.lexical_rank, candidate.dense_rank, candidate.lexical_score, candidate.cosine
    )
    return Scored(candidate.score, signals)


def _lifts(snapshot: Snapshot, segment_ids: Iterable[str]) -> dict[str, str]:
    """For each segment the insight whose quotes overlap it most."""
    wanted = list(segment_ids)
    held = snapshot.catalogue.insights_held_by(wanted)
    segments = snapshot.catalogue.segments_by_id(held)
    insights = snapshot.catalogue.insights_by_id(i for ids in held.values() for i in ids)
    quotes = snapshot.catalogue.quotes_by_id(q for i in insights.values() for q in i.quote_ids)

    def overlap(insight_id: str, segment_id: str) -> int:
        segment = segments[segment_id]
        spans = [quotes[quote] for quote in insights[insight_id].quote_ids if quote in quotes]
        return sum(
            max(0, min(q.char_end, segment.char_end) - max(q.char_start, segment.char_start))
            for q in spans
        )

    return {
        segment: min(ids, key=lambda insight: (-overlap(insight, segment), insight))
        for segment, ids in held.items()
    }


def _episodes(named: Iterable[NamedCandidate], results: Sequence[ScoredResult]) -> tuple[str, ...]:
    """Episodes the query names, then those that most of the results come from."""
    counts: dict[str, float] = {}
    for result in results:
        citation = (result.insight if isinstance(result, CompoundResult) else result).citation
        counts[citation.episode_id] = counts.get(citation.episode_id, 0.0) + result.score
    often = sorted(counts, key=lambda episode: (-counts[episode], episode))
    titles = [n.id for n in named if id_kind(n.id) == "episode"]
    return tuple(dict.fromkeys([*titles, *often]))[:NAMED_EPISODES]
