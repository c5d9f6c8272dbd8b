"""Which of the transcripts that a feed offers to take, and whether one is what it promised."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from groundcast.errors import UnreadableSource
from groundcast.ingest.feeds import FeedTranscript
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.voices import identify_voices
from groundcast.records import Credit, TimeSource

MIN_PAGE_WORDS = 100

_NAMES, _LABELS = 4, 1
_TIMES: Mapping[TimeSource, int] = {"exact": 2, "sparse": 1, "none": 0}
# By what they may carry: voices and exact times, times, voices, words.
_RANKS = {"podcast-json": 0, "vtt": 1, "ttml": 2, "srt": 3, "sbv": 4, "html": 5, "text": 6}
_UNKNOWN = 7
_BY_TYPE = {
    "application/json": "podcast-json",
    "text/json": "podcast-json",
    "text/vtt": "vtt",
    "application/vtt": "vtt",
    "application/srt": "srt",
    "application/x-subrip": "srt",
    "text/srt": "srt",
    "application/ttml+xml": "ttml",
    "text/sbv": "sbv",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "text",
}
_BY_SUFFIX = {
    ".json": "podcast-json",
    ".vtt": "vtt",
    ".srt": "srt",
    ".ttml": "ttml",
    ".dfxp": "ttml",
    ".sbv": "sbv",
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
                is_foreign(offer, language),
                _RANKS.get(promised_format(offer) or "", _UNKNOWN),
                offer.rel == "captions",
            ),
        )
    )


def is_foreign(offer: FeedTranscript, language: str | None) -> bool:
    """Whether an offer says that it is in another language than the show's."""
    return _primary(offer.language or language) != _primary(language) and language is not None


@dataclass(frozen=True, slots=True, order=True)
class Carried:
    """What a transcript carries beside words, by worth: whose voices, then when.

    `voices` is 4 where most words have a speaker's name, 1 where most have a label that is none,
    such as "Speaker 1"; `times` is 2 for exact ones, 1 for one here and there.
    """

    worth: int
    voices: int
    times: int

    @property
    def everything(self) -> bool:
        """Whether nothing can carry more."""
        return self.voices == _NAMES and self.times == _TIMES["exact"]

    def lack(self, taken: "Carried") -> str:
        """Why this is not taken where another is."""
        if self.voices < taken.voices:
            return "names no speakers" if self.voices == 0 else "names fewer speakers"
        if self.times < taken.times:
            return "has no times" if self.times == 0 else "has fewer times"
        return "carries no more than the one taken"


def carried(read: ReadTranscript, credits: Sequence[Credit]) -> Carried:
    """What a transcript carries, of the words that are speech."""
    names = {voice.label for voice in identify_voices(read, credits) if voice.name}
    words, labelled, named = 0, 0, 0
    for turn in read.turns:
        if turn.kind == "speech":
            size = len(turn.text.split())
            words += size
            labelled += size if turn.speaker_label else 0
            named += size if turn.speaker_label in names else 0
    voices = _NAMES if named * 2 > words else _LABELS if labelled * 2 > words else 0
    times = _TIMES[read.time_source]
    return Carried(voices + times, voices, times)


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
