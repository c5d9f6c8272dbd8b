from groundcast.enrichment.comparing import read_statements
from groundcast.enrichment.stances import Statement, stance
from groundcast.models.spacy_reader import SpacyReader

READER = SpacyReader()


def judged(
    one: str,
    other: str,
    *,
    people: tuple[str, str] = ("person:a", "person:b"),
    dates: tuple[str, str] = ("2024-01-01", "2024-03-01"),
    one_talk: bool = False,
) -> str | None:
    """The stance of two texts, said in two episodes or straight after each other."""
    episodes = ("episode:1", "episode:1" if one_talk else "episode:2")
    said = [
        Statement(f"insight:{i}", episodes[i], people[i], dates[i], 200 * i, 200 * i + 90, text, ())
        for i, text in enumerate((one, other))
    ]
    first, second = read_statements(said, READER)
    assert stance(first, second) == stance(second, first)
    return stance(first, second)


SAME = ("person:a", "person:a")
PRO = "Towns should build a covered market on the square."
CONTRA = "Towns should not build a covered market on the square."


def test_what_one_recommends_and_another_advises_against_is_a_disagreement() -> None:
    assert judged(PRO, CONTRA) == "disagreement"


def test_the_same_from_one_person_is_a_reversal() -> None:
    assert judged(PRO, CONTRA, people=SAME, dates=("2015-01-01", "2024-01-01")) == "reversal"


def test_a_view_that_is_credited_to_another_is_nobodys() -> None:
    assert judged(PRO, f"Critics say that {CONTRA[0].lower()}{CONTRA[1:]}") is None
    assert judged(PRO, f"The argument against it is that {CONTRA[0].lower()}{CONTRA[1:]}") is None


def test_a_question_or_a_supposition_is_no_view() -> None:
    assert judged(PRO, "Should towns not build a covered market on the square?") is None
    assert judged(PRO, f"If you ask the treasurer, {CONTRA[0].lower()}{CONTRA[1:]}") is None


def test_another_thing_in_the_same_place_is_another_proposition() -> None:
    assert judged(PRO, "Towns should not build a covered cemetery on the square.") is None


def test_a_partial_statement_is_not_denied_by_its_opposite_part() -> None:
    some, others = (
        "Some harbour pilots trust the radar.",
        "Some harbour pilots don't trust the radar.",
    )
    assert judged(some, others) == "unopposed"


def test_a_plain_fact_may_change_with_the_years() -> None:
    one, other = (
        "The harbour crane is reliable in winter storms.",
        ("The harbour crane is not reliable in winter storms."),
    )
    assert judged(one, other) == "disagreement"
    assert judged(one, other, dates=("2015-01-01", "2024-01-01")) == "unopposed"


def test_two_costs_of_one_thing_exclude_each_other_and_rounding_does_not() -> None:
    said = "The covered market at Brill cost {} million euros."
    assert judged(said.format("4.2"), said.format("6.8")) == "figures"
    assert judged(said.format("4.2"), said.format("about 4")) == "agreement"
    assert judged(said.format("4.2"), "The covered market at Fenby cost 6.8 million euros.") is None


def test_bounds_in_different_units_of_time_compare() -> None:
    said = "Bakers should keep {} of flour in the cellar."
    assert judged(said.format("no more than three days"), said.format("at least two weeks")) == (
        "figures"
    )
    assert judged(said.format("at least two days"), said.format("at least three days")) != "figures"


def test_preferring_what_another_refuses_is_a_disagreement() -> None:
    one = "The ferry should run on hydrogen rather than batteries."
    other = "The ferry should run on batteries rather than hydrogen."
    assert judged(one, other) == "disagreement"
    assert judged(one, one) == "unopposed"


def test_opposite_words_oppose_and_two_of_them_do_not() -> None:
    one = "Tidal turbines make the harbour crossing safe for fishing boats."
    assert judged(one, one.replace("safe", "dangerous")) == "disagreement"
    assert judged(one, one.replace("safe", "not dangerous").replace("make", "do not make")) != (
        "disagreement"
    )


def test_a_reply_that_denies_is_a_disagreement_only_in_its_own_talk() -> None:
    one, other = "The tram lost the town a fortune.", "I don't think that's true. It paid its way."
    assert judged(one, other, one_talk=True) == "disagreement"
    assert judged(one, other) is None


def test_a_change_of_mind_that_is_told_is_a_reversal() -> None:
    once, since = "I used to think that trams were toys.", "I was wrong about them."
    assert judged(once, since, people=SAME, one_talk=True) == "reversal"
    assert judged(once, since, one_talk=True) is None


def test_certainty_and_not_knowing_conflict() -> None:
    one = "It was very clearly the storm that closed the bridge."
    other = "We still don't know what closed the bridge."
    assert judged(one, other) == "disagreement"


def test_two_people_of_one_view_agree_and_one_does_not_agree_with_himself() -> None:
    one, other = "Every bus stop should have a bench.", "Every bus stop should have a bench, I say."
    assert judged(one, other) == "agreement"
    assert judged(one, other, people=SAME) == "unopposed"
