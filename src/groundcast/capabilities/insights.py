"""Tools over insights and what joins them."""

from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.contradictions import AssessmentState, contradictions
from groundcast.capabilities.cursors import decode_cursor
from groundcast.capabilities.exploring import explore_insights
from groundcast.capabilities.parts import (
    Confidence,
    InsightPart,
    Salience,
    entity_refs,
    followed,
    insight_part,
    no_insight,
    quote_part,
)
from groundcast.capabilities.relations import (
    insights_about_entity,
    person_positions,
    related_insights,
    show_episodes,
)
from groundcast.capabilities.shapes import (
    Answer,
    Coverage,
    Cursor,
    EntityRef,
    EpisodeArg,
    InsightArg,
    Limit,
    MaxTokens,
    NextCall,
    Page,
    Part,
    QuotePart,
    SpokenText,
)
from groundcast.capabilities.voices import who_said_about_topic
from groundcast.corpus.edge_lookups import Joined, edges_of_insight
from groundcast.corpus.entries import EpisodeFilter
from groundcast.corpus.insight_lookups import InsightFilter, matching_insights
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.opposition import assessment_of_insight
from groundcast.knowledge.resolution import resolve_one
from groundcast.knowledge.serving import serve
from groundcast.records import InsightType


class EpisodeInsights(Answer):
    """An episode's insights, most salient first."""

    primary: ClassVar[str | None] = "insights"

    episode_id: str
    episode_title: str
    insights: list[InsightPart]


