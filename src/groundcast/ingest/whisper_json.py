"""The JSON of Whisper and of what is built on it.

OpenAI's and faster-whisper's `segments` of `start`, `end`, `text`; WhisperX's, whose segments and
words name speakers; whisper-timestamped's, whose words have `text`; whisper.cpp's
`transcription` with `offsets` in milliseconds; the `chunks` of the transformers pipeline.
"""

from collections.abc import Iterator

from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.json_values import (
    JsonObject,
    as_list,
    as_object,
    first,
    language_tag,
    milliseconds_at,
    objects,
    seconds_at,
    speaker_label,
    words_of,
)
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.timed_words import (
    TimedWord,
    are_tokens,
    cues_of_words,
    with_fragments_joined,
)

_LISTS = ("segments", "transcription", "chunks")


def is_whisper_json(value: object) -> bool:
    """Whether a JSON value is an engine's output: timed `text`, and none of a podcast's keys."""
    root = _root(value)
    name = next((name for name in _LISTS if objects(root.get(name))), None)
    if name is None:
        return False
    segments = objects(root.get(name))
    if any("body" in one or "startTime" in one for one in segments):
        return False
    timed = {"segments": "start", "transcription": "offsets", "chunks": "timestamp"}[name]
    return any("text" in one and timed in one for one in segments)


def read_whisper_json(value: object) -> ReadTranscript:
    """Read segments in their order, cut where the words in one change their speaker."""
    root = _root(value)
    name = next(name for name in _LISTS if objects(root.get(name)))
    segments = as_list(root.get(name))
    whole = [_whole(as_object(segment)) for segment in segments]
    if are_tokens(whole):
        cues = with_fragments_joined(whole)
    else:
        cues = [cue for segment in segments for cue in _cues(as_object(segment))]
    empty = sum(1 for segment in segments if not _text(as_object(segment)))
    joined = join_cues(cues)
    notes = (f"{empty} segments without text left out",) if empty else ()
    return ReadTranscript(
        format="whisper-json",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(
            language=language_tag(first(root, "language"))
            or language_tag(first(as_object(root.get("result")), "language"))
        ),
        notes=(*notes, *joined.notes),
    )


def _root(value: object) -> JsonObject:
    """The output; of a bare list of segments, as some tools write, what they stand in."""
    return {"segments": value} if isinstance(value, list) else as_object(value)


def _cues(segment: JsonObject) -> Iterator[Cue]:
    text = _text(segment)
    if not text:
        return
    yield from cues_of_words(text, list(_words(segment)), _whole(segment))


def _whole(segment: JsonObject) -> Cue:
    start, end = _span(segment)
    return Cue(start, end, words_of(segment, "text"), speaker_label(segment.get("speaker")))


def _text(segment: JsonObject) -> str:
    """What is said in a segment; its words where it has no text of its own."""
    text = words_of(segment, "text")
    return text.strip() or " ".join(word.text for word in _words(segment)).strip()


def _span(segment: JsonObject) -> tuple[float | None, float | None]:
    offsets = as_object(segment.get("offsets"))
    if offsets:
        return milliseconds_at(offsets, "from"), milliseconds_at(offsets, "to")
    stamp = as_list(segment.get("timestamp"))
    if len(stamp) == 2:
        return seconds_at({"at": stamp[0]}, "at"), seconds_at({"at": stamp[1]}, "at")
    return seconds_at(segment, "start"), seconds_at(segment, "end")


def _words(segment: JsonObject) -> Iterator[TimedWord]:
    for word in objects(segment.get("words")):
        yield TimedWord(
            words_of(word, "word", "text"),
            seconds_at(word, "start"),
            seconds_at(word, "end"),
            speaker_label(word.get("speaker")),
        )
