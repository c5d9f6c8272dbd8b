"""The corpus version: the same corpus has the same one on every machine."""

import hashlib
from pathlib import Path

from groundcast.corpus.truth import (
    EPISODE_FILES,
    REGISTRY_FILE,
    RELATIONS_FILE,
    SETTINGS_FILE,
    TruthFiles,
)

VERSION_LENGTH = 12


def corpus_version(truth: TruthFiles) -> str:
    """A digest over the truth files: corpus-wide ones, then shows and episodes by folder."""
    lines: list[str] = []
    for name in (SETTINGS_FILE, REGISTRY_FILE, RELATIONS_FILE):
        lines += _line(truth.path / name, name)
    for path in sorted((truth.path / "signals").glob("*.json")):
        lines += _line(path, truth.name(path))
    for show in truth.show_folders():
        lines += _line(show / "show.json", truth.name(show))
    for folder in truth.episode_folders():
        for name in EPISODE_FILES:
            lines += _line(folder / name, f"{truth.name(folder)}/{name}")
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:VERSION_LENGTH]


def _line(path: Path, name: str) -> list[str]:
    if not path.is_file():
        return []
    return [f"{name}\x1f{hashlib.sha256(path.read_bytes()).hexdigest()}\n"]
