"""Dates as callers write them: a year, a month or a day."""

import calendar
from datetime import date

from groundcast.errors import InvalidArgument, shown


def first_day(value: str | None, argument: str = "since") -> str | None:
    """The first day that `2021`, `2021-03` or `2021-03-17` covers; raises InvalidArgument."""
    return _day(value, argument, last=False)


def last_day(value: str | None, argument: str = "until") -> str | None:
    """The last day that it covers."""
    return _day(value, argument, last=True)


def day_number(value: str | None) -> int | None:
    """The ordinal of an ISO date."""
    return date.fromisoformat(value).toordinal() if value else None


def check_range(since: str | None, until: str | None) -> None:
    """Raises InvalidArgument where a range ends before it begins."""
    if since and until and since > until:
        raise InvalidArgument(
            f"since: {since} is after until ({until}).", hint="Swap the two dates."
        )


def _day(value: str | None, argument: str, *, last: bool) -> str | None:
    if value is None:
        return None
    parts = [int(part) for part in value.split("-")]
    try:
        year, month = parts[0], parts[1] if len(parts) > 1 else (12 if last else 1)
        days = calendar.monthrange(year, month)[1]
        return date(year, month, parts[2] if len(parts) > 2 else (days if last else 1)).isoformat()
    except (ValueError, IndexError, calendar.IllegalMonthError):
        raise InvalidArgument(
            f"{argument}: {shown(value)} is no date.", hint="Write YYYY-MM-DD, YYYY-MM or YYYY."
        ) from None
