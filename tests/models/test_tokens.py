from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.errors import InvalidArgument
from groundcast.models.tokens import token_counter


@pytest.mark.parametrize(
    ("text", "o200k", "cl100k", "estimate"),
    [
        ("hello world", 2, 2, 3),
        ("Groundcast answers with quotes, cited to the second.", 11, 11, 14),
        ("日本語のテキスト", 6, 8, 8),
        ("<|endoftext|>", 7, 7, 9),
        ("a\udc80b", 3, 3, 4),
        ("", 0, 0, 0),
    ],
)
def test_counts_are_those_of_the_vocabularies(
    text: str, o200k: int, cl100k: int, estimate: int
) -> None:
    assert token_counter("o200k").count(text) == o200k
    assert token_counter("cl100k").count(text) == cl100k
    assert token_counter("estimate").count(text) == estimate


def test_a_counter_carries_the_name_it_was_asked_for_by() -> None:
    names = [token_counter(name).name for name in ("o200k", "cl100k", "estimate")]

    assert names == ["o200k", "cl100k", "estimate"]


def test_an_unknown_counter_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidArgument, match="p50k") as caught:
        token_counter("p50k")  # type: ignore[arg-type]
    assert caught.value.candidates == ("o200k", "cl100k", "estimate")


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_can_be_counted_and_a_byte_is_at_most_a_token(text: str) -> None:
    count = token_counter("o200k").count(text)

    assert (count == 0) == (text == "")
    assert count <= len(text.encode("utf-8", "surrogatepass"))


def test_threads_that_count_at_once_agree() -> None:
    texts = [f"Line {number} of the tide table, 日本語 and <|im_start|>." for number in range(400)]
    counter = token_counter("cl100k")
    expected = [counter.count(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: [counter.count(text) for text in texts], range(16)))

    assert counts == [expected] * 16
