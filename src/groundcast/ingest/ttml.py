"""TTML: broadcast subtitles, and the transcripts of Apple Podcasts with speakers and word times.

Source of the time forms and of what is timed by what: W3C TTML2, sections 10 and 12.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from groundcast.errors import UnreadableSource
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.json_values import language_tag
from groundcast.ingest.markup import Element, parse_whole_xml
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.times import seconds_of
from groundcast.records import TimeMark

_START = re.compile(
    r"(?:<\?xml[^>]{0,300}\?>|<!--.*?-->|<!DOCTYPE[^>\[]{0,300}>|\s)*<(?:\w+:)?tt[\s>/]", re.S
)
_APPLE = re.compile(r"(?:podcasts|music|itunes)\.apple\.com/")
_METADATA_SPACE = "http://www.w3.org/ns/ttml#metadata"
_FRAMES = re.compile(r"(\d{1,4}):([0-5]\d):([0-5]\d):(\d{1,3})(?:\.(\d{1,4}))?")
_OFFSET = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)")
_UNSEEN = frozenset(("metadata", "set", "animate", "title", "desc", "copyright", "agent"))
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


@dataclass(frozen=True, slots=True)
class _Clock:
    """How a document counts frames and ticks, both a second."""

    frame_rate: float
    sub_frames: float
    tick_rate: float

    def seconds(self, stated: str | None) -> float | None:
        """The seconds of a time expression; None where it is none."""
        if stated is None:
            return None
        stated = stated.strip()
        offset = _OFFSET.fullmatch(stated)
        if offset is not None:
            count, unit = float(offset[1]), offset[2]
            if unit in _UNITS:
                return count * _UNITS[unit]
            return count / (self.frame_rate if unit == "f" else self.tick_rate)
        frames = _FRAMES.fullmatch(stated)
        if frames is None:
            return seconds_of(stated)
        hours, minutes, seconds, count = (int(frames[place]) for place in range(1, 5))
        parts = int(frames[5]) / self.sub_frames if frames[5] else 0.0
        return hours * 3600.0 + minutes * 60 + seconds + (count + parts) / self.frame_rate


@dataclass(frozen=True, slots=True)
class _Scope:
    """What holds for an element: when it begins and ends, who speaks, how blanks count."""

    base: float = 0.0
    start: float | None = None
    end: float | None = None
    agents: tuple[str, ...] = ()
    preserved: bool = False


@dataclass(slots=True)
class _Reading:
    clock: _Clock
    absolute: bool
    names: dict[str, str]
    cues: list[Cue] = field(default_factory=list[Cue])
    unseen: Counter[str] = field(default_factory=Counter[str])


@dataclass(slots=True)
class _Piece:
    text: str
    scope: _Scope
    begins: bool = False


def looks_like_ttml(text: str) -> bool:
    """Whether the first element of a text is `tt`."""
    return _START.match(text[:5_000]) is not None


def read_ttml(text: str) -> ReadTranscript:
    """Read each paragraph as a cue, in several where its spans are of several agents.

    Times of what stands in a timed element count from its beginning, but in Apple's documents,
    and in others whose times would else not fit into it.

    Raises:
        UnreadableSource: there is no readable element, or it is nested too deep.
    """
    root, damaged = parse_whole_xml(text, "tt")
    if root is None:
        raise UnreadableSource("The TTML holds no readable element.")
    clock = _clock_of(root)
    body = next((child for child in root if _name(child) == "body"), None)
    reading = _Reading(clock, _is_absolute(text, body, clock), _agent_names(root))
    if body is not None:
        _read(body, _entered(body, _Scope(), reading), reading)
    joined = join_cues(reading.cues)
    notes = ["the XML is damaged: what could be read of it is kept"] if damaged else []
    notes += [f"{count} × {name} left out" for name, count in sorted(reading.unseen.items())]
    return ReadTranscript(
        format="ttml",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(
            language=language_tag(_attribute(root, "lang")), title=_title(root) or None
        ),
        notes=(*notes, *joined.notes),
    )


def _clock_of(root: Element) -> _Clock:
    rate = _number(_attribute(root, "frameRate"))
    multiplier = re.fullmatch(
        r"\s*(\d{1,6})[\s:]+(\d{1,6})\s*", _attribute(root, "frameRateMultiplier") or ""
    )
    factor = int(multiplier[1]) / int(multiplier[2]) if multiplier and int(multiplier[2]) else 1.0
    frame_rate = (rate or 30.0) * (factor or 1.0)
    sub_frames = _number(_attribute(root, "subFrameRate")) or 1.0
    ticks = _number(_attribute(root, "tickRate"))
    # Without a tick rate a tick is a frame where frames are stated, else a second.
    return _Clock(frame_rate, sub_frames, ticks or (frame_rate * sub_frames if rate else 1.0))


def _number(stated: str | None) -> float | None:
    return float(stated) if stated and re.fullmatch(r"\s*\d{1,9}\s*", stated) else None


def _is_absolute(text: str, body: Element | None, clock: _Clock) -> bool:
    """Whether times count from the document's beginning whatever they stand in."""
    if _APPLE.search(text[:10_000]):
        return True
    if body is None:
        return False
    for outer in body.iter():
        start = clock.seconds(outer.get("begin"))
        end = clock.seconds(outer.get("end"))
        if not start or end is None:
            continue
        for inner in outer:
            begins = clock.seconds(inner.get("begin"))
            # As a relative time it would begin after all is over.
            if begins is not None and start <= begins <= end <= start + begins:
                return True
    return False


