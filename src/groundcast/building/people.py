"""Which names of a whole corpus are one person's: slips, short forms, handles, middle names.

A full name is one person across episodes unless somebody says that there are two. Names that differ
in writing are joined on evidence; never where both speak in one episode, and not where two people
could be meant. A first name alone is one person within a show and nobody beyond it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from groundcast.building.name_agreement import (
    MIN_PREFIX,
    first_names_agree,
    is_slip,
    middles_agree,
    sound,
    surnames_agree,
)
from groundcast.building.told_names import told_names
from groundcast.corpus.ids import entity_id
from groundcast.corpus.names import name_key
from groundcast.ingest.labels import initials_of, is_particle
from groundcast.ingest.name_forms import MIN_MISSPELT_LENGTH, untitled
from groundcast.models.protocols import WordPieces
from groundcast.records import Merge, Speaker

# A voice of one word is a regular's of the show who speaks in at least so many of its episodes.
MIN_REGULAR = 3
_QUOTED = re.compile(r"\s+[\"'“‘(](?P<call>[^\W\d_][\w-]+)[\"'”’)]\s+")
_RETURN = re.compile(
    r"\bwelcome back\b|\bback (?:on|to|with|in|for)\b|\b(?:is|'s|’s|are|'re|’re) back\b|\bagain\b"
    r"|\breturn(?:s|ing|ed)\b|\b(?:will|may|might|you) remember\b|\blast time\b|\brepeat guest\b",
    re.I,
)
_NAMESAKE_BEFORE = re.compile(
    r"\b(?:there(?: is|['’]s) (?:an?|another)|a different) $", re.IGNORECASE
)
_NAMESAKE_AFTER = re.compile(r",? (?:who|that)\b")
_SENTENCE_ENDS = re.compile(r"[.?!\n]")


@dataclass(slots=True)
class Known:
    """A name under which someone speaks or is spoken of, and where.

    `spoken` are the episodes in which it is a voice, `shows` count the episodes of each show in
    which it is a voice or is named, `returning` are the shows where it is said to be there again.
    `scope` is the one show that the name counts for, or null.
    """

    id: str
    name: str
    scope: str | None = None
    spoken: set[str] = field(default_factory=set[str])
    shows: Counter[str] = field(default_factory=Counter[str])
    returning: set[str] = field(default_factory=set[str])
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Sets `words`: those of the name, without titles, particles and a call name in it."""
        self.words = _words(self.name)

    @property
    def first(self) -> str:
        """The first word of the name."""
        return self.words[0] if self.words else ""

    @property
    def standing(self) -> tuple[bool, int, int, int, str, str]:
        """How well established the name is; the greatest of a group names it."""
        plain = len(self.words) > 1 and _QUOTED.search(self.name) is None
        longest = len(self.words) if len(self.first) > 2 else 0
        return (plain, len(self.spoken), self.shows.total(), longest, self.id, self.scope or "")

    def take(self, other: "Known") -> None:
        """Adds the places of another sighting of the name."""
        self.spoken |= other.spoken
        self.shows += other.shows
        self.returning |= other.returning

    def is_expected_beside(self, other: "Known") -> bool:
        """Whether it is a regular of the other's show, or was there and one of them returns."""
        together = self.shows.keys() & other.shows.keys()
        return any(
            self.shows[show] >= max(MIN_REGULAR, other.shows[show]) for show in together
        ) or (bool(self.returning & together or other.returning & together))


@dataclass(frozen=True, slots=True)
class Joined:
    """Who is who.

    `moves` lead from a person's id to the one that stands for it everywhere, `scoped` in some
    episodes only. By such ids, `names` holds the names, `voices` those of all who speak, `aliases`
    other names.
    """

    moves: Mapping[str, str]
    scoped: tuple[Merge, ...]
    names: Mapping[str, str]
    voices: Mapping[str, str]
    aliases: Mapping[str, frozenset[str]]

    def of(self, person: str, episode: str) -> str:
        """The id that stands for a person's id in an episode."""
        for merge in self.scoped:
            if merge.from_id == person and episode in merge.episode_ids:
                return merge.to_id
        return self.moves.get(person, person)


