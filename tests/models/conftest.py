"""The packaged embedding model, loaded once."""

import pytest

from groundcast.models.minilm import PackagedMiniLM


@pytest.fixture(scope="session")
def minilm() -> PackagedMiniLM:
    return PackagedMiniLM()
