"""What a system is: it answers a query with stretches of transcript, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from groundcast.evaluation.judged import Stretch
from groundcast.knowledge.opened import Snapshot
from groundcast.retrieval.filters import Filter

# As many results as can be paged through in the product.
DEPTH = 200
SEGMENTS = Filter(tiers=("segment",))


@dataclass(frozen=True, slots=True)
class Hit:
    """A result: one or more stretches of one episode."""

    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A query's results, best first.

    `certainty` says how sure the system is that the corpus answers at all; it compares queries of
    one system, and is null where the system says nothing of it.
    """

    hits: tuple[Hit, ...]
    certainty: float | None = None


class System(Protocol):
    """A way to search."""

    name: ClassVar[str]

    def __init__(self, snapshot: Snapshot) -> None: ...

    def answer(self, query: str) -> Answer:
        """At most DEPTH results."""
        ...


def segment_hits(snapshot: Snapshot, rows: Sequence[int]) -> tuple[Hit, ...]:
    """Rows of segments as results, in their order."""
    ids = snapshot.backend.row_ids(rows)
    segments = snapshot.catalogue.segments_by_id(ids)
    return tuple(
        Hit((Stretch(s.episode_id, s.char_start, s.char_end),))
        for s in (segments[row_id] for row_id in ids)
    )
