"""How far a mean over queries can be trusted: percentile bootstrap (Efron and Tibshirani, 1993)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SEED = 20260101
RESAMPLES = 4_000
_LOW, _HIGH = 2.5, 97.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and the interval that holds 95 % of its values over resampled queries."""

    value: float
    low: float
    high: float


class Resampling:
    """Draws queries with replacement, the same draws for every value of one set: so pairs stay.

    `queries` is how many there are to draw from.
    """

    def __init__(self, queries: int, *, seed: int = SEED, resamples: int = RESAMPLES) -> None:
        drawn = np.random.default_rng(seed).integers(queries, size=(resamples, queries))
        self.counts: NDArray[np.float64] = np.stack(
            [np.bincount(row, minlength=queries) for row in drawn]
        ).astype(np.float64)

    def mean(self, values: Sequence[float]) -> Estimate:
        """The mean of a value a query; of differences, the interval is the paired one."""
        array = np.array(values, dtype=np.float64)
        return estimate(float(array.mean()), self.counts @ array / len(array))


def area_under_curve(present: Sequence[float], absent: Sequence[float]) -> Estimate:
    """How often one of `present` is above one of `absent`, a tie counting half (Mann and Whitney).

    .5 is no better than chance. Both are resampled.
    """
    above = np.sign(np.subtract.outer(np.array(present), np.array(absent))) / 2 + 0.5
    first = Resampling(len(present)).counts
    second = Resampling(len(absent), seed=SEED + 1).counts
    areas = ((first @ above) * second).sum(axis=1) / above.size
    return estimate(float(above.mean()), areas)


def estimate(value: float, resampled: NDArray[np.float64]) -> Estimate:
    """A value with the percentiles of its resampled ones."""
    low, high = np.percentile(resampled, [_LOW, _HIGH])
    return Estimate(value, float(low), float(high))
