"""Which of the transcripts that a feed offers to take, and whether one is what it promised."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from groundcast.errors import UnreadableSource
from groundcast.ingest.feeds import FeedTranscript
from groundcast.ingest.source import ReadTranscript

MIN_PAGE_WORDS = 100

# By what they carry: voices and exact times, times, voices, words.
_RANKS = {"podcast-json": 0, "vtt": 1, "srt": 2, "html": 3, "text": 4}
_UNKNOWN = 5
_BY_TYPE = {
    "application/json": "podcast-json",
    "text/json": "podcast-json",
    "text/vtt": "vtt",
    "application/vtt": "vtt",
    "application/srt": "srt",
    "application/x-subrip": "srt",
    "text/srt": "srt",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "text",
}
_BY_SUFFIX = {
    ".json": "podcast-json",
    ".vtt": "vtt",
    ".srt": "srt",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
    ".md": "text",
}


def ranked_offers(
    offers: Sequence[FeedTranscript], language: str | None
) -> tuple[FeedTranscript, ...]:
    """The offers, best first: the show's language before others, then what the format carries.

    An offer that states no language counts as being in the show's.
    """
    return tuple(
        sorted(
            offers,
            key=lambda offer: (
                _primary(offer.language or language) != _primary(language) and language is not None,
                _RANKS.get(promised_format(offer) or "", _UNKNOWN),
                offer.rel == "captions",
            ),
        )
    )


def promised_format(offer: FeedTranscript) -> str | None:
    """The format by stated type, else by the address's ending."""
    suffix = PurePosixPath(urlsplit(offer.url).path).suffix.lower()
    return _BY_TYPE.get(offer.type) or _BY_SUFFIX.get(suffix)


def check_promise(read: ReadTranscript, offer: FeedTranscript) -> None:
    """Raises UnreadableSource where a web page on which nobody speaks came as a transcript."""
    if read.format != "html" or any(turn.speaker_label for turn in read.turns):
        return
    promised = promised_format(offer)
    if promised not in (None, "html"):
        raise UnreadableSource(f"It is a web page; the feed promises {promised}.")
    words = sum(len(turn.text.split()) for turn in read.turns if turn.kind == "speech")
    if words < MIN_PAGE_WORDS:
        raise UnreadableSource("It is a web page that holds no transcript.")


def _primary(language: str | None) -> str:
    return (language or "").partition("-")[0].partition("_")[0].lower()
