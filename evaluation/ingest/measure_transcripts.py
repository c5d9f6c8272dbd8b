"""Reads every transcript of the folder of odd ones and compares with what its origin expects.

Usage: python evaluation/ingest/measure_transcripts.py NASTY [--write]

NASTY holds `transcripts/` and `podcast-namespace/transcripts/`. A set's expectation is the JSON
laid beside its files, else what the library it comes from reads out of them. With --write the
table goes to transcripts.md and transcripts.json beside this script; they hold counts and file
names, none of the words.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pysubs2
import srt
import webvtt

from groundcast.errors import UnreadableSource
from groundcast.ingest.decoding import decode
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.transcripts import read_transcript
from groundcast.ingest.web_vtt import web_vtt_cues

TOLERANCE_SECONDS = 0.0011

# What differs, and why it does; a difference that is not named here is a fault.
BY_DESIGN = {
    "cue-times/incorrect-delimiter": "a damaged timing costs the time; the words are kept",
    "cue-times/missing-separator": "a line that is no timing is kept as words",
    "cuetext/tag-format/bogus-span-name": "a tag WebVTT does not know may be a word that is said",
    "buzzcast_html_parsed.json": "the expectation leaves `&amp;` as it stands in the page",
    "example.vtt": "the library leaves `&amp;` as it stands in the file",
    "youtube_dl.vtt": "the library keeps the lines that scrolling captions show twice",
    "ttml_example_apple.ttml": "the library adds the times of parents: beyond the stated `dur`",
}


@dataclass(frozen=True)
class Item:
    """A cue as the origin expects it; no speaker means that it is not compared."""

    start: float
    text: str
    speaker: str | None = None


@dataclass
class Row:
    expectation: str
    files: int = 0
    read: int = 0
    refused: list[str] = field(default_factory=list)
    crashed: list[str] = field(default_factory=list)
    expected: int = 0
    got: int = 0
    agree: int = 0
    beyond: int = 0
    differences: list[dict[str, str]] = field(default_factory=list)

    def differs(self, name: str, what: str) -> None:
        why = next((why for part, why in BY_DESIGN.items() if part in name), "")
        self.differences.append({"file": name, "what": what, "why": why})


def main(arguments: list[str]) -> int:
    rows = measured(Path(arguments[0]))
    text = table(rows)
    sys.stdout.write(text)
    if "--write" in arguments:
        here = Path(__file__).parent
        (here / "transcripts.md").write_text(f"# Odd transcripts, read\n\n{text}", encoding="utf-8")
        made = {name: vars(row) for name, row in rows.items()}
        (here / "transcripts.json").write_text(
            json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    return 1 if any(row.crashed for row in rows.values()) else 0


def measured(root: Path) -> dict[str, Row]:
    """All sets by name."""
    transcripts = root / "transcripts"
    return {
        "mozilla-vttjs": mozilla(transcripts / "mozilla-vttjs" / "tests"),
        "transcriptator": with_json(transcripts / "transcriptator"),
        "webvtt-py": with_library(transcripts / "webvtt-py"),
        "pysubs2": with_library(transcripts / "pysubs2"),
        "srt": with_library(transcripts / "srt"),
        "typeagent": with_library(transcripts / "typeagent"),
        "podcast-namespace": with_library(root / "podcast-namespace" / "transcripts"),
    }


def read(file: Path, row: Row) -> ReadTranscript | None:
    """The transcript of a file, counted; a traceback is caught here to be counted too."""
    row.files += 1
    try:
        found = read_transcript(file.read_bytes(), file.name)
    except UnreadableSource as refusal:
        reason = str(refusal).partition(file.name)[2].strip()
        row.refused.append(f"{file.parent.name}/{file.name}: {reason}")
        return None
    except Exception as error:
        row.crashed.append(f"{file.name}: {type(error).__name__}")
        return None
    row.read += 1
    row.got += sum(len(turn.time_marks) or 1 for turn in found.turns)
    return found


def mozilla(folder: Path) -> Row:
    """Times against the parsed cues, words against the rendered ones."""
    row = Row("shipped")
    for file in sorted(folder.rglob("*.vtt")):
        name = file.relative_to(folder).with_suffix("").as_posix()
        read(file, row)
        cues = _cues(file)
        parsed, rendered = (
            loaded(file.with_name(file.stem + end)) for end in (".json", "-proc.json")
        )
        if isinstance(parsed, dict):
            times = [(cue["startTime"], cue["endTime"]) for cue in parsed["cues"]]
            compare_lists(row, name, "times", times, [(a, b) for a, b, _ in cues])
        if isinstance(rendered, list):
            words = [" ".join(cue["textContent"].split()) for cue in rendered]
            compare_lists(row, name, "words", words, [text for _, _, text in cues if text or words])
    return row


def _cues(file: Path) -> list[tuple[float | None, float | None, str]]:
    try:
        text = decode(file.read_bytes(), file.name).text
    except UnreadableSource:
        return []
    if not text.startswith("WEBVTT"):
        return []
    return [
        (cue.start_seconds, cue.end_seconds, " ".join(cue.text.split()))
        for cue in web_vtt_cues(text).cues
    ]


def compare_lists(row: Row, name: str, what: str, expected: list[Any], got: list[Any]) -> None:
    row.expected += len(expected)
    found = Counter(got)
    missing = 0
    for one in expected:
        if found[one] > 0:
            found[one] -= 1
            row.agree += 1
        else:
            missing += 1
    if missing:
        row.differs(name, f"{missing} {what} differ")
    elif len(got) > len(expected):
        row.beyond += len(got) - len(expected)
        row.differs(name, f"{len(got) - len(expected)} {what} beyond what is expected")


def loaded(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def with_json(folder: Path) -> Row:
    """Each `NAME_FORMAT…_parsed.json` against NAME.FORMAT."""
    row = Row("shipped")
    found: dict[str, ReadTranscript] = {}
    for file in sorted(folder.iterdir()):
        if "_parsed" not in file.name:
            transcript = read(file, row)
            if transcript is not None:
                found[file.name] = transcript
    for file in sorted(folder.glob("*_parsed*.json")):
        source = max((name for name in found if _is_source(name, file.name)), key=len, default=None)
        if source is None:
            continue
        segments = loaded(file)
        segments = segments["segments"] if isinstance(segments, dict) else segments
        compare(row, file.name, list(_items(segments)), found[source])
    return row


def _is_source(name: str, expected: str) -> bool:
    stem, _, ending = name.rpartition(".")
    return expected.startswith(f"{stem}_{ending}")


def _items(segments: list[dict[str, Any]]) -> Iterator[Item]:
    speaker: str | None = None
    for segment in segments:
        speaker = segment.get("speaker", speaker)
        yield Item(segment["startTime"], segment["body"], speaker)


def with_library(folder: Path) -> Row:
    row = Row("library")
    for file in sorted(path for path in folder.iterdir() if path.is_file()):
        transcript = read(file, row)
        if transcript is not None:
            compare(row, file.name, library_items(file), transcript)
    return row


def library_items(file: Path) -> list[Item]:
    """What the library of a format reads; nothing where it refuses the file, as it may."""
    try:
        match file.suffix:
            case ".vtt" | ".sbv":
                read_it = webvtt.from_sbv if file.suffix == ".sbv" else webvtt.read
                return [Item(_seconds(cue.start), cue.text, cue.voice) for cue in read_it(file)]
            case ".srt":
                text = decode(file.read_bytes(), file.name).text
                return [Item(c.start.total_seconds(), c.content) for c in srt.parse(text)]
            case ".ttml":
                lines = pysubs2.load(str(file), encoding="utf-8")
                return [Item(line.start / 1000, line.plaintext) for line in lines]
            case _:
                return []
    except (webvtt.errors.MalformedFileError, srt.SRTParseError, srt.TimestampParseError):
        return []


def _without_label(item: Item, labels: set[str]) -> Item:
    """The item without the name before its words, which a library leaves in them."""
    label, colon, rest = item.text.partition(":")
    if item.speaker is None and colon and label in labels:
        return Item(item.start, rest.strip(), label)
    return item


def _seconds(clock: str) -> float:
    hours, minutes, seconds = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def compare(row: Row, name: str, items: list[Item], transcript: ReadTranscript) -> None:
    """Counts the items whose signs, first sign's time and speaker are ours, in order.

    Blanks are not compared: the fixtures drop some where they join cues.
    """
    labels = {turn.speaker_label for turn in transcript.turns if turn.speaker_label}
    signs = ""
    voices: list[str | None] = []
    times: dict[int, float] = {}
    for turn in transcript.turns:
        for mark in turn.time_marks:
            times.setdefault(len(signs) + len(bare(turn.text[: mark.char])), mark.seconds)
        signs += bare(turn.text)
        voices += [turn.speaker_label] * (len(signs) - len(voices))
    at = 0
    for item in (_without_label(item, labels) for item in items):
        wanted = bare(item.text)
        if not any(map(str.isalnum, wanted)):
            continue
        row.expected += 1
        places = list(occurrences(signs, wanted, at))
        if not places:
            row.differs(name, "words")
            continue
        place = next((one for one in places if is_timed(times, one, item)), places[0])
        at = place + len(wanted)
        if item.speaker is not None and set(voices[place:at]) != {item.speaker}:
            row.differs(name, "speaker")
        elif not is_timed(times, place, item):
            row.differs(name, "another time" if place in times else "no time")
        else:
            row.agree += 1


def bare(text: str) -> str:
    return "".join(text.split())


def occurrences(signs: str, wanted: str, at: int) -> Iterator[int]:
    for _ in range(20):
        at = signs.find(wanted, at)
        if at < 0:
            return
        yield at
        at += 1


def is_timed(times: dict[int, float], place: int, item: Item) -> bool:
    return abs(times.get(place, -1.0) - item.start) <= TOLERANCE_SECONDS


def _without_label(item: Item, labels: set[str]) -> Item:
    """The item without the name before its words, which a library leaves in them."""
    label, colon, rest = item.text.partition(":")
    if item.speaker is None and colon and label in labels:
        return Item(item.start, rest.strip(), label)
    return item


def _seconds(clock: str) -> float:
    hours, minutes, seconds = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def table(rows: dict[str, Row]) -> str:
    heads = "set, files, read, refused, tracebacks, expectation, items, agree, share, cues got"
    lines = [f"| {heads.replace(', ', ' | ')} |", f"|{' --- |' * len(heads.split(', '))}"]
    for name, row in rows.items():
        share = f"{100 * row.agree / row.expected:.2f} %" if row.expected else "-"
        stated = row.expectation if row.expected else "none"
        counts = (name, row.files, row.read, len(row.refused), len(row.crashed), stated)
        counts = (*counts, row.expected, row.agree, share, row.got)
        lines.append(f"| {' | '.join(map(str, counts))} |")
    lines += ["", "Refused, and why:", ""]
    lines += [f"- {name}/{what}" for name, row in rows.items() for what in row.refused]
    lines += ["", "Differences:", ""]
    for name, row in rows.items():
        counted = Counter((d["file"], d["what"], d["why"]) for d in row.differences)
        lines += [
            f"- {name}/{file}: {count} × {what}{f' ({why})' if why else ''}"
            for (file, what, why), count in counted.items()
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
