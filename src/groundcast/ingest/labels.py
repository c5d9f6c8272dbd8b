"""Who is said to speak: reading label lines, and believing them only on evidence."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from groundcast.ingest.times import BRACKETED_CLOCK, CLOCK
from groundcast.ingest.voice_words import (
    folded,
    introduces_content,
    is_placeholder,
    stage_kind,
)
from groundcast.records import Credit

MAX_LABEL_WORDS = 6
MAX_LABEL_LENGTH = 60
MIN_DIALOGUE_LABELS = 8
DENSE_SHARE = 0.85

_PARTICLE_WORDS = (
    "van von der den de del della di da do dos du la le el al bin ibn ben y e the of and & zu zum "
    "zur ter ten af av"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_ANY_CLOCK = rf"(?:{BRACKETED_CLOCK}|{CLOCK})"
_LEADING_CLOCK = re.compile(rf"(?:{_ANY_CLOCK})\s*(?:[-–—|]\s*)?(?=\S)")
_BOLD = re.compile(r"(\*\*\*|\*\*|__)\s*(?P<inner>[^*\n]{1,90}?)\s*\1(?P<after>.*)$")
_NAME = r"[^\s:*_#\[\](){}<>|\"“”?!;/\\][^:*#\[\]{}<>|\"“”?!;/\\\n]{0,70}?"
_PLAIN = re.compile(
    rf"(?P<name>{_NAME}(?:\s*\([^()\d:][^():]{{0,30}}\))?)\s*"
    rf"(?:(?:[-–—|,]\s*)?(?P<clock>{_ANY_CLOCK})\s*(?P<end>:|$)|(?P<colon>[:：]))(?P<rest>.*)$"
)
_BRACKET_LABEL = re.compile(r"\[(?P<name>[^\[\]:\d][^\[\]:]{0,40})\]\s*:(?P<rest>.*)$")
_AFTER_BOLD = re.compile(
    rf"\s*(?:[-–—|]\s*)?(?P<clock>{_ANY_CLOCK})?\s*(?P<colon>[:：])?(?P<rest>.*)$"
)
_INNER_CLOCK = re.compile(rf"\s*(?:[-–—|,]\s*)?({_ANY_CLOCK})\s*$")
_CLOCK_RANGE = re.compile(rf"{_ANY_CLOCK}|\bto\b|[-–—\s]")
_DECLARED = re.compile(r"(?P<full>.+?)\s*\((?P<short>[^()]{1,40})\)$")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_LINE_END = re.compile(r"[.!?…:。！？][\"”’')\]*]*\s*$")
_TWICE = re.compile(r"(.+?)\s*:\s*\1")
_ADDRESS = re.compile(r"\s*(?:<?https?:|//)")


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A line that may open a turn: the label, the words after it, and the clock beside it.

    `strength` is 2 for a label set in bold, 1 for one with a clock, 0 for words and a colon.
    """

    label: str
    rest: str
    clock: str | None
    strength: int


def read_label(line: str) -> LabelLine | None:
    """The label a line begins with, in any known style, whether or not it is to be believed."""
    line = line.strip()
    lead = _LEADING_CLOCK.match(line)
    clock: str | None = None
    if lead is not None:
        clock, line = lead[0].strip(" -–—|"), line[lead.end() :]
    found = _bold_label(line) or _plain_label(line)
    if found is None or not _may_be_name(found.label):
        return None
    if clock is not None:
        return LabelLine(found.label, found.rest, found.clock or clock, max(found.strength, 1))
    return found


def _bold_label(line: str) -> LabelLine | None:
    bold = _BOLD.match(line)
    if bold is None:
        return None
    inner = bold["inner"].strip()
    after = _AFTER_BOLD.match(bold["after"])
    assert after is not None
    ends_in_colon = inner.endswith((":", "："))
    inner = inner.rstrip(":： ")
    clock, rest = after["clock"], after["rest"]
    if clock is not None and not after["colon"]:
        # A time after the label opens the text, where every time in it is read.
        clock, rest = None, bold["after"].strip().lstrip(":：").strip()
    inner_clock = _INNER_CLOCK.search(inner)
    if inner_clock is not None:
        clock, inner = inner_clock[1], inner[: inner_clock.start()]
    has_colon = ends_in_colon or after["colon"] is not None
    timed = inner_clock is not None or after["clock"] is not None
    if not has_colon and not timed:
        return None
    return LabelLine(_tidy(inner), rest.strip(), clock, 2)


