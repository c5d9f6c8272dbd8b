"""From blocks of text to turns: who speaks, what stands between, and the times written in it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from groundcast.ingest.blocks import Block, Document
from groundcast.ingest.labels import (
    LabelLine,
    declared_names,
    established_labels,
    read_label,
)
from groundcast.ingest.source import ReadTurn
from groundcast.ingest.spoken import emphasised_whole
from groundcast.ingest.times import CLOCK, EDITED_CLOCK, believable, seconds_of
from groundcast.ingest.voice_words import folded, stage_kind
from groundcast.records import Credit, TimeMark, TimeSource, TurnKind

MAX_UNLABELLED_CHARS = 1200
MAX_HEADING_CHARS = 200
MIN_SPONSOR_WORDS = 3

_MARK = re.compile(rf"\[\s*({EDITED_CLOCK})\s*\\?\]")
_OPENING_MARK = re.compile(
    rf"(?:[\[(]\s*({CLOCK})\s*(?:(?:[-–—]|to)\s*{CLOCK}\s*)?[\])]"
    r"|(\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?)(?=\s|$))"
    r"\s*(?:[-–—:]\s+)?"
)
_LONE_CLOCK = re.compile(rf"[\[(]?\s*({EDITED_CLOCK})\s*\\?[\])]?$")
_RANGE_WORDS = frozenset(("to", "-", "–", "—", "until", "through"))
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])[\"”’')\]]*\s+")
_ADDRESS_LINE = re.compile(r"(?:[^:]{1,120}:\s*)?<?https?://\S+$")
_INITIALS = re.compile(r"(\w{2,5})\s+(?=[A-ZÀ-Þ\d“\"])")


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Turns with their times; `before_first_label` counts paragraphs kept as stage text."""

    turns: tuple[ReadTurn, ...]
    time_source: TimeSource
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Mark:
    char: int
    seconds: float | None
    end: bool = False


@dataclass(slots=True)
class _Draft:
    label: str | None
    kind: TurnKind
    text: str = ""
    marks: list[_Mark] = field(default_factory=list[_Mark])


def read_dialogue(
    document: Document, credits: Sequence[Credit], spoken: Callable[[str], str]
) -> Dialogue:
    """Cut a document into turns; `spoken` reduces markup to words.

    Text before the first label is no speech and becomes stage turns, as headings do. Without any
    label every paragraph is a turn of an unknown voice.
    """
    believed = established_labels(
        [block.lines for block in document.blocks if block.kind == "paragraph"], credits
    )
    drafts = _Drafting(believed, spoken).drafts(document.blocks)
    notes: list[str] = []
    if not believed:
        drafts = [part for draft in drafts for part in _in_sentences(draft)]
        notes.append("no speakers: every paragraph is a turn of an unknown voice")
    else:
        before = sum(1 for draft in drafts if draft.kind == "stage" and draft.label is None)
        if before:
            notes.append(f"{before} headings and remarks outside the speech kept as stage turns")
    turns, has_times, dropped = _timed(drafts)
    if dropped:
        notes.append(f"{dropped} times left out: they run backwards or are no times")
    return Dialogue(tuple(turns), "sparse" if has_times else "none", tuple(notes))


class _Drafting:
    def __init__(self, believed: frozenset[str], spoken: Callable[[str], str]) -> None:
        self._believed = believed
        self._spoken = spoken
        self._initials: set[str] = set()
        self._done: list[_Draft] = []
        self._open: _Draft | None = None
        self._voice: tuple[str | None, TurnKind] = (None, "stage") if believed else (None, "speech")

    def drafts(self, blocks: Sequence[Block]) -> list[_Draft]:
        for block in blocks:
            if block.kind == "heading" or self._is_heading(block):
                self._add_stage(self._spoken(" ".join(block.lines)))
            elif block.kind == "aside" or (
                self._believed and all(_ADDRESS_LINE.match(line) for line in block.lines)
            ):
                self._add_stage(" ".join(" ".join(block.lines).split()))
            elif block.kind == "paragraph":
                self._add_labelled(block.lines)
            else:
                self._add_text(" ".join(block.lines))
        self._close()
        return [draft for draft in self._done if draft.text or draft.marks or draft.label]

    def _is_heading(self, block: Block) -> bool:
        """Whether a paragraph is one emphasised phrase that does not end as a sentence does."""
        whole = " ".join(block.lines)
        return (
            block.kind == "paragraph"
            and len(whole) <= MAX_HEADING_CHARS
            and emphasised_whole(whole)
            and whole.strip("*_ ")[:1] != "("
            and whole.strip("*_ ")[-1:] not in (".", "!", "…", ")")
            and self._label_of(block.lines[0]) is None
        )

    def _add_labelled(self, lines: Sequence[str]) -> None:
        held: list[str] = []
        for place, line in enumerate(lines):
            label = self._label_of(line) or (self._bare_initials(line) if place == 0 else None)
            if label is None:
                held.append(line)
                continue
            self._add_text(" ".join(held))
            self._begin(label)
            held = [label.rest] if label.rest else []
        self._add_text(" ".join(held))

    def _label_of(self, line: str) -> LabelLine | None:
        found = read_label(line)
        return found if found is not None and folded(found.label) in self._believed else None

    def _bare_initials(self, line: str) -> LabelLine | None:
        """Declared initials that lost their colon, as in "FN Yes, I think so."."""
        found = _INITIALS.match(line)
        if found is None or found[1] not in self._initials:
            return None
        return LabelLine(found[1], line[found.end() :], None, 0)

    def _begin(self, found: LabelLine) -> None:
        self._close()
        for _, short in declared_names((found.label,)).values():
            self._initials.add(short)
        self._voice = (found.label, stage_kind(found.label) or "speech")
        self._open = _Draft(*self._voice)
        if found.clock is not None:
            self._open.marks.append(_Mark(0, seconds_of(found.clock.strip("\\[]() "))))

    def _add_text(self, raw: str) -> None:
        text, marks = _without_marks(self._spoken(raw))
        if not text and not marks:
            return
        label, kind = self._voice
        unlabelled = label is None and kind == "speech"
        if self._open is None or unlabelled:
            self._close()
            self._open = _Draft(label, kind)
        draft = self._open
        if text and draft.text:
            draft.text += "\n"
        draft.marks.extend(
            _Mark(len(draft.text) + mark.char, mark.seconds, mark.end) for mark in marks
        )
        draft.text += text

    def _add_stage(self, text: str) -> None:
        if not text:
            return
        self._close()
        self._done.append(_Draft(None, "stage", text))

    def _close(self) -> None:
        if self._open is not None:
            self._done.append(self._open)
            self._open = None


