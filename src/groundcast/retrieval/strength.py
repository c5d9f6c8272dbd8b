"""Whether what was found answers the query, so that an absent subject is said to be absent.

The constants are calibrated on questions that a corpus of 70 episodes answers and questions of four
kinds that it does not, with the packaged embedding model: of the answerable, at most one in twenty
is called `none`. A near miss (the subject is there, the fact is not) cannot be told from the
signals of a search; a foreign subject, a person who does not speak of it, or a year of which there
is nothing can.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from groundcast.retrieval.analysis import LexicalQuery
from groundcast.retrieval.results import MatchStrength

STRONG_COSINE = 0.5
LEAST_COSINE = 0.4
# Above LEAST_COSINE, a row with this share of the query's weight makes a match strong all the same.
STRONG_COVERAGE = 0.8
# Below LEAST_COSINE, a row with nearly all of the query's weight still is a match: bare names and
# single words are far from every text.
WHOLE_COVERAGE = 0.9
# Those who speak of a subject come this near to the nearest row of all.
MOST_PERSON_GAP = 0.2

_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class MatchEvidence:
    """How well the best rows fit, whatever their rank.

    `top_cosine` is the nearest row's. `coverage` is the largest share of the query's weight (the
    inverse document frequencies of its terms, summed) that one row holds; stop words count for
    nothing. `person_gap` is how much farther the nearest row of the person named is.
    `missing_years` says that the query names years and no row looked at holds any of them or dates
    from it.
    """

    top_cosine: float = 0.0
    coverage: float = 0.0
    person_gap: float = 0.0
    missing_years: bool = False


def match_strength(evidence: MatchEvidence) -> MatchStrength:
    """`strong`, `weak`, or `none` where the corpus most likely has no answer."""
    if evidence.person_gap > MOST_PERSON_GAP or evidence.missing_years:
        return "none"
    if evidence.top_cosine >= STRONG_COSINE:
        return "strong"
    if evidence.top_cosine >= LEAST_COSINE:
        return "strong" if evidence.coverage >= STRONG_COVERAGE else "weak"
    return "weak" if evidence.coverage >= WHOLE_COVERAGE else "none"


def term_evidence(
    query: LexicalQuery, weights: Mapping[str, float], held: Mapping[int, frozenset[str]]
) -> tuple[float, bool]:
    """Coverage and missing years, from the terms that each row looked at holds."""
    years = {term for term in query.terms if _YEAR.fullmatch(term)}
    missing_years = bool(years) and not any(years & terms for terms in held.values())
    total = sum(weights.values())
    if total <= 0 or query.only_stop_words:
        return 0.0, missing_years
    best = max((sum(weights[term] for term in terms) for terms in held.values()), default=0.0)
    return best / total, missing_years