class People:
    """Gathers everyone named in a corpus, whatever the order of its episodes."""

    def __init__(self, word_pieces: WordPieces) -> None:
        """`word_pieces` tell a handle in small letters from a word of the language."""
        self._word_pieces = word_pieces
        self._seen: dict[tuple[str, str], Known] = {}
        self._declared: dict[str, set[str]] = defaultdict(set)
        self._apart: set[tuple[str, str]] = set()

    def hear(self, speakers: Iterable[Speaker], episode: str, show: str, text: str) -> None:
        """Takes note of an episode's voices, and of what its text says of names.

        "Ada Lind (@adalind)" gives her a handle and "Ada 'Addie' Lind" a call name; "Ada Lind, whom
        you will remember" returns; after "there's an Ada Lind who is a miller" the voice of that
        name is another person on this show than elsewhere.
        """
        for name, full in told_names(text):
            if not name.islower() or self._word_pieces.count(name) > 1:
                self._declared[name].add(full)
        for speaker in speakers:
            person, name = speaker.person_id, speaker.name
            if person is None or name is None:
                continue
            if _is_handle_of(speaker.label, name):
                self._declared[speaker.label].add(name)
            seen = self._sighting(person, name, show)
            if episode in seen.spoken:
                continue
            seen.spoken.add(episode)
            seen.shows[show] += 1
            if " " in name:
                self._listen(seen, show, text)
            if called := _QUOTED.search(name):
                self._declared[name].add(f"{called['call']} {name.split()[-1]}")

    def mention(self, person: str, name: str, show: str) -> None:
        """Takes note of someone spoken of under a full name."""
        self._sighting(person, name, show).shows[show] += 1

    def joined(self) -> Joined:
        """Who is who; see the module."""
        known = self._entries()
        groups = _Groups(known)
        self._join_declared(groups, known)
        rare = _rare_surnames(known.values())
        for one, others in sorted(_candidates(known.values(), rare).items()):
            short = known[one].scope is not None and len(known[one].words) == 1
            if not short or all(known[o].is_expected_beside(known[one]) for o in others):
                groups.join_sole(one, others)
        ids = _ids(groups, known)
        names: dict[str, str] = {}
        voices: dict[str, str] = {}
        aliases: dict[str, set[str]] = defaultdict(set)
        targets: dict[str, set[str]] = defaultdict(set)
        for key, entry in sorted(known.items()):
            best = groups.best(key)
            targets[entry.id].add(ids[key])
            names[ids[key]] = best.name
            if any(known[member].spoken for member in groups.members(key)):
                voices[ids[key]] = best.name
            if entry.name != best.name:
                aliases[ids[key]].add(entry.name)
        moves = {old: min(new) for old, new in targets.items() if len(new) == 1 and new != {old}}
        scoped = tuple(
            Merge(entry.id, ids[key], tuple(sorted(entry.spoken)))
            for key, entry in sorted(known.items())
            if len(targets[entry.id]) > 1 and ids[key] != entry.id
        )
        by_id = {entry.id: ids[key] for key, entry in known.items() if entry.scope is None}
        for name, fulls in sorted(self._declared.items()):
            meant = {by_id[full] for full in _person_ids(fulls) if full in by_id}
            if entity_id("person", name) not in targets and len(meant) == 1:
                aliases[meant.pop()].add(name)
        others = {who: frozenset(found) for who, found in aliases.items()}
        return Joined(moves, scoped, names, voices, others)

    def _sighting(self, person: str, name: str, show: str) -> Known:
        return self._seen.setdefault((person, show), Known(person, name))

    def _listen(self, seen: Known, show: str, text: str) -> None:
        name, start = seen.name, text.find(seen.name)
        while start >= 0:
            end = start + len(name)
            if show not in seen.returning and _RETURN.search(_sentence_around(text, start, end)):
                seen.returning.add(show)
            if _NAMESAKE_BEFORE.search(text, max(start - 24, 0), start) and (
                _NAMESAKE_AFTER.match(text, end)
            ):
                self._apart.add((seen.id, show))
            start = text.find(name, end)

    def _entries(self) -> dict[str, Known]:
        """One entry a name, or a name and show where the name is no one's beyond it."""
        firsts = {seen.words[0] for seen in self._seen.values() if len(seen.words) > 1}
        found: dict[str, Known] = {}
        for (person, show), seen in sorted(self._seen.items()):
            bare = len(seen.words) == 1 and seen.words[0] in firsts
            scope = show if bare or (person, show) in self._apart else None
            key = f"{person} {scope}" if scope else person
            found.setdefault(key, Known(person, seen.name, scope)).take(seen)
        return found

    def _join_declared(self, groups: "_Groups", known: Mapping[str, Known]) -> None:
        by_name: dict[str, list[str]] = defaultdict(list)
        for key, entry in sorted(known.items()):
            by_name[name_key(entry.name)].append(key)
        for name, fulls in sorted(self._declared.items()):
            meant = [full for full in _person_ids(fulls) if full in known]
            for key in by_name.get(name_key(name), ()):
                scope = known[key].scope
                if len(meant) == 1 and (scope is None or scope in known[meant[0]].shows):
                    groups.join(key, meant[0])


