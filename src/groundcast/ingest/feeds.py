"""Feeds: RSS and Atom with the podcast namespace, read as far as they can be."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.chapters import MAX_TITLE_CHARS
from groundcast.ingest.feed_elements import Values, name_of, text_of
from groundcast.ingest.feed_values import (
    day_of,
    duration_of,
    number_of,
    one_line,
    role_of,
)
from groundcast.ingest.front_matter import merged_credits
from groundcast.ingest.markup import Element, count_tags, decode_xml, parse_xml
from groundcast.ingest.times import seconds_of
from groundcast.records import Chapter, Credit

MAX_ITEMS = 20_000
ROOTS = "rss|feed|RDF|channel"
ITEMS = "item|entry"

_DATES = (
    "pubdate", "published", "issued", "dcterms:issued", "dc:date", "created", "dcterms:created",
    "updated", "modified", "dcterms:modified",
)  # fmt: skip
_OTHERS = {
    "<opml": "a list of feeds (OPML, to be named as a file)",
    "<html": "a web page",
    "%pdf-": "a PDF",
    "<channel": "a channel definition (CDF)",
}
_SOUND = ("audio", "video")


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
    chapters: tuple[Chapter, ...] = ()
    transcripts: tuple[FeedTranscript, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A show and its episodes, newest first as feeds go; `notes` say what was put right.

    `lost_items` counts those that cannot be read. `next_url` leads to the next page of a paged
    feed, `previous_archive_url` to the archive before this document, which is one itself where
    `is_archive` (RFC 5005).
    """

    title: str
    new_feed_url: str | None = None
    next_url: str | None = None
    previous_archive_url: str | None = None
    is_archive: bool = False
    language: str | None = None
    licence: str | None = None
    attribution: str | None = None
    description: str | None = None
    image_url: str | None = None
    site_url: str | None = None
    persons: tuple[Credit, ...] = ()
    items: tuple[FeedItem, ...] = ()
    lost_items: int = 0
    notes: tuple[str, ...] = ()


def read_feed(data: bytes, url: str, content_type: str | None = None) -> Feed:
    """Read RSS 2.0, RSS 1.0 or Atom; links are resolved against `url` and `xml:base`.

    Neither entities nor anything the document points to is loaded. Broken XML is recovered, and
    a prefix that is declared nowhere counts as what it says.

    Raises:
        UnreadableSource: there is no feed in it.
    """
    text, note = decode_xml(data, content_type)
    root = parse_xml(text, ROOTS)
    if root is None:
        raise UnreadableSource(
            f"{shown(url)} is {_instead(text)}, not a feed.",
            hint="Name the address of the RSS feed.",
        )
    channel = next((e for e in root.iter() if name_of(e) in ("channel", "feed")), root)
    about = Values(channel, url)
    items = [e for e in root.iter() if name_of(e) in ("item", "entry")]
    notes = [] if note is None else [note]
    lost = max(0, count_tags(text, ITEMS) - len(items))
    if lost:
        notes.append(f"{lost} items cannot be read: the XML is broken there, or nested too deep")
    if len(items) > MAX_ITEMS:
        notes.append(f"{len(items) - MAX_ITEMS} items beyond {MAX_ITEMS} left out")
        lost += len(items) - MAX_ITEMS
    return Feed(
        title=about.line("title") or one_line(url),
        new_feed_url=about.address("itunes:new-feed-url") or _redirection(root, url),
        next_url=about.link("next"),
        previous_archive_url=about.link("prev-archive"),
        is_archive=next(about.all("fh:archive"), None) is not None,
        language=(about.line("language", "dc:language") or about.language() or "").replace("_", "-")
        or None,
        licence=_licence(about),
        attribution=about.line("itunes:author", "copyright", "rights", "dc:creator"),
        description=about.prose(
            "description", "subtitle", "tagline", "itunes:summary", "itunes:subtitle", "info"
        ),
        image_url=_image(about),
        site_url=about.page(),
        persons=_persons(about, "host"),
        items=tuple(_item(Values(item, url)) for item in items[:MAX_ITEMS]),
        lost_items=lost,
        notes=tuple(notes),
    )


def _redirection(root: Element, url: str) -> str | None:
    """Where RSS's own form of a redirect leads, a document that holds nothing else."""
    told = next((e for e in root.iter() if name_of(e) == "redirect"), None)
    return Values(told, url).address("newlocation") if told is not None else None


def _instead(text: str) -> str:
    if not text.strip():
        return "empty"
    begins = text[:2_000].lower()
    for mark, kind in _OTHERS.items():
        if mark in begins:
            return kind
    return "something else"


