from groundcast.extraction.phrases import Phrase, Subject, key_phrases, phrases_in
from groundcast.models.spacy_reader import SpacyReader
from groundcast.models.word_pieces import BertWordPieces

TALK = [
    "Tidal turbines rust in salt water.",
    "A tidal turbine needs new bearings every year.",
    "The bearings of tidal turbines fail before the blades do.",
    "Most people like tidal turbines a lot more than oil rigs.",
    "The Storm Monitoring Protocol (SMP) stops every tidal turbine in a gale.",
    "SMP was written for oil rigs, and SMP is still maintained by the harbour.",
    "Oil rigs follow SMP as well, and SMP saved three oil rigs last year.",
    "Marta Lund thinks that the bearings should be ceramic.",
]


def phrases(reader: SpacyReader, title: str = "") -> tuple[Phrase, ...]:
    excluded = frozenset(("martalund", "marta", "lund"))
    return key_phrases(
        "\n".join(TALK), reader.read(TALK), Subject(title, ""), excluded, BertWordPieces()
    )


def test_an_episode_is_about_its_repeated_specific_phrases(reader: SpacyReader) -> None:
    names = [phrase.name for phrase in phrases(reader)]
    assert {"tidal turbine", "SMP", "oil rigs"} <= set(names)
    assert not {"people", "lot", "year", "Marta", "Marta Lund"} & set(names)


def test_an_acronym_and_its_expansion_are_one_phrase(reader: SpacyReader) -> None:
    smp = next(phrase for phrase in phrases(reader) if phrase.name == "SMP")
    assert "Storm Monitoring Protocol" in smp.forms


def test_the_title_lifts_what_it_names(reader: SpacyReader) -> None:
    assert phrases(reader, "Why oil rigs stop")[0].name == "oil rigs"


def test_a_phrase_is_found_in_any_of_its_spellings() -> None:
    phrase = Phrase("tidal turbines", ("tidal turbines",), ("tidalturbine",), 1.0)
    assert phrases_in("A Tidal-Turbine rusts.", [phrase]) == [(phrase, 1)]
    assert phrases_in("A turbine rusts.", [phrase]) == []
