import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.capabilities import CAPABILITIES
from groundcast.errors import Damaged, NotFound, NotReady
from groundcast.knowledge.opened import OpenCorpus


def answered(corpus: OpenCorpus, tool: str, **arguments: object) -> dict[str, object]:
    return CAPABILITIES[tool].answer(corpus, arguments).payload


def test_an_added_episode_is_in_the_next_answer(sample_folder: Path, tmp_path: Path) -> None:
    def add_up_to(limit: int) -> None:
        options = AddOptions(manifest=sample_folder / "index.tsv", limit=limit)
        add(tmp_path / "c", [str(sample_folder)], options, Silent())

    add_up_to(5)
    with OpenCorpus(tmp_path / "c") as corpus:
        before = answered(corpus, "list_episodes")
        add_up_to(6)
        after = answered(corpus, "list_episodes")
        assert before["page"] == {"total": 5, "next_cursor": None}
        assert after["page"] == {"total": 6, "next_cursor": None}
        assert before["corpus_version"] != after["corpus_version"]
        assert answered(corpus, "corpus_status")["corpus_version"] == after["corpus_version"]


def test_a_corpus_on_a_read_only_mount_serves(sample_path: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(sample_path, corpus)
    for path in (corpus, *corpus.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    files = sorted(path for path in corpus.rglob("*"))
    try:
        with OpenCorpus(corpus) as opened:
            assert answered(opened, "search_corpus", query="tidal power")["results"]
        assert sorted(path for path in corpus.rglob("*")) == files
    finally:
        for path in (corpus, *corpus.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_a_quote_that_no_longer_matches_is_withheld_and_counted(
    sample_path: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    with sqlite3.connect(catalogue) as database:
        insight, episode, start, end = database.execute(
            "SELECT i.id, q.episode_id, q.char_start, q.char_end FROM insights i"
            " JOIN insight_quotes iq ON iq.insight_id = i.id JOIN quotes q ON q.id = iq.quote_id"
            " ORDER BY i.salience DESC, i.id LIMIT 1"
        ).fetchone()
        database.execute(
            "UPDATE turns SET text = substr(text, 1, ? - char_start) || 'X' ||"
            " substr(text, ? - char_start + 2)"
            " WHERE episode_id = ? AND char_start <= ? AND char_end >= ?",
            (start, start, episode, start, end),
        )
    database.close()
    with OpenCorpus(corpus) as opened:
        with pytest.raises(NotFound, match="no longer match their transcript"):
            answered(opened, "insight_detail", insight=insight)
        whole = answered(opened, "episode_insights", episode=episode, limit=50)
        assert whole["coverage"]["withheld_quotes"] == 1  # type: ignore[index]
        assert insight not in [i["insight_id"] for i in whole["insights"]]  # type: ignore[index,union-attr]


@pytest.mark.parametrize("damage", [b"no database at all", b"", None])
def test_an_index_that_cannot_be_read_says_so_and_is_opened_anew(
    damage: bytes | None, sample_path: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    whole = catalogue.read_bytes()
    with OpenCorpus(corpus) as opened:
        catalogue.unlink()
        if damage is not None:
            catalogue.write_bytes(damage)
        with pytest.raises((Damaged, sqlite3.OperationalError)) as caught:
            answered(opened, "list_feeds")
        # An empty file is a database without tables, which a reader cannot tell from a bug.
        assert isinstance(caught.value, Damaged) == (damage != b"")
        catalogue.unlink(missing_ok=True)
        catalogue.write_bytes(whole)
        assert len(answered(opened, "list_feeds")["feeds"]) == 5  # type: ignore[arg-type]


def test_many_threads_get_the_same_answer(sample: OpenCorpus) -> None:
    expected = answered(sample, "search_corpus", query="heat pumps in frost")
    answers: list[dict[str, object]] = []

    def ask() -> None:
        answers.append(answered(sample, "search_corpus", query="heat pumps in frost"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 8


def test_a_folder_that_is_no_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="is no corpus"):
        OpenCorpus(tmp_path)
