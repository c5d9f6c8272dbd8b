"""From bytes to text: encodings, newlines, and what is no text at all."""

import codecs
import unicodedata
from dataclasses import dataclass

from groundcast.errors import UnreadableSource, shown

MAX_SOURCE_BYTES = 20_000_000
MAX_CONTROL_SHARE = 0.02

_NEWLINES = str.maketrans(
    {"\x85": "\n", "\u2028": "\n", "\u2029": "\n\n", "\x0b": "\n", "\x0c": "\n"}
)
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad"))


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text in NFC with `\\n` newlines."""

    text: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, name: str) -> DecodedText:
    """Read UTF-8, UTF-16 with a byte order mark, or else Windows-1252 with a note.

    Raises:
        UnreadableSource: the file is empty, binary or larger than 20 MB.
    """
    if len(data) > MAX_SOURCE_BYTES:
        raise too_large(name, len(data))
    text, notes = _decoded(data, name)
    if not text.strip():
        raise UnreadableSource(f"{shown(name)} is empty.")
    controls = sum(1 for char in text[:100_000] if ord(char) < 32 and char not in "\t\n\r\x0b\x0c")
    if "\0" in text or controls > MAX_CONTROL_SHARE * min(len(text), 100_000):
        raise UnreadableSource(f"{shown(name)} is a binary file, not a transcript.")
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_NEWLINES)
    return DecodedText(unicodedata.normalize("NFC", text.translate(_INVISIBLE)), notes)


def too_large(name: str, size: int) -> UnreadableSource:
    """The refusal of a file over the limit."""
    return UnreadableSource(
        f"{shown(name)} is {size / 1e6:.1f} MB; a transcript may have 20 MB.",
        hint="Split it into episodes.",
    )


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            try:
                return data.decode(encoding), ()
            except UnicodeDecodeError:
                broken = data.decode(encoding, errors="replace")
                count = broken.count("\ufffd")
                return broken, (f"{count} characters were damaged and are marked \ufffd",)
    if b"\0" in data:
        raise UnreadableSource(f"{shown(name)} is a binary file, not a transcript.")
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        note = "not valid UTF-8: read as Windows-1252, so accented letters may be wrong"
        return data.decode("cp1252", errors="replace"), (note,)
