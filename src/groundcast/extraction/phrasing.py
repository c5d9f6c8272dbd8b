"""The statement in a spoken sentence: the sentence without what only speech needs."""

import re

from groundcast.extraction.lexicon import word_set
from groundcast.extraction.openings import (
    BARE_MARKERS,
    FILLERS_WITHIN,
    LEADING_MARKERS,
    STAGE_MARKS,
    TRAILING_MARKERS,
)

_SPACE = re.compile(r"\s+")
_TRAILED_OFF = re.compile(r"(?<=[\w\"”’)%])(?:\.\.\.+|…)$")
_SPACE_BEFORE_MARK = re.compile(r"\s+([,.;:?!])")
_EDGE = re.compile(r"^[\s\-–—>•*,.…]+")
_RESTART = re.compile(
    (
        r"\b(?P<said>[\w'’]+(?: [\w'’]+){0,3})(?:\s*(?:\.\.\.|…|--)\s*|\s+[-–—]\s+|,\s+|"
        r"[–—]\s*)(?P=said)(?=\W)"
    ),
    re.IGNORECASE,
)
_STUTTER = re.compile(
    r"\b(?P<said>the|a|an|to|of|in|and|is|it|we|you|they|i|for|on|with|this|it's|that's|he's|there's|but|so|or|are|was)"
    r" (?P=said)(?=\s)",
    re.IGNORECASE,
)
# "very, very" is emphasis, not a false start.
_EMPHATIC = word_set("""
    very really much many long far way big no never more again over
""")


def statement_of(sentence: str) -> str:
    """`sentence` without markers, fillers, stage marks and false starts; otherwise verbatim.

    A part of a sentence, which ends in no mark or a weak one, gets a full stop.
    """
    text = _SPACE.sub(" ", STAGE_MARKS.sub(" ", sentence)).strip()
    text = _RESTART.sub(_kept_once, text)
    text = _STUTTER.sub(r"\g<said>", text)
    text = FILLERS_WITHIN.sub("", text)
    text = _without_lead(text)
    text = TRAILING_MARKERS.sub(".", text)
    text = _SPACE_BEFORE_MARK.sub(r"\1", text).strip()
    text = _TRAILED_OFF.sub(".", text)
    if text and (text[-1].isalnum() or text[-1] in ",;:-–—"):
        text = text.rstrip(" ,;:-–—") + "."
    return _capitalised(text)


def _kept_once(match: re.Match[str]) -> str:
    said = match["said"]
    # "If you think about it, it's a tax" is no false start.
    contracted = match[0][len(said)] == "," and match.string[match.end()] in "'’"
    return match[0] if contracted or said.casefold() in _EMPHATIC else said


def _without_lead(text: str) -> str:
    while True:
        rest = _EDGE.sub("", text)
        marker = LEADING_MARKERS.match(rest) or BARE_MARKERS.match(rest)
        shorter = rest[marker.end() :] if marker else rest
        if shorter == text or not shorter:
            return text
        text = shorter


def _capitalised(text: str) -> str:
    first = text.split(" ", 1)[0]
    # "eBPF" and "iOS" are names that begin small.
    if any(letter.isupper() or letter.isdigit() for letter in first):
        return text
    return text[:1].upper() + text[1:]
