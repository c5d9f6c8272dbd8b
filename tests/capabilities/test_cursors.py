import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.capabilities.cursors import decode_cursor, encode_cursor, offset_of, question_of
from groundcast.errors import InvalidArgument, StaleCursor


@given(st.integers(1, 5_000_000), st.text(max_size=20), st.text(max_size=40))
def test_a_cursor_leads_back_to_its_place_as_text_or_number(
    offset: int, version: str, question: str
) -> None:
    cursor = encode_cursor(offset, version, question)
    assert decode_cursor(cursor, version, question) == offset
    assert decode_cursor(int(cursor), version, question) == offset
    assert offset_of(cursor) == offset
    assert int(float(cursor)) == int(cursor)


def test_without_a_cursor_a_list_begins_at_its_beginning() -> None:
    assert decode_cursor(None, "v", "q") == 0
    assert decode_cursor("", "v", "q") == 0


def test_a_cursor_of_another_corpus_version_is_stale() -> None:
    with pytest.raises(StaleCursor, match="has changed"):
        decode_cursor(encode_cursor(10, "before", "q"), "after", "q")


def test_a_cursor_of_another_question_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="other arguments"):
        decode_cursor(encode_cursor(10, "v", "tides"), "v", "pumps")


@pytest.mark.parametrize("cursor", ["x", "-3", "0", "12.5", "9" * 20, "٣", "' OR 1=1"])
def test_what_is_no_cursor_is_named(cursor: str) -> None:
    with pytest.raises(InvalidArgument, match="is not a cursor"):
        decode_cursor(cursor, "v", "q")


def test_the_size_of_a_page_is_no_part_of_the_question() -> None:
    first = question_of("list_episodes", {"show": "a", "limit": 3, "max_tokens": 500})
    assert first == question_of("list_episodes", {"show": "a", "limit": 9, "cursor": "7"})
    assert first != question_of("list_episodes", {"show": "b", "limit": 3})
    assert first != question_of("list_feeds", {"show": "a"})
