"""BM25 over flat postings, every row scored at once.

Okapi BM25 (Robertson and Zaragoza 2009) with the idf of Lucene, which is never negative. Context
and extra terms of a row count as a part of an occurrence in its text (the "simple" BM25F).
"""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from groundcast.retrieval.analysis import LexicalQuery, analyse
from groundcast.retrieval.backends.postings import (
    Postings,
    PostingsWriter,
    mapped,
    remembered,
    save_array,
)
from groundcast.retrieval.rows import Row, context

K1 = 1.2
B = 0.75
# Occurrences are kept in quarters, so that a context can weigh less than a text.
TEXT_QUARTERS = 4
CONTEXT_QUARTERS = 3
EXTRA_QUARTERS = 2
MAX_QUERY_TERMS = 64
# A quoted passage found whole outweighs its words found apart.
PHRASE_WEIGHT = 2.0
_MOST_PHRASE_ROWS = 5_000
# The lists of both tiers and the scores of their rows come from one pass.
_KEPT_QUERIES = 8

Scores = NDArray[np.float32]


class LexicalIndex:
    """Scores rows against a query; read-only and thread-safe."""

    def __init__(self, folder: Path) -> None:
        self.postings = Postings(folder, "terms")
        self._words = mapped(folder / "words.npy")
        self._word_starts = mapped(folder / "words.starts.npy")
        self._length_norms: Scores = mapped(folder / "length_norms.npy")
        self._kept_scores = remembered(self._compute_scores, _KEPT_QUERIES)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self._length_norms)

    def scores(self, query: LexicalQuery) -> Scores:
        """The score of every row, 0 where none of the terms stands; not to be written to."""
        return self._kept_scores(query)

    def _compute_scores(self, query: LexicalQuery) -> Scores:
        total = np.zeros(self.rows, dtype=np.float32)
        for number, weight in self._known_terms(query):
            rows = self.postings.rows(number)
            counts = self.postings.counts(number).astype(np.float32)
            total[rows] += weight * counts / (counts + self._length_norms[rows])
        for phrase in query.phrases:
            rows = self._rows_with_phrase(phrase, total)
            total[rows] += PHRASE_WEIGHT * sum(self.weight(word) for word in set(phrase))
        total.flags.writeable = False
        return total

    def weight(self, term: str) -> float:
        """Inverse document frequency."""
        number = self.postings.strings.find(term)
        return self.weight_of(0 if number is None else self.postings.total(number))

    def weight_of(self, found: int) -> float:
        """Inverse document frequency of a term that `found` rows hold."""
        return math.log1p((self.rows - found + 0.5) / (found + 0.5))

    def has_term(self, term: str, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of the rows hold a term."""
        number = self.postings.strings.find(term)
        if number is None:
            return np.zeros(len(rows), dtype=np.bool_)
        return self._counts_in(number, rows) > 0

    def words(self, row: int) -> NDArray[np.int32]:
        """The words of a row's text in order, as numbers of `postings.strings`."""
        return self._words[self._word_starts[row] : self._word_starts[row + 1]]

    def _known_terms(self, query: LexicalQuery) -> list[tuple[int, float]]:
        """Number and weight of the terms that occur, the rarest first where there are too many."""
        found: list[tuple[int, float]] = []
        for term in query.terms:
            number = self.postings.strings.find(term)
            if number is not None:
                weight = self.weight_of(self.postings.total(number))
                found.append((number, weight * (K1 + 1)))
        if len(found) > MAX_QUERY_TERMS:
            found = sorted(found, key=lambda term: (-term[1], term[0]))[:MAX_QUERY_TERMS]
        return sorted(found)

    def _rows_with_phrase(self, phrase: Sequence[str], scores: Scores) -> NDArray[np.int64]:
        """The rows whose text holds the words one after the other, among the best by `scores`."""
        numbers = [self.postings.strings.find(word) for word in phrase]
        if any(number is None for number in numbers):
            return np.zeros(0, dtype=np.int64)
        wanted = np.array(numbers, dtype=np.int32)
        rarest = min((n for n in numbers if n is not None), key=self.postings.total)
        rows = self.postings.rows(rarest).astype(np.int64)
        for number in wanted:
            rows = rows[self._counts_in(int(number), rows) > 0]
        if len(rows) > _MOST_PHRASE_ROWS:
            rows = rows[np.argsort(-scores[rows], kind="stable")[:_MOST_PHRASE_ROWS]]
        return rows[self._holding(rows, wanted)]

    def _holding(self, rows: NDArray[np.int64], phrase: NDArray[np.int32]) -> NDArray[np.bool_]:
        starts = self._word_starts[rows]
        places = self._word_starts[rows + 1] - starts - len(phrase) + 1
        widest = int(places.max(initial=0))
        if widest < 1:
            return np.zeros(len(rows), dtype=np.bool_)
        offsets = np.arange(widest)
        found = offsets < places[:, None]
        at = np.minimum(starts[:, None] + offsets, len(self._words) - len(phrase))
        for offset, number in enumerate(phrase):
            found &= self._words[at + offset] == number
        return np.asarray(found.any(axis=1), dtype=np.bool_)

    def _counts_in(self, number: int, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        listed = self.postings.rows(number)
        at = np.minimum(np.searchsorted(listed, rows), len(listed) - 1)
        return np.where(listed[at] == rows, self.postings.counts(number)[at], 0)


def write_lexical(folder: Path, rows: Iterable[Row]) -> None:
    """Writes the postings, the words in order and the length norms of rows in their order."""
    writer = PostingsWriter()
    words: list[NDArray[np.int32]] = []
    lengths: list[int] = []
    tiers: list[str] = []
    for number, row in enumerate(rows):
        body = analyse(row.text)
        words.append(np.array([writer.number(word) for word in body.words], dtype=np.int32))
        lengths.append(len(body.words))
        tiers.append(row.tier)
        writer.add(number, _quarters(row, body.words, body.joined).items())
    final = writer.write(folder, "terms")
    flat = np.concatenate(words) if words else np.zeros(0, dtype=np.int32)
    save_array(folder / "words.npy", final[flat] if len(flat) else flat)
    save_array(folder / "words.starts.npy", np.cumsum([0, *lengths], dtype=np.int64))
    save_array(folder / "length_norms.npy", _length_norms(lengths, tiers))


def _quarters(row: Row, words: Sequence[str], joined: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for term in (*words, *joined):
        counts[term] = counts.get(term, 0) + TEXT_QUARTERS
    around = analyse(context(row))
    for term in dict.fromkeys((*around.words, *around.joined)):
        counts[term] = counts.get(term, 0) + CONTEXT_QUARTERS
    extra = analyse("\n".join(row.extra_terms))
    for term in dict.fromkeys((*extra.words, *extra.joined)):
        counts[term] = counts.get(term, 0) + EXTRA_QUARTERS
    return counts


def _length_norms(lengths: Sequence[int], tiers: Sequence[str]) -> Scores:
    """`k1 (1 - b + b length / mean)` in quarters; the mean is that of the row's own tier."""
    length = np.array(lengths, dtype=np.float64)
    tier = np.array(tiers, dtype=np.str_)
    norms = np.zeros(len(length), dtype=np.float32)
    for name in np.unique(tier):
        own = tier == name
        mean = max(1.0, float(length[own].mean()))
        norms[own] = TEXT_QUARTERS * K1 * (1 - B + B * length[own] / mean)
    return norms
