import pytest

from groundcast.retrieval.opposing import opposed, point_of

LONG = "The keeper walks to the lock. " * 11


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The town should keep a reserve.", "The town should not keep a reserve."),
        ("The gate works in frost.", "The gate doesn't work in frost."),
        ("The berth cost 4.2 million euros.", "The berth cost 6.8 million euros."),
        ("The storm of 2018 felled 31,000 trees.", "The storm of 2018 felled 19,000 trees."),
    ],
)
def test_a_denial_and_another_figure_say_the_opposite(one: str, other: str) -> None:
    assert opposed(point_of(one), point_of(other))
    assert opposed(point_of(other), point_of(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Every stop should have a bench.", "Every bus stop should have a bench beside it."),
        ("No town should keep a reserve.", "A town should not keep a reserve."),
        ("The berth cost 4.2 million.", "The berth cost 4.2 million euros in 2024."),
        ("Nothing grows.", LONG),
        (LONG, f"{LONG} It never rains."),
    ],
)
def test_other_words_more_said_and_long_texts_do_not(one: str, other: str) -> None:
    assert not opposed(point_of(one), point_of(other))
    assert not opposed(point_of(other), point_of(one))
