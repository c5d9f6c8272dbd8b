"""Records as JSON files: one `format` number on top, then the record's fields."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from groundcast.errors import Damaged, NewerFormat
from groundcast.records import Speaker, TimeMark, Transcript, Turn

FORMAT = 1
Record = TypeVar("Record")


@cache
def _adapter(record_type: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(record_type)


def encode_record(record: object) -> bytes:
    """A record as a readable JSON file: equal records give equal bytes."""
    fields = _adapter(type(record)).dump_python(record, mode="json")
    return encode_fields(fields)


def encode_fields(fields: Mapping[str, Any]) -> bytes:
    """Plain JSON values as a file with the format number.

    One field a line, and one element of a list a line, so that a change shows as a small diff.
    """
    lines = [f'"{key}": {_field(value)}' for key, value in {"format": FORMAT, **fields}.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _field(value: Any) -> str:
    if isinstance(value, list | tuple) and value:
        elements = cast("list[Any]", value)
        return "[\n" + ",\n".join(f" {_json(element)}" for element in elements) + "\n]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def decode_fields(data: bytes, name: str) -> dict[str, Any]:
    """The fields of a file, without its format number.

    Raises Damaged where it is no such file, NewerFormat where a newer version wrote it.
    """
    try:
        fields: Any = json.loads(data)
    except ValueError as error:
        raise Damaged(f"{name} is not valid JSON ({error}).") from None
    if not isinstance(fields, dict):
        raise Damaged(f"{name} is not a JSON object.")
    fields = cast("dict[str, Any]", fields)
    if not isinstance(fields.get("format"), int):
        raise Damaged(f"{name} carries no format number.")
    if fields["format"] > FORMAT:
        raise NewerFormat(
            f"{name} has format {fields['format']}; this version reads up to {FORMAT}.",
            hint="Upgrade groundcast.",
        )
    return {key: value for key, value in fields.items() if key != "format"}


def decode_record(record_type: type[Record], data: bytes, name: str) -> Record:
    """The record in a file; raises as decode_fields does."""
    return record_from(record_type, decode_fields(data, name), name)


def record_from(record_type: type[Record], fields: Mapping[str, Any], name: str) -> Record:
    """A record from plain JSON values; raises Damaged where they do not fit."""
    try:
        return cast(Record, _adapter(record_type).validate_python(fields))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Damaged(f"{name}: {where}: {first['msg']}.") from None


def compact(record: object) -> str:
    """A record as one line of JSON, for a column of the index."""
    return _adapter(type(record)).dump_json(record).decode()


def from_compact(record_type: type[Record], line: str) -> Record:
    """The record that `compact` wrote."""
    return cast(Record, _adapter(record_type).validate_json(line))


def encode_transcript(transcript: Transcript) -> bytes:
    """A transcript with each turn's words beside its offsets, so that it reads as one."""
    fields = _adapter(Transcript).dump_python(transcript, mode="json")
    turns = [
        {**turn, "text": transcript.text[turn["char_start"] : turn["char_end"]]}
        for turn in fields["turns"]
    ]
    marks = [[mark["char"], mark["seconds"]] for mark in fields["time_marks"]]
    return encode_fields(
        {
            "time_source": fields["time_source"],
            "speakers": fields["speakers"],
            "turns": turns,
            "time_marks": marks,
        }
    )


def decode_transcript(data: bytes, name: str) -> Transcript:
    """The transcript in a file; raises Damaged where offsets and words disagree."""
    fields = decode_fields(data, name)
    texts: list[str] = []
    turns: list[Turn] = []
    at = 0
    try:
        for number, raw in enumerate(fields["turns"], 1):
            text = raw.pop("text")
            if (raw["char_start"], raw["char_end"]) != (at, at + len(text)):
                raise Damaged(f"{name}: turn {number} does not stand where its offsets say.")
            at += len(text) + 1
            texts.append(text)
            turns.append(record_from(Turn, raw, name))
        marks = tuple(TimeMark(char, float(seconds)) for char, seconds in fields["time_marks"])
        speakers = tuple(record_from(Speaker, raw, name) for raw in fields["speakers"])
        return record_from(
            Transcript,
            {
                "text": "\n".join(texts),
                "turns": tuple(turns),
                "time_source": fields["time_source"],
                "time_marks": marks,
                "speakers": speakers,
            },
            name,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(f"{name} is no transcript ({type(error).__name__}: {error}).") from None
