"""Values out of JSON that others wrote: of the kind that is wanted, or none."""

import re
from typing import cast

from groundcast.ingest.times import seconds_of

_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?")

JsonObject = dict[str, object]


def as_object(value: object) -> JsonObject:
    """The object, or an empty one."""
    return cast(JsonObject, value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """The list, or an empty one."""
    return cast(list[object], value) if isinstance(value, list) else []


def objects(value: object) -> list[JsonObject]:
    """The objects in a list."""
    return [cast(JsonObject, one) for one in as_list(value) if isinstance(one, dict)]


def first(value: JsonObject, *keys: str) -> object:
    """The value of the first of the keys that has one."""
    return next((value[key] for key in keys if value.get(key) is not None), None)


def words_of(value: JsonObject, *keys: str) -> str:
    """The text at the first of the keys that has a value; empty where it is none."""
    found = first(value, *keys)
    return found if isinstance(found, str) else ""


def seconds_at(value: JsonObject, *keys: str) -> float | None:
    """Seconds at the first of the keys that has a value: a number, or a clock time in words."""
    found = first(value, *keys)
    if isinstance(found, bool):
        return None
    if isinstance(found, int | float):
        return _finite(found)
    return seconds_of(found) if isinstance(found, str) else None


def milliseconds_at(value: JsonObject, *keys: str) -> float | None:
    """Seconds of milliseconds at the first of the keys that has a value."""
    found = first(value, *keys)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    whole = _finite(found)
    return None if whole is None else whole / 1000


def language_tag(value: object) -> str | None:
    """A language as a tag of letters (`en`, `pt-BR`); None for names and anything else."""
    found = _LANGUAGE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    parts = (found[1].lower(), found[2] and found[2].title(), found[3] and found[3].upper())
    return "-".join(part for part in parts if part)


def speaker_label(value: object) -> str | None:
    """The label of a voice: a name as it is, a number or a letter as "Speaker 1"."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return f"Speaker {value}"
    label = " ".join(value.split()) if isinstance(value, str) else ""
    if not label:
        return None
    return f"Speaker {label}" if re.fullmatch(r"[A-Z]|\d{1,3}", label) else label


def _finite(number: int | float) -> float | None:
    """As a float; None beyond what a float holds, and for NaN, which Python's reader accepts."""
    try:
        seconds = float(number)
    except OverflowError:
        return None
    return seconds if abs(seconds) < 1e12 else None
