"""The JSON of AssemblyAI: utterances of one voice each, or sentences, or words; milliseconds."""

from collections.abc import Iterator

from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.json_values import (
    JsonObject,
    as_list,
    as_object,
    language_tag,
    milliseconds_at,
    objects,
    speaker_label,
    words_of,
)
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.timed_words import TimedWord, cues_of_words

# What names voices first, then the finer.
_LISTS = ("utterances", "sentences", "paragraphs")
_SIGNS = ("audio_url", "language_code", "audio_duration", "speaker_labels", "acoustic_model")


def is_assemblyai_json(value: object) -> bool:
    """Whether a JSON value is a transcript, or its sentences or paragraphs, as the service says."""
    root = as_object(value)
    listed = any(_is_timed(one) for name in _LISTS for one in objects(root.get(name))[:1])
    worded = "text" in root and any(_is_timed(one) for one in objects(root.get("words"))[:1])
    return listed or (worded and any(sign in root for sign in (*_SIGNS, "id", "status")))


def read_assemblyai_json(value: object) -> ReadTranscript:
    """Read the utterances; without any the sentences or paragraphs; else the text by its words."""
    root = as_object(value)
    name = next((name for name in _LISTS if objects(root.get(name))), None)
    notes: list[str] = []
    if name is None:
        whole = Cue(None, None, words_of(root, "text"))
        cues = cues_of_words(whole.text, list(_words(root)), whole)
    else:
        parts = as_list(root.get(name))
        cues = [cue for part in parts for cue in _cues(as_object(part))]
        empty = sum(1 for part in parts if not _text(as_object(part)))
        if empty:
            notes.append(f"{empty} {name} without text left out")
    joined = join_cues(cues)
    return ReadTranscript(
        format="assemblyai-json",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(language=language_tag(root.get("language_code"))),
        notes=(*notes, *joined.notes),
    )


def _is_timed(value: JsonObject) -> bool:
    return isinstance(value.get("text"), str) and isinstance(value.get("start"), int)


def _text(part: JsonObject) -> str:
    return words_of(part, "text").strip() or " ".join(word.text for word in _words(part)).strip()


def _cues(part: JsonObject) -> Iterator[Cue]:
    text = _text(part)
    if not text:
        return
    voice = speaker_label(part.get("speaker"))
    whole = Cue(milliseconds_at(part, "start"), milliseconds_at(part, "end"), text, voice)
    # An utterance is one voice's whatever its words say.
    yield from cues_of_words(text, list(_words(part, voiced=voice is None)), whole)


def _words(part: JsonObject, *, voiced: bool = True) -> Iterator[TimedWord]:
    for word in objects(part.get("words")):
        yield TimedWord(
            words_of(word, "text"),
            milliseconds_at(word, "start"),
            milliseconds_at(word, "end"),
            speaker_label(word.get("speaker")) if voiced else None,
        )
