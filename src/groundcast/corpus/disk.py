"""What a disk refuses while a corpus is written, as errors that say what to do."""

import errno
import math
import os
import shutil
import sqlite3
from pathlib import Path

from groundcast.errors import DiskFull, GroundcastError, NotReady, Unreachable, shown

# A run writes a generation of the index beside the serving one, and that is most of a corpus.
ROOM_FOR = 2
LEAST_ROOM_BYTES = 10_000_000
_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)


def disk_refusal(error: BaseException | None, corpus: Path) -> GroundcastError | None:
    """The error to raise in place of a disk's; null where it was something else."""
    if isinstance(error, sqlite3.Error):
        return _sqlite_refusal(error, corpus)
    if not isinstance(error, OSError):
        return None
    if error.errno == errno.ENOSPC:
        return _full(f"The disk of {shown(corpus)} is full.", corpus)
    if error.errno == errno.EDQUOT:
        return _full(f"The disk quota of {shown(corpus)} is used up.", corpus)
    if error.errno == errno.EFBIG:
        return DiskFull(
            f"A file in {shown(corpus)} may not grow as large as it must.",
            hint="Nothing is lost: raise the limit (ulimit -f), then run the same command again.",
        )
    if error.errno in _READ_ONLY:
        return not_writable(error, corpus)
    return _broken(os.strerror(errno.EIO), corpus) if error.errno == errno.EIO else None


def not_writable(error: OSError, corpus: Path) -> NotReady:
    """The refusal of a folder that nothing can be written to."""
    return NotReady(
        f"{shown(corpus)} cannot be written to: {error.strerror}.",
        hint="Choose another --corpus DIR, or make it writable.",
    )


def _sqlite_refusal(error: sqlite3.Error, corpus: Path) -> GroundcastError | None:
    # The lower byte is the kind, what stands above it only says more of it.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind == sqlite3.SQLITE_FULL:
        return _full(f"The disk of {shown(corpus)} is full.", corpus)
    return _broken(str(error), corpus) if kind == sqlite3.SQLITE_IOERR else None


def _full(says: str, corpus: Path) -> DiskFull:
    there = next(path for path in (corpus.absolute(), *corpus.absolute().parents) if path.exists())
    wanted = max(LEAST_ROOM_BYTES, ROOM_FOR * _size(corpus)) - shutil.disk_usage(there).free
    return DiskFull(
        says,
        hint=f"Nothing is lost: free {max(1, math.ceil(wanted / 1e6))} MB, then run the same"
        " command again.",
    )


def _broken(reason: str, corpus: Path) -> Unreachable:
    return Unreachable(
        f"{shown(corpus)} cannot be written to: {reason}.",
        hint="Nothing is lost: check the disk and its limits, then run the same command again.",
    )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
