"""Every error a caller can cause or act on.

* GroundcastError
  - InvalidArgument    a value cannot be answered                  (HTTP 422, exit 2)
      - TooSmall       the token budget cannot hold an answer      (HTTP 422, exit 2)
      - StaleCursor    the corpus changed since the page was made  (HTTP 409, exit 2)
  - NotFound           the id or name is nothing in this corpus    (HTTP 404, exit 2)
  - Ambiguous          the name fits several things                (HTTP 409, exit 2)
  - NotReady           no corpus, no index or no model             (HTTP 503, exit 2)
      - NewerFormat    a newer version wrote the corpus            (HTTP 503, exit 2)
      - CorpusLocked   another writer is at work                   (HTTP 503, exit 2)
  - Busy               every worker is taken; try again            (HTTP 503, exit 3)
  - Unreachable        something on the network or disk is out of reach (HTTP 502, exit 3)
      - DiskFull       the disk has no room for what is to be written (HTTP 502, exit 3)
  - UnreadableSource   a source cannot be read as a transcript     (HTTP 422, exit 2)
  - Damaged            the corpus contradicts itself               (HTTP 500, exit 1)
"""

from collections.abc import Sequence
from typing import ClassVar

SHOWN_VALUE_LENGTH = 80


class GroundcastError(Exception):
    """Base of every error a surface may show.

    `hint` says what to do next; `candidates` are near matches or choices, best first.
    """

    code: ClassVar[str] = "error"
    http_status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.hint = hint
        self.candidates = tuple(candidates)

    def explain(self) -> str:
        """The refusal on one line: what is wrong, then what to do."""
        parts = [str(self)]
        if self.candidates:
            parts.append("Nearest: " + "; ".join(self.candidates) + ".")
        if self.hint:
            parts.append(self.hint)
        return " ".join(" ".join(part.split()) for part in parts)


class InvalidArgument(GroundcastError):
    """A value cannot be answered; the message names it and says what would do."""

    code, http_status, exit_code = "invalid_argument", 422, 2


class TooSmall(InvalidArgument):
    """The token budget cannot hold an answer; `least` is the smallest that can."""

    code = "too_small"

    def __init__(self, message: str, *, least: int) -> None:
        super().__init__(message, hint=f"The least that can is {least}.")
        self.least = least


class StaleCursor(InvalidArgument):
    """The corpus changed since the page was made."""

    code, http_status = "stale_cursor", 409


class NotFound(GroundcastError):
    """The id or name is nothing in this corpus."""

    code, http_status, exit_code = "not_found", 404, 2


class Ambiguous(GroundcastError):
    """The name fits several things, listed in `candidates`."""

    code, http_status, exit_code = "ambiguous", 409, 2


class NotReady(GroundcastError):
    """No corpus, no index or no model; the hint is the command that makes it."""

    code, http_status, exit_code = "not_ready", 503, 2


class NewerFormat(NotReady):
    """A newer version wrote the corpus."""


class CorpusLocked(NotReady):
    """Another writer is at work on the corpus."""


class Busy(GroundcastError):
    """Every worker is taken and the queue is full."""

    code, http_status, exit_code = "busy", 503, 3
    retry_after_seconds: ClassVar[int] = 2


class Unreachable(GroundcastError):
    """Something on the network or disk is out of reach; `passing` where it may be back soon."""

    code, http_status, exit_code = "unreachable", 502, 3

    def __init__(self, message: str, *, hint: str = "", passing: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.passing = passing


class DiskFull(Unreachable):
    """The disk has no room for what is to be written; the hint says how much it takes."""


class UnreadableSource(GroundcastError):
    """A source cannot be read as a transcript."""

    code, http_status, exit_code = "unreadable_source", 422, 2


class Damaged(GroundcastError):
    """The corpus contradicts itself; `verify` says where."""

    code, http_status, exit_code = "damaged", 500, 1


def shown(value: object) -> str:
    """A caller's value as it may be repeated in a message: at most 80 characters of it."""
    text = str(value)
    return text if len(text) <= SHOWN_VALUE_LENGTH else text[: SHOWN_VALUE_LENGTH - 1] + "…"
