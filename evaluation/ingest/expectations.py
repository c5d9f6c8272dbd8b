"""What two well-known parsers state of the feeds they are tested with, as far as it is read here.

feedparser writes it into a comment of each feed (`Expect: feed['title'] == 'x' and …`),
podcastparser into a JSON file beside it. A value that Groundcast does not keep, such as an author's
e-mail address, is no expectation of it.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from groundcast.ingest.feed_values import one_line
from groundcast.ingest.feeds import Feed, FeedItem
from groundcast.ingest.html import html_text

FEEDPARSER_ADDRESS = "http://127.0.0.1:8097/tests/"
PODCASTPARSER_ADDRESS = "http://tests/data/"
_OF_FEED = {
    "title": "title",
    "title_detail.value": "title",
    "link": "site_url",
    "links.0.href": "site_url",
    "language": "language",
    "tagline": "description",
    "subtitle": "description",
    "description": "description",
    "info": "description",
    "summary": "description",
    "image.href": "image_url",
    "license": "licence",
}
_OF_ITEM = {
    "title": "title",
    "title_detail.value": "title",
    "link": "url",
    "links.0.href": "url",
    "id": "guid",
    "guid": "guid",
    "description": "description",
    "summary": "description",
    "content.0.value": "description",
    "enclosures.0.href": "audio_url",
    "enclosures.0.url": "audio_url",
    "image.href": "image_url",
    "published_parsed": "published_on",
    "itunes_duration": "duration_seconds",
    "itunes_season": "season",
    "itunes_episode": "number",
    "psc_chapters.chapters.N.title": "chapters",
}
_PROSE = frozenset(("title", "description", "licence", "guid"))


# Where what is read differs on purpose: file, field (both patterns), and why.
BY_DESIGN = (
    ("*content_location*", "*", "links start from the address fetched, not from a header's word"),
    ("*", "guid", "an identifier is kept as written, so that it survives a move of the feed"),
    ("podcastparser/*", "url", "a guid that is no whole address is no page either"),
    ("cdf/*", "*", "Channel Definition Format is no feed that is read; refused with that reason"),
    ("podcastparser/max_episodes*", "*", "the origin is asked for one item only"),
    ("podcastparser/no_enclosure*", "*", "the origin drops an item without a recording"),
    ("podcastparser/no_title*", "title", "the origin takes the recording's file name for a title"),
    ("*", "description", "of several descriptions another one is taken, or it is only markup"),
    ("rss/item_enclosure*", "audio_url", "a picture is no recording"),
    ("*tcvn*", "title", "Python knows no such encoding; the feed's notes say so"),
    ("entities/*ang.*", "title", "HTML 5 has another character for this name than HTML 4"),
)


def by_design(name: str, expected: "Expectation") -> str | None:
    """Why a difference is meant, if it is."""
    for file, field, reason in BY_DESIGN:
        if fnmatch(name, file) and fnmatch(expected.field, field):
            return reason
    return None


@dataclass(frozen=True, slots=True)
class Expectation:
    """A value that the origin states; `item` is null for one of the feed itself."""

    item: int | None
    field: str
    value: Any

    def met_by(self, feed: Feed) -> bool:
        value = one_line(self.value) if isinstance(self.value, str) else self.value
        return (self.found_in(feed) or None) in (self.plain() or None, value)

    def plain(self) -> Any:
        """The value as Groundcast keeps such: words without markup, a day for a time."""
        if isinstance(self.value, str) and self.field in _PROSE:
            return one_line(html_text(self.value))
        return self.value

    def found_in(self, feed: Feed) -> Any:
        if self.field == "items":
            return len(feed.items)
        if self.item is None:
            return _found(feed, self.field)
        if self.item >= len(feed.items):
            return "no such item"
        return _found(feed.items[self.item], self.field)


def _found(of: Feed | FeedItem, field: str) -> Any:
    value = getattr(of, field)
    if field == "chapters":
        return [(int(chapter.start_seconds), chapter.title) for chapter in value]
    if field == "credits":
        return [(credit.name, credit.role) for credit in value]
    if field == "title" and value in (None, "Untitled", FEEDPARSER_ADDRESS):
        return None  # what stands for a title where the feed gives none
    return one_line(value) if isinstance(value, str) and field in _PROSE else value


def stated_by_feedparser(data: bytes) -> list[Expectation]:
    """The comparisons that the feed's comment joins by "and"."""
    line = _header(data, "Expect")
    try:
        tree = ast.parse(line, mode="eval").body if line else None
    except SyntaxError:
        return []
    return list(_comparisons(tree)) if tree is not None else []


