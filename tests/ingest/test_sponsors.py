import pytest

from groundcast.ingest.source import ReadTurn
from groundcast.ingest.sponsors import with_sponsors_marked
from groundcast.records import TimeMark


def kinds(text: str) -> list[tuple[str, str]]:
    turns, _ = with_sponsors_marked([ReadTurn("Ana", text)])
    return [(turn.kind, turn.text) for turn in turns]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Let's pause. This episode is brought to you by Kilnworks, clay for beginners. It keeps"
            " for a year. Go to kilnworks.example and use the code TIDE. So, the turbines.",
            [
                ("speech", "Let's pause."),
                (
                    "sponsor",
                    "This episode is brought to you by Kilnworks, clay for beginners. It keeps for"
                    " a year. Go to kilnworks.example and use the code TIDE.",
                ),
                ("speech", "So, the turbines."),
            ],
        ),
        (
            "Support for this podcast comes from Oatfield. Oatfield makes oats.",
            [("sponsor", "Support for this podcast comes from Oatfield. Oatfield makes oats.")],
        ),
        (
            "Back to the show in a moment. Oatfield makes oats for sailors. They keep a year. And"
            " now back to the show. So you call it a tide?",
            [
                (
                    "sponsor",
                    "Back to the show in a moment. Oatfield makes oats for sailors. They keep a"
                    " year. And now back to the show.",
                ),
                ("speech", "So you call it a tide?"),
            ],
        ),
        (
            "I went back to the show in a moment of doubt. It was a good show.",
            [("speech", "I went back to the show in a moment of doubt. It was a good show.")],
        ),
        (
            "The stadium is sponsored by a mortgage company, which tells you something.",
            [
                (
                    "speech",
                    "The stadium is sponsored by a mortgage company, which tells you something.",
                )
            ],
        ),
        (
            "We said thank you to our neighbours.",
            [("speech", "We said thank you to our neighbours.")],
        ),
        ("", [("speech", "")]),
    ],
)
def test_a_read_is_parted_from_the_talk(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_no_words_are_lost_and_times_stay_with_their_words() -> None:
    text = "One moment. This show is sponsored by Oatfield. Oatfield is oats. Back to tides."
    marks = (TimeMark(0, 1.0), TimeMark(12, 3.0), TimeMark(66, 9.0))
    (turns, count) = with_sponsors_marked([ReadTurn("Ana", text, 1.0, 12.0, time_marks=marks)])
    assert count == 1
    assert " ".join(turn.text for turn in turns) == text
    assert [(turn.start_seconds, turn.end_seconds) for turn in turns] == [
        (1.0, 3.0),
        (3.0, 9.0),
        (9.0, 12.0),
    ]
    assert [turn.time_marks for turn in turns] == [
        (TimeMark(0, 1.0),),
        (TimeMark(0, 3.0),),
        (TimeMark(0, 9.0),),
    ]


def test_a_turn_that_announces_a_read_is_one_to_its_end() -> None:
    text = "It's now time for sponsored news!\nKilnworks has a new glaze. It dries in a day."
    assert kinds(text) == [("sponsor", text)]
    walk = "It's time for a sponsored walk along the quay."
    assert kinds(walk) == [("speech", walk)]
    long = "Time for a sponsored message. " + "And on it goes. " * 200
    assert [kind for kind, _ in kinds(long)] == ["speech"]


def test_a_sponsor_named_for_the_day_opens_a_read() -> None:
    assert kinds("Let's pause. Our first sponsor for today is Kilnworks.") == [
        ("speech", "Let's pause."),
        ("sponsor", "Our first sponsor for today is Kilnworks."),
    ]
