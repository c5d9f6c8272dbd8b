"""One score from two signals: a convex mix of scaled scores, the mix following the query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundcast.retrieval.analysis import LexicalQuery
from groundcast.retrieval.routing import Route

# Measured on questions worded unlike the passages (best share .5) and on titles and links, which
# share words with them (.3; titles full of version numbers .1): where one row holds all the words
# of a query its words are to be trusted, where the best row holds few of them its meaning is.
SHARE_UNCOVERED = 0.6
SHARE_COVERED = 0.3
CODE_SHIFT = -0.2
PHRASE_SHIFT = -0.2
# Questions that name a speaker: nDCG@10 .48 without, .51 with .2 or more.
SPOKEN_BONUS = 0.3
LEAST_SHARE, MOST_SHARE = 0.05, 0.7


@dataclass(frozen=True, slots=True)
class Signal:
    """What both searches say of one row."""

    lexical: float
    cosine: float


def dense_share(query: LexicalQuery, route: Route, coverage: float) -> float:
    """The weight of the dense signal, the rest being the lexical one's.

    `coverage` is the largest share of the query's weight that one row holds.
    """
    if not query.terms:
        return 1.0
    share = SHARE_UNCOVERED + (SHARE_COVERED - SHARE_UNCOVERED) * coverage + route.dense_shift
    if query.codes:
        share += CODE_SHIFT * len(query.codes & set(query.terms)) / len(query.terms)
    if query.phrases:
        share += PHRASE_SHIFT
    return min(MOST_SHARE, max(LEAST_SHARE, share))


def fused(
    signals: Mapping[int, Signal], share: float, spoken: frozenset[int] = frozenset()
) -> dict[int, float]:
    """Scores 0 to 1: lexical over its maximum, cosine scaled to its range over these rows.

    Where `spoken` names rows, in which someone speaks that the query names, those are preferred.
    """
    bonus = SPOKEN_BONUS if spoken else 0.0
    if not signals:
        return {}
    most = max(signal.lexical for signal in signals.values())
    cosines: Sequence[float] = [signal.cosine for signal in signals.values()]
    low, high = min(cosines), max(cosines)
    scores: dict[int, float] = {}
    for row, signal in signals.items():
        lexical = signal.lexical / most if most > 0 else 0.0
        cosine = (signal.cosine - low) / (high - low) if high > low else 1.0
        mixed = (1 - share) * lexical + share * cosine + (bonus if row in spoken else 0.0)
        scores[row] = round(mixed / (1 + bonus), 6)
    return scores
