import pytest

from groundcast.retrieval.analysis import analyse_query
from groundcast.retrieval.strength import MatchEvidence, match_strength, term_evidence


@pytest.mark.parametrize(
    ("evidence", "strength"),
    [
        (MatchEvidence(top_cosine=0.6), "strong"),
        (MatchEvidence(top_cosine=0.45, coverage=0.85), "strong"),
        (MatchEvidence(top_cosine=0.45, coverage=0.3), "weak"),
        (MatchEvidence(top_cosine=0.2, coverage=1.0), "weak"),
        (MatchEvidence(top_cosine=0.3, coverage=0.5), "none"),
        (MatchEvidence(top_cosine=0.7, coverage=1.0, person_gap=0.3), "none"),
        (MatchEvidence(top_cosine=0.7, coverage=1.0, missing_years=True), "none"),
        (MatchEvidence(), "none"),
    ],
)
def test_strength(evidence: MatchEvidence, strength: str) -> None:
    assert match_strength(evidence) == strength


def test_coverage_is_the_largest_share_of_weight_in_one_row() -> None:
    query = analyse_query("bridge tide")
    held = {1: frozenset({"bridg"}), 2: frozenset({"tide"})}
    assert term_evidence(query, {"bridg": 3.0, "tide": 1.0}, held) == (0.75, False)
    assert term_evidence(query, {"bridg": 3.0, "tide": 1.0}, {}) == (0.0, False)


def test_a_year_that_no_row_holds_is_missing() -> None:
    query = analyse_query("tides in 1987 and 1988")
    weights = {"tide": 1.0, "1987": 4.0, "1988": 4.0}
    assert term_evidence(query, weights, {1: frozenset({"tide"})})[1]
    assert not term_evidence(query, weights, {1: frozenset({"tide", "1988"})})[1]


def test_stop_words_cover_nothing() -> None:
    query = analyse_query("to be")
    assert term_evidence(query, {"to": 0.1, "be": 0.1}, {1: frozenset({"to", "be"})}) == (
        0.0,
        False,
    )
