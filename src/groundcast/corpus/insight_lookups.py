"""Lookups among insights by topic, mention, person and kind; cost follows what is found."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from groundcast.corpus.catalogue import Catalogue
from groundcast.records import InsightType

Order = Literal["confidence", "time", "salience"]
_ORDERS: dict[Order, str] = {
    "confidence": "i.confidence DESC, i.salience DESC, i.id",
    "time": "i.published_on DESC, i.salience DESC, i.id",
    "salience": "i.salience DESC, i.id",
}


@dataclass(frozen=True, slots=True)
class InsightFilter:
    """Which insights to find; all conditions must hold.

    `entity_id` is a person or organisation that the insight mentions, `topic_id` a topic it has
    an ABOUT edge to, `person_id` who states it.
    """

    topic_id: str | None = None
    entity_id: str | None = None
    person_id: str | None = None
    insight_type: InsightType | None = None
    grounded_only: bool = False
    min_confidence: float | None = None
    copies: Literal["left out", "included", "only"] = "left out"


@dataclass(frozen=True, slots=True)
class InsightRow:
    """What an insight is ordered and grouped by.

    `weight` is how much it concerns the topic asked for, 0 where none was.
    """

    id: str
    episode_id: str
    show_id: str
    person_id: str | None
    insight_type: InsightType
    confidence: float
    salience: float
    published_on: str | None
    is_copy: bool
    weight: float


@dataclass(frozen=True, slots=True)
class Facets:
    """How the insights that pass a filter divide; pairs of id and count, most first.

    `unattributed` are those whose speaker is unknown.
    """

    total: int
    by_type: tuple[tuple[InsightType, int], ...]
    shows: tuple[tuple[str, int], ...]
    people: tuple[tuple[str, int], ...]
    topics: tuple[tuple[str, int], ...]
    unattributed: int


@dataclass(frozen=True, slots=True)
class TopicCount:
    """How many of someone's insights concern a topic, in how many episodes, between which dates."""

    topic_id: str
    insights: int
    episodes: int
    first_on: str | None
    last_on: str | None


@dataclass(frozen=True, slots=True)
class Heard:
    """How many episodes someone is heard in, and how many of them were not assessed."""

    episodes: int
    not_assessed: int


@dataclass(frozen=True, slots=True)
class Shared:
    """An insight and what it has in common with another: ids of topics and mentions."""

    insight_id: str
    is_copy: bool
    ids: tuple[str, ...]


def matching_insights(catalogue: Catalogue, wanted: InsightFilter) -> list[InsightRow]:
    """Every insight that passes, most salient first."""
    source, values = _source(wanted)
    weight = "t.weight" if wanted.topic_id is not None else "0.0"
    rows = catalogue.rows(
        "SELECT i.id, i.episode_id, i.show_id, i.person_id, i.insight_type, i.confidence,"
        f" i.salience, i.published_on, i.is_copy, {weight} {source} ORDER BY {_ORDERS['salience']}",
        values,
    )
    return [
        InsightRow(*values, is_copy=bool(copy), weight=weight) for *values, copy, weight in rows
    ]


def insight_ids(
    catalogue: Catalogue, wanted: InsightFilter, order: Order, offset: int, limit: int
) -> list[str]:
    """Insights that pass, `offset` to `offset + limit`, highest or newest first."""
    source, values = _source(wanted)
    sql = f"SELECT i.id {source} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    return [row[0] for row in catalogue.rows(sql, [*values, limit, offset])]


def count_insights(catalogue: Catalogue, wanted: InsightFilter) -> int:
    """How many insights pass."""
    source, values = _source(wanted)
    return catalogue.rows(f"SELECT count(*) {source}", values)[0][0]


def facets(catalogue: Catalogue, wanted: InsightFilter, topics: int) -> Facets:
    """How all insights that pass divide, with the `topics` most frequent topics."""
    source, values = _source(wanted)
    groups = catalogue.rows(
        f"SELECT i.insight_type, i.show_id, i.person_id, count(*) {source} GROUP BY 1, 2, 3", values
    )
    with_topics, values = _source(wanted, "JOIN insight_topics of ON of.insight_id = i.id")
    frequent = catalogue.rows(
        f"SELECT of.topic_id, count(*) AS times {with_topics} GROUP BY of.topic_id"
        " ORDER BY times DESC, of.topic_id LIMIT ?",
        [*values, topics],
    )
    by_type = dict(_counted((kind, times) for kind, _, _, times in groups))
    return Facets(
        total=sum(times for *_, times in groups),
        by_type=tuple((kind, by_type[kind]) for kind in get_args(InsightType) if kind in by_type),
        shows=_counted((show, times) for _, show, _, times in groups),
        people=_counted((person, times) for _, _, person, times in groups if person is not None),
        topics=tuple(frequent),
        unattributed=sum(times for _, _, person, times in groups if person is None),
    )