def _without_marks(text: str) -> tuple[str, list[_Mark]]:
    """A paragraph without the times written in it, and where in it they stood."""
    marks: list[_Mark] = []
    alone = _LONE_CLOCK.match(text)
    if alone is not None:
        return "", [_Mark(0, seconds_of(alone[1]))]
    opening = _OPENING_MARK.match(text)
    if opening is not None:
        marks.append(_Mark(0, seconds_of(opening[1] or opening[2])))
        text = text[opening.end() :]
    kept = ""
    place = 0
    for found in _MARK.finditer(text):
        before = " ".join(text[place : found.start()].split())
        kept = f"{kept} {before}".strip() if before else kept
        marks.append(_Mark(len(kept) + 1 if kept else 0, seconds_of(found[1])))
        place = found.end()
    kept = f"{kept} {text[place:].strip()}".strip()
    if len(marks) == 2 and kept in _RANGE_WORDS:
        marks[1].end = True
        return "", [_Mark(0, marks[0].seconds), _Mark(0, marks[1].seconds, end=True)]
    return kept, [_Mark(min(mark.char, len(kept)), mark.seconds, mark.end) for mark in marks]


def _timed(drafts: list[_Draft]) -> tuple[list[ReadTurn], bool, int]:
    """Turns with the believable times, whether there are any, and how many were left out."""
    flags = iter(believable([mark.seconds for draft in drafts for mark in draft.marks]))
    turns: list[ReadTurn] = []
    dropped = 0
    carried: float | None = None
    for draft in drafts:
        kept = [mark for mark in draft.marks if next(flags)]
        dropped += len(draft.marks) - len(kept)
        marks: dict[int, float] = {} if carried is None else {0: carried}
        end: float | None = None
        carried = None
        for mark in kept:
            if mark.seconds is None:
                continue
            if mark.end:
                end = carried = mark.seconds
            elif not (mark.char == 0 and 0 in marks and marks[0] > mark.seconds):
                marks.setdefault(mark.char, mark.seconds)
        turns.append(
            ReadTurn(
                speaker_label=draft.label,
                text=draft.text,
                start_seconds=marks.get(0),
                end_seconds=end,
                kind=_kind(draft),
                time_marks=tuple(TimeMark(char, seconds) for char, seconds in marks.items()),
            )
        )
    return turns, any(turn.time_marks for turn in turns), dropped


def _kind(draft: _Draft) -> TurnKind:
    """A break in which words are spoken is a sponsor read; one without is music."""
    if draft.kind == "music" and draft.label and folded(draft.label).split()[0] == "break":
        return "sponsor" if len(draft.text.split()) >= MIN_SPONSOR_WORDS else "music"
    if draft.kind == "sponsor" and not draft.text:
        return "music"
    return draft.kind


def _in_sentences(draft: _Draft) -> Iterator[_Draft]:
    """A paragraph of an unknown voice, cut at sentence ends where it is very long."""
    starts = [0]
    for end in (found.end() for found in _SENTENCE_END.finditer(draft.text)):
        if end - starts[-1] >= MAX_UNLABELLED_CHARS:
            starts.append(end)
    bounds = [*starts, len(draft.text)]
    for place, start in enumerate(starts):
        last = place == len(starts) - 1
        yield _Draft(
            draft.label,
            draft.kind,
            draft.text[start : bounds[place + 1]].rstrip(),
            [
                _Mark(mark.char - start, mark.seconds, mark.end)
                for mark in draft.marks
                if start <= mark.char < bounds[place + 1] or (last and mark.char == bounds[-1])
            ],
        )
