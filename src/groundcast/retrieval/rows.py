"""A row of the index: a segment or an insight with what it is found and filtered by."""

from dataclasses import dataclass

from groundcast.models.protocols import WordPieces
from groundcast.records import InsightType
from groundcast.retrieval.results import Tier

# The embedding model reads this many word pieces, two of which mark the ends of the text.
MODEL_PIECES = 256
_MARKER_PIECES = 2
_LONGEST_TITLE = 80
_LONGEST_SPEAKER = 40


@dataclass(frozen=True, slots=True)
class InsightFacet:
    """What one insight can be filtered by; `grounded` as in the insight's record."""

    insight_type: InsightType
    grounded: bool
    topic_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A segment or an insight as it is indexed.

    `day` is the proleptic ordinal of `published_on`. `insight_facets` has one entry for the
    insight itself or for each insight of which the segment holds a quote. `extra_terms` are words
    that find the row without standing in it, such as aliases. `person_ids` are those who speak in
    the segment, or the one whose insight it is.
    """

    id: str
    tier: Tier
    episode_id: str
    show_id: str
    person_ids: tuple[str, ...]
    day: int | None
    is_copy: bool
    insight_facets: tuple[InsightFacet, ...]
    text: str
    show_title: str
    episode_title: str
    speakers: tuple[str, ...] = ()
    published_on: str | None = None
    extra_terms: tuple[str, ...] = ()

    @property
    def topic_ids(self) -> tuple[str, ...]:
        """Every topic of its insights, each once, in order."""
        return tuple(dict.fromkeys(t for facet in self.insight_facets for t in facet.topic_ids))


def context(row: Row) -> str:
    """Show, episode title, date and first speaker, as `Show. Title. 2021-03-17. Speaker`."""
    parts = (
        row.show_title[:_LONGEST_TITLE],
        row.episode_title[:_LONGEST_TITLE],
        row.published_on or "",
        row.speakers[0][:_LONGEST_SPEAKER] if row.speakers else "",
    )
    return ". ".join(part.strip() for part in parts if part.strip())


def embedded_text(row: Row, word_pieces: WordPieces) -> str:
    """The context in front of the text; the context gives way where both exceed the model.

    A text that alone exceeds the model is left whole: the model reads its beginning.
    """
    before = context(row)
    room = MODEL_PIECES - _MARKER_PIECES - word_pieces.count(row.text)
    words = before.split()
    while words and word_pieces.count(" ".join(words)) > room:
        words.pop()
    return f"{' '.join(words)}\n{row.text}" if words else row.text
