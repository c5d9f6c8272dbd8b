from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.errors import NotReady
from groundcast.models.word_pieces import BertWordPieces

PIECES = BertWordPieces()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Hello world", [101, 7592, 2088, 102]),
        ("Café naïve", [101, 7668, 15743, 102]),
        ("日本語 ok", [101, 1864, 1876, 1950, 7929, 102]),
        ("I 😀 it", [101, 1045, 100, 2009, 102]),
        ("unaffable podcasting", [101, 14477, 20961, 3468, 16110, 2075, 102]),
        ("f(x) # 2", [101, 1042, 1006, 1060, 1007, 1001, 1016, 102]),
        ("", [101, 102]),
    ],
)
def test_ids_are_those_of_the_reference_tokenizer(text: str, ids: list[int]) -> None:
    assert PIECES.ids(text, 256) == ids


def test_a_marker_written_in_a_text_is_ordinary_text() -> None:
    assert PIECES.ids("[SEP] a", 256) == [101, 1031, 19802, 1033, 1037, 102]


@pytest.mark.parametrize(
    ("text", "offsets"),
    [
        ("unaffable podcasting", [(0, 3), (3, 6), (6, 9), (10, 17), (17, 20)]),
        ("I 😀 it", [(0, 1), (2, 3), (4, 6)]),
        ("a\ud800b", [(0, 3)]),
        ("", []),
    ],
)
def test_offsets_are_code_points_of_the_text_as_given(
    text: str, offsets: list[tuple[int, int]]
) -> None:
    assert PIECES.offsets(text) == offsets


def test_ids_are_cut_to_the_limit_with_both_markers_kept() -> None:
    ids = PIECES.ids("harbour " * 400, 256)

    assert len(ids) == 256
    assert (ids[0], ids[-1]) == (101, 102)
    assert PIECES.count("harbour " * 400) == 400


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_has_as_many_pieces_as_ordered_spans_inside_it(text: str) -> None:
    offsets = PIECES.offsets(text)

    assert PIECES.count(text) == len(offsets)
    assert offsets == sorted(offsets)
    assert all(0 <= start < end <= len(text) for start, end in offsets)


def test_another_vocabulary_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "vocab.txt"
    other.write_text("[PAD]\nharbour\n", "utf-8")

    with pytest.raises(NotReady, match="vocabulary"):
        BertWordPieces(other)
