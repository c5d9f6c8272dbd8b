"""Parts that several tools answer with, and how they are made from what knowledge serves."""

from dataclasses import fields
from typing import Annotated

from pydantic import Field

from groundcast.capabilities.shapes import (
    CitationPart,
    EntityRef,
    Part,
    QuotePart,
    SpokenText,
)
from groundcast.citations import Citation
from groundcast.corpus.entries import EpisodeEntry, ShowEntry
from groundcast.corpus.ids import id_kind
from groundcast.errors import NotFound, shown
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import retired
from groundcast.records import InsightType
from groundcast.retrieval.results import InsightResult, QuotedSpan

_CITATION_FIELDS = [field.name for field in fields(Citation)]
Confidence = Annotated[
    float, Field(description="0 to 1: sure of attribution, completeness, topic.")
]
Salience = Annotated[float, Field(description="0 to 1: how much it matters in its episode.")]


class InsightPart(Part):
    """An insight with its quotes."""

    insight_id: str
    text: SpokenText
    insight_type: InsightType
    person_id: str | None
    speaker: str | None = None
    confidence: Confidence
    salience: Salience
    position_hint: Annotated[float, Field(description="0 to 1: where in the episode.")]
    quotes: list[QuotePart]
    topics: list[EntityRef] = []
    cut: bool = False


class ShowPart(Part):
    """A show."""

    podcast_id: str
    title: str
    episodes: int
    first_on: str | None = None
    last_on: str | None = None
    feed_url: str | None = None
    language: str | None = None
    licence: str | None = None


Gone = Annotated[bool, Field(description="Its feed no longer lists it.")]


class EpisodePart(Part):
    """An episode as lists name it."""

    episode_id: str
    title: str
    show_id: str
    show_title: str
    published_on: str | None
    language: str | None = None
    duration_seconds: float | None = None
    insights: int = 0
    url: str | None = None
    copy_of: str | None = None
    gone_from_feed: Gone = False


def citation_part(citation: Citation) -> CitationPart:
    """A citation in its one JSON form."""
    values = {name: getattr(citation, name) for name in _CITATION_FIELDS}
    return CitationPart(text=citation.as_text(), **values)


def quote_part(span: QuotedSpan) -> QuotePart:
    """A verified quote."""
    return QuotePart(quote_id=span.quote_id, text=span.text, citation=citation_part(span.citation))


def insight_part(snapshot: Snapshot, insight: InsightResult) -> InsightPart:
    """An insight with its quotes and the names of its topics."""
    return InsightPart(
        insight_id=insight.doc_id,
        text=insight.text,
        insight_type=insight.insight_type,
        person_id=insight.citation.person_id,
        speaker=insight.citation.speaker,
        confidence=insight.confidence,
        salience=insight.salience,
        position_hint=insight.position_hint,
        quotes=[quote_part(quote) for quote in insight.quotes],
        topics=entity_refs(snapshot, insight.topic_ids),
    )


def entity_refs(snapshot: Snapshot, ids: tuple[str, ...]) -> list[EntityRef]:
    """Ids with the names to show for them."""
    names = snapshot.catalogue.display_names(ids)
    return [EntityRef(id=thing, display_name=names[thing]) for thing in ids if thing in names]


def show_part(entry: ShowEntry) -> ShowPart:
    """A show with its span."""
    return ShowPart(
        podcast_id=entry.show.id,
        title=entry.show.title,
        episodes=entry.episodes,
        first_on=entry.first_on,
        last_on=entry.last_on,
        feed_url=entry.show.feed_url,
        language=entry.show.language,
        licence=entry.show.licence,
    )


def episode_part(entry: EpisodeEntry, show_title: str) -> EpisodePart:
    """An episode as lists name it."""
    episode = entry.episode
    return EpisodePart(
        episode_id=episode.id,
        title=episode.title,
        show_id=episode.show_id,
        show_title=show_title,
        published_on=episode.published_on,
        language=episode.language,
        duration_seconds=episode.duration_seconds,
        insights=entry.insights,
        url=episode.url,
        copy_of=episode.copy_of,
        gone_from_feed=episode.gone_from_feed,
    )


def followed(snapshot: Snapshot, insight: str) -> tuple[str, list[str]]:
    """An insight's id, or that of its successor where it has moved, with a note that says so."""
    moved = snapshot.catalogue.moved(insight)
    if moved is None or moved[0] is None:
        return insight, []
    return moved[0], [f"{shown(insight)} is {moved[0]} now: {moved[1]}."]


def no_insight(snapshot: Snapshot, value: str, *, withheld: int) -> NotFound:
    """The refusal of an insight's id that is unknown, retired, or whose quotes are withheld."""
    if withheld:
        return NotFound(
            f"insight: the quotes of {shown(value)} no longer match their transcript.",
            hint="Run: groundcast verify.",
        )
    moved = snapshot.catalogue.moved(value)
    if moved is not None:
        return retired("insight", value, moved[1])
    what = "no insight has the id" if id_kind(value) == "insight" else "no insight id:"
    return NotFound(f"insight: {what} {shown(value)!r}.", hint="Find ids with search_corpus.")
