"""Which results find what was judged."""

import pytest

from groundcast.evaluation.judged import JudgedQuery, JudgedSet, Judgement, Stretch
from groundcast.evaluation.ranking import ranking_of
from groundcast.evaluation.systems.protocol import Hit


def hit(start: int, end: int, episode: str = "a") -> Hit:
    return Hit((Stretch(episode, start, end),))


def passages(*judged: tuple[int, int, int]) -> JudgedQuery:
    stretches = [Judgement(Stretch("a", start, end), grade) for start, end, grade in judged]
    return JudgedQuery("q", "what", tuple(stretches))


def found(hits: list[Hit], query: JudgedQuery) -> list[list[int]]:
    return [list(grades) for grades in ranking_of(hits, query, JudgedSet("s", (query,)))]


@pytest.mark.parametrize(
    ("start", "end", "grades"),
    [
        (100, 200, [2]),
        (150, 400, [2]),
        (151, 400, []),
        # A result that lies mostly in a longer passage.
        (190, 205, [2]),
        (195, 210, []),
        (120, 130, [2]),
    ],
)
def test_half_of_the_shorter_finds_a_passage(start: int, end: int, grades: list[int]) -> None:
    assert found([hit(start, end)], passages((100, 200, 2))) == [grades]


def test_a_passage_is_found_once_and_only_in_its_episode() -> None:
    hits = [hit(100, 200, "b"), hit(100, 200), hit(100, 200), hit(300, 400)]
    assert found(hits, passages((100, 200, 2), (300, 400, 1))) == [[], [2], [], [1]]


def test_one_result_may_find_two_passages() -> None:
    assert found([hit(0, 100)], passages((0, 30, 1), (50, 90, 2))) == [[1, 2]]


def test_all_quotes_of_an_insight_count() -> None:
    quotes = Hit((Stretch("a", 0, 10), Stretch("a", 100, 140)))
    assert found([quotes], passages((100, 200, 2))) == [[2]]


def test_words_that_are_not_in_the_text_are_never_found() -> None:
    query = JudgedQuery("q", "what", (Judgement(None, 2),))
    assert found([hit(0, 100)], query) == [[]]


def test_documents_are_ranked_each_by_its_best_result() -> None:
    first, second = Stretch("a", 0, 100), Stretch("a", 100, 200)
    query = JudgedQuery("q", "what", (Judgement(second, 2),))
    judged = JudgedSet("s", (query,), {"a": (first, second)})
    # The third result lies mostly in the second document, the last two outside of every document.
    hits = [hit(10, 60), hit(40, 80), hit(90, 130), hit(0, 9, "b"), hit(20, 29, "b")]
    assert [list(grades) for grades in ranking_of(hits, query, judged)] == [[], [2], []]


def test_a_result_on_the_border_is_of_the_first_document() -> None:
    first, second = Stretch("a", 0, 100), Stretch("a", 100, 200)
    query = JudgedQuery("q", "what", (Judgement(first, 1), Judgement(second, 2)))
    judged = JudgedSet("s", (query,), {"a": (first, second)})
    assert [list(g) for g in ranking_of([hit(50, 150)], query, judged)] == [[1]]
