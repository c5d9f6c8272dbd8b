"""The Python surface: `groundcast.open` asks a corpus, `groundcast.build` writes one."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from groundcast.building.adding import AddOptions, AddReport, add
from groundcast.building.indexing import IndexReport
from groundcast.building.progress import Progress, Silent
from groundcast.building.reindexing import reindex
from groundcast.capabilities import capability_named
from groundcast.capabilities.dates import first_day, last_day
from groundcast.capabilities.fitting import Fitted
from groundcast.corpus.verification import Verification, verify_corpus
from groundcast.errors import NotReady
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.questions import Questions

PathLike = str | os.PathLike[str]


class Corpus(Questions):
    """A corpus open for questions: read-only, safe to share among threads, a context manager.

    There is a method for every tool; each answers with the tool's model and raises what
    `groundcast.errors` lists. An episode added meanwhile is in the next answer.
    """

    def __init__(self, path: PathLike) -> None:
        self._opened = OpenCorpus(Path(path))
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<groundcast.Corpus {str(self.path)!r}>"

    @property
    def path(self) -> Path:
        """The corpus's folder."""
        return self._opened.path

    @property
    def corpus_version(self) -> str:
        """The version that would answer now."""
        self._check_open()
        with self._opened.snapshot() as snapshot:
            return snapshot.corpus_version

    def ask(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Fitted:
        """A tool's answer as it is served: the model, its JSON and its text.

        Raises NotFound where there is no such tool.
        """
        self._check_open()
        return capability_named(tool).answer(self._opened, arguments or {})

    def warm(self) -> None:
        """Loads the models, which the first search does otherwise."""
        self._check_open()
        self._opened.warm()

    def close(self) -> None:
        """Lets go of the files; no thread may be asking."""
        self._closed = True
        self._opened.close()

    def _check_open(self) -> None:
        if self._closed:
            raise NotReady("The corpus is closed.", hint="Open it again: groundcast.open.")


class Builder:
    """The writer of a corpus; every method takes the corpus's lock for as long as it runs.

    `progress` is told of each stage; nothing is printed without one.
    """

    def __init__(self, path: PathLike, progress: Progress | None = None) -> None:
        self.path = Path(path)
        self._progress = progress or Silent()

    def add(
        self,
        sources: PathLike | Sequence[PathLike],
        *,
        manifest: PathLike | None = None,
        show: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        extract: bool = True,
        index: bool = True,
        speech_model: str | None = None,
    ) -> AddReport:
        """Brings folders or files in, making the corpus if need be; only what is new is done.

        Recordings are heard with `speech_model`, a faster-whisper model's folder or name.
        Dates are `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, both included. The report says what was
        skipped and why. Raises InvalidArgument for a source that is nothing, CorpusLocked where
        another writer is at work.
        """
        named = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
        options = AddOptions(
            show=show,
            manifest=None if manifest is None else Path(manifest),
            since=first_day(since),
            until=last_day(until),
            limit=limit,
            extract=extract,
            index=index,
            speech_model=speech_model,
        )
        return add(self.path, [os.fspath(source) for source in named], options, self._progress)

    def index(self) -> IndexReport:
        """Makes the index anew from the corpus's files."""
        return reindex(self.path, self._progress)

    def verify(self) -> Verification:
        """Checks every file, hash, id and quote; `problems` is empty where all is well."""
        return verify_corpus(self.path)


def open(path: PathLike) -> Corpus:
    """Opens a corpus for questions; raises NotReady where it is none or has no index."""
    return Corpus(path)


def build(path: PathLike, progress: Progress | None = None) -> Builder:
    """The writer of a corpus, which need not exist yet."""
    return Builder(path, progress)
