"""What was heard of recordings so far: a cache that a run which is cut off goes on from."""

import os
import shutil
from pathlib import Path

from groundcast.corpus.truth import TruthFiles
from groundcast.errors import Damaged

HEARING_FOLDER = "hearing"
# The first key of a heard transcript, so that a look at a file's beginning tells what it is of.
_HEAD = 400


class HeardChapters:
    """The finished chapters of one recording; `key` stands for its bytes and the model."""

    def __init__(self, corpus: Path, key: str) -> None:
        self._folder = corpus / HEARING_FOLDER / key

    def get(self, number: int) -> bytes | None:
        """A chapter that was finished, or null."""
        try:
            return (self._folder / f"{number}.json").read_bytes()
        except FileNotFoundError:
            return None

    def keep(self, number: int, chapter: bytes) -> None:
        """Writes a chapter down whole."""
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._folder / f".{number}-{os.getpid()}"
        with beside.open("wb") as file:
            file.write(chapter)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._folder / f"{number}.json")


def forget_heard(corpus: Path) -> None:
    """Deletes what was heard: its episodes are written, or must leave nothing behind."""
    shutil.rmtree(corpus / HEARING_FOLDER, ignore_errors=True)


def heard_before(corpus: Path, mark: bytes) -> bytes | None:
    """The transcript of a recording that the corpus holds already.

    `mark` is how a heard transcript begins; it names the recording and the model.
    """
    try:
        folders = list(TruthFiles(corpus).episode_folders())
    except (Damaged, OSError):
        return None
    for folder in folders:
        file = folder / "original.json"
        if file.is_file():
            with file.open("rb") as opened:
                if opened.read(_HEAD).startswith(mark):
                    return file.read_bytes()
    return None
