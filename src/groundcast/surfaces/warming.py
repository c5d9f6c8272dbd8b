"""Loads models before the first search has to wait for them."""

import logging
import threading
from typing import Self

from groundcast.errors import GroundcastError
from groundcast.knowledge.opened import OpenCorpus

# Loading takes about two seconds; a server that stops meanwhile waits for it to end.
LONGEST_WAIT_SECONDS = 20.0

log = logging.getLogger(__name__)


class Warming:
    """A warm-up in the background, over by the end of the `with` block."""

    def __init__(self, corpus: OpenCorpus) -> None:
        self._thread = threading.Thread(target=warm, args=(corpus,), name="warming", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(LONGEST_WAIT_SECONDS)


def warm(corpus: OpenCorpus) -> None:
    """Warms a corpus; where it cannot be searched the log says why, and serving goes on."""
    try:
        corpus.warm()
    except GroundcastError as error:
        log.warning("Searching will not work: %s", error.explain())
    except Exception:
        log.exception("Warming up failed; searching will not work.")
