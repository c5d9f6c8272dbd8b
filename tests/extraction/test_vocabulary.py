from groundcast.extraction.vocabulary import content_words, episode_vocabulary
from groundcast.models.word_pieces import BertWordPieces


def test_content_words_are_singular_and_carry_meaning() -> None:
    assert content_words("The Turbines don't rust in Lund's harbours.") == [
        "turbine",
        "rust",
        "lund",
        "harbour",
    ]


def test_repeated_words_weigh_and_common_ones_weigh_less() -> None:
    said = ["turbines and people", "turbines and people", "turbines, a hydrofoil"]
    vocabulary = episode_vocabulary(said, BertWordPieces())
    assert vocabulary.weights["turbine"] == 1.0
    assert vocabulary.weights["people"] < 0.25
    assert "hydrofoil" not in vocabulary.weights
    assert vocabulary.rare == frozenset(("hydrofoil",))
    assert "turbine" in vocabulary.central
