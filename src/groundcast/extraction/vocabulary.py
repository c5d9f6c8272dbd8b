"""The words of an episode: which carry content, which are characteristic, which are rare."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from groundcast.extraction.forms import singular
from groundcast.extraction.lexicon import FUNCTION_WORDS, GENERIC_WORDS
from groundcast.extraction.screening import WORD
from groundcast.models.protocols import WordPieces


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`weights` say how characteristic a repeated word is of the episode, 0 to 1.

    `rare` are the words that the vocabulary of a sentence model does not hold whole.
    """

    weights: dict[str, float]
    rare: frozenset[str]

    @property
    def central(self) -> frozenset[str]:
        """The words the episode is about: the top fortieth, at least ten."""
        ranked = sorted(self.weights.items(), key=lambda item: (-item[1], item[0]))
        return frozenset(word for word, _ in ranked[: max(10, len(ranked) // 40)])


def content_words(text: str) -> list[str]:
    """Lower-case singular words of `text` that are not function words."""
    words = (word.casefold().replace("’", "'") for word in WORD.findall(text))
    return [singular(word.removesuffix("'s")) for word in words if word not in FUNCTION_WORDS]


def episode_vocabulary(sentences: Iterable[str], word_pieces: WordPieces) -> Vocabulary:
    """Term frequency damped by a logarithm; words common in any talk count a quarter."""
    counts = Counter(word for sentence in sentences for word in content_words(sentence))
    most = math.log1p(max(counts.values(), default=1))
    weights = {
        word: math.log1p(count) / most * (0.25 if word in GENERIC_WORDS else 1)
        for word, count in counts.items()
        if count > 1
    }
    return Vocabulary(weights, frozenset(w for w in counts if word_pieces.count(w) > 1))
