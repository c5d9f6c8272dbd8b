"""Which person a label stands for within one episode, and in what role."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundcast.ingest.labels import declared_names, initials_of, is_particle
from groundcast.ingest.source import ReadTranscript, ReadTurn, Voice
from groundcast.ingest.voice_words import folded, is_placeholder, stage_kind
from groundcast.records import Credit, Role

OPENING_TURNS = 12
CLOSING_TURNS = 6

_THANKS = r"\bthank(?:s| you)(?: so much| very much| again)? for "
_HOSTING = re.compile(
    r"\bwelcome(?: back)? to (?:the|another|this|my|our|a|episode|season)\b"
    r"|\bwelcome(?: back)?(?:,| to (?-i:[A-Z]))|\bto introduce you to\b"
    r"|\bwe(?:'re| are) (?:joined|here with)\b|\b(?:I'm|I am) joined\b|\bjoin(?:ing|s) (?:me|us)\b"
    r"|\bmy (?:guest|co-?host)s?\b|\b(?:I'm|I am) your (?:co-?)?host\b|\bour guests?\b"
    rf"|{_THANKS}(?:joining|coming on|coming back|being (?:here|on|with))"
    r"|\b(?:we|I) have .{0,60}\b(?:with (?:us|me)|today|on the (?:show|line))\b",
    re.I,
)
_VISITING = re.compile(
    rf"{_THANKS}(?:having|inviting) (?:me|us)\b|\bfor having me\b"
    r"|\b(?:great|good|glad|nice|happy|pleasure|excited|honou?r(?:ed)?|delighted|thrilled|fun|awesome)"
    r" to be (?:here|back|on|with you|invited|joining)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Name:
    """A full name someone in the episode may have, and the credit it comes from, if any."""

    name: str
    credit: Credit | None


def identify_voices(transcript: ReadTranscript, credits: Sequence[Credit]) -> tuple[Voice, ...]:
    """Every label that is a voice, in order of appearance, with the name it stands for.

    A name is found by declaration ("Full Name (FN):"), by a credit, as a full name, by initials,
    by a first or a last name that only one person here has; else the label is the name.
    Placeholders keep no name. A role is the credit's, else read from words of welcome and thanks.
    """
    turns = [turn for turn in transcript.turns if turn.speaker_label and turn.kind == "speech"]
    labels = list(dict.fromkeys(turn.speaker_label for turn in turns if turn.speaker_label))
    labels = [label for label in labels if stage_kind(label) is None]
    named = _Naming(labels, credits)
    found = {label: named.name_of(label) for label in labels}
    roles = _roles(turns, {label: name for label, (name, _) in found.items()}, credits)
    return tuple(
        Voice(label, name, roles.get(folded(name or label), "other"), method)
        for label, (name, method) in found.items()
    )


class _Naming:
    def __init__(self, labels: Sequence[str], credits: Sequence[Credit]) -> None:
        self._declared: dict[str, str] = {}
        self._names: dict[str, _Name] = {}
        self._labels = {_key(label) for label in labels}
        for credit in credits:
            self._names.setdefault(_key(credit.name), _Name(credit.name, credit))
        declared = declared_names(labels)
        for label in labels:
            full, short = declared.get(folded(label), ("", ""))
            if full and not is_placeholder(full):
                self._declared.setdefault(_key(label), full)
                self._declared.setdefault(_key(short), full)
                self._names.setdefault(_key(full), _Name(full, None))
            elif " " in self._unnumbered(label) and not is_placeholder(label):
                self._names.setdefault(_key(label), _Name(_cased(label), None))

    def name_of(self, label: str) -> tuple[str | None, str]:
        """The name a label stands for and the evidence."""
        label = self._unnumbered(label)
        key = _key(label)
        if key in self._declared:
            full = self._declared[key]
            return self._names[_key(full)].name, "declared"
        exact = self._names.get(key)
        if exact is not None and exact.credit is not None:
            return exact.name, "credit"
        if is_placeholder(label):
            return None, "placeholder"
        if exact is not None:
            return self._same_person(exact.name), "full label"
        for method, matches in (
            ("initials", self._by_initials(label)),
            ("first name", self._by_word(label, 0)),
            ("last name", self._by_word(label, -1)),
        ):
            if len(matches) == 1:
                return matches[0], method
            if matches:
                break
        return _cased(label) if label.isupper() and len(label) > 4 else label, "label"

    def _unnumbered(self, label: str) -> str:
        """A label without a number that strayed into it, where the rest is a label too."""
        rest = re.sub(r"\s+\d+$", "", label)
        return rest if _key(rest) in self._labels else label

    def _same_person(self, name: str) -> str:
        """The credit a full label differs from only by a middle name or initial."""
        words = _key(name).split()
        close = [
            known.name
            for key, known in self._names.items()
            if known.credit is not None
            and (key.split()[0], key.split()[-1]) == (words[0], words[-1])
            and len(key.split()) != len(words)
            and min(len(key.split()), len(words)) == 2
        ]
        return close[0] if len(close) == 1 else name

    def _by_initials(self, label: str) -> list[str]:
        if not re.fullmatch(r"[^\W\d_]{2,5}", label.replace(".", "")) or not label[-1].isupper():
            return []
        key = label.replace(".", "").casefold()
        return [known.name for known in self._names.values() if key in initials_of(known.name)]

    def _by_word(self, label: str, place: int) -> list[str]:
        if len(label.split()) != 1:
            return []
        key = _key(label)
        return [
            known.name
            for full, known in self._names.items()
            if len(full.split()) > 1 and full.split()[place] == key
        ]


def _key(name: str) -> str:
    return folded(name).replace(".", "")


def _cased(label: str) -> str:
    """A label shouted in capitals, as a name is written."""
    if not label.isupper() or len(label) < 4:
        return label
    words = (word.casefold() if is_particle(word) else word.title() for word in label.split())
    return " ".join(words)


def _roles(
    turns: Sequence[ReadTurn], names: Mapping[str, str | None], credits: Sequence[Credit]
) -> dict[str, Role]:
    """Roles by folded name: as credited, else by who welcomes and who gives thanks for it.

    Only the opening and closing turns count: later on people quote and remember welcomes.
    """
    stated: dict[str, Role] = {
        folded(credit.name): credit.role for credit in credits if credit.role != "other"
    }
    hosting: Counter[str] = Counter()
    visiting: Counter[str] = Counter()
    for turn in [*turns[:OPENING_TURNS], *turns[OPENING_TURNS:][-CLOSING_TURNS:]]:
        who = folded(names.get(turn.speaker_label or "") or turn.speaker_label or "")
        hosting[who] += len(_HOSTING.findall(turn.text))
        visiting[who] += 2 * len(_VISITING.findall(turn.text))
    guessed: dict[str, Role] = {}
    for who in hosting:
        if hosting[who] != visiting[who]:
            guessed[who] = "host" if hosting[who] > visiting[who] else "guest"
    return {**guessed, **stated}