def headers_of_feedparser(data: bytes) -> str | None:
    """The Content-Type that the feed's comment says it is served with."""
    for match in re.finditer(rb"Header:\s*[Cc]ontent-[Tt]ype:\s*([^\r\n]+)", _plain(data)):
        return match[1].decode("ascii", "replace").strip()
    return None


def stated_by_podcastparser(path: Path) -> list[Expectation]:
    """The values of the JSON file; an empty one says that there is none."""
    told = json.loads(path.read_text("utf-8"))
    stated = [Expectation(None, "items", len(told["episodes"]))]
    for key, field in (("title", "title"), ("description", "description"),
                       ("cover_url", "image_url"), ("new_url", "new_feed_url"),
                       ("paged_feed_next", "next_url")):  # fmt: skip
        # Without a title, podcastparser gives the file's name for one.
        if told.get(key) and told[key] != path.stem:
            stated.append(Expectation(None, field, _local(told[key])))
    for number, episode in enumerate(told["episodes"]):
        stated += _of_episode(number, episode)
    return stated


def _of_episode(number: int, told: dict[str, Any]) -> Iterator[Expectation]:
    for key, field in (("title", "title"), ("guid", "guid"), ("link", "url"),
                       ("description", "description"), ("episode_art_url", "image_url"),
                       ("number", "number"), ("chapters_json_url", "chapters_url")):  # fmt: skip
        if told.get(key):
            yield Expectation(number, field, _local(told[key]))
    if told.get("published"):
        day = datetime.fromtimestamp(told["published"], UTC).date().isoformat()
        yield Expectation(number, "published_on", day)
    if told.get("total_time"):
        yield Expectation(number, "duration_seconds", float(told["total_time"]))
    if told.get("enclosures"):
        yield Expectation(number, "audio_url", _local(told["enclosures"][0]["url"]))
    if told.get("persons"):
        people = [(person["name"], person["role"]) for person in told["persons"]]
        yield Expectation(number, "credits", people)
    if told.get("chapters"):
        chapters = [(int(c["start"]), c["title"]) for c in told["chapters"]]
        yield Expectation(number, "chapters", chapters)


def _local(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("file://tests/", "http://tests/")
    return value


def _comparisons(tree: ast.expr) -> Iterator[Expectation]:
    match tree:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from _comparisons(value)
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            yield from _comparison(left, right)
        case _:
            return


def _comparison(left: ast.expr, right: ast.expr) -> Iterator[Expectation]:
    try:
        value = ast.literal_eval(right)
    except ValueError:
        return
    match left:
        case ast.Call(func=ast.Name("len"), args=[ast.Name("entries")]):
            yield Expectation(None, "items", value)
            return
        case _:
            path = _path(left)
    if path[:1] == ["entries"] and len(path) > 2 and path[1].isdecimal():
        field = _OF_ITEM.get(".".join(path[2:]))
        if field is not None and field != "chapters":
            yield Expectation(int(path[1]), field, _day(value) if field[-3:] == "_on" else value)
    elif path[:1] == ["feed"]:
        field = _OF_FEED.get(".".join(path[1:]))
        if field is not None:
            yield Expectation(None, field, value)


def _day(value: Any) -> Any:
    return f"{value[0]:04}-{value[1]:02}-{value[2]:02}" if isinstance(value, tuple) else value


def _path(node: ast.expr) -> list[str]:
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=key)):
            return [*_path(value), str(key)]
        case ast.Attribute(value=value, attr=name):
            return [*_path(value), name]
        case ast.Name(id=name):
            return [name]
        case _:
            return ["?"]


def _header(data: bytes, name: str) -> str | None:
    found = re.search(rf"{name}:\s*(.*?)\s*(?:-->|\n)", _plain(data).decode("latin-1"), re.S)
    if found is None:
        return None
    text = found[1]
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return text


def _plain(data: bytes) -> bytes:
    """The head of a feed as ASCII, whatever it is encoded in: enough to read its comment."""
    for mark, encoding in ((b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"),
                           (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):  # fmt: skip
        if data.startswith(mark):
            return data.decode(encoding, "replace").encode("utf-8", "replace")
    if data.startswith(b"L\x6f\xa7\x94"):
        return data.decode("cp037").encode()
    if b"\0" in data[:4]:
        return data.replace(b"\0", b"")
    return data
