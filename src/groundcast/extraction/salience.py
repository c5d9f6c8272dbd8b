"""How much a statement matters in its episode, and which statements to keep."""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundcast.extraction.forms import singular
from groundcast.extraction.lexicon import FUNCTION_WORDS, GENERIC_WORDS, word_set
from groundcast.extraction.screening import WORD
from groundcast.extraction.signs import (
    CAUSAL,
    COMPARATIVE,
    CONTRAST,
    DEFINITION,
    EMPHASIS,
    EVALUATIVE,
    GENERALISING,
    VAGUE,
)

# Weights of what a definite statement shows; they were set by reading, not fitted.
_SIGNS = (
    (DEFINITION, 0.2),
    (CAUSAL, 0.25),
    (CONTRAST, 0.15),
    (COMPARATIVE, 0.2),
    (GENERALISING, 0.1),
    (EVALUATIVE, 0.15),
)
_VAGUE_COST = 0.12
# "There's a blog post about it": that something exists is seldom the point.
_EXISTENTIAL = re.compile(r"there(?:'s|’s| is| are| was| were)\b", re.IGNORECASE)
_FIRST_PERSON = word_set("""
    i i'm i've i'd i'll me my mine myself
""")
# Two statements that share this much of the shorter one's content say the same.
NEAR_DUPLICATE = 0.6


@dataclass(frozen=True, slots=True)
class Weights:
    """How characteristic each content word is of the episode, 0 to 1."""

    by_word: dict[str, float]

    @property
    def central(self) -> frozenset[str]:
        """The words the episode is about: the top fortieth, at least ten."""
        ranked = sorted(self.by_word.items(), key=lambda item: (-item[1], item[0]))
        return frozenset(word for word, _ in ranked[: max(10, len(ranked) // 40)])


def content_words(text: str) -> list[str]:
    """Lower-case singular words of `text` that are not function words."""
    words = (word.casefold().replace("’", "'") for word in WORD.findall(text))
    return [singular(word.removesuffix("'s")) for word in words if word not in FUNCTION_WORDS]


def episode_weights(sentences: Iterable[str]) -> Weights:
    """Term frequency damped by a logarithm; words common in any talk count a quarter."""
    counts = Counter(word for sentence in sentences for word in content_words(sentence))
    most = math.log1p(max(counts.values(), default=1))
    return Weights(
        {
            word: math.log1p(count) / most * (0.25 if word in GENERIC_WORDS else 1)
            for word, count in counts.items()
            if count > 1
        }
    )


def substance(statement: str, weights: Weights) -> float:
    """Nearness to the episode's subject, specificity, reasoning and emphasis, less vagueness."""
    words = WORD.findall(statement)
    content = content_words(statement)
    near = sum(weights.by_word.get(word, 0.0) for word in set(content)) / (4 + 0.5 * len(content))
    signs = sum(weight for pattern, weight in _SIGNS if pattern.search(statement))
    signs += 0.2 if EMPHASIS.search(statement) else 0
    signs += min(0.3, 0.1 * sum(_is_specific(word) for word in words[1:]))
    vague = _VAGUE_COST * len(VAGUE.findall(statement))
    vague += 0.15 * sum(word.casefold().replace("’", "'") in _FIRST_PERSON for word in words)
    density = len(set(content)) / max(len(words), 1)
    length = max(0, len(words) - 40) / 60 + max(0, 16 - len(words)) / 50
    bare = 0.1 if _EXISTENTIAL.match(statement) else 0
    return near + 0.6 * min(signs, 1.0) + 0.4 * density - vague - length - bare


def standing(value: float, ascending: Sequence[float]) -> float:
    """The share of `ascending` values below `value`, 0 to 1."""
    return bisect_left(ascending, value) / max(len(ascending) - 1, 1)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared words over the words of the shorter statement."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _is_specific(word: str) -> bool:
    return word[0].isupper() or any(letter.isdigit() for letter in word) or "_" in word
