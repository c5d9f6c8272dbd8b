"""Sponsor reads inside someone's turn: found by how they open, ended by what they sell."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from groundcast.ingest.source import ReadTurn
from groundcast.records import TimeMark

# A read says whom it is for before it says anything else; a mere mention of a sponsor does not.
_OPENING = re.compile(
    r"\b(?:(?:this|today['’]s|our) (?:episode|show|podcast|program|programme|segment)\b.{0,60}?"
    r"\b(?:is |are |was )?(?:brought to you|sponsored|supported|made possible)(?: \w+)? by"
    r"|support for (?:this|today['’]s|our) (?:episode|show|podcast)\b.{0,40}?\bcomes from"
    r"|(?:a |and )?(?:quick )?word from (?:our|today['’]s) sponsors?"
    r"|(?:thanks|thank you) to (?:our|today['’]s) sponsors?\b)",
    re.I | re.S,
)
_BRAND = re.compile(r"(?:by|from|sponsors?,?)\s+((?:[A-Z][\w'’&.-]*\s?){1,3})")
_PROMOTION = re.compile(
    r"\b(?:use (?:the |my |our )?(?:promo |discount |offer )?code\b"
    r"|(?:percent|%|euros|dollars) off\b|free trial|sign up (?:at|for|today)"
    r"|(?:go|head|visit|over) (?:over )?(?:to )?\S+\.[a-z]{2,})",
    re.I,
)
_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]+[\"”’)]*\s*|\n|$)")


def with_sponsors_marked(turns: Sequence[ReadTurn]) -> tuple[tuple[ReadTurn, ...], int]:
    """The turns, with sponsor reads as turns of kind sponsor, and how many there are.

    A read begins with the sentence that names its sponsor and ends, within the turn, with the
    last sentence that names the sponsor again or promotes.
    """
    marked: list[ReadTurn] = []
    for turn in turns:
        marked += _parted(turn) if turn.kind == "speech" else [turn]
    return tuple(marked), sum(a.kind == "sponsor" for a in marked) - sum(
        a.kind == "sponsor" for a in turns
    )


def _parted(turn: ReadTurn) -> list[ReadTurn]:
    span = _read_span(turn.text)
    if span is None:
        return [turn]
    start, end = span
    parts = [(0, start, turn.kind), (start, end, "sponsor"), (end, len(turn.text), turn.kind)]
    return [
        replace(part, kind=kind)  # pyright: ignore[reportArgumentType]
        for first, last, kind in parts
        for part in _cut(turn, first, last)
    ]


def _read_span(text: str) -> tuple[int, int] | None:
    opening = _OPENING.search(text)
    if opening is None:
        return None
    sentences = [m.span() for m in _SENTENCE.finditer(text) if m.end() > m.start()]
    first = next(i for i, (_, end) in enumerate(sentences) if end > opening.start())
    named = _BRAND.search(text, max(opening.start(), opening.end() - 8))
    brand = named[1].split()[0].strip(".,") if named else None
    last = first
    for place in range(first, len(sentences)):
        sentence = text[slice(*sentences[place])]
        if _PROMOTION.search(sentence) or (
            brand and re.search(rf"\b{re.escape(brand)}\b", sentence)
        ):
            last = place
    return sentences[first][0], sentences[last][1]


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
