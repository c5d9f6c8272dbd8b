from concurrent.futures import ThreadPoolExecutor

import pytest

from groundcast.errors import InvalidArgument
from groundcast.models.entities import SpacyEntities
from groundcast.models.protocols import NamedSpan
from groundcast.models.reading import ReadEntity, ReadText, Token
from groundcast.models.spacy_reader import SpacyReader

SENTENCE = "Mira Holt repaired two old boats in Lisbon."
TEXTS = [SENTENCE, "", *(f"Boat {n} left the harbour at {n} o'clock." for n in range(1, 40))]


def test_a_parsing_reader_gives_words_grammar_and_names() -> None:
    read = SpacyReader(parse=True).read([SENTENCE])[0]

    assert read.tokens[1] == Token(5, 9, "Holt", " ", "holt", "Holt", "PROPN", "NNP", "nsubj", 2)
    assert [(t.lemma, t.dep, t.head) for t in read.tokens[2:6]] == [
        ("repair", "ROOT", 2),
        ("two", "nummod", 5),
        ("old", "amod", 5),
        ("boat", "dobj", 2),
    ]
    assert read.entities == (
        ReadEntity(0, 9, "Mira Holt", "PERSON", 0, 2),
        ReadEntity(19, 22, "two", "CARDINAL", 3, 4),
        ReadEntity(36, 42, "Lisbon", "GPE", 7, 8),
    )


def test_a_reader_that_does_not_parse_says_so_in_the_tokens() -> None:
    read = SpacyReader().read([SENTENCE])[0]

    assert [(t.pos, t.dep, t.head) for t in read.tokens[1:4]] == [
        ("PROPN", "", -1),
        ("VERB", "", -1),
        ("NUM", "", -1),
    ]


def test_names_are_found_without_the_grammar() -> None:
    assert SpacyEntities().recognize([SENTENCE, ""]) == [
        [
            NamedSpan(0, 9, "Mira Holt", "PERSON"),
            NamedSpan(19, 22, "two", "CARDINAL"),
            NamedSpan(36, 42, "Lisbon", "GPE"),
        ],
        [],
    ]


@pytest.mark.parametrize("parse", [False, True])
def test_a_text_reads_the_same_alone_together_and_from_threads(parse: bool) -> None:
    reader = SpacyReader(parse=parse)
    together = reader.read(TEXTS)

    assert together[1] == ReadText((), ())
    assert [reader.read([text])[0] for text in TEXTS] == together
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(reader.read, [TEXTS] * 4)) == [together] * 4


@pytest.mark.parametrize(
    "text",
    ["  two  blanks\n\nand lines ", "a 😀 in Lisbon, e\u0301tude", "tab\t日本語.", "x\ud800y z"],
)
def test_tokens_and_spaces_rebuild_the_text_at_their_offsets(text: str) -> None:
    tokens = SpacyReader().read([text])[0].tokens

    assert "".join(t.text + t.space for t in tokens) == text.replace("\ud800", "\ufffd")
    assert all(text[t.start : t.end].replace("\ud800", "\ufffd") == t.text for t in tokens)


def test_a_text_beyond_the_model_is_refused_not_cut() -> None:
    with pytest.raises(InvalidArgument, match="1,000,001 characters"):
        SpacyReader().read(["a" * 1_000_001])
