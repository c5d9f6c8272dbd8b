"""Which encoding a file's bytes are in: marked, valid, declared, or told by its letters."""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass

MAX_DAMAGED_SHARE = 0.05
# Below these a detector guesses; English with curly quotes has about 5 in 1,000.
MIN_TELLING_BYTES = 8
MIN_TELLING_SHARE = 0.01
MIN_WIDE_BYTES = 16
# Any language pauses; numbers read as text do not.
MIN_PAUSE_SHARE = 0.01
SNIFFED_BYTES = 200_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_NARROW_NAMES = (
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 iso8859-2 iso8859-3 "
    "iso8859-4 iso8859-10 iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u shift_jis cp932 euc-jp "
    "gb18030 big5 euc-kr cp949"
)
_NARROW = tuple(_NARROW_NAMES.split())
# Others that Python knows unpack their input or run it as code points of something else.
_DECLARABLE = frozenset(
    codecs.lookup(name).name
    for name in (
        "ascii",
        "utf-8",
        *_NARROW,
        "iso8859-1",
        "iso8859-5",
        "iso8859-6",
        "iso8859-7",
        "iso8859-8",
        "iso8859-9",
        "iso8859-13",
        "gb2312",
        "gbk",
        "big5hkscs",
        "iso2022_jp",
        "iso2022_kr",
        "mac-roman",
        "mac-cyrillic",
        "cp437",
        "cp850",
        "cp852",
        "cp866",
    )
)
# What is declared by the first name is nearly always written in the second, which holds it.
_WIDER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "cp950",
}
_PAUSE = re.compile(r"[ \n.,;:!?、。，]")
_EBCDIC_XML = b"\x4c\x6f\xa7\x94\x93"
_SHIFTED = re.compile(rb"\x1b(?:\$[@B)]|\([BJ])")
_DECLARED = re.compile(
    rb"<\?xml[^>]{1,200}?encoding\s*=\s*[\"']\s*([\w.:-]{2,40})"
    rb"|<meta[^>]{1,300}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})",
    re.I,
)
_DECLARED_WITHIN = 4_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text as its bytes say, and what to say of the way there."""

    text: str
    notes: tuple[str, ...] = ()


def decoded(data: bytes) -> Decoded | None:
    """The text of some bytes; None where they are no text in any encoding known here.

    In order: a byte order mark; UTF-16 or UTF-32 without one; valid UTF-8, which nothing else is
    by chance; the encoding declared by XML or HTML, where the bytes are valid in it; UTF-8 with a
    few damaged places; the encoding the letters tell; Windows-1252 where they are too few to tell.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _mended(data[len(mark) :], encoding)
    if data.startswith(_EBCDIC_XML):
        return None
    if b"\0" in data:
        return _wide(data)
    declared = _declared(data)
    if _SHIFTED.search(data[:SNIFFED_BYTES]):
        seven_bit = _strict(data, declared or "iso2022_jp")
        if seven_bit is not None:
            return Decoded(seven_bit, () if declared else ("read as iso2022_jp, by its escapes",))
    text = _strict(data, "utf-8")
    if text is not None:
        return Decoded(text)
    if declared is not None:
        text = _strict(data, declared)
        if text is not None:
            return Decoded(text)
    return _nearly_utf8(data) or _told_by_letters(data, declared)


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _mended(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, errors="replace")
    count = text.count("\ufffd")
    if not count or _strict(data, encoding) is not None:
        return Decoded(text)
    return Decoded(text, (f"{count} characters were damaged and are marked \ufffd",))


def _declared(data: bytes) -> str | None:
    """The encoding that markup states, where it is one of text."""
    found = _DECLARED.search(data[:_DECLARED_WITHIN])
    if found is None:
        return None
    stated = (found[1] or found[2]).decode("ascii", "replace")
    try:
        name = codecs.lookup(stated).name
    except (LookupError, ValueError):
        return None
    return _WIDER.get(name, name) if name in _DECLARABLE else None


def _wide(data: bytes) -> Decoded | None:
    if len(data) < MIN_WIDE_BYTES:
        return None
    found = _detected(data, _WIDE)
    if found is None:
        return None
    read = _mended(data, found)
    if read.text.count("\ufffd") > MAX_DAMAGED_SHARE * len(read.text) or "\0" in read.text:
        return None
    if len(_PAUSE.findall(read.text)) < MIN_PAUSE_SHARE * len(read.text):
        return None
    return Decoded(read.text, (f"read as {found}, which no byte order mark states", *read.notes))


def _nearly_utf8(data: bytes) -> Decoded | None:
    """UTF-8 in which few of the characters beyond ASCII are damaged."""
    read = _mended(data, "utf-8")
    beyond = sum(1 for char in read.text if char > "\x7f")
    damaged = read.text.count("\ufffd")
    return read if damaged <= MAX_DAMAGED_SHARE * beyond else None


def _told_by_letters(data: bytes, declared: str | None) -> Decoded:
    high = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    telling = high >= max(MIN_TELLING_BYTES, MIN_TELLING_SHARE * len(data))
    encoding = (telling and _detected(data, _NARROW)) or "cp1252"
    read = _mended(data, encoding)
    if read.text == data.decode("cp1252", errors="replace"):
        encoding = "cp1252"
    said = f"it is not {declared} as declared and" if declared else "it is"
    how = "by its letters" if telling else "its few letters beyond ASCII do not tell"
    shown = "Windows-1252" if encoding == "cp1252" else encoding
    return Decoded(read.text, (f"{said} not valid UTF-8: read as {shown}, {how}", *read.notes))


def _detected(data: bytes, among: Sequence[str]) -> str | None:
    """The encoding among some that the letters tell; None where that is Windows-1252 or none."""
    import chardet

    found = chardet.detect(
        data,
        max_bytes=SNIFFED_BYTES,
        include_encodings=[*among, "cp1252"],
        compat_names=False,
        no_match_encoding="cp1252",
    )["encoding"]
    if found is None:
        return None
    name = codecs.lookup(found).name
    name = _WIDER.get(name, name)
    return None if name == "cp1252" else name
