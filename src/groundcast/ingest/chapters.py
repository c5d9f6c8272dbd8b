"""Chapters in the podcast namespace's JSON."""

import json
from typing import cast
from urllib.parse import urljoin, urlsplit

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.decoding import decode
from groundcast.ingest.times import MAX_SECONDS, seconds_of
from groundcast.records import Chapter

MAX_CHAPTERS = 1_000
MAX_TITLE_CHARS = 300


def read_chapters(data: bytes, url: str) -> tuple[Chapter, ...]:
    """The chapters a listener sees, in order of time; one without a time or a title is left out.

    Raises:
        UnreadableSource: the file is no JSON with a list of chapters.
    """
    try:
        parsed: object = json.loads(decode(data, url).text)
    except (ValueError, RecursionError):
        parsed = None
    listed = cast("dict[str, object]", parsed).get("chapters") if isinstance(parsed, dict) else None
    if not isinstance(listed, list):
        raise UnreadableSource(f"{shown(url)} holds no chapters.")
    found = [_chapter(entry, url) for entry in cast("list[object]", listed)[:MAX_CHAPTERS]]
    chapters = [chapter for chapter in found if chapter is not None]
    return tuple(sorted(chapters, key=lambda chapter: chapter.start_seconds))


def _chapter(entry: object, url: str) -> Chapter | None:
    if not isinstance(entry, dict):
        return None
    fields = cast("dict[str, object]", entry)
    start, title = _seconds(fields.get("startTime")), fields.get("title")
    hidden = fields.get("toc") is False
    if hidden or start is None or not isinstance(title, str) or not title.strip():
        return None
    return Chapter(start, " ".join(title.split())[:MAX_TITLE_CHARS], _link(fields.get("url"), url))


def _seconds(value: object) -> float | None:
    if isinstance(value, str):
        value = seconds_of(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= MAX_SECONDS else None


def _link(value: object, base: str) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        joined = urljoin(base, value.strip())
        return joined if urlsplit(joined).scheme in ("http", "https") else None
    except ValueError:
        return None
