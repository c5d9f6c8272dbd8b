import pytest

from groundcast.capabilities.dates import check_range, day_number, first_day, last_day
from groundcast.errors import InvalidArgument


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2021", "2021-01-01", "2021-12-31"),
        ("2021-02", "2021-02-01", "2021-02-28"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2021-03-17", "2021-03-17", "2021-03-17"),
        (None, None, None),
    ],
)
def test_a_date_covers_its_days(value: str | None, first: str | None, last: str | None) -> None:
    assert first_day(value) == first
    assert last_day(value) == last


@pytest.mark.parametrize("value", ["2021-13", "2021-02-30", "0000"])
def test_what_is_no_date_is_named(value: str) -> None:
    with pytest.raises(InvalidArgument, match=f"since: {value} is no date"):
        first_day(value)


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="is after until"):
        check_range("2022-01-01", "2021-01-01")
    check_range("2021-01-01", "2021-01-01")


def test_days_are_counted() -> None:
    assert day_number("2021-03-17") == 737866
    assert day_number(None) is None
