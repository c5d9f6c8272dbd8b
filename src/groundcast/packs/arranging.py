"""In which order chosen evidence stands."""

from collections.abc import Sequence
from typing import assert_never

from groundcast.packs.contents import OrderName
from groundcast.packs.screening import Candidate


def descending(candidates: Sequence[Candidate], order: OrderName) -> list[Candidate]:
    """The critical section: the first stays first; the rest best first, by rank or by time."""
    return [*candidates[:1], *_sorted(candidates[1:], order)]


def edges_first(candidates: Sequence[Candidate], order: OrderName) -> list[Candidate]:
    """The supporting section: for `litm` the best at both ends and the weakest in the middle."""
    ranked = _sorted(candidates, order)
    return ranked if order != "litm" else [*ranked[::2], *reversed(ranked[1::2])]


def _sorted(candidates: Sequence[Candidate], order: OrderName) -> list[Candidate]:
    match order:
        case "litm":
            return sorted(candidates, key=lambda one: (-one.worth, one.rank))
        case "rank":
            return sorted(candidates, key=lambda one: one.rank)
        case "time":
            return sorted(candidates, key=_when)
        case _:
            assert_never(order)


def _when(one: Candidate) -> tuple[bool, str, str, float, float, int]:
    """Date, then place in the episode; undated last."""
    citation = one.citation
    start = citation.start_seconds
    return (
        citation.published_on is None,
        citation.published_on or "",
        citation.episode_id,
        citation.turn if start is None else start,
        getattr(one.result, "position_hint", 0.0),
        one.rank,
    )
