"""Markup that others wrote, parsed without entities, without the network, however broken."""

import codecs
import html
import re
from collections.abc import Iterator
from html.entities import html5
from typing import Any, Protocol, cast

from lxml import etree as _lxml  # pyright: ignore

from groundcast.errors import UnreadableSource

_ETREE = cast(Any, _lxml)
_ENCODING = re.compile(rb"^[^<]{0,20}<\?xml[^>]{1,200}?encoding\s*=\s*[\"']([\w.-]{1,40})[\"']")
_QUOTED = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z))", re.S)
_REFERENCE = re.compile(r"&(?:#[xX]([0-9a-fA-F]{1,8});|#(\d{1,8});|([A-Za-z][A-Za-z0-9]{1,31});)?")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.I)
# Codecs that read escapes in their input. Those that unpack it, Python refuses by itself.
_NO_ENCODINGS = frozenset(
    ("idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape")
)
# Names that Python does not know.
_ENCODINGS = {"mac": "mac-roman", "ms-cyrl": "cp1251"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_EBCDIC = "<?xm".encode("cp037")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))


class Element(Protocol):
    """An element of a parsed document."""

    @property
    def tag(self) -> Any:
        """`{namespace}name`, or `prefix:name` where the prefix is declared nowhere."""
        ...

    @property
    def prefix(self) -> str | None:
        """The prefix as written, where it is declared."""
        ...

    @property
    def text(self) -> str | None:
        """The text before the first child."""
        ...

    @property
    def tail(self) -> str | None:
        """The text after the element."""
        ...

    def get(self, key: str) -> str | None:
        """An attribute."""
        ...

    def items(self) -> list[tuple[str, str]]:
        """The attributes, `{namespace}name` or as written where the prefix is declared nowhere."""
        ...

    def iter(self) -> Iterator["Element"]:
        """This element and all below it, in order."""
        ...

    def iterancestors(self) -> Iterator["Element"]:
        """The elements around it, innermost first."""
        ...

    def itertext(self) -> Iterator[str]:
        """All text in it, in order."""
        ...

    def __iter__(self) -> Iterator["Element"]: ...


def decode_xml(data: bytes, content_type: str | None = None) -> tuple[str, str | None]:
    """The text of an XML document, and a note where its encoding had to be guessed.

    A byte order mark decides, then the `charset` of `content_type`, then the document's own
    declaration (RFC 7303); what either says is UTF-8 and reads as such is UTF-8.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").removeprefix("\ufeff"), None
    head = data[:400].decode("cp037").encode() if data.startswith(_EBCDIC) else data
    declared = _ENCODING.match(head)
    charset = _CHARSET.search(content_type or "")
    stated = [charset[1]] if charset else []
    stated += [declared[1].decode("ascii", "replace")] if declared else []
    names = [_text_codec(name, ebcdic=head is not data) for name in stated]
    if "utf-8" in names:
        names.insert(0, "utf-8")
    for name in filter(None, (*names, "utf-8")):
        try:
            return data.decode(name), None
        except UnicodeError:
            continue
    return data.decode("cp1252", "replace"), "its encoding is not the stated one: read as cp1252"


def _text_codec(name: str, *, ebcdic: bool) -> str | None:
    """The codec of a stated encoding, where it can be that of a document that begins so."""
    try:
        found = codecs.lookup(_ENCODINGS.get(name.lower(), name)).name
        if found.replace("-", "_") in _NO_ENCODINGS:
            return None
        begins = (_EBCDIC if ebcdic else b"<?xm").decode(found)
    except (LookupError, UnicodeError):
        return None
    return found if begins == "<?xm" else None


def parse_xml(text: str, roots: str) -> Element | None:
    """The document from the start tag of a root that is named as one of `roots` (a|b|c).

    What stands before it, a document type with its entities above all, is never parsed. HTML's
    named characters and bare ampersands, which feeds are full of, are put right.
    """
    repaired = _from_root(text, roots)
    if repaired is None:
        return None
    return _ETREE.fromstring(repaired, _xml_parser(huge_tree=False))


def parse_whole_xml(text: str, roots: str) -> tuple[Element | None, bool]:
    """The document as `parse_xml` reads it, and whether it is damaged so that some may be lost.

    Raises:
        UnreadableSource: it is nested deeper than is parsed.
    """
    repaired = _from_root(text, roots)
    if repaired is None:
        return None, False
    parser = _xml_parser(huge_tree=True)
    root = _ETREE.fromstring(repaired, parser)
    _check_depth(parser)
    fatal = any(
        error.level_name == "FATAL" and error.domain_name != "NAMESPACE"
        for error in parser.error_log
    )
    return root, fatal


def _from_root(text: str, roots: str) -> bytes | None:
    start = re.search(rf"<(?:[A-Za-z_][\w.-]{{0,40}}:)?(?:{roots})(?=[\s/>])", text)
    if start is None:
        return None
    kept = _QUOTED.split(text[start.start() :])
    repaired = "".join(
        part if part.startswith(("<![CDATA[", "<!--")) else _REFERENCE.sub(_reference, part)
        for part in kept
    )
    return _FORBIDDEN.sub("", repaired).encode()


def _xml_parser(*, huge_tree: bool) -> Any:
    return _ETREE.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=huge_tree,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )


def _check_depth(parser: Any) -> None:
    if any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log):
        raise UnreadableSource(
            "Its elements are nested too deep to be read whole.",
            hint="Give its text without the markup.",
        )


def count_tags(text: str, names: str) -> int:
    """How many start tags are named as one of `names` (a|b|c), comments and CDATA apart."""
    tag = re.compile(rf"<(?:[A-Za-z_][\w.-]{{0,40}}:)?(?:{names})(?=[\s/>])")
    unquoted = _QUOTED.split(text)[::2]
    return sum(len(tag.findall(part)) for part in unquoted)


def parse_html(text: str) -> Element | None:
    """The document of an HTML text or fragment.

    Raises:
        UnreadableSource: it is nested deeper than is parsed.
    """
    parser = _ETREE.HTMLParser(
        recover=True,
        no_network=True,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    cleaned = _FORBIDDEN.sub("", text)
    if not cleaned.strip():
        return None
    root = _ETREE.fromstring(cleaned.encode(), parser)
    _check_depth(parser)
    return root


def _reference(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if hexadecimal is not None or decimal is not None:
        char = html.unescape(found[0])
        return found[0] if char in "<>&\"'" else char
    if name in _OF_XML:
        return found[0]
    if name is not None and f"{name};" in html5:
        return html5[f"{name};"]
    return "&amp;" + found[0][1:]
