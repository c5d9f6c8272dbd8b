"""An activity is recognised in other words, and not in any that merely share a part."""

import pytest

from groundcast.extraction.activities import Told, count_told, names_activity

TURBINE_INSPECTION = ("turbine", "inspection")


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("The harbour inspects every turbine in May.", 2),
        ("After inspecting the old turbines we slept.", 1),
        ("A turbine that nobody inspected rusts.", 1),
        ("The inspection of turbines takes a week.", 1),
        ("A turbine is not an inspector of anything.", -1),
        ("The turbine stood where nine boats lay, and later a man came to inspect the boats.", -1),
        ("We inspect boats.", -1),
    ],
)
def test_an_activity_is_told_by_its_verb_near_what_it_is_done_to(sentence: str, place: int) -> None:
    assert Told(sentence).place_of(TURBINE_INSPECTION) == place


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("turbine", "inspection"), True),
        (("soft", "fork", "activation"), True),
        (("open", "source"), False),
        (("inspection",), False),
        (("blue", "string"), False),
    ],
)
def test_only_nouns_made_of_verbs_name_activities(words: tuple[str, ...], expected: bool) -> None:
    assert names_activity(words) is expected


def test_an_activity_is_counted_once_a_sentence() -> None:
    text = "They inspect a turbine. Turbine inspection means to inspect turbines.\nNo boats."
    candidates = [TURBINE_INSPECTION, ("boat", "inspection"), ("oil", "rig")]
    assert count_told(text, candidates) == {TURBINE_INSPECTION: 2}
