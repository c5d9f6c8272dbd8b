"""Who says what about a topic, grouped by speaker."""

from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import (
    InsightNode,
    coverage_of,
    insight_node,
    next_call,
    node_lines,
    only_copies,
    search_instead,
)
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    IncludeCopies,
    Limit,
    MaxTokens,
    NamedTopic,
    Part,
    PerGroup,
)
from groundcast.capabilities.text import counted
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.serving import Served, serve
from groundcast.knowledge.topics import Voice, Voices, voices_on


class GroupHead(Part):
    """Whose group it is, and how much it holds in all."""

    label: str
    insights: Annotated[int, Field(description="On the topic, shown or not.")]
    episodes: int
    first_on: str | None
    last_on: str | None


class WhoSaid(Answer):
    """Insights on a topic by the id of the person who states them; most insights first."""

    primary: ClassVar[str | None] = "groups"
    companions: ClassVar[tuple[str, ...]] = ("people",)

    subject: str
    subject_name: str
    groups: dict[str, list[InsightNode]]
    people: Annotated[dict[str, GroupHead], Field(description="The same keys as groups.")]
    unattributed: Annotated[
        int, Field(description="Insights on the topic whose speaker is unknown; in no group.")
    ]

    def as_markdown(self) -> str:
        """A heading a person, then a few lines an insight."""
        lines = [f"{self.subject_name} ({self.subject}); unattributed: {self.unattributed}"]
        for person, nodes in self.groups.items():
            head = self.people[person]
            span = " to ".join(dict.fromkeys(filter(None, (head.first_on, head.last_on))))
            lines.append(
                f"{head.label} ({person}): {counted(head.insights, 'insight')} in"
                f" {counted(head.episodes, 'episode')}"
                f"{', ' if span else ''}{span}"
            )
            lines += node_lines(nodes, indent="  ")
        return "\n".join(lines)


def who_said_about_topic(
    call: Call,
    topic: NamedTopic,
    per_group: PerGroup = 2,
    include_copies: IncludeCopies = False,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> WhoSaid:
    """Group the insights on a topic by who states them.

    Use it to compare voices on a subject. Not for one person at length: use person_positions.
    Next: person_positions with a person and the topic, or topic_timeline.
    """
    snapshot = call.snapshot
    topic_id = resolve_one(snapshot, topic, ("topic",), "topic")
    name = display_name(snapshot, topic_id)
    found = voices_on(snapshot, topic_id, include_copies=include_copies)
    offset = call.offset_of(cursor)
    voices = found.voices[offset : offset + limit]
    served = serve(snapshot, [row.id for v in voices for row in v.insights[:per_group]])
    labels = snapshot.catalogue.display_names(voice.person_id for voice in voices)
    follow = [next_call("topic_timeline", "how the topic went over time", topic=topic_id)]
    if voices:
        first = voices[0].person_id
        follow.insert(
            0, next_call("person_positions", "all of the first", person=first, topic=topic_id)
        )
    return WhoSaid(
        subject=topic_id,
        subject_name=name,
        groups={voice.person_id: _nodes(voice, served, per_group) for voice in voices},
        people={v.person_id: _group_head(labels[v.person_id], v) for v in voices},
        unattributed=found.unattributed,
        page=call.page(offset, len(voices), len(found.voices)),
        coverage=coverage_of(
            f"the insights about {name}",
            len(found.voices),
            _why_nobody(found, name),
            copies=found.copies_left_out,
            withheld=served.withheld_quotes,
        ),
        next=follow if found.insights else [search_instead(name)],
    )


def _nodes(voice: Voice, served: Served, per_group: int) -> list[InsightNode]:
    wanted = [row.id for row in voice.insights[:per_group]]
    return [insight_node(served.insights[i]) for i in wanted if i in served.insights]


def _why_nobody(found: Voices, name: str) -> str:
    if found.unattributed:
        return f"the speakers of its {found.unattributed} insights are unknown"
    return only_copies(found.copies_left_out) or f"no insight is about {name}"


def _group_head(label: str, voice: Voice) -> GroupHead:
    dates = [row.published_on for row in voice.insights if row.published_on]
    return GroupHead(
        label=label,
        insights=len(voice.insights),
        episodes=len({row.episode_id for row in voice.insights}),
        first_on=min(dates, default=None),
        last_on=max(dates, default=None),
    )
