"""Fixtures every part shares."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED_DATA = REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real podcasts and labels that are laid beside a checkout, never committed to it."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the real podcasts are not beside this checkout (../shared/data)")
    return SHARED_DATA