def episode_insights(
    call: Call,
    episode: EpisodeArg,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> EpisodeInsights:
    """List an episode's insights by salience, each with its quotes.

    Use it for what one episode claims. Not for a subject across episodes: use search_corpus.
    Next: insight_detail with an insight_id.
    """
    catalogue = call.snapshot.catalogue
    episode_id = resolve_one(call.snapshot, episode, ("episode",), "episode")
    entry = catalogue.episode(episode_id)
    assert entry is not None
    offset = decode_cursor(cursor, call.snapshot.corpus_version, call.question)
    total = catalogue.count_episode_insights(episode_id)
    stored = catalogue.episode_insights(episode_id, offset, limit)
    served = serve(call.snapshot, [insight.id for insight in stored])
    end = offset + len(stored)
    return EpisodeInsights(
        episode_id=episode_id,
        episode_title=entry.episode.title,
        insights=[insight_part(call.snapshot, insight) for insight in served.insights.values()],
        page=Page(total=total, next_cursor=call.cursor_to(end) if end < total else None),
        coverage=_coverage(total, entry.not_assessed, served.withheld_quotes),
        next=[
            NextCall(
                tool="insight_detail", arguments={"insight": stored[0].id}, why="edges and entities"
            )
        ]
        if stored
        else [],
    )


class RelatedInsight(Part):
    """An insight that this one agrees with or contradicts."""

    insight_id: str
    kind: str | None = None


class Edges(Part):
    """Comparisons with other insights."""

    status: Annotated[
        AssessmentState,
        Field(description="not_assessed: nothing to compare it with was found; no all-clear."),
    ]
    reason: str | None = None
    agrees: list[RelatedInsight]
    contradicts: list[RelatedInsight]


class InsightDetail(Answer):
    """Everything known of one insight."""

    insight_id: str
    text: SpokenText
    insight_type: InsightType
    grounded: bool
    person: EntityRef | None
    episode: EntityRef
    show: EntityRef
    published_on: str | None
    confidence: Confidence
    salience: Salience
    position_hint: Annotated[float, Field(description="0 to 1: where in the episode.")]
    superseded_by: Annotated[
        str | None, Field(description="The insight in which its speaker reverses it.")
    ] = None
    quotes: list[QuotePart]
    topics: list[EntityRef]
    entities: list[EntityRef]
    edges: Edges
    cut: bool = False


def insight_detail(
    call: Call,
    insight: InsightArg,
    max_tokens: MaxTokens = 4_000,
) -> InsightDetail:
    """Show one insight whole: quotes, topics, entities, edges.

    Use it to check or cite an insight found elsewhere. Not for finding insights: use
    search_corpus or episode_insights. Next: episode_detail with a window around the citation.
    """
    catalogue = call.snapshot.catalogue
    insight, notes = followed(call.snapshot, insight)
    stored = catalogue.insights_by_id([insight]).get(insight)
    served = serve(call.snapshot, [insight] if stored else [])
    if stored is None or insight not in served.insights:
        raise no_insight(call.snapshot, insight, withheld=served.withheld_quotes)
    found = served.insights[insight]
    citation = found.citation
    turn = citation.turn
    return InsightDetail(
        insight_id=found.doc_id,
        text=found.text,
        insight_type=found.insight_type,
        grounded=found.grounded,
        person=EntityRef(id=citation.person_id, display_name=citation.speaker or "")
        if citation.person_id
        else None,
        episode=EntityRef(id=citation.episode_id, display_name=citation.episode_title),
        show=EntityRef(id=citation.show_id, display_name=citation.show_title),
        published_on=citation.published_on,
        confidence=found.confidence,
        salience=found.salience,
        position_hint=found.position_hint,
        superseded_by=stored.superseded_by,
        quotes=[quote_part(quote) for quote in found.quotes],
        topics=entity_refs(call.snapshot, found.topic_ids),
        entities=entity_refs(call.snapshot, stored.entity_ids),
        edges=_edges(call.snapshot, insight),
        coverage=_coverage(1, None, served.withheld_quotes),
        notes=notes,
        next=[
            NextCall(
                tool="episode_detail",
                arguments={
                    "episode": citation.episode_id,
                    "include": f"turns:{max(1, turn - 1)}-{turn + 1}",
                },
                why="the talk around it",
            )
        ],
    )


def _edges(snapshot: Snapshot, insight: str) -> Edges:
    agrees = edges_of_insight(snapshot.catalogue, "AGREES_WITH", insight)
    contradicts = edges_of_insight(snapshot.catalogue, "CONTRADICTS", insight)
    assessed = assessment_of_insight(snapshot, insight, bool(agrees or contradicts))
    return Edges(
        status=assessed.state,
        reason=assessed.reason,
        agrees=[_other_end(edge, insight) for edge in agrees],
        contradicts=[_other_end(edge, insight) for edge in contradicts],
    )


def _other_end(edge: Joined, insight: str) -> RelatedInsight:
    other = edge.second_id if edge.first_id == insight else edge.first_id
    return RelatedInsight(insight_id=other, kind=edge.kind)


def _coverage(total: int, not_assessed: str | None, withheld: int) -> Coverage | None:
    if total and not withheld:
        return None
    note = f"not assessed: {not_assessed}" if not_assessed else "none was found in it"
    return Coverage(
        searched="the insights of this episode",
        note=None if total else note,
        withheld_quotes=withheld,
    )


def _first_insight(snapshot: Snapshot) -> dict[str, str]:
    """The most salient insight of the first episode that has one."""
    episodes = snapshot.catalogue.list_episodes(EpisodeFilter(), 0, 100)
    episode = next(entry.episode for entry in episodes if entry.insights)
    return {"insight": snapshot.catalogue.episode_insights(episode.id, 0, 1)[0].id}


def _insight_with_kin(snapshot: Snapshot) -> dict[str, str | int]:
    """The most salient insight about the topic of most insights."""
    topic = snapshot.catalogue.rows(
        "SELECT id FROM entities WHERE kind = 'topic' ORDER BY insights DESC, id LIMIT 1"
    )[0][0]
    first = matching_insights(snapshot.catalogue, InsightFilter(topic_id=topic))[0]
    return {"insight": first.id, "limit": 2}


INSIGHTS = Toolset(
    "insights",
    "Read claims, with who made them and the words.",
    (
        Capability(
            episode_insights,
            "Episode insights",
            {"episode": "tidewater/four-knots-through-the-narrows", "limit": 2},
        ),
        Capability(insight_detail, "Insight detail", _first_insight),
        Capability(
            person_positions,
            "A person's positions",
            {"person": "Maren Tolvik", "topic": "battery", "limit": 2},
        ),
        Capability(
            who_said_about_topic, "Who said what on a topic", {"topic": "lorry", "per_group": 1}
        ),
        Capability(
            insights_about_entity, "Insights about something", {"entity": "heat pump", "limit": 2}
        ),
        Capability(related_insights, "Related insights", _insight_with_kin),
        Capability(
            explore_insights, "Explore insights", {"insight_type": "recommendation", "limit": 2}
        ),
        Capability(contradictions, "Contradictions", {"person": "Søren Ydegaard", "limit": 2}),
        Capability(show_episodes, "Episodes of a show", {"show": "tidewater", "limit": 2}),
    ),
)
