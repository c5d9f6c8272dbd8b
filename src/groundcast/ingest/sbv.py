"""SBV, which YouTube exports: `0:00:01.000,0:00:02.500`, words, a blank line."""

import re

from groundcast.ingest.caption_text import plain_caption
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.times import seconds_of

SBV_TIMING = re.compile(r"[ \t]*(\d+:\d\d:\d\d\.\d{1,3})[ \t]*,[ \t]*(\d+:\d\d:\d\d\.\d{1,3})\s*$")
# A line in the timing's place that is damaged, so that it costs a time and no words.
_DAMAGED_TIMING = re.compile(r"[ \t]*\d+:\S{4,12}[ \t]*,[ \t]*\d+:\S{4,12}\s*$")


def read_sbv(text: str) -> ReadTranscript:
    """Read SBV by its timing lines; words without one keep their place and have no time."""
    cues: list[Cue] = []
    start: float | None = None
    end: float | None = None
    held: list[str] = []
    timed = False
    damaged = untimed = 0

    def release() -> None:
        nonlocal timed
        words = plain_caption("\n".join(held).replace("[br]", "\n")).strip()
        if words or timed:
            cues.append(Cue(start, end, words))
        held.clear()
        timed = False

    for line in text.split("\n"):
        found = SBV_TIMING.match(line)
        if found is None and not _DAMAGED_TIMING.match(line):
            held.append(line)
            continue
        release()
        start, end = (seconds_of(found[1]), seconds_of(found[2])) if found else (None, None)
        damaged += start is None
        timed = True
    release()
    cues, untimed = _parted(cues)
    joined = join_cues(cues)
    notes = [f"{damaged} cues with a damaged time kept untimed"] if damaged else []
    if untimed:
        notes.append(f"{untimed} blocks without a time kept untimed")
    return ReadTranscript(
        format="sbv", turns=joined.turns, time_source="exact", notes=(*notes, *joined.notes)
    )


def _parted(cues: list[Cue]) -> tuple[list[Cue], int]:
    """Cues that end at their blank line; what follows it has no time of its own."""
    parted: list[Cue] = []
    untimed = 0
    for cue in cues:
        blocks = [block for block in re.split(r"\n[ \t]*\n", cue.text) if block.strip()]
        parted.append(Cue(cue.start_seconds, cue.end_seconds, blocks[0] if blocks else ""))
        parted.extend(Cue(None, None, block) for block in blocks[1:])
        untimed += max(0, len(blocks) - 1)
    return parted, untimed
