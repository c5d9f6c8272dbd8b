import os
from pathlib import Path

import pytest

from groundcast.corpus import ids
from groundcast.corpus.truth import EpisodeFile, Hashes, TruthFiles
from groundcast.corpus.version import corpus_version
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import CorpusLocked, Damaged, NotReady
from groundcast.records import Entity, Episode, Registry, Show, Transcript, Turn

SHOW = Show("podcast:tidewater", "Tidewater")


def episode_file(text: str, title: str = "Turbines") -> EpisodeFile:
    episode = Episode(
        ids.episode_id(SHOW.id, "1"), SHOW.id, "1", "turbines", title, published_on="2022-05-01"
    )
    return EpisodeFile(
        episode, Hashes(ids.text_sha256("raw"), ids.text_sha256(text)), "text", "original.txt", "i"
    )


def write(corpus: Path, text: str, title: str = "Turbines") -> Path:
    transcript = Transcript(text, (Turn(None, None, None, None, 0, len(text)),), "none")
    with CorpusWriter(corpus) as writer:
        writer.write_show(SHOW)
        return writer.write_episode(SHOW, episode_file(text, title), transcript, None, b"raw")


def test_an_episode_reads_back_whole(tmp_path: Path) -> None:
    folder = write(tmp_path, "The tide turns.")
    stored = TruthFiles(tmp_path).read_episode(folder)
    assert folder == tmp_path / "shows" / "tidewater" / "turbines"
    assert stored.transcript.text == "The tide turns."
    assert stored.episode.title == "Turbines"
    assert (folder / "original.txt").read_bytes() == b"raw"


def test_a_second_writer_is_refused_in_one_line(tmp_path: Path) -> None:
    with (
        CorpusWriter(tmp_path),
        pytest.raises(CorpusLocked, match="Another groundcast is writing"),
        CorpusWriter(tmp_path),
    ):
        pass


def test_a_killed_replacement_is_undone(tmp_path: Path) -> None:
    folder = write(tmp_path, "First.")
    folder.rename(folder.with_name(".replaced-turbines"))
    unfinished = folder.with_name(".writing-turbines")
    unfinished.mkdir()
    (unfinished / "episode.json").write_text("{", "utf-8")
    assert list(TruthFiles(tmp_path).episode_folders()) == []
    with CorpusWriter(tmp_path) as writer:
        stored = writer.truth.read_episode(folder)
    assert stored.transcript.text == "First."
    assert [entry.name for entry in folder.parent.iterdir() if entry.is_dir()] == ["turbines"]


def test_a_killed_clean_up_leaves_the_new_episode(tmp_path: Path) -> None:
    folder = write(tmp_path, "Second.")
    old = folder.with_name(".replaced-turbines")
    old.mkdir()
    with CorpusWriter(tmp_path):
        pass
    assert not old.exists()
    assert TruthFiles(tmp_path).read_episode(folder).transcript.text == "Second."


def test_changed_words_are_damage(tmp_path: Path) -> None:
    folder = write(tmp_path, "The tide turns.")
    path = folder / "transcript.json"
    path.write_text(path.read_text("utf-8").replace("tide", "time"), "utf-8")
    with pytest.raises(Damaged, match="not those that were hashed"):
        TruthFiles(tmp_path).read_episode(folder)


def test_the_version_follows_the_content_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, "The tide turns.")
    first, second = (corpus_version(TruthFiles(tmp_path / name)) for name in ("a", "b"))
    assert first == second
    write(tmp_path / "b", "The tide turns.", title="Turbines, again")
    assert corpus_version(TruthFiles(tmp_path / "b")) != first
    with CorpusWriter(tmp_path / "a") as writer:
        writer.write_registry(Registry((Entity("topic:tides", "topic", "tides"),)))
    assert corpus_version(TruthFiles(tmp_path / "a")) != first


def test_a_folder_that_is_no_corpus_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="is no corpus"):
        TruthFiles(tmp_path).settings  # noqa: B018
    with pytest.raises(NotReady, match="does not exist"):
        TruthFiles(tmp_path / "nowhere").settings  # noqa: B018


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_in_a_corpus_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "corpus", "Inside.")
    write(tmp_path / "other", "Outside.")
    (tmp_path / "corpus" / "shows" / "linked").symlink_to(tmp_path / "other/shows/tidewater")
    folders = list(TruthFiles(tmp_path / "corpus").episode_folders())
    assert [folder.parent.name for folder in folders] == ["tidewater"]
