"""Feeds: RSS and Atom with the podcast namespace, read as far as they can be."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.feed_values import (
    address,
    day_of,
    duration_of,
    number_of,
    one_line,
    role_of,
)
from groundcast.ingest.front_matter import merged_credits
from groundcast.ingest.html import html_text
from groundcast.ingest.markup import Element, decode_xml, parse_xml
from groundcast.records import Credit

MAX_ITEMS = 20_000
MAX_DESCRIPTION_CHARS = 20_000
ROOTS = "rss|feed|RDF|channel"

_NAMESPACES = {
    "podcastindex.org/namespace/1.0": "podcast",
    "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
    "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "www.w3.org/2005/atom": "",
    "purl.org/rss/1.0": "",
    "backend.userland.com/rss2": "",
    "purl.org/rss/1.0/modules/content": "content",
    "purl.org/dc/elements/1.1": "dc",
    "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "www.w3.org/1999/xhtml": "xhtml",
}


@dataclass(frozen=True, slots=True)
class FeedTranscript:
    """A transcript as the feed offers it; `type` is the stated media type, lower-cased."""

    url: str
    type: str = ""
    language: str | None = None
    rel: str | None = None


@dataclass(frozen=True, slots=True)
class FeedItem:
    """An episode as the feed describes it; `guid` is null where nothing identifies it."""

    guid: str | None
    title: str
    published_on: str | None = None
    duration_seconds: float | None = None
    season: int | None = None
    number: int | None = None
    description: str | None = None
    url: str | None = None
    audio_url: str | None = None
    image_url: str | None = None
    credits: tuple[Credit, ...] = ()
    chapters_url: str | None = None
    transcripts: tuple[FeedTranscript, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A show and its episodes, newest first as feeds go; `notes` say what was put right."""

    title: str
    new_feed_url: str | None = None
    language: str | None = None
    licence: str | None = None
    attribution: str | None = None
    description: str | None = None
    image_url: str | None = None
    site_url: str | None = None
    persons: tuple[Credit, ...] = ()
    items: tuple[FeedItem, ...] = ()
    notes: tuple[str, ...] = field(default=())


def read_feed(data: bytes, url: str) -> Feed:
    """Read RSS 2.0, RSS 1.0 or Atom; links are resolved against `url`.

    Neither entities nor anything the document points to is loaded. Broken XML is recovered, and
    a prefix that is declared nowhere counts as what it says.

    Raises:
        UnreadableSource: there is no feed in it.
    """
    text, note = decode_xml(data)
    root = parse_xml(text, ROOTS)
    if root is None:
        what = "a web page" if "<html" in text[:2_000].lower() else "something else"
        raise UnreadableSource(
            f"{shown(url)} is {what}, not a feed.", hint="Name the address of the RSS feed."
        )
    channel = next((e for e in root.iter() if _name(e) in ("channel", "feed")), root)
    about = _Values(channel, url)
    items = [e for e in root.iter() if _name(e) in ("item", "entry")]
    notes = [] if note is None else [note]
    if len(items) > MAX_ITEMS:
        notes.append(f"{len(items) - MAX_ITEMS} items beyond {MAX_ITEMS} left out")
    return Feed(
        title=about.line("title") or one_line(url),
        new_feed_url=address(about.text("itunes:new-feed-url"), url),
        language=about.line("language", "dc:language") or _xml_language(channel),
        licence=_licence(about),
        attribution=about.line("itunes:author", "copyright", "rights", "dc:creator"),
        description=about.prose("description", "subtitle", "itunes:summary"),
        image_url=_image(about, url),
        site_url=about.link(),
        persons=_persons(about, "host"),
        items=tuple(_item(_Values(item, url)) for item in items[:MAX_ITEMS]),
        notes=tuple(notes),
    )


class _Values:
    """The children of an item or a channel, by name."""

    def __init__(self, parent: Element, base: str) -> None:
        self.base = base
        self._children: dict[str, list[Element]] = {}
        for child in parent:
            self._children.setdefault(_name(child), []).append(child)

    def all(self, *names: str) -> Iterator[Element]:
        """The children so named, in order of the names."""
        for name in names:
            yield from self._children.get(name, ())

    def text(self, *names: str) -> str | None:
        """The first text that is not blank."""
        texts = ("".join(child.itertext()).strip() for child in self.all(*names))
        return next(filter(None, texts), None)

    def line(self, *names: str) -> str | None:
        """The first text, on one line and without markup."""
        found = self.text(*names)
        return (one_line(html_text(found)) or None) if found else None

    def prose(self, *names: str) -> str | None:
        """The first text that is more than markup, its paragraphs on lines of their own."""
        for child in self.all(*names):
            words = html_text("".join(child.itertext()))
            if words:
                return words[:MAX_DESCRIPTION_CHARS]
        return None

    def link(self) -> str | None:
        """The page about it: RSS's text, or Atom's alternate link."""
        for link in self.all("link"):
            href = link.get("href")
            if href is not None and link.get("rel") not in (None, "alternate"):
                continue
            found = address(href or "".join(link.itertext()), self.base)
            if found is not None:
                return found
        return None


