"""How favourable an insight's words sound, as tools say it."""

from typing import Annotated

from pydantic import Field

from groundcast.capabilities.shapes import Part
from groundcast.enrichment.sentiment import SentimentLabel, sentiment, vader


class SentimentPart(Part):
    """How favourable an insight's own words sound; says nothing of its position."""

    label: SentimentLabel
    compound: Annotated[float, Field(description="VADER, -1 to 1; neutral within 0.05 of 0.")]


def sentiment_part(text: str, language: str | None) -> SentimentPart | None:
    """The sentiment of a text, or null where none is known for its language."""
    found = sentiment(text, language, vader())
    return SentimentPart(label=found.label, compound=found.compound) if found else None
