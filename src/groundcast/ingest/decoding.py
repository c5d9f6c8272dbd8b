"""From bytes to text: encodings, newlines, and what is no text at all."""

import re
import unicodedata
from dataclasses import dataclass

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.encodings import decoded

MAX_SOURCE_BYTES = 20_000_000
MAX_CONTROL_SHARE = 0.02

# Bytes of another alphabet read as one of Latin come out as the second range.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
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
    """Read the bytes in the encoding that `encodings.decoded` finds, with a note where it guessed.

    Raises:
        UnreadableSource: the file is empty, binary or larger than 20 MB.
    """
    if len(data) > MAX_SOURCE_BYTES:
        raise too_large(name, len(data))
    if not data.strip(b" \t\r\n\0"):
        raise UnreadableSource(f"{shown(name)} is empty.")
    read = decoded(data)
    if read is None:
        raise UnreadableSource(f"{shown(name)} is a binary file, not a transcript.")
    text = read.text
    if not text.strip():
        raise UnreadableSource(f"{shown(name)} is empty.")
    controls = len(_CONTROL.findall(text[:100_000]))
    if "\0" in text or controls > MAX_CONTROL_SHARE * min(len(text), 100_000):
        raise UnreadableSource(f"{shown(name)} is a binary file, not a transcript.")
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_NEWLINES)
    return DecodedText(unicodedata.normalize("NFC", text.translate(_INVISIBLE)), read.notes)


def too_large(name: str, size: int) -> UnreadableSource:
    """The refusal of a file over the limit."""
    return UnreadableSource(
        f"{shown(name)} is {size / 1e6:.1f} MB; a transcript may have 20 MB.",
        hint="Split it into episodes.",
    )
