"""One entity for all spellings of a topic, an organisation or a person in the whole corpus."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from groundcast.corpus.ids import entity_id
from groundcast.extraction.forms import is_acronym, key_of, may_abbreviate
from groundcast.records import Entity, EntityKind, Knowledge, Merge, Registry, Show, Term

MIN_SUPPORT = 2
# Two letters stand for too many things to be joined to an expansion by their initials alone.
MIN_ACRONYM = 3


@dataclass(slots=True)
class _Group:
    """Terms that are one thing; `names` and `forms` count the insights behind each spelling."""

    kind: EntityKind
    ids: set[str] = field(default_factory=lambda: set[str]())
    names: Counter[str] = field(default_factory=lambda: Counter[str]())
    forms: set[str] = field(default_factory=lambda: set[str]())
    episodes: set[str] = field(default_factory=lambda: set[str]())
    support: int = 0

    @property
    def name(self) -> str:
        return min(self.names, key=lambda name: (-self.names[name], len(name), name))

    def absorb(self, other: "_Group") -> None:
        self.ids |= other.ids
        self.names += other.names
        self.forms |= other.forms
        self.episodes |= other.episodes
        self.support += other.support


def canonical_entities(
    knowledge: Iterable[Knowledge], people: Mapping[str, str], shows: Iterable[Show]
) -> Registry:
    """The registry of a corpus, whatever the order of its episodes.

    `people` maps every voice's person id to its name: all of them are entities. Topics need two
    insights or a show's title, organisations and people merely mentioned two insights.
    """
    episodes = sorted(knowledge, key=lambda known: known.episode_id)
    titles = [key_of(show.title) for show in shows]
    voices = {key_of(name): person for person, name in sorted(people.items(), reverse=True)}
    persons = _grouped(episodes, "person")
    orgs = _grouped(episodes, "org")
    topics = _joined(_grouped(episodes, "topic"))
    entities: list[Entity] = []
    merges: list[Merge] = []
    _add_voices(people, persons, entities, merges)
    taken = set(voices)
    for key, group in persons.items():
        rivals = [rival for rival in (orgs.get(key), topics.get(key)) if rival is not None]
        outweighed = any(rival.support >= group.support for rival in rivals)
        is_voice = key in voices or any(person in people for person in group.ids)
        if not is_voice and group.support >= MIN_SUPPORT and not outweighed:
            taken.add(key)
            _add(group, entities, merges)
    for key, group in orgs.items():
        if key not in taken and group.support >= MIN_SUPPORT:
            _add(group, entities, merges)
    for key, group in topics.items():
        if key not in taken and (
            group.support >= MIN_SUPPORT or any(len(key) > 2 and key in title for title in titles)
        ):
            _add(group, entities, merges)
    return Registry(
        entities=tuple(sorted(entities, key=lambda entity: entity.id)),
        merges=tuple(sorted(merges, key=lambda merge: (merge.from_id, merge.to_id))),
    )


def _grouped(episodes: Iterable[Knowledge], kind: EntityKind) -> dict[str, _Group]:
    """Terms of one kind by the key of their name, in key order."""
    groups: dict[str, _Group] = {}
    for known in episodes:
        for term in known.terms:
            if term.kind == kind:
                _take(groups.setdefault(_key(kind, term), _Group(kind)), term, known.episode_id)
    return dict(sorted(groups.items()))


def _key(kind: EntityKind, term: Term) -> str:
    name = term.name
    if kind == "org":
        for ending in (" Inc.", " Inc", " Corp.", " Corp", " LLC", " Ltd", " Corporation"):
            name = name.removesuffix(ending)
    return key_of(name)


def _take(group: _Group, term: Term, episode_id: str) -> None:
    group.ids.add(term.id)
    # A spelling without an insight still has a say in the display name, the least one.
    group.names[term.name] += 2 * term.count + 1
    group.forms.update(term.forms)
    group.episodes.add(episode_id)
    group.support += term.count


def _joined(groups: dict[str, _Group]) -> dict[str, _Group]:
    """Groups with acronyms joined to their one expansion, by the corpus's own words."""
    expansions: dict[str, set[str]] = {}
    for key, group in groups.items():
        for form in group.forms:
            other = key_of(form)
            if other != key and is_acronym(form) != is_acronym(group.name):
                short, long = (other, key) if is_acronym(form) else (key, other)
                expansions.setdefault(short, set()).add(long)
    for short, group in groups.items():
        if is_acronym(group.name) and len(group.name.removesuffix("s")) >= MIN_ACRONYM:
            expansions.setdefault(short, set()).update(
                long
                for long, other in groups.items()
                if other.episodes & group.episodes and may_abbreviate(group.name, other.name)
            )
    for short, longs in sorted(expansions.items()):
        if len(longs) == 1 and short in groups and (long := next(iter(longs))) in groups:
            groups[long].absorb(groups.pop(short))
    return groups


def _add_voices(
    people: Mapping[str, str],
    persons: Mapping[str, _Group],
    entities: list[Entity],
    merges: list[Merge],
) -> None:
    by_key: dict[str, list[str]] = {}
    for person, name in sorted(people.items()):
        by_key.setdefault(key_of(name), []).append(person)
    for person, name in sorted(people.items()):
        group = persons.get(key_of(name))
        forms = group.forms if group else set[str]()
        forms |= {f for g in persons.values() if person in g.ids for f in g.forms}
        aliases = tuple(sorted(forms - {name}))
        entities.append(Entity(person, "person", name, aliases))
        if group and by_key[key_of(name)] == [person]:
            merges.extend(Merge(i, person) for i in sorted(group.ids - set(people)))


def _add(group: _Group, entities: list[Entity], merges: list[Merge]) -> None:
    name = group.name
    canonical = entity_id(group.kind, name)
    aliases = tuple(sorted((group.forms | set(group.names)) - {name}))
    if any(entity.id == canonical for entity in entities):
        return
    entities.append(Entity(canonical, group.kind, name, aliases))
    merges.extend(Merge(i, canonical) for i in sorted(group.ids - {canonical}))
