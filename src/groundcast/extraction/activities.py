"""Phrases that name an activity, told in other words: "taproot activation", "activate Taproot"."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import cast

from groundcast.extraction.forms import singular, words_of
from groundcast.extraction.screening import WORD

# Words between what is done and what it is done to: "activating, as we hoped, Taproot".
WITHIN_WORDS = 5
_ACTIVITY_ENDINGS = ("tion", "sion", "ment", "ance", "ence", "ing")
_SHORTEST_ACTIVITY = 7
_SENTENCE_END = re.compile(r"[.!?…]+\s|\n")


def names_activity(words: Sequence[str]) -> bool:
    """Whether comparable words end in a noun made of a verb, with something before it."""
    return (
        len(words) > 1
        and len(words[-1]) >= _SHORTEST_ACTIVITY
        and words[-1].endswith(_ACTIVITY_ENDINGS)
    )


class Told:
    """The words of one sentence, to be asked which activities it tells of."""

    def __init__(self, sentence: str) -> None:
        """`sentence` is split as phrases are."""
        words = [singular(word) for part in WORD.findall(sentence) for word in words_of(part)]
        self._places: dict[str, list[int]] = {}
        self._stems: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            self._places.setdefault(word, []).append(place)
            self._stems.setdefault(_stem(word), []).append(place)

    @property
    def stems(self) -> AbstractSet[str]:
        """Of all its words."""
        return self._stems.keys()

    def place_of(self, activity: Sequence[str]) -> int:
        """The first word of the telling of `activity`, comparable words; −1 where it is not told.

        Its last word may stand in any form of the verb, all others as they are, each at most
        five words from it.
        """
        heads = self._stems.get(_stem(activity[-1]), [])
        return min(
            (p for head in heads if (p := self._around(head, activity[:-1])) >= 0), default=-1
        )

    def _around(self, head: int, others: Iterable[str]) -> int:
        first = head
        for word in others:
            near = [
                place
                for place in self._places.get(word, ())
                if place != head and abs(place - head) <= WITHIN_WORDS
            ]
            if not near:
                return -1
            first = min(first, *near)
        return first


def count_told(text: str, candidates: Iterable[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """In how many sentences of `text` each candidate that names an activity is told."""
    by_stem: dict[str, list[tuple[str, ...]]] = {}
    for words in candidates:
        if names_activity(words):
            by_stem.setdefault(_stem(words[-1]), []).append(words)
    counts = Counter[tuple[str, ...]]()
    for sentence in _SENTENCE_END.split(text):
        told = Told(sentence)
        for stem in told.stems & by_stem.keys():
            counts.update(words for words in by_stem[stem] if told.place_of(words) >= 0)
    return counts


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    from snowballstemmer.english_stemmer import EnglishStemmer  # pyright: ignore

    return cast(str, EnglishStemmer().stemWord(word))  # pyright: ignore
