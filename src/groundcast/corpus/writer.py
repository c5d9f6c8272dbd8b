"""The one writer of a corpus: episode folders appear whole, files are replaced whole."""

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from groundcast.corpus import codec
from groundcast.corpus.disk import disk_refusal, not_writable
from groundcast.corpus.fetched import (
    FETCHED_FILE,
    FETCHED_LOG,
    FetchStates,
    TranscriptState,
    noted_line,
    read_fetched,
)
from groundcast.corpus.removals import REMOVAL_FILE, Removal, read_removal
from groundcast.corpus.truth import (
    REGISTRY_FILE,
    RELATIONS_FILE,
    SETTINGS_FILE,
    SIGNALS_FOLDER,
    CorpusSettings,
    EpisodeFile,
    Relations,
    TruthFiles,
)
from groundcast.errors import CorpusLocked, Damaged, shown
from groundcast.records import Knowledge, Registry, Retired, Show, SignalRows, Transcript

LOCK_FILE = ".lock"
# A generation of the index that was begun, and a folder that another is about to take the place of.
BUILDING = ".building-"
REPLACED = ".replaced-"
_WRITING = ".writing-"


class CorpusWriter:
    """Holds the corpus's lock while open; opening finishes what a killed writer left.

    Raises CorpusLocked where another writer is at work. Whatever the disk refuses, then and until
    it is closed, becomes NotReady (it cannot be written to), DiskFull or Unreachable; what is
    unfinished is cleared then, so that a full disk has room again.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.truth = TruthFiles(path)
        self._lock = FileLock(path / LOCK_FILE, timeout=0)

    def __enter__(self) -> Self:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise CorpusLocked(
                f"Another groundcast is writing to {shown(self.path)}.",
                hint="Wait until it has ended, then run this again.",
            ) from None
        except OSError as error:
            raise disk_refusal(error, self.path) or not_writable(error, self.path) from None
        try:
            self._recover()
        except BaseException as error:
            self._release(error)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._release(error)

    def write_settings(self, settings: CorpusSettings) -> None:
        """Replaces `corpus.json`."""
        self._replace(SETTINGS_FILE, codec.encode_record(settings))
        self.truth = TruthFiles(self.path)

    def write_registry(self, registry: Registry) -> None:
        """Replaces `registry.json`."""
        self._replace(REGISTRY_FILE, codec.encode_record(registry))

    def write_relations(self, relations: Relations) -> None:
        """Replaces `relations.json`."""
        self._replace(RELATIONS_FILE, codec.encode_record(relations))

    def write_signal(self, signal: SignalRows) -> None:
        """Replaces `signals/<name>.json`."""
        (self.path / SIGNALS_FOLDER).mkdir(exist_ok=True)
        self._replace(f"{SIGNALS_FOLDER}/{signal.name}.json", codec.encode_record(signal))

    def drop_signal(self, name: str) -> None:
        """Removes a signal's file."""
        (self.path / SIGNALS_FOLDER / f"{name}.json").unlink(missing_ok=True)

    def write_fetched(self, states: FetchStates) -> None:
        """Replaces `fetched.json`; what was noted since is part of `states`."""
        self._replace(FETCHED_FILE, codec.encode_record(states))
        (self.path / FETCHED_LOG).unlink(missing_ok=True)

    def note_fetched(self, states: Iterable[TranscriptState]) -> None:
        """Writes down what was fetched, at once and at the cost of a line each."""
        with (self.path / FETCHED_LOG).open("ab") as log:
            log.writelines(map(noted_line, states))

    def write_show(self, show: Show) -> None:
        """Replaces `show.json`, making the folder of a new show."""
        folder = self._show_folder(show)
        folder.mkdir(parents=True, exist_ok=True)
        self._replace(f"shows/{folder.name}/show.json", codec.encode_record(show))

    def write_episode(
        self,
        show: Show,
        file: EpisodeFile,
        transcript: Transcript,
        knowledge: Knowledge | None,
        original: bytes,
    ) -> Path:
        """Writes an episode's folder beside its place, then moves it there whole."""
        show_folder = self._show_folder(show)
        place = show_folder / file.episode.slug
        writing = show_folder / f"{_WRITING}{place.name}"
        shutil.rmtree(writing, ignore_errors=True)
        writing.mkdir(parents=True)
        write_synced(writing / "episode.json", codec.encode_record(file))
        write_synced(writing / "transcript.json", codec.encode_transcript(transcript))
        if knowledge is not None:
            write_synced(writing / "knowledge.json", codec.encode_record(knowledge))
        write_synced(writing / file.original_name, original)
        sync_folder(writing)
        replaced = show_folder / f"{REPLACED}{place.name}"
        if place.exists():
            shutil.rmtree(replaced, ignore_errors=True)
            place.rename(replaced)
        writing.rename(place)
        sync_folder(show_folder)
        shutil.rmtree(replaced, ignore_errors=True)
        return place

    def write_episode_file(self, show: Show, file: EpisodeFile) -> None:
        """Replaces what is known of an episode whose words and knowledge stay as they are."""
        name = f"shows/{show.slug}/{file.episode.slug}/episode.json"
        self._replace(name, codec.encode_record(file))

    def write_knowledge(self, folder: Path, knowledge: Knowledge) -> None:
        """Replaces what extraction found in an episode that is already there."""
        name = (folder / "knowledge.json").relative_to(self.path).as_posix()
        self._replace(name, codec.encode_record(knowledge))

    def take_away(self, removal: Removal) -> None:
        """Takes episodes out of the files; killed on the way, the next writer goes on with it.

        Retires the ids, drops what other files say of them, and deletes the folders, a show's with
        its last episode. `removal.json` stays until the index, which still holds copies, is made.
        """
        self._replace(REMOVAL_FILE, codec.encode_record(removal))
        self._finish(removal)

    def _finish(self, removal: Removal) -> None:
        gone = {old.id: old for old in removal.retired}
        self._forget(gone)
        named = set(removal.folders)
        folders = [f for f in self.truth.episode_folders() if self.truth.name(f) in named]
        for folder in folders:
            _delete_folder(folder)
        for show_folder in self.truth.show_folders():
            emptied = any(Path(name).parent.name == show_folder.name for name in named)
            if emptied and not any(f.parent == show_folder for f in self.truth.episode_folders()):
                _delete_folder(show_folder)

    def _forget(self, gone: dict[str, Retired]) -> None:
        """Drops ids from the corpus-wide files; a damaged one is begun anew."""
        registry, relations = Registry(), Relations()
        with suppress(Damaged):
            registry = self.truth.registry()
        with suppress(Damaged):
            relations = self.truth.relations()
        retired = {old.id: old for old in registry.retired} | gone
        self.write_registry(replace(registry, retired=tuple(retired[i] for i in sorted(retired))))
        if (self.path / RELATIONS_FILE).is_file():
            kept = [
                edge
                for edge in relations.edges
                if not gone.keys() & {edge.from_id, edge.to_id, *edge.evidence}
            ]
            self.write_relations(Relations(tuple(kept)))
        states = read_fetched(self.path)
        self.write_fetched(
            FetchStates(
                tuple(state for state in states.feeds if state.show_id not in gone),
                tuple(state for state in states.transcripts if state.episode_id not in gone),
            )
        )

    def _release(self, error: BaseException | None) -> None:
        refusal = disk_refusal(error, self.path)
        if refusal is not None:
            with suppress(OSError):
                self._clear_unfinished()
        self._lock.release()
        if refusal is not None:
            raise refusal from error

    def _show_folder(self, show: Show) -> Path:
        return self.path / "shows" / show.slug

    def _replace(self, name: str, data: bytes) -> None:
        """Replaces a file atomically; one that holds these bytes already is left alone."""
        path = self.path / name
        if path.is_file() and path.read_bytes() == data:
            return
        writing = path.with_name(f"{_WRITING}{path.name}")
        write_synced(writing, data)
        writing.replace(path)
        sync_folder(path.parent)

    def _recover(self) -> None:
        """Puts back a folder whose replacement never came, and clears what is unfinished."""
        for folder in (*self.truth.show_folders(), self.path / "index"):
            for replaced in folder.glob(f"{REPLACED}*"):
                place = folder / replaced.name.removeprefix(REPLACED)
                if place.exists():
                    shutil.rmtree(replaced)
                else:
                    replaced.rename(place)
        self._clear_unfinished()
        removal = read_removal(self.path)
        if removal is not None:
            self._finish(removal)

    def _clear_unfinished(self) -> None:
        unfinished = [
            *(path for show in self.truth.show_folders() for path in show.glob(f"{_WRITING}*")),
            *(self.path / "shows").glob(f"{_WRITING}*"),
            *self.path.glob(f"{_WRITING}*"),
            *(self.path / "index").glob(f"{BUILDING}*"),
        ]
        for path in unfinished:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _delete_folder(folder: Path) -> None:
    """Deletes a folder by way of the name of an unfinished one: it is never seen in part."""
    leaving = folder.with_name(f"{_WRITING}{folder.name}")
    shutil.rmtree(leaving, ignore_errors=True)
    folder.rename(leaving)
    sync_folder(folder.parent)
    shutil.rmtree(leaving)


def write_synced(path: Path, data: bytes) -> None:
    """Writes a file and waits until the disk has it."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the disk has a folder's entries, where the system can say so."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
