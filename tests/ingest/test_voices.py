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
        (["Cy", "bitlind"], ["Ada Lind", "Cy Moor"], ["Cy Moor", "Ada Lind"]),
        (["Cy", "N-Owl"], ["Ada Lind", "Cy Moor"], ["Cy Moor", "Ada Lind"]),
        (["Cy", "N-Owl", "rook"], ["Ada Lind", "Cy Moor"], ["Cy Moor", "N-Owl", "rook"]),
        (["Cy", "Rook"], ["Ada Lind", "Cy Moor"], ["Cy Moor", "Rook"]),
        (["Speaker 1", "SPEAKER_01", "Unknown", "Host"], ["Ada Lind"], [None] * 4),
        (["Audience member", "Male speaker", "Guest 2"], [], [None] * 3),
    ],
)
def test_labels_stand_for_persons(
    labels: list[str], credits: list[str], expected: list[str | None]
) -> None:
    assert names(*labels, credits=tuple(credits)) == expected


HANDED_OVER = (
    ("Speaker 0", "Today we have a panel on eels. We begin with Ada Lind."),
    ("Speaker 1", "Hello. The Lind of the river Lind."),
    ("Speaker 0", "Great. Ben?"),
    ("Speaker 2", "Hey everyone, I'm Ben Mohr and I count eels."),
)


def test_placeholders_who_are_introduced_or_name_themselves_are_the_credited_ones() -> None:
    credits = [Credit(name) for name in ("Ada Lind", "Ben Moor", "Cy Vane")]
    voices = identify_voices(transcript(*HANDED_OVER), credits)
    assert [voice.name for voice in voices] == ["Cy Vane", "Ada Lind", "Ben Moor"]


def test_placeholders_keep_no_name_without_credits_or_beside_two_of_one_name() -> None:
    for credits in ([], ["Ada Lind", "Ada Moor", "Cy Vane"]):
        voices = identify_voices(transcript(*HANDED_OVER), [Credit(name) for name in credits])
        assert [voice.name for voice in voices] == [None] * 3


def test_a_long_sentence_that_names_someone_hands_nothing_over() -> None:
    said = "I once read a long and winding account by Ada Lind of eels in a river of the north."
    turns = (("Speaker 0", said), ("Speaker 1", "Did you?"))
    assert [v.name for v in identify_voices(transcript(*turns), [Credit("Ada Lind")])] == [None] * 2


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
        ("Rooftop Theme", "music"),
        ("Ada's Harbour Song", "music"),
        ("Old Toy Commercial", "sponsor"),
        ("Clip from The Night Shift 2", "stage"),
        ("Dawn Song", None),
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


@pytest.mark.parametrize(
    ("labels", "credits", "expected"),
    [
        (["Ada L"], ["Ada Lind"], ["Ada Lind"]),
        (["AJ Moor"], ["Anton Moor"], ["Anton Moor"]),
        (["amoor"], ["Anton Moor"], ["Anton Moor"]),
        (["René Lind"], ["Rene Lind"], ["Rene Lind"]),
        (["Ada Provost"], ["Ada Provoost"], ["Ada Provoost"]),
        (["Ada Provost", "Ada Provoost"], ["Ada Provoost"], ["Ada Provost", "Ada Provoost"]),
        (["Ben Moor", "Ada Lind"], ["Ada Lind"], ["Ben Moor", "Ada Lind"]),
        (["Ada Moor", "Ada Lind"], [], ["Ada Moor", "Ada Lind"]),
        (["Jon Lind", "Jan Lind"], [], ["Jon Lind", "Jan Lind"]),
        (["Ada"], ["Ada Lind", "Ada Moor", "Ben Ada"], ["Ada"]),
        (["Dr. Ada Lind, Ph.D.", "Ada Lind"], [], ["Ada Lind", "Ada Lind"]),
        (["Ada Lind and Ben Moor", "Ada Lind"], [], [None, "Ada Lind"]),
        (["The Night Shift", "Fix My Boat", "Harbour Talk #9"], [], [None] * 3),
        (["Voice over 1", "Pick 1", "Pick 2"], [], ["Voice over 1", None, None]),
    ],
)
def test_forms_of_one_name_are_one_person_and_different_names_are_not(
    labels: list[str], credits: list[str], expected: list[str | None]
) -> None:
    assert names(*labels, credits=tuple(credits)) == expected


def test_a_rare_slip_of_a_frequent_name_is_that_name() -> None:
    turns = [("Gloria Zander", "Words.")] * 4 + [("Glorida Zander", "Words."), ("Ox1Craft", "W.")]
    turns += [("0x1Craft", "Words.")] * 4
    known = [Credit("0x1Craft")]
    voices = {voice.label: voice.name for voice in identify_voices(transcript(*turns), known)}
    assert voices["Glorida Zander"] == "Gloria Zander"
    assert voices["Ox1Craft"] == "0x1Craft"


def test_two_names_of_like_letters_that_speak_as_much_are_two_persons() -> None:
    voices = identify_voices(
        transcript(("Daniel Wilson", "Words."), ("Daniela Wilson", "Words.")), []
    )
    assert [voice.name for voice in voices] == ["Daniel Wilson", "Daniela Wilson"]


def test_a_first_name_is_completed_by_how_the_voice_introduces_itself() -> None:
    read = transcript(
        ("Ada", "Hello, I'm Ada Lind, and this is the show."),
        ("Ben", "I'm Ben Franklin's biggest fan."),
        ("Cleo", "Thanks. I think I'm Cleo Moor. Or I'm Cleo Rook."),
    )
    voices = [(voice.name, voice.method) for voice in identify_voices(read, [])]
    assert voices == [("Ada Lind", "introduction"), ("Ben", "label"), ("Cleo", "label")]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Ada Lind Podcast", "Ada Lind"),
        ("Ada Lind", "Ada Lind"),
        ("Ada Lind's Harbour Show", "Ada"),
        ("Ben Lind Show", "Ada"),
    ],
)
def test_a_show_named_after_its_host_completes_the_first_name(title: str, name: str) -> None:
    voices = identify_voices(transcript(("Ada", "Words.")), [], title)
    assert [voice.name for voice in voices] == [name]
