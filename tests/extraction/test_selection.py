import pytest

from groundcast.extraction.candidates import Candidate
from groundcast.extraction.selection import Kept, Quota, diverse, standing
from groundcast.models.reading import ReadText

NOTHING = ReadText((), ())


def kept(start: int, worth: float, words: str) -> Kept:
    candidate = Candidate(words, start, start + 10, None, 0.0, 0, frozenset(words.split()))
    return Kept(candidate, NOTHING, worth)


def starts(complete: list[Kept], quota: Quota) -> list[int]:
    return [item.candidate.char_start for item in diverse(complete, quota, 5000, 5000)]


def test_the_best_are_kept_in_the_order_of_the_text() -> None:
    complete = [kept(0, 0.7, "a b"), kept(2000, 0.2, "c d"), kept(4000, 0.9, "e f")]
    assert starts(complete, Quota(fewest=1, most=9, mark=0.6)) == [0, 4000]


def test_the_fewest_are_kept_whatever_their_worth() -> None:
    complete = [kept(0, 0.1, "a b"), kept(2000, 0.2, "c d"), kept(4000, 0.3, "e f")]
    assert starts(complete, Quota(fewest=2, most=9, mark=0.6)) == [2000, 4000]


def test_a_statement_said_twice_is_kept_once() -> None:
    complete = [kept(0, 0.7, "salt rust steel"), kept(4000, 0.9, "salt rust steel coast")]
    assert starts(complete, Quota(fewest=1, most=9, mark=0.6)) == [4000]


def test_spans_do_not_overlap() -> None:
    complete = [kept(0, 0.9, "a b"), kept(5, 0.8, "c d")]
    assert starts(complete, Quota(fewest=1, most=9, mark=0.6)) == [0]


def test_one_stretch_does_not_take_all() -> None:
    complete = [kept(20 * number, 0.9, f"word{number}") for number in range(20)]
    assert starts(complete, Quota(fewest=1, most=10, mark=0.6)) == [0, 20, 40, 60]


@pytest.mark.parametrize(("value", "share"), [(0.1, 0.0), (0.5, 0.5), (0.9, 1.0)])
def test_standing_is_the_share_of_lower_values(value: float, share: float) -> None:
    assert standing(value, [0.1, 0.5, 0.9]) == share
