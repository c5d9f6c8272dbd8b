"""HTML: transcripts on web pages, and the words of descriptions."""

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from groundcast.citations import clock
from groundcast.errors import UnreadableSource
from groundcast.ingest.blocks import Block, BlockKind, Document
from groundcast.ingest.dialogue import read_dialogue
from groundcast.ingest.markup import Element, parse_html
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.times import seconds_of
from groundcast.records import Credit

MAX_LABEL_CHARS = 80
MAX_LABEL_ELEMENTS = 30
MAX_TITLE_CHARS = 500

_NO_SPEECH = (
    "script style template noscript head nav footer form button select svg math iframe object "
    "audio video canvas map"
)
_BLOCK = (
    "p div section article main header aside address blockquote pre ul ol li dl dt dd table thead "
    "tbody tfoot tr td th figure figcaption details summary body html hr fieldset center"
)
_INLINE = "cite time span br i em u a font title meta"

_DROPPED = frozenset(_NO_SPEECH.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCKS = _HEADINGS | frozenset(_BLOCK.split())
_BOLD = frozenset(("b", "strong"))
_KNOWN = _BLOCKS | _DROPPED | _BOLD | frozenset(_INLINE.split())
_TAG = re.compile(r"<[/!a-zA-Z]")
_WHOLE_TAG = re.compile(r"<[/!a-zA-Z][^<>]*>")
_FIRST_TAG = re.compile(
    r"\s*(?:<\?xml[^>]{0,300}\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<(!doctype\s+html|[a-z][a-z0-9]*)",
    re.I | re.S,
)
_MARKED = re.compile(r"^\*\*([^*]{1,90})\*\*")
_BLANKS = re.compile(r"\s+")
_ASTERISKS = re.compile(r"^\s*\*{1,3}")


def looks_like_html(text: str) -> bool:
    """Whether a text begins with a tag of HTML, be it a page or a fragment."""
    found = _FIRST_TAG.match(text[:5_000])
    if found is None:
        return False
    tag = found[1].lower()
    return tag.startswith("!") or tag in _KNOWN


def read_html(text: str, credits: Sequence[Credit] = ()) -> ReadTranscript:
    """Read a transcript from a web page: `<cite>` names the voice, `<time>` says the time.

    Pages without them are read as paragraphs, where `Name: text` names a voice as in plain text.

    Raises:
        UnreadableSource: there is nothing in the markup.
    """
    root = parse_html(text)
    if root is None:
        raise UnreadableSource("The page is empty.")
    page = _Page(marked=True)
    main = _narrowed(root)
    page.read(main)
    dialogue = read_dialogue(Document(tuple(page.blocks), {}), credits, _spoken)
    dropped = [f"{count} × {name} left out" for name, count in sorted(page.dropped.items())]
    outside = _word_count(root) - _word_count(main) if main is not root else 0
    if outside > 0:
        dropped.append(f"{outside} words outside the page's <{_name(main)}> left out")
    return ReadTranscript(
        format="html",
        turns=dialogue.turns,
        time_source=dialogue.time_source,
        facts=SourceFacts(title=_title(root)),
        notes=(*dialogue.notes, *dropped),
    )


def html_text(markup: str) -> str:
    """The words of a description: a paragraph a line, markup gone."""
    if not _TAG.search(markup):
        lines = (" ".join(line.split()) for line in html.unescape(markup).splitlines())
        return "\n".join(filter(None, lines))
    try:
        root = parse_html(markup)
    except UnreadableSource:
        return " ".join(html.unescape(_WHOLE_TAG.sub(" ", markup)).split())
    if root is None:
        return ""
    page = _Page(marked=False)
    page.read(root)
    return "\n".join(line for block in page.blocks for line in block.lines)


class _Page:
    """Collects the blocks of a page; `marked` keeps what tells voices and times apart.

    A voice is written as Markdown's bold and a time in brackets, which `read_dialogue` reads.
    """

    def __init__(self, *, marked: bool) -> None:
        self.blocks: list[Block] = []
        self.dropped: Counter[str] = Counter()
        self._marked = marked
        self._parts: list[str] = []
        self._named = False
        self._speech = False

    def read(self, root: Element) -> None:
        """Adds the blocks of an element, in order."""
        stack: list[tuple[Element, bool]] = [(root, True)]
        while stack:
            element, opens = stack.pop()
            name = _name(element)
            if opens:
                stack.append((element, False))
                if name in _DROPPED:
                    self.dropped[name] += 1
                elif not (self._marked and self._reads_whole(name, element)):
                    self._open(name)
                    self._add(element.text, kept_lines=name == "pre")
                    stack.extend((child, True) for child in reversed(list(element)))
                continue
            if name in _BLOCKS:
                self._close(name)
            if element is not root:
                self._add(element.tail)
        self._finish("paragraph")
        del self.dropped["head"]

    def _reads_whole(self, name: str, element: Element) -> bool:
        """Takes a voice or a time, which are read without what is marked up in them."""
        if name == "time":
            seconds = seconds_of(_words(element))
            if seconds is not None:
                self._parts.append(f" [{clock(seconds)}] ")
            return seconds is not None
        if name != "cite" and name not in _BOLD:
            return False
        label = _label(element, needs_colon=name in _BOLD)
        if label is None or (name in _BOLD and self._speech):
            return False
        if self._speech or self._named:
            self._finish("paragraph")
        self._named = True
        self._parts.append(f"**{label}:** ")
        return True

    def _open(self, name: str) -> None:
        if name in _BLOCKS:
            self._close("p")
        elif name == "br":
            self._parts.append("\n")

    def _close(self, name: str) -> None:
        """Ends a block, unless all it holds so far is who will speak, or when."""
        if name in _HEADINGS:
            self._finish("heading")
        elif self._speech:
            self._finish("paragraph")

    def _finish(self, kind: BlockKind) -> None:
        for chunk in re.split(r"\n[ \t]*\n", "".join(self._parts)):
            lines = tuple(" ".join(line.split()) for line in chunk.split("\n") if line.strip())
            if lines:
                self.blocks.append(Block(kind, lines))
        self._parts, self._named, self._speech = [], False, False

    def _add(self, text: str | None, *, kept_lines: bool = False) -> None:
        if not text:
            return
        if self._parts and self._parts[-1].endswith(":** "):
            text = text.lstrip().removeprefix(":")
        elif self._marked and not (self._speech or self._named):
            # Asterisks that open a paragraph would be taken for a voice's mark.
            text = _ASTERISKS.sub("", text)
        self._speech = self._speech or not (text.isspace() or not text)
        self._parts.append(text if kept_lines else _BLANKS.sub(" ", text))


def _label(element: Element, *, needs_colon: bool) -> str | None:
    """The name in an element that stands where a voice is named; None where it does not."""
    words = _words(element)
    tail = (element.tail or "").lstrip()
    name = words.rstrip(":： ").replace("*", "")
    named = words != name or tail.startswith((":", "：")) or not (needs_colon or tail)
    return name if named and 0 < len(name) <= MAX_LABEL_CHARS else None


def _words(element: Element) -> str:
    """The words of a small element; none of one with so much in it that it is no label.

    Elements within elements would else be read over and over.
    """
    if sum(1 for _ in islice(element.iter(), MAX_LABEL_ELEMENTS + 1)) > MAX_LABEL_ELEMENTS:
        return ""
    pieces = list(islice(element.itertext(), MAX_LABEL_ELEMENTS * 2))
    if sum(map(len, pieces)) > MAX_TITLE_CHARS:
        return ""
    return " ".join("".join(pieces).split())


def _name(element: Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _elements(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if _name(element) == name)


def _narrowed(root: Element) -> Element:
    """The one `<main>` or `<article>` of a page, where there is exactly one."""
    for name in ("main", "article"):
        found = list(_elements(root, name))
        if len(found) == 1:
            return found[0]
    return root


def _word_count(root: Element) -> int:
    """The words of a page or a part of it, without those that nobody would read out."""
    page = _Page(marked=False)
    page.read(root)
    return sum(len(line.split()) for block in page.blocks for line in block.lines)


def _title(root: Element) -> str | None:
    for name in ("h1", "title"):
        for element in _elements(root, name):
            words = _words(element)
            if words:
                return words
    return None


def _spoken(text: str) -> str:
    return " ".join(_MARKED.sub(r"\1", text).split())
