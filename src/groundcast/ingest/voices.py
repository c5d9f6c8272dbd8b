"""Which person a label stands for within one episode, and in what role."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundcast.ingest.labels import declared_names, initials_of, is_particle
from groundcast.ingest.name_forms import (
    introduced_name,
    is_form_of,
    is_misspelt,
    name_words,
    person_in_title,
    untitled,
)
from groundcast.ingest.source import ReadTranscript, ReadTurn, Voice
from groundcast.ingest.voice_words import folded, is_placeholder, names_nobody, stage_kind
from groundcast.records import Credit, Role

OPENING_TURNS = 12
CLOSING_TURNS = 6
INTRODUCING_TURNS = 3
# A label this rare beside a much more frequent one of nearly the same letters is a slip.
MAX_SLIPS = 2
MIN_TIMES_MORE = 4
MIN_IN_HANDLE = 5
# Words of a sentence that hands over to someone by name: "And the man of the hour, Ada Lind."
LONGEST_CALL = 12

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


_SELF = re.compile(r"\b(?:I['’]m|I am|[Mm]y name(?:['’]s| is)|[Tt]his is)\s+([A-Z][\w'’-]+)")


@dataclass(frozen=True, slots=True)
class _Name:
    """A full name someone in the episode may have, and the credit it comes from, if any."""

    name: str
    credit: Credit | None


def identify_voices(
    transcript: ReadTranscript, credits: Sequence[Credit], show_title: str = ""
) -> tuple[Voice, ...]:
    """Every label that is a voice, in order of appearance, with the name it stands for.

    A name is found by declaration ("Full Name (FN):"), by a credit, as a full name, by initials,
    by a first or a last name that only one person here has, in the voice's own words ("I'm Ada
    Lind"), in the title of a show that is named after it, by being the only one left;
    else the label is the name. Placeholders that nobody introduces, joint voices and titles keep no
    name. A role is the credit's, else read from words of welcome and thanks.
    """
    turns = [turn for turn in transcript.turns if turn.speaker_label and turn.kind == "speech"]
    labels = list(dict.fromkeys(turn.speaker_label for turn in turns if turn.speaker_label))
    labels = [label for label in labels if stage_kind(label) is None]
    named = _Naming(turns, labels, credits, show_title)
    found = {label: named.name_of(label) for label in labels}
    found |= _handles(found, credits)
    found |= _introduced(turns, found, credits)
    roles = _roles(turns, {label: name for label, (name, _) in found.items()}, credits)
    return tuple(
        Voice(label, name, roles.get(folded(name or label), "other"), method)
        for label, (name, method) in found.items()
    )


def _handles(
    found: Mapping[str, tuple[str | None, str]], credits: Sequence[Credit]
) -> dict[str, tuple[str | None, str]]:
    """Labels that are handles, with the credit whose name they hold, or the only one not heard.

    "bitada" is Ada Lind's who is credited; "N-Owl" is the one of whom nothing else is known, where
    one credit and one such label are left. A plain word is a first name and no handle.
    """
    heard = {_key(name) for name, _ in found.values() if name}
    left = [credit.name for credit in credits if _key(credit.name) not in heard]
    handles = [
        label
        for label, (_, how) in found.items()
        if how == "label" and (not label.istitle() or "-" in label)
    ]
    named: dict[str, tuple[str | None, str]] = {}
    for label in handles:
        text = "".join(name_words(label))
        holding = [
            name
            for name in left
            if any(len(word) >= MIN_IN_HANDLE and word in text for word in name_words(name))
        ]
        if len(holding) == 1:
            named[label] = (holding[0], "handle")
    handles = [label for label in handles if label not in named]
    left = [name for name in left if all(name != of for of, _ in named.values())]
    if len(handles) == 1 and len(left) == 1:
        named[handles[0]] = (left[0], "only credit left")
    return named


def _introduced(
    turns: Sequence[ReadTurn],
    found: Mapping[str, tuple[str | None, str]],
    credits: Sequence[Credit],
) -> dict[str, tuple[str | None, str]]:
    """Placeholders of credited people: who names themselves, or speaks next when introduced.

    Where all but one of as many voices as credits are known, the last is the last.
    """
    heard = {_key(name) for name, _ in found.values() if name}
    left = [credit.name for credit in credits if _key(credit.name) not in heard]
    firsts = Counter(name_words(name)[:1] for name in left)
    by_word = {name_words(n)[0]: n for n in left if firsts[name_words(n)[:1]] == 1}
    nameless = [label for label, (_, how) in found.items() if how == "placeholder"]
    claims: dict[str, set[str]] = {label: set() for label in nameless}
    spoken = Counter[str]()
    for place, turn in enumerate(turns):
        label = turn.speaker_label or ""
        spoken[label] += 1
        if label not in claims or spoken[label] > INTRODUCING_TURNS:
            continue
        claims[label] |= {by_word[w] for w in _own_names(turn.text) if w in by_word}
        before = turns[place - 1] if place else None
        if spoken[label] == 1 and before is not None and before.speaker_label != label:
            called = {by_word[w] for w in _last_called(before.text) if w in by_word}
            claims[label] |= called if len(called) == 1 else set()
    claimed = Counter(name for names in claims.values() for name in names)
    named: dict[str, tuple[str | None, str]] = {
        label: (min(names), "introduction")
        for label, names in claims.items()
        if len(names) == 1 and claimed[min(names)] == 1
    }
    nameless = [label for label in nameless if label not in named]
    left = [name for name in left if all(name != of for of, _ in named.values())]
    if named and len(nameless) == len(left) == 1 and len(found) == len(credits):
        named[nameless[0]] = (left[0], "only credit left")
    return named


def _own_names(text: str) -> set[str]:
    """What a voice calls itself, by the first word."""
    return {word for match in _SELF.finditer(text) for word in name_words(match[1])[:1]}


def _last_called(text: str) -> set[str]:
    """The capitalised words of the last sentence, where it is short and may call on someone."""
    last = re.split(r"(?<=[.!?])\s+", text.strip())[-1]
    words = re.findall(r"[^\W\d_][\w'’-]*", last)
    if len(words) > LONGEST_CALL:
        return set()
    return {w for word in words if word[0].isupper() for w in name_words(word)[:1]}


class _Naming:
    def __init__(
        self,
        turns: Sequence[ReadTurn],
        labels: Sequence[str],
        credits: Sequence[Credit],
        show_title: str,
    ) -> None:
        self._declared: dict[str, str] = {}
        self._names: dict[str, _Name] = {}
        self._labels = {_key(label) for label in labels}
        self._stems = Counter(_stem(label) for label in labels if _stem(label) != label)
        self._turns = Counter(_key(turn.speaker_label or "") for turn in turns)
        self._openings: dict[str, list[str]] = {}
        self._host = person_in_title(show_title)
        for turn in turns:
            opening = self._openings.setdefault(turn.speaker_label or "", [])
            if len(opening) < INTRODUCING_TURNS:
                opening.append(turn.text)
        for credit in credits:
            self._names.setdefault(_key(credit.name), _Name(credit.name, credit))
        declared = declared_names(labels)
        for label in labels:
            full, short = declared.get(folded(label), ("", ""))
            if full and not is_placeholder(full):
                self._declared.setdefault(_key(label), full)
                self._declared.setdefault(_key(short), full)
                self._names.setdefault(_key(full), _Name(full, None))
            elif " " in self._unnumbered(label) and not self._is_nobody(label):
                self._names.setdefault(_key(label), _Name(untitled(_cased(label)), None))

    def name_of(self, label: str) -> tuple[str | None, str]:
        """The name a label stands for and the evidence."""
        written, label = label, self._unnumbered(label)
        key = _key(label)
        if key in self._declared:
            full = self._declared[key]
            return self._names[_key(full)].name, "declared"
        exact = self._names.get(key)
        if exact is not None and exact.credit is not None:
            return exact.name, "credit"
        if self._is_nobody(label):
            return None, "placeholder"
        if exact is not None:
            return self._same_person(label) or exact.name, "full label"
        for method, matches in (
            ("initials", self._by_initials(label)),
            ("first name", self._by_word(label, 0)),
            ("last name", self._by_word(label, -1)),
        ):
            if len(matches) == 1:
                return matches[0], method
            if matches:
                return _cased_handle(label), "label"
        if " " not in label:
            introduced = introduced_name(label, self._openings.get(written, ()))
            if introduced is not None:
                return self._same_person(introduced) or introduced, "introduction"
            if self._host is not None and name_words(label)[:1] in _ends(self._host):
                return self._host, "show title"
        return self._same_person(label) or _cased_handle(label), "label"

    def _is_nobody(self, label: str) -> bool:
        """Whether a label is a placeholder, several voices, a title, or numbered beside others."""
        return (
            is_placeholder(label)
            or names_nobody(label)
            or (_stem(label) != label and self._stems[_stem(label)] > 1)
        )

    def _unnumbered(self, label: str) -> str:
        """A label without a number that strayed into it, where the rest is a label too."""
        return _stem(label) if _key(_stem(label)) in self._labels else label

    def _same_person(self, label: str) -> str | None:
        """The one name a label is another form of, or a slip in writing it; credits first."""
        key = _key(label)
        others = [(full, known) for full, known in self._names.items() if full != key]
        credited = [known.name for _, known in others if known.credit is not None]
        frequent = [
            known.name
            for full, known in others
            if self._turns[key] <= MAX_SLIPS
            and self._turns[full] >= MIN_TIMES_MORE * self._turns[key]
        ]
        unheard = [name for name in credited if _key(name) not in self._labels]
        for matches in (
            [name for name in credited if is_form_of(label, name)],
            [known.name for _, known in others if _is_shorter(label, known.name)],
            [name for name in unheard if is_misspelt(label, name)],
            [name for name in frequent if is_misspelt(label, name)],
        ):
            if len(set(matches)) == 1:
                return matches[0]
            if matches:
                return None
        return None

    def _by_initials(self, label: str) -> list[str]:
        if not re.fullmatch(r"[^\W\d_]{2,5}", label.replace(".", "")) or not label[-1].isupper():
            return []
        key = label.replace(".", "").casefold()
        return [known.name for known in self._names.values() if key in initials_of(known.name)]

    def _by_word(self, label: str, place: int) -> list[str]:
        if len(label.split()) != 1:
            return []
        word = name_words(label)
        return [
            known.name
            for known in self._names.values()
            if len(name_words(known.name)) > 1 and name_words(known.name)[place:][:1] == word
        ]


def _is_shorter(label: str, name: str) -> bool:
    return len(label) < len(name) and is_form_of(label, name)


def _ends(name: str) -> tuple[tuple[str, ...], ...]:
    words = name_words(name)
    return (words[:1], words[-1:])


def _stem(label: str) -> str:
    """A label without a number at its end."""
    return re.sub(r"\s+\d+$", "", label)


def _cased_handle(label: str) -> str:
    """A label of its own as a name: shouted first names, but no initials, get small letters."""
    return _cased(label) if label.isupper() and len(label) > 4 else untitled(label)


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
