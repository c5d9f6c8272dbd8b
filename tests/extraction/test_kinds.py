import pytest

from groundcast.extraction.kinds import insight_type
from groundcast.models.spacy_reader import SpacyReader


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("Salt water destroys the bearings of every turbine.", "claim"),
        ("Operators should inspect every turbine twice a year.", "recommendation"),
        ("Paint the blades before the winter storms arrive.", "recommendation"),
        ("Tidal power will replace most coal plants by 2040.", "prediction"),
        ("In the next ten years the price of steel is going to fall.", "prediction"),
        ("If you paint the blades, they will last longer.", "claim"),
        ("The engineers replaced eleven bearings along the coast.", "observation"),
        ("Is tidal power worth its price?", "question"),
    ],
)
def test_the_type_follows_the_mood(reader: SpacyReader, statement: str, kind: str) -> None:
    assert insight_type(statement, statement, reader.read([statement])[0]) == kind
