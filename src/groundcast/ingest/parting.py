"""Cutting a turn into parts of different kinds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from groundcast.ingest.source import ReadTurn
from groundcast.records import TimeMark, TurnKind

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]+[\"”’)]*\s*|\n|$)")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, with the white space after them."""
    return [found.span() for found in _SENTENCE.finditer(text) if found.end() > found.start()]


def parted(turn: ReadTurn, spans: Sequence[tuple[int, int]], kind: TurnKind) -> list[ReadTurn]:
    """The turn with each span as a turn of a kind, and what stands between as it was."""
    parts: list[ReadTurn] = []
    place = 0
    for start, end in spans:
        parts += _cut(turn, place, start)
        parts += (replace(part, kind=kind) for part in _cut(turn, start, end))
        place = end
    return [*parts, *_cut(turn, place, len(turn.text))]


def _cut(turn: ReadTurn, start: int, end: int) -> Iterator[ReadTurn]:
    """A stretch of a turn as a turn of its own, without the white space at its ends."""
    words = turn.text[start:end]
    if not words.strip():
        return
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip())
    before = [mark for mark in turn.time_marks if mark.char <= start]
    inside = [mark for mark in turn.time_marks if start < mark.char < end]
    after = [mark.seconds for mark in turn.time_marks if mark.char >= end]
    opening = before[-1].seconds if before else turn.start_seconds
    marks = [TimeMark(mark.char - start, mark.seconds) for mark in inside]
    if before:
        marks.insert(0, TimeMark(0, before[-1].seconds))
    timed = turn.end_seconds is not None
    yield replace(
        turn,
        text=turn.text[start:end],
        start_seconds=turn.start_seconds if start == 0 else opening if timed else None,
        end_seconds=(after[0] if after else turn.end_seconds) if timed else None,
        time_marks=tuple(marks),
    )
