"""How favourable a statement sounds, by VADER (Hutto and Gilbert 2014)."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Protocol

SentimentLabel = Literal["negative", "neutral", "positive"]
# The bounds that VADER's authors give for its compound score.
NEUTRAL_WITHIN = 0.05


@dataclass(frozen=True, slots=True)
class Sentiment:
    """A label, and the compound score from -1 to 1 that it comes from."""

    label: SentimentLabel
    compound: float


class SentimentScorer(Protocol):
    """Scores English; safe to call from several threads at once."""

    def compound(self, text: str) -> float:
        """From -1, most negative, to 1, most positive; the same text always scores the same."""
        ...


def sentiment(text: str, language: str | None, scorer: SentimentScorer) -> Sentiment | None:
    """The sentiment of a text, or null where its language is known and not English.

    A text of unknown language counts as English.
    """
    if language is not None and language.partition("-")[0].lower() != "en":
        return None
    compound = round(scorer.compound(text), 4)
    if compound >= NEUTRAL_WITHIN:
        return Sentiment("positive", compound)
    if compound <= -NEUTRAL_WITHIN:
        return Sentiment("negative", compound)
    return Sentiment("neutral", compound)


@cache
def vader() -> SentimentScorer:
    """The scorer over VADER's own lexicon, loaded once."""
    return _Vader()


class _Vader:
    def __init__(self) -> None:
        from vaderSentiment import vaderSentiment  # pyright: ignore[reportMissingTypeStubs]

        self._analyzer: Any = vaderSentiment.SentimentIntensityAnalyzer()

    def compound(self, text: str) -> float:
        return float(self._analyzer.polarity_scores(text)["compound"])
