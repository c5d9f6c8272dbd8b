"""SubRip (SRT)."""

import re

from groundcast.ingest.caption_text import plain_caption
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.times import seconds_of

_STAMP = r"-?[0-9:.,;]{1,16}"
TIMING_LINE = re.compile(
    rf"[ \t]*(?P<start>{_STAMP}\d)[ \t]*-{{1,3}}>[ \t]*(?P<end>{_STAMP}\d)(?:[ \t].*)?$"
)
LOOSE_TIMING_LINE = re.compile(r"[ \t]*\S{0,20}[ \t]*--?>[ \t]*\S{0,20}")


def read_subrip(text: str) -> ReadTranscript:
    """Read SRT by its timing lines; counters may be missing, blank lines may stand inside a cue.

    The package `srt` refuses or swallows cues around a damaged timing line, which here costs that
    line's time and none of the words.
    """
    lines = text.split("\n")
    timings = [place for place, line in enumerate(lines) if "->" in line and _is_timing(line)]
    cues: list[Cue] = []
    for order, place in enumerate(timings):
        following = timings[order + 1] if order + 1 < len(timings) else len(lines)
        words = lines[place + 1 : following]
        if following < len(lines):
            words = _without_counter(words)
        found = TIMING_LINE.match(lines[place])
        start, end = (found["start"], found["end"]) if found is not None else ("", "")
        cues.append(
            Cue(seconds_of(start), seconds_of(end), plain_caption("\n".join(words)).strip())
        )
    notes = _lead_note(lines[: timings[0]] if timings else [])
    joined = join_cues(cues)
    return ReadTranscript(
        format="srt", turns=joined.turns, time_source="exact", notes=(*notes, *joined.notes)
    )


def _is_timing(line: str) -> bool:
    return bool(TIMING_LINE.match(line)) or bool(
        re.match(r"\s*\d+:\S*\s*--?>|\s*\S{0,20}\s*--?>\s*\d+:\d\S*\s*$", line)
    )


def _without_counter(words: list[str]) -> list[str]:
    """The lines of a cue without the number that heads the next one."""
    kept = list(words)
    while kept and not kept[-1].strip():
        kept.pop()
    alone = len(kept) < 2 or not kept[-2].strip() or len(kept) == len(words)
    if kept and re.fullmatch(r"\s*\d{1,7}\s*", kept[-1]) and alone:
        kept.pop()
    return kept


def _lead_note(lead: list[str]) -> tuple[str, ...]:
    lost = [line for line in lead if line.strip() and not re.fullmatch(r"\s*\d+\s*", line)]
    return (f"{len(lost)} lines before the first cue left out",) if lost else ()
