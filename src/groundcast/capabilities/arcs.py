"""How a person's position on a topic went, and where it turned."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.contradictions import (
    AssessmentPart,
    OpposedPair,
    opposed_pairs,
    pair_head,
)
from groundcast.capabilities.dates import check_range, first_day, last_day
from groundcast.capabilities.nodes import (
    InsightNode,
    coverage_of,
    insight_fields,
    next_call,
    node_lines,
    only_copies,
)
from groundcast.capabilities.sentiments import SentimentPart, sentiment_part
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    EntityRef,
    Limit,
    MaxTokens,
    NamedPerson,
    NamedTopic,
    NextCall,
    Since,
    Until,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.opposition import Arc, arc_of, sides
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.serving import Served, serve


class ArcPosition(InsightNode):
    """A claim, recommendation or prediction on the topic, in its place in time."""

    sentiment: Annotated[
        SentimentPart | None, Field(description="Null: no sentiment is known for its language.")
    ]
    superseded_by: Annotated[
        str | None, Field(description="The insight in which they reverse it.")
    ] = None


class PositionArc(Answer):
    """A person's positions on a topic, oldest first, undated ones last."""

    primary: ClassVar[str | None] = "positions"

    subject: str
    subject_name: str
    topic: EntityRef
    positions: list[ArcPosition]
    turns: Annotated[
        list[OpposedPair], Field(description="Reversals with an end on this page, both quotes.")
    ]
    turns_assessment: AssessmentPart
    undated: Annotated[int, Field(description="Positions of the arc that have no date.")] = 0

    def as_markdown(self) -> str:
        """The positions in order, then the turns."""
        undated = f"; {self.undated} undated, last" if self.undated else ""
        lines = [
            f"{self.subject_name} ({self.subject}) on {self.topic.display_name}"
            f" ({self.topic.id}){undated}"
        ]
        for position in self.positions:
            tone = position.sentiment
            felt = f", sentiment {tone.label} {tone.compound:g}" if tone else ""
            after = f", superseded_by {position.superseded_by}" if position.superseded_by else ""
            lines.append(f"{position.published_on or 'undated'}{felt}{after}")
            lines += node_lines((position,))
        assessed = self.turns_assessment
        lines.append(f"turns: {assessed.status}: {assessed.reason}")
        for turn in self.turns:
            lines.append(pair_head(turn))
            lines += node_lines((turn.first, turn.second), indent="  ")
        return "\n".join(lines)


def position_arc(
    call: Call,
    person: NamedPerson,
    topic: NamedTopic,
    since: Since = None,
    until: Until = None,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> PositionArc:
    """Follow a person's positions on a topic by date, with the turns they took.

    Use it for how someone's view went and whether it changed. Not for one date or all topics: use
    person_positions. Next: insight_detail, or contradictions with the person.
    """
    snapshot = call.snapshot
    person_id = resolve_one(snapshot, person, ("person",), "person")
    topic_id = resolve_one(snapshot, topic, ("topic",), "topic")
    first, last = first_day(since), last_day(until)
    check_range(first, last)
    arc = arc_of(snapshot, person_id, topic_id, first, last)
    offset = call.offset_of(cursor)
    page = arc.positions[offset : offset + limit]
    shown = {row.id for row in page}
    turns = [turn for turn in arc.turns if {turn.first_id, turn.second_id} & shown]
    served = serve(snapshot, list(dict.fromkeys([*(row.id for row in page), *sides(turns)])))
    name = display_name(snapshot, person_id)
    about = EntityRef(id=topic_id, display_name=display_name(snapshot, topic_id))
    return PositionArc(
        subject=person_id,
        subject_name=name,
        topic=about,
        positions=_positions(snapshot, [row.id for row in page], served, arc.later),
        turns=opposed_pairs(turns, served),
        turns_assessment=AssessmentPart(status=arc.assessed.state, reason=arc.assessed.reason),
        undated=arc.undated,
        page=call.page(offset, len(page), len(arc.positions)),
        coverage=coverage_of(
            f"the claims, recommendations and predictions of {name} about {about.display_name}",
            len(arc.positions),
            _why_none(arc, name, about.display_name),
            copies=arc.copies_left_out,
            withheld=served.withheld_quotes,
            undated=arc.undated_left_out,
        ),
        next=_next(page[0].id if page else None, person_id, topic_id),
    )


def _positions(
    snapshot: Snapshot, ids: Sequence[str], served: Served, later: Mapping[str, str]
) -> list[ArcPosition]:
    insights = [served.insights[i] for i in ids if i in served.insights]
    languages = _languages(snapshot, {i.citation.episode_id for i in insights})
    return [
        ArcPosition(
            **insight_fields(insight),
            sentiment=sentiment_part(insight.text, languages[insight.citation.episode_id]),
            superseded_by=later.get(insight.doc_id),
        )
        for insight in insights
    ]


def _languages(snapshot: Snapshot, episode_ids: Iterable[str]) -> dict[str, str | None]:
    entries = snapshot.catalogue.episodes_by_id(episode_ids)
    return {entry.episode.id: entry.episode.language for entry in entries}


def _why_none(arc: Arc, name: str, about: str) -> str:
    if arc.all_positions:
        return f"none of {name}'s {arc.all_positions} positions on {about} is dated in this range"
    return only_copies(arc.copies_left_out) or f"{name} states no position about {about}"


def _next(first: str | None, person_id: str, topic_id: str) -> list[NextCall]:
    if first is None:
        return [next_call("person_topics", "what they speak about", entity=person_id)]
    return [
        next_call("insight_detail", "the first one whole", insight=first),
        next_call("who_said_about_topic", "other voices on it", topic=topic_id),
    ]
