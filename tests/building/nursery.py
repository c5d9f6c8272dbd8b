"""Runs the command line in children that are forked with everything imported, and ends them.

A child costs tenths of a second instead of seconds, which makes it cheap to kill one at many
instants. The nursery is a process of its own with a single thread; the inference runtime is
loaded in the children alone, since a fork takes no threads along.
"""

import contextlib
import ctypes
import io
import json
import mmap
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

ADDRESSING = ("groundcast:", "Interrupted.")
TALK = "**Ana Ruiz:** The tide gate should close before the storm arrives.\n"
_NEW_USER, _NEW_MOUNTS, _PRIVATE_TREE, _REMOUNT = 0x10000000, 0x00020000, 0x44000, 0x20
_CAPABILITIES_3 = 0x20080522


@dataclass(frozen=True)
class Trouble:
    """What befalls a child: a signal after so many seconds, before the Nth fsync, or where a line
    of progress begins with `stage`; an fsync that fails; files that may not grow beyond a size."""

    signal: int = signal.SIGKILL
    after_seconds: float | None = None
    before_sync: int | None = None
    stage: str | None = None
    failing_sync: int | None = None
    largest_file: int | None = None
    unprivileged: bool = False


@dataclass(frozen=True)
class Ended:
    """How a child ended: `code` is negative for a signal, `syncs` how often it asked for fsync."""

    code: int
    out: str
    err: str
    seconds: float
    syncs: int

    @property
    def said(self) -> list[str]:
        """What it said beside the progress: lines that address the caller."""
        return [line for line in self.err.splitlines() if line.startswith(ADDRESSING)]


class Nursery:
    """The process, asked by one line of JSON each time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, *words: str, trouble: Trouble | None = None, cwd: Path | None = None) -> Ended:
        """What came of `groundcast WORDS…`, called in a folder."""
        asked = {"words": words, "trouble": asdict(trouble or Trouble()), "cwd": str(cwd or ".")}
        fields = self._asked(asked)
        return Ended(**fields)

    def resize(self, folder: Path, size_bytes: int) -> bool:
        """Makes a folder a disk of its own, or gives that another size; false where this machine
        lets nobody mount one."""
        return self._asked({"resize": [str(folder), size_bytes]})["done"]

    def copy(self, source: Path, target: Path) -> None:
        """Copies a folder out of a disk that only the nursery sees."""
        self._asked({"copy": [str(source), str(target)]})

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def nursery() -> Generator[Nursery]:
    process = subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        yield Nursery(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def _serve() -> None:
    """The nursery's own process."""
    own_mounts = _own_mounts()
    with tempfile.TemporaryDirectory() as folder:
        _import_everything(Path(folder))
        answers = os.fdopen(os.dup(1), "w")
        for line in sys.stdin:
            request = json.loads(line)
            answer: dict[str, Any] = {"done": True}
            if "resize" in request:
                answer["done"] = own_mounts and _resize(*request["resize"])
            elif "copy" in request:
                shutil.copytree(*request["copy"])
            else:
                trouble = Trouble(**request["trouble"])
                answer = asdict(_run(request["words"], trouble, Path(request["cwd"])))
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def _import_everything(folder: Path) -> None:
    """Also what a build imports and loads on the way, but for the inference runtime."""
    from groundcast.building.adding import AddOptions, add
    from groundcast.building.progress import Silent
    from groundcast.ingest.languages import detected_language
    from groundcast.models import minilm  # noqa: F401
    from groundcast.surfaces import ask, cli, rendering  # noqa: F401

    detected_language(TALK)
    (folder / "talk.md").write_text(TALK, "utf-8")
    options = AddOptions(show="Harbour", index=False)
    add(folder / "corpus", [str(folder / "talk.md")], options, Silent())


