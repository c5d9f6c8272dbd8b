"""Measures give what is worked out by hand."""

import pytest

from groundcast.evaluation.measures import MEASURES, ndcg, recall, reciprocal_rank


@pytest.mark.parametrize(
    ("ranking", "relevant", "worth"),
    [
        # 3 / log2(2) is all there is.
        ([[2]], [2], 1.0),
        # (3 / log2(3)) / 3.
        ([[], [2]], [2], 0.6309),
        # (1 / log2(2) + 3 / log2(4)) / (3 / log2(2) + 1 / log2(3)).
        ([[1], [], [2]], [2, 1], 0.6885),
        # 3 / (3 + 3 / log2(3) + 3 / log2(4)).
        ([[2]], [2, 2, 2], 0.4693),
        # Found below the tenth rank is not found.
        ([[]] * 10 + [[2]], [2], 0.0),
        # Two passages in one result are worth more than two ranks of the ideal: no more than 1.
        ([[2, 2]], [2, 2], 1.0),
        ([], [1], 0.0),
    ],
)
def test_ndcg_is_the_gain_over_the_largest_possible(
    ranking: list[list[int]], relevant: list[int], worth: float
) -> None:
    assert ndcg(ranking, relevant, 10) == pytest.approx(worth, abs=5e-5)


def test_the_ideal_has_no_more_ranks_than_are_looked_at() -> None:
    assert ndcg([[1]] * 10, [1] * 30, 10) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("ranking", "relevant", "depth", "share"),
    [
        ([[1], [], [2, 2]], [1, 2, 2, 1], 10, 0.75),
        ([[1], [], [2, 2]], [1, 2, 2, 1], 2, 0.25),
        ([[]], [1], 10, 0.0),
    ],
)
def test_recall_is_the_share_found(
    ranking: list[list[int]], relevant: list[int], depth: int, share: float
) -> None:
    assert recall(ranking, relevant, depth) == share


@pytest.mark.parametrize(
    ("ranking", "worth"), [([[1]], 1.0), ([[], [], [2], [1]], 1 / 3), ([[], []], 0.0), ([], 0.0)]
)
def test_the_reciprocal_rank_is_that_of_the_first_found(
    ranking: list[list[int]], worth: float
) -> None:
    assert reciprocal_rank(ranking) == worth


def test_the_measures_look_as_deep_as_their_names_say() -> None:
    ranking = [[]] * 10 + [[1]] + [[]] * 89 + [[1]]
    assert {name: measure(ranking, [1, 1, 1, 1]) for name, measure in MEASURES.items()} == {
        "nDCG@10": 0.0,
        "recall@10": 0.0,
        "recall@100": 0.25,
        "MRR": 1 / 11,
    }
