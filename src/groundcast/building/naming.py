"""Keeps what holds for the whole corpus: who and what there is, and which recordings are one."""

from dataclasses import replace

from groundcast.building.people import Joined, People
from groundcast.building.progress import Progress
from groundcast.building.relating import renew_relations
from groundcast.building.signalling import FactsOfEpisodes, renew_signals
from groundcast.corpus.truth import StoredEpisode
from groundcast.corpus.writer import CorpusWriter
from groundcast.enrichment.recordings import Sketch, sketch_of
from groundcast.errors import Damaged
from groundcast.extraction.canonical import canonical_entities
from groundcast.models.word_pieces import BertWordPieces
from groundcast.records import Episode, Knowledge, Merge, Registry, Retired, Show, Term


def renew_registry(writer: CorpusWriter, progress: Progress) -> Registry:
    """Works the registry out anew from every episode; ids that are gone stay known as retired.

    In the same pass the relations between recordings and between statements are, and the signals:
    they too need every episode.
    """
    progress.begin("Naming", None)
    truth = writer.truth
    shows: list[Show] = []
    found: list[Knowledge] = []
    people = People(BertWordPieces())
    facts = FactsOfEpisodes()
    held: set[str] = set()
    replaced: dict[str, Retired] = {}
    sketches: list[Sketch] = []
    episodes: dict[str, Episode] = {}
    for folder in truth.show_folders():
        try:
            shows.append(truth.read_show(folder))
        except Damaged:
            continue
    for folder in truth.episode_folders():
        try:
            stored = truth.read_episode(folder)
        except Damaged as error:
            progress.say(f"Set aside: {error}")
            continue
        held.add(stored.episode.id)
        episodes[stored.episode.id] = stored.episode
        sketches.append(sketch_of(stored.episode, stored.transcript))
        facts.add(stored)
        people.hear(
            stored.transcript.speakers,
            stored.episode.id,
            stored.episode.show_id,
            stored.transcript.text,
        )
        if stored.knowledge is not None:
            found.append(stored.knowledge)
            _mentions(people, stored)
            held.update(insight.id for insight in stored.knowledge.insights)
            held.update(quote.id for quote in stored.knowledge.quotes)
            replaced.update({old.id: old for old in stored.knowledge.retired})
    joined = people.joined()
    named = [_with_canonical_people(known, joined) for known in found]
    registry = _with_people(canonical_entities(named, joined.voices, shows), joined)
    held |= {show.id for show in shows}
    retired = _retired(truth_registry(writer), registry, replaced, held)
    registry = replace(registry, retired=retired)
    writer.write_registry(registry)
    relations = renew_relations(writer, sketches, episodes, found, registry)
    renew_signals(writer, facts.canonical(registry, relations), progress)
    return registry


def _mentions(people: People, stored: StoredEpisode) -> None:
    voices = {speaker.person_id for speaker in stored.transcript.speakers}
    for term in stored.knowledge.terms if stored.knowledge else ():
        if term.kind == "person" and term.id not in voices and " " in term.name:
            people.mention(term.id, term.name, stored.episode.show_id)


def _with_canonical_people(known: Knowledge, joined: Joined) -> Knowledge:
    """An episode's knowledge, its persons under the ids and names that stand for them."""
    terms: list[Term] = []
    for term in known.terms:
        target = joined.of(term.id, known.episode_id) if term.kind == "person" else term.id
        terms.append(replace(term, id=target, name=joined.names.get(target, term.name)))
    return replace(known, terms=tuple(terms))


def _with_people(registry: Registry, joined: Joined) -> Registry:
    """The registry with the ids that are another's, and the other names of everyone in it."""
    entities = tuple(
        replace(
            entity,
            aliases=tuple(
                sorted(
                    (joined.aliases.get(entity.id, frozenset()) | set(entity.aliases))
                    - {entity.display_name}
                )
            ),
        )
        for entity in registry.entities
    )
    known = {entity.id for entity in entities}
    merges = {(merge.from_id, merge.to_id): merge for merge in registry.merges}
    everywhere = (Merge(old, new) for old, new in joined.moves.items())
    for merge in (*everywhere, *joined.scoped):
        if merge.to_id in known and merge.from_id != merge.to_id:
            merges[merge.from_id, merge.to_id] = merge
    return replace(registry, entities=entities, merges=tuple(merges[key] for key in sorted(merges)))


def truth_registry(writer: CorpusWriter) -> Registry:
    """The registry as it stands; empty where it is damaged, since it is about to be replaced."""
    try:
        return writer.truth.registry()
    except Damaged:
        return Registry()


def _retired(
    before: Registry, now: Registry, replaced: dict[str, Retired], held: set[str]
) -> tuple[Retired, ...]:
    known = held | {entity.id for entity in now.entities} | {merge.from_id for merge in now.merges}
    retired = {old.id: old for old in before.retired} | replaced
    for entity in before.entities:
        retired.setdefault(entity.id, Retired(entity.id, "no longer supported by the corpus"))
    return tuple(retired[old] for old in sorted(retired) if old not in known)
