"""WebVTT, read here because `webvtt-py` loses cues timed in bare seconds without a word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from groundcast.ingest.caption_text import voiced_parts
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.times import seconds_of

_TIMING = re.compile(r"[ \t]*(?P<start>[\d:.,]+)[ \t]*-->[ \t]*(?P<end>[\d:.,]+)(?:[ \t]+.*)?$")
# One word with a figure on both sides, be it a time or a damaged one; else an arrow is said.
_LIKE_TIMING = re.compile(r"[ \t]*[^\s\d]{0,9}\d\S{0,30}[ \t]*-->[ \t]*[^\s\d]{0,9}\d")
_METADATA = re.compile(r"(NOTE|STYLE|REGION)(?:[ \t]|$)")
_INLINE_TIME = re.compile(r"<\d+:[\d:.]+><c")
_UNTIMED = "without a readable time"
_HEADER = re.compile(r"(Kind|Language)\s*:\s*(.*)$", re.I)


def read_web_vtt(text: str) -> ReadTranscript:
    """Read WebVTT: voices from `<v>` tags, or from labels in the words where no tag names one."""
    read = web_vtt_cues(text)
    scrolling = _INLINE_TIME.search(text) is not None
    joined = join_cues(read.cues, scrolling=scrolling, at_changes=True)
    return ReadTranscript(
        format="vtt",
        turns=joined.turns,
        time_source="exact",
        facts=SourceFacts(language=read.language),
        notes=(*read.notes, *joined.notes),
    )


@dataclass(frozen=True, slots=True)
class WebVttCues:
    """The cues of a file in its order, one for each voice in a cue."""

    cues: tuple[Cue, ...]
    language: str | None
    notes: tuple[str, ...]


def web_vtt_cues(text: str) -> WebVttCues:
    """The cues of a WebVTT text, with their times as stated; those without text have none."""
    text = "\n".join(_without_opening_blanks(text.strip("\n").split("\n")))
    blocks = [block.split("\n") for block in re.split(r"\n(?:[ \t]*\n)+", text)]
    language = None
    counts = {"note": 0, "style": 0, "region": 0, _UNTIMED: 0}
    cues: list[Cue] = []
    for place, block in enumerate(blocks):
        if place == 0:
            header, block = _split_header(block)
            language = next(
                (
                    found[2].strip()
                    for found in map(_HEADER.match, header)
                    if found and found[1].lower() == "language"
                ),
                None,
            )
            others = [line for line in header[1:] if line.strip() and not _HEADER.match(line)]
            counts["other line of the header"] = len(others)
        metadata = _METADATA.match(block[0]) if block else None
        if metadata is not None and not any(map(_is_timing, block)):
            counts[metadata[1].lower()] += 1
            continue
        cues.extend(_cues(block, counts))
    notes = [
        f"{count} × {what} left out" for what, count in counts.items() if count and what != _UNTIMED
    ]
    if counts[_UNTIMED]:
        notes.append(f"{counts[_UNTIMED]} blocks {_UNTIMED} kept untimed")
    return WebVttCues(tuple(cues), language or None, tuple(notes))


def _is_timing(line: str) -> bool:
    return "-->" in line and _LIKE_TIMING.match(line) is not None


def _without_opening_blanks(lines: list[str]) -> Iterator[str]:
    """The lines without those of blanks below a timing, which end no block.

    Automatic captions begin a cue so, to show it on the lower line.
    """
    opening = False
    for line in lines:
        if opening and line and not line.strip():
            continue
        opening = _is_timing(line)
        yield line


def _split_header(block: list[str]) -> tuple[list[str], list[str]]:
    """The signature's own lines, and a cue that follows them without the blank line it needs."""
    for place, line in enumerate(block):
        if _is_timing(line):
            return block[:place], block[place:]
    return block, []


def _cues(block: list[str], counts: dict[str, int]) -> list[Cue]:
    """The cues of a block: more than one where the blank line between them is missing."""
    timings = [place for place, line in enumerate(block) if _is_timing(line)]
    if not timings:
        words = "\n".join(block)
        if not words.strip():
            return []
        counts[_UNTIMED] += 1
        return [Cue(None, None, part, voice) for voice, part in voiced_parts(words)]
    cues: list[Cue] = []
    if timings[0] > 1:
        # Of the lines above a timing the last is the cue's identifier.
        words = "\n".join(block[: timings[0] - 1])
        counts[_UNTIMED] += 1
        cues += [Cue(None, None, part, voice) for voice, part in voiced_parts(words)]
    for order, place in enumerate(timings):
        end = timings[order + 1] if order + 1 < len(timings) else len(block)
        if order + 1 < len(timings) and end - place > 2 and block[end - 1].strip().isdigit():
            end -= 1
        timing = _TIMING.match(block[place])
        start_seconds = seconds_of(timing["start"]) if timing else None
        end_seconds = seconds_of(timing["end"]) if timing else None
        if start_seconds is None:
            counts[_UNTIMED] += 1
        words = "\n".join(block[place + 1 : end])
        parts = list(voiced_parts(words))
        cues.extend(Cue(start_seconds, end_seconds, part, voice) for voice, part in parts)
        if not parts:
            cues.append(Cue(start_seconds, end_seconds, ""))
    return cues
