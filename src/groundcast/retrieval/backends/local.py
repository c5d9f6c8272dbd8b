"""The backend on one disk: flat arrays opened by mapping, read-only folders included."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from groundcast.errors import Damaged, InvalidArgument
from groundcast.retrieval.analysis import LexicalQuery
from groundcast.retrieval.backends.lexical import LexicalIndex, write_lexical
from groundcast.retrieval.backends.postings import (
    Postings,
    PostingsWriter,
    mapped,
    remembered,
    save_array,
)
from groundcast.retrieval.backends.protocol import Vector
from groundcast.retrieval.backends.vectors import VectorIndex, write_vectors
from groundcast.retrieval.filters import COPY_TOKEN, Filter, required_tokens, row_tokens
from groundcast.retrieval.rows import Row

_FORMAT = 1
_NO_DAY = np.iinfo(np.int32).min
_KEPT_MASKS = 32
_DECIMALS = 4


def build_local(folder: Path, rows: Iterable[Row], vectors: NDArray[np.float32]) -> "LocalBackend":
    """Writes an index of rows into an empty folder and opens it.

    `vectors` has one row of unit length for each of `rows`, in their order; ids must differ.
    """
    listed = list(rows)
    if vectors.ndim != 2 or len(vectors) != len(listed):
        raise ValueError(f"{len(listed)} rows with vectors of shape {vectors.shape}")
    ids = [row.id.encode() for row in listed]
    if len(set(ids)) != len(ids):
        raise ValueError("two rows have the same id")
    folder.mkdir(parents=True, exist_ok=True)
    id_array = np.array(ids, dtype=np.bytes_) if ids else np.zeros(0, dtype="S1")
    save_array(folder / "ids.npy", id_array)
    save_array(folder / "ids.order.npy", np.argsort(id_array, kind="stable").astype(np.int32))
    days = [_NO_DAY if row.day is None else row.day for row in listed]
    save_array(folder / "days.npy", np.array(days, dtype=np.int32))
    tokens = PostingsWriter()
    for number, row in enumerate(listed):
        tokens.add(number, ((token, 1) for token in row_tokens(row)))
    tokens.write(folder, "filters")
    write_lexical(folder, listed)
    write_vectors(folder, vectors)
    about = {"format": _FORMAT, "rows": len(listed), "version": _digest(folder)}
    (folder / "search.json").write_text(json.dumps(about) + "\n", encoding="utf-8")
    return open_local(folder)


def open_local(folder: Path) -> "LocalBackend":
    """Opens an index; raises Damaged where the folder holds none or another format."""
    try:
        about = json.loads((folder / "search.json").read_text(encoding="utf-8"))
        if about["format"] != _FORMAT:
            raise Damaged(f"The search index in {folder.name} has another format.", hint=_HINT)
        return LocalBackend(folder, str(about["version"]))
    except (OSError, ValueError, KeyError) as error:
        message = f"The search index in {folder.name} cannot be opened ({type(error).__name__})."
        raise Damaged(message, hint=_HINT) from error


_HINT = "Run `groundcast index` to make it again."


class LocalBackend:
    """Searches the files that build_local wrote; see Backend for what each method gives."""

    def __init__(self, folder: Path, version: str) -> None:
        self._version = version
        self._ids = mapped(folder / "ids.npy")
        self._id_order = mapped(folder / "ids.order.npy")
        self._days = mapped(folder / "days.npy")
        self._filters = Postings(folder, "filters")
        self._lexical = LexicalIndex(folder)
        self._vectors = VectorIndex(folder)
        self._allowed = remembered(self._compute_allowed, _KEPT_MASKS)

    @property
    def version(self) -> str:
        """A digest of the content."""
        return self._version

    def lexical(self, query: LexicalQuery, wanted: Filter, k: int) -> list[tuple[int, float]]:
        """The best rows by BM25."""
        mask, total = self._allowed(wanted)
        if not total or not query.terms:
            return []
        scores = self._lexical.scores(query)
        rows = np.flatnonzero(mask & (scores > 0))
        return self._best(rows, _rounded(scores[rows]), k)

    def lexical_among(self, query: LexicalQuery, rows: Sequence[int]) -> Mapping[int, float]:
        """BM25 of given rows."""
        numbers = np.array(rows, dtype=np.int64)
        scores = _rounded(self._lexical.scores(query)[numbers])
        return dict(zip(rows, scores.tolist(), strict=True))

    def dense(self, vector: Vector, wanted: Filter, k: int) -> list[tuple[int, float]]:
        """The nearest rows by cosine."""
        mask, total = self._allowed(wanted)
        if not total:
            return []
        rows, cosines = self._vectors.nearest(self._checked(vector), mask, total, k)
        return self._best(rows, cosines, k)

    def dense_among(self, vector: Vector, rows: Sequence[int]) -> Mapping[int, float]:
        """The cosine of given rows."""
        cosines = self._vectors.cosines(self._checked(vector), np.array(rows, dtype=np.int64))
        return dict(zip(rows, cosines.tolist(), strict=True))

    def mean_vector(self, rows: Sequence[int]) -> Vector:
        """The mean of the vectors of given rows."""
        return self._vectors.mean(np.array(rows, dtype=np.int64))

    def term_weights(self, query: LexicalQuery) -> Mapping[str, float]:
        """Inverse document frequencies."""
        return {term: self._lexical.weight(term) for term in query.terms}

    def terms_in(self, query: LexicalQuery, rows: Sequence[int]) -> Mapping[int, frozenset[str]]:
        """Which terms each given row holds."""
        numbers = np.array(rows, dtype=np.int64)
        held = {term: self._lexical.has_term(term, numbers) for term in query.terms}
        return {
            row: frozenset(term for term, has in held.items() if has[at])
            for at, row in enumerate(rows)
        }

    def passing(self, rows: Sequence[int], wanted: Filter) -> frozenset[int]:
        """Those of the rows that pass."""
        mask, _ = self._allowed(wanted)
        return frozenset(row for row in rows if mask[row])

    def count(self, wanted: Filter) -> int:
        """How many rows pass."""
        return self._allowed(wanted)[1]

    def row_ids(self, rows: Sequence[int]) -> list[str]:
        """The ids of rows."""
        return [value.decode() for value in self._ids[np.array(rows, dtype=np.int64)]]

    def row_number(self, row_id: str) -> int | None:
        """The number of a row."""
        key = np.bytes_(row_id.encode("utf-8", "surrogatepass"))
        at = int(np.searchsorted(self._ids, key, sorter=self._id_order))
        if at == len(self._ids) or self._ids[self._id_order[at]] != key:
            return None
        return int(self._id_order[at])

    def dump(self) -> Iterable[str]:
        """The content as sorted lines."""
        return sorted(self._dump_lines())

    def _compute_allowed(self, wanted: Filter) -> tuple[NDArray[np.bool_], int]:
        mask = np.ones(len(self._ids), dtype=np.bool_)
        for group in required_tokens(wanted):
            mask &= self._with_any(group)
        if not wanted.include_copies:
            mask &= ~self._with_any((COPY_TOKEN,))
        if wanted.since_day is not None:
            mask &= self._days >= max(wanted.since_day, _NO_DAY + 1)
        if wanted.until_day is not None:
            mask &= (self._days <= wanted.until_day) & (self._days != _NO_DAY)
        return mask, int(np.count_nonzero(mask))

    def _with_any(self, tokens: Iterable[str]) -> NDArray[np.bool_]:
        mask = np.zeros(len(self._ids), dtype=np.bool_)
        for token in tokens:
            number = self._filters.strings.find(token)
            if number is not None:
                mask[self._filters.rows(number)] = True
        return mask

    def _checked(self, vector: Vector) -> Vector:
        if vector.shape != (self._vectors.dimension,):
            raise InvalidArgument(
                f"The query's vector has shape {vector.shape}, "
                f"the index {self._vectors.dimension} dimensions.",
                hint="Search with the model that the corpus was embedded with.",
            )
        return vector

    def _best(
        self, rows: NDArray[np.int64], scores: NDArray[np.float32], k: int
    ) -> list[tuple[int, float]]:
        if len(rows) > k:
            kept = scores >= np.partition(scores, len(rows) - k)[len(rows) - k]
            rows, scores = rows[kept], scores[kept]
        order = np.lexsort((self._ids[rows], -scores))[:k]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _dump_lines(self) -> Iterator[str]:
        terms = _by_row(self._lexical.postings, len(self._ids))
        tokens = _by_row(self._filters, len(self._ids))
        for row in range(len(self._ids)):
            words = " ".join(self._lexical.postings.strings[w] for w in self._lexical.words(row))
            vector = hashlib.sha256(self._vectors.vector(row).tobytes()).hexdigest()
            day = int(self._days[row])
            parts = [self._ids[row].decode(), "" if day == _NO_DAY else str(day)]
            parts += [" ".join(tokens[row]), " ".join(terms[row]), words, vector]
            yield "\t".join(parts)


def _rounded(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.round(scores, _DECIMALS).astype(np.float32)


def _by_row(postings: Postings, rows: int) -> list[list[str]]:
    listed: list[list[str]] = [[] for _ in range(rows)]
    for number, text in enumerate(postings.strings):
        counts = postings.counts(number)
        for row, count in zip(postings.rows(number).tolist(), counts.tolist(), strict=True):
            listed[int(row)].append(f"{text}:{count}")
    return listed


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.npy")):
        digest.update(path.name.encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]
