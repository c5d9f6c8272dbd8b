"""How good a ranking is, 0 to 1.

A ranking is, for each rank, the grades found there; `relevant` are all grades there are to find.
"""

import math
from collections.abc import Callable, Sequence

from groundcast.evaluation.ranking import Ranking


def ndcg(ranking: Ranking, relevant: Sequence[int], depth: int) -> float:
    """Discounted gain of the first ranks over the largest possible (Järvelin and Kekäläinen, 2002).

    A grade gains 2 ** grade - 1, divided by log2(rank + 1). One result may find several passages,
    which the ideal, one a rank, does not: the ratio ends at 1.
    """
    gained = sum(_gain(grades, rank) for rank, grades in enumerate(ranking[:depth], 1))
    best = sorted(relevant, reverse=True)[:depth]
    return min(1.0, gained / sum(_gain([grade], rank) for rank, grade in enumerate(best, 1)))


def recall(ranking: Ranking, relevant: Sequence[int], depth: int) -> float:
    """The share of all there is to find that the first ranks find, whatever the grades."""
    return sum(len(grades) for grades in ranking[:depth]) / len(relevant)


def reciprocal_rank(ranking: Ranking) -> float:
    """One over the first rank that finds anything, 0 where none does."""
    return next((1 / rank for rank, grades in enumerate(ranking, 1) if grades), 0.0)


def _gain(grades: Sequence[int], rank: int) -> float:
    return sum(2**grade - 1 for grade in grades) / math.log2(rank + 1)


MEASURES: dict[str, Callable[[Ranking, Sequence[int]], float]] = {
    "nDCG@10": lambda ranking, relevant: ndcg(ranking, relevant, 10),
    "recall@10": lambda ranking, relevant: recall(ranking, relevant, 10),
    "recall@100": lambda ranking, relevant: recall(ranking, relevant, 100),
    "MRR": lambda ranking, _: reciprocal_rank(ranking),
}
