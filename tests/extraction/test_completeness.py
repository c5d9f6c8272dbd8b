import pytest

from groundcast.extraction.completeness import incompleteness
from groundcast.models.spacy_reader import SpacyReader


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("Salt water destroys the bearings of every tidal turbine.", None),
        ("If a turbine is not painted, it rusts within a year.", None),
        ("It is impossible to inspect a turbine without a diver.", None),
        ("Most operators say that they inspect their turbines twice a year.", None),
        ("Inspect every turbine before the winter storms arrive.", None),
        ("It's an experiment that measures the silt in the river.", "unresolved reference"),
        ("The operators inspect it twice a year before the storms.", "unresolved reference"),
        ("The inspectors should always look for that problem first.", "unresolved reference"),
        ("He wrote the first manual for tidal turbines.", "unresolved reference"),
        ("Because the salt water destroys the bearings of the turbine.", "no main clause"),
        ("A turbine with bearings made of hardened steel.", "no clause"),
        ("I inspected eleven turbines along the northern coast.", "about the speaker"),
        ("The idea is very simple and rather cheap.", "empty subject"),
    ],
)
def test_a_statement_needs_a_clause_and_no_context(
    reader: SpacyReader, statement: str, reason: str | None
) -> None:
    assert incompleteness(reader.read([statement])[0], frozenset()) == reason
