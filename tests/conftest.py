"""Fixtures every part shares."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.knowledge.opened import OpenCorpus

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


@pytest.fixture(scope="session")
def sample_folder() -> Path:
    return REPOSITORY / "sample"


@pytest.fixture(scope="session")
def sample_path(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample corpus, built once a run; tests must not write to it."""
    corpus = tmp_path_factory.mktemp("sample") / "corpus"
    options = AddOptions(manifest=sample_folder / "index.tsv")
    add(corpus, [str(sample_folder)], options, Silent())
    return corpus


@pytest.fixture(scope="session")
def few_folder(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with its first six episodes only, of two shows: for tests that build often."""
    folder = tmp_path_factory.mktemp("few") / "sample"
    shutil.copytree(sample_folder, folder)
    rows = (folder / "index.tsv").read_text("utf-8").splitlines(keepends=True)
    (folder / "index.tsv").write_text("".join(rows[:7]), "utf-8")
    return folder


@pytest.fixture(scope="session")
def few_path(few_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of those six, built once a run; tests must not write to it."""
    corpus = tmp_path_factory.mktemp("few") / "corpus"
    add(corpus, [str(few_folder)], AddOptions(manifest=few_folder / "index.tsv"), Silent())
    return corpus


@pytest.fixture(scope="session")
def sample(sample_path: Path) -> Iterator[OpenCorpus]:
    with OpenCorpus(sample_path) as corpus:
        yield corpus


@pytest.fixture(scope="session")
def sample_episodes(sample_path: Path) -> dict[str, StoredEpisode]:
    """The sample's episodes by guid, as their files say."""
    truth = TruthFiles(sample_path)
    stored = [truth.read_episode(folder) for folder in truth.episode_folders()]
    return {episode.episode.guid: episode for episode in stored}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how many tests did not run, so that a green run cannot hide them."""
    skipped = len(terminalreporter.stats.get("skipped", []))
    if skipped:
        terminalreporter.write_line(f"{skipped} skipped for want of a program or of data")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be missing, a skip is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        reporter is not None
        and os.environ.get("GROUNDCAST_NO_SKIPS")
        and reporter.stats.get("skipped")
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
