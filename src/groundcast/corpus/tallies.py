"""Counts over all insights, by what they concern and by date; copies never count."""

from dataclasses import dataclass
from typing import Literal

from groundcast.corpus.catalogue import Catalogue
from groundcast.records import Role

TalliedKind = Literal["topic", "person", "org", "show"]
_THINGS: dict[TalliedKind, tuple[str, str]] = {
    "topic": ("t.topic_id", "JOIN insight_topics t ON t.insight_id = i.id"),
    "person": ("i.person_id", ""),
    "org": (
        "m.entity_id",
        "JOIN insight_entities m ON m.insight_id = i.id JOIN entities e ON e.id = m.entity_id"
        " AND e.kind = 'org'",
    ),
    "show": ("i.show_id", ""),
}


@dataclass(frozen=True, slots=True)
class DatedCounts:
    """Insights by thing and ISO date, and how many could not be placed in time."""

    by_thing: dict[str, dict[str, int]]
    undated: int


@dataclass(frozen=True, slots=True)
class PersonTally:
    """How much of the corpus is a person's: their insights with a quote, and where."""

    person_id: str
    insights: int
    episodes: int
    shows: int
    first_on: str | None
    last_on: str | None


@dataclass(frozen=True, slots=True)
class TopicVoices:
    """How many persons have insights on a topic, and how many insights those are."""

    topic_id: str
    people: int
    insights: int
    shows: int


@dataclass(frozen=True, slots=True)
class VoiceShare:
    """A voice's part of an episode's talk; seconds are null where turns have no times."""

    label: str | None
    person_id: str | None
    role: Role
    words: int
    turns: int
    seconds: float | None


def dated_counts(catalogue: Catalogue, kind: TalliedKind) -> DatedCounts:
    """How many insights each thing of a kind has on each date: for a person, those they state."""
    thing, join = _THINGS[kind]
    found: dict[str, dict[str, int]] = {}
    undated = 0
    for name, day, times in catalogue.rows(
        f"SELECT {thing} AS thing, i.published_on, count(*) FROM insights i {join}"
        " WHERE i.is_copy = 0 AND thing IS NOT NULL GROUP BY 1, 2"
    ):
        if day is None:
            undated += times
        else:
            found.setdefault(name, {})[day] = times
    return DatedCounts(found, undated)


def newest_date(catalogue: Catalogue) -> str | None:
    """The date of the newest episode, or null where none has one."""
    return catalogue.rows("SELECT max(published_on) FROM episodes")[0][0]


def people_by_insights(catalogue: Catalogue) -> list[PersonTally]:
    """Everyone who states a grounded insight, most insights first."""
    rows = catalogue.rows(
        "SELECT person_id, count(*) AS n, count(DISTINCT episode_id) AS episodes,"
        " count(DISTINCT show_id), min(published_on), max(published_on) FROM insights"
        " WHERE is_copy = 0 AND grounded = 1 AND person_id IS NOT NULL GROUP BY person_id"
        " ORDER BY n DESC, episodes DESC, person_id"
    )
    return [PersonTally(*row) for row in rows]


def topics_by_voices(catalogue: Catalogue) -> list[TopicVoices]:
    """Every topic that somebody speaks of, the most different persons first."""
    rows = catalogue.rows(
        "SELECT t.topic_id, count(DISTINCT i.person_id) AS people, count(*) AS n,"
        " count(DISTINCT i.show_id) FROM insight_topics t JOIN insights i ON i.id = t.insight_id"
        " WHERE i.is_copy = 0 AND i.person_id IS NOT NULL GROUP BY t.topic_id"
        " ORDER BY people DESC, n DESC, t.topic_id"
    )
    return [TopicVoices(*row) for row in rows]


def voice_shares(catalogue: Catalogue, episode_id: str) -> list[VoiceShare]:
    """Every voice of an episode's speech, unlabelled ones together, most words first.

    Words are those the index counted for a label; what no label claims is the unlabelled rest.
    """
    times = {
        label: (turns, seconds)
        for label, turns, seconds in catalogue.rows(
            "SELECT label, count(*), CASE WHEN count(start_seconds) = count(*) AND"
            " count(end_seconds) = count(*) THEN sum(end_seconds - start_seconds) END FROM turns"
            " WHERE episode_id = ? AND kind = 'speech' GROUP BY label",
            (episode_id,),
        )
    }
    shares = [
        VoiceShare(voice.label, voice.person_id, voice.role, voice.words, *times[voice.label])
        for voice in catalogue.voices(episode_id)
        if voice.label in times
    ]
    if None in times:
        words = sum(
            len(text.split())
            for (text,) in catalogue.rows(
                "SELECT text FROM turns WHERE episode_id = ? AND kind = 'speech' AND label IS NULL",
                (episode_id,),
            )
        )
        shares.append(VoiceShare(None, None, "other", words, *times[None]))
    return sorted(shares, key=lambda share: (-share.words, share.label or "", share.label is None))
