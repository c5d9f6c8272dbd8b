"""Keeps what holds for the whole corpus: who and what there is, and which recordings are one."""

from dataclasses import replace

from groundcast.building.progress import Progress
from groundcast.building.relating import renew_relations
from groundcast.corpus.writer import CorpusWriter
from groundcast.enrichment.recordings import Sketch, sketch_of
from groundcast.errors import Damaged
from groundcast.extraction.canonical import canonical_entities
from groundcast.records import Episode, Knowledge, Registry, Retired, Show


def renew_registry(writer: CorpusWriter, progress: Progress) -> Registry:
    """Works the registry out anew from every episode; ids that are gone stay known as retired.

    In the same pass the relations between recordings, and between statements, are: they too need
    every episode.
    """
    progress.begin("Naming", None)
    truth = writer.truth
    shows: list[Show] = []
    found: list[Knowledge] = []
    people: dict[str, str] = {}
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
        if stored.knowledge is not None:
            found.append(stored.knowledge)
            held.update(insight.id for insight in stored.knowledge.insights)
            held.update(quote.id for quote in stored.knowledge.quotes)
            replaced.update({old.id: old for old in stored.knowledge.retired})
        for speaker in stored.transcript.speakers:
            if speaker.person_id is not None and speaker.name is not None:
                people.setdefault(speaker.person_id, speaker.name)
    registry = canonical_entities(found, people, shows)
    held |= {show.id for show in shows}
    retired = _retired(truth_registry(writer), registry, replaced, held)
    registry = replace(registry, retired=retired)
    writer.write_registry(registry)
    renew_relations(writer, sketches, episodes, found, registry)
    return registry


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
