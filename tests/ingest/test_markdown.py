from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from groundcast.ingest.markdown import read_markdown
from groundcast.ingest.source import ReadTranscript
from groundcast.records import Credit, TimeMark


def spoken(transcript: ReadTranscript) -> list[tuple[str | None, str]]:
    return [(turn.speaker_label, turn.text) for turn in transcript.turns if turn.kind == "speech"]


def test_paragraphs_of_a_turn_are_joined_by_newlines_and_wrapped_lines_by_spaces() -> None:
    transcript = read_markdown(
        "**Ada Lind:** First line\nwraps here.\n\nA second paragraph.\n\n**Ben Moor:** Yes."
    )
    assert spoken(transcript) == [
        ("Ada Lind", "First line wraps here.\nA second paragraph."),
        ("Ben Moor", "Yes."),
    ]
    assert transcript.time_source == "none"
    assert transcript.notes == ()


def test_front_matter_is_the_files_facts_and_not_its_words() -> None:
    transcript = read_markdown(
        "---\ntitle: 'On Rivers: a talk'\ndate: 2021-03-12\nlang: en\nepisode: 31\n"
        "hosts: [Ada Lind]\nspeakers:\n  - Ada Lind\n  - Ben Moor\n"
        "media: https://a.example/31.mp3\nlicense: CC0\nsummary: |-\n  One.\n\n  Two.\n---\n"
        "Ada: Hi.\n\nBen: Hello."
    )
    facts = transcript.facts
    assert spoken(transcript) == [("Ada", "Hi."), ("Ben", "Hello.")]
    assert (facts.title, facts.published_on, facts.language) == (
        "On Rivers: a talk",
        "2021-03-12",
        "en",
    )
    assert (facts.number, facts.audio_url, facts.url) == (31, "https://a.example/31.mp3", None)
    assert (facts.licence, facts.summary) == ("CC0", "One.\n\nTwo.")
    assert facts.credits == (Credit("Ada Lind", "host"), Credit("Ben Moor", "other"))


def test_damaged_front_matter_is_left_out_with_a_note() -> None:
    transcript = read_markdown("---\ntitle: [unclosed\n---\n**Ada Lind:** Hi.")
    assert spoken(transcript) == [("Ada Lind", "Hi.")]
    assert transcript.notes == ("the front matter is no valid YAML: left out",)


def test_headings_and_the_words_before_the_first_label_are_stage_turns() -> None:
    transcript = read_markdown(
        "Notes: https://a.example\n\nTyped by hand\n\n## Intro\n\n**Ada Lind:** One.\n\n"
        "_The second part_\n\nTwo.\n\n**Ben Moor:** Three."
    )
    assert [(turn.kind, turn.speaker_label, turn.text) for turn in transcript.turns] == [
        ("stage", None, "Notes: https://a.example"),
        ("stage", None, "Typed by hand"),
        ("stage", None, "Intro"),
        ("speech", "Ada Lind", "One."),
        ("stage", None, "The second part"),
        ("speech", "Ada Lind", "Two."),
        ("speech", "Ben Moor", "Three."),
    ]
    assert transcript.notes == ("4 headings and remarks outside the speech kept as stage turns",)


def test_times_leave_the_text_and_become_marks() -> None:
    transcript = read_markdown(
        r"**Ada Lind:** \[02:47\] Start here. And on. \[03:10\] Later."
        "\n\n"
        r"\[04:00\] New paragraph."
        "\n\n**Ben Moor:** 00:05:00\n\nHello [unintelligible 00:05:26.27] there."
    )
    first, second = transcript.turns
    assert first.text == "Start here. And on. Later.\nNew paragraph."
    assert first.time_marks == (TimeMark(0, 167.0), TimeMark(20, 190.0), TimeMark(27, 240.0))
    assert first.start_seconds == 167.0
    assert (second.text, second.start_seconds) == (
        "Hello [unintelligible 00:05:26.27] there.",
        300.0,
    )
    assert transcript.time_source == "sparse"


