"""The insights about a topic: those with an ABOUT edge to it, ranked, by person and by date."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from groundcast.corpus.insight_lookups import InsightFilter, InsightRow, matching_insights
from groundcast.errors import Damaged
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import display_name
from groundcast.retrieval.backends.protocol import Vector


def topic_insights(
    snapshot: Snapshot, topic_id: str, person_id: str | None = None
) -> list[InsightRow]:
    """Every insight about a topic, copies included, or those of one person."""
    wanted = InsightFilter(topic_id=topic_id, person_id=person_id, copies="included")
    return matching_insights(snapshot.catalogue, wanted)


def split_copies(rows: Iterable[InsightRow], include_copies: bool) -> tuple[list[InsightRow], int]:
    """The rows to answer with, and how many were left out because they stand in copies."""
    listed = list(rows)
    kept = [row for row in listed if include_copies or not row.is_copy]
    return kept, len(listed) - len(kept)


def most_relevant_first(
    snapshot: Snapshot, topic_id: str, rows: Sequence[InsightRow]
) -> list[InsightRow]:
    """Rows by the weight of their edge to the topic; of equal ones by meaning, then salience."""
    times = Counter(row.weight for row in rows)
    tied = [row.id for row in rows if times[row.weight] > 1]
    cosines: dict[str, float] = {}
    if tied:
        (vector,) = snapshot.embedder.embed([display_name(snapshot, topic_id)])
        cosines = cosines_to(snapshot, vector, tied)

    def place(row: InsightRow) -> tuple[float, float, float, str]:
        return (-row.weight, -cosines.get(row.id, 0.0), -row.salience, row.id)

    return sorted(rows, key=place)


def cosines_to(snapshot: Snapshot, vector: Vector, insight_ids: Sequence[str]) -> dict[str, float]:
    """How near insights are to a vector in meaning; raises Damaged where the index lacks one."""
    backend = snapshot.backend
    numbers = {insight: backend.row_number(insight) for insight in insight_ids}
    rows = [number for number in numbers.values() if number is not None]
    if len(rows) < len(numbers):
        raise Damaged("The search index lacks insights.", hint="Run: groundcast index.")
    cosines = backend.dense_among(vector, rows)
    return dict(zip(numbers, (cosines[row] for row in rows), strict=True))


@dataclass(frozen=True, slots=True)
class Voice:
    """Someone who speaks about a topic, with all their insights on it, most relevant first."""

    person_id: str
    insights: tuple[InsightRow, ...]


@dataclass(frozen=True, slots=True)
class Voices:
    """Who speaks about a topic: most insights first; what has no speaker is counted."""

    voices: tuple[Voice, ...]
    insights: int
    unattributed: int
    copies_left_out: int


def voices_on(snapshot: Snapshot, topic_id: str, *, include_copies: bool) -> Voices:
    """The insights about a topic by who states them."""
    kept, copies = split_copies(topic_insights(snapshot, topic_id), include_copies)
    said = [row for row in kept if row.person_id is not None]
    ranked = most_relevant_first(snapshot, topic_id, said)
    by_person = _grouped((row.person_id or "", row) for row in ranked)
    order = sorted(
        by_person,
        key=lambda person: (
            -len(by_person[person]),
            -max(row.weight for row in by_person[person]),
            person,
        ),
    )
    voices = tuple(Voice(person, tuple(by_person[person])) for person in order)
    return Voices(voices, len(kept), len(kept) - len(said), copies)


@dataclass(frozen=True, slots=True)
class Moment:
    """An episode in which a topic is spoken about, with the insights on it, most relevant first."""

    episode_id: str
    published_on: str | None
    insights: tuple[InsightRow, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """Episodes by date, undated ones last; what the dates and copies left out is counted.

    `undated` counts episodes in the timeline, `undated_left_out` episodes that a date range
    excludes for want of a date; `all_episodes` have insights on the topic, whenever they aired.
    """

    moments: tuple[Moment, ...]
    undated: int
    undated_left_out: int
    all_episodes: int
    copies_left_out: int


def timeline(
    snapshot: Snapshot,
    topic_id: str,
    since: str | None,
    until: str | None,
    *,
    include_copies: bool,
) -> Timeline:
    """The episodes with insights about a topic, in the order of their dates (both ends count)."""
    kept, copies = split_copies(topic_insights(snapshot, topic_id), include_copies)
    ranked = most_relevant_first(snapshot, topic_id, kept)
    moments = [
        Moment(episode, rows[0].published_on, tuple(rows))
        for episode, rows in _grouped((row.episode_id, row) for row in ranked).items()
    ]
    moments.sort(key=lambda m: (m.published_on is None, m.published_on or "", m.episode_id))
    dated = [moment for moment in moments if in_range(moment.published_on, since, until)]
    undated = sum(moment.published_on is None for moment in moments)
    ranged = since is not None or until is not None
    return Timeline(
        tuple(dated),
        undated=0 if ranged else undated,
        undated_left_out=undated if ranged else 0,
        all_episodes=len(moments),
        copies_left_out=copies,
    )


def in_range(day: str | None, since: str | None, until: str | None) -> bool:
    """Whether a date is in a range, both ends included; no date is only in no range at all."""
    if since is None and until is None:
        return True
    if day is None:
        return False
    return (since is None or day >= since) and (until is None or day <= until)


def _grouped(rows: Iterable[tuple[str, InsightRow]]) -> Mapping[str, list[InsightRow]]:
    groups: dict[str, list[InsightRow]] = {}
    for key, row in rows:
        groups.setdefault(key, []).append(row)
    return groups
