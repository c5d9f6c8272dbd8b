"""Lookups among the edges that compare statements, and among what was compared."""

import json
from dataclasses import dataclass

from groundcast.corpus.catalogue import Catalogue
from groundcast.records import EdgeType


@dataclass(frozen=True, slots=True)
class Joined:
    """Two insights that an edge joins, the one said first before the other."""

    first_id: str
    second_id: str
    kind: str | None
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many pairs of people, and of their statements with one proposition, were compared."""

    people: int
    pairs: int
    found: int


def joined_insights(
    catalogue: Catalogue,
    edge_type: EdgeType,
    *,
    person_id: str | None = None,
    topic_id: str | None = None,
    show_id: str | None = None,
) -> list[Joined]:
    """Edges of a type with an end that is the person's, the topic's and the show's; newest first.

    A condition holds where either end meets it.
    """
    conditions, values = ["e.type = ?"], [edge_type]
    if person_id is not None:
        conditions.append("? IN (a.person_id, b.person_id)")
        values.append(person_id)
    if show_id is not None:
        conditions.append("? IN (a.show_id, b.show_id)")
        values.append(show_id)
    if topic_id is not None:
        conditions.append(
            "EXISTS (SELECT 1 FROM insight_topics t WHERE t.topic_id = ?"
            " AND t.insight_id IN (a.id, b.id))"
        )
        values.append(topic_id)
    rows = catalogue.rows(
        "SELECT e.from_id, e.to_id, e.kind, e.evidence FROM edges e"
        " JOIN insights a ON a.id = e.from_id JOIN insights b ON b.id = e.to_id"
        f" WHERE {' AND '.join(conditions)}"
        " ORDER BY max(coalesce(a.published_on, ''), coalesce(b.published_on, '')) DESC,"
        " e.from_id, e.to_id",
        values,
    )
    return [_joined(row) for row in rows]


def edges_of_insight(catalogue: Catalogue, edge_type: EdgeType, insight_id: str) -> list[Joined]:
    """Edges of a type that an insight is an end of, by the ids of their ends."""
    rows = catalogue.rows(
        "SELECT from_id, to_id, kind, evidence FROM edges WHERE type = ?1 AND from_id = ?2"
        " UNION SELECT from_id, to_id, kind, evidence FROM edges WHERE type = ?1 AND to_id = ?2"
        " ORDER BY 1, 2",
        (edge_type, insight_id),
    )
    return [_joined(row) for row in rows]


def tally(catalogue: Catalogue, person_id: str | None = None, topic_id: str | None = None) -> Tally:
    """What was compared of a person's statements, and on a topic; of everything without either."""
    conditions, values = ["1"], list[str]()
    if person_id is not None:
        conditions.append("? IN (person_id, other_id)")
        values.append(person_id)
    if topic_id is not None:
        conditions.append("topic_id = ?")
        values.append(topic_id)
    rows = catalogue.rows(
        "SELECT count(DISTINCT person_id || ' ' || other_id), coalesce(sum(pairs), 0),"
        f" coalesce(sum(found), 0) FROM comparisons WHERE {' AND '.join(conditions)}",
        values,
    )
    return Tally(*rows[0])


def pairs_compared(catalogue: Catalogue, person_id: str, other_id: str, topic_id: str) -> int:
    """How many pairs of two people's statements on a topic shared a proposition."""
    rows = catalogue.rows(
        "SELECT pairs FROM comparisons WHERE topic_id = ? AND person_id = ? AND other_id = ?",
        (topic_id, *sorted((person_id, other_id))),
    )
    return rows[0][0] if rows else 0


def _joined(row: tuple[str, str, str | None, str]) -> Joined:
    first, second, kind, evidence = row
    return Joined(first, second, kind, tuple(json.loads(evidence)))