def test_label_lines_with_a_clock_start_their_turns() -> None:
    transcript = read_markdown("## A\n\nAda – 00:02:46:\n\nHi.\n\nBen  – 00:02:50:\n\nHello.")
    assert [
        (turn.speaker_label, turn.start_seconds, turn.text) for turn in transcript.turns[1:]
    ] == [("Ada", 166.0, "Hi."), ("Ben", 170.0, "Hello.")]


def test_a_time_that_runs_back_is_left_out_with_a_note() -> None:
    transcript = read_markdown(
        "# T\n\nAda: 00:01:00\n\na\n\nBen: 09:59:00\n\nb\n\nAda: 00:01:10\n\nc"
    )
    assert [turn.start_seconds for turn in transcript.turns[1:]] == [60.0, None, 70.0]
    assert "1 times left out: they run backwards or are no times" in transcript.notes


def test_a_break_is_music_and_a_break_with_words_a_sponsor_read() -> None:
    transcript = read_markdown(
        "**Ada Lind:** a\n\n**Break:** [10:00] to [11:30]\n\n**Ben Moor:** b\n\n"
        "**Break:** [20:00]\n\nThis show is brought to you by Moor Tea.\n\n**Ben Moor:** c\n\n"
        "**Breaker Lind:** d"
    )
    assert [(turn.speaker_label, turn.kind, turn.start_seconds) for turn in transcript.turns] == [
        ("Ada Lind", "speech", None),
        ("Break", "music", 600.0),
        ("Ben Moor", "speech", 690.0),
        ("Break", "sponsor", 1200.0),
        ("Ben Moor", "speech", None),
        ("Breaker Lind", "speech", None),
    ]
    assert (transcript.turns[1].text, transcript.turns[1].end_seconds) == ("", 690.0)


def test_quotations_and_lists_stay_words_of_the_turn() -> None:
    transcript = read_markdown(
        "**Ada Lind:** She wrote:\n\n> **Our plan**: go.\n>\n> Soon.\n\n- **First**: a\n- b\n\n"
        "**Ben Moor:** Ok."
    )
    assert spoken(transcript) == [
        ("Ada Lind", "She wrote:\nOur plan: go.\nSoon.\nFirst: a\nb"),
        ("Ben Moor", "Ok."),
    ]


def test_declared_initials_without_their_colon_still_open_a_turn() -> None:
    transcript = read_markdown(
        "# T\n\nAda Lind (AL): One.\n\nBen Moor (BM): Two.\n\nAL Yes, I see.\n\nBM: So."
    )
    assert spoken(transcript) == [
        ("Ada Lind (AL)", "One."),
        ("Ben Moor (BM)", "Two."),
        ("AL", "Yes, I see."),
        ("BM", "So."),
    ]


def test_the_title_is_the_first_telling_heading_where_nothing_states_it() -> None:
    assert read_markdown("# On Rivers\n\n**Ada Lind:** a").facts.title == "On Rivers"
    assert read_markdown("## Introduction\n\n**Ada Lind:** a").facts.title is None


def test_text_without_labels_is_one_turn_a_paragraph() -> None:
    transcript = read_markdown("It was *late*.\n\nOne thing: it rained.")
    assert spoken(transcript) == [(None, "It was late."), (None, "One thing: it rained.")]
    assert transcript.notes == ("no speakers: every paragraph is a turn of an unknown voice",)


WORDS = st.text(alphabet="abcdefgh ijklm", min_size=1, max_size=60).filter(str.strip)


@given(
    st.lists(st.tuples(st.sampled_from(["Ada Lind", "Ben Moor"]), WORDS), min_size=1, max_size=9)
)
def test_no_word_of_a_dialogue_is_lost(turns: Sequence[tuple[str, str]]) -> None:
    source = "\n\n".join(f"**{name}:** {words}" for name, words in turns)
    assert spoken(read_markdown(source)) == [
        (name, " ".join(words.split())) for name, words in turns
    ]


@given(st.text(alphabet="ab:*[]()_`>#-\\ \n0123456789{}%<!|", max_size=200))
def test_any_markup_is_read_and_every_mark_lies_in_its_turn(source: str) -> None:
    for turn in read_markdown(source).turns:
        chars = [mark.char for mark in turn.time_marks]
        assert chars == sorted(set(chars))
        assert all(0 <= char <= len(turn.text) for char in chars)
        assert turn.text == turn.text.strip()
