"""Single values of feeds: dates, durations, numbers, addresses and roles."""

import re
from collections.abc import Mapping
from email.utils import parsedate_tz
from urllib.parse import quote, urljoin, urlsplit

from groundcast.ingest.front_matter import iso_date
from groundcast.ingest.times import seconds_of
from groundcast.records import Role

MAX_DURATION_SECONDS = 7 * 24 * 3600.0
MAX_ADDRESS_CHARS = 2_000

_ROLES: Mapping[str, Role] = {
    "host": "host",
    "co-host": "host",
    "cohost": "host",
    "guest host": "host",
    "presenter": "host",
    "moderator": "host",
    "interviewer": "host",
    "guest": "guest",
    "interviewee": "guest",
    "panelist": "guest",
}
_CAST = ("", "cast")
_UNSAFE = "!#$%&'()*+,/:;=?@[]~"


def one_line(text: str) -> str:
    """A text with its blanks and line ends made single blanks."""
    return " ".join(text.split())


def address(text: str | None, base: str) -> str | None:
    """An absolute http or https address; null for anything else."""
    stripped = "".join((text or "").split("\n")).strip()
    if not stripped or len(stripped) > MAX_ADDRESS_CHARS:
        return None
    try:
        joined = urljoin(base, quote(stripped, safe=_UNSAFE))
        parts = urlsplit(joined)
        return joined if parts.scheme in ("http", "https") and parts.hostname else None
    except ValueError:
        return None


def day_of(text: str | None) -> str | None:
    """The date, as the publisher's clock shows it, of RFC 822 or ISO 8601; null for neither."""
    if text is None:
        return None
    day = iso_date(text)
    if day is not None:
        return day
    try:
        parts = parsedate_tz(text)
    except (ValueError, IndexError, TypeError):
        return None
    if parts is None:
        return None
    return iso_date(f"{parts[0]:04}-{parts[1]:02}-{parts[2]:02}")


def duration_of(text: str | None) -> float | None:
    """Seconds of `3723`, `62:03` or `1:02:03`; null where it is no duration or a week long."""
    seconds = seconds_of(text) if text else None
    return seconds if seconds is not None and 0 < seconds < MAX_DURATION_SECONDS else None


def number_of(text: str | None) -> int | None:
    """A whole number; the namespace allows `3.0` and `204.5`, of which the half is no number."""
    found = re.fullmatch(r"\s*(\d{1,6})(?:\.0+)?\s*", text) if text else None
    return int(found[1]) if found is not None else None


def role_of(role: str, group: str | None) -> Role:
    """A role of the podcast taxonomy as ours: who is not of the cast does not speak."""
    if one_line(group or "").lower() not in _CAST:
        return "other"
    return _ROLES.get(one_line(role).lower(), "other")
