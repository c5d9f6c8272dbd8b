"""Tools that follow a relation of the graph: who states, what mentions, what is related."""

from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import (
    EpisodeNode,
    InsightNode,
    coverage_of,
    episode_node,
    first_detail,
    insight_fields,
    insight_node,
    next_call,
    node_lines,
    only_copies,
    search_instead,
)
from groundcast.capabilities.parts import entity_refs, followed, no_insight
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    EntityRef,
    IncludeCopies,
    InsightArg,
    Limit,
    MaxTokens,
    NamedEntity,
    NamedPerson,
    NamedShow,
    SpokenText,
    TopicArg,
)
from groundcast.capabilities.text import counted, one_line, quotation
from groundcast.citations import clock
from groundcast.corpus.entries import EpisodeFilter
from groundcast.corpus.ids import id_kind
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.positions import positions, why_no_statements
from groundcast.knowledge.related import insights_about, insights_related_to
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.serving import serve


class InsightsOf(Answer):
    """Insights that a relation joins to the subject."""

    primary: ClassVar[str | None] = "results"

    subject: str
    subject_name: str
    results: list[InsightNode]

    def as_markdown(self) -> str:
        """The subject, then a few lines an insight."""
        return "\n".join([f"{self.subject_name} ({self.subject})", *node_lines(self.results)])


class Positions(InsightsOf):
    """What a person states, with the topic asked for."""

    topic: EntityRef | None = None

    def as_markdown(self) -> str:
        """The person and topic, then a few lines an insight."""
        on = f" on {self.topic.display_name} ({self.topic.id})" if self.topic else ""
        head = f"{self.subject_name} ({self.subject}){on}"
        return "\n".join([head, *node_lines(self.results)])


