import pytest

from groundcast.extraction.phrasing import statement_of
from groundcast.extraction.screening import objection, opens_with_reference


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        ("Tidal turbines need a new coating every three years in salt water.", None),
        ("Turbines need paint.", "too short"),
        ("Thank you so much for taking the time to be with us today.", "housekeeping"),
        ("Today's episode is brought to you by Acme rope and tackle.", "housekeeping"),
        ("You can support the makers of this on Patreon every month.", "housekeeping"),
        ("You mentioned the turbines need a new coating every three years.", "addressed"),
        ("My wife painted the turbines with the wrong coating last year.", "anecdote"),
        ('The operator said, "Turbines need a new coating every three years."', "reported"),
        ("What kind of coating do the turbines need in salt water?", "question"),
        ("The other one needs a new coating every three years anyway.", "leans"),
        ("The turbines [unintelligible 00:12:01] need a coating every three years.", None),
        ("The turbines -- the coating fails -- every three -- four years in salt.", "disfluent"),
        ("Turbines need a coating from the maker of the...", "broken off"),
        ("Turbines “need a coating every three years in salt water at least.", "half"),
        ("Marta knows that turbines need a coating every three years.", "names someone present"),
    ],
)
def test_a_sentence_is_turned_down_for_a_reason(spoken: str, reason: str | None) -> None:
    found = objection(spoken, statement_of(spoken), frozenset(("marta",)))
    assert found is None if reason is None else (found or "").startswith(reason)


@pytest.mark.parametrize(
    ("statement", "refers"),
    [
        ("It rusts in salt water.", True),
        ("They're painted every year.", True),
        ("It's hard to paint a turbine under water.", False),
        ("Those who paint turbines work at low tide.", False),
        ("Turbines rust.", False),
    ],
)
def test_a_leading_pronoun_refers_unless_it_stands_for_nothing(
    statement: str, refers: bool
) -> None:
    assert opens_with_reference(statement) is refers
