import pytest

from groundcast.ingest.source import ReadTranscript, ReadTurn
from groundcast.ingest.voice_words import is_placeholder, stage_kind
from groundcast.ingest.voices import identify_voices
from groundcast.records import Credit


def transcript(*turns: tuple[str, str]) -> ReadTranscript:
    read = tuple(ReadTurn(label, text, kind=stage_kind(label) or "speech") for label, text in turns)
    return ReadTranscript("markdown", read, "none")


def names(*labels: str, credits: tuple[str, ...] = ()) -> list[str | None]:
    voices = identify_voices(
        transcript(*((label, "Words.") for label in labels)), [Credit(name) for name in credits]
    )
    return [voice.name for voice in voices]


@pytest.mark.parametrize(
    ("labels", "credits", "expected"),
    [
        (["Ada Lind (AL)", "AL"], [], ["Ada Lind", "Ada Lind"]),
        (["Ada van Lind (AvL)", "AvL"], [], ["Ada van Lind", "Ada van Lind"]),
        (["Nightowl (Ada Lind)", "Nightowl"], [], ["Ada Lind", "Ada Lind"]),
        (["Ada"], ["Ada Lind"], ["Ada Lind"]),
        (["Ada"], ["Ada Lind", "Ada Moor"], ["Ada"]),
        (["Lind", "Ada Lind"], [], ["Ada Lind", "Ada Lind"]),
        (["AL", "BM"], ["Ada Lind", "Ben Moor"], ["Ada Lind", "Ben Moor"]),
        (["AL"], ["Ada Lind", "Anna Long"], ["AL"]),
        (["Ada O’Lind"], ["Ada O'Lind"], ["Ada O'Lind"]),
        (["Ada M. Lind"], ["Ada Lind"], ["Ada Lind"]),
        (["GUIDO VAN LIND", "GUIDO"], [], ["Guido van Lind", "Guido van Lind"]),
        (["Rook"], ["Rook"], ["Rook"]),
        (["Rook", "Rook 0"], [], ["Rook", "Rook"]),
        (["Speaker 1", "SPEAKER_01", "Unknown", "Host"], ["Ada Lind"], [None] * 4),
        (["Audience member", "Male speaker", "Guest 2"], [], [None] * 3),
    ],
)
def test_labels_stand_for_persons(
    labels: list[str], credits: list[str], expected: list[str | None]
) -> None:
    assert names(*labels, credits=tuple(credits)) == expected


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Break", "music"),
        ("Jingle", "music"),
        ("Outro", "stage"),
        ("Clip 2", "stage"),
        ("Song extract", "stage"),
        ("Sponsor", "sponsor"),
        ("Sponsor Break", "sponsor"),
        ("Breaker Lind", None),
        ("Ada", None),
    ],
)
def test_labels_that_are_no_voices_say_what_their_turn_is(label: str, kind: str | None) -> None:
    assert stage_kind(label) == kind
    assert len(names(label)) == (kind is None)


@pytest.mark.parametrize("label", ["Ada Lind", "Will", "MC", "Guest Lind", "I", "Queen"])
def test_names_are_no_placeholders(label: str) -> None:
    assert not is_placeholder(label)


def test_roles_are_the_credits_else_read_from_welcome_and_thanks() -> None:
    read = transcript(
        ("Ada Lind", "Welcome to the River Hour. Ben, thanks for joining us."),
        ("Ben Moor", "Thanks for having me."),
        ("Cleo Park", "Hello."),
        ("Dan Rook", "Hi."),
    )
    voices = identify_voices(read, [Credit("Dan Rook", "host")])
    assert [(voice.name, voice.role) for voice in voices] == [
        ("Ada Lind", "host"),
        ("Ben Moor", "guest"),
        ("Cleo Park", "other"),
        ("Dan Rook", "host"),
    ]
