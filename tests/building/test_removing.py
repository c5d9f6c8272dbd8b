"""What is removed is gone from every byte of the corpus, and its ids say so."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.building.test_adding import add_sample, truth_bytes
from tests.capabilities.asking import answered
from tests.fetching.loopback import Loopback, loopback, quick_client

from groundcast.building.adding import AddOptions, add, update
from groundcast.building.progress import Silent
from groundcast.building.removing import remove
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.vectors import VectorCache
from groundcast.corpus.verification import verify_corpus
from groundcast.errors import Ambiguous, NotFound, NotReady
from groundcast.knowledge.opened import OpenCorpus

LORRY = "episode:e066d5327d2b"
LORRY_PLACE = "shows/tidewater/eight-euros-a-lorry"
# Said in that episode alone.
PHRASE = "brought a loaf"
AGAIN = "was removed from this corpus; add --again takes it anew"
# What these say depends on every episode.
CORPUS_WIDE = ("registry.json", "relations.json")


@pytest.fixture
def corpus(few_path: Path, tmp_path: Path) -> Path:
    shutil.copytree(few_path, tmp_path / "c")
    return tmp_path / "c"


def files_holding(corpus: Path, phrase: str) -> list[str]:
    wanted = phrase.encode()
    return [
        path.relative_to(corpus).as_posix()
        for path in sorted(corpus.rglob("*"))
        if path.is_file() and wanted in path.read_bytes().replace(b"\n", b" ")
    ]


def ids_of(corpus: Path, episode: str) -> dict[str, str]:
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        return {
            table: snapshot.catalogue.rows(
                f"SELECT min(id) FROM {table} WHERE episode_id = ?", (episode,)
            )[0][0]
            for table in ("insights", "quotes", "segments")
        }


def test_nothing_of_a_removed_episode_is_left_on_disk(corpus: Path) -> None:
    held = files_holding(corpus, PHRASE)
    assert {Path(name).name for name in held} == {
        "catalogue.sqlite", "original.srt", "transcript.json"
    }  # fmt: skip
    before = truth_bytes(corpus)
    # A second generation, as an earlier run leaves one.
    (generation,) = (f for f in (corpus / "index").iterdir() if f.is_dir())
    shutil.copytree(generation, corpus / "index" / "0123456789ab-2")
    (corpus / "vectors" / "another-model.sqlite").write_bytes(PHRASE.encode())
    report = remove(corpus, LORRY, Silent())
    assert [(e.id, e.title) for e in report.episodes] == [(LORRY, "Eight euros a lorry")]
    assert files_holding(corpus, PHRASE) == []
    assert len(list((corpus / "index").iterdir())) == 2
    kept = {
        name: data
        for name, data in before.items()
        if not name.startswith(LORRY_PLACE) and name not in CORPUS_WIDE
    }
    after = truth_bytes(corpus)
    assert {name: data for name, data in after.items() if name not in CORPUS_WIDE} == kept
    assert b"CONTRADICTS" in before["relations.json"]
    assert b"CONTRADICTS" not in after["relations.json"]
    assert verify_corpus(corpus).problems == ()
    assert not (corpus / "removal.json").exists()


def test_the_ids_of_what_was_removed_stay_known_without_content(corpus: Path) -> None:
    ids = ids_of(corpus, LORRY)
    remove(corpus, LORRY, Silent())
    retired = {old.id: old for old in TruthFiles(corpus).registry().retired}
    for gone in (LORRY, *ids.values()):
        assert (retired[gone].reason, retired[gone].successor_id) == ("removed", None)
    assert retired["person:bartholomew-okonjo-fell"].reason == "no longer supported by the corpus"
    with OpenCorpus(corpus) as opened:
        with pytest.raises(NotFound, match=f"episode: {LORRY} was removed."):
            answered(opened, "episode_detail", episode=LORRY)
        with pytest.raises(NotFound, match=f"insight: {ids['insights']} was removed."):
            answered(opened, "insight_detail", insight=ids["insights"])
    with pytest.raises(NotFound, match=f"^{LORRY} was removed.$"):
        remove(corpus, LORRY, Silent())


def test_embeddings_of_what_was_removed_are_deleted(corpus: Path) -> None:
    (cache,) = (corpus / "vectors").iterdir()
    before = cache.stat().st_size
    remove(corpus, "The Slow Lane", Silent())
    assert cache.stat().st_size < before
    with VectorCache(corpus, "minilm-l6-v2-int8", 384) as vectors:
        (rows,) = vectors._db.execute("SELECT count(*) FROM vectors").fetchone()  # pyright: ignore
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        indexed = snapshot.catalogue.count("segments") + snapshot.catalogue.count("insights")
    assert rows == indexed


def test_a_corpus_that_is_open_answers_without_it_on_the_next_call(corpus: Path) -> None:
    with OpenCorpus(corpus) as opened:
        with opened.snapshot() as during:
            remove(corpus, LORRY, Silent())
            assert during.catalogue.count("episodes") == 6
        with opened.snapshot() as snapshot:
            assert snapshot.catalogue.count("episodes") == 5
        answer = answered(opened, "search_corpus", query="a congestion charge for lorries")
        assert "Thirty is plenty" in json.dumps(answer)
        assert LORRY not in json.dumps(answer)


def test_a_show_goes_with_its_folder(corpus: Path) -> None:
    report = remove(corpus, "slow-lane", Silent())
    assert report.target == "podcast:slow-lane"
    assert len(report.episodes) == 3
    assert [f.name for f in (corpus / "shows").iterdir()] == ["tidewater"]
    assert files_holding(corpus, "The Slow Lane") == []
    with OpenCorpus(corpus) as opened, pytest.raises(NotFound, match=r"slow-lane was removed\."):
        answered(opened, "show_episodes", show="podcast:slow-lane")


def test_a_show_whose_last_episode_is_removed_goes_with_it(corpus: Path) -> None:
    for folder in sorted((corpus / "shows" / "slow-lane").iterdir()):
        if folder.is_dir():
            remove(corpus, f"slow-lane/{folder.name}", Silent())
    assert [f.name for f in (corpus / "shows").iterdir()] == ["tidewater"]
    reasons = {old.id: old.reason for old in TruthFiles(corpus).registry().retired}
    assert reasons["podcast:slow-lane"] == "removed with its last episode"


def test_the_last_show_leaves_an_empty_corpus_that_answers(corpus: Path) -> None:
    remove(corpus, "The Slow Lane", Silent())
    remove(corpus, "Tidewater", Silent())
    assert verify_corpus(corpus).problems == ()
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        assert snapshot.catalogue.count("episodes") == 0


@pytest.mark.parametrize("folder", ["index", "vectors"])
def test_what_is_derived_may_be_missing(corpus: Path, folder: str) -> None:
    shutil.rmtree(corpus / folder)
    remove(corpus, "Eight euros a lorry", Silent())
    assert files_holding(corpus, PHRASE) == []
    assert verify_corpus(corpus).problems == ()


def test_a_damaged_episode_can_be_removed_by_its_place(corpus: Path) -> None:
    (corpus / LORRY_PLACE / "episode.json").write_bytes(b"{")
    remove(corpus, "tidewater/eight-euros-a-lorry", Silent())
    assert files_holding(corpus, PHRASE) == []
    assert verify_corpus(corpus).problems == ()


def test_what_was_removed_is_skipped_when_added_again(corpus: Path, few_folder: Path) -> None:
    whole = verify_corpus(corpus)
    remove(corpus, LORRY, Silent())
    report = add_sample(corpus, few_folder)
    assert [(s.name, s.reason) for s in report.skipped] == [  # type: ignore[attr-defined]
        ("tidewater/2024-05-16-eight-euros-a-lorry.srt", AGAIN)
    ]
    assert not (corpus / LORRY_PLACE).exists()
    report = add_sample(corpus, few_folder, again=True)
    assert report.count("added") == 1  # type: ignore[attr-defined]
    verified = verify_corpus(corpus)
    assert (verified.insights, verified.problems) == (whole.insights, ())
    ids = ids_of(corpus, LORRY)
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        assert [snapshot.catalogue.moved(id_) for id_ in (LORRY, *ids.values())] == [None] * 4
    # It counts as held from now on.
    assert add_sample(corpus, few_folder).count("unchanged") == 6  # type: ignore[attr-defined]


def test_a_target_that_is_nothing_names_the_nearest(corpus: Path) -> None:
    before = truth_bytes(corpus)
    with pytest.raises(NotFound, match="Nothing in this corpus is 'Eight euro a lorry'") as caught:
        remove(corpus, "Eight euro a lorry", Silent())
    assert caught.value.candidates[0] == "Eight euros a lorry (tidewater/eight-euros-a-lorry)"
    assert truth_bytes(corpus) == before


def test_a_title_of_two_episodes_is_ambiguous(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.md").write_text(f"**Ana Ruiz:** The gate {name} is shut.\n", "utf-8")
    manifest = tmp_path / "index.tsv"
    manifest.write_text("path\tshow\tguid\ttitle\na.md\th\t1\tGate\nb.md\th\t2\tGate\n", "utf-8")
    add(tmp_path / "c", [str(folder)], AddOptions(manifest=manifest), Silent())
    with pytest.raises(Ambiguous) as caught:
        remove(tmp_path / "c", "Gate", Silent())
    assert caught.value.candidates == ("h/gate", "h/gate-d19ffe")


def test_a_folder_that_is_no_corpus_is_refused_and_left_alone(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="is no corpus"):
        remove(tmp_path, "anything", Silent())
    assert list(tmp_path.iterdir()) == []


VTT = "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>The {0} should leave an hour later.\n"
FEED = "<rss><channel><title>The Tide</title>{}{}</channel></rss>".format(
    *(
        f"<item><title>{name}</title><guid>{name}</guid>"
        f'<podcast:transcript url="{name}.vtt" type="text/vtt"/></item>'
        for name in ("ferry", "barge")
    )
)


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        running.serve("/feed.xml", FEED, etag='"1"')
        for name in ("ferry", "barge"):
            running.serve(f"/{name}.vtt", VTT.format(name))
        yield running


def test_a_feed_brings_a_removed_episode_back_only_when_told(
    server: Loopback, tmp_path: Path
) -> None:
    corpus, url = tmp_path / "c", server.url("/feed.xml")
    quick = AddOptions(extract=False)
    with quick_client() as client:
        add(corpus, [url], quick, Silent(), client)
        remove(corpus, "the-tide/barge", Silent())
        assert files_holding(corpus, "barge") == []
        for _ in range(2):
            report = update(corpus, quick, Silent(), client)
            assert [f.name for f in TruthFiles(corpus).episode_folders()] == ["ferry"]
        assert report.index is not None
        assert report.index.changed is False
        again = AddOptions(extract=False, again=True)
        report = add(corpus, [url], again, Silent(), client)
    assert report.count("added") == 1
    assert sorted(f.name for f in TruthFiles(corpus).episode_folders()) == ["barge", "ferry"]
