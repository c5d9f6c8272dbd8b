from concurrent.futures import ThreadPoolExecutor

import pytest

from groundcast.enrichment.sentiment import Sentiment, sentiment, vader


class Fixed:
    def __init__(self, score: float) -> None:
        self.score = score

    def compound(self, text: str) -> float:
        return self.score


@pytest.mark.parametrize(
    ("compound", "label"),
    [
        (-1.0, "negative"),
        (-0.05, "negative"),
        (-0.0499, "neutral"),
        (0.0, "neutral"),
        (0.0499, "neutral"),
        (0.05, "positive"),
        (1.0, "positive"),
    ],
)
def test_the_label_is_that_of_the_authors_bounds(compound: float, label: str) -> None:
    assert sentiment("The tide turns.", "en", Fixed(compound)) == Sentiment(label, compound)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ferry is wonderful and I love it.", Sentiment("positive", 0.836)),
        ("The berth was a terrible waste.", Sentiment("negative", -0.7096)),
        ("The ferry leaves at seven.", Sentiment("neutral", 0.0)),
    ],
)
def test_statements_sound_as_favourable_as_their_words(text: str, expected: Sentiment) -> None:
    assert sentiment(text, "en-GB", vader()) == expected


@pytest.mark.parametrize(
    ("language", "scored"), [("en", True), ("EN-us", True), (None, True), ("es", False)]
)
def test_only_english_is_scored(language: str | None, scored: bool) -> None:
    assert (sentiment("A calm crossing.", language, vader()) is not None) is scored


def test_threads_share_one_scorer() -> None:
    texts = ["A wonderful boat.", "A terrible boat.", "A boat."] * 30
    alone = [vader().compound(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(vader().compound, texts)) == alone
