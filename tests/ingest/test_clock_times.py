import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.ingest.times import believable, seconds_of


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        ("12:34", 754.0),
        ("1:02:03", 3723.0),
        ("01:02:03,500", 3723.5),
        ("01:39:28.06", 5968.06),
        ("75:10", 4510.0),
        ("01:02:03:12", 3723.12),
        ("01:02: 03", 3723.0),
        ("7.25", 7.25),
        ("0:0:3.540", 3.54),
        ("12:60", None),
        ("1:75:00", None),
        ("soon", None),
        ("00:00:1d.890", None),
    ],
)
def test_clocks_are_read_in_seconds(clock: str, seconds: float | None) -> None:
    assert seconds_of(clock) == seconds


@pytest.mark.parametrize(
    ("times", "kept"),
    [
        ([1.0, 2.0, 3.0], [True, True, True]),
        ([1.0, 9000.0, 2.0, 3.0], [True, False, True, True]),
        ([10.0, 4.0, 11.0, 12.0], [False, True, True, True]),
        ([5.0, 5.0, None, 6.0], [True, True, False, True]),
        ([1.0, 90_000.0], [True, False]),
        ([], []),
    ],
)
def test_one_wild_time_costs_only_itself(times: list[float | None], kept: list[bool]) -> None:
    assert believable(times) == kept


@given(st.lists(st.none() | st.floats(0, 5000), max_size=40))
def test_kept_times_never_run_back(times: list[float | None]) -> None:
    flags = believable(times)
    kept = [seconds for seconds, keep in zip(times, flags, strict=True) if keep]
    assert None not in kept
    assert kept == sorted(kept)  # type: ignore[type-var]
    assert bool(kept) == any(seconds is not None for seconds in times)
