import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.records import Segment, TimeMark, Transcript, Turn
from groundcast.retrieval.segments import MAX_PIECES, cut_segments

EPISODE = "episode:0123456789ab"


class Words:
    """Counts words and signs, as a word-piece tokenizer with a complete vocabulary would."""

    def count(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        return [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]


def transcript(*turns: tuple[str | None, str, str]) -> Transcript:
    at, made, texts = 0, list[Turn](), list[str]()
    for person, kind, text in turns:
        made.append(Turn(person, person, None, None, at, at + len(text), kind))  # type: ignore[arg-type]
        texts.append(text)
        at += len(text) + 1
    return Transcript("\n".join(texts), tuple(made), "none")


def speech(*turns: tuple[str, str]) -> Transcript:
    return transcript(*((person, "speech", text) for person, text in turns))


def sentences(count: int, words: int = 12) -> str:
    return " ".join(f"Number {n} " + "filler " * (words - 3) + "ends." for n in range(count))


def cut(source: Transcript) -> tuple[Segment, ...]:
    return cut_segments(EPISODE, source, Words())


def test_short_turns_are_packed_together() -> None:
    segments = cut(speech(("person:ada", "Hello there."), ("person:bo", "Hi. Good to be here.")))
    assert [(s.char_start, s.char_end, s.text) for s in segments] == [
        (0, 33, "Hello there.\nHi. Good to be here.")
    ]
    assert segments[0].person_id == "person:bo"
    assert segments[0].person_ids == ("person:ada", "person:bo")
    assert segments[0].id.startswith("segment:")


def test_a_long_turn_is_cut_at_sentence_ends() -> None:
    segments = cut(speech(("person:ada", sentences(60))))
    assert len(segments) > 3
    assert all(segment.text.endswith("ends.") for segment in segments)
    assert all(segment.text.startswith("Number") for segment in segments)


def test_borders_prefer_the_ends_of_turns() -> None:
    turns = [("person:ada", sentences(13)), ("person:bo", sentences(13))]
    segments = cut(speech(*turns))
    assert segments[0].text == sentences(13)


def test_an_abbreviation_ends_no_sentence() -> None:
    text = "We asked Dr. Vale about it. " * 60
    segments = cut(speech(("person:ada", text.strip())))
    assert not any(segment.text.endswith("Dr.") for segment in segments)


@pytest.mark.parametrize("kind", ["sponsor", "music", "stage"])
def test_turns_that_are_not_speech_are_in_no_segment_and_part_the_rest(kind: str) -> None:
    segments = cut(
        transcript(
            ("person:ada", "speech", "Before it."),
            (None, kind, "Buy our invented soap."),
            ("person:ada", "speech", "After it."),
        )
    )
    assert [segment.text for segment in segments] == ["Before it.", "After it."]


def test_a_transcript_without_speech_has_no_segments() -> None:
    assert cut(transcript((None, "music", "la la"))) == ()
    assert cut(Transcript("", (), "none")) == ()


def test_times_come_from_the_transcript() -> None:
    turn = Turn("Ada", None, 0.0, 4.0, 0, 11)
    timed = Transcript("Hello there", (turn,), "exact", (TimeMark(0, 0.0),))
    (segment,) = cut(timed)
    assert (segment.start_seconds, segment.end_seconds, segment.time_exact) == (0.0, 4.0, True)
    assert (segment.person_id, segment.person_ids) == (None, ())


WORDS = st.sampled_from(
    ["so", "the", "vault.", "Dr.", "e.g.", "keys?", "量子", "x_y=1", "well,", "“no”"]
)
TEXTS = st.lists(WORDS, max_size=400).map(" ".join)
TURNS = st.lists(
    st.tuples(
        st.sampled_from(["person:ada", "person:bo", None]),
        st.sampled_from(["speech", "speech", "speech", "sponsor"]),
        st.one_of(TEXTS, st.text(max_size=60)),
    ),
    max_size=8,
)


@given(TURNS)
def test_segments_cover_all_speech_within_the_limit(
    turns: list[tuple[str | None, str, str]],
) -> None:
    source = transcript(*turns)
    segments = cut(source)
    covered: set[int] = set()
    for segment in segments:
        assert segment.text == source.text[segment.char_start : segment.char_end]
        assert segment.text == segment.text.strip() != ""
        assert Words().count(segment.text) <= MAX_PIECES
        covered.update(range(segment.char_start, segment.char_end))
    for turn in source.turns:
        chars = {at for at in range(turn.char_start, turn.char_end) if source.text[at].strip()}
        assert chars <= covered if turn.kind == "speech" else not chars & covered
    assert len({segment.id for segment in segments}) == len(segments)


@given(st.integers(30, 200), st.integers(4, 60))
def test_neighbours_share_about_a_fifth(count: int, words: int) -> None:
    source = speech(("person:ada", sentences(count, words)))
    segments = cut(source)
    for first, second in pairwise(segments):
        shared = Words().count(source.text[second.char_start : first.char_end])
        assert 20 <= shared <= 62
        assert first.char_start < second.char_start


def test_text_without_sentences_or_spaces_is_cut_too() -> None:
    endless = "a.b" * 900
    segments = cut(speech(("person:ada", endless)))
    assert len(segments) > 10
    assert segments[0].char_start == 0
    assert segments[-1].char_end == len(endless)
