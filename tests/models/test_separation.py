import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from groundcast.errors import NotReady
from groundcast.models.separation import Pyannote, Undivided, VoiceSpan, separator, voice_at

TRACKS = [(3.0, 5.0, "SPEAKER_01"), (0.0, 3.0, "SPEAKER_00")]


class Annotation:
    def itertracks(self, *, yield_label: bool) -> list[tuple[Any, str, str]]:
        assert yield_label
        return [(SimpleNamespace(start=a, end=b), "_", label) for a, b, label in TRACKS]


def install(monkeypatch: pytest.MonkeyPatch, pipeline: object) -> list[str]:
    """Stands in for pyannote.audio, which needs more than can be installed here."""
    asked: list[str] = []

    def from_pretrained(name: str) -> object:
        asked.append(name)
        return pipeline

    for name in ("pyannote", "pyannote.audio"):
        module: Any = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None, is_package=True)
        module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
    audio: Any = sys.modules["pyannote.audio"]
    audio.Pipeline = SimpleNamespace(from_pretrained=from_pretrained)
    return asked


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_pipeline_gives_spans_in_order_of_time(
    wrapped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    output: object = Annotation()
    output = SimpleNamespace(speaker_diarization=output) if wrapped else output
    heard: list[str] = []

    def pipeline(file: str) -> object:
        heard.append(file)
        return output

    asked = install(monkeypatch, pipeline)
    spans = separator("a/pipeline").separate(Path("talk.wav"))
    assert spans == [VoiceSpan(0.0, 3.0, "SPEAKER_00"), VoiceSpan(3.0, 5.0, "SPEAKER_01")]
    assert (asked, heard) == (["a/pipeline"], ["talk.wav"])


def test_a_pipeline_whose_conditions_were_not_accepted_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, None)
    with pytest.raises(NotReady, match="cannot be fetched"):
        Pyannote("a/pipeline")


def test_without_pyannote_the_remedy_is_said() -> None:
    with pytest.raises(NotReady) as refused:
        Pyannote("a/pipeline")
    assert "pip install pyannote.audio" in refused.value.explain()


def test_by_default_no_voice_is_invented() -> None:
    assert isinstance(separator(None), Undivided)
    assert separator(None).separate(Path("talk.wav")) == ()


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0.0, 1.0, "SPEAKER_00"),
        (2.0, 3.2, "SPEAKER_00"),
        (2.9, 4.0, "SPEAKER_01"),
        (8.0, 9.0, None),
    ],
)
def test_a_word_is_the_voices_that_is_heard_most(
    start: float, end: float, expected: str | None
) -> None:
    assert voice_at([VoiceSpan(*track) for track in TRACKS], start, end) == expected