def topics_of_person(catalogue: Catalogue, person_id: str) -> list[TopicCount]:
    """The topics of a person's insights, most insights first; copies do not count."""
    source, values = _source(
        InsightFilter(person_id=person_id), "JOIN insight_topics of ON of.insight_id = i.id"
    )
    rows = catalogue.rows(
        "SELECT of.topic_id, count(*) AS times, count(DISTINCT i.episode_id) AS episodes,"
        f" min(i.published_on), max(i.published_on) {source} GROUP BY of.topic_id"
        " ORDER BY times DESC, episodes DESC, of.topic_id",
        values,
    )
    return [TopicCount(*row) for row in rows]


def heard_in(catalogue: Catalogue, person_id: str) -> Heard:
    """In how many episodes a person is heard."""
    rows = catalogue.rows(
        "SELECT count(*), count(*) - coalesce(sum(e.assessed), 0) FROM appearances a"
        " JOIN episodes e ON e.id = a.episode_id WHERE a.person_id = ?",
        (person_id,),
    )
    return Heard(*rows[0])


def insights_sharing(catalogue: Catalogue, insight_id: str) -> list[Shared]:
    """The insights that share a topic or a mention with one, without itself and by id.

    Those whose quotes overlap its own quotes are left out: they are the same words.
    """
    rows = catalogue.rows(
        "WITH common AS ("
        " SELECT other.insight_id, other.topic_id AS id FROM insight_topics own"
        " JOIN insight_topics other ON other.topic_id = own.topic_id WHERE own.insight_id = ?1"
        " UNION SELECT other.insight_id, other.entity_id FROM insight_entities own"
        " JOIN insight_entities other ON other.entity_id = own.entity_id"
        " WHERE own.insight_id = ?1)"
        " SELECT c.insight_id, i.is_copy, c.id FROM common c JOIN insights i ON i.id = c.insight_id"
        " WHERE c.insight_id <> ?1 ORDER BY c.insight_id, c.id",
        (insight_id,),
    )
    same_words = _overlapping(catalogue, insight_id)
    found: dict[str, tuple[bool, list[str]]] = {}
    for other, is_copy, shared in rows:
        if other not in same_words:
            found.setdefault(other, (bool(is_copy), []))[1].append(shared)
    return [Shared(other, is_copy, tuple(ids)) for other, (is_copy, ids) in found.items()]


def _overlapping(catalogue: Catalogue, insight_id: str) -> set[str]:
    rows = catalogue.rows(
        "SELECT DISTINCT x.insight_id FROM insight_quotes mine"
        " JOIN quotes q ON q.id = mine.quote_id"
        " JOIN quotes o ON o.episode_id = q.episode_id"
        " AND o.char_start < q.char_end AND o.char_end > q.char_start"
        " JOIN insight_quotes x ON x.quote_id = o.id WHERE mine.insight_id = ?",
        (insight_id,),
    )
    return {row[0] for row in rows}


def _source(wanted: InsightFilter, join: str = "") -> tuple[str, list[object]]:
    """FROM and WHERE of the insights that pass, as `i`; `t` is the edge to the topic asked for."""
    tables, values = ["FROM insights i"], list[object]()
    if wanted.topic_id is not None:
        tables.append("JOIN insight_topics t ON t.insight_id = i.id AND t.topic_id = ?")
        values.append(wanted.topic_id)
    if wanted.entity_id is not None:
        tables.append("JOIN insight_entities m ON m.insight_id = i.id AND m.entity_id = ?")
        values.append(wanted.entity_id)
    conditions: list[tuple[str, object | None]] = [
        ("i.person_id = ?", wanted.person_id),
        ("i.insight_type = ?", wanted.insight_type),
        ("i.grounded = ?", 1 if wanted.grounded_only else None),
        ("i.confidence >= ?", wanted.min_confidence),
        ("i.is_copy = ?", {"left out": 0, "included": None, "only": 1}[wanted.copies]),
    ]
    used = [(sql, value) for sql, value in conditions if value is not None]
    where = "WHERE " + " AND ".join(sql for sql, _ in used) if used else ""
    values += [value for _, value in used]
    return " ".join(filter(None, (*tables, join, where))), values


def _counted(pairs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for key, times in pairs:
        counts[key] = counts.get(key, 0) + times
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
