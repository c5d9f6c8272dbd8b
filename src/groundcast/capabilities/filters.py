"""The filters that searching tools share: from what callers write to what a search takes."""

from dataclasses import dataclass, replace
from typing import Literal

from groundcast.capabilities.dates import check_range, day_number, first_day, last_day
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import resolve_one
from groundcast.records import InsightType
from groundcast.retrieval.filters import Filter


@dataclass(frozen=True, slots=True)
class Filters:
    """The arguments as given; names and ids alike."""

    tier: Literal["insight", "segment", "both"] = "both"
    grounded_only: bool = False
    insight_type: InsightType | None = None
    show: str | None = None
    since: str | None = None
    until: str | None = None
    person: str | None = None
    topic: str | None = None
    episode: str | None = None
    include_copies: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """The filter, and how many segments and insights lack the date that it asks for."""

    filter: Filter
    undated_left_out: int


def filters_of(snapshot: Snapshot, given: Filters) -> Chosen:
    """Resolves names and dates; raises NotFound, Ambiguous and InvalidArgument."""
    since, until = first_day(given.since), last_day(given.until)
    check_range(since, until)

    def ids(
        value: str | None, kind: Literal["show", "person", "topic", "episode"]
    ) -> tuple[str, ...]:
        return () if value is None else (resolve_one(snapshot, value, (kind,), kind),)

    dateless = Filter(
        tiers=() if given.tier == "both" else (given.tier,),
        show_ids=ids(given.show, "show"),
        episode_ids=ids(given.episode, "episode"),
        person_ids=ids(given.person, "person"),
        topic_ids=ids(given.topic, "topic"),
        insight_type=given.insight_type,
        grounded_only=given.grounded_only,
        include_copies=given.include_copies,
    )
    if since is None and until is None:
        return Chosen(dateless, 0)
    dated = replace(dateless, since_day=day_number(since), until_day=day_number(until))
    any_day = replace(dateless, since_day=0)
    backend = snapshot.backend
    return Chosen(dated, backend.count(dateless) - backend.count(any_day))
