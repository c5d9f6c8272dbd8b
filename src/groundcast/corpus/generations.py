"""Generations of the index: a complete one is published by replacing one line in one file."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus.writer import BUILDING, REPLACED, sync_folder, write_synced
from groundcast.errors import NewerFormat, NotReady, shown

# Counts up when a generation's files change shape; a generation of another one is rebuilt.
INDEX_FORMAT = 4
KEPT = 2


@dataclass(frozen=True, slots=True)
class Generation:
    """One complete index; `name` is `<corpus version>-<index format>`."""

    folder: Path

    @property
    def name(self) -> str:
        """The generation's name, which no other content of the corpus has."""
        return self.folder.name

    @property
    def corpus_version(self) -> str:
        """The version of the corpus that it was made from."""
        return self.name.partition("-")[0]

    @property
    def catalogue(self) -> Path:
        """The SQLite file."""
        return self.folder / "catalogue.sqlite"

    @property
    def search(self) -> Path:
        """The folder of the search backend."""
        return self.folder / "search"


class Generations:
    """The generations under a corpus folder."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.folder = corpus / "index"
        self._pointer = self.folder / "current"

    def current_name(self) -> str:
        """The name of the serving generation (one small read); raises NotReady without one."""
        try:
            return self._pointer.read_text("utf-8").strip()
        except FileNotFoundError:
            raise NotReady(
                f"{shown(self.corpus)} has no index.",
                hint=f"Make it with: groundcast index --corpus {shown(self.corpus)}.",
            ) from None
        except OSError as error:
            raise NotReady(f"The index cannot be read: {error.strerror}.") from None

    def current(self) -> Generation:
        """The serving generation; raises NotReady where there is none this version reads."""
        name = self.current_name()
        version, _, index_format = name.partition("-")
        if not version or not index_format.isdecimal():
            raise NotReady("index/current is malformed.", hint="Run: groundcast index.")
        if int(index_format) > INDEX_FORMAT:
            raise NewerFormat(
                f"The index has format {index_format}; this version reads {INDEX_FORMAT}.",
                hint="Upgrade groundcast, or run: groundcast index.",
            )
        generation = Generation(self.folder / name)
        if int(index_format) < INDEX_FORMAT or not generation.catalogue.is_file():
            raise NotReady(
                "The index is not one this version reads.", hint="Run: groundcast index."
            )
        return generation

    def is_current(self, version: str) -> bool:
        """Whether the serving generation is complete and made from this corpus version."""
        try:
            return self.current().name == _name(version)
        except NotReady:
            return False

    def begin(self, version: str) -> Generation:
        """An empty folder to build the generation of a corpus version in."""
        folder = self.folder / f"{BUILDING}{_name(version)}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return Generation(folder)

    def publish(self, building: Generation) -> Generation:
        """Makes a finished generation the serving one, and keeps the one before it."""
        for path in building.folder.rglob("*"):
            if path.is_file():
                _sync_file(path)
        place = self.folder / building.name.removeprefix(BUILDING)
        if place.exists():
            place.rename(self.folder / f"{REPLACED}{place.name}")
        building.folder.rename(place)
        sync_folder(self.folder)
        before = self._pointer.read_text("utf-8").strip() if self._pointer.is_file() else None
        writing = self.folder / ".writing-current"
        write_synced(writing, f"{place.name}\n".encode())
        writing.replace(self._pointer)
        sync_folder(self.folder)
        self._clear({place.name, before})
        return Generation(place)

    def keep_only_current(self) -> None:
        """Deletes every generation but the serving one, and what is unfinished."""
        self._clear({self.current_name()})

    def _clear(self, kept: set[str | None]) -> None:
        for entry in self.folder.iterdir():
            if entry.is_dir() and entry.name not in kept:
                shutil.rmtree(entry, ignore_errors=True)


def _name(version: str) -> str:
    return f"{version}-{INDEX_FORMAT}"


def _sync_file(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
