from groundcast.ingest.plain_text import read_plain_text


def test_labels_are_read_at_line_starts_and_markup_stays() -> None:
    transcript = read_plain_text(
        "ADA: Hi, *you*.\nBEN: Hello\nagain.\nADA:\nSo it is.\n\nMore.\n BEN : Y"
    )
    assert [(turn.speaker_label, turn.text) for turn in transcript.turns] == [
        ("ADA", "Hi, *you*."),
        ("BEN", "Hello again."),
        ("ADA", "So it is.\nMore."),
        ("BEN", "Y"),
    ]
    assert transcript.format == "text"


def test_clocks_in_front_of_labels_or_on_their_own_line_are_marks() -> None:
    transcript = read_plain_text(
        "[00:00:05] Ada: Hi.\nBen: Yes.\n\n(00:01:00)\nIndeed.\n[01:10] Ada: So.\nBen: Ok."
    )
    assert [(turn.speaker_label, turn.start_seconds) for turn in transcript.turns] == [
        ("Ada", 5.0),
        ("Ben", None),
        ("Ada", 70.0),
        ("Ben", None),
    ]


def test_a_long_paragraph_of_an_unknown_voice_is_cut_at_sentence_ends() -> None:
    transcript = read_plain_text("The river rose again that night. " * 100)
    assert len(transcript.turns) == 3
    assert all(turn.text.endswith("night.") for turn in transcript.turns)
    assert sum(len(turn.text.split()) for turn in transcript.turns) == 600
