import pytest

from groundcast.ingest.labels import declared_names, established_labels, initials_of, read_label
from groundcast.ingest.transcripts import read_transcript
from groundcast.records import Credit


@pytest.mark.parametrize(
    ("line", "label", "rest", "clock"),
    [
        ("**Ada Lind:** Hello", "Ada Lind", "Hello", None),
        ("**Ada Lind**: Hello", "Ada Lind", "Hello", None),
        ("**Ada Lind: ** Hello", "Ada Lind", "Hello", None),
        ("**Ada Lind:**: Hello", "Ada Lind", "Hello", None),
        ("**Ada Lind** [00:12]: Hello", "Ada Lind", "Hello", "[00:12]"),
        ("**Ada Lind:** 00:01:10", "Ada Lind", "00:01:10", None),
        ("ADA: Hello", "ADA", "Hello", None),
        (" ADA LIND : Hello", "ADA LIND", "Hello", None),
        ("Ada Lind (AL): Hello", "Ada Lind (AL)", "Hello", None),
        ("Ada: 00:01:10", "Ada", "", "00:01:10"),
        ("Ada 00:01:10:", "Ada", "", "00:01:10"),
        ("Ada  – 00:01:10:", "Ada", "", "00:01:10"),
        ("Ada- 00:01:10:", "Ada", "", "00:01:10"),
        ("Ada Lind [4:30]: Hello", "Ada Lind", "Hello", "[4:30]"),
        ("[00:01:10] Ada: Hello", "Ada", "Hello", "[00:01:10]"),
        ("00:01:10 Ada: Hello", "Ada", "Hello", "00:01:10"),
        ("Speaker 1 (00:10)", "Speaker 1", "", "(00:10)"),
        ("VM (Vicky) Lind: Hello", "VM (Vicky) Lind", "Hello", None),
        ("Fred K. Lind Jr.: Hello", "Fred K. Lind Jr.", "Hello", None),
    ],
)
def test_every_label_style_is_read(line: str, label: str, rest: str, clock: str | None) -> None:
    found = read_label(line)
    assert found is not None
    assert (found.label, found.rest, found.clock) == (label, rest, clock)


@pytest.mark.parametrize(
    "line",
    [
        "We left at 10:30 and came back.",
        "https://a.example/b",
        "**Warm** weather came",
        "Is this right? Yes: it is.",
        "and so on and so on and on and on: yes",
        "123: 456",
        "",
    ],
)
def test_an_ordinary_line_carries_no_label(line: str) -> None:
    assert read_label(line) is None


def established(*lines: str, credits: tuple[Credit, ...] = ()) -> set[str]:
    return set(established_labels([[line] for line in lines], credits))


def test_words_before_a_colon_are_no_speaker_without_evidence() -> None:
    assert (
        established(
            "One thing: do it.", "Note: it rains.", "Question: why?", "Note: still.", "Note: more."
        )
        == set()
    )


def test_names_that_return_are_speakers_and_remarks_are_not() -> None:
    lines = ["Ada: Hi.", "Ben: Hello.", "Ada: So.", "Note: later.", "Ben: No.", "Ada: X", "Ben: Y"]
    assert established(*lines) == {"ada", "ben"}


def test_a_credit_or_a_declaration_is_enough_once() -> None:
    assert established("Ada: Hi.", credits=(Credit("Ada Lind"),)) == {"ada"}
    assert established("Ada Lind (AL): Hi.", "AL: So.") == {"ada lind (al)", "al"}
    assert established("Ghost9 (G9): Hi.", "G9: So.") == {"ghost9 (g9)", "g9"}


def test_one_bold_label_is_enough_but_no_bold_remark() -> None:
    assert established("**Ada Lind:** Hi.", "**Note:** x", "**Key point:** y") == {"ada lind"}


def test_capitals_that_take_turns_are_speakers() -> None:
    assert established("ADA: a", "BEN: b", "ADA: c", "CLEO LIND: d") == {"ada", "ben", "cleo lind"}


def test_a_voice_heard_once_in_a_dialogue_is_a_speaker() -> None:
    turns = ["Ada: a", "Ben: b"] * 5
    assert established(*turns, "Cleo Lind: once") == {"ada", "ben", "cleo lind"}
    assert established(*turns, "Paper: https://a.example") == {"ada", "ben"}


def test_plain_words_need_more_evidence_among_bold_labels() -> None:
    turns = ["**Ada Lind:** a", "**Ben Moor:** b"] * 4
    assert established(*turns, "Small Print: x", "Small Print: y") == {"ada lind", "ben moor"}


def test_a_sponsor_or_break_label_alone_makes_no_dialogue() -> None:
    assert established("**Break:** [10:00]", "Text") == set()


@pytest.mark.parametrize(
    ("labels", "declared"),
    [
        (["Ada van Lind (AvL)"], {"ada van lind (avl)": ("Ada van Lind", "AvL")}),
        (["Nightowl (Ada Lind)"], {"nightowl (ada lind)": ("Ada Lind", "Nightowl")}),
        (["Block Relay (Draft 4)"], {}),
        (["Ada Lind"], {}),
    ],
)
def test_a_label_declares_its_short_form(
    labels: list[str], declared: dict[str, tuple[str, str]]
) -> None:
    assert declared_names(labels) == declared


def test_initials_may_leave_out_particles_and_middle_names() -> None:
    assert initials_of("Ada van Lind") == {"avl", "al"}
    assert initials_of("Ada Marie Lind") == {"aml", "al"}


def test_a_break_with_a_time_parts_what_is_sold_from_the_talk() -> None:
    text = (
        "[00:00:10] Ana Ruiz: The gate closes at dusk, and nobody has drowned since.\n\n"
        "[00:00:40] Break: Kilnworks has clay for every beginner.\n\n"
        "[00:01:10] Ana Ruiz: So we kept the gate, and we paid for the lamp.\n"
    )
    transcript = read_transcript(text.encode(), "gate.txt")
    spoken = [(turn.speaker_label, turn.kind) for turn in transcript.turns]
    assert ("Ana Ruiz", "speech") in spoken
    assert all("Kilnworks" not in t.text for t in transcript.turns if t.kind == "speech")
    assert any("Kilnworks" in t.text for t in transcript.turns)
