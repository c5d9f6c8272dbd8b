from pathlib import Path

import pytest

from groundcast.corpus.truth import CorpusSettings, TruthFiles
from groundcast.corpus.version import corpus_version
from groundcast.corpus.writer import CorpusWriter


def version_of(corpus: Path, corpus_id: str, engine: str = "local") -> str:
    with CorpusWriter(corpus) as writer:
        writer.write_settings(CorpusSettings(corpus_id, "minilm", 384, engine))
    return corpus_version(TruthFiles(corpus))


def test_the_id_of_a_corpus_is_no_part_of_its_version(tmp_path: Path) -> None:
    first = version_of(tmp_path, "corpus:aaaaaaaaaaaa")
    assert version_of(tmp_path, "corpus:bbbbbbbbbbbb") == first
    assert version_of(tmp_path, "corpus:aaaaaaaaaaaa", engine="none") != first


def test_a_setting_this_version_does_not_know_counts(tmp_path: Path) -> None:
    first = version_of(tmp_path, "corpus:aaaaaaaaaaaa")
    settings = tmp_path / "corpus.json"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace('"format": 1', '"format": 1,\n"colour": "red"'), "utf-8")
    assert corpus_version(TruthFiles(tmp_path)) != first


@pytest.mark.parametrize("damage", ["{", "[]", '{"format": 99}'])
def test_settings_that_cannot_be_read_count_by_their_bytes(tmp_path: Path, damage: str) -> None:
    versions = {version_of(tmp_path, "corpus:aaaaaaaaaaaa")}
    for text in (damage, f"{damage} "):
        (tmp_path / "corpus.json").write_text(text, "utf-8")
        versions.add(corpus_version(TruthFiles(tmp_path)))
    assert len(versions) == 3
