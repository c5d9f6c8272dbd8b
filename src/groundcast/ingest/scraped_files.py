"""The files of a podcast_scraper corpus: read inside its folder only, and as plain JSON values."""

import json
import math
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.decoding import MAX_SOURCE_BYTES, too_large

Fields = Mapping[str, object]
_UNWRITABLE = re.compile(r"[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ScrapedFolder:
    """The folder of a corpus, its links resolved; nothing outside it is read."""

    root: Path

    def name(self, path: Path) -> str:
        """A path as messages name it: relative to the folder."""
        return path.relative_to(self.root).as_posix()

    def bytes_of(self, path: Path) -> bytes:
        """The bytes of a file; raises UnreadableSource where there is none to be read.

        As of all of this reader's refusals, the reason alone: whoever reports it names the file.
        """
        try:
            if not path.resolve().is_relative_to(self.root):
                raise UnreadableSource("a link out of the folder, which is not followed")
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableSource("no regular file")
            if status.st_size > MAX_SOURCE_BYTES:
                raise too_large(path.name, status.st_size)
            return path.read_bytes()
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "it cannot be opened"
            raise UnreadableSource(f"cannot be read: {reason}") from None

    def entries(self, path: Path) -> list[Path]:
        """What is in a folder, by name; raises UnreadableSource where it cannot be listed."""
        try:
            return sorted(path.iterdir())
        except OSError as error:
            raise UnreadableSource(f"cannot be read: {error.strerror}") from None

    def json_of(self, path: Path) -> object:
        """The JSON value in a file; raises UnreadableSource where it is none."""
        data = self.bytes_of(path)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise UnreadableSource(f"no JSON ({error})") from None

    def linked(self, start: Path, stated: str) -> Path | None:
        """The file at a path that a file states, counted from `start`; null where there is none.

        Raises UnreadableSource where it is absolute or leads out of the folder.
        """
        if "\0" in stated or Path(stated).is_absolute() or re.match(r"[A-Za-z]:|[\\/~]", stated):
            raise UnreadableSource(f"the path {shown(stated)} is not relative to the corpus")
        try:
            place = (start / stated).resolve()
            if not place.is_relative_to(self.root):
                raise UnreadableSource(f"the path {shown(stated)} leads out of the folder")
            return place if place.is_file() else None
        except (OSError, RuntimeError):
            raise UnreadableSource(f"the path {shown(stated)} is no path") from None


def fields_of(value: object) -> Fields | None:
    """A JSON object; null for anything else."""
    return cast(Fields, value) if isinstance(value, dict) else None


def objects_in(value: object) -> Iterator[Fields]:
    """The objects of a JSON list; nothing for anything else."""
    if isinstance(value, list):
        for element in cast(list[object], value):
            fields = fields_of(element)
            if fields is not None:
                yield fields


def text_in(fields: Fields | None, *keys: str) -> str | None:
    """The first of the keys that holds words, on one line and in NFC; null where none does."""
    for key in keys:
        value = (fields or {}).get(key)
        if isinstance(value, str) and (text := " ".join(clean(value).split())):
            return text
    return None


def number_in(fields: Fields | None, *keys: str) -> float | None:
    """The first of the keys that holds a finite number; null where none does."""
    for key in keys:
        value = (fields or {}).get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            try:
                number = float(value)
            except OverflowError:
                continue
            if math.isfinite(number):
                return number
    return None


def clean(text: str) -> str:
    """Text that can be written: NFC, without what UTF-8 cannot hold."""
    return unicodedata.normalize("NFC", _UNWRITABLE.sub("\ufffd", text))
