"""Whether what was found answers the query, so that an absent subject is said to be absent."""

from collections.abc import Mapping
from dataclasses import dataclass

from groundcast.retrieval.results import MatchStrength


@dataclass(frozen=True, slots=True)
class MatchEvidence:
    """How well the best rows fit, whatever their rank.

    `top_cosine` is the nearest row's; `coverage` the largest share of the query's weight (summed
    inverse document frequency of its terms) that one of the best rows holds; `unknown` the share
    of that weight which no row of the whole corpus holds.
    """

    top_cosine: float
    coverage: float
    unknown: float


STRONG = 1.0
WEAK = 0.6


def match_strength(evidence: MatchEvidence) -> MatchStrength:
    """Calibrated in the harness; see the constants."""
    value = evidence.top_cosine + evidence.coverage - evidence.unknown
    if value >= STRONG:
        return "strong"
    return "weak" if value >= WEAK else "none"


def best_coverage(weights: Mapping[str, float], held: Mapping[int, frozenset[str]]) -> float:
    """The largest share of the weights that one row holds; 0 without terms or rows."""
    total = sum(weights.values())
    if total <= 0:
        return 0.0
    return max((sum(weights[term] for term in terms) for terms in held.values()), default=0) / total
