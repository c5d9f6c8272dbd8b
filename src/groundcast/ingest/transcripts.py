"""Which format a file is in, told by its content, and the reader for it."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.assemblyai_json import is_assemblyai_json, read_assemblyai_json
from groundcast.ingest.decoding import decode
from groundcast.ingest.deepgram_json import is_deepgram_json, read_deepgram_json
from groundcast.ingest.housekeeping import with_housekeeping_marked
from groundcast.ingest.html import looks_like_html, read_html
from groundcast.ingest.markdown import looks_like_markdown, read_markdown
from groundcast.ingest.plain_text import read_plain_text
from groundcast.ingest.podcast_json import is_podcast_json, read_podcast_json
from groundcast.ingest.sbv import SBV_TIMING, read_sbv
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.sponsors import with_sponsors_marked
from groundcast.ingest.subrip import TIMING_LINE, read_subrip
from groundcast.ingest.ttml import looks_like_ttml, read_ttml
from groundcast.ingest.web_vtt import read_web_vtt
from groundcast.ingest.whisper_json import is_whisper_json, read_whisper_json
from groundcast.records import Credit

_MARKUP_START = re.compile(
    r"(?:<!--.{0,2000}?-->\s*)*<(?:\?xml|!doctype|rss|feed|rdf:rdf|channel|tt|transcript|opml)\b",
    re.I | re.S,
)
_TAG_START = re.compile(r"\s*<[!/a-z]", re.I)
# Endless runs of blanks would make the patterns that look for labels slow.
_LONGEST_SPACE = 40
_LONG_SPACE = re.compile(r"[^\S\n]{41,}")
_JSON_READERS = (
    (is_whisper_json, read_whisper_json),
    (is_podcast_json, read_podcast_json),
    (is_assemblyai_json, read_assemblyai_json),
    (is_deepgram_json, read_deepgram_json),
)
_JSON_START = re.compile(r"\{\s*\"|\[\s*\{")
_MAX_LEAD_LINES = 4
_MIN_TIMING_SHARE = 0.1


def read_transcript(data: bytes, name: str, credits: Sequence[Credit] = ()) -> ReadTranscript:
    """Read a transcript in whatever known format its bytes are; `name` serves messages only.

    `credits` are people known to speak, who help to tell labels from other words before a colon.

    Raises:
        UnreadableSource: binary, empty, too large, or in no format that is read.
    """
    decoded = decode(data, name)
    text = _LONG_SPACE.sub(" " * _LONGEST_SPACE, decoded.text.lstrip())
    transcript = _read(text, name, credits)
    if not any(turn.text and turn.kind in ("speech", "sponsor") for turn in transcript.turns):
        raise UnreadableSource(f"{shown(name)} holds no spoken words.")
    turns, reads = with_sponsors_marked(transcript.turns)
    turns, remarks = with_housekeeping_marked(turns)
    marked = [
        f"{count} {what} marked and kept out of search"
        for count, what in ((reads, "sponsor reads"), (remarks, "passages of housekeeping"))
        if count
    ]
    notes = (*decoded.notes, *transcript.notes, *marked)
    return replace(transcript, turns=turns, notes=notes)


def _read(text: str, name: str, credits: Sequence[Credit]) -> ReadTranscript:
    if re.match(r"WEBVTT(?:\s|$)", text):
        return read_web_vtt(text)
    if text[:1] in ("{", "["):
        parsed = _parsed_json(text, name)
        for is_it, read in _JSON_READERS:
            if is_it(parsed):
                return read(parsed)
        if parsed is not None:
            raise UnreadableSource(f"{shown(name)} is JSON without transcript segments.")
    if looks_like_ttml(text):
        return read_ttml(text)
    lines = [line for line in text.split("\n") if line.strip()]
    if looks_like_html(text):
        return read_html(text, credits)
    if _MARKUP_START.match(text) or _share(lines, _TAG_START) > 0.5:
        raise UnreadableSource(f"{shown(name)} is XML, which is not read as a transcript.")
    if (
        any(TIMING_LINE.match(line) for line in lines[: _MAX_LEAD_LINES + 1])
        or _share(lines, TIMING_LINE) > _MIN_TIMING_SHARE
    ):
        return read_subrip(text)
    if lines and SBV_TIMING.match(lines[0]):
        return read_sbv(text)
    if _is_table(lines):
        raise UnreadableSource(f"{shown(name)} is a table, not a transcript.")
    if looks_like_markdown(text):
        return read_markdown(text, credits)
    return read_plain_text(text, credits)


def _parsed_json(text: str, name: str) -> object:
    """The JSON value, or a list of those that stand one a line; None where a text only begins so.

    Raises:
        UnreadableSource: it is JSON that is cut off, damaged or nested too deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        problem = "it is nested too deep"
    except ValueError as error:
        problem = str(error)
    with suppress(ValueError, RecursionError):
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    if _JSON_START.match(text) is None:
        return None
    raise UnreadableSource(f"{shown(name)} is damaged JSON: {problem}.")


def _share(lines: list[str], pattern: re.Pattern[str]) -> float:
    return sum(1 for line in lines if pattern.match(line)) / len(lines) if lines else 0.0


def _is_table(lines: list[str]) -> bool:
    """Whether the lines share three or more tabs each, as exported tables do."""
    tabs = lines[0].count("\t") if lines else 0
    return tabs >= 3 and sum(line.count("\t") == tabs for line in lines) >= 0.8 * len(lines)
