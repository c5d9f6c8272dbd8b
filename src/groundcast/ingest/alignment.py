"""Where a span of a source's own text stands in the canonical text that was read from it."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from groundcast.records import Transcript

# A label or a time between two pieces is shorter than this, in characters that are not blank.
REACH = 200
_IGNORED = frozenset("\ufeff\u200b\u2060\u00ad")
_LABEL_MARKS = re.compile(r"[:\])>*–—-]+")
_TIME = re.compile(r"[\d:.,()\[\]>*–—-]*")
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters of a text that are not blank, decomposed, each with its offset in the text.

    Two texts that differ only in blanks, line ends and the form of their accents have equal ones.
    """

    chars: str
    offsets: list[int]

    @classmethod
    def of(cls, text: str) -> "Marks":
        """Those of a text."""
        if text.isascii():
            kept = [(char, at) for at, char in enumerate(text) if not char.isspace()]
        else:
            kept = [
                (part, at)
                for at, char in enumerate(text)
                if not char.isspace() and char not in _IGNORED
                for part in unicodedata.normalize("NFD", char)
            ]
        return cls("".join(char for char, _ in kept), [at for _, at in kept])

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Which of the characters stand in a span of the text; half-open."""
        return bisect_left(self.offsets, start), bisect_left(self.offsets, end)

    def is_whole(self, first: int, last: int) -> bool:
        """Whether the characters between begin and end no word in its middle; half-open."""
        return not any(
            0 < at < len(self.chars)
            and self.chars[at - 1].isalnum()
            and self.chars[at].isalnum()
            and self.offsets[at] == self.offsets[at - 1] + 1
            for at in (first, last)
        )


class Alignment:
    """Maps spans of `source` to spans of a transcript that was read from the same words.

    The source may have labels, times and line breaks that the transcript has not; a stretch that
    the transcript lacks, or has otherwise, maps to nothing.
    """

    def __init__(self, source: str, transcript: Transcript) -> None:
        self._text = transcript.text
        self._source = Marks.of(source)
        self._canonical = Marks.of(transcript.text)
        self._places = self._placed(transcript)

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The span with the same words, blanks at its ends left out; null where there is none."""
        first, last = self._source.between(start, end)
        if first >= last:
            return None
        begin, stop = self._places[first], self._places[last - 1]
        if _NOWHERE in (begin, stop) or stop < begin:
            return None
        offsets = self._canonical.offsets
        found = offsets[begin], offsets[stop] + 1
        same = Marks.of(self._text[slice(*found)]).chars == self._source.chars[first:last]
        return found if same else None

    def _placed(self, transcript: Transcript) -> list[int]:
        """For each character of the source, which of the canonical ones it is, or `_NOWHERE`."""
        source, canonical = self._source.chars, self._canonical.chars
        if source == canonical:
            return list(range(len(source)))
        places = [_NOWHERE] * len(source)
        cursor = missed = 0
        for piece in _pieces(transcript):
            begin, stop = self._canonical.between(piece.start, piece.end)
            words = canonical[begin:stop]
            if not words:
                continue
            at = _find(self._source, words, piece.labels, cursor, REACH + 2 * missed)
            if at is None:
                missed += len(words)
                continue
            places[at : at + len(words)] = range(begin, stop)
            cursor, missed = at + len(words), 0
        return places


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the canonical text that a source has without a break: a cue, or a turn.

    `labels` are what the source may call its voice.
    """

    start: int
    end: int
    labels: tuple[str, ...]


def _pieces(transcript: Transcript) -> Iterator[_Piece]:
    names = {
        speaker.label: (speaker.label, *((speaker.name,) if speaker.name else ()))
        for speaker in transcript.speakers
    }
    marks = [mark.char for mark in transcript.time_marks]
    for turn in transcript.turns:
        labels = names.get(turn.speaker_label or "", ())
        inside = marks[bisect_right(marks, turn.char_start) : bisect_left(marks, turn.char_end)]
        cuts = [turn.char_start, *inside, turn.char_end]
        for start, end in pairwise(cuts):
            yield _Piece(start, end, tuple(Marks.of(label).chars for label in labels))


def _find(source: Marks, words: str, labels: Iterable[str], cursor: int, reach: int) -> int | None:
    """Where `words` come next: behind their label, at once, behind a mark, or within reach.

    Whole words are preferred: the "I" that someone says is not that of "Ian:".
    """
    chars = source.chars
    timed = _TIME.match(chars, cursor)
    begins = timed.end() if timed else cursor
    for label in labels:
        marks = _LABEL_MARKS.match(chars, begins + len(label))
        if marks and chars.startswith(label, begins) and chars.startswith(words, marks.end()):
            return marks.end()
    limit = cursor + reach + len(words)
    behind = (mark.end() for mark in _LABEL_MARKS.finditer(chars, cursor, limit))
    likely = [at for at in (cursor, *behind) if chars.startswith(words, at)]
    first = chars.find(words, cursor, limit)
    found = [*likely, first] if first != _NOWHERE else likely
    return next((at for at in found if source.is_whole(at, at + len(words))), (found or [None])[0])
