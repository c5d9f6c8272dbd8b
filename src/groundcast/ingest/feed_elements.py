"""The elements of a feed by name, whatever their namespaces are declared as, with their bases."""

import base64
import html
import re
from collections.abc import Iterable, Iterator

from groundcast.ingest.feed_values import address, one_line
from groundcast.ingest.html import html_text
from groundcast.ingest.markup import Element

MAX_DESCRIPTION_CHARS = 20_000

_ITEMS = frozenset(("item", "entry"))
_MAX_BASES = 8
# Far more than what is kept of a description.
_MAX_MARKUP_CHARS = 500_000
_XML = "{http://www.w3.org/XML/1998/namespace}"
_NAMESPACES = {
    "podcastindex.org/namespace/1.0": "podcast",
    "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
    "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "www.w3.org/2005/atom": "",
    "purl.org/atom/ns#": "",
    "purl.org/rss/1.0": "",
    "purl.org/net/rss1.1#": "",
    "my.netscape.com/rdf/simple/0.9": "",
    "channel.netscape.com/rdf/simple/0.9": "",
    "backend.userland.com/rss": "",
    "backend.userland.com/rss2": "",
    "backend.userland.com/rss091": "",
    "backend.userland.com/rss092": "",
    "blogs.law.harvard.edu/tech/rss": "",
    "backend.userland.com/creativecommonsrssmodule": "cc",
    "web.resource.org/cc": "cc",
    "purl.org/rss/1.0/modules/content": "content",
    "purl.org/dc/elements/1.1": "dc",
    "purl.org/dc/terms": "dcterms",
    "purl.org/syndication/history/1.0": "fh",
    "podlove.org/simple-chapters": "psc",
    "search.yahoo.com/mrss": "media",
    "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "www.w3.org/1999/xhtml": "xhtml",
}


# Prefixes that feeds use for Atom, declared or not.
_OF_ATOM = frozenset(("atom", "atom10", "a10"))
_PLAIN = frozenset(("text", "text/plain"))
_EMBEDDED = re.compile(r"</?(?:iframe|object|embed|applet|noembed|noframes)\b[^>]*>?", re.I)
_COMMENT = re.compile(r"<!--[^>]*>?")


class Values:
    """The children of an item or a channel, by name; `base` is what its links start from."""

    def __init__(self, parent: Element, url: str) -> None:
        self.url = url
        self.parent = parent
        self.base = base_of(parent, url)
        self._children: dict[str, list[Element]] = {}
        for child in parent:
            self._children.setdefault(name_of(child), []).append(child)

    def all(self, *names: str) -> Iterator[Element]:
        """The children so named, in order of the names."""
        for name in names:
            yield from self._children.get(name, ())

    def text(self, *names: str) -> str | None:
        """The first text that is not blank."""
        texts = (text_of(child) for child in self.all(*names))
        return next(filter(None, texts), None)

    def line(self, *names: str) -> str | None:
        """The first text that is more than markup, on one line."""
        return next(filter(None, (one_line(words_of(child)) for child in self.all(*names))), None)

    def prose(self, *names: str) -> str | None:
        """The first text that is more than markup, its paragraphs on lines of their own."""
        words = next(filter(None, (words_of(child) for child in self.all(*names))), None)
        return words[:MAX_DESCRIPTION_CHARS] if words else None

    def address(self, *names: str) -> str | None:
        """The first text that is an address."""
        found = (self._address(child, text_of(child)) for child in self.all(*names))
        return next(filter(None, found), None)

    def addresses(self, elements: Iterable[Element], attribute: str) -> Iterator[str]:
        """The addresses that an attribute holds."""
        found = (self._address(element, element.get(attribute)) for element in elements)
        return (url for url in found if url is not None)

    def page(self) -> str | None:
        """The page about it: RSS's text, or Atom's alternate link."""
        for link in self.all("link"):
            href = link.get("href")
            if href is not None and link.get("rel") not in (None, "alternate"):
                continue
            found = self._address(link, href or text_of(link))
            if found is not None:
                return found
        return None

    def link(self, rel: str) -> str | None:
        """Where Atom's link of a relation leads."""
        links = (link for link in self.all("link") if (link.get("rel") or "").lower() == rel)
        return next(self.addresses(links, "href"), None)

    def language(self) -> str | None:
        """The language it says of itself."""
        return self.parent.get(f"{_XML}lang")

    def _address(self, element: Element, text: str | None) -> str | None:
        own = element.get(f"{_XML}base")
        return address(text, (address(own, self.base) if own else None) or self.base)


def base_of(element: Element, url: str) -> str:
    """What an element's links start from: `xml:base` of it and of all around it, else `url`.

    Of those that state one, the innermost eight count.
    """
    around = (element, *element.iterancestors())
    stated = [base for base in (e.get(f"{_XML}base") for e in around) if base]
    for base in reversed(stated[:_MAX_BASES]):
        url = address(base, url) or url
    return url


def words_of(element: Element) -> str:
    """The words in an element, be they plain, escaped HTML, XHTML or, in Atom, base64."""
    if len(list(element)):
        return html_text(_readable(_markup(element)))
    text = text_of(element)
    stated = (element.get("type") or "").strip().lower()
    if (element.get("mode") or "").strip().lower() == "base64" or _is_packed(stated):
        try:
            text = base64.b64decode(text, validate=False).decode("utf-8", "replace")
        except ValueError:
            return ""
    return text.strip() if stated in _PLAIN else html_text(_readable(text))


def _is_packed(media_type: str) -> bool:
    """Whether content of a type stands in base64 (RFC 4287, 4.1.3.3)."""
    kind, _, form = media_type.partition("/")
    return bool(form) and kind != "text" and not form.endswith("xml")


def text_of(element: Element) -> str:
    """All text in an element, but that of items which broken XML puts into it."""
    return _cut(_pieces(element, tags=False)).strip()


def _markup(element: Element) -> str:
    """What is in an element as HTML, whatever namespace its tags are declared in."""
    return _cut(_pieces(element, tags=True))


def _pieces(element: Element, *, tags: bool) -> Iterator[str]:
    def written(text: str | None) -> str:
        return html.escape(text or "", quote=False) if tags else text or ""

    yield written(element.text)
    for child in element:
        tag = name_of(child).rpartition(":")[2]
        if tag and tag not in _ITEMS:
            yield f"<{tag}>" if tags else ""
            yield from _pieces(child, tags=tags)
            yield f"</{tag}>" if tags else ""
        yield written(child.tail)


def _cut(pieces: Iterator[str]) -> str:
    """The pieces as far as they are read."""
    parts: list[str] = []
    size = 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > _MAX_MARKUP_CHARS:
            break
    return "".join(parts)[:_MAX_MARKUP_CHARS]


def _readable(markup: str) -> str:
    """Markup without what makes an HTML parser take the words that follow for no words."""
    kept = _EMBEDDED.sub("", markup)
    ended = kept.rfind("-->") + 1
    return kept[:ended] + _COMMENT.sub("", kept[ended:])


def name_of(element: Element) -> str:
    """`podcast:transcript`, `itunes:image`, `title`: one spelling for every declaration of it."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    if tag.startswith("{"):
        uri, _, name = tag[1:].partition("}")
        known = _NAMESPACES.get(uri.strip().lower().partition("://")[2].rstrip("/"))
        prefix = element.prefix or "" if known is None else known
    else:
        prefix, _, name = tag.rpartition(":")
    prefix = prefix.lower()
    return f"{'' if prefix in _OF_ATOM else prefix}:{name.lower()}".lstrip(":")
