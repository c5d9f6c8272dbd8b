"""How fast something is talked about more: weekly counts, a fast mean over a slow one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

FAST_HALF_LIFE_WEEKS = 3
SLOW_HALF_LIFE_WEEKS = 12
HEATING_VELOCITY = 1.5
HEATING_TOTAL = 3
SPARKLINE_WEEKS = 13


@dataclass(frozen=True, slots=True)
class Momentum:
    """The state of one thing's counts at the end of an ISO week.

    `velocity` is the exponentially weighted weekly mean of half-life 3 weeks over that of 12: 1
    for steady talk, at most 3.7 where all of it was in the last week. `volume` counts the last
    weeks asked for, `total` all weeks up to then; `sparkline` are the last 13 weeks, oldest first.
    """

    velocity: float
    volume: int
    total: int
    heating: bool
    sparkline: tuple[int, ...]


def momentum(counts: Mapping[str, int], as_of: str, volume_weeks: int) -> Momentum:
    """The momentum at `as_of` of counts by ISO date (YYYY-MM-DD); later dates are left out."""
    last = monday(as_of)
    by_age: dict[int, int] = {}
    for day, times in counts.items():
        if day <= as_of:
            age = (last - monday(day)).days // 7
            by_age[age] = by_age.get(age, 0) + times
    fast = _mean(by_age, FAST_HALF_LIFE_WEEKS)
    slow = _mean(by_age, SLOW_HALF_LIFE_WEEKS)
    velocity = round(fast / slow, 4) if slow else 0.0
    total = sum(by_age.values())
    return Momentum(
        velocity=velocity,
        volume=sum(times for age, times in by_age.items() if age < volume_weeks),
        total=total,
        heating=velocity >= HEATING_VELOCITY and total >= HEATING_TOTAL,
        sparkline=tuple(by_age.get(age, 0) for age in range(SPARKLINE_WEEKS - 1, -1, -1)),
    )


def monday(day: str) -> date:
    """The first day of the ISO week of a date."""
    found = date.fromisoformat(day)
    return found - timedelta(days=found.weekday())


def _mean(by_age: Mapping[int, int], half_life: float) -> float:
    kept = 0.5 ** (1 / half_life)
    return (1 - kept) * sum(times * kept**age for age, times in sorted(by_age.items()))
