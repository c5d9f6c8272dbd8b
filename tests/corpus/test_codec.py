import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.corpus import codec
from groundcast.errors import Damaged, NewerFormat
from groundcast.records import Insight, Knowledge, Speaker, TimeMark, TopicWeight, Transcript, Turn

words = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)


def transcript_of(texts: list[str]) -> Transcript:
    turns: list[Turn] = []
    at = 0
    for text in texts:
        turns.append(Turn("A", "person:a", None, None, at, at + len(text)))
        at += len(text) + 1
    return Transcript("\n".join(texts), tuple(turns), "none", (), (Speaker("A", "person:a", "A"),))


@given(st.lists(words, max_size=6))
def test_a_transcript_reads_back_as_it_was(texts: list[str]) -> None:
    transcript = transcript_of(texts)
    assert codec.decode_transcript(codec.encode_transcript(transcript), "t") == transcript


def test_a_transcript_file_shows_each_turn_on_a_line_with_its_words() -> None:
    transcript = Transcript(
        "Good morning.\nMorning.",
        (Turn("A", None, 0.0, 1.0, 0, 13), Turn("B", None, 1.0, 2.0, 14, 22)),
        "exact",
        (TimeMark(0, 0.0), TimeMark(14, 1.0)),
    )
    lines = codec.encode_transcript(transcript).decode().splitlines()
    assert lines[1] == '"format": 1,'
    assert sum('"text": "Morning."' in line for line in lines) == 1
    assert " [14, 1.0]" in lines


def test_words_that_moved_are_damage() -> None:
    fields = json.loads(codec.encode_transcript(transcript_of(["One.", "Two."])))
    fields["turns"][0]["text"] = "Uno!!"
    with pytest.raises(Damaged, match="turn 1 does not stand where its offsets say"):
        codec.decode_transcript(json.dumps(fields).encode(), "t")


def test_records_read_back_as_they_were() -> None:
    insight = Insight(
        "insight:1", "episode:1", "Tides are predictable.", "claim", None, ("quote:1",),
        (TopicWeight("topic:tides", 0.5),), (), 0.9, 0.4, 0.1, True,
    )  # fmt: skip
    knowledge = Knowledge("episode:1", "local", "1", insights=(insight,))
    assert codec.decode_record(Knowledge, codec.encode_record(knowledge), "k") == knowledge
    assert codec.from_compact(Insight, codec.compact(insight)) == insight


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"{", Damaged, "not valid JSON"),
        (b"[]", Damaged, "not a JSON object"),
        (b"{}", Damaged, "no format number"),
        (b'{"format": 99}', NewerFormat, "has format 99; this version reads up to 1"),
        (b'{"format": 1}', Damaged, "episode_id: Field required"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        codec.decode_record(Knowledge, data, "knowledge.json")
