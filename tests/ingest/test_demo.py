"""The readers against real transcripts, where they are at hand."""

import csv
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from groundcast.ingest.source import ReadTurn, SourceEpisode
from groundcast.ingest.sources import read_manifest


def test_every_demo_episode_is_read_with_its_turns(shared_data: Path) -> None:
    root = shared_data / "demo"
    with (root / "index.tsv").open(encoding="utf-8") as table:
        expected = [int(row["turns"]) for row in csv.DictReader(table, delimiter="\t")]
    found = list(read_manifest(root / "index.tsv", root))
    read = [source for source in found if isinstance(source, SourceEpisode)]
    assert len(read) == len(expected) == 70
    counts = [voiced(source.transcript.turns) for source in read]
    close = sum(
        1
        for count, turns in zip(counts, expected, strict=True)
        if abs(count - turns) <= 0.02 * turns
    )
    # The rest are files whose index counts link lines as turns, or whose turns a heading parts.
    assert close >= 58


def voiced(turns: Sequence[ReadTurn]) -> int:
    """Turns of labelled voices; those that sponsor reads and housekeeping part count once."""
    spoken = [turn for turn in turns if turn.speaker_label and turn.kind not in ("music", "stage")]
    parted = sum(
        before.speaker_label == turn.speaker_label is not None and before.kind != turn.kind
        for before, turn in pairwise(turns)
    )
    return len(spoken) - parted
