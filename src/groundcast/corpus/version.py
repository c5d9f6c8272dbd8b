"""The corpus version: the same corpus has the same one on every machine."""

import hashlib
from pathlib import Path

from groundcast.corpus import codec
from groundcast.corpus.truth import (
    EPISODE_FILES,
    REGISTRY_FILE,
    RELATIONS_FILE,
    SETTINGS_FILE,
    SIGNALS_FOLDER,
    TruthFiles,
)
from groundcast.errors import Damaged, NewerFormat

VERSION_LENGTH = 12


def corpus_version(truth: TruthFiles) -> str:
    """A digest over the truth files: corpus-wide ones, then shows and episodes by folder.

    The id of the corpus is left out: it names the corpus and is no part of what that holds.
    """
    lines = _settings_line(truth.path / SETTINGS_FILE)
    for name in (REGISTRY_FILE, RELATIONS_FILE):
        lines += _line(truth.path / name, name)
    for name in truth.signal_names():
        path = truth.path / SIGNALS_FOLDER / f"{name}.json"
        lines += _line(path, truth.name(path))
    for show in truth.show_folders():
        lines += _line(show / "show.json", truth.name(show))
    for folder in truth.episode_folders():
        for name in EPISODE_FILES:
            lines += _line(folder / name, f"{truth.name(folder)}/{name}")
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:VERSION_LENGTH]


def _settings_line(path: Path) -> list[str]:
    if not path.is_file():
        return []
    data = path.read_bytes()
    try:
        fields = codec.decode_fields(data, SETTINGS_FILE)
    except (Damaged, NewerFormat):
        return [_entry(SETTINGS_FILE, data)]
    kept = {name: fields[name] for name in sorted(fields) if name != "corpus_id"}
    return [_entry(SETTINGS_FILE, codec.encode_fields(kept))]


def _line(path: Path, name: str) -> list[str]:
    return [_entry(name, path.read_bytes())] if path.is_file() else []


def _entry(name: str, data: bytes) -> str:
    return f"{name}\x1f{hashlib.sha256(data).hexdigest()}\n"
