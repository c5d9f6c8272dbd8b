from pathlib import Path

import pytest

from groundcast.corpus.generations import INDEX_FORMAT, Generations
from groundcast.errors import NewerFormat, NotReady


def publish(generations: Generations, version: str) -> None:
    building = generations.begin(version)
    building.catalogue.write_text(version, "utf-8")
    generations.publish(building)


def test_a_generation_serves_once_published(tmp_path: Path) -> None:
    generations = Generations(tmp_path)
    with pytest.raises(NotReady, match="has no index"):
        generations.current()
    generations.begin("aaa").catalogue.write_text("unfinished", "utf-8")
    with pytest.raises(NotReady):
        generations.current()
    publish(generations, "aaa")
    assert generations.current().corpus_version == "aaa"
    assert generations.is_current("aaa")
    assert not generations.is_current("bbb")


def test_the_last_two_generations_are_kept(tmp_path: Path) -> None:
    generations = Generations(tmp_path)
    for version in ("aaa", "bbb", "ccc"):
        publish(generations, version)
    kept = sorted(path.name for path in generations.folder.iterdir() if path.is_dir())
    assert kept == [f"bbb-{INDEX_FORMAT}", f"ccc-{INDEX_FORMAT}"]
    assert generations.current().catalogue.read_text("utf-8") == "ccc"


def test_what_a_killed_build_left_is_cleared(tmp_path: Path) -> None:
    generations = Generations(tmp_path)
    generations.begin("aaa").catalogue.write_text("unfinished", "utf-8")
    publish(generations, "bbb")
    assert sorted(p.name for p in generations.folder.iterdir() if p.is_dir()) == [
        f"bbb-{INDEX_FORMAT}"
    ]


@pytest.mark.parametrize(
    ("pointer", "error", "words"),
    [
        ("aaa-99", NewerFormat, "Upgrade groundcast"),
        ("aaa-0", NotReady, "groundcast index"),
        ("", NotReady, "groundcast index"),
        ("aaa", NotReady, "groundcast index"),
        (f"gone-{INDEX_FORMAT}", NotReady, "groundcast index"),
    ],
)
def test_an_unreadable_pointer_names_the_command(
    tmp_path: Path, pointer: str, error: type[NotReady], words: str
) -> None:
    generations = Generations(tmp_path)
    generations.folder.mkdir()
    (generations.folder / "current").write_text(pointer, "utf-8")
    with pytest.raises(error) as refused:
        generations.current()
    assert words in refused.value.explain()
