"""Where speakers conflict, and what may be said where no conflict is found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from groundcast.corpus.edge_lookups import Joined, joined_insights, pairs_compared, tally
from groundcast.corpus.insight_lookups import (
    InsightFilter,
    InsightRow,
    count_insights,
    matching_insights,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.topics import in_range, split_copies, topic_insights
from groundcast.records import InsightType

State = Literal["found", "assessed_none", "not_assessed"]
POSITIONS: tuple[InsightType, ...] = ("claim", "recommendation", "prediction")
NOT_COMPARED = "statements of this corpus were not compared; groundcast index compares them"


@dataclass(frozen=True, slots=True)
class Assessment:
    """What comparing came to, and why."""

    state: State
    reason: str


def was_compared(snapshot: Snapshot) -> bool:
    """Whether the corpus's statements were compared when its index was made."""
    return bool(snapshot.catalogue.meta.get("compared"))


def contradictions_of(
    snapshot: Snapshot, person_id: str | None, topic_id: str | None, show_id: str | None
) -> tuple[list[Joined], Assessment]:
    """Conflicts with an end in what was asked for, and what their absence means."""
    found = joined_insights(
        snapshot.catalogue,
        "CONTRADICTS",
        person_id=person_id,
        topic_id=topic_id,
        show_id=show_id,
    )
    if found:
        pairs = f"{len(found)} {'pair' if len(found) == 1 else 'pairs'}"
        return found, Assessment("found", f"{pairs} found; others may stand unfound")
    return found, _why_none(snapshot, person_id, topic_id, show_id)


def assessment_of_insight(snapshot: Snapshot, insight_id: str, joined: bool) -> Assessment:
    """Whether an insight's own edges were looked for."""
    if not was_compared(snapshot):
        return Assessment("not_assessed", NOT_COMPARED)
    if joined:
        return Assessment("found", "others may stand unfound")
    rows = snapshot.catalogue.rows(
        "SELECT person_id, is_copy, insight_type FROM insights WHERE id = ?", (insight_id,)
    )
    person_id, is_copy, kind = rows[0]
    if person_id is None:
        return Assessment("not_assessed", "its speaker is unknown")
    if is_copy:
        return Assessment("not_assessed", "it stands in a re-aired copy; its original is compared")
    if kind == "question":
        return Assessment("not_assessed", "a question states nothing")
    return Assessment(
        "not_assessed", "no other statement is known to share a proposition with it and differ"
    )


@dataclass(frozen=True, slots=True)
class Arc:
    """A person's positions on a topic, oldest first, undated ones last, and their reversals.

    `later` says for a position what replaced it; `all_positions` counts them at any date.
    """

    positions: tuple[InsightRow, ...]
    turns: tuple[Joined, ...]
    later: Mapping[str, str]
    assessed: Assessment
    undated: int
    undated_left_out: int
    all_positions: int
    copies_left_out: int


def arc_of(
    snapshot: Snapshot, person_id: str, topic_id: str, since: str | None, until: str | None
) -> Arc:
    """The claims, recommendations and predictions a person makes about a topic (both ends count).

    Turns are the reversals that join two of them, in the range or not; the other end of one
    belongs to the arc, whatever its topics, since both concern one proposition.
    """
    reversals = [
        pair
        for pair in joined_insights(snapshot.catalogue, "CONTRADICTS", person_id=person_id)
        if pair.kind == "reversal"
    ]
    on_topic = {row.id: row for row in topic_insights(snapshot, topic_id, person_id)}
    turns = tuple(p for p in reversals if {p.first_id, p.second_id} & on_topic.keys())
    if turns:
        joined = set(sides(turns))
        others = matching_insights(snapshot.catalogue, InsightFilter(person_id=person_id))
        on_topic |= {row.id: row for row in others if row.id in joined}
    stated = [
        row for row in on_topic.values() if row.insight_type in POSITIONS or row.id in sides(turns)
    ]
    kept, copies = split_copies(stated, include_copies=False)
    kept.sort(key=lambda row: (row.published_on is None, row.published_on or "", row.id))
    ranged = since is not None or until is not None
    chosen = [row for row in kept if in_range(row.published_on, since, until)]
    undated = sum(row.published_on is None for row in kept)
    return Arc(
        tuple(chosen),
        turns,
        {turn.first_id: turn.second_id for turn in turns},
        _turns_assessed(snapshot, person_id, topic_id, len(turns), len(kept)),
        undated=0 if ranged else undated,
        undated_left_out=undated if ranged else 0,
        all_positions=len(kept),
        copies_left_out=copies,
    )


def _turns_assessed(
    snapshot: Snapshot, person_id: str, topic_id: str, turns: int, positions: int
) -> Assessment:
    if not was_compared(snapshot):
        return Assessment("not_assessed", NOT_COMPARED)
    if turns:
        return Assessment("found", "others may stand unfound")
    if positions < 2:
        return Assessment("not_assessed", "two positions are needed to compare")
    pairs = pairs_compared(snapshot.catalogue, person_id, person_id, topic_id)
    if not pairs:
        return Assessment("not_assessed", "no two of them are known to share a proposition")
    return Assessment(
        "assessed_none",
        f"{pairs} {'pair' if pairs == 1 else 'pairs'} of their statements that share a proposition"
        " were compared, and none is a reversal",
    )


def _why_none(
    snapshot: Snapshot, person_id: str | None, topic_id: str | None, show_id: str | None
) -> Assessment:
    if not was_compared(snapshot):
        return Assessment("not_assessed", NOT_COMPARED)
    wanted = InsightFilter(person_id=person_id, topic_id=topic_id)
    statements = _comparable(snapshot, wanted, show_id)
    if statements < 2:
        return Assessment("not_assessed", _too_few(snapshot, statements))
    if show_id is not None:
        return Assessment(
            "not_assessed", "what was compared is kept by topic and people, not by show"
        )
    compared = tally(snapshot.catalogue, person_id, topic_id)
    if not compared.pairs:
        return Assessment(
            "not_assessed",
            f"no two of the {statements} statements are known to share a proposition",
        )
    if compared.found:
        return Assessment("not_assessed", "the conflicts found have ends that are not served")
    return Assessment(
        "assessed_none",
        f"of {statements} statements, pairs that share a proposition were compared for"
        f" {compared.people} pairs of speakers, and none conflict; what shares no wording with"
        " another was not compared",
    )


def _comparable(snapshot: Snapshot, wanted: InsightFilter, show_id: str | None) -> int:
    if show_id is None and wanted.person_id is None and wanted.topic_id is None:
        return count_insights(snapshot.catalogue, wanted)
    rows = matching_insights(snapshot.catalogue, wanted)
    return sum(
        row.person_id is not None
        and row.insight_type != "question"
        and show_id in (None, row.show_id)
        for row in rows
    )


def _too_few(snapshot: Snapshot, statements: int) -> str:
    unread = sum(number for _, number in snapshot.catalogue.not_assessed())
    beside = f"; {unread} episodes were not assessed for insights" if unread else ""
    counted = "one statement is" if statements else "no statement is"
    return f"{counted} known here, and two are needed to compare{beside}"


def sides(found: Sequence[Joined]) -> list[str]:
    """The ids of both ends of every pair."""
    return [insight for pair in found for insight in (pair.first_id, pair.second_id)]
