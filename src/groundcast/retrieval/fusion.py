"""One score from two signals: a convex mix of scaled scores, the mix following the query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundcast.retrieval.analysis import LexicalQuery
from groundcast.retrieval.routing import Route

BASE_SHARE = 0.45
CODE_SHIFT = -0.2
PHRASE_SHIFT = -0.2
LEAST_SHARE, MOST_SHARE = 0.05, 0.7


@dataclass(frozen=True, slots=True)
class Signal:
    """What both searches say of one row."""

    lexical: float
    cosine: float


def dense_share(query: LexicalQuery, route: Route) -> float:
    """The weight of the dense signal, the rest being the lexical one's."""
    if not query.terms:
        return 1.0
    share = BASE_SHARE + route.dense_shift
    if query.codes:
        share += CODE_SHIFT * len(query.codes & set(query.terms)) / len(query.terms)
    if query.phrases:
        share += PHRASE_SHIFT
    return min(MOST_SHARE, max(LEAST_SHARE, share))


def fused(signals: Mapping[int, Signal], share: float) -> dict[int, float]:
    """Scores 0 to 1: lexical over its maximum, cosine scaled to its range over these rows."""
    if not signals:
        return {}
    most = max(signal.lexical for signal in signals.values())
    cosines: Sequence[float] = [signal.cosine for signal in signals.values()]
    low, high = min(cosines), max(cosines)
    scores: dict[int, float] = {}
    for row, signal in signals.items():
        lexical = signal.lexical / most if most > 0 else 0.0
        cosine = (signal.cosine - low) / (high - low) if high > low else 1.0
        scores[row] = round((1 - share) * lexical + share * cosine, 6)
    return scores
