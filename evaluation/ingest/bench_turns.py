"""Reads every transcript of a manifest and compares its turns with the manifest's own counts.

Usage: python evaluation/ingest/bench_turns.py FOLDER [--manifest index.tsv] [--workers 2]
       [--every 1] [--list 40] [--json OUT.jsonl]

The manifest needs the columns path, format and turns, the turns counted as label lines. Compared
with it is the number of turns of labelled voices, without breaks and jingles; a turn that a
sponsor read or a heading parted counts once. Words are compared as multisets: those of the source
without markup, addresses, times and labels, against those of the turns.
"""

import argparse
import csv
import json
import multiprocessing
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from groundcast.errors import UnreadableSource
from groundcast.ingest.decoding import decode
from groundcast.ingest.front_matter import facts_of, merged_credits, split_front_matter
from groundcast.ingest.labels import read_label
from groundcast.ingest.source import ReadTranscript, ReadTurn
from groundcast.ingest.sources import title_of_key
from groundcast.ingest.transcripts import read_transcript
from groundcast.ingest.voice_words import folded, is_placeholder, stage_kind
from groundcast.ingest.voices import identify_voices

TOLERANCE = 0.02
LOST_SHARE = 0.005

_WORD = re.compile(r"[^\W\d_]+")
_UNSPOKEN = re.compile(
    r"<!--.*?-->|\{[{%].*?[}%]\}|\{:[^}]*\}"
    r"|(?<=\])\(\s*<?(?:https?:|mailto:|[/#.])[^()]*(?:\([^()]*\)[^()]*)*\)|(?<=\])\([^()\s]*\)"
    r"|!\[[^\[\]]*\]|(?m:^\s*\[[^\]]+\]:\s*\S+$)|</?[a-z][^<>]*>|&[a-z]{2,8};",
    re.S | re.I,
)
_ADDRESS = re.compile(r"\s*<?https?:")
_CUE_TIME = re.compile(r"^.*-->.*$", re.M)


@dataclass(frozen=True, slots=True)
class FileReading:
    """One file: counts, voices, and the words the turns do not hold."""

    path: str
    kind: str
    expected_turns: int
    turns: int
    words: int
    lost: int
    lost_words: tuple[tuple[str, int], ...]
    voices: tuple[tuple[str, str | None, str, int], ...]
    credits: tuple[str, ...]
    kinds: dict[str, int]
    notes: tuple[str, ...]
    seconds: float
    doubtful: dict[str, int]
    refused: str | None = None

    @property
    def is_near(self) -> bool:
        """Within 2 % of the expected turns, or one turn off where that is less."""
        return abs(self.turns - self.expected_turns) <= max(TOLERANCE * self.expected_turns, 0)


def read_one(job: tuple[str, dict[str, str]]) -> FileReading:
    """Reads the file of a manifest row."""
    folder, row = job
    data = (Path(folder) / row["path"]).read_bytes()
    facts, _ = facts_of(row)
    began = time.perf_counter()
    expected = int(row["turns"] or 0)
    try:
        read = read_transcript(data, row["path"], facts.credits)
    except UnreadableSource as refusal:
        return FileReading(
            row["path"], row.get("format", ""), expected, 0, 0, 0, (), (), (), {}, (),
            time.perf_counter() - began, {}, str(refusal),
        )  # fmt: skip
    credits = merged_credits(facts.credits, read.facts.credits)
    voices = identify_voices(read, credits, title_of_key(row.get("show", "")))
    seconds = time.perf_counter() - began
    spoken_by = Counter(turn.speaker_label for turn in read.turns)
    text = decode(data, row["path"]).text
    words, lost = lost_words(text, read)
    return FileReading(
        path=row["path"],
        kind=read.format,
        expected_turns=expected,
        turns=turns_read(text, read),
        words=words,
        lost=sum(lost.values()),
        lost_words=tuple(lost.most_common(15)),
        voices=tuple((v.label, v.name, v.method, spoken_by[v.label]) for v in voices),
        credits=tuple(credit.name for credit in credits),
        kinds=dict(Counter(turn.kind for turn in read.turns)),
        notes=read.notes,
        seconds=seconds,
        doubtful=dict(doubtful_lines(text, {turn.speaker_label or "" for turn in read.turns})),
    )


def turns_read(text: str, read: ReadTranscript) -> int:
    """Turns of labelled voices as the source opens them.

    A sponsor read or a heading parts a turn in two, which the source opens once: where the label
    is not said again, both parts count once.
    """
    opened = _opened(text, {turn.speaker_label or "" for turn in read.turns})
    turns = [turn for turn in read.turns if not _is_stage(turn)]
    parted = sum(
        turn.speaker_label == before.speaker_label and _is_parted(before, between, turn)
        for before, between, turn in _neighbours(read.turns)
    )
    return min(len(turns), max(opened, len(turns) - parted)) if opened else len(turns)


def _opened(text: str, labels: set[str]) -> int:
    """Lines of a text that begin with one of the labels."""
    keys = {folded(label) for label in labels if label and stage_kind(label) is None}
    found = (read_label(line) for line in text.split("\n"))
    return sum(line is not None and folded(line.label) in keys for line in found)


def _is_stage(turn: ReadTurn) -> bool:
    return turn.speaker_label is None or stage_kind(turn.speaker_label) is not None


def _neighbours(turns: Sequence[ReadTurn]) -> Iterator[tuple[ReadTurn, bool, ReadTurn]]:
    """Each labelled turn with the labelled one before it, and whether other text parts them."""
    before: ReadTurn | None = None
    between = False
    for turn in turns:
        if turn.speaker_label is None:
            between = True
            continue
        if before is not None:
            yield before, between, turn
        before, between = turn, False