class _Groups:
    """Names joined so far: never two who speak in one episode."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self._known = known
        self._members: dict[str, list[str]] = {key: [key] for key in known}
        self._of: dict[str, str] = {key: key for key in known}

    def join(self, one: str, other: str) -> None:
        a, b = self._of[one], self._of[other]
        if a == b or self._spoken(a) & self._spoken(b):
            return
        self._members[b] += self._members.pop(a)
        self._of.update(dict.fromkeys(self._members[b], b))

    def join_sole(self, one: str, others: Iterable[str]) -> None:
        """Joins where all that it may be are one person already."""
        groups = {self._of[other] for other in others}
        if len(groups) == 1:
            self.join(one, groups.pop())

    def members(self, key: str) -> list[str]:
        return self._members[self._of[key]]

    def best(self, key: str) -> Known:
        """The name that stands for the others."""
        return max((self._known[member] for member in self.members(key)), key=lambda k: k.standing)

    def _spoken(self, group: str) -> set[str]:
        return {e for member in self._members[group] for e in self._known[member].spoken}


def _ids(groups: _Groups, known: Mapping[str, Known]) -> dict[str, str]:
    """The id that stands for each entry: its best name's, told apart by show where two share it."""
    holders: dict[str, Known] = {}
    for key in known:
        best = groups.best(key)
        held = holders.setdefault(best.id, best)
        if (best.scope is None, *best.standing) > (held.scope is None, *held.standing):
            holders[best.id] = best
    found: dict[str, str] = {}
    for key in known:
        best = groups.best(key)
        own = best is holders[best.id] or best.scope is None
        found[key] = best.id if own else f"{best.id}-of-{(best.scope or '').partition(':')[2]}"
    return found


def _candidates(known: Iterable[Known], rare: Container[str]) -> dict[str, list[str]]:
    """For every entry the keys of the better established ones it may be."""
    pools: dict[str, list[Known]] = defaultdict(list)
    for entry in known:
        for pool in _pool_keys(entry):
            pools[pool].append(entry)
    found: dict[str, set[str]] = defaultdict(set)
    for pool in pools.values():
        for one in pool:
            for other in pool:
                if one.standing < other.standing and _may_be_one(one, other, rare):
                    found[_key(one)].add(_key(other))
    return {one: sorted(others) for one, others in found.items()}


def _key(known: Known) -> str:
    return f"{known.id} {known.scope}" if known.scope else known.id


def _is_handle_of(label: str, name: str) -> bool:
    """Whether a label is no part and no short form of the name it was found to stand for."""
    words = name_key(name).split()
    return (
        len(label.split()) == 1
        and len(label) >= MIN_PREFIX
        and name_key(label) not in words
        and name_key(label) not in initials_of(name)
        and not any(word.startswith(name_key(label)) for word in words)
    )


def _words(name: str) -> tuple[str, ...]:
    first, *rest = name_key(_QUOTED.sub(" ", untitled(name))).split() or [""]
    return (first, *(word for word in rest if not is_particle(word)))


def _person_ids(names: Iterable[str]) -> list[str]:
    return sorted({entity_id("person", name) for name in names})


def _sentence_around(text: str, start: int, end: int) -> str:
    begins = max((m.end() for m in _SENTENCE_ENDS.finditer(text, max(start - 200, 0), start)),
                 default=max(start - 200, 0))  # fmt: skip
    closing = _SENTENCE_ENDS.search(text, end)
    return text[begins : min(closing.start() if closing else len(text), end + 200)]


def _pool_keys(known: Known) -> Iterable[str]:
    """Two names are compared only where they share one of these."""
    words = known.words
    if not words:
        return ()
    keys = {"".join(words), *(f"first {words[0]}", f"last {words[-1]}")}
    keys |= {f"word {word}" for word in {words[0], words[-1]}}
    if len(words) > 1:
        keys.add(f"sound {words[0][0]} {sound(words[-1])}")
    return keys


def _rare_surnames(known: Iterable[Known]) -> frozenset[str]:
    """Surnames that at most two names in the corpus share."""
    held = Counter(entry.words[-1] for entry in known if len(entry.words) > 1)
    return frozenset(surname for surname, times in held.items() if times <= 2)


def _may_be_one(one: Known, other: Known, rare: Container[str]) -> bool:
    """Whether the first, less established name may be the second's; `rare` surnames tell more."""
    a, b = one.words, other.words
    if one.spoken & other.spoken:
        return False
    if "".join(a) == "".join(b):
        return len("".join(a)) >= MIN_MISSPELT_LENGTH and one.id != other.id
    if len(b) < 2:
        return False
    if len(a) == 1:
        return _is_short_for(one, other)
    if a[0] == b[0] and a[-1] == b[-1]:
        return min(len(a), len(b)) == 2 or middles_agree(a[1:-1], b[1:-1])
    together = bool(one.shows.keys() & other.shows.keys())
    # Two who both speak under their names, on shows apart, spell them as they are.
    if not together and one.spoken and other.spoken:
        return False
    first, last = first_names_agree(a[0], b[0]), surnames_agree(a[-1], b[-1])
    if a[0] == b[0] or (a[-1] == b[-1] and is_slip(a[0], b[0])):
        return last
    telling = a[-1] == b[-1] and a[-1] in rare and together
    return first and last and (telling or other.is_expected_beside(one))


def _is_short_for(one: Known, other: Known) -> bool:
    """Whether a single word is a regular's first or last name on a show, initials, or a handle."""
    word, words = one.first, other.words
    first, last = words[0], words[-1]
    if word == first[0] + last and len(last) >= MIN_PREFIX:
        return True
    if len(words) > 2 and one.name.isupper() and word in initials_of(other.name):
        return True
    together = bool(one.shows.keys() & other.shows.keys())
    return together and bool(one.spoken) and word in (first, last)