def _plain_label(line: str) -> LabelLine | None:
    bracketed = _BRACKET_LABEL.match(line)
    if bracketed is not None:
        return LabelLine(_tidy(bracketed["name"]), bracketed["rest"].strip(), None, 0)
    found = _PLAIN.match(line)
    if found is None or found["rest"].startswith("//"):
        return None
    if found["colon"] and found["name"][-1:].isdigit() and found["rest"][:1].isdigit():
        return None
    name = _tidy(found["name"])
    rest = found["rest"].strip()
    if found["clock"] is not None:
        return LabelLine(name, rest, found["clock"], 1)
    if re.fullmatch(_ANY_CLOCK, rest):
        return LabelLine(name, "", rest, 1)
    return LabelLine(name, rest, None, 0)


def _tidy(label: str) -> str:
    label = re.sub(r"\\(?=[^\w\s])", "", label)
    label = " ".join(label.split()).strip(" -–—,:：|_*")
    twice = _TWICE.fullmatch(label)
    return twice[1] if twice else label


def _may_be_name(label: str) -> bool:
    return (
        0 < len(label) <= MAX_LABEL_LENGTH
        and len(label.split()) <= MAX_LABEL_WORDS
        and any(char.isalpha() for char in label)
        and not label.endswith((".", "?", "!")) | label.startswith(("'", '"'))
    ) or (label.endswith(".") and re.search(r"\b(?:[JS]r|[A-Z])\.$", label) is not None)


