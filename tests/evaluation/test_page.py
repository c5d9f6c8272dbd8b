"""The page about evaluation shows the committed scores.

`make docs` sets WRITE_DOCS, with which the test writes the page's tables anew.
"""

import os
import re
from pathlib import Path

import pytest

from groundcast.evaluation.scores import read_scores, write_scores
from groundcast.evaluation.systems import SYSTEMS
from groundcast.evaluation.tables import score_tables

SHOWN = re.compile(r"(?<=<!-- scores -->\n).*?(?=<!-- end of scores -->)", re.S)


@pytest.fixture
def committed(repository: Path) -> Path:
    return repository / "evaluation" / "search_scores.json"


def test_the_tables_are_those_of_the_committed_scores(repository: Path, committed: Path) -> None:
    page = repository / "docs" / "evaluation.md"
    text = page.read_text("utf-8")
    tables = "\n" + score_tables(read_scores(committed)) + "\n"
    if os.environ.get("WRITE_DOCS"):
        page.write_text(SHOWN.sub(lambda _: tables, text, count=1), "utf-8")
    else:
        found = SHOWN.search(text)
        assert found is not None
        assert found[0] == tables


def test_the_committed_scores_are_written_as_they_are_read(committed: Path, tmp_path: Path) -> None:
    write_scores(tmp_path / "scores.json", read_scores(committed))
    assert (tmp_path / "scores.json").read_bytes() == committed.read_bytes()


def test_the_page_names_every_system(repository: Path) -> None:
    text = (repository / "docs" / "evaluation.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.M) == list(SYSTEMS)
