import pytest

from groundcast.extraction.phrases import Phrase
from groundcast.extraction.vocabulary import episode_vocabulary
from groundcast.extraction.worth import (
    GRAMMATICAL_WEIGHTS,
    LEXICAL_WEIGHTS,
    grammatical_signs,
    lexical_signs,
    lexical_worth,
    worth,
)
from groundcast.models.spacy_reader import SpacyReader
from groundcast.models.word_pieces import BertWordPieces

TALK = [
    "Tidal turbines rust in salt water.",
    "The bearings of tidal turbines fail before the blades.",
    "Ceramic bearings cost more than steel bearings.",
]
VOCABULARY = episode_vocabulary(TALK, BertWordPieces())
PHRASES = [Phrase("tidal turbines", ("tidal turbines",), ("tidalturbine",), 1.0)]


def chance(reader: SpacyReader, statement: str) -> float:
    lexical = lexical_worth(statement, VOCABULARY, 100, 0)
    return worth(lexical, statement, reader.read([statement])[0], PHRASES)


def test_every_weight_has_its_sign(reader: SpacyReader) -> None:
    statement = "Tidal turbines rust."
    assert set(lexical_signs(statement, VOCABULARY, 9, 0)) == set(LEXICAL_WEIGHTS)
    signs = grammatical_signs(statement, reader.read([statement])[0], PHRASES)
    assert set(signs) == set(GRAMMATICAL_WEIGHTS)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (
            "Ceramic bearings make tidal turbines more reliable than steel bearings do.",
            "I was thinking that something about it was really quite nice.",
        ),
        (
            "Tidal turbines with ceramic bearings are cheaper to maintain.",
            "We then looked at some other places for a while.",
        ),
    ],
)
def test_a_definite_statement_on_the_subject_is_worth_more(
    reader: SpacyReader, better: str, worse: str
) -> None:
    assert chance(reader, better) > 0.6 > 0.3 > chance(reader, worse)
