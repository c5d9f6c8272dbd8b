"""From a recording to a transcript: heard chapter by chapter, each kept as soon as it is done."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from groundcast.building.progress import Progress
from groundcast.corpus.hearing import HeardChapters, heard_before
from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.sources import HeardFile
from groundcast.models.separation import SpeakerSeparator, Undivided, VoiceSpan, voice_at
from groundcast.models.speech import (
    Chapter,
    FasterWhisper,
    Heard,
    HeardSegment,
    SpeechRecognizer,
    chapters_of,
    model_id,
    require_audio,
    title_of,
)


def would_hear(file: Path) -> HeardFile:
    """What a dry run says of a recording; raises UnreadableSource."""
    raise UnreadableSource(f"{shown(file.name)} is a recording, which would be heard.")


class Listener:
    """Hears recordings for one corpus; the model is loaded when the first one needs it."""

    def __init__(
        self,
        corpus: Path,
        model: str,
        progress: Progress,
        load: Callable[[str], SpeechRecognizer] = FasterWhisper,
        speakers: SpeakerSeparator | None = None,
    ) -> None:
        self._speakers = speakers or Undivided()
        self._corpus = corpus
        self._model = model
        self._progress = progress
        self._load = load
        self._recognizer: SpeechRecognizer | None = None

    def __call__(self, file: Path) -> HeardFile:
        """The transcript of a recording, as JSON in Whisper's form.

        Where the corpus holds what the same model heard of the same bytes, that is taken. Raises
        UnreadableSource where the recording cannot be played or nobody speaks in it, NotReady
        where the extra is missing or the model does not load.
        """
        require_audio()
        digest = _digest(file)
        title = title_of(file)
        mark = _mark(digest, self._model, self._speakers.model_id)
        known = heard_before(self._corpus, mark)
        if known is not None:
            return HeardFile(known, title)
        kept = HeardChapters(self._corpus, hashlib.sha256(mark).hexdigest()[:24])
        self._progress.begin(f"Hearing {shown(file.name)}", None)
        language, segments = None, list[dict[str, Any]]()
        for chapter in self._heard(file, kept):
            language = language or (chapter["language"] if chapter["segments"] else None)
            segments += chapter["segments"]
            self._progress.advance()
        if not segments:
            raise UnreadableSource(f"{shown(file.name)} holds no speech.")
        _name_voices(segments, self._speakers.separate(file))
        rest = {"language": language, "segments": segments}
        body = json.dumps(rest, ensure_ascii=False).encode()
        return HeardFile(mark + b", " + body[1:] + b"\n", title)

    def _heard(self, file: Path, kept: HeardChapters) -> Iterator[dict[str, Any]]:
        for number, chapter in enumerate(chapters_of(file)):
            done = kept.get(number)
            if done is None:
                self._recognizer = self._recognizer or self._load(self._model)
                heard = self._recognizer.hear(chapter.sound)
                done = json.dumps(_placed(chapter, heard), ensure_ascii=False).encode()
                kept.keep(number, done)
            yield json.loads(done)


def _mark(digest: str, model: str, speakers: str | None) -> bytes:
    """How the transcript of a recording begins."""
    about = {"recording": {"sha256": digest, "model": model_id(model), "speakers": speakers}}
    head = json.dumps(about, ensure_ascii=False)
    return head[:-1].encode()


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _placed(chapter: Chapter, heard: Heard) -> dict[str, Any]:
    start = chapter.start_seconds
    return {
        "language": heard.language,
        "segments": [_segment(segment, start) for segment in heard.segments],
    }


def _name_voices(segments: list[dict[str, Any]], spans: Sequence[VoiceSpan]) -> None:
    """Adds to each word the voice that is heard in it, where any is."""
    for segment in segments if spans else ():
        for word in segment["words"]:
            if voice := voice_at(spans, word["start"], word["end"]):
                word["speaker"] = voice


def _segment(segment: HeardSegment, start: float) -> dict[str, Any]:
    return {
        "start": round(start + segment.start_seconds, 3),
        "end": round(start + segment.end_seconds, 3),
        "text": segment.text,
        "words": [
            {
                "word": word.text,
                "start": round(start + word.start_seconds, 3),
                "end": round(start + word.end_seconds, 3),
                "probability": round(word.probability, 4),
            }
            for word in segment.words
        ],
    }
