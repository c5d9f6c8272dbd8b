import pytest

from groundcast.corpus.times import span_seconds, turn_number, turns_within
from groundcast.records import TimeMark, Transcript, Turn

TURNS = (
    Turn("A", None, 10.0, 14.0, 0, 20),
    Turn("B", None, 14.5, 20.0, 21, 50),
)


def exact() -> Transcript:
    marks = (TimeMark(0, 10.0), TimeMark(8, 12.0), TimeMark(21, 14.5), TimeMark(40, 18.0))
    return Transcript("x" * 50, TURNS, "exact", marks)


@pytest.mark.parametrize(
    ("span", "seconds"),
    [
        ((0, 20), (10.0, 14.0)),
        ((3, 6), (10.0, 12.0)),
        ((9, 15), (12.0, 14.0)),
        ((21, 50), (14.5, 20.0)),
        ((41, 45), (18.0, 20.0)),
    ],
)
def test_exact_times_are_those_of_the_cues(
    span: tuple[int, int], seconds: tuple[float, float]
) -> None:
    assert span_seconds(exact(), *span) == seconds


@pytest.mark.parametrize(
    ("span", "seconds"),
    [
        ((0, 50), (0.0, 50.0)),
        ((50, 100), (50.0, 100.0)),
        ((150, 200), (150.0, 200.0)),
        ((300, 310), (300.0, 310.0)),
    ],
)
def test_sparse_times_are_interpolated(span: tuple[int, int], seconds: tuple[float, float]) -> None:
    marks = (TimeMark(100, 100.0), TimeMark(200, 200.0))
    assert span_seconds(Transcript("x" * 400, (), "sparse", marks), *span) == seconds


def test_no_times_are_invented() -> None:
    assert span_seconds(Transcript("x" * 50, TURNS, "none"), 0, 20) == (None, None)


def test_turns_are_found_by_place() -> None:
    assert [turn_number(TURNS, char) for char in (0, 19, 20, 21, 49)] == [1, 1, 1, 2, 2]
    assert turns_within(TURNS, 5, 10) == TURNS[:1]
    assert turns_within(TURNS, 19, 22) == TURNS
    assert turns_within(TURNS, 21, 22) == TURNS[1:]
