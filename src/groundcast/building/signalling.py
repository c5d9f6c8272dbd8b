"""Keeps the signals that are derived from the whole corpus: `signals/<name>.json`."""

from collections.abc import Iterable, Mapping

from groundcast.building.progress import Progress
from groundcast.corpus.canonical_ids import CanonicalIds
from groundcast.corpus.truth import Relations, StoredEpisode
from groundcast.corpus.writer import CorpusWriter
from groundcast.enrichment.signals import (
    SIGNALS,
    EpisodeFact,
    Facts,
    InsightFact,
    VoiceFact,
)
from groundcast.errors import Damaged
from groundcast.records import Registry, SignalRows


class FactsOfEpisodes:
    """Gathers what signals rest on, an episode at a time."""

    def __init__(self) -> None:
        self._insights: list[InsightFact] = []
        self._voices: list[VoiceFact] = []
        self._episodes: list[EpisodeFact] = []

    def add(self, stored: StoredEpisode) -> None:
        """Takes an episode, with the ids that its own words give."""
        episode, knowledge = stored.episode, stored.knowledge
        self._voices += [
            VoiceFact(speaker.person_id, episode.id, episode.show_id)
            for speaker in stored.transcript.speakers
            if speaker.person_id is not None
        ]
        if knowledge is None or not knowledge.assessed:
            return
        self._episodes.append(EpisodeFact(episode.id, episode.show_id, episode.published_on))
        self._insights += [
            InsightFact(
                insight.id,
                episode.id,
                episode.show_id,
                episode.published_on,
                insight.person_id,
                tuple(topic.topic_id for topic in insight.topics),
                insight.grounded,
            )
            for insight in knowledge.insights
        ]

    def canonical(self, registry: Registry, relations: Relations) -> Facts:
        """All of it with the ids that stand for things in the whole corpus, without copies."""
        ids = CanonicalIds(registry)
        copies = {edge.from_id for edge in relations.edges if edge.type == "COPY_OF"}
        insights = [
            InsightFact(
                fact.id,
                fact.episode_id,
                fact.show_id,
                fact.day,
                ids.of(fact.person_id, fact.episode_id) if fact.person_id else None,
                tuple(dict.fromkeys(_known(ids, fact.topics, fact.episode_id))),
                fact.grounded,
            )
            for fact in self._insights
            if fact.episode_id not in copies
        ]
        voices = {
            VoiceFact(person, fact.episode_id, fact.show_id)
            for fact in self._voices
            if fact.episode_id not in copies
            for person in _known(ids, (fact.person_id,), fact.episode_id)
        }
        return Facts(
            sorted(insights, key=lambda fact: fact.id),
            sorted(voices, key=lambda fact: (fact.episode_id, fact.person_id)),
            sorted((e for e in self._episodes if e.id not in copies), key=lambda fact: fact.id),
            [edge for edge in relations.edges if edge.type == "AGREES_WITH"],
        )


def renew_signals(writer: CorpusWriter, facts: Facts, progress: Progress) -> None:
    """Works out what changed; a signal that fails is told of and is not there."""
    before = _held(writer)
    for name, signal in SIGNALS.items():
        try:
            rows = signal.rows(facts, before.get(name))
        except Exception as error:  # One signal must not cost the others.
            progress.say(f"The signal {name} failed and is left out: {error!r}")
            writer.drop_signal(name)
            continue
        if rows != before.get(name):
            writer.write_signal(rows)
    for name in writer.truth.signal_names():
        if name not in SIGNALS:
            writer.drop_signal(name)


def _held(writer: CorpusWriter) -> Mapping[str, SignalRows]:
    found: dict[str, SignalRows] = {}
    for name in writer.truth.signal_names():
        try:
            found[name] = writer.truth.signal(name)
        except Damaged:
            continue
    return found


def _known(ids: CanonicalIds, terms: Iterable[str], episode_id: str) -> list[str]:
    return [found for term in terms if (found := ids.of(term, episode_id)) is not None]
