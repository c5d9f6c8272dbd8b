from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.enrichment.momentum import momentum, monday

DAYS = st.dates().filter(lambda day: 2000 <= day.year <= 2030).map(str)


def test_talk_of_one_recent_week_is_as_fast_as_it_gets() -> None:
    found = momentum({"2024-03-06": 2, "2024-03-08": 1}, "2024-03-10", 1)
    assert (found.velocity, found.volume, found.total, found.heating) == (3.6757, 3, 3, True)
    assert found.sparkline == (0,) * 12 + (3,)


def test_two_insights_are_too_few_to_be_heating() -> None:
    assert not momentum({"2024-03-06": 2}, "2024-03-10", 1).heating


def test_steady_talk_is_neither_fast_nor_slow() -> None:
    weeks = {f"{year}-W{week:02}": 2 for year in range(2010, 2024) for week in range(1, 53)}
    days = {_day(week): times for week, times in weeks.items()}
    found = momentum(days, "2023-12-31", 4)
    assert found.velocity == pytest.approx(1, abs=0.02)
    assert (found.volume, found.heating) == (8, False)


def test_talk_that_ended_has_slowed_down() -> None:
    found = momentum({"2024-01-03": 9}, "2024-06-30", 13)
    assert found.velocity < 0.1
    assert (found.volume, found.total, found.heating) == (0, 9, False)


def test_what_comes_after_the_date_does_not_count() -> None:
    counts = {"2024-03-06": 3, "2024-03-07": 5}
    assert momentum(counts, "2024-03-06", 1) == momentum({"2024-03-06": 3}, "2024-03-06", 1)
    assert momentum(counts, "2024-03-05", 1).velocity == 0


def test_a_week_begins_on_monday() -> None:
    assert str(monday("2021-01-03")) == "2020-12-28"
    found = momentum({"2021-01-03": 1, "2021-01-04": 1}, "2021-01-04", 1)
    assert found.sparkline[-2:] == (1, 1)


@given(st.dictionaries(DAYS, st.integers(1, 9), max_size=20), DAYS)
def test_counts_and_velocity_stay_within_their_bounds(counts: dict[str, int], as_of: str) -> None:
    found = momentum(counts, as_of, 13)
    assert 0 <= found.velocity <= 3.6758
    assert sum(found.sparkline) == found.volume <= found.total
    assert found.total == sum(times for day, times in counts.items() if day <= as_of)


def _day(week: str) -> str:
    return str(date.fromisocalendar(int(week[:4]), int(week[6:]), 3))
