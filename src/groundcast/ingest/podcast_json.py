"""Transcripts in the podcast namespace's JSON, often one word a segment."""

from collections.abc import Iterator
from typing import cast

from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.times import seconds_of

_SPEAKER_KEYS = ("speaker", "speakerName")
_BODY_KEYS = ("body", "text")
_START_KEYS = ("startTime", "start")
_END_KEYS = ("endTime", "end")


def is_podcast_json(value: object) -> bool:
    """Whether a JSON value has the segments this reader reads."""
    segments = _segments(value)
    return bool(segments) and any(_first(segment, _BODY_KEYS) is not None for segment in segments)


def read_podcast_json(value: object) -> ReadTranscript:
    """Read segments in their order; consecutive ones of one speaker become a turn."""
    segments = _segments(value)
    cues = [cue for segment in segments for cue in _cue(segment)]
    lost = len(segments) - len(cues)
    joined = join_cues(cues)
    stated = cast(dict[str, object], value).get("language") if isinstance(value, dict) else None
    notes = (f"{lost} segments without text left out",) if lost else ()
    return ReadTranscript(
        format="podcast-json",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(language=stated if isinstance(stated, str) and stated else None),
        notes=(*notes, *joined.notes),
    )


def _segments(value: object) -> list[dict[str, object]]:
    if not isinstance(value, dict):
        return []
    segments = cast(dict[str, object], value).get("segments")
    if not isinstance(segments, list):
        return []
    return [
        cast(dict[str, object], segment)
        for segment in cast(list[object], segments)
        if isinstance(segment, dict)
    ]


def _cue(segment: dict[str, object]) -> Iterator[Cue]:
    body = _first(segment, _BODY_KEYS)
    if not isinstance(body, str) or not body.strip():
        return
    speaker = _first(segment, _SPEAKER_KEYS)
    named = " ".join(speaker.split()) if isinstance(speaker, str) else ""
    yield Cue(_seconds(segment, _START_KEYS), _seconds(segment, _END_KEYS), body, named or None)


def _first(segment: dict[str, object], keys: tuple[str, ...]) -> object:
    return next((segment[key] for key in keys if segment.get(key) is not None), None)


def _seconds(segment: dict[str, object], keys: tuple[str, ...]) -> float | None:
    value = _first(segment, keys)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return seconds_of(value) if isinstance(value, str) else None