def _item(values: Values) -> FeedItem:
    audio = _enclosure(values)
    guid = values.text("guid", "id")
    url = values.page() or _permalink(values)
    title = values.line("title", "itunes:title", "media:title", "dc:title")
    identity = one_line(guid) if guid else audio or url
    return FeedItem(
        guid=identity,
        title=title or identity or "Untitled",
        published_on=_day(values),
        duration_seconds=duration_of(values.text("itunes:duration")),
        season=number_of(values.text("itunes:season", "podcast:season")),
        number=number_of(values.text("itunes:episode", "podcast:episode")),
        description=values.prose(
            "description",
            "content:encoded",
            "itunes:summary",
            "summary",
            "content",
            "body",
            "xhtml:body",
            "fullitem",
            "itunes:subtitle",
            "media:description",
        ),
        url=url,
        audio_url=audio,
        image_url=_image(values),
        credits=_persons(values, "host"),
        chapters_url=next(values.addresses(values.all("podcast:chapters"), "url"), None),
        chapters=tuple(_chapters(values)),
        transcripts=tuple(_transcripts(values)),
    )


def _day(values: Values) -> str | None:
    """The day it was published, else made, else changed."""
    texts = (text_of(element) for element in values.all(*_DATES))
    return next(filter(None, map(day_of, texts)), None)


def _permalink(values: Values) -> str | None:
    """The guid, where it is said to be an address, or is a whole one and not said to be none."""
    for guid in values.all("guid"):
        whole = "://" in text_of(guid)
        stated = (guid.get("isPermaLink") or ("true" if whole else "false")).strip().lower()
        if stated == "true":
            return values.address("guid")
    return None


def _transcripts(values: Values) -> Iterator[FeedTranscript]:
    seen: set[str] = set()
    for element in values.all("podcast:transcript"):
        url = next(values.addresses([element], "url"), None)
        if url is None or url in seen:
            continue
        seen.add(url)
        yield FeedTranscript(
            url=url,
            type=(element.get("type") or "").partition(";")[0].strip().lower(),
            language=one_line(element.get("language") or "") or None,
            rel=one_line(element.get("rel") or "").lower() or None,
        )


def _persons(values: Values, unstated: str) -> tuple[Credit, ...]:
    """The persons named; the namespace says that one without a role is a host."""
    return merged_credits(_credits(values, unstated))


def _credits(values: Values, unstated: str) -> Iterator[Credit]:
    for element in values.all("podcast:person"):
        name = one_line(text_of(element))
        if not any(char.isalpha() for char in name) or len(name) > 120:
            continue
        role = role_of(element.get("role") or unstated, element.get("group"))
        yield Credit(name, role, next(values.addresses([element], "href"), None))


def _enclosure(values: Values) -> str | None:
    """The recording: the first enclosure that is no picture, else Media RSS's content."""
    links = [link for link in values.all("link") if link.get("rel") == "enclosure"]
    groups = [child for group in values.all("media:group") for child in group]
    media = (*values.all("media:content"), *(c for c in groups if name_of(c) == "media:content"))
    found = chain(
        values.addresses(filter(_may_sound, values.all("enclosure")), "url"),
        values.addresses(filter(_may_sound, links), "href"),
        values.addresses(filter(_sounds, media), "url"),
    )
    return next(found, None)


def _may_sound(element: Element) -> bool:
    return not (element.get("type") or "").strip().lower().startswith("image")


def _sounds(element: Element) -> bool:
    stated = (element.get("type") or element.get("medium") or "").strip().lower()
    return stated.startswith(_SOUND)


def _chapters(values: Values) -> Iterator[Chapter]:
    """The chapters that stand in the item itself, as Podlove's publisher writes them."""
    for child in (child for listed in values.all("psc:chapters") for child in listed):
        start = seconds_of(child.get("start") or "")
        title = one_line(child.get("title") or "")
        if name_of(child) == "psc:chapter" and start is not None and title:
            link = next(values.addresses([child], "href"), None)
            yield Chapter(start, title[:MAX_TITLE_CHARS], link)


def _image(values: Values) -> str | None:
    stated = list(values.all("itunes:image"))
    thumbnails = [child for group in values.all("media:group") for child in group]
    found = chain(
        values.addresses(stated, "href"),
        values.addresses(stated, "url"),
        filter(None, (Values(image, values.url).address("url") for image in values.all("image"))),
        filter(None, (values.address("logo", "icon"),)),
        values.addresses(values.all("media:thumbnail"), "url"),
        values.addresses((t for t in thumbnails if name_of(t) == "media:thumbnail"), "url"),
    )
    return next(found, None)


def _licence(values: Values) -> str | None:
    for element in values.all("podcast:license"):
        name = one_line(text_of(element))
        link = next(values.addresses([element], "url"), None)
        if name or link:
            return f"{name} ({link})" if name and link else name or link
    return None
