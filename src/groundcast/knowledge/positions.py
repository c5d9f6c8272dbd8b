"""What a person states, in all or on a topic, and the topics they state it about."""

from dataclasses import dataclass

from groundcast.corpus.insight_lookups import (
    InsightFilter,
    TopicCount,
    count_insights,
    heard_in,
    insight_ids,
    topics_of_person,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import display_name
from groundcast.knowledge.topics import most_relevant_first, split_copies, topic_insights


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of insights by id, how many there are in all, and how many copies were left out."""

    ids: tuple[str, ...]
    total: int
    copies_left_out: int


def positions(
    snapshot: Snapshot,
    person_id: str,
    topic_id: str | None,
    *,
    include_copies: bool,
    offset: int,
    limit: int,
) -> Listed:
    """Insights the person states: most relevant to the topic first, else most salient."""
    catalogue = snapshot.catalogue
    if topic_id is None:
        wanted = InsightFilter(
            person_id=person_id, copies="included" if include_copies else "left out"
        )
        copies = InsightFilter(person_id=person_id, copies="only")
        return Listed(
            tuple(insight_ids(catalogue, wanted, "salience", offset, limit)),
            count_insights(catalogue, wanted),
            0 if include_copies else count_insights(catalogue, copies),
        )
    rows = topic_insights(snapshot, topic_id, person_id)
    kept, left_out = split_copies(rows, include_copies)
    ranked = most_relevant_first(snapshot, topic_id, kept)
    page = ranked[offset : offset + limit]
    return Listed(tuple(row.id for row in page), len(ranked), left_out)


@dataclass(frozen=True, slots=True)
class TopicsOfPerson:
    """Topics by the number of the person's insights, and how many insights copies add to them."""

    topics: tuple[TopicCount, ...]
    copies_left_out: int


def person_topics(snapshot: Snapshot, person_id: str) -> TopicsOfPerson:
    """The topics of the insights a person states, without those of re-aired copies."""
    copies = InsightFilter(person_id=person_id, copies="only")
    return TopicsOfPerson(
        tuple(topics_of_person(snapshot.catalogue, person_id)),
        count_insights(snapshot.catalogue, copies),
    )


def why_no_statements(snapshot: Snapshot, person_id: str) -> str:
    """Why nothing is attributed to a person who is known."""
    name = display_name(snapshot, person_id)
    heard = heard_in(snapshot.catalogue, person_id)
    mentions = count_insights(snapshot.catalogue, InsightFilter(entity_id=person_id))
    named = f"; insights that mention them: {mentions}" if mentions else ""
    if not heard.episodes:
        return f"{name} is named in this corpus but heard in none of its episodes{named}"
    if heard.not_assessed:
        return (
            f"{heard.not_assessed} of the {heard.episodes} episodes {name} is heard in were not"
            f" assessed for insights, and the others hold none of theirs{named}"
        )
    return f"{name} is heard in {heard.episodes} episodes; no insight is attributed to them{named}"
