"""Lookups of the signals that were derived from the whole corpus."""

import json
from collections.abc import Sequence
from typing import Any

from groundcast.corpus import codec
from groundcast.corpus.catalogue import Catalogue
from groundcast.records import SignalRows

Row = dict[str, Any]


def signal_heads(catalogue: Catalogue) -> dict[str, tuple[SignalRows, int]]:
    """Every signal of the corpus without its rows, by name, and how many there are."""
    rows = catalogue.rows("SELECT name, record, entries FROM signals ORDER BY name")
    return {name: (codec.from_compact(SignalRows, record), n) for name, record, n in rows}


def signal_rows(
    catalogue: Catalogue, names: Sequence[str], offset: int, limit: int
) -> list[tuple[str, Row]]:
    """Rows of some signals, each with its signal, in the order of the names and their own."""
    order = {name: place for place, name in enumerate(names)}
    rows: list[tuple[str, Row]] = []
    for name in order:
        (held,) = catalogue.rows("SELECT count(*) FROM signal_rows WHERE name = ?", (name,))[0]
        if offset >= held:
            offset -= held
            continue
        found = catalogue.rows(
            "SELECT row FROM signal_rows WHERE name = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?",
            (name, offset, limit - len(rows)),
        )
        rows += [(name, json.loads(row)) for (row,) in found]
        offset = 0
        if len(rows) == limit:
            break
    return rows
