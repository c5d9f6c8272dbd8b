"""Tools over time, and over what a person speaks about."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.arcs import position_arc
from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.dates import check_range, first_day, last_day
from groundcast.capabilities.fitting import cut_at_sentence
from groundcast.capabilities.nodes import (
    coverage_of,
    next_call,
    only_copies,
    search_instead,
    words_as_said,
)
from groundcast.capabilities.sentiments import SentimentPart, sentiment_part
from groundcast.capabilities.shapes import (
    SPOKEN,
    Answer,
    Cursor,
    IncludeCopies,
    Limit,
    MaxTokens,
    NamedPerson,
    NamedTopic,
    Part,
    PerGroup,
    Since,
    SpokenText,
    Until,
)
from groundcast.capabilities.text import counted, one_line, quotation
from groundcast.capabilities.trends import corpus_trending, topic_perspective_leaders
from groundcast.corpus.entries import EpisodeEntry
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.positions import person_topics as topics_of_person
from groundcast.knowledge.positions import why_no_statements
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.serving import Served, serve
from groundcast.knowledge.topics import Moment, Timeline, timeline
from groundcast.records import InsightType
from groundcast.retrieval.results import InsightResult

_LONGEST_SUMMARY = 300


class TimelineInsight(Part):
    """An insight of the episode it stands under, with its sentiment and where it was said."""

    insight_id: str
    text: SpokenText
    insight_type: InsightType
    person_id: str | None
    speaker: str | None
    sentiment: Annotated[
        SentimentPart | None, Field(description="Null: no sentiment is known for its language.")
    ]
    quote: Annotated[
        str | None, SPOKEN, Field(description="The exact words, where text smooths them.")
    ] = None
    quote_id: str
    where: Annotated[str, Field(description="Time (≈ interpolated), or turn where none is known.")]
    start_seconds: float | None = None
    turn: int
    url: str | None = None
    cut: bool = False


class TimelineEpisode(Part):
    """An episode with its insights on the topic, most relevant first."""

    episode_id: str
    title: str
    show_id: str
    show_title: str
    published_on: str | None
    summary: Annotated[
        str | None, SPOKEN, Field(description="The publisher's; its beginning if cut.")
    ] = None
    cut: bool = False
    copy_of: str | None = None
    insights_on_topic: Annotated[int, Field(description="In all, shown or not.")]
    insights: list[TimelineInsight]


class TopicTimeline(Answer):
    """Episodes that speak about a topic, oldest first, undated ones last."""

    primary: ClassVar[str | None] = "timeline"
    nested: ClassVar[str | None] = "insights"

    subject: str
    subject_name: str
    timeline: list[TimelineEpisode]
    undated: Annotated[int, Field(description="Episodes of the timeline that have no date.")] = 0

    def as_markdown(self) -> str:
        """A heading an episode, its summary, then a few lines an insight."""
        undated = f"; {self.undated} episodes undated, last" if self.undated else ""
        lines = [f"{self.subject_name} ({self.subject}){undated}"]
        for episode in self.timeline:
            copied = f", copy_of {episode.copy_of}" if episode.copy_of else ""
            lines.append(
                f"{episode.published_on or 'undated'} {episode.show_title},"
                f" “{one_line(episode.title)}” ({episode.episode_id}, {episode.show_id}{copied}):"
                f" {counted(episode.insights_on_topic, 'insight')} on it"
            )
            if episode.summary is not None:
                lines.append("  summary:")
                lines.append(quotation(episode.summary, indent="  ", cut=episode.cut))
            for insight in episode.insights:
                lines += _insight_lines(insight)
        return "\n".join(lines)


def topic_timeline(
    call: Call,
    topic: NamedTopic,
    since: Since = None,
    until: Until = None,
    per_group: PerGroup = 2,
    include_copies: IncludeCopies = False,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> TopicTimeline:
    """Follow a topic through time: episodes by date with their insights on it.

    Use it for how a discussion went. Not for its voices: use who_said_about_topic.
    Next: episode_insights for an episode, or the timeline of a narrower period.
    """
    snapshot = call.snapshot
    topic_id = resolve_one(snapshot, topic, ("topic",), "topic")
    name = display_name(snapshot, topic_id)
    first, last = first_day(since), last_day(until)
    check_range(first, last)
    found = timeline(snapshot, topic_id, first, last, include_copies=include_copies)
    offset = call.offset_of(cursor)
    moments = found.moments[offset : offset + limit]
    served = serve(snapshot, [row.id for m in moments for row in m.insights[:per_group]])
    follow = [next_call("who_said_about_topic", "the same by speaker", topic=topic_id)]
    follow += [
        next_call("episode_insights", "all the first one claims", episode=moment.episode_id)
        for moment in moments[:1]
    ]
    return TopicTimeline(
        subject=topic_id,
        subject_name=name,
        timeline=_episodes(snapshot, moments, served, per_group),
        undated=found.undated,
        page=call.page(offset, len(moments), len(found.moments)),
        coverage=coverage_of(
            f"the {found.all_episodes} episodes with insights about {name}",
            len(found.moments),
            _why_no_moment(found, name),
            copies=found.copies_left_out,
            withheld=served.withheld_quotes,
            undated=found.undated_left_out,
        ),
        next=follow if moments else [search_instead(name)],
    )


class PersonTopic(Part):
    """A topic, and how much of it is the person's."""

    id: str
    display_name: str
    insights: Annotated[int, Field(description="The person's insights on it.")]
    episodes: int
    first_on: str | None
    last_on: str | None


