from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.extraction.sentences import part_spans, sentence_spans, spoken_sentences
from groundcast.records import Transcript, Turn


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One ends. Two begins.", ["One ends.", "Two begins."]),
        ("Dr. Okafor met Mr. Lund. They left.", ["Dr. Okafor met Mr. Lund.", "They left."]),
        ("Use a cache, e.g. Brine, for reads.", ["Use a cache, e.g. Brine, for reads."]),
        ("Version 2.4.1 is 3.5 times faster.", ["Version 2.4.1 is 3.5 times faster."]),
        ("Well... maybe it works. Yes.", ["Well... maybe it works.", "Yes."]),
        ("It was slow... And then it died.", ["It was slow...", "And then it died."]),
        ('She asked "Why?" and left. Fine.', ['She asked "Why?" and left.', "Fine."]),
        ("He said “Stop.” Nobody did.", ["He said “Stop.”", "Nobody did."]),
        ("Ida B. Moreau wrote it.", ["Ida B. Moreau wrote it."]),
        ("No mark at all\n\nA new paragraph", ["No mark at all", "A new paragraph"]),
        ("A headline\nwithout a stop. Next one.", ["A headline", "without a stop.", "Next one."]),
        ("We sell soap, rope, etc. Then we ship.", ["We sell soap, rope, etc.", "Then we ship."]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_spoken_text_splits_where_a_statement_ends(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@given(st.text(alphabet='Ab c.!?…"“”\n,-:', max_size=200))
def test_sentences_are_trimmed_in_order_and_lose_nothing_but_space(text: str) -> None:
    spans = list(sentence_spans(text))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The pump broke -- a seal had failed.", ["a seal had failed."]),
        ("Salt corrodes; steel rusts.", ["Salt corrodes", "steel rusts."]),
        ("A well-known fix.", []),
    ],
)
def test_a_sentence_comes_apart_and_what_breaks_off_at_a_dash_is_no_part(
    text: str, parts: list[str]
) -> None:
    assert [text[start:end] for start, end in part_spans(text)] == parts


def test_only_speech_is_split_and_offsets_are_the_transcripts() -> None:
    text = "Hello all. Tides matter.\nBuy Acme rope now.\nThey do."
    turns = (
        Turn("Ada", None, None, None, 0, 24),
        Turn("Ad", None, None, None, 25, 43, "sponsor"),
        Turn("Bo", None, None, None, 44, 52),
    )
    found = spoken_sentences(Transcript(text, turns, "none"))
    assert [(s.text, s.char_start, s.turn, s.place, s.alone) for s in found] == [
        ("Hello all.", 0, 0, 0, False),
        ("Tides matter.", 11, 0, 1, False),
        ("They do.", 44, 2, 0, True),
    ]