def _item(values: _Values) -> FeedItem:
    base = values.base
    audio = _enclosure(values)
    url = values.link()
    guid = values.text("guid", "id")
    title = values.line("title", "itunes:title")
    identity = one_line(guid) if guid else audio or url
    return FeedItem(
        guid=identity,
        title=title or identity or "Untitled",
        published_on=day_of(values.text("pubdate", "published", "dc:date", "updated")),
        duration_seconds=duration_of(values.text("itunes:duration")),
        season=number_of(values.text("itunes:season", "podcast:season")),
        number=number_of(values.text("itunes:episode", "podcast:episode")),
        description=values.prose(
            "description", "content:encoded", "itunes:summary", "summary", "content"
        ),
        url=url,
        audio_url=audio,
        image_url=_image(values, base),
        credits=_persons(values, "host"),
        chapters_url=next(_addresses(values.all("podcast:chapters"), base, "url"), None),
        transcripts=tuple(_transcripts(values)),
    )


def _transcripts(values: _Values) -> Iterator[FeedTranscript]:
    seen: set[str] = set()
    for element in values.all("podcast:transcript"):
        url = address(element.get("url"), values.base)
        if url is None or url in seen:
            continue
        seen.add(url)
        yield FeedTranscript(
            url=url,
            type=(element.get("type") or "").partition(";")[0].strip().lower(),
            language=one_line(element.get("language") or "") or None,
            rel=one_line(element.get("rel") or "").lower() or None,
        )


def _persons(values: _Values, unstated: str) -> tuple[Credit, ...]:
    """The persons named; the namespace says that one without a role is a host."""
    return merged_credits(_credits(values.all("podcast:person"), values.base, unstated))


def _credits(elements: Iterable[Element], base: str, unstated: str) -> Iterator[Credit]:
    for element in elements:
        name = one_line("".join(element.itertext()))
        if not any(char.isalpha() for char in name) or len(name) > 120:
            continue
        role = role_of(element.get("role") or unstated, element.get("group"))
        yield Credit(name, role, address(element.get("href"), base))


def _enclosure(values: _Values) -> str | None:
    found = next(_addresses(values.all("enclosure"), values.base, "url"), None)
    if found is not None:
        return found
    links = (link for link in values.all("link") if link.get("rel") == "enclosure")
    return next(_addresses(links, values.base, "href"), None)


def _image(values: _Values, base: str) -> str | None:
    found = next(_addresses(values.all("itunes:image"), base, "href"), None)
    if found is not None:
        return found
    for image in values.all("image"):
        found = address(_Values(image, base).text("url"), base)
        if found is not None:
            return found
    return address(values.text("logo", "icon"), base)


def _licence(values: _Values) -> str | None:
    for element in values.all("podcast:license"):
        name = one_line("".join(element.itertext()))
        link = address(element.get("url"), values.base)
        if name or link:
            return f"{name} ({link})" if name and link else name or link
    return None


def _addresses(elements: Iterable[Element], base: str, attribute: str) -> Iterator[str]:
    found = (address(element.get(attribute), base) for element in elements)
    return (url for url in found if url is not None)


def _xml_language(channel: Element) -> str | None:
    return channel.get("{http://www.w3.org/XML/1998/namespace}lang")


def _name(element: Element) -> str:
    """`podcast:transcript`, `itunes:image`, `title`: one spelling for every declaration of it."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    if not tag.startswith("{"):
        prefix, _, name = tag.rpartition(":")
        return f"{prefix}:{name}".lower().lstrip(":")
    uri, _, name = tag[1:].partition("}")
    known = _NAMESPACES.get(uri.strip().lower().partition("://")[2].rstrip("/"))
    prefix = element.prefix or "" if known is None else known
    return f"{prefix}:{name}".lower().lstrip(":")
