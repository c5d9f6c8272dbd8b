"""Hearing speech: a recording's sound, and faster-whisper's words with their times.

Both come with the extra `audio`; only here are they imported.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from groundcast.errors import NotReady, UnreadableSource, shown

# Mono samples, -1 to 1, at SAMPLE_RATE.
Sound = NDArray[np.float32]
SAMPLE_RATE = 16_000
CHAPTER_SECONDS = 600
# A chapter ends where it is quietest within its last minute, so that no word is cut in two.
_LOOK_BACK_SECONDS = 60
_QUIET_SECONDS = 0.4
# The beginning of each file of a model tells it from others.
_TELLING_BYTES = 1 << 20
INSTALL = "Run: pip install 'groundcast[audio]'"


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word with its times in seconds of the sound it was heard in; `probability` 0 to 1."""

    text: str
    start_seconds: float
    end_seconds: float
    probability: float


@dataclass(frozen=True, slots=True)
class HeardSegment:
    """Some words that the recogniser takes together, about a sentence."""

    text: str
    start_seconds: float
    end_seconds: float
    words: tuple[HeardWord, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood; `language` is an ISO 639-1 code."""

    language: str
    segments: tuple[HeardSegment, ...]


class SpeechRecognizer(Protocol):
    """Turns sound into words."""

    @property
    def model_id(self) -> str:
        """What the words depend on besides the sound."""
        ...

    def hear(self, sound: Sound) -> Heard:
        """The words of some minutes of sound; stretches without speech give none."""
        ...


class FasterWhisper:
    """faster-whisper on the processor, in int8, with voice activity detection (Silero's)."""

    def __init__(self, model: str) -> None:
        """`model` is a folder in CTranslate2's form, or a name that is fetched from the hub.

        Raises NotReady where the extra is not installed or the model does not load.
        """
        require_audio()
        self.model_id = model_id(model)
        try:
            whisper: Any = import_module("faster_whisper")
            self._model: Any = whisper.WhisperModel(model, device="cpu", compute_type="int8")
        except Exception as error:
            raise NotReady(
                f"The speech model {shown(model)} does not load: {_first_line(error)}.",
                hint="Name a folder with a faster-whisper model, or a model of the hub.",
            ) from error

    def hear(self, sound: Sound) -> Heard:
        """One pass without sampling: the same sound gives the same words."""
        segments, about = self._model.transcribe(
            sound,
            beam_size=5,
            temperature=0.0,
            word_timestamps=True,
            vad_filter=True,
            condition_on_previous_text=False,
        )
        return Heard(about.language, tuple(_segment(segment) for segment in segments))


def model_id(model: str) -> str:
    """What to call a model: a folder's name says little, so part of its digest stands after it."""
    folder = Path(model)
    if not folder.is_dir():
        return model
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if file.is_file():
            with file.open("rb") as opened:
                digest.update(f"{file.name} {file.stat().st_size} ".encode())
                digest.update(opened.read(_TELLING_BYTES))
    return f"{folder.name}-{digest.hexdigest()[:12]}"


def require_audio() -> None:
    """Raises NotReady where the extra `audio` is not installed."""
    missing = [name for name in ("av", "faster_whisper") if find_spec(name) is None]
    if missing:
        raise NotReady("Hearing recordings needs the extra audio.", hint=INSTALL)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some minutes of a recording; `start_seconds` is where they begin."""

    start_seconds: float
    sound: Sound


def chapters_of(file: Path, seconds: int = CHAPTER_SECONDS) -> Iterator[Chapter]:
    """A recording in stretches of at most so many seconds, cut where it is quiet.

    Only one stretch stands in memory. Raises UnreadableSource where there is no sound or a part of
    the file cannot be decoded; NotReady without the extra.
    """
    require_audio()
    waiting: list[Sound] = []
    held, start = 0, 0.0
    for piece in _decoded(file):
        waiting.append(piece)
        held += len(piece)
        while held >= seconds * SAMPLE_RATE:
            whole = np.concatenate(waiting)
            cut = _quiet_place(whole[: seconds * SAMPLE_RATE])
            yield Chapter(start, whole[:cut])
            start += cut / SAMPLE_RATE
            waiting, held = [whole[cut:]], len(whole) - cut
    if held:
        yield Chapter(start, np.concatenate(waiting))


def title_of(file: Path) -> str | None:
    """The title that a recording's own tags state."""
    require_audio()
    av: Any = import_module("av")
    try:
        with av.open(str(file)) as container:
            return str(container.metadata.get("title", "")).strip() or None
    except (av.FFmpegError, OSError):
        return None


def _decoded(file: Path) -> Iterator[Sound]:
    av: Any = import_module("av")
    try:
        with av.open(str(file)) as container:
            if not container.streams.audio:
                raise UnreadableSource(f"{shown(file.name)} has no sound.")
            resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
            for frame in container.decode(audio=0):
                frame.pts = None
                for part in resampler.resample(frame):
                    yield part.to_ndarray().reshape(-1)
            for part in resampler.resample(None):
                yield part.to_ndarray().reshape(-1)
    except (av.FFmpegError, ValueError) as error:
        raise UnreadableSource(
            f"{shown(file.name)} cannot be played: {_first_line(error)}."
        ) from error


def _quiet_place(sound: Sound) -> int:
    """The middle of the quietest moment of the last minute, in samples."""
    window = int(_QUIET_SECONDS * SAMPLE_RATE)
    first = max(len(sound) - _LOOK_BACK_SECONDS * SAMPLE_RATE, len(sound) // 2)
    stretch = sound[first:]
    blocks = stretch[: len(stretch) // window * window].reshape(-1, window)
    loudness = np.square(blocks).mean(axis=1)
    # Of equally quiet ones the last, which makes the longest chapter.
    quietest = len(loudness) - 1 - int(np.argmin(loudness[::-1]))
    return first + quietest * window + window // 2


def _segment(segment: Any) -> HeardSegment:
    return HeardSegment(
        segment.text.strip(),
        float(segment.start),
        float(segment.end),
        tuple(
            HeardWord(word.word, float(word.start), float(word.end), float(word.probability))
            for word in segment.words or ()
        ),
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
