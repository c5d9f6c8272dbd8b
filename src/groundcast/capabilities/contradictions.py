"""Where speakers contradict each other or their earlier selves, with both quotes."""

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import (
    InsightNode,
    coverage_of,
    insight_node,
    next_call,
    node_lines,
)
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    Limit,
    MaxTokens,
    Part,
    PersonArg,
    ShowArg,
    TopicArg,
)
from groundcast.corpus.edge_lookups import Joined
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.opposition import contradictions_of, sides
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.serving import Served, serve
from groundcast.records import EntityKind

AssessmentState = Literal["found", "assessed_none", "not_assessed"]


class AssessmentPart(Part):
    """What comparing statements came to; an empty answer means only what this says."""

    status: Annotated[
        AssessmentState,
        Field(description="assessed_none: what was compared agrees. not_assessed: no all-clear."),
    ]
    reason: str


class OpposedPair(Part):
    """Two insights that cannot both hold, the one said first before the other."""

    kind: Annotated[
        str, Field(description="disagreement, reversal (one speaker), or figures that exclude.")
    ]
    first: InsightNode
    second: InsightNode


class Contradictions(Answer):
    """Pairs that contradict each other, newest first."""

    primary: ClassVar[str | None] = "pairs"

    assessment: AssessmentPart
    pairs: list[OpposedPair]

    def as_markdown(self) -> str:
        """The state of the assessment, then both sides of each pair."""
        lines = [f"{self.assessment.status}: {self.assessment.reason}"]
        for pair in self.pairs:
            lines.append(pair_head(pair))
            lines += node_lines((pair.first, pair.second), indent="  ")
        return "\n".join(lines)


def contradictions(
    call: Call,
    person: PersonArg = None,
    topic: TopicArg = None,
    show: ShowArg = None,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> Contradictions:
    """Find where speakers contradict each other or themselves, with both quotes.

    Use it for disagreements, changed minds and figures that exclude each other. Not for different
    views in general: use who_said_about_topic. Next: insight_detail on either side.
    """
    snapshot = call.snapshot
    person_id = _resolved(snapshot, person, "person")
    topic_id = _resolved(snapshot, topic, "topic")
    show_id = None if show is None else resolve_one(snapshot, show, ("show",), "show")
    found, assessed = contradictions_of(snapshot, person_id, topic_id, show_id)
    offset = call.offset_of(cursor)
    page = found[offset : offset + limit]
    served = serve(snapshot, sides(page))
    pairs = opposed_pairs(page, served)
    about = " and ".join(
        display_name(snapshot, each) for each in (person_id, topic_id, show_id) if each is not None
    )
    follow = [next_call("insight_detail", "one side whole", insight=p.first.id) for p in pairs[:1]]
    if topic_id is not None:
        follow.append(next_call("who_said_about_topic", "all voices on it", topic=topic_id))
    elif person_id is not None:
        follow.append(next_call("person_positions", "all that they state", person=person_id))
    return Contradictions(
        assessment=AssessmentPart(status=assessed.state, reason=assessed.reason),
        pairs=pairs,
        page=call.page(offset, len(page), len(found)),
        coverage=coverage_of(
            f"the compared statements{f' of {about}' if about else ''}",
            len(found),
            assessed.reason,
            withheld=served.withheld_quotes,
        ),
        next=follow,
    )


def opposed_pairs(found: Iterable[Joined], served: Served) -> list[OpposedPair]:
    """Pairs both of whose ends still have their words."""
    return [
        OpposedPair(
            kind=pair.kind or "disagreement",
            first=insight_node(served.insights[pair.first_id]),
            second=insight_node(served.insights[pair.second_id]),
        )
        for pair in found
        if {pair.first_id, pair.second_id} <= served.insights.keys()
    ]


def pair_head(pair: OpposedPair) -> str:
    """The kind of conflict and its dates, as a line."""
    dates = " and ".join(day or "undated" for day in _dates((pair.first, pair.second)))
    return f"- {pair.kind}, {dates}"


def _dates(nodes: Sequence[InsightNode]) -> list[str | None]:
    return list(dict.fromkeys(node.published_on for node in nodes))


def _resolved(snapshot: Snapshot, value: str | None, kind: EntityKind) -> str | None:
    return None if value is None else resolve_one(snapshot, value, (kind,), kind)
