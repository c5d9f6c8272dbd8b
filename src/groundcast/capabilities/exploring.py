"""Insights by facets: filter, sort, count."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import coverage_of, next_call
from groundcast.capabilities.parts import InsightPart, insight_part
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    IncludeCopies,
    Limit,
    MaxTokens,
    Part,
    PersonArg,
    TopicArg,
)
from groundcast.capabilities.text import cited, quotation
from groundcast.corpus.insight_lookups import (
    Facets,
    InsightFilter,
    Order,
    count_insights,
    facets,
    insight_ids,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import resolve_one
from groundcast.knowledge.serving import serve
from groundcast.records import InsightType

FACET_SIZE = 5


class FacetCount(Part):
    """How many of the insights have this."""

    id: str
    display_name: str
    insights: int


class FacetsPart(Part):
    """How all insights that pass the filters divide, not only this page."""

    insight_type: dict[InsightType, int]
    shows: list[FacetCount]
    topics: list[FacetCount]
    people: list[FacetCount]
    unattributed: Annotated[int, Field(description="Insights whose speaker is unknown.")]


class ExploredInsights(Answer):
    """Insights with their quotes, and facets over all that pass."""

    primary: ClassVar[str | None] = "insights"

    insights: list[InsightPart]
    facets: FacetsPart

    def as_markdown(self) -> str:
        """The facets on a line each, then a few lines an insight."""
        kinds = ", ".join(f"{kind} {n}" for kind, n in self.facets.insight_type.items())
        lines = [f"insight_type: {kinds or 'none'}"]
        for name in ("shows", "topics", "people"):
            counts: list[FacetCount] = getattr(self.facets, name)
            listed = ", ".join(f"{c.display_name} ({c.id}) {c.insights}" for c in counts)
            lines.append(f"{name}: {listed or 'none'}")
        lines.append(f"unattributed: {self.facets.unattributed}")
        return "\n".join([*lines, *_insight_lines(self.insights)])


def explore_insights(
    call: Call,
    topic: TopicArg = None,
    person: PersonArg = None,
    insight_type: Annotated[
        InsightType | None, Field(description="Only insights of this type.")
    ] = None,
    grounded_only: Annotated[
        bool, Field(description="Only what a verified quote supports.")
    ] = False,
    min_confidence: Annotated[
        float | None, Field(ge=0, le=1, description="Only insights at least this sure.")
    ] = None,
    sort: Annotated[
        Literal["confidence", "time", "salience"],
        Field(description="Highest first; time: newest first."),
    ] = "salience",
    include_copies: IncludeCopies = False,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> ExploredInsights:
    """Browse insights by topic, person, type and confidence, with counts.

    Use it to see what kinds of statements there are. Not for a question in words: use
    search_corpus. Next: insight_detail, or the same with a facet's id as filter.
    """
    snapshot = call.snapshot
    wanted = InsightFilter(
        topic_id=None if topic is None else resolve_one(snapshot, topic, ("topic",), "topic"),
        person_id=None if person is None else resolve_one(snapshot, person, ("person",), "person"),
        insight_type=insight_type,
        grounded_only=grounded_only,
        min_confidence=min_confidence,
        copies="included" if include_copies else "left out",
    )
    order: Order = sort
    offset = call.offset_of(cursor)
    ids = insight_ids(snapshot.catalogue, wanted, order, offset, limit)
    counted = facets(snapshot.catalogue, wanted, FACET_SIZE)
    copies = (
        0 if include_copies else count_insights(snapshot.catalogue, replace(wanted, copies="only"))
    )
    served = serve(snapshot, ids)
    return ExploredInsights(
        insights=[insight_part(snapshot, insight) for insight in served.insights.values()],
        facets=_facets_part(snapshot, counted),
        page=call.page(offset, len(ids), counted.total),
        coverage=coverage_of(
            f"{snapshot.catalogue.count('insights')} insights",
            counted.total,
            f"the {copies} that pass stand in re-aired copies; set include_copies"
            if copies
            else "no insight passes all of these filters",
            copies=copies,
            withheld=served.withheld_quotes,
        ),
        next=[next_call("insight_detail", "the first one whole", insight=i) for i in ids[:1]]
        or [next_call("corpus_status", "what there is")],
    )


def _facets_part(snapshot: Snapshot, counted: Facets) -> FacetsPart:
    shows = counted.shows[:FACET_SIZE]
    people = counted.people[:FACET_SIZE]
    titles = {e.show.id: e.show.title for e in snapshot.catalogue.shows(i for i, _ in shows)}
    names = snapshot.catalogue.display_names(i for i, _ in (*people, *counted.topics))
    return FacetsPart(
        insight_type=dict(counted.by_type),
        shows=_counts(shows, titles),
        topics=_counts(counted.topics, names),
        people=_counts(people, names),
        unattributed=counted.unattributed,
    )


def _counts(counted: Iterable[tuple[str, int]], names: Mapping[str, str]) -> list[FacetCount]:
    return [FacetCount(id=i, display_name=names[i], insights=n) for i, n in counted]


def _insight_lines(insights: Iterable[InsightPart]) -> Iterator[str]:
    for insight in insights:
        topics = ", ".join(topic.id for topic in insight.topics)
        yield (
            f"- {insight.insight_type} {insight.insight_id} confidence {insight.confidence:g}"
            f" salience {insight.salience:g}{f' about {topics}' if topics else ''}"
        )
        words = [quote.text for quote in insight.quotes]
        if not any(insight.text.casefold() in said.casefold() for said in words):
            yield quotation(insight.text, indent="  ", cut=insight.cut)
        for quote in insight.quotes:
            yield quotation(quote.text, indent="  ", cut=quote.cut)
            yield cited(quote.citation, indent="  ")
