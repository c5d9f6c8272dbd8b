"""Timed cues of any caption format, joined into turns."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from groundcast.ingest.labels import read_label
from groundcast.ingest.source import ReadTurn
from groundcast.ingest.times import believable
from groundcast.ingest.voice_words import folded, introduces_content, is_placeholder, stage_kind
from groundcast.records import TimeMark

MAX_SILENCE_SECONDS = 4.0
MAX_UNLABELLED_CHARS = 1200
# Of the time-ordered captions measured none lost more than 1 in 200 cues to a wrong time.
MAX_DAMAGED_SHARE = 0.05
MIN_ROLLING_SHARE = 0.3

_DASH = re.compile(r"^\s*(?:-+|>>+)\s*(?=\S)")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’')\]]*$")


@dataclass(frozen=True, slots=True)
class Cue:
    """A caption as timed by its file; `speaker` where the format itself names one.

    `words` are the times of words in it, which count characters of `text` with single blanks.
    """

    start_seconds: float | None
    end_seconds: float | None
    text: str
    speaker: str | None = None
    words: tuple[TimeMark, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinedCues:
    """Turns of one voice each, every kept cue start a time mark."""

    turns: tuple[ReadTurn, ...]
    notes: tuple[str, ...]


def join_cues(
    cues: Sequence[Cue], *, scrolling: bool = False, at_changes: bool = False
) -> JoinedCues:
    """Join the cues of one voice into a turn; a voice holds until the next one is named.

    `scrolling` says that the file bears the marks of captions that scroll up, `at_changes` that its
    format may name a voice only where it changes. Without voices a turn ends at a silence or at a
    sentence end after 1,200 characters. Cues stay in the order of the file, which is the order of
    the words; one whose time runs back loses its time. Only a file that is out of order as a whole
    is put in order of time.
    """
    notes: list[str] = []
    empty = sum(1 for cue in cues if not cue.text.strip())
    if empty:
        notes.append(f"{empty} cues without text left out")
    cues = [cue for cue in cues if cue.text.strip()]
    cues, repeated = _without_rolling(cues, scrolling)
    if repeated:
        notes.append(f"{repeated} repeated lines of rolling captions left out")
    if at_changes and _names_changes(cues):
        unnamed = sum(1 for cue in cues if cue.speaker is None)
        cues = list(_carried(cues))
        notes.append(f"{unnamed} cues without a voice given the one that was named last")
    cues = [
        _with_text(cue, " ".join(cue.text.split())) for cue in _labelled(cues) if cue.text.strip()
    ]
    kept = believable([cue.start_seconds for cue in cues])
    lost = kept.count(False)
    if lost > MAX_DAMAGED_SHARE * len(cues) and all(cue.start_seconds is not None for cue in cues):
        cues = sorted(cues, key=lambda cue: cue.start_seconds or 0.0)
        kept = believable([cue.start_seconds for cue in cues])
        notes.append(f"{lost} cues were out of order: all put in order of time")
        lost = kept.count(False)
    if lost:
        notes.append(f"{lost} cue times left out: they run backwards or are no times")
    timed = [
        cue if keep else replace(cue, start_seconds=None, end_seconds=None, words=())
        for cue, keep in zip(cues, kept, strict=True)
    ]
    timed = _with_rising_words(timed)
    if not any(cue.speaker for cue in timed):
        notes.append("no speakers: turns are cut at silences and sentence ends")
    return JoinedCues(tuple(_turn(group) for group in _groups(timed)), tuple(notes))


def _with_text(cue: Cue, text: str) -> Cue:
    """The cue with other words; the times of its words go where their places are no more."""
    return cue if text == cue.text else replace(cue, text=text, words=())


def _with_rising_words(cues: Sequence[Cue]) -> list[Cue]:
    """Cues without the times of words that run back or lie beyond the next cue's beginning."""
    rising: list[Cue] = []
    limit = float("inf")
    for cue in reversed(cues):
        if cue.words:
            reached = cue.start_seconds if cue.start_seconds is not None else 0.0
            words: list[TimeMark] = []
            for mark in cue.words:
                if reached <= mark.seconds <= limit:
                    words.append(mark)
                    reached = mark.seconds
            cue = replace(cue, words=tuple(words))
        rising.append(cue)
        if cue.start_seconds is not None:
            limit = cue.start_seconds
    rising.reverse()
    return rising