def person_positions(
    call: Call,
    person: NamedPerson,
    topic: TopicArg = None,
    include_copies: IncludeCopies = False,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> Positions:
    """List what a person states, on one topic or in all.

    Use it for someone's own claims, recommendations and predictions. Not for what others say of
    them: use insights_about_entity. Next: insight_detail, or who_said_about_topic for other voices.
    """
    snapshot = call.snapshot
    person_id = resolve_one(snapshot, person, ("person",), "person")
    topic_id = None if topic is None else resolve_one(snapshot, topic, ("topic",), "topic")
    name = display_name(snapshot, person_id)
    offset = call.offset_of(cursor)
    found = positions(
        snapshot, person_id, topic_id, include_copies=include_copies, offset=offset, limit=limit
    )
    served = serve(snapshot, found.ids)
    results = [insight_node(insight) for insight in served.insights.values()]
    about = None
    follow = [next_call("person_topics", "what they speak about", entity=person_id)]
    if topic_id is not None:
        about = EntityRef(id=topic_id, display_name=display_name(snapshot, topic_id))
        follow = [next_call("who_said_about_topic", "other voices on it", topic=topic_id)]
    return Positions(
        subject=person_id,
        subject_name=name,
        topic=about,
        results=results,
        page=call.page(offset, len(found.ids), found.total),
        coverage=coverage_of(
            f"what {name} states{f' about {about.display_name}' if about else ''}",
            found.total,
            _why_no_positions(snapshot, person_id, about, found.copies_left_out),
            copies=found.copies_left_out,
            withheld=served.withheld_quotes,
        ),
        next=[*first_detail(results), *follow],
    )


def insights_about_entity(
    call: Call,
    entity: NamedEntity,
    include_copies: IncludeCopies = False,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> InsightsOf:
    """List insights about a topic, or that mention a person or organisation.

    Use it for what is said of someone or something. Not for what a person says: use
    person_positions. Next: insight_detail, or related_insights with an id.
    """
    snapshot = call.snapshot
    entity_id = resolve_one(snapshot, entity, ("person", "org", "topic"), "entity")
    name = display_name(snapshot, entity_id)
    rows, copies = insights_about(snapshot, entity_id, include_copies=include_copies)
    offset = call.offset_of(cursor)
    page = rows[offset : offset + limit]
    served = serve(snapshot, [row.id for row in page])
    results = [insight_node(insight) for insight in served.insights.values()]
    is_topic = id_kind(entity_id) == "topic"
    follow = [] if results else [search_instead(name)]
    if is_topic and results:
        follow = [next_call("who_said_about_topic", "by speaker", topic=entity_id)]
    elif id_kind(entity_id) == "person":
        follow.append(next_call("person_positions", "what they say themselves", person=entity_id))
    return InsightsOf(
        subject=entity_id,
        subject_name=name,
        results=results,
        page=call.page(offset, len(page), len(rows)),
        coverage=coverage_of(
            f"what insights {'are about' if is_topic else 'mention'}",
            len(rows),
            only_copies(copies) or f"no insight {'is about' if is_topic else 'mentions'} {name}",
            copies=copies,
            withheld=served.withheld_quotes,
        ),
        next=[*first_detail(results), *follow],
    )


class RelatedInsightNode(InsightNode):
    """An insight with what it has in common with the subject."""

    similarity: Annotated[float, Field(description="Cosine of the meanings, -1 to 1.")]
    shared: Annotated[list[EntityRef], Field(description="Topics and mentions in common.")]


class RelatedInsights(Answer):
    """Insights related to one, nearest in meaning first."""

    primary: ClassVar[str | None] = "results"

    subject: str
    text: SpokenText
    results: list[RelatedInsightNode]
    cut: bool = False

    def as_markdown(self) -> str:
        """The insight, then for each related one what is shared and a few lines."""
        lines = [self.subject, quotation(self.text, cut=self.cut)]
        for node in self.results:
            shared = ", ".join(f"{ref.display_name} ({ref.id})" for ref in node.shared)
            lines.append(f"similarity {node.similarity:.2f}, shares {shared}")
            lines += node_lines([node])
        return "\n".join(lines)


def related_insights(
    call: Call,
    insight: InsightArg,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> RelatedInsights:
    """Find insights that share a topic or mention with one, nearest in meaning first.

    Use it to widen from one statement to others, across shows. Not for a free question: use
    search_corpus. Next: insight_detail.
    """
    snapshot = call.snapshot
    insight, notes = followed(snapshot, insight)
    stored = snapshot.catalogue.insights_by_id([insight]).get(insight)
    own = serve(snapshot, [insight])
    if stored is None or insight not in own.insights:
        raise no_insight(snapshot, insight, withheld=own.withheld_quotes)
    found, copies = insights_related_to(snapshot, stored)
    offset = call.offset_of(cursor)
    page = {related.insight_id: related for related in found[offset : offset + limit]}
    served = serve(snapshot, page)
    results = [
        RelatedInsightNode(
            **insight_fields(insight),
            similarity=page[insight.doc_id].similarity,
            shared=entity_refs(snapshot, page[insight.doc_id].shared_ids),
        )
        for insight in served.insights.values()
    ]
    joins = len(stored.topics) + len(stored.entity_ids)
    return RelatedInsights(
        subject=insight,
        text=stored.text,
        results=results,
        page=call.page(offset, len(page), len(found)),
        coverage=coverage_of(
            f"insights that share one of its {joins} topics and mentions",
            len(found),
            "no other insight has any of them"
            if joins
            else "it has no topic and mentions no one, so it shares nothing",
            copies=copies,
            withheld=served.withheld_quotes,
        ),
        notes=notes,
        next=first_detail(results)
        or [next_call("search_corpus", "the same by words and meaning", query=stored.text[:200])],
    )


class ShowEpisodes(Answer):
    """A show's episodes, newest first."""

    primary: ClassVar[str | None] = "results"

    subject: str
    subject_name: str
    results: list[EpisodeNode]

    def as_markdown(self) -> str:
        """The show, then a line an episode."""
        lines = [f"{self.subject_name} ({self.subject})"]
        for node in self.results:
            length = "" if node.duration_seconds is None else f", {clock(node.duration_seconds)}"
            copied = f", copy_of {node.copy_of}" if node.copy_of else ""
            lines.append(
                f"- {node.published_on or 'undated'} “{one_line(node.text)}” ({node.id}):"
                f" {counted(node.insights, 'insight')}{length}{copied}"
                f"{' ' + node.url if node.url else ''}"
            )
        return "\n".join(lines)


def show_episodes(
    call: Call,
    show: NamedShow,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> ShowEpisodes:
    """List a show's episodes, newest first.

    Use it to walk through one show. Not for filters by date, person, topic or title: use
    list_episodes. Next: episode_insights or episode_detail with an episode's id.
    """
    snapshot = call.snapshot
    show_id = resolve_one(snapshot, show, ("show",), "show")
    chosen = EpisodeFilter(show_id=show_id)
    offset = call.offset_of(cursor)
    entries = snapshot.catalogue.list_episodes(chosen, offset, limit)
    total = snapshot.catalogue.count_episodes(chosen)
    name = display_name(snapshot, show_id)
    follow = [
        next_call("episode_insights", "what the newest claims", episode=entry.episode.id)
        for entry in entries[:1]
    ]
    return ShowEpisodes(
        subject=show_id,
        subject_name=name,
        results=[episode_node(entry) for entry in entries],
        page=call.page(offset, len(entries), total),
        coverage=coverage_of(f"the episodes of {name}", total, "the show has none"),
        next=follow,
    )


def _why_no_positions(
    snapshot: Snapshot, person_id: str, topic: EntityRef | None, copies: int
) -> str:
    if topic is None:
        return only_copies(copies) or why_no_statements(snapshot, person_id)
    counts = snapshot.catalogue.counts(person_id)
    states = counts.insights if counts else 0
    if not states:
        return why_no_statements(snapshot, person_id)
    return (
        only_copies(copies)
        or f"none of the {states} insights attributed to them is about {topic.display_name}"
    )
