"""Podcasts as a corpus to question: every answer with the words, the speaker and the second.

`open(path)` asks a corpus, `build(path)` writes one; `records` are the values that a corpus is
made of, `errors` what can go wrong.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from groundcast import errors, records
    from groundcast.errors import GroundcastError
    from groundcast.surfaces.library import Builder, Corpus, build, open

__all__ = ["Builder", "Corpus", "GroundcastError", "build", "errors", "open", "records"]

_HOMES = {
    "Builder": "groundcast.surfaces.library",
    "Corpus": "groundcast.surfaces.library",
    "GroundcastError": "groundcast.errors",
    "build": "groundcast.surfaces.library",
    "open": "groundcast.surfaces.library",
}


def __getattr__(name: str) -> Any:
    """Loads what is asked for; importing the package alone stays light."""
    if name in ("errors", "records"):
        return import_module(f"groundcast.{name}")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'groundcast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
