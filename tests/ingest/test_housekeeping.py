import pytest

from groundcast.ingest.housekeeping import with_housekeeping_marked
from groundcast.ingest.source import ReadTurn
from groundcast.records import TimeMark

OUTRO = (
    "Thank you for listening to this episode. The show is produced by Ana Ruiz. You can email us at"
    " hello@tidewater.example. Please subscribe, and see you next week!"
)


def kinds(*texts: str) -> list[tuple[str, str]]:
    turns, _ = with_housekeeping_marked([ReadTurn("Ana", text) for text in texts])
    return [(turn.kind, turn.text) for turn in turns]


def test_credits_and_calls_to_subscribe_at_the_end_are_housekeeping() -> None:
    said = f"So the berth stays empty. {OUTRO}"
    assert kinds(said) == [("speech", "So the berth stays empty."), ("housekeeping", OUTRO)]


@pytest.mark.parametrize(
    "text",
    [
        "Follow us on Mastodon, and you can find the show notes at tidewater.example.",
        "Have a good week. Like, subscribe, and leave us a five star review if you dig the show!",
        "Give us a review if you like what you hear.",
        "Before we begin: sign up for our newsletter on our website.",
    ],
)
def test_a_show_about_itself_is_housekeeping(text: str) -> None:
    assert ("housekeeping", text.removeprefix("Have a good week. ")) in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Thank you for listening to us.",
        "You have to subscribe to the idea that ferries are roads. The board did, in its review.",
        "The harbour was produced by dredging, and people subscribe to the ferry by the month.",
        "They leave a review of every berth with the harbour master, who thanks them.",
        "We joined the community of ports on the coast, and we follow them.",
    ],
)
def test_a_single_phrase_within_talk_is_none(text: str) -> None:
    assert kinds(text) == [("speech", text)]


def test_only_the_ends_of_an_episode_are_searched() -> None:
    middle = [OUTRO if n == 10 else f"Berth {n} is full." for n in range(20)]
    assert {kind for kind, _ in kinds(*middle)} == {"speech"}
    assert kinds(*middle[:11])[-1] == ("housekeeping", OUTRO)


def test_talk_after_housekeeping_stays_talk_and_keeps_its_times() -> None:
    talk = "Now to the turbines, of which there are forty-two on this coast, each as tall as a "
    talk += "church and as loud as the sea on a quiet day, as the people who live there say."
    text = f"{OUTRO} {talk}"
    turn = ReadTurn(
        "Ana", text, 0.0, 90.0, time_marks=(TimeMark(0, 0.0), TimeMark(len(OUTRO) + 1, 30.0))
    )
    (first, second), count = with_housekeeping_marked([turn])
    assert (first.kind, second.kind, count) == ("housekeeping", "speech", 1)
    assert second.text == talk
    assert second.start_seconds == 30.0
