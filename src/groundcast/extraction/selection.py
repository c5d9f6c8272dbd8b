"""Which statements of an episode to keep: the best, each saying something of its own."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from groundcast.extraction.candidates import Candidate
from groundcast.models.reading import ReadText

# Two statements that share this much of the shorter one's content say the same.
NEAR_DUPLICATE = 0.6
# No stretch of an episode gives more than this multiple of its even share.
CROWDING = 2.0
STRETCH_WORDS = 1000


@dataclass(frozen=True, slots=True)
class Kept:
    """A complete statement, as read, with the chance that a reader keeps it."""

    candidate: Candidate
    read: ReadText
    worth: float


@dataclass(frozen=True, slots=True)
class Quota:
    """`fewest` are kept whatever their worth, up to `most` where it is at least `mark`."""

    fewest: int
    most: int
    mark: float


def diverse(complete: Sequence[Kept], quota: Quota, spoken_words: int, length: int) -> list[Kept]:
    """The best within the quota, none saying what a better one says, no stretch crowded.

    In the order of the text, which has `length` characters and `spoken_words` words of speech.
    """
    stretches = max(1, round(spoken_words / STRETCH_WORDS))
    crowded = max(2, round(CROWDING * quota.most / stretches))
    crowd = Counter[int]()
    kept: list[Kept] = []
    for item in sorted(complete, key=lambda k: (-k.worth, k.candidate.char_start)):
        candidate = item.candidate
        stretch = candidate.char_start * stretches // max(length, 1)
        if len(kept) == quota.most or (len(kept) >= quota.fewest and item.worth < quota.mark):
            break
        if crowd[stretch] >= crowded or any(_clash(candidate, k.candidate) for k in kept):
            continue
        crowd[stretch] += 1
        kept.append(item)
    return sorted(kept, key=lambda k: k.candidate.char_start)


def standing(value: float, ascending: Sequence[float]) -> float:
    """The share of `ascending` values below `value`, 0 to 1."""
    return bisect_left(ascending, value) / max(len(ascending) - 1, 1)


def _clash(one: Candidate, other: Candidate) -> bool:
    if one.char_start < other.char_end and other.char_start < one.char_end:
        return True
    smaller = min(len(one.words), len(other.words))
    return bool(smaller) and len(one.words & other.words) / smaller >= NEAR_DUPLICATE
