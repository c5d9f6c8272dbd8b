"""Sentences of spoken text, each with the exact span it comes from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from groundcast.extraction.lexicon import word_set
from groundcast.records import Transcript

_ABBREVIATIONS = word_set("""
    mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie cf al inc ltd co corp no fig approx dept est
    gen gov sen rep capt u.s u.k u.s.a e.u a.k.a a.m p.m ph.d b.s m.s
""")
_OPENERS = "\"'“‘([*_\\¿¡"
_CLOSERS = "\"'”’)]*_"
_STOP = re.compile(rf"(?P<mark>[.!?…]+)(?P<close>[{re.escape(_CLOSERS)}\\]*)(?=\s|$)")
# Canonical text has no wrapped lines: a line break is where the source begins a new paragraph.
_PARAGRAPH = re.compile(r"\s*\n\s*")
_JOINT = re.compile(r"\s*(?:--|[–—]|\s-(?=\s)|;(?=\s)|:(?=\s)|(?:\.\.\.|…)(?=\s))\s*")
_DASHES = frozenset("-–—")
_LAST_WORD = re.compile(r"([^\s(\"“\[]+)$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is the transcript's at the span; `turn` indexes its turns, `place` counts within it.

    `alone` is true where no other sentence stands in the turn.
    """

    text: str
    char_start: int
    char_end: int
    turn: int
    place: int
    alone: bool


def spoken_sentences(transcript: Transcript) -> list[Sentence]:
    """Every sentence of the turns of kind speech, in order."""
    found: list[Sentence] = []
    for index, turn in enumerate(transcript.turns):
        if turn.kind != "speech":
            continue
        spans = list(sentence_spans(transcript.turn_text(turn)))
        for place, (start, end) in enumerate(spans):
            begin, stop = turn.char_start + start, turn.char_start + end
            text = transcript.text[begin:stop]
            found.append(Sentence(text, begin, stop, index, place, len(spans) == 1))
    return found


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Half-open spans of the sentences of `text`, without the white space around them.

    A line break always ends a sentence; a full stop does not after an abbreviation or an initial,
    nor before a lower-case word (an ellipsis or a quoted question runs on).
    """
    begin = 0
    for paragraph in (*_PARAGRAPH.finditer(text), None):
        stop = paragraph.start() if paragraph else len(text)
        yield from _within_paragraph(text, begin, stop)
        begin = paragraph.end() if paragraph else stop


def part_spans(text: str) -> list[tuple[int, int]]:
    """Half-open spans of what dashes, semicolons, colons and pauses part; else none.

    What stops at a dash is left out: there a speaker breaks off.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _JOINT.finditer(text):
        if match[0].strip()[:1] not in _DASHES:
            spans.extend(_trimmed(text, start, match.start()))
        start = match.end()
    return [*spans, *_trimmed(text, start, len(text))] if start else []


def _within_paragraph(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    start = begin
    for match in _STOP.finditer(text, begin, stop):
        if _ends_here(text, start, stop, match):
            yield from _trimmed(text, start, match.end())
            start = match.end()
    yield from _trimmed(text, start, stop)


def _ends_here(text: str, start: int, stop: int, match: re.Match[str]) -> bool:
    following = text[match.end() : stop].lstrip()
    if not following:
        return True
    first = following.lstrip(_OPENERS + "-–— ")[:1]
    if first.islower() or following[0] in ",;:":
        return False
    if match["mark"] == "." and not match["close"]:
        return not _is_abbreviation(text[start : match.start()], first)
    return True


def _is_abbreviation(before: str, following_letter: str) -> bool:
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    last = word[1]
    if last.casefold() in _ABBREVIATIONS:
        # "etc. Then" ends a sentence, "Dr. Then" does not.
        return last.casefold() not in {"etc", "inc", "co", "a.m", "p.m", "u.s", "u.k"} or (
            not following_letter.isupper()
        )
    return len(last) == 1 and last.isupper() and last != "I"


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[start:end]
    stripped = part.strip()
    if stripped:
        begin = start + len(part) - len(part.lstrip())
        yield begin, begin + len(stripped)
