import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.retrieval.analysis import analyse, analyse_query, fold


@pytest.mark.parametrize(
    ("text", "words", "joined"),
    [
        ("Running bridges", ("run", "bridg"), ()),
        ("BIP 148", ("bip", "148"), ("bip148",)),
        ("BIP-148", ("bip", "148"), ("bip148",)),
        ("BIP148", ("bip", "148"), ("bip148",)),
        ("OP_VAULT", ("op", "vault"), ("opvault",)),
        ("LOT=true", ("lot", "true"), ("lottru",)),
        ("v0.21.1", ("v", "0", "21", "1"), ("0.21.1",)),
        ("0.21.1", ("0", "21", "1"), ("0.21.1",)),
        ("#348", ("348",), ("#348",)),
        ("C++ or C#", ("c", "or", "c"), ("c+", "c#")),
        ("in 2021", ("in", "2021"), ()),
        ("1,000,000 boats", ("1", "000", "000", "boat"), ("1000000",)),
        ("isn't Ada's", ("isnt", "ada"), ()),
        ("isn’t Ada’s", ("isnt", "ada"), ()),
        ("and/or", ("and", "or"), ()),
        ("Café Łódź", ("cafe", "lodz"), ()),
        ("日本語", ("日", "本", "語", "日本", "本語"), ()),
        ("हिन्दी", ("हिन्दी",), ()),
        ("🎉 …", (), ()),
        ("", (), ()),
    ],
)
def test_words_and_joined_forms(text: str, words: tuple[str, ...], joined: tuple[str, ...]) -> None:
    found = analyse(text)
    assert (found.words, found.joined) == (words, joined)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("OP_VAULT", "opvault"),
        ("speedy-trial", "speedytrial"),
        ("bip 148", "BIP148"),
        ("GPT-4", "gpt 4"),
        ("naïve", "NAIVE"),
        ("v1.2.3", "1.2.3"),
    ],
)
def test_spellings_of_one_name_share_a_term(first: str, second: str) -> None:
    assert set(analyse_query(first).terms) & set(analyse_query(second).terms)


def test_a_query_leaves_out_stop_words_and_the_frame_of_a_question() -> None:
    assert analyse_query("What do people think about bridges?").terms == ("bridg",)


@pytest.mark.parametrize(
    ("query", "terms", "only_stop_words"),
    [
        ("to be or not to be", ("to", "be", "or", "not"), True),
        ("What do people think?", ("peopl", "think"), False),
        ("people", ("peopl",), False),
        ("?!", (), False),
    ],
)
def test_a_query_without_other_words_keeps_what_it_has(
    query: str, terms: tuple[str, ...], only_stop_words: bool
) -> None:
    found = analyse_query(query)
    assert (found.terms, found.only_stop_words) == (terms, only_stop_words)


def test_codes_are_the_terms_with_digits_and_signs() -> None:
    query = analyse_query("open-source support for OP_VAULT in v0.21.1")
    assert query.codes == {"opvault", "0.21.1", "0", "21", "1"}


@pytest.mark.parametrize(
    "query", ['who said "stay on the bridge"', "who said “stay on the bridge”"]
)
def test_a_quoted_passage_is_a_phrase_with_its_stop_words(query: str) -> None:
    assert analyse_query(query).phrases == (("stay", "on", "the", "bridg"),)


def test_one_quoted_word_is_no_phrase() -> None:
    assert analyse_query('the "bridge" word').phrases == ()


@given(st.text())
def test_any_text_can_be_asked_for_and_found_by_itself(text: str) -> None:
    terms = set(analyse_query(text).terms)
    found = analyse(text)
    assert terms <= {*found.words, *found.joined}


@given(st.text())
def test_folding_is_stable_and_ignores_case(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_a_very_long_query_is_answered() -> None:
    assert analyse_query("bridge " * 10_000).terms == ("bridg",)
