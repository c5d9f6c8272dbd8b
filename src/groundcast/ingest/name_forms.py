"""Forms of one name: with and without accents, titles and middle names, shortened, misspelt."""

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from groundcast.ingest.voice_words import folded

MIN_MISSPELT_LENGTH = 5

_TITLE = re.compile(r"(?:Dr|Prof|Professor|Mr|Mrs|Ms)\.?\s+(?=\S+\s+\S)", re.I)
_DEGREE = re.compile(r",?\s+(?:Ph\.?\s?D|Psy\.?\s?D|M\.?D|M\.?B\.?A|Esq)\.?$", re.I)
_SHOW_WORDS = re.compile(
    r"^(?:the|a)\s+|['’]s\s*$|\s+(?:podcast|show|hour|experience|report|interviews?|cast)s?$", re.I
)
_ABBREVIATED = re.compile(r"[^\W\d_]{1,3}")


def untitled(name: str) -> str:
    """A name without academic titles and forms of address."""
    return _DEGREE.sub("", _TITLE.sub("", name, count=1)).strip(" ,") or name


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, without case, accents, dots and titles."""
    text = unicodedata.normalize("NFD", folded(untitled(name)).replace(".", ""))
    return tuple("".join(char for char in text if not unicodedata.combining(char)).split())


def is_form_of(name: str, full: str) -> bool:
    """Whether a name is another written otherwise or shorter, letter for letter.

    "Ada M. Lind" and "Ada L" are forms of Ada Lind, and "AJ Moor" is one of Anton Moor, as are
    "amoor" and "a_moor".
    """
    short, long = name_words(name), name_words(full)
    if short == long:
        return True
    if len(long) < 2 or not short:
        return False
    if len(short) == 1:
        return short[0] == long[0][0] + long[-1] and len(long[-1]) > 3
    if short[-1] == long[-1]:
        middle_only = (
            short[0] == long[0] and len(short) != len(long) and 2 in map(len, (short, long))
        )
        return middle_only or _abbreviates(untitled(name).split()[0], long[0])
    return len(short) == 2 and short[0] == long[0] and long[-1][0] == short[1]


def is_misspelt(name: str, other: str) -> bool:
    """Whether two names differ by one slip of the pen in one long word.

    Names of one word count only with a digit in them: a handle is no first name.
    """
    words, others = name_words(name), name_words(other)
    if len(words) != len(others) or (len(words) == 1 and not any(map(str.isdigit, other))):
        return False
    differing = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return (
        len(differing) == 1
        and min(map(len, differing[0])) >= MIN_MISSPELT_LENGTH
        and OSA.distance(*differing[0], score_cutoff=1) == 1
    )


def person_in_title(title: str) -> str | None:
    """The person a show is named after: "The Ada Lind Podcast" is hers; None for other titles."""
    previous = None
    while previous != title:
        previous = title
        title = _SHOW_WORDS.sub("", title.strip())
    words = title.split()
    named = len(words) == 2 and all(word[0].isupper() and word.isalpha() for word in words)
    return title if named else None


def introduced_name(label: str, texts: Iterable[str]) -> str | None:
    """The full name a voice gives itself: "I'm Ada Lind" where the label is Ada or Lind."""
    word, other = re.escape(label), r"[^\W\d_a-z][^\W\d_]+"
    introduction = re.compile(
        r"\b(?:I['’]m|I am|[Mm]y name is|[Mm]y name['’]s)\s+"
        rf"({word} {other}|{other} {word})(?=\s*(?:[,.!?;]|\s(?:and|from|your|with)\b|$))"
    )
    found = {match[1] for text in texts for match in introduction.finditer(text)}
    return found.pop() if len(found) == 1 else None


def _abbreviates(first: str, full: str) -> bool:
    """Whether a first name is initials that begin as the full one does: "AJ", "A.J." or "A."."""
    letters = first.replace(".", "")
    return (
        letters.isupper()
        and _ABBREVIATED.fullmatch(letters) is not None
        and letters[0].casefold() == full[0]
    )
