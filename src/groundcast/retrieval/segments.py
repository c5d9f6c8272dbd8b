"""Cuts a transcript into stretches that the embedding model can read whole.

Borders fall at the ends of turns where that is possible without segments of very different size,
else at the ends of sentences, and inside a sentence only where it is long. Borders look alike from
both sides: what a segment ends with, the next one repeats.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from groundcast.corpus.ids import segment_id
from groundcast.corpus.times import span_seconds
from groundcast.models.protocols import WordPieces
from groundcast.records import Segment, Transcript, Turn

# With the show, title, date and speaker in front, a text of 220 pieces fits a model of 256.
MAX_PIECES = 220
OVERLAP_PIECES = 44
_LEAST_OVERLAP = 28
_MOST_OVERLAP = 60
# Parts no longer than an overlap, so that there is always a place to begin the next segment.
_PART_PIECES = 40
_LEAST_FILL = 0.7

_SENTENCE_END = re.compile(r"(?:[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+[」』”]?|\n)\s*")
_ABBREVIATION = re.compile(
    r"(?:\b\w|\b(?:mr|mrs|ms|dr|st|vs|etc|no|jr|sr|prof))\.\s*$", re.IGNORECASE
)
_WORD_START = re.compile(r"(?<=\s)\S")

_TURN_END, _SENTENCE, _INSIDE = 2, 1, 0


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a turn that is never cut; `border` says what its end is."""

    start: int
    end: int
    pieces: int
    border: int


def cut_segments(
    episode_id: str, transcript: Transcript, word_pieces: WordPieces
) -> tuple[Segment, ...]:
    """The segments of an episode in order; sponsor, music and stage turns are in none of them."""
    segments: list[Segment] = []
    for turns in _speech_runs(transcript):
        parts = [part for turn in turns for part in _parts_of(transcript, turn, word_pieces)]
        for start, end in _spans(parts):
            segments.append(_segment(episode_id, transcript, turns, start, end))
    return tuple(segments)


def _speech_runs(transcript: Transcript) -> Iterator[list[Turn]]:
    """Neighbouring speech turns with nothing else between them."""
    run: list[Turn] = []
    for turn in transcript.turns:
        if turn.kind == "speech":
            run.append(turn)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _parts_of(transcript: Transcript, turn: Turn, word_pieces: WordPieces) -> list[_Part]:
    parts: list[_Part] = []
    for start, end in _sentences(transcript.text, turn.char_start, turn.char_end):
        pieces = word_pieces.count(transcript.text[start:end])
        if pieces <= _PART_PIECES:
            parts.append(_Part(start, end, pieces, _SENTENCE))
        else:
            parts += _long_sentence(transcript.text, start, end, pieces, word_pieces)
    if parts:
        last = parts[-1]
        parts[-1] = _Part(last.start, last.end, last.pieces, _TURN_END)
    return parts


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Spans without white space at their ends."""
    at = start
    for found in _SENTENCE_END.finditer(text, start, end):
        if found.end() == end or not _ABBREVIATION.search(text, at, found.end()):
            yield from _bare(text, at, found.end())
            at = found.end()
    yield from _bare(text, at, end)


def _bare(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    stretch = text[start:end]
    if stretch.strip():
        lead = len(stretch) - len(stretch.lstrip())
        yield start + lead, start + len(stretch.rstrip())


def _long_sentence(
    text: str, start: int, end: int, pieces: int, word_pieces: WordPieces
) -> Iterator[_Part]:
    """Cut in halves, between words where there are any, until each is short enough."""
    if pieces <= _PART_PIECES or end - start < 2:
        yield _Part(start, end, pieces, _INSIDE)
        return
    middle = (start + end) // 2
    borders = [found.start() for found in _WORD_START.finditer(text, start, end)]
    cut = min(borders, key=lambda at: (abs(at - middle), at), default=middle)
    if not start + (end - start) // 8 < cut < end - (end - start) // 8:
        cut = middle
    for half_start, half_end in ((start, cut), (cut, end)):
        for bare_start, bare_end in _bare(text, half_start, half_end):
            count = word_pieces.count(text[bare_start:bare_end])
            yield from _long_sentence(text, bare_start, bare_end, count, word_pieces)


def _spans(parts: Sequence[_Part]) -> Iterator[tuple[int, int]]:
    """Character spans that cover the parts, of about equal size, each repeating a fifth."""
    if not parts:
        return
    before = [0, *accumulate(part.pieces for part in parts)]
    first = 0
    while before[-1] - before[first] > MAX_PIECES:
        last = _end_of_span(parts, before, first)
        yield parts[first].start, parts[last - 1].end
        first = _start_of_next(parts, before, first, last)
    yield parts[first].start, parts[-1].end


def _end_of_span(parts: Sequence[_Part], before: Sequence[int], first: int) -> int:
    """One past the last part: the best kind of border near the size that leaves equal rests."""
    left = before[-1] - before[first]
    count = -(-(left - OVERLAP_PIECES) // (MAX_PIECES - OVERLAP_PIECES))
    target = -(-(left + (count - 1) * OVERLAP_PIECES) // count)
    best: tuple[int, int, int] | None = None
    for last in range(first + 1, len(parts)):
        size = before[last] - before[first]
        if size > MAX_PIECES:
            break
        if size >= _LEAST_FILL * target:
            rank = (parts[last - 1].border, -abs(size - target), last)
            best = rank if best is None else max(best, rank)
    return best[2] if best else first + 1


def _start_of_next(parts: Sequence[_Part], before: Sequence[int], first: int, last: int) -> int:
    """The part the next segment starts with: a good border about a fifth before the end."""
    best: tuple[int, int, int] | None = None
    for start in range(last - 1, first, -1):
        overlap = before[last] - before[start]
        if overlap > _MOST_OVERLAP:
            break
        if overlap >= _LEAST_OVERLAP:
            rank = (parts[start - 1].border, -abs(overlap - OVERLAP_PIECES), start)
            best = rank if best is None else max(best, rank)
    return best[2] if best else last


def _segment(
    episode_id: str, transcript: Transcript, turns: Sequence[Turn], start: int, end: int
) -> Segment:
    text = transcript.text[start:end]
    chars: dict[str, int] = {}
    for turn in turns:
        shared = min(end, turn.char_end) - max(start, turn.char_start)
        if shared > 0 and turn.person_id is not None:
            chars[turn.person_id] = chars.get(turn.person_id, 0) + shared
    # max() keeps the first of equals: who speaks first.
    most = max(chars, key=chars.__getitem__, default=None)
    start_seconds, end_seconds = span_seconds(transcript, start, end)
    return Segment(
        id=segment_id(episode_id, start, end, text),
        episode_id=episode_id,
        char_start=start,
        char_end=end,
        start_seconds=start_seconds,
        end_seconds=end_seconds,
        time_exact=transcript.time_source == "exact",
        person_id=most,
        person_ids=tuple(chars),
        text=text,
    )