def _is_parted(before: ReadTurn, between: bool, turn: ReadTurn) -> bool:
    return not _is_stage(turn) and (between or before.kind != turn.kind)


def lost_words(text: str, read: ReadTranscript) -> tuple[int, Counter[str]]:
    """How many words the source's body has, and those which no turn and no label accounts for."""
    body = _CUE_TIME.sub(" ", text) if read.format == "srt" else split_front_matter(text).body
    source = _counted([_UNSPOKEN.sub(" ", body.replace("\\", ""))])
    held = _counted(turn.text for turn in read.turns)
    labels = _counted(turn.speaker_label or "" for turn in read.turns)
    return source.total(), source - held - labels


def _counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in _WORD.findall(text.casefold()))


def reason_of(reading: FileReading) -> str:
    """Why a file's turns are not those the manifest counts, told by the lines it may have erred on.

    A reason holds where there are at least as many such lines as the counts differ by.
    """
    apart = reading.turns - reading.expected_turns
    lines = Counter(reading.doubtful)
    if reading.refused:
        return "refused"
    if apart > 0 and not reading.expected_turns:
        return "manifest counts no turns at all"
    if apart > 0 and apart <= sum(lines[kind] for kind in _EASILY_MISSED):
        return "manifest misses labels in small letters, with digits or beside a time"
    if apart > 0:
        return "more turns, unexplained"
    if -apart <= lines["address"]:
        return "manifest counts links as turns"
    if -apart <= lines["address"] + lines["clip"]:
        return "manifest counts clips, songs and breaks as turns"
    if -apart <= lines["address"] + lines["clip"] + lines["remark"]:
        return "manifest counts remarks before a colon as turns"
    return "fewer turns, unexplained"


_EASILY_MISSED = ("small letters", "digits", "beside a time")


def doubtful_lines(text: str, labels: set[str]) -> Counter[str]:
    """Lines with a label that a count of label lines may take or leave, by what they are."""
    keys = {folded(label) for label in labels if label}
    found: Counter[str] = Counter()
    for line in split_front_matter(text).body.split("\n"):
        read = read_label(line)
        if read is None:
            continue
        if stage_kind(read.label) is not None:
            found["clip"] += 1
        elif folded(read.label) not in keys:
            found["address" if _ADDRESS.match(read.rest) else "remark"] += 1
        elif read.label[0].islower():
            found["small letters"] += 1
        elif any(map(str.isdigit, read.label)):
            found["digits"] += 1
        elif read.clock is not None or read.label.isupper() or not read.rest:
            found["beside a time"] += 1
    return found


def print_report(readings: Sequence[FileReading], wall: float, listed: int) -> None:
    """The figures, then the files they do not hold for."""
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    near = sum(reading.is_near for reading in readings)
    say(f"{len(readings)} files in {wall:.1f} s: {len(readings) / wall:.1f} files/s")
    say(f"peak memory of the largest worker: {peak:.0f} MB")
    slow = sorted(readings, key=lambda reading: -reading.seconds)[:3]
    say("slowest: " + ", ".join(f"{r.path} {r.seconds:.2f} s" for r in slow))
    say(f"turns within 2 %: {near} of {len(readings)} = {near / len(readings):.4f}")
    reasons = Counter(reason_of(reading) for reading in readings if not reading.is_near)
    for reason, count in reasons.most_common():
        say(f"  {reason}: {count}")
    for reading in sorted((r for r in readings if not r.is_near), key=_distance)[:listed]:
        say(f"  {reading.expected_turns:5} {reading.turns:5} {reason_of(reading)} {reading.path}")
    words, lost = sum(r.words for r in readings), sum(r.lost for r in readings)
    say(f"words {words}, in no turn {lost} = {lost / words:.5f}")
    losing = [r for r in readings if r.words and r.lost > LOST_SHARE * r.words]
    say(f"files that lose more than 0.5 %: {len(losing)}")
    for reading in sorted(losing, key=lambda r: -r.lost / r.words)[:listed]:
        say(f"  {reading.lost / reading.words:.4f} {reading.lost} {reading.path}")
    say(f"turns by kind: {dict(sum((Counter(r.kinds) for r in readings), Counter[str]()))}")
    print_voices(readings)


def print_voices(readings: Sequence[FileReading]) -> None:
    """By what evidence labels got their names, and what stands for nobody."""
    methods = Counter(method for r in readings for _, _, method, _ in r.voices)
    say(f"voices by evidence: {dict(methods.most_common())}")
    unnamed = Counter(label for r in readings for label, name, _, _ in r.voices if name is None)
    say(f"placeholders: {unnamed.most_common(30)}")
    wrong = sorted(
        {
            label
            for r in readings
            for label, name, _, _ in r.voices
            if name and (stage_kind(name) or is_placeholder(name))
        }
    )
    say(f"named voices that are stage words or placeholders: {wrong}")


def _distance(reading: FileReading) -> tuple[float, str]:
    apart = abs(reading.turns - reading.expected_turns) / max(reading.expected_turns, 1)
    return (-apart, reading.path)


def say(line: str) -> None:
    """Prints a line."""
    sys.stdout.write(line + "\n")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--manifest", default="index.tsv")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--list", type=int, default=40)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with (args.folder / args.manifest).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))[:: args.every]
    began = time.perf_counter()
    jobs = [(str(args.folder), row) for row in rows]
    with multiprocessing.Pool(args.workers) as pool:
        readings = list(pool.imap(read_one, jobs, chunksize=8))
    print_report(readings, time.perf_counter() - began, args.list)
    if args.json:
        lines = (json.dumps(asdict(reading), ensure_ascii=False) for reading in readings)
        args.json.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
