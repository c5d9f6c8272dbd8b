"""The readers on files made to be hard, where at hand, against what their origin expects."""

import importlib.util
import tarfile
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def measuring(repository: Path) -> ModuleType:
    path = repository / "evaluation" / "ingest" / "measure_transcripts.py"
    spec = importlib.util.spec_from_file_location("measure_transcripts", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_the_origin_expects_is_read_and_each_difference_has_its_reason(
    shared_data: Path, measuring: ModuleType, tmp_path: Path
) -> None:
    with tarfile.open(shared_data / "nasty.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    rows = measuring.measured(tmp_path / "nasty")
    assert [name for name, row in rows.items() if row.crashed] == []
    assert {name: row.files - row.read for name, row in rows.items()} == {
        "mozilla-vttjs": 25,
        "transcriptator": 0,
        "webvtt-py": 3,
        "pysubs2": 0,
        "srt": 0,
        "typeagent": 0,
        "podcast-namespace": 0,
    }
    for row in (rows["mozilla-vttjs"], rows["transcriptator"]):
        assert row.agree >= 0.99 * row.expected
    assert [found for row in rows.values() for found in row.differences if not found["why"]] == []
