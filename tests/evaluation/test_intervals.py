"""Intervals are the same on every run and hold the truth as often as they say."""

import numpy as np
import pytest

from groundcast.evaluation.intervals import Estimate, Resampling, area_under_curve


def test_equal_values_give_equal_intervals() -> None:
    values = [0.0, 1.0, 0.5, 0.25, 1.0, 0.0, 0.75]
    found = Resampling(7).mean(values)
    assert found == Resampling(7).mean(values)
    assert found.value == 0.5
    assert found.low < 0.5 < found.high
    assert (Resampling(7).counts != Resampling(7, seed=1).counts).any()


def test_values_that_are_all_equal_leave_nothing_open() -> None:
    found = Resampling(5).mean([0.5] * 5)
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5, 0.5))


def test_the_interval_of_a_difference_is_the_paired_one() -> None:
    draws = Resampling(40)
    baseline = [at / 40 for at in range(40)]
    better = [value + 0.01 for value in baseline]
    apart = draws.mean(baseline)
    assert apart.high - apart.low > 0.1
    paired = draws.mean([a - b for a, b in zip(better, baseline, strict=True)])
    assert (paired.low, paired.high) == pytest.approx((0.01, 0.01))


def test_an_interval_holds_the_true_mean_about_nineteen_times_in_twenty() -> None:
    drawn = np.random.default_rng(7).beta(2, 3, size=(300, 60))
    draws = Resampling(60, resamples=1_000)
    held = [found.low <= 0.4 <= found.high for found in (draws.mean(row.tolist()) for row in drawn)]
    assert 0.90 <= sum(held) / len(held) <= 0.98


def test_the_area_counts_pairs_and_halves_ties() -> None:
    # Of six pairs, three are above, two are ties, one is below.
    found = area_under_curve([3.0, 2.0, 1.0], [1.0, 2.0])
    assert found.value == pytest.approx((3 + 2 / 2) / 6)
    assert found.low < found.value < found.high


def test_what_is_wholly_apart_has_the_area_one() -> None:
    found = area_under_curve([2.0, 3.0], [0.0, 1.0])
    assert (found.value, found.low, found.high) == pytest.approx((1.0, 1.0, 1.0))
    assert isinstance(found, Estimate)