def _agent_names(root: Element) -> dict[str, str]:
    names: dict[str, str] = {}
    for element in root.iter():
        if _name(element) != "agent":
            continue
        key = _attribute(element, "id")
        name = next((" ".join("".join(child.itertext()).split()) for child in element), "")
        if key and name:
            names.setdefault(key, name)
    return names


def _entered(element: Element, outer: _Scope, reading: _Reading) -> _Scope:
    """The scope of an element within another one."""
    begin = reading.clock.seconds(element.get("begin"))
    end = reading.clock.seconds(element.get("end"))
    duration = reading.clock.seconds(element.get("dur"))
    base = 0.0 if reading.absolute else outer.base
    scope = outer
    if begin is not None:
        scope = replace(scope, base=base + begin, start=base + begin, end=outer.end)
    if end is not None:
        scope = replace(scope, end=base + end)
    elif duration is not None:
        scope = replace(scope, end=(base + begin if begin is not None else base) + duration)
    agents = _attribute(element, "agent", _METADATA_SPACE)
    if agents:
        scope = replace(scope, agents=tuple(agents.replace("#", " ").split()))
    space = _attribute(element, "space")
    return replace(scope, preserved=space == "preserve") if space else scope


def _read(body: Element, scope: _Scope, reading: _Reading) -> None:
    """Adds the cues of all paragraphs in document order, one following another in a sequence."""
    stack: list[tuple[Element | str, _Scope]] = [(body, scope)]
    while stack:
        element, scope = stack.pop()
        if isinstance(element, str):
            reading.cues += _cues([_Piece(element, scope)], reading)
            continue
        name = _name(element)
        if name == "p":
            _add_paragraph(element, scope, reading)
            continue
        if name in _UNSEEN:
            reading.unseen[name] += 1
            continue
        inner: list[tuple[Element | str, _Scope]] = [(element.text or "", scope)]
        after = scope
        for child in element:
            entered = _entered(child, after, reading)
            inner += ((child, entered), (child.tail or "", scope))
            if element.get("timeContainer") == "seq" and not reading.absolute:
                after = replace(scope, base=entered.end if entered.end is not None else after.base)
        stack += reversed(inner)


def _add_paragraph(paragraph: Element, scope: _Scope, reading: _Reading) -> None:
    pieces: list[_Piece] = [_Piece(paragraph.text or "", scope)]
    stack: list[tuple[Element, _Scope, bool]] = [
        (child, scope, True) for child in reversed(list(paragraph))
    ]
    while stack:
        element, outer, opens = stack.pop()
        if not opens:
            pieces.append(_Piece(element.tail or "", outer))
            continue
        stack.append((element, outer, False))
        name = _name(element)
        if name == "br":
            pieces.append(_Piece("\n", outer))
        elif name in _UNSEEN:
            reading.unseen[name] += 1
        else:
            entered = _entered(element, outer, reading)
            unit = _attribute(element, "unit")
            text = element.text or ""
            if unit in ("word", "sentence") or name != "span":
                text = f" {text}"
            pieces.append(_Piece(text, entered, begins=element.get("begin") is not None))
            stack += [(child, entered, True) for child in reversed(list(element))]
    cues = _cues(pieces, reading)
    reading.cues += cues or [Cue(scope.start, scope.end, "")]


def _cues(pieces: list[_Piece], reading: _Reading) -> list[Cue]:
    """The cues of a paragraph's pieces: one for each run of the same agents."""
    cues: list[Cue] = []
    run: list[_Piece] = []
    for piece in pieces:
        if run and piece.text.strip() and piece.scope.agents != run[0].scope.agents:
            cues += _cue(run, reading)
            run = []
        if run or piece.text.strip():
            run.append(piece)
    return [*cues, *_cue(run, reading)]


def _cue(run: list[_Piece], reading: _Reading) -> list[Cue]:
    text = ""
    marks: list[TimeMark] = []
    for piece in run:
        said = piece.text if piece.scope.preserved else re.sub(r"[ \t\n\r]+", " ", piece.text)
        said = "\n" if piece.text == "\n" else said
        lead = len(said) - len(said.lstrip())
        if text.endswith((" ", "\n")) or not text:
            said, lead = said.lstrip(" "), max(0, lead - (len(said) - len(said.lstrip(" "))))
        if piece.begins and piece.scope.start is not None and said.strip():
            marks.append(TimeMark(len(text) + lead, piece.scope.start))
        text += said
    text = text.rstrip()
    if not text:
        return []
    scope = run[0].scope
    timed = [piece.scope for piece in run if piece.text.strip()]
    ends = [one.end for one in timed if one.end is not None]
    names = [reading.names.get(agent, agent) for agent in scope.agents]
    label = " & ".join(dict.fromkeys(" ".join(name.split()) for name in names)) or None
    words = tuple(mark for mark in marks if 0 < mark.char < len(text))
    return [Cue(scope.start, max(ends, default=None), text, label, words)]


def _attribute(element: Element, name: str, space: str | None = None) -> str | None:
    """An attribute by its local name, whatever prefix or namespace it stands in."""
    for key, value in element.items():
        prefix, _, local = key.rpartition("}" if key.startswith("{") else ":")
        if local == name and (space is None or space in prefix or prefix in ("", "ttm")):
            return value
    return None


def _title(root: Element) -> str:
    for head in root:
        if _name(head) == "head":
            titles = (element for element in head.iter() if _name(element) == "title")
            return next((" ".join("".join(title.itertext()).split()) for title in titles), "")
    return ""


def _name(element: Element) -> str:
    tag = element.tag
    return tag.replace(":", "}").rpartition("}")[2] if isinstance(tag, str) else ""
