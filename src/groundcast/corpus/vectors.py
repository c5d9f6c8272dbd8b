"""A cache of embeddings by model and text; deleting it costs time, never truth."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from groundcast.corpus.ids import slug

Vectors = NDArray[np.float32]
_ASKED_AT_ONCE = 500
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class VectorCache:
    """Embeddings of texts under one model, kept as half-precision rows in one SQLite file.

    Every vector is given back as it reads from the cache, so that a first and a repeated
    build get the same bytes. A damaged file is begun anew.
    """

    def __init__(self, corpus: Path, model_id: str, dimension: int) -> None:
        self.dimension = dimension
        self._path = corpus / "vectors" / f"{slug(model_id)}.sqlite"

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = _opened(self._path)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in _DAMAGE:
                raise
            for path in (self._path, self._path.with_name(f"{self._path.name}-journal")):
                path.unlink(missing_ok=True)
            self._db = _opened(self._path)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._db.close()

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The distinct texts that have no vector yet, in order."""
        distinct = list(dict.fromkeys(texts))
        known = self._known([_key(text) for text in distinct])
        return [text for text in distinct if _key(text) not in known]

    def fill(
        self,
        texts: Sequence[str],
        embed: Callable[[Sequence[str]], Vectors],
        *,
        batch: int,
        advance: Callable[[int], None],
    ) -> None:
        """Embeds what is missing, committing each batch: an interrupted run keeps its work."""
        missing = sorted(self.missing(texts), key=len)
        for first in range(0, len(missing), batch):
            part = missing[first : first + batch]
            rows = embed(part).astype(np.float16)
            self._db.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?,?)",
                [(_key(text), row.tobytes()) for text, row in zip(part, rows, strict=True)],
            )
            self._db.commit()
            advance(len(part))

    def rows(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts that are all known: float32 (n, dimension), unit length."""
        known = self._known([_key(text) for text in texts])
        rows = np.empty((len(texts), self.dimension), np.float32)
        for place, text in enumerate(texts):
            rows[place] = np.frombuffer(known[_key(text)], np.float16)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / np.maximum(lengths, 1e-12)).astype(np.float32)

    def keep_only(self, texts: Iterable[str]) -> int:
        """Deletes every vector but those of `texts`; gives how many were deleted."""
        kept = {_key(text) for text in texts}
        stale = [
            (key,) for (key,) in self._db.execute("SELECT text FROM vectors") if key not in kept
        ]
        self._db.executemany("DELETE FROM vectors WHERE text = ?", stale)
        self._db.commit()
        if stale:
            # A deleted row stays in the file's free pages until they are written anew.
            self._db.execute("VACUUM")
        return len(stale)

    def delete_other_models(self) -> None:
        """Deletes the caches of models that this corpus no longer uses."""
        for path in self._path.parent.iterdir():
            if not path.name.startswith(self._path.name):
                path.unlink()

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for first in range(0, len(keys), _ASKED_AT_ONCE):
            part = keys[first : first + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(part))
            found.update(
                self._db.execute(f"SELECT text, vector FROM vectors WHERE text IN ({marks})", part)
            )
        return found


def _opened(path: Path) -> sqlite3.Connection:
    """A whole cache; raises sqlite3.DatabaseError with one of the codes of _DAMAGE."""
    database = sqlite3.connect(path)
    try:
        # It reports some damage in a row, other damage it meets with an error.
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            damage = sqlite3.DatabaseError(found)
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage
        database.execute(
            "CREATE TABLE IF NOT EXISTS vectors"
            " (text BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
        )
    except sqlite3.Error:
        database.close()
        raise
    return database


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:20]