def _without_rolling(cues: Sequence[Cue], scrolling: bool) -> tuple[list[Cue], int]:
    """Cues without the lines that captions scrolling up show a second time."""
    trimmed: list[Cue] = []
    repeated = 0
    touched = 0
    scrolled = 0
    shown: list[str] = []
    for cue in cues:
        lines = [" ".join(line.split()) for line in cue.text.split("\n") if line.strip()]
        overlap = next(
            (
                size
                for size in range(min(len(lines), len(shown)), 0, -1)
                if shown[-size:] == lines[:size]
            ),
            0,
        )
        repeated += overlap
        touched += overlap > 0
        scrolled += 0 < overlap < len(lines)
        shown = lines
        trimmed.append(_with_text(cue, "\n".join(lines[overlap:])) if overlap else cue)
    # A cue said again whole may be a word said again; only a line that moved up tells scrolling.
    told = scrolling or (touched >= MIN_ROLLING_SHARE * len(cues) and touched >= 3)
    if not told or not scrolled or scrolled * 3 < touched:
        return list(cues), 0
    return trimmed, repeated


def _names_changes(cues: Sequence[Cue]) -> bool:
    """Whether voices are named only where they change: none twice on end, and some not at all."""
    named = [cue.speaker for cue in cues if cue.speaker is not None]
    beside = any(
        cue.speaker is None and cue.start_seconds == before.start_seconds
        for before, cue in pairwise(cues)
    )
    changes = all(before != voice for before, voice in pairwise(named))
    return changes and len(named) > 1 and len(named) < len(cues) and not beside


def _carried(cues: Sequence[Cue]) -> Iterator[Cue]:
    voice: str | None = None
    for cue in cues:
        voice = cue.speaker or voice
        yield replace(cue, speaker=voice)


def _labelled(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Cues with the voice their words name ("Ada: Hello"), carried on to those that name none."""
    if any(cue.speaker for cue in cues):
        yield from cues
        return
    believed = _believed(cues)
    voice: str | None = None
    for cue in cues:
        held: list[str] = []
        for line in cue.text.split("\n"):
            found = read_label(_without_dash(line))
            if found is None or folded(found.label) not in believed:
                held.append(line)
                continue
            if held:
                yield replace(_with_text(cue, " ".join(held)), speaker=voice)
            voice, held = found.label, [found.rest]
        yield replace(_with_text(cue, " ".join(held)), speaker=voice)


def _believed(cues: Sequence[Cue]) -> frozenset[str]:
    """Labels to believe in captions, where any wrapped line may begin with a word and a colon.

    Full names, placeholders and labels that return; and where one does, single names that open a
    cue after a finished sentence, as does the one that opens the file.
    """
    counts: Counter[str] = Counter()
    firm: set[str] = set()
    single: set[str] = set()
    finished = True
    for cue in cues:
        for place, line in enumerate(cue.text.split("\n")):
            found = read_label(_without_dash(line))
            if found is None or not _may_speak(found.label):
                continue
            key = folded(found.label)
            counts[key] += 1
            if is_placeholder(found.label) or stage_kind(found.label) or " " in found.label:
                firm.add(key)
            elif place == 0 and finished and len(found.label) > 2:
                single.add(key)
        finished = _SENTENCE_END.search(cue.text.rstrip()) is not None
    returning = {key for key, count in counts.items() if count > 1}
    return frozenset(firm | returning | (single if returning else set()))


def _may_speak(label: str) -> bool:
    words = label.split()
    named = len(words) <= 4 and all(word[0].isupper() for word in words)
    return (named or is_placeholder(label)) and not introduces_content(label)


def _without_dash(line: str) -> str:
    return _DASH.sub("", line)


def _groups(cues: Sequence[Cue]) -> Iterator[list[Cue]]:
    group: list[Cue] = []
    length = 0
    voiced = any(cue.speaker for cue in cues)
    for cue in cues:
        if group and (
            cue.speaker != group[-1].speaker or (not voiced and _ends(group, length, cue))
        ):
            yield group
            group, length = [], 0
        group.append(cue)
        length += len(cue.text) + 1
    if group:
        yield group


def _ends(group: Sequence[Cue], length: int, following: Cue) -> bool:
    last = group[-1]
    if length >= MAX_UNLABELLED_CHARS and _SENTENCE_END.search(last.text):
        return True
    ended = last.end_seconds if last.end_seconds is not None else last.start_seconds
    if ended is None or following.start_seconds is None:
        return False
    return following.start_seconds - ended > MAX_SILENCE_SECONDS


def _turn(group: Sequence[Cue]) -> ReadTurn:
    marks: list[TimeMark] = []
    ends = [cue.end_seconds for cue in group if cue.end_seconds is not None]
    at = 0
    for cue in group:
        if cue.start_seconds is not None and (not marks or marks[-1].char < at):
            marks.append(TimeMark(at, cue.start_seconds))
        for word in cue.words:
            if not marks or marks[-1].char < at + word.char:
                marks.append(TimeMark(at + word.char, word.seconds))
        at += len(cue.text) + 1
    label = group[0].speaker
    start = marks[0].seconds if marks else None
    return ReadTurn(
        speaker_label=label,
        text=" ".join(cue.text for cue in group),
        start_seconds=start,
        end_seconds=max(ends) if ends and start is not None else None,
        kind=(stage_kind(label) if label else None) or "speech",
        time_marks=tuple(marks),
    )
