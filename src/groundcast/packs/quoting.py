"""Words of others on one line each: flattened, fenced, and cut where a sentence ends."""

import re
import unicodedata
from collections.abc import Callable

# Line breaks, controls and bidirectional overrides could end or disguise a quotation's line;
# joiners stay, because emoji and several scripts are spelled with them.
_BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SENTENCE_END = re.compile(r"[.!?…؟۔।]+[\"'”’»)\]]*(?=\s+[^\sa-z])|[。！？｡]+[」』”’）]*")
_JOINED = frozenset("\u200d\ufe0e\ufe0f\u20e3")
# Few tokens are longer than this, so a prefix of so many characters a token is rarely too short.
_CHARACTERS_A_TOKEN = 12


def flat(text: str) -> str:
    """The text on one line: every run of white space and controls is one space."""
    return _SURROGATE.sub("\ufffd", _BREAKS.sub(" ", text)).strip()


def label(text: str, length: int) -> str:
    """A name or title on one line, at most `length` characters of it."""
    line = flat(text)
    return line if len(line) <= length else line[: _whole(line, length - 1)].rstrip() + "…"


def fenced(text: str, *, cut: bool, speaker: str = "") -> str:
    """Flat text as a quotation that ends with its line; a cut is marked outside the quote."""
    return f"> {speaker + ': ' if speaker else ''}“{text}”{' …' if cut else ''}"


def cut_to(text: str, tokens: int, count: Callable[[str], int], *, sentences: bool = True) -> str:
    """The longest prefix within `tokens`, ending with a sentence, else a word, else a letter.

    With `sentences` false it ends with a word even where a sentence ends earlier. Empty where
    not one letter fits.
    """
    window = _window(text, tokens, count)
    if len(window) == len(text) and count(text) <= tokens:
        return text
    ends = [match.end() for match in _SENTENCE_END.finditer(window)] if sentences else []
    end = _last_fitting(window, ends, tokens, count)
    if not end:
        words = [match.start() for match in re.finditer(" ", window)]
        end = _last_fitting(window, words, tokens, count)
    if not end:
        letters = range(1, len(window) + 1)
        end = _whole(text, _last_fitting(window, letters, tokens, count))
    return text[:end].rstrip()


def _window(text: str, tokens: int, count: Callable[[str], int]) -> str:
    """A prefix that costs more than `tokens`, or the whole text."""
    length = max(1, tokens) * _CHARACTERS_A_TOKEN
    while length < len(text) and count(text[:length]) <= tokens:
        length *= 2
    return text[:length]


def _last_fitting(
    text: str, ends: "list[int] | range", tokens: int, count: Callable[[str], int]
) -> int:
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if count(text[: ends[middle]]) <= tokens:
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] if low else 0


def _whole(text: str, end: int) -> int:
    """The last place up to `end` that does not part a letter from its marks."""
    while 0 < end < len(text) and (_continues(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return end


def _continues(letter: str) -> bool:
    return (
        letter in _JOINED
        or unicodedata.category(letter) in {"Mn", "Mc", "Me"}
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
    )
