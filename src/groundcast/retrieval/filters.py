"""Which rows a search may give: one meaning, whatever the backend and the tier."""

from collections.abc import Iterator
from dataclasses import dataclass

from groundcast.records import InsightType
from groundcast.retrieval.results import Tier
from groundcast.retrieval.rows import InsightFacet, Row


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that must all hold; within one field any of the values will do, none means any.

    Days are date ordinals, both ends included; a row without a date passes neither end. A person
    speaks in the segment, or the insight is theirs. Topic, type and grounded_only hold when one
    insight (the row's own, or one whose quote the segment holds) passes all three.
    """

    tiers: tuple[Tier, ...] = ()
    show_ids: tuple[str, ...] = ()
    episode_ids: tuple[str, ...] = ()
    person_ids: tuple[str, ...] = ()
    topic_ids: tuple[str, ...] = ()
    since_day: int | None = None
    until_day: int | None = None
    insight_type: InsightType | None = None
    grounded_only: bool = False
    include_copies: bool = False

    @property
    def asks_insights(self) -> bool:
        """Whether an insight must pass, so that rows without any are left out."""
        return bool(self.topic_ids) or self.insight_type is not None or self.grounded_only


def matches(row: Row, wanted: Filter) -> bool:
    """Whether a row passes; the definition that every backend must agree with."""
    return (
        (not wanted.tiers or row.tier in wanted.tiers)
        and (not wanted.show_ids or row.show_id in wanted.show_ids)
        and (not wanted.episode_ids or row.episode_id in wanted.episode_ids)
        and (not wanted.person_ids or bool(set(wanted.person_ids) & set(row.person_ids)))
        and _in_time(row, wanted)
        and (wanted.include_copies or not row.is_copy)
        and (
            not wanted.asks_insights
            or any(_facet_matches(facet, wanted) for facet in row.insight_facets)
        )
    )


def row_tokens(row: Row) -> tuple[str, ...]:
    """The tokens under which a backend files a row so that it can answer filters by lookup."""
    tokens = [f"tier/{row.tier}", f"show/{row.show_id}", f"episode/{row.episode_id}"]
    tokens += [f"person/{person_id}" for person_id in row.person_ids]
    if row.is_copy:
        tokens.append(COPY_TOKEN)
    for facet in row.insight_facets:
        tokens += _facet_tokens(facet)
    return tuple(dict.fromkeys(tokens))


COPY_TOKEN = "copy"


def required_tokens(wanted: Filter) -> tuple[tuple[str, ...], ...]:
    """Groups of tokens: a row passes when it has at least one of every group.

    Dates and copies are not among them: a backend compares days and leaves out COPY_TOKEN itself.
    """
    groups: list[tuple[str, ...]] = []
    if wanted.tiers:
        groups.append(tuple(f"tier/{tier}" for tier in wanted.tiers))
    if wanted.show_ids:
        groups.append(tuple(f"show/{show_id}" for show_id in wanted.show_ids))
    if wanted.episode_ids:
        groups.append(tuple(f"episode/{episode_id}" for episode_id in wanted.episode_ids))
    if wanted.person_ids:
        groups.append(tuple(f"person/{person_id}" for person_id in wanted.person_ids))
    if wanted.asks_insights:
        grounded = "grounded" if wanted.grounded_only else ANY
        kind = wanted.insight_type or ANY
        topics = wanted.topic_ids or (ANY,)
        groups.append(tuple(f"insight/{kind}/{grounded}/{topic_id}" for topic_id in topics))
    return tuple(groups)


ANY = "*"


def _facet_tokens(facet: InsightFacet) -> Iterator[str]:
    for kind in (ANY, facet.insight_type):
        for grounded in (ANY, "grounded") if facet.grounded else (ANY,):
            for topic_id in (ANY, *facet.topic_ids):
                yield f"insight/{kind}/{grounded}/{topic_id}"


def _facet_matches(facet: InsightFacet, wanted: Filter) -> bool:
    return (
        (not wanted.topic_ids or bool(set(wanted.topic_ids) & set(facet.topic_ids)))
        and (wanted.insight_type is None or facet.insight_type == wanted.insight_type)
        and (facet.grounded or not wanted.grounded_only)
    )


def _in_time(row: Row, wanted: Filter) -> bool:
    if wanted.since_day is None and wanted.until_day is None:
        return True
    if row.day is None:
        return False
    return (wanted.since_day is None or row.day >= wanted.since_day) and (
        wanted.until_day is None or row.day <= wanted.until_day
    )
