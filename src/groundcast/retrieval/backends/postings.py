"""Sorted strings, and for each the rows it stands in: flat arrays that open without loading."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from weakref import WeakMethod

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
_KEPT_LOOKUPS = 4_096
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")
_Number = TypeVar("_Number", np.int32, np.uint8)


def mapped(path: Path) -> NDArray[Any]:
    """An array on disk, read where it is looked at; a plain view, as slices of memmap are slow."""
    return np.load(path, mmap_mode="r").view(np.ndarray)


def remembered(method: Callable[[_Key], _Value], results: int) -> Callable[[_Key], _Value]:
    """A method that keeps its last results.

    Unlike `lru_cache` alone it is no part of a cycle with its object: the files an index has mapped
    are let go of with the last reader, not at some later collection of garbage.
    """
    weak = WeakMethod(method)

    @lru_cache(maxsize=results)
    def ask(key: _Key) -> _Value:
        bound = weak()
        assert bound is not None, "asked after its object is gone"
        return bound(key)

    return ask


def save_array(path: Path, values: NDArray[Any]) -> None:
    """Writes an array for `mapped`; a full disk is an OSError that says so, which numpy's own
    way of writing to files leaves out."""
    with path.open("wb") as file:
        np.save(_Written(file), values)  # pyright: ignore[reportArgumentType]


class _Written:
    """A file that numpy does not know to be one."""

    def __init__(self, file: BinaryIO) -> None:
        self.write = file.write


class StringTable(Sequence[str]):
    """Distinct strings in the order of their UTF-8 bytes, looked up by bisection on disk."""

    def __init__(self, folder: Path, name: str) -> None:
        self._keys = _Keys(
            mapped(folder / f"{name}.bytes.npy"), mapped(folder / f"{name}.starts.npy")
        )
        self.find = remembered(self._find, _KEPT_LOOKUPS)

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, number: int) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._keys[number].decode()

    def _find(self, text: str) -> int | None:
        """The number of a string."""
        key = text.encode("utf-8", "surrogatepass")
        at = bisect_left(self._keys, key)
        return at if at < len(self._keys) and self._keys[at] == key else None


class _Keys(Sequence[bytes]):
    def __init__(self, data: NDArray[np.uint8], starts: NDArray[np.int64]) -> None:
        self._data = data
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._data[self._starts[number] : self._starts[number + 1]].tobytes()


class Postings:
    """Rows by string, and how often the string stands in each."""

    def __init__(self, folder: Path, name: str) -> None:
        self.strings = StringTable(folder, name)
        self._rows = mapped(folder / f"{name}.rows.npy")
        self._counts = mapped(folder / f"{name}.counts.npy")
        self._offsets = mapped(folder / f"{name}.offsets.npy")

    def rows(self, number: int) -> Rows:
        """The rows of a string, ascending."""
        return self._rows[self._offsets[number] : self._offsets[number + 1]]

    def counts(self, number: int) -> NDArray[np.uint8]:
        """Beside `rows`: how often."""
        return self._counts[self._offsets[number] : self._offsets[number + 1]]

    def total(self, number: int) -> int:
        """In how many rows a string stands."""
        return int(self._offsets[number + 1] - self._offsets[number])


class PostingsWriter:
    """Collects entries in any order of strings, rows ascending."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._string_parts: list[NDArray[np.int32]] = []
        self._row_parts: list[NDArray[np.int32]] = []
        self._count_parts: list[NDArray[np.uint8]] = []

    def number(self, text: str) -> int:
        """A provisional number for a string; `write` gives the final ones."""
        return self._numbers.setdefault(text, len(self._numbers))

    def add(self, row: int, counts: Iterable[tuple[str, int]]) -> None:
        """A row's strings, each once, with how often it stands in the row (kept up to 255)."""
        entries = [(self.number(text), min(255, count)) for text, count in counts]
        if not entries:
            return
        table = np.array(entries, dtype=np.int32)
        self._string_parts.append(table[:, 0])
        self._row_parts.append(np.full(len(entries), row, dtype=np.int32))
        self._count_parts.append(table[:, 1].astype(np.uint8))

    def write(self, folder: Path, name: str) -> NDArray[np.int32]:
        """Writes the files and gives the final number of each provisional one."""
        keys = [text.encode("utf-8", "surrogatepass") for text in self._numbers]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        final = np.empty(len(keys), dtype=np.int32)
        final[np.array(order, dtype=np.int64)] = np.arange(len(keys), dtype=np.int32)
        _write_strings(folder, name, [keys[number] for number in order])

        strings = final[_joined(self._string_parts, np.int32)]
        by_string = np.argsort(strings, kind="stable")
        totals = np.bincount(strings, minlength=len(keys)) if len(keys) else np.zeros(0, np.int64)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(totals, dtype=np.int64)])
        save_array(folder / f"{name}.rows.npy", _joined(self._row_parts, np.int32)[by_string])
        save_array(folder / f"{name}.counts.npy", _joined(self._count_parts, np.uint8)[by_string])
        save_array(folder / f"{name}.offsets.npy", offsets)
        return final


def _write_strings(folder: Path, name: str, keys: Sequence[bytes]) -> None:
    lengths = np.array([len(key) for key in keys], dtype=np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    save_array(folder / f"{name}.bytes.npy", np.frombuffer(b"".join(keys), dtype=np.uint8))
    save_array(folder / f"{name}.starts.npy", starts)


def _joined(parts: Sequence[NDArray[_Number]], kind: type[_Number]) -> NDArray[_Number]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=kind)
