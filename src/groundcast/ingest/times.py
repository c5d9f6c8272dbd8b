"""Times as transcripts write them, and which of them to believe."""

import re
from bisect import bisect_right
from collections.abc import Sequence

MAX_SECONDS = 24 * 3600.0

CLOCK = r"(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?"
# Editors also write frames after a colon, or let a blank slip in: "01:02:03:12", "01:02: 03".
EDITED_CLOCK = r"(?:\d{1,2}:\s?)?\d{1,3}:\s?\d{2}(?:[.,:]\d{1,3})?"
BRACKETED_CLOCK = rf"\\?[\[(]\s*{EDITED_CLOCK}\s*\\{{0,3}}[\])]"

_CLOCK_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?")
_SECONDS_ONLY = re.compile(r"\d{1,6}(?:[.,]\d{1,9})?")


def seconds_of(clock: str) -> float | None:
    """Seconds of `12:34`, `1:02:03.5`, `01:02:03,500` or `75.25`; None where it is no time."""
    clock = "".join(clock.split())
    if clock.count(":") == 3:
        clock = ".".join(clock.rsplit(":", 1))
    if _SECONDS_ONLY.fullmatch(clock):
        return float(clock.replace(",", "."))
    parts = _CLOCK_PARTS.fullmatch(clock)
    if parts is None:
        return None
    hours, minutes, seconds, fraction = parts.groups()
    if int(seconds) > 59 or (hours is not None and int(minutes) > 59):
        return None
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return float(f"{whole}.{fraction or 0}")


def believable(times: Sequence[float | None]) -> list[bool]:
    """Which of the times to keep: the longest run that never goes back, within one day.

    One wild time in the middle so costs itself and not all that come after it. Among runs of equal
    length the one with the lowest times is kept.
    """
    tails: list[float] = []
    tail_places: list[int] = []
    previous: list[int | None] = [None] * len(times)
    for place, seconds in enumerate(times):
        if seconds is None or not 0 <= seconds <= MAX_SECONDS:
            continue
        length = bisect_right(tails, seconds)
        previous[place] = tail_places[length - 1] if length else None
        if length == len(tails):
            tails.append(seconds)
            tail_places.append(place)
        else:
            tails[length] = seconds
            tail_places[length] = place
    kept = [False] * len(times)
    place = tail_places[-1] if tail_places else None
    while place is not None:
        kept[place] = True
        place = previous[place]
    return kept
