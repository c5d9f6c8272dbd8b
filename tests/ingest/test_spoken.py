import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.ingest.spoken import SpokenText, emphasised_whole


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("see [the paper](https://a.example/x_(y)) now", "see the paper now"),
        ("[Nothing behind]() it", "Nothing behind it"),
        ("**very** _good_ and *fine* and ~~old~~ new", "very good and fine and old new"),
        ("call `do_it()` or snake_case_name", "call do_it() or snake_case_name"),
        ("`**not bold**`", "**not bold**"),
        (r"\[laughs\] it cost 5\*", "[laughs] it cost 5*"),
        ("[unintelligible 00:05:26.27] yes", "[unintelligible 00:05:26.27] yes"),
        ("[whispers][laughs] no", "[whispers][laughs] no"),
        ("see [the notes][n] here", "see the notes here"),
        ("<https://a.example/b>", "https://a.example/b"),
        ("R&amp;D &lt;tag&gt; AT&T", "R&D <tag> AT&T"),
        ("the <style> element, in <b>bold</b>", "the <style> element, in bold"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("d**n it, d**n them, the ***whole*** lot", "d**n it, d**n them, the whole lot"),
        ("two   spaces\tand\u00a0more", "two spaces and more"),
    ],
)
def test_markup_is_reduced_to_the_spoken_words(markdown: str, words: str) -> None:
    assert SpokenText({"n": "https://a.example"}).reduce(markdown) == words


def test_what_nobody_speaks_is_dropped_and_counted() -> None:
    spoken = SpokenText({})
    text = "a ![logo](x.png) b {{< player id=3 >}} c {% include x %} d <!-- e --> f"
    assert spoken.reduce(text) == "a b c d f"
    assert dict(spoken.dropped) == {"image": 1, "template tag": 2, "comment": 1}


@pytest.mark.parametrize(
    ("markdown", "whole"),
    [("_On rivers_", True), ("**On rivers**", True), ("_On_ rivers", False), ("On rivers", False)],
)
def test_a_wholly_emphasised_paragraph_is_told(markdown: str, whole: bool) -> None:
    assert emphasised_whole(markdown) is whole


@given(st.text(alphabet=st.characters(whitelist_categories=("L", "N")), min_size=1))
def test_words_without_markup_come_through_unchanged(text: str) -> None:
    assert SpokenText({}).reduce(text) == text
