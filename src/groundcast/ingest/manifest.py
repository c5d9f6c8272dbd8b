"""Manifests: a table of transcript files and what is known of each."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import cast

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.decoding import decode

REQUIRED_COLUMNS = ("path", "show")
COLUMNS = frozenset(
    (
        *REQUIRED_COLUMNS,
        *("guid", "episode_id", "title", "show_title", "date", "url", "audio_url", "duration"),
        *("language", "lang", "persons", "description", "licence", "license"),
    )
)


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """One row: its place in the file, and its values by known column, lower-cased."""

    line: int
    values: Mapping[str, object]

    def text(self, column: str) -> str:
        """A column's text, empty where the row has none."""
        value = self.values.get(column)
        return str(value).strip() if isinstance(value, str | int | float) else ""


def manifest_rows(data: bytes, name: str) -> Iterator[ManifestRow | str]:
    """The rows of a `.tsv`, `.csv` or `.jsonl` manifest; a string says why a line is no row.

    Raises:
        UnreadableSource: the file is no table, or lacks a column every row needs.
    """
    text = decode(data, name).text
    if text.lstrip().startswith("{"):
        return _json_rows(text)
    return _table_rows(text, name)


def _json_rows(text: str) -> Iterator[ManifestRow | str]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            values = cast(dict[str, object], value)
            yield ManifestRow(number, _known((key, cell) for key, cell in values.items()))
        else:
            yield f"line {number} is no JSON object"


def _table_rows(text: str, name: str) -> Iterator[ManifestRow | str]:
    header = text.lstrip("\n").split("\n", 1)[0]
    if "\t" in header:
        # A quotation mark in a title is a mark, but for cells that a writer quoted because of it.
        plain = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
        reader = ([_unquoted(cell) for cell in cells] for cells in plain)
    else:
        reader = csv.reader(io.StringIO(text))
    rows = _numbered(reader, name)
    columns = [column.strip().casefold() for _, cells in islice(rows, 1) for column in cells]
    missing = [column for column in REQUIRED_COLUMNS if column not in columns]
    if missing:
        raise UnreadableSource(
            f"The manifest {shown(name)} has no column {' and no column '.join(missing)}.",
            hint="It needs path and show; see the manifest's columns in the documentation.",
        )
    for number, cells in rows:
        yield ManifestRow(number, _known(zip(columns, cells, strict=False)))


def _unquoted(cell: str) -> str:
    """A cell as it was before its quotation marks were doubled and two more put around it."""
    inner = cell[1:-1]
    if cell[:1] != '"' or cell[-1:] != '"' or '""' not in inner or '"' in inner.replace('""', ""):
        return cell
    return inner.replace('""', '"')


def _known(cells: Iterable[tuple[str, object]]) -> dict[str, object]:
    return {column.casefold(): cell for column, cell in cells if column.casefold() in COLUMNS}


def _numbered(reader: Iterator[list[str]], name: str) -> Iterator[tuple[int, list[str]]]:
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise UnreadableSource(f"The manifest {shown(name)} is damaged: {error}.") from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield number, cells
