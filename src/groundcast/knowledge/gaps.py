"""What the corpus does not hold on a subject though it could: inferred from what goes with it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from groundcast.corpus.catalogue import Catalogue
from groundcast.enrichment.coverage import Silent, SilentSpan, silent_spans, silent_things
from groundcast.extraction.forms import key_of
from groundcast.knowledge.opened import Snapshot
from groundcast.retrieval.analysis import analyse_query
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    ScoredResult,
    SegmentResult,
)

GapKind = Literal["show", "person", "period", "not_assessed"]
RELATED = 8
# So many of the results of a question say which topics go with it.
RESULTS_READ = 20
ALIASES, PASSAGES = 4, 20


@dataclass(frozen=True, slots=True)
class Told:
    """What is held on a subject: who speaks of it, on which shows and dates, beside which topics.

    `related` are the topics that go with it, closest first; `episodes` how many tell of it.
    """

    show_ids: tuple[str, ...]
    person_ids: tuple[str, ...]
    days: tuple[str, ...]
    episodes: int
    related: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gaps:
    """What could be held on a subject and is not.

    `unassessed` episodes were never searched for insights, so nothing follows from their silence.
    """

    told: Told
    shows: tuple[Silent, ...]
    people: tuple[Silent, ...]
    periods: tuple[SilentSpan, ...]
    unassessed: int


def told_on_topic(snapshot: Snapshot, topic_id: str) -> Told:
    """What is held on a topic."""
    catalogue = snapshot.catalogue
    rows = catalogue.rows(
        "SELECT i.show_id, i.person_id, i.published_on, i.episode_id FROM insight_topics t"
        " JOIN insights i ON i.id = t.insight_id WHERE t.topic_id = ? AND i.is_copy = 0",
        (topic_id,),
    )
    episodes = sorted({row[3] for row in rows})
    return _told([row[:3] for row in rows], len(episodes), _beside(catalogue, topic_id, episodes))


def told_in_results(snapshot: Snapshot, results: Sequence[ScoredResult]) -> Told:
    """What a search found, as what is held on its question."""
    rows: list[tuple[str, str | None, str | None]] = []
    episodes = set[str]()
    topics = Counter[str]()
    for place, result in enumerate(results):
        for part in _parts(result):
            citation = part.citation
            rows.append((citation.show_id, citation.person_id, citation.published_on))
            episodes.add(citation.episode_id)
            if place < RESULTS_READ and isinstance(part, InsightResult):
                topics.update(part.topic_ids)
    held = snapshot.catalogue.display_names(topics)
    related = sorted(held, key=lambda topic: (-topics[topic], topic))[:RELATED]
    return _told(rows, len(episodes), related)


def gaps_beside(snapshot: Snapshot, told: Told) -> Gaps:
    """Who speaks of what goes with the subject and not of it, and when its shows are silent."""
    catalogue = snapshot.catalogue
    shows = silent_things(told.related, _speaks(catalogue, "show_id", told.related), told.show_ids)
    people = silent_things(
        told.related, _speaks(catalogue, "person_id", told.related), told.person_ids
    )
    held = _marks(told.show_ids)
    days = catalogue.rows(
        "SELECT published_on FROM episodes WHERE is_copy = 0 AND assessed = 1"
        f" AND published_on IS NOT NULL AND show_id IN ({held})",
        told.show_ids,
    )
    (unassessed,) = catalogue.rows("SELECT count(*) FROM episodes WHERE assessed = 0")[0]
    return Gaps(
        told,
        tuple(shows),
        tuple(people),
        tuple(silent_spans(told.days, (day for (day,) in days))),
        unassessed,
    )


def passages_naming(snapshot: Snapshot, topic_id: str, wanted: Filter) -> int:
    """How many passages that pass the filter hold the topic's name or an alias, at most 20."""
    found = set[str]()
    backend, catalogue = snapshot.backend, snapshot.catalogue
    passages = replace(wanted, tiers=("segment",))
    for entity in catalogue.entities([topic_id]).values():
        for name in (entity.display_name, *entity.aliases[:ALIASES]):
            rows = [row for row, _ in backend.lexical(analyse_query(name), passages, PASSAGES)]
            segments = catalogue.segments_by_id(backend.row_ids(rows))
            key = key_of(name)
            found |= {segment.id for segment in segments.values() if key in key_of(segment.text)}
    return min(len(found), PASSAGES)


def _told(
    rows: Iterable[tuple[str, str | None, str | None]], episodes: int, related: Sequence[str]
) -> Told:
    shows, people = Counter[str](), Counter[str]()
    days: list[str] = []
    for show, person, day in rows:
        shows[show] += 1
        if person is not None:
            people[person] += 1
        if day is not None:
            days.append(day)
    return Told(_ranked(shows), _ranked(people), tuple(sorted(days)), episodes, tuple(related))


def _ranked(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda thing: (-counts[thing], thing)))


def _parts(result: ScoredResult) -> tuple[InsightResult | SegmentResult, ...]:
    if isinstance(result, CompoundResult):
        return (result.insight, result.segment)
    return (result,)


def _beside(catalogue: Catalogue, topic_id: str, episodes: Sequence[str]) -> list[str]:
    """Topics that share episodes with one, oftener than chance, closest first."""
    if not episodes:
        return []
    rows = catalogue.rows(
        "SELECT t.topic_id, count(DISTINCT i.episode_id) AS n, e.episodes FROM insights i"
        " JOIN insight_topics t ON t.insight_id = i.id JOIN entities e ON e.id = t.topic_id"
        f" WHERE i.is_copy = 0 AND t.topic_id != ? AND i.episode_id IN ({_marks(episodes)})"
        " GROUP BY t.topic_id HAVING n >= ?",
        (topic_id, *episodes, min(2, len(episodes))),
    )
    (held,) = catalogue.rows("SELECT count(*) FROM episodes WHERE is_copy = 0 AND assessed = 1")[0]
    lifts = {topic: n * held / (len(episodes) * of) for topic, n, of in rows}
    shared = {topic: n for topic, n, _ in rows}
    close = [topic for topic, lift in lifts.items() if lift > 1]
    return sorted(close, key=lambda topic: (-shared[topic] * lifts[topic], topic))[:RELATED]


def _speaks(
    catalogue: Catalogue, column: Literal["show_id", "person_id"], topics: Collection[str]
) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for thing, topic in catalogue.rows(
        f"SELECT DISTINCT i.{column}, t.topic_id FROM insight_topics t"
        " JOIN insights i ON i.id = t.insight_id"
        f" WHERE i.is_copy = 0 AND i.{column} IS NOT NULL AND t.topic_id IN ({_marks(topics)})",
        tuple(topics),
    ):
        found[thing].add(topic)
    return found


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))
