"""The truth files of a corpus: what is read back, and what is malformed and set aside."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from groundcast.corpus import codec
from groundcast.corpus.ids import text_sha256
from groundcast.errors import Damaged, NotReady, shown
from groundcast.records import (
    Comparison,
    Edge,
    Episode,
    Knowledge,
    OtherTranscript,
    Registry,
    Show,
    SignalRows,
    Transcript,
)

SETTINGS_FILE = "corpus.json"
REGISTRY_FILE = "registry.json"
RELATIONS_FILE = "relations.json"
SIGNALS_FOLDER = "signals"
EPISODE_FILES = ("episode.json", "transcript.json", "knowledge.json", "signals.json")
Whole = TypeVar("Whole")


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """What a corpus was made with; opening it with another embedding model is refused."""

    corpus_id: str
    embedding_model: str
    embedding_dimension: int
    extraction_engine: str


@dataclass(frozen=True, slots=True)
class Hashes:
    """Hex SHA-256 of the transcript's bytes as received, and of the canonical text."""

    original: str
    text: str


@dataclass(frozen=True, slots=True)
class EpisodeFile:
    """What `episode.json` holds; `source_format` is the reader that took the original.

    `input` is a digest of everything the episode was made from: equal inputs need no new work.
    `other_transcripts` are those that the source offers beside the one taken.
    """

    episode: Episode
    hashes: Hashes
    source_format: str
    original_name: str
    input: str
    notes: tuple[str, ...] = ()
    other_transcripts: tuple[OtherTranscript, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """An episode folder read whole."""

    file: EpisodeFile
    transcript: Transcript
    knowledge: Knowledge | None
    folder: Path

    @property
    def episode(self) -> Episode:
        """The episode."""
        return self.file.episode


@dataclass(frozen=True, slots=True)
class Relations:
    """Edges across episodes, and what was assessed with which result.

    `compared` is a digest of the statements that were compared; null where none were yet.
    """

    edges: tuple[Edge, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    compared: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A truth file that cannot be used, and why."""

    path: str
    reason: str


class TruthFiles:
    """Reads the truth files under a corpus folder; never writes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def exists(self) -> bool:
        """Whether the folder is a corpus."""
        return (self.path / SETTINGS_FILE).is_file()

    @cached_property
    def settings(self) -> CorpusSettings:
        """Raises NotReady where the folder is no corpus, NewerFormat where it is a newer one."""
        try:
            data = (self.path / SETTINGS_FILE).read_bytes()
        except FileNotFoundError:
            what = "is no corpus" if self.path.is_dir() else "does not exist"
            raise NotReady(
                f"{shown(self.path)} {what}.",
                hint="Make one with: groundcast add SOURCE --corpus DIR.",
            ) from None
        except OSError as error:
            raise NotReady(f"{shown(self.path)} cannot be read: {error.strerror}.") from None
        return codec.decode_record(CorpusSettings, data, SETTINGS_FILE)

    def registry(self) -> Registry:
        """The registry; empty where none was written yet."""
        return self._whole(Registry, REGISTRY_FILE) or Registry()

    def relations(self) -> Relations:
        """The relations; empty where none were written yet."""
        return self._whole(Relations, RELATIONS_FILE) or Relations()

    def signal_names(self) -> list[str]:
        """The corpus-wide signals there are files of, by name."""
        return sorted(path.stem for path in (self.path / SIGNALS_FOLDER).glob("*.json"))

    def signal(self, name: str) -> SignalRows:
        """A corpus-wide signal; raises Damaged where its file is malformed."""
        path = self.path / SIGNALS_FOLDER / f"{name}.json"
        return codec.decode_record(SignalRows, self._bytes(path), self.name(path))

    def show_folders(self) -> list[Path]:
        """The folders of shows, by name."""
        shows = self.path / "shows"
        return sorted(_visible_folders(shows)) if shows.is_dir() else []

    def episode_folders(self) -> Iterator[Path]:
        """The folders of episodes, by show and name."""
        for show in self.show_folders():
            yield from sorted(_visible_folders(show))

    def episode_folder(self, show: Show, episode: Episode) -> Path:
        """The place of an episode's folder, whether it is there or not."""
        return self.path / "shows" / show.slug / episode.slug

    def read_show(self, folder: Path) -> Show:
        """Raises Damaged where `show.json` is missing or malformed."""
        return codec.decode_record(Show, self._bytes(folder / "show.json"), self.name(folder))

    def read_episode_file(self, folder: Path) -> EpisodeFile:
        """What `episode.json` says; raises Damaged where it is malformed."""
        path = folder / "episode.json"
        return codec.decode_record(EpisodeFile, self._bytes(path), self.name(path))

    def read_episode(self, folder: Path) -> StoredEpisode:
        """An episode folder; raises Damaged where a file is malformed or hashes disagree."""
        file = self.read_episode_file(folder)
        path = folder / "transcript.json"
        transcript = codec.decode_transcript(self._bytes(path), self.name(path))
        if text_sha256(transcript.text) != file.hashes.text:
            raise Damaged(f"{self.name(path)}: the words are not those that were hashed.")
        knowledge_path = folder / "knowledge.json"
        knowledge = (
            codec.decode_record(Knowledge, self._bytes(knowledge_path), self.name(knowledge_path))
            if knowledge_path.is_file()
            else None
        )
        return StoredEpisode(file, transcript, knowledge, folder)

    def read_original(self, show: Show, file: EpisodeFile) -> bytes:
        """The transcript's bytes as received; raises Damaged where they are not those hashed."""
        path = self.episode_folder(show, file.episode) / file.original_name
        data = self._bytes(path)
        if hashlib.sha256(data).hexdigest() != file.hashes.original:
            raise Damaged(f"{self.name(path)} is not the file that was hashed.")
        return data

    def name(self, path: Path) -> str:
        """A path as messages name it: relative to the corpus."""
        return path.relative_to(self.path).as_posix()

    def _bytes(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise Damaged(f"{self.name(path)} cannot be read: {error.strerror}.") from None

    def _whole(self, record_type: type[Whole], name: str) -> Whole | None:
        path = self.path / name
        return codec.decode_record(record_type, path.read_bytes(), name) if path.is_file() else None


def _visible_folders(folder: Path) -> list[Path]:
    """Folders that are whole: those being written begin with a dot. Links are not followed."""
    return [
        entry
        for entry in folder.iterdir()
        if not entry.name.startswith(".") and not entry.is_symlink() and entry.is_dir()
    ]
