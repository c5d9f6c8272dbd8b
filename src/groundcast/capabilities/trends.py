"""What is talked about more than before, and by how many voices."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.dates import last_day
from groundcast.capabilities.nodes import coverage_of, next_call
from groundcast.capabilities.shapes import (
    Answer,
    Coverage,
    Cursor,
    Limit,
    MaxTokens,
    NextCall,
    Part,
)
from groundcast.capabilities.text import counted
from groundcast.corpus.tallies import dated_counts, newest_date, topics_by_voices
from groundcast.enrichment.momentum import momentum
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import display_name

TrendKind = Literal["topic", "person", "org", "show", "cluster", "storyline", "episode", "insight"]
Horizon = Literal["week", "month", "quarter"]
_WEEKS: dict[Horizon, int] = {"week": 1, "month": 4, "quarter": 13}
_NOT_ASSESSED = {
    "cluster": "topics are not clustered",
    "storyline": "topics are not clustered",
    "episode": "there is no audience data",
    "insight": "there is no audience data",
}


class Trend(Part):
    """How much something is talked about, and whether more than before."""

    id: str
    display_name: str
    velocity: Annotated[
        float, Field(description="Weekly mean of half-life 3 weeks over that of 12; 1 is steady.")
    ]
    volume: Annotated[int, Field(description="Insights within the horizon.")]
    total: Annotated[int, Field(description="Insights up to as_of.")]
    heating: Annotated[bool, Field(description="velocity at least 1.5 and total at least 3.")]
    sparkline: Annotated[list[int], Field(description="Insights in each of 13 weeks to as_of.")]


class Trending(Answer):
    """What has insights within the horizon: heating first, then by velocity and volume."""

    primary: ClassVar[str | None] = "trending"

    as_of: str | None
    horizon: Horizon
    kind: TrendKind
    assessed: Annotated[bool, Field(description="False: nothing is known, see coverage.")]
    trending: list[Trend]
    undated: Annotated[int, Field(description="Insights without a date, in no count.")] = 0

    def as_markdown(self) -> str:
        """A line a thing."""
        undated = f"; {self.undated} undated insights not counted" if self.undated else ""
        lines = [f"{self.kind} as of {self.as_of or 'no date'}, {self.horizon}{undated}"]
        for trend in self.trending:
            state = "heating" if trend.heating else "not heating"
            lines.append(
                f"- {trend.display_name} ({trend.id}): {state}, velocity {trend.velocity:g},"
                f" volume {trend.volume}, total {trend.total},"
                f" weeks {' '.join(map(str, trend.sparkline))}"
            )
        return "\n".join(lines)


def corpus_trending(
    call: Call,
    kind: Annotated[TrendKind, Field(description="What to rank.")] = "topic",
    horizon: Annotated[Horizon, Field(description="Weeks that volume counts.")] = "quarter",
    as_of: Annotated[
        str | None,
        Field(
            pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$",
            description="Last date to count (default: the newest episode's).",
            max_length=10,
        ),
    ] = None,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> Trending:
    """Rank what is talked about more than before, at any date.

    Use it to find rising topics, people or shows, now or in the past. Not for one topic's
    history: use topic_timeline. Next: topic_timeline or explore_insights with an id.
    """
    snapshot = call.snapshot
    day = last_day(as_of, "as_of") or newest_date(snapshot.catalogue)
    if kind in ("cluster", "storyline", "episode", "insight"):
        return _not_assessed(call, kind, horizon, day, _NOT_ASSESSED[kind])
    if day is None:
        return _not_assessed(call, kind, horizon, day, "no episode has a date")
    counts = dated_counts(snapshot.catalogue, kind)
    rows = [
        (thing, momentum(by_day, day, _WEEKS[horizon])) for thing, by_day in counts.by_thing.items()
    ]
    rows = [(thing, found) for thing, found in rows if found.volume]
    rows.sort(key=lambda row: (not row[1].heating, -row[1].velocity, -row[1].volume, row[0]))
    offset = call.offset_of(cursor)
    page = rows[offset : offset + limit]
    return Trending(
        as_of=day,
        horizon=horizon,
        kind=kind,
        assessed=True,
        trending=[
            Trend(
                id=thing,
                display_name=display_name(snapshot, thing),
                velocity=found.velocity,
                volume=found.volume,
                total=found.total,
                heating=found.heating,
                sparkline=list(found.sparkline),
            )
            for thing, found in page
        ],
        undated=counts.undated,
        page=call.page(offset, len(page), len(rows)),
        coverage=coverage_of(
            f"the dated insights of the {horizon} up to {day}",
            len(rows),
            f"no {kind} has an insight in that time",
        ),
        next=[_follow(kind, thing) for thing, _ in page[:1]],
    )


def _not_assessed(
    call: Call, kind: TrendKind, horizon: Horizon, day: str | None, why: str
) -> Trending:
    return Trending(
        as_of=day,
        horizon=horizon,
        kind=kind,
        assessed=False,
        trending=[],
        page=call.page(0, 0, 0),
        coverage=Coverage(searched="nothing", note=f"not assessed: {why}"),
        next=[next_call("corpus_trending", "what is known", kind="topic")],
    )


def _follow(kind: TrendKind, thing: str) -> NextCall:
    match kind:
        case "topic":
            return next_call("topic_timeline", "its episodes by date", topic=thing)
        case "person":
            return next_call("person_positions", "what the first states", person=thing)
        case "org":
            return next_call("insights_about_entity", "what is said of it", entity=thing)
        case _:
            return next_call("show_episodes", "its episodes", show=thing)


class LedTopic(Part):
    """A topic and how many persons have something to say on it."""

    id: str
    display_name: str
    people: Annotated[int, Field(description="Distinct speakers.")]
    insights: int
    shows: int


class PerspectiveLeaders(Answer):
    """Topics by the number of distinct speakers."""

    primary: ClassVar[str | None] = "topics"

    topics: list[LedTopic]

    def as_markdown(self) -> str:
        """A line a topic."""
        return "\n".join(
            f"- {topic.display_name} ({topic.id}): {counted(topic.people, 'speaker')},"
            f" {counted(topic.insights, 'insight')}, {counted(topic.shows, 'show')}"
            for topic in self.topics
        )


def topic_perspective_leaders(
    call: Call, limit: Limit = 10, cursor: Cursor = None, max_tokens: MaxTokens = 4_000
) -> PerspectiveLeaders:
    """List the topics on which the most different people speak.

    Use it to find subjects with many views. Not for what they say: use who_said_about_topic.
    Next: who_said_about_topic with a topic.
    """
    snapshot = call.snapshot
    rows = topics_by_voices(snapshot.catalogue)
    offset = call.offset_of(cursor)
    page = rows[offset : offset + limit]
    return PerspectiveLeaders(
        topics=[
            LedTopic(
                id=row.topic_id,
                display_name=display_name(snapshot, row.topic_id),
                people=row.people,
                insights=row.insights,
                shows=row.shows,
            )
            for row in page
        ],
        page=call.page(offset, len(page), len(rows)),
        coverage=coverage_of(
            "the insights whose speaker is known", len(rows), _why_no_leader(snapshot)
        ),
        next=[
            next_call("who_said_about_topic", "the views on the first", topic=row.topic_id)
            for row in page[:1]
        ],
    )


def _why_no_leader(snapshot: Snapshot) -> str:
    if snapshot.catalogue.count("insights"):
        return "no insight with a known speaker is about a topic"
    return "the corpus has no insights"
