"""A span of a source's text finds the same words in the transcript, at the very same place."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.building.episodes import transcript_of
from groundcast.ingest.alignment import Alignment, Marks
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.source import ReadTranscript, Voice
from groundcast.records import Transcript

# Labels share no letter with the words, so that the place of each word in the source is known.
VOICES = ("XX", "YY", None)
WORDS = st.lists(
    st.text(alphabet="abé ñ.\u00a0e\u0301", min_size=1, max_size=12).filter(
        lambda text: text.strip() != "" and not unicodedata.combining(text.strip()[0])
    ),
    min_size=1,
    max_size=4,
)
SEGMENTS = st.lists(st.tuples(st.sampled_from(VOICES), WORDS.map(" ".join)), min_size=1, max_size=8)


def transcript(segments: list[tuple[str | None, str]]) -> Transcript:
    cues = [
        Cue(2.0 * n, 2.0 * n + 1, unicodedata.normalize("NFC", text), voice)
        for n, (voice, text) in enumerate(segments)
    ]
    labels = dict.fromkeys(label for label, _ in segments if label)
    voices = [Voice(label, None, "other", "placeholder") for label in labels]
    read = ReadTranscript("segments", join_cues(cues).turns, "exact")
    return transcript_of(read, voices)


def written(segments: list[tuple[str | None, str]], *, labels: bool, gap: str) -> str:
    return gap.join(
        f"[00:00:{n:02}] {voice}: {text}" if labels and voice else text
        for n, (voice, text) in enumerate(segments)
    )


@given(SEGMENTS, st.booleans(), st.sampled_from(["\n", " ", "\n\n"]), st.data())
def test_any_words_of_a_segment_are_found_at_their_own_place(
    segments: list[tuple[str | None, str]], labels: bool, gap: str, data: st.DataObject
) -> None:
    canonical = transcript(segments)
    source = written(segments, labels=labels, gap=gap)
    number = data.draw(st.integers(0, len(segments) - 1))
    text = segments[number][1]
    begins = len(written(segments[: number + 1], labels=labels, gap=gap)) - len(text)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    wanted = Marks.of(text[start:end]).chars
    span = Alignment(source, canonical).span(begins + start, begins + end)
    before = "".join(said for _, said in segments[:number]) + text[:start]
    if span is None:
        # Nothing but blanks, or half of a letter that the canonical text has whole.
        assert wanted == "" or "\u0301" in text
        return
    assert Marks.of(canonical.text[slice(*span)]).chars == wanted
    assert len(Marks.of(canonical.text[: span[0]]).chars) == len(Marks.of(before).chars)


@given(SEGMENTS)
def test_the_whole_of_a_source_is_the_whole_of_the_text(
    segments: list[tuple[str | None, str]],
) -> None:
    canonical = transcript(segments)
    source = written(segments, labels=False, gap="\n")
    first, last = len(source) - len(source.lstrip()), len(source.rstrip())
    assert Alignment(source, canonical).span(first, last) == (0, len(canonical.text))


SAID = [("Ada", "The gate is shut."), ("Bo", "Shut?"), ("Ada", "Shut, I said, the gate is shut.")]


@pytest.mark.parametrize(
    ("source", "words", "place", "found"),
    [
        ("Ada: The gate is shut.\nBo: Shut?\nAda: Shut, I said, the gate is shut.\n",
         "gate is shut.", 1, "gate is shut."),
        ("The gate is\nshut. Shut? Shut, I said, the gate is shut.", "gate is\nshut.", 0,
         "gate is shut."),
        ("Ada: The gate is shut.\nBo: Shut?\nAda: Shut, I said, the gate is shut.\n",
         "shut.\nBo: Shut?", 0, None),
        ("The gate is shut. Something else entirely. Shut, I said, the gate is shut.",
         "Something else", 0, None),
    ],
)  # fmt: skip
def test_words_said_twice_are_told_apart(
    source: str, words: str, place: int, found: str | None
) -> None:
    canonical = transcript(list(SAID))
    at = -1
    for _ in range(place + 1):
        at = source.index(words, at + 1)
    span = Alignment(source, canonical).span(at, at + len(words))
    assert (None if span is None else canonical.text[slice(*span)]) == found
    if found is not None:
        assert span is not None
        assert span[0] == (canonical.text.rindex(found) if place else canonical.text.index(found))


@pytest.mark.parametrize(
    ("label", "called", "words"),
    [("Ian", "Ian", "I"), ("SPEAKER_00", "Ian", "I"), ("Hope", "Hope", "Hope"),
     ("SPEAKER_00", "Dr Hope", "Hope")],
)  # fmt: skip
def test_a_label_that_holds_the_words_is_not_taken_for_them(
    label: str, called: str, words: str
) -> None:
    alignment = Alignment(
        f"{called}: {words}\nBo: No.\n", transcript([(label, words), ("Bo", "No.")])
    )
    at, size = len(called) + 2, len(words)
    assert alignment.span(at, at + size) == (0, size)
    assert alignment.span(0, 1) is None
