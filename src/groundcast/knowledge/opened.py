"""A corpus opened for questions: read-only, thread-safe, each answer from one generation."""

import sqlite3
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.entries import Name
from groundcast.corpus.generations import Generation, Generations
from groundcast.corpus.truth import TruthFiles
from groundcast.errors import Damaged
from groundcast.models.catalogue import load_embedder
from groundcast.models.protocols import Embedder
from groundcast.retrieval.backends.local import open_local
from groundcast.retrieval.backends.protocol import Backend
from groundcast.retrieval.filters import Filter

_UNREADABLE = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
)


class Snapshot:
    """One generation of the index, with what it takes to question it.

    The search backend and the embedding model are loaded when first asked for.
    """

    def __init__(self, generation: Generation, models: "SharedModels") -> None:
        self.generation = generation
        self.catalogue = Catalogue(generation.catalogue)
        self._models = models
        self._opening = threading.Lock()
        self._backend: Backend | None = None
        self.users = 0
        self.broken = False

    @property
    def corpus_version(self) -> str:
        """The version of the corpus this generation was made from."""
        return self.generation.corpus_version

    @property
    def backend(self) -> Backend:
        """The rows to search."""
        with self._opening:
            if self._backend is None:
                self._backend = open_local(self.generation.search)
            return self._backend

    @property
    def embedder(self) -> Embedder:
        """The model the corpus was embedded with; raises NotReady where it is not installed."""
        return self._models.embedder(self.catalogue.meta["embedding_model"])

    @cached_property
    def all_names(self) -> tuple[Name, ...]:
        """Every name of people, organisations, topics, shows and episodes."""
        return tuple(self.catalogue.names(("person", "org", "topic", "show", "episode")))


class SharedModels:
    """Models that generations share, each loaded once."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._embedders: dict[str, Embedder] = {}

    def embedder(self, model_id: str) -> Embedder:
        """The embedding model; the first caller loads it and the others wait."""
        with self._loading:
            if model_id not in self._embedders:
                self._embedders[model_id] = load_embedder(model_id)
            return self._embedders[model_id]


class OpenCorpus:
    """The reading side of a corpus folder; close it, or use it as a context manager.

    Raises NotReady where the folder is no corpus or has no index.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        truth = TruthFiles(path)
        self.settings = truth.settings
        self._generations = Generations(path)
        self._models = SharedModels()
        self._guard = threading.Lock()
        self._current = Snapshot(self._generations.current(), self._models)
        self._old: list[Snapshot] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the files."""
        with self._guard:
            for snapshot in (self._current, *self._old):
                snapshot.catalogue.close()
            self._old.clear()

    @contextmanager
    def snapshot(self) -> Generator[Snapshot]:
        """The serving generation, kept open while in use; read anew from `index/current`.

        Raises Damaged where its catalogue cannot be read; the next call opens it anew.
        """
        snapshot: Snapshot | None = None
        try:
            snapshot = self._acquire()
            yield snapshot
        except sqlite3.DatabaseError as error:
            (snapshot or self._current).broken = True
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _UNREADABLE:
                raise
            hint = "Run `groundcast index` to make it again."
            raise Damaged(f"The index cannot be read: {error}.", hint=hint) from error
        finally:
            if snapshot is not None:
                self._release(snapshot)

    def warm(self) -> None:
        """Loads what the first search would wait for."""
        with self.snapshot() as snapshot:
            snapshot.embedder.embed(["warm"])
            snapshot.backend.count(Filter())

    def _acquire(self) -> Snapshot:
        name = self._generations.current_name()
        with self._guard:
            if self._current.generation.name != name or self._current.broken:
                fresh = Snapshot(self._generations.current(), self._models)
                self._old.append(self._current)
                self._current = fresh
                self._close_unused()
            self._current.catalogue.connect()
            self._current.users += 1
            return self._current

    def _release(self, snapshot: Snapshot) -> None:
        with self._guard:
            snapshot.users -= 1
            self._close_unused()

    def _close_unused(self) -> None:
        for old in [old for old in self._old if old.users == 0]:
            old.catalogue.close()
            self._old.remove(old)
