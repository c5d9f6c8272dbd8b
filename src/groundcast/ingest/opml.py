"""OPML: the lists of feeds that podcast players export."""

import re
from collections.abc import Iterator
from pathlib import Path

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.feed_values import address, one_line
from groundcast.ingest.markup import Element, decode_xml, parse_xml
from groundcast.ingest.source import SkippedSource

MAX_OPML_BYTES = 20_000_000
MAX_FEEDS = 10_000

_PLAYERS = re.compile(r"^(?:feed|itpc|pcast|podcast)(?::(?=https?:)|://)", re.I)


def is_opml(path: Path) -> bool:
    """Whether a file is a list of feeds, by its name or by what it begins with."""
    if path.suffix.lower() == ".opml":
        return True
    if path.suffix.lower() != ".xml":
        return False
    with path.open("rb") as file:
        return b"<opml" in file.read(2_000).lower()


def read_opml(path: Path) -> Iterator[str | SkippedSource]:
    """The addresses of the feeds, in order, each once; and entries that lead to none.

    Outlines may be nested. Raises UnreadableSource where the file is no OPML.
    """
    try:
        data = path.read_bytes()[: MAX_OPML_BYTES + 1]
    except OSError as error:
        raise UnreadableSource(f"{shown(path)} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_OPML_BYTES:
        raise UnreadableSource(f"{shown(path)} is larger than {MAX_OPML_BYTES / 1e6:g} MB.")
    root = parse_xml(decode_xml(data)[0], "opml|OPML")
    if root is None:
        raise UnreadableSource(f"{shown(path)} is no OPML.", hint="Name a list of feeds.")
    seen: set[str] = set()
    for outline in root.iter():
        values = _values(outline)
        stated = values.get("xmlurl") or (values.get("url") if _is_feed(values) else None)
        if stated is None:
            continue
        name = one_line(values.get("text") or values.get("title") or stated)
        url = address(_PLAYERS.sub(_scheme, stated.strip()), "")
        if url is None:
            yield SkippedSource(name, f"{shown(stated)} is no address of a feed", path.name)
        elif len(seen) >= MAX_FEEDS:
            yield SkippedSource(name, f"beyond {MAX_FEEDS} feeds", path.name)
        elif url not in seen:
            seen.add(url)
            yield url


def _values(outline: Element) -> dict[str, str]:
    if not isinstance(outline.tag, str) or outline.tag.rpartition("}")[2].lower() != "outline":
        return {}
    return {key.lower(): value for key, value in outline.items()}


def _is_feed(values: dict[str, str]) -> bool:
    return values.get("type", "").lower() in ("rss", "atom", "podcast")


def _scheme(found: re.Match[str]) -> str:
    """What a player's own scheme stands for."""
    return "http://" if found[0].endswith("//") else ""
