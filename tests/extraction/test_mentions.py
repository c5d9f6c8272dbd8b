import pytest

from groundcast.extraction.mentions import Mentions
from groundcast.extraction.phrases import Phrase
from groundcast.models.spacy_reader import SpacyReader
from groundcast.records import Show, TopicWeight, Transcript

PEOPLE = {"person:marta-lund": "Marta Lund", "person:obi-okafor": "Obi Okafor"}
TEXT = (
    "I worked at Northwind for years. Northwind acquired a shipyard. The harbour runs Brine."
    " Nobody at the yard knew what a silent partner was."
)


def mentions(text: str = TEXT) -> Mentions:
    transcript = Transcript(text, (), "none")
    return Mentions.of_episode(PEOPLE, Show("podcast:salt-water", "Salt Water"), transcript)


@pytest.mark.parametrize(
    ("statement", "entities"),
    [
        ("Marta Lund designed the first ceramic bearing.", ("person:marta-lund",)),
        ("The idea that Obi had was a ceramic bearing.", ("person:obi-okafor",)),
        ("Barack Obama once visited the shipyard.", ("person:barack-obama",)),
        ("Barack once visited the shipyard.", ()),
        ("Microsoft sells more software than anyone.", ()),
    ],
)
def test_a_statement_mentions_full_names_and_people_of_the_episode(
    reader: SpacyReader, statement: str, entities: tuple[str, ...]
) -> None:
    found = mentions().entities(reader.read([statement])[0], statement, frozenset())
    assert found == entities


def test_an_organisation_is_one_that_employs_or_trades(reader: SpacyReader) -> None:
    statement = "Microsoft sells more software than anyone."
    known = mentions("She worked at Microsoft for years.")
    assert known.entities(reader.read([statement])[0], statement, frozenset()) == ("org:microsoft",)


def test_topics_named_early_weigh_more() -> None:
    phrases = [
        Phrase("rust", ("rust",), ("rust",), 0.5),
        Phrase("steel", ("steel",), ("steel",), 0.5),
        Phrase("tides", ("tides",), ("tide",), 0.5),
    ]
    assert mentions().topics("Steel and tides.", phrases) == (
        TopicWeight("topic:steel", 0.825),
        TopicWeight("topic:tides", 0.6583),
    )
