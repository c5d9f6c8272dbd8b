"""Transcripts in the podcast namespace's JSON, often one word a segment."""

from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.json_values import (
    JsonObject,
    as_list,
    as_object,
    first,
    objects,
    seconds_at,
    words_of,
)
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.timed_words import are_tokens, with_fragments_joined, with_signs_joined

_SPEAKER_KEYS = ("speaker", "speakerName")
_BODY_KEYS = ("body", "text")
_START_KEYS = ("startTime", "start")
_END_KEYS = ("endTime", "end")


def is_podcast_json(value: object) -> bool:
    """Whether a JSON value has the segments this reader reads.

    A bare list of them will do where they state times; lists of texts are of all kinds.
    """
    segments = objects(_segments(value))
    needed = [_BODY_KEYS, _START_KEYS] if isinstance(value, list) else [_BODY_KEYS]
    return any(all(first(segment, *keys) is not None for keys in needed) for segment in segments)


def read_podcast_json(value: object) -> ReadTranscript:
    """Read segments in their order; consecutive ones of one speaker become a turn."""
    segments = as_list(_segments(value))
    cues = [_cue(as_object(segment)) for segment in segments]
    tokens = are_tokens(cues)
    lost = sum(1 for cue in cues if not (cue.text if tokens else cue.text.strip()))
    spoken = [cue for cue in cues if cue.text.strip()]
    whole = with_fragments_joined(cues) if tokens else with_signs_joined(spoken)
    joined = join_cues(whole, at_changes=True)
    stated = as_object(value).get("language")
    notes = (f"{lost} segments without text left out",) if lost else ()
    return ReadTranscript(
        format="podcast-json",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(language=stated if isinstance(stated, str) and stated else None),
        notes=(*notes, *joined.notes),
    )


def _segments(value: object) -> object:
    root = as_object(value)
    return root.get("segments") if root else value


def _cue(segment: JsonObject) -> Cue:
    named = " ".join(words_of(segment, *_SPEAKER_KEYS).split())
    start, end = seconds_at(segment, *_START_KEYS), seconds_at(segment, *_END_KEYS)
    return Cue(start, end, words_of(segment, *_BODY_KEYS), named or None)