class PersonTopics(Answer):
    """Topics by the number of the person's insights on them."""

    primary: ClassVar[str | None] = "topics"

    subject: str
    subject_name: str
    topics: list[PersonTopic]

    def as_markdown(self) -> str:
        """A line a topic."""
        lines = [f"{self.subject_name} ({self.subject})"]
        for topic in self.topics:
            span = " to ".join(dict.fromkeys(filter(None, (topic.first_on, topic.last_on))))
            lines.append(
                f"- {topic.display_name} ({topic.id}): {counted(topic.insights, 'insight')} in"
                f" {counted(topic.episodes, 'episode')}{', ' if span else ''}{span}"
            )
        return "\n".join(lines)


def person_topics(
    call: Call,
    entity: NamedPerson,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> PersonTopics:
    """List the topics a person speaks about, by how many insights they state on each.

    Use it to see where someone has something to say. Not for the statements: use
    person_positions. Next: person_positions with one of the topics.
    """
    snapshot = call.snapshot
    person_id = resolve_one(snapshot, entity, ("person",), "entity")
    name = display_name(snapshot, person_id)
    found = topics_of_person(snapshot, person_id)
    offset = call.offset_of(cursor)
    page = found.topics[offset : offset + limit]
    names = snapshot.catalogue.display_names(topic.topic_id for topic in page)
    return PersonTopics(
        subject=person_id,
        subject_name=name,
        topics=[
            PersonTopic(
                id=topic.topic_id,
                display_name=names[topic.topic_id],
                insights=topic.insights,
                episodes=topic.episodes,
                first_on=topic.first_on,
                last_on=topic.last_on,
            )
            for topic in page
        ],
        page=call.page(offset, len(page), len(found.topics)),
        coverage=coverage_of(
            f"the insights {name} states",
            len(found.topics),
            _why_no_topics(snapshot, person_id),
            copies=found.copies_left_out,
        ),
        next=[
            next_call(
                "person_positions", "on the first topic", person=person_id, topic=topic.topic_id
            )
            for topic in page[:1]
        ]
        or [next_call("insights_about_entity", "what others say of them", entity=person_id)],
    )


def _why_no_topics(snapshot: Snapshot, person_id: str) -> str:
    counts = snapshot.catalogue.counts(person_id)
    if counts is None or not counts.insights:
        return why_no_statements(snapshot, person_id)
    return f"none of the {counts.insights} insights attributed to them has a topic"


def _episodes(
    snapshot: Snapshot, moments: Iterable[Moment], served: Served, per_group: int
) -> list[TimelineEpisode]:
    listed = list(moments)
    entries = snapshot.catalogue.episodes_by_id(moment.episode_id for moment in listed)
    by_id = {entry.episode.id: entry for entry in entries}
    shows = snapshot.catalogue.shows({entry.episode.show_id for entry in entries})
    titles = {entry.show.id: entry.show.title for entry in shows}
    return [
        _episode(by_id[moment.episode_id], titles, moment, served, per_group) for moment in listed
    ]


def _episode(
    entry: EpisodeEntry, titles: dict[str, str], moment: Moment, served: Served, per_group: int
) -> TimelineEpisode:
    episode = entry.episode
    summary = episode.summary or episode.description
    too_long = summary is not None and len(summary) > _LONGEST_SUMMARY
    shown = cut_at_sentence(summary, _LONGEST_SUMMARY) if summary and too_long else summary
    return TimelineEpisode(
        episode_id=episode.id,
        title=episode.title,
        show_id=episode.show_id,
        show_title=titles[episode.show_id],
        published_on=episode.published_on,
        summary=shown,
        cut=too_long,
        copy_of=episode.copy_of,
        insights_on_topic=len(moment.insights),
        insights=[
            _insight(insight, episode.language)
            for insight in (served.insights.get(row.id) for row in moment.insights[:per_group])
            if insight is not None
        ],
    )


def _insight(insight: InsightResult, language: str | None) -> TimelineInsight:
    first, citation = insight.quotes[0], insight.citation
    return TimelineInsight(
        insight_id=insight.doc_id,
        text=insight.text,
        insight_type=insight.insight_type,
        person_id=citation.person_id,
        speaker=citation.speaker,
        sentiment=sentiment_part(insight.text, language),
        quote=None if first.text == insight.text else first.text,
        quote_id=first.quote_id,
        where=citation.where(),
        start_seconds=citation.start_seconds,
        turn=citation.turn,
        url=citation.url,
    )


def _insight_lines(insight: TimelineInsight) -> Iterator[str]:
    tone = insight.sentiment
    felt = f" sentiment {tone.label} {tone.compound:g}" if tone else ""
    yield f"  - {insight.insight_type} {insight.insight_id}{felt}"
    yield from words_as_said(insight.text, insight.quote, indent="    ", cut=insight.cut)
    ids = ", ".join(filter(None, (insight.quote_id, insight.person_id)))
    url = f" {insight.url}" if insight.url else ""
    yield f"    — {insight.speaker or 'Unattributed'} {insight.where} [{ids}]{url}"


def _why_no_moment(found: Timeline, name: str) -> str:
    if found.all_episodes:
        return f"none of the episodes with insights about {name} is dated in this range"
    return only_copies(found.copies_left_out) or f"no insight is about {name}"


TIME = Toolset(
    "time",
    "Follow topics through time, and people across topics.",
    (
        Capability(topic_timeline, "Topic timeline", {"topic": "heat pump", "limit": 2}),
        Capability(person_topics, "A person's topics", {"entity": "Maren Tolvik", "limit": 5}),
        Capability(
            position_arc,
            "A person's position over time",
            {"person": "Søren Ydegaard", "topic": "forest", "limit": 3},
        ),
        Capability(corpus_trending, "What is rising", {"as_of": "2024-12", "limit": 3}),
        Capability(topic_perspective_leaders, "Topics with most voices", {"limit": 3}),
    ),
)