def declared_names(labels: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The full name and the short one of every label that declares both, by folded label.

    "Ada Lind (AL)" declares AL, "Ghost9 (G9)" declares G9 where that is a label too, and
    "Nightowl (Ada Lind)" declares Nightowl.
    """
    labels = list(dict.fromkeys(labels))
    known = {folded(label) for label in labels}
    declared: dict[str, tuple[str, str]] = {}
    for label in labels:
        found = _DECLARED.match(label)
        if found is None:
            continue
        full, short = found["full"].strip(), found["short"].strip()
        if folded(short) in known or short.casefold() in initials_of(full):
            declared[folded(label)] = (full, short)
        elif len(full.split()) == 1 and _looks_full(short):
            declared[folded(label)] = (short, full)
    return declared


def initials_of(name: str) -> set[str]:
    """The initials a name may be shortened to, lower-cased: all words, without particles, ends."""
    words = [word for word in re.split(r"[\s-]+", name) if word[:1].isalpha()]
    major = [word for word in words if word.casefold() not in _PARTICLES]
    forms = {"".join(word[0] for word in chosen) for chosen in (words, major)}
    if len(major) > 2:
        forms.add(major[0][0] + major[-1][0])
    return {form.casefold() for form in forms if len(form) > 1}


def is_particle(word: str) -> bool:
    """Whether a word of a name is written small, as "van" is."""
    return word.casefold() in _PARTICLES


def established_labels(
    paragraphs: Sequence[Sequence[str]], credits: Sequence[Credit]
) -> frozenset[str]:
    """The labels to believe, folded, out of all lines that look like one.

    A label is believed when it is set in bold, stands by a clock, is credited, is declared
    ("Full Name (FN):"), is a placeholder, or returns often enough for its shape, which has to be
    oftener where most labels are set in bold.
    """
    lines = [
        (place == 0 or _LINE_END.search(paragraph[place - 1]) is not None, found)
        for paragraph in paragraphs
        for place, found in enumerate(map(read_label, paragraph))
        if found is not None
    ]
    counts = Counter(folded(found.label) for _, found in lines)
    strengths: dict[str, int] = {}
    for _, found in lines:
        key = folded(found.label)
        strengths[key] = max(strengths.get(key, 0), found.strength)
    known = _known_names(credits, (found.label for _, found in lines))
    firm = {folded(found.label) for _, found in lines if _is_firm(found, strengths, known, counts)}
    bold = sum(counts[key] for key in firm if strengths[key] == 2)
    strict = bold >= 4 and bold * 2 > sum(counts[key] for key in firm)
    by_count = {
        folded(found.label)
        for opens, found in lines
        if opens
        and not _ADDRESS.match(found.rest)
        and counts[folded(found.label)] >= _times_needed(found.label, bold=strict, firm=bool(firm))
    }
    believed = firm | by_count
    if not strict:
        believed |= _in_capitals([found for _, found in lines], counts)
    if all(stage_kind(key) is not None for key in believed):
        return frozenset()
    if not strict:
        believed |= _named_once(lines, believed, len(paragraphs))
    return frozenset(believed)


def _known_names(credits: Sequence[Credit], labels: Iterable[str]) -> frozenset[str]:
    names = [credit.name for credit in credits]
    known = {folded(name) for name in names}
    for label, (full, short) in declared_names(labels).items():
        known.update((label, folded(full), folded(short)))
    for name in names:
        words = name.split()
        known.update((folded(words[0]), folded(words[-1])) if words else ())
        known.update(initials_of(name))
    return frozenset(known)


def _is_firm(
    found: LabelLine, strengths: dict[str, int], known: frozenset[str], counts: Counter[str]
) -> bool:
    key = folded(found.label)
    if introduces_content(found.label):
        return False
    if stage_kind(found.label) is not None:
        return strengths[key] >= 1 or not _CLOCK_RANGE.sub("", found.rest) or counts[key] > 1
    shaped = _looks_full(found.label) or len(found.label.split()) <= 2
    if strengths[key] == 2:
        return shaped and ((len(key) > 2 and _capitalised(found.label)) or counts[key] > 1)
    if strengths[key] == 1:
        return shaped
    return key in known or (is_placeholder(found.label) and not _ADDRESS.match(found.rest))


def _times_needed(label: str, *, bold: bool, firm: bool) -> float:
    """How often a label without other evidence has to return, by its shape and its company."""
    if introduces_content(label) or stage_kind(label) is not None:
        return inf
    if _looks_full(label):
        return 3 if bold else 2
    words = len(_PARENTHESIS.sub(" ", label).split())
    if not _capitalised(label):
        return inf if words > 1 else (7 if bold else 4)
    if words > 2:
        return inf
    return 6 if bold else 2 if firm else 3


def _in_capitals(lines: list[LabelLine], counts: Counter[str]) -> set[str]:
    """Labels in capitals, as scripts set them, where two or more of them take turns."""
    found = {
        folded(line.label)
        for line in lines
        if line.label.isupper()
        and len(line.label) > 2
        and len(line.label.split()) <= 4
        and not any(char.isdigit() for char in line.label)
        and not introduces_content(line.label)
        and stage_kind(line.label) is None
        and not _ADDRESS.match(line.rest)
    }
    total = sum(counts[key] for key in found)
    return found if len(found) > 1 and total >= max(4, len(found) + 1) else set()


def _named_once(
    lines: list[tuple[bool, LabelLine]], believed: set[str], paragraphs: int
) -> set[str]:
    """Names that speak once: full ones in a dialogue, single words in a dense one."""
    places = [place for place, (_, found) in enumerate(lines) if folded(found.label) in believed]
    if len(places) < MIN_DIALOGUE_LABELS:
        return set()
    dense = len(places) >= 2 * MIN_DIALOGUE_LABELS and len(places) >= DENSE_SHARE * paragraphs
    return {
        folded(found.label)
        for opens, found in lines[places[0] :]
        if opens
        and found.rest
        and (_looks_full(found.label) or (dense and re.fullmatch(r"[^\W\d_]{3,}", found.label)))
        and _capitalised(found.label)
        and not introduces_content(found.label)
        and stage_kind(found.label) is None
        and not _ADDRESS.match(found.rest)
        and not any(char.isdigit() for char in found.label)
    }


def _looks_full(label: str) -> bool:
    """Whether a label has the form of a full name: two to six capitalised words."""
    words = _PARENTHESIS.sub(" ", label).split()
    return 2 <= len(words) <= MAX_LABEL_WORDS and _capitalised(" ".join(words))


def _capitalised(label: str) -> bool:
    words = [word.strip("()'’\".,&") for word in label.split()]
    words = [word for word in words if word]
    return (
        bool(words)
        and all(not word[0].islower() or word.casefold() in _PARTICLES for word in words)
        and not words[-1][0].islower()
        and any(word[0].isalpha() for word in words)
    )
