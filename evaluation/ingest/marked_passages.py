"""Prints what readers mark as sponsor reads and housekeeping, for reading by eye.

Usage: python evaluation/ingest/marked_passages.py FOLDER [--manifest index.tsv] [--seed 1]
       [--episodes 30] [--with-marks]

Draws episodes at random, or with --with-marks among those that have any, and prints the marked
passages and the last turns of speech, where missed ones stand.
"""

import argparse
import csv
import multiprocessing
import random
import sys
from collections import Counter
from pathlib import Path

from groundcast.errors import UnreadableSource
from groundcast.ingest.source import ReadTurn
from groundcast.ingest.transcripts import read_transcript

SHOWN_CHARS = 400
LAST_TURNS = 3


def read_one(job: tuple[str, str]) -> tuple[str, tuple[ReadTurn, ...]]:
    """The turns of a file; none where it holds no transcript."""
    folder, path = job
    try:
        return path, read_transcript((Path(folder) / path).read_bytes(), path).turns
    except UnreadableSource:
        return path, ()


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--manifest", default="index.tsv")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--episodes", type=int, default=30)
    parser.add_argument("--with-marks", action="store_true")
    args = parser.parse_args()
    with (args.folder / args.manifest).open(encoding="utf-8", newline="") as file:
        paths = [row["path"] for row in csv.DictReader(file, delimiter="\t")]
    chosen = random.Random(args.seed)
    if not args.with_marks:
        paths = chosen.sample(paths, args.episodes)
    with multiprocessing.Pool(2) as pool:
        read = pool.map(read_one, [(str(args.folder), path) for path in paths], chunksize=8)
    kinds = Counter(turn.kind for _, turns in read for turn in turns)
    words = Counter(
        {k: sum(len(t.text.split()) for _, ts in read for t in ts if t.kind == k) for k in kinds}
    )
    say(f"turns by kind {dict(kinds)}, words by kind {dict(words)}")
    if args.with_marks:
        marked = [(path, turns) for path, turns in read if any(map(_is_marked, turns))]
        say(f"episodes with marks: {len(marked)} of {len(read)}")
        read = chosen.sample(marked, args.episodes)
    for path, turns in read:
        say(f"## {path}")
        for turn in filter(_is_marked, turns):
            say(f"   {turn.kind}: {_shown(turn.text)}")
        for turn in [turn for turn in turns if turn.kind == "speech"][-LAST_TURNS:]:
            say(f"   end: {_shown(turn.text[-SHOWN_CHARS:])}")


def _is_marked(turn: ReadTurn) -> bool:
    return turn.kind in ("sponsor", "housekeeping")


def _shown(text: str) -> str:
    line = text.replace("\n", " / ")
    return line if len(line) <= SHOWN_CHARS else f"{line[:250]} … {line[-150:]}"


def say(line: str) -> None:
    """Prints a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
