"""One reader for all tests of extraction: loading it is most of their time."""

import pytest

from groundcast.models.spacy_reader import SpacyReader


@pytest.fixture(scope="session")
def reader() -> SpacyReader:
    return SpacyReader(parse=True)
