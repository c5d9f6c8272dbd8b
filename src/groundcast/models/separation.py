"""Who speaks when: voices told apart by their sound, without knowing whose they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from groundcast.errors import NotReady, shown


@dataclass(frozen=True, slots=True)
class VoiceSpan:
    """One voice speaks, in seconds of the recording; `label` is one like SPEAKER_00."""

    start_seconds: float
    end_seconds: float
    label: str


class SpeakerSeparator(Protocol):
    """Tells the voices of a recording apart."""

    @property
    def model_id(self) -> str | None:
        """What the spans depend on besides the recording; null where voices are not told apart."""
        ...

    def separate(self, file: Path) -> Sequence[VoiceSpan]:
        """Spans in order of time; none where voices are not told apart."""
        ...


class Undivided:
    """The default: nothing is known of voices, and none is invented."""

    model_id: str | None = None

    def separate(self, file: Path) -> Sequence[VoiceSpan]:
        """No spans."""
        return ()


class Pyannote:
    """A pipeline of pyannote.audio, which its user installs and has the rights to."""

    def __init__(self, pipeline: str) -> None:
        """`pipeline` is a name of the hub or a file; raises NotReady where it does not load."""
        if find_spec("pyannote") is None or find_spec("pyannote.audio") is None:
            raise NotReady(
                "Telling voices apart needs pyannote.audio.",
                hint="Run: pip install pyannote.audio",
            )
        try:
            audio: Any = import_module("pyannote.audio")
            self._pipeline: Any = audio.Pipeline.from_pretrained(pipeline)
        except Exception as error:
            raise NotReady(f"The speaker model {shown(pipeline)} does not load: {error}") from error
        # pyannote answers with nothing where the hub wants its conditions accepted first.
        if self._pipeline is None:
            raise NotReady(
                f"The speaker model {shown(pipeline)} cannot be fetched.",
                hint="Accept its conditions on the hub and set HF_TOKEN.",
            )
        self.model_id: str | None = pipeline

    def separate(self, file: Path) -> Sequence[VoiceSpan]:
        """What the pipeline says, in order of time."""
        output: Any = self._pipeline(str(file))
        # Version 4 wraps the annotation that earlier ones return.
        annotation: Any = getattr(output, "speaker_diarization", output)
        spans = [
            VoiceSpan(float(turn.start), float(turn.end), str(label))
            for turn, _, label in annotation.itertracks(yield_label=True)
        ]
        return sorted(spans, key=lambda span: (span.start_seconds, span.end_seconds, span.label))


def separator(pipeline: str | None) -> SpeakerSeparator:
    """Pyannote with a pipeline, or no separation without one."""
    return Undivided() if pipeline is None else Pyannote(pipeline)


def voice_at(spans: Sequence[VoiceSpan], start: float, end: float) -> str | None:
    """The voice that is heard most between two times, or null where none is."""
    heard: dict[str, float] = {}
    for span in spans:
        shared = min(end, span.end_seconds) - max(start, span.start_seconds)
        if shared > 0:
            heard[span.label] = heard.get(span.label, 0.0) + shared
    return max(sorted(heard), key=lambda label: heard[label], default=None)