def _run(words: list[str], trouble: Trouble, cwd: Path) -> Ended:
    syncs = mmap.mmap(-1, 8)
    # A pipe, which no limit of file sizes is about, holds 64 KiB unread.
    (out, to_out), (err, to_err) = os.pipe(), os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.chdir(cwd)
        _be_groundcast(words, trouble, (to_out, to_err), syncs)
    os.close(to_out)
    os.close(to_err)
    if trouble.after_seconds is not None:
        time.sleep(trouble.after_seconds)
        os.kill(child, trouble.signal)
    _, status = os.waitpid(child, 0)
    seconds = time.monotonic() - started
    code = os.waitstatus_to_exitcode(status)
    said = [_read_whole(out), _read_whole(err)]
    return Ended(code, *said, seconds, struct.unpack("q", syncs[:])[0])


def _read_whole(channel: int) -> str:
    with os.fdopen(channel, encoding="utf-8") as readable:
        return readable.read()


def _be_groundcast(
    words: list[str], trouble: Trouble, channels: tuple[int, int], syncs: mmap.mmap
) -> NoReturn:
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for place, channel in enumerate(channels, 1):
            os.dup2(channel, place)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = _Watched(os.fdopen(2, "wb", 0, closefd=False), trouble)
        # Where the tests run in the background, children inherit that Ctrl-C is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _meet(trouble, syncs)
        sys.argv = ["groundcast", *words]
        from groundcast.surfaces.cli import main

        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
        sys.stdout.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)


class _Watched(io.TextIOWrapper):
    """The error channel, on which a line of progress may bring the signal."""

    def __init__(self, channel: IO[bytes], trouble: Trouble) -> None:
        super().__init__(channel, encoding="utf-8", write_through=True)  # type: ignore[arg-type]
        self._trouble = trouble

    def write(self, text: str, /) -> int:
        written = super().write(text)
        if self._trouble.stage is not None and text.startswith(self._trouble.stage):
            os.kill(os.getpid(), self._trouble.signal)
        return written


def _meet(trouble: Trouble, syncs: mmap.mmap) -> None:
    if trouble.largest_file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (trouble.largest_file, resource.RLIM_INFINITY))
    if trouble.unprivileged:
        _give_up_capabilities()
    real, done = os.fsync, 0

    def fsync(descriptor: int) -> None:
        nonlocal done
        done += 1
        syncs[:] = struct.pack("q", done)
        if done == trouble.before_sync:
            os.kill(os.getpid(), trouble.signal)
        if trouble.failing_sync is not None and done >= trouble.failing_sync:
            raise OSError(28, os.strerror(28))
        real(descriptor)

    os.fsync = fsync


def _give_up_capabilities() -> None:
    """As root, permissions of files would not count."""
    if sys.platform == "linux":
        header = struct.pack("Ii", _CAPABILITIES_3, 0)
        assert _libc().capset(header, bytes(24)) == 0


def _own_mounts() -> bool:
    """Takes mounts of its own; as a user without privileges, by a namespace of users too."""
    if sys.platform != "linux":
        return False
    # Tried out in a child: half of it would leave a process that owns no files any more.
    child = os.fork()
    if child == 0:
        took = False
        with contextlib.suppress(OSError):
            took = _take_mounts()
        os._exit(0 if took else 1)
    return os.waitpid(child, 0)[1] == 0 and _take_mounts()


def _take_mounts() -> bool:
    user, group = os.getuid(), os.getgid()
    if _libc().unshare(_NEW_MOUNTS) != 0:
        if _libc().unshare(_NEW_USER | _NEW_MOUNTS) != 0:
            return False
        Path("/proc/self/setgroups").write_text("deny", "utf-8")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1", "utf-8")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1", "utf-8")
    # What is mounted from here on stays unseen by others.
    return _libc().mount(b"none", b"/", None, _PRIVATE_TREE, None) == 0


def _resize(folder: str, size_bytes: int) -> bool:
    mounted = os.path.ismount(folder)
    flags = _REMOUNT if mounted else 0
    options = f"size={size_bytes}".encode()
    return _libc().mount(b"tmpfs", folder.encode(), b"tmpfs", flags, options) == 0


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


if __name__ == "__main__":
    _serve()
