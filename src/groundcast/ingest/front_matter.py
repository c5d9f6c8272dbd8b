"""The YAML block at the head of a text: what the file states about its episode."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import Any, cast
from urllib.parse import urlsplit

import yaml

from groundcast.ingest.source import SourceFacts
from groundcast.ingest.times import seconds_of
from groundcast.records import Credit, Role

MAX_FRONT_MATTER_CHARS = 65_536

_BLOCK = re.compile(r"\s*---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.S)
_KEY_LINE = re.compile(r"^[\w.-]+\s*:", re.M)
_AUDIO = re.compile(r"\.(?:mp3|m4a|ogg|oga|opus|wav|flac|aac)$", re.I)
_WITH_ROLE = re.compile(r"(?P<name>.+?)\s*\((?P<role>[^()]+)\)$")
_ROLE_WORDS: Mapping[str, Role] = {
    "host": "host",
    "cohost": "host",
    "co-host": "host",
    "moderator": "host",
    "interviewer": "host",
    "presenter": "host",
    "guest": "guest",
    "interviewee": "guest",
    "panelist": "guest",
}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The facts, the text after the block, and what could not be used."""

    facts: SourceFacts
    body: str
    notes: tuple[str, ...] = ()


def split_front_matter(text: str) -> FrontMatter:
    """Take a leading `---` block off a text; a text without one comes back whole."""
    block = _BLOCK.match(text[: MAX_FRONT_MATTER_CHARS + 8])
    if block is None or not _KEY_LINE.search(block[1]):
        return FrontMatter(SourceFacts(), text)
    body = text[block.end() :]
    try:
        # BaseLoader builds strings only: no dates that fail, no "no" that turns into false.
        loaded: object = yaml.load(block[1], Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError):
        loaded = None
    if not isinstance(loaded, dict):
        return FrontMatter(SourceFacts(), body, ("the front matter is no valid YAML: left out",))
    values = {str(key).casefold(): value for key, value in cast(dict[Any, Any], loaded).items()}
    facts, notes = facts_of(values)
    return FrontMatter(facts, body, notes)


def facts_of(values: Mapping[str, object]) -> tuple[SourceFacts, tuple[str, ...]]:
    """Facts from the keys publishers use, lower-cased; notes name the values that say nothing."""
    notes: list[str] = []
    stated_audio = _address(values, "audio_url", "audio", "enclosure", "mp3")
    media = _address(values, "media")
    linked = (media, _address(values, "source_file"))
    audio_url = stated_audio or next((link for link in linked if _is_audio(link)), None)
    url = _address(values, "url", "link", "canonical", "page")
    published = _text(values, "published_on", "date", "published", "pubdate", "publish_date")
    published_on = iso_date(published)
    if published and published_on is None:
        notes.append(f"the date {published[:40]!r} is no date: left out")
    duration = _text(values, "duration_seconds", "duration")
    duration_seconds = seconds_of(duration) if duration else None
    if duration and duration_seconds is None:
        notes.append(f"the duration {duration[:40]!r} is no duration: left out")
    facts = SourceFacts(
        title=_text(values, "title"),
        show=_text(values, "show", "podcast", "series"),
        show_title=_text(values, "show_title", "podcast_title"),
        guid=_text(values, "guid", "episode_id"),
        published_on=published_on,
        language=_text(values, "language", "lang"),
        description=_text(values, "description", "subtitle"),
        summary=_text(values, "summary"),
        url=url or (media if media != audio_url else None),
        audio_url=audio_url,
        image_url=_address(values, "image_url", "image"),
        licence=_text(values, "licence", "license", "rights"),
        number=_number(_text(values, "number", "episode_number", "episode")),
        season=_number(_text(values, "season")),
        duration_seconds=duration_seconds,
        credits=_credits(values),
    )
    return facts, tuple(notes)


def iso_date(text: str | None) -> str | None:
    """`YYYY-MM-DD` of an ISO date or time; None for anything else."""
    if not text:
        return None
    try:
        return date.fromisoformat(text.strip()[:10]).isoformat()
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text.strip()).date().isoformat()
    except ValueError:
        return None


def credits_of(value: object, role: Role) -> Iterable[Credit]:
    """Credits from a list, or a text parted by `;`, `|` or commas; "Name (host)" gives a role."""
    if isinstance(value, str):
        separator = next((mark for mark in (";", "|", "\n") if mark in value), ",")
        entries: list[object] = list(value.split(separator))
    elif isinstance(value, list):
        entries = cast(list[object], value)
    elif isinstance(value, dict):
        entries = [cast(object, value)]
    else:
        return
    for entry in entries:
        if isinstance(entry, dict):
            parts = cast(dict[str, object], entry)
            name, stated, url = parts.get("name"), parts.get("role"), parts.get("url")
        else:
            name, stated, url = entry, None, None
        if not isinstance(name, str) or not any(char.isalpha() for char in name):
            continue
        name = " ".join(name.split())
        with_role = _WITH_ROLE.match(name)
        if stated is None and with_role and with_role["role"].casefold() in _ROLE_WORDS:
            name, stated = with_role["name"], with_role["role"]
        known = _ROLE_WORDS.get(stated.strip().casefold()) if isinstance(stated, str) else None
        yield Credit(name, known or role, url if isinstance(url, str) else None)


def merged_facts(over: SourceFacts, under: SourceFacts) -> SourceFacts:
    """The facts of `over`, gaps filled from `under`; credits of both."""
    values = {
        field.name: getattr(over, field.name)
        if getattr(over, field.name) is not None
        else getattr(under, field.name)
        for field in fields(SourceFacts)
    }
    return replace(SourceFacts(**values), credits=merged_credits(over.credits, under.credits))


def merged_credits(*groups: Iterable[Credit]) -> tuple[Credit, ...]:
    """Credits in order, each name once; a stated role wins over "other"."""
    found: dict[str, Credit] = {}
    for credit in (credit for group in groups for credit in group):
        key = credit.name.casefold()
        if key not in found or (found[key].role == "other" and credit.role != "other"):
            found[key] = credit
    return tuple(found.values())


def _credits(values: Mapping[str, object]) -> tuple[Credit, ...]:
    return merged_credits(
        credits_of(values.get("hosts") or values.get("host"), "host"),
        credits_of(values.get("guests") or values.get("guest"), "guest"),
        credits_of(values.get("speakers"), "other"),
        credits_of(values.get("persons") or values.get("people"), "other"),
    )


def _text(values: Mapping[str, object], *keys: str) -> str | None:
    for key in keys:
        value = values.get(key)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        text = "\n".join(" ".join(line.split()) for line in str(value).strip().split("\n"))
        if text:
            return text
    return None


def _address(values: Mapping[str, object], *keys: str) -> str | None:
    for key in keys:
        text = _text(values, key)
        if text is not None and text.startswith(("https://", "http://")):
            return text
    return None


def _is_audio(address: str | None) -> bool:
    return address is not None and _AUDIO.search(urlsplit(address).path) is not None


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"\d{1,6}", text) else None
