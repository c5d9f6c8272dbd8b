import json
import shutil
from pathlib import Path

import pytest

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.building.reindexing import reindex
from groundcast.building.removing import remove
from groundcast.capabilities import CAPABILITIES
from groundcast.corpus.entries import EpisodeFilter
from groundcast.corpus.truth import EPISODE_FILES, TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.corpus.version import corpus_version
from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import OpenCorpus
from groundcast.retrieval.backends.local import open_local


def add_sample(corpus: Path, sample: Path, **options: object) -> object:
    chosen = AddOptions(manifest=sample / "index.tsv", **options)  # type: ignore[arg-type]
    return add(corpus, [str(sample)], chosen, Silent())


def truth_bytes(corpus: Path) -> dict[str, bytes]:
    """The truth files but `corpus.json`, which holds the corpus id."""
    kept = {"registry.json", "relations.json", "show.json", *EPISODE_FILES}
    return {
        path.relative_to(corpus).as_posix(): path.read_bytes()
        for path in sorted(corpus.rglob("*"))
        if path.name in kept or path.name.startswith("original")
    }


def logical_index(corpus: Path) -> list[str]:
    """Every row of a corpus's index but the corpus id."""
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        tables = snapshot.catalogue.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        rows = [
            f"{table} {row}"
            for (table,) in sorted(tables)
            if not table.startswith("sqlite_")
            for row in sorted(map(repr, snapshot.catalogue.rows(f"SELECT * FROM {table}")))
            if not row.startswith("('corpus_id', ")
        ]
        return [*rows, *open_local(snapshot.generation.search).dump()]


def test_the_same_sources_give_the_same_corpus_in_any_order_of_runs(
    sample_folder: Path, tmp_path: Path
) -> None:
    header, *rows = (sample_folder / "index.tsv").read_text("utf-8").splitlines()
    runs = {"once": [rows[:3]], "again": [rows[1:2], rows[1:3], rows[2::-1]]}
    for name, parts in runs.items():
        for part in parts:
            manifest = tmp_path / "index.tsv"
            manifest.write_text("\n".join((header, *part)), "utf-8")
            options = AddOptions(manifest=manifest, index=part is parts[-1])
            add(tmp_path / name, [str(sample_folder)], options, Silent())
    once, again = tmp_path / "once", tmp_path / "again"
    assert corpus_version(TruthFiles(once)) == corpus_version(TruthFiles(again))
    assert truth_bytes(once) == truth_bytes(again)
    assert logical_index(once) == logical_index(again)


def test_a_corpus_keeps_the_id_of_its_first_run(sample_folder: Path, tmp_path: Path) -> None:
    add_sample(tmp_path, sample_folder, limit=1, extract=False, index=False)
    corpus_id = TruthFiles(tmp_path).settings.corpus_id
    report = add_sample(tmp_path, sample_folder, limit=3, extract=False, index=False)
    assert len({episode.show for episode in report.episodes}) == 2  # type: ignore[attr-defined]
    assert TruthFiles(tmp_path).settings.corpus_id == corpus_id


def test_the_index_can_be_deleted_and_made_again(few_path: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(few_path, corpus)
    before = logical_index(corpus)
    shutil.rmtree(corpus / "index")
    shutil.rmtree(corpus / "vectors")
    report = reindex(corpus, Silent())
    assert report.changed
    assert logical_index(corpus) == before


def test_an_unchanged_run_writes_nothing(few_path: Path, few_folder: Path) -> None:
    before = {p: p.stat().st_mtime_ns for p in few_path.rglob("*") if p.suffix == ".json"}
    report = add_sample(few_path, few_folder)
    assert report.count("unchanged") == 6  # type: ignore[attr-defined]
    assert report.index.changed is False  # type: ignore[attr-defined]
    assert {p: p.stat().st_mtime_ns for p in before} == before


def test_a_retitled_episode_keeps_its_id_and_folder(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    talk = "**Ana Ruiz:** The tide gate should close before the storm arrives, not after it.\n"
    (folder / "gate.md").write_text(talk, "utf-8")
    manifest = tmp_path / "index.tsv"
    ids = []
    for title in ("The gate", "The tide gate"):
        manifest.write_text(f"path\tshow\tguid\ttitle\ngate.md\tharbour\tg1\t{title}\n", "utf-8")
        add(tmp_path / "c", [str(folder)], AddOptions(manifest=manifest), Silent())
        with OpenCorpus(tmp_path / "c") as opened, opened.snapshot() as snapshot:
            (entry,) = snapshot.catalogue.list_episodes(EpisodeFilter(), 0, 10)
            ids.append((entry.episode.id, entry.episode.slug))
            assert entry.episode.title == title
    assert ids[0] == ids[1] == (ids[0][0], "the-gate")


def test_a_damaged_episode_is_set_aside_and_the_rest_serves(few_path: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(few_path, corpus)
    damaged = corpus / "shows" / "tidewater" / "eight-euros-a-lorry" / "transcript.json"
    damaged.write_text(damaged.read_text("utf-8").replace("lorry", "lorru", 1), "utf-8")
    report = reindex(corpus, Silent())
    assert [problem.path for problem in report.problems] == ["shows/tidewater/eight-euros-a-lorry"]
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        assert snapshot.catalogue.count("episodes") == 5
    assert [p.path for p in verify_corpus(corpus).problems] == [
        "shows/tidewater/eight-euros-a-lorry"
    ]


def test_a_false_quote_in_the_files_is_found_by_verify(few_path: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(few_path, corpus)
    folder = next(f for f in TruthFiles(corpus).episode_folders() if f.name.startswith("eight"))
    path = folder / "knowledge.json"
    fields = json.loads(path.read_text("utf-8"))
    fields["quotes"][0]["char_start"] += 1
    path.write_text(json.dumps(fields), "utf-8")
    reasons = [problem.reason for problem in verify_corpus(corpus).problems]
    assert any("is not what stands in the transcript" in reason for reason in reasons)


def test_extraction_can_be_left_for_later(sample_folder: Path, tmp_path: Path) -> None:
    report = add_sample(tmp_path / "c", sample_folder, extract=False, limit=1)
    with OpenCorpus(tmp_path / "c") as opened, opened.snapshot() as snapshot:
        assert snapshot.catalogue.not_assessed() == [("no extraction was run on it", 1)]
        assert snapshot.catalogue.count("segments") > 5
    report = add_sample(tmp_path / "c", sample_folder, limit=1)
    assert report.count("updated") == 1  # type: ignore[attr-defined]
    with OpenCorpus(tmp_path / "c") as opened, opened.snapshot() as snapshot:
        assert snapshot.catalogue.not_assessed() == []
        assert snapshot.catalogue.count("insights") > 0


def test_a_source_that_is_nothing_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="does not exist"):
        add(tmp_path / "c", [str(tmp_path / "no")], AddOptions(), Silent())
    assert not (tmp_path / "c").exists()


def test_dates_and_limits_choose_episodes(sample_folder: Path, tmp_path: Path) -> None:
    report = add_sample(
        tmp_path / "c", sample_folder, since="2024-01-01", until="2024-12-31", dry_run=True
    )
    assert sorted(e.title for e in report.episodes) == [  # type: ignore[attr-defined]
        "Eight euros a lorry",
        "Flour, uphill",
        "Silent boats, loud meetings",
    ]
    assert {s.reason for s in report.skipped} == {"outside --since and --until"}  # type: ignore[attr-defined]


def test_a_re_aired_episode_names_its_original_and_is_found_only_on_request(
    tmp_path: Path,
) -> None:
    said = "\n\n".join(
        f"**{'Ada Lind' if n % 2 else 'Ben Moor'}:** Berth {n} of the harbour of town {n * n} "
        f"holds {n + 7} boats, and crane {n * 3} lifts crate {n * 11} onto lorry {n * 5} at dawn."
        for n in range(60)
    )
    for place, day in (("old/one.md", "2020-03-02"), ("new/again.md", "2022-03-07")):
        file = tmp_path / "files" / place
        file.parent.mkdir(parents=True)
        file.write_text(f"---\ntitle: Harbour {place[:3]}\ndate: {day}\n---\n\n{said}\n")
    corpus = tmp_path / "c"
    add(corpus, [str(tmp_path / "files")], AddOptions(extract=False), Silent())
    (edge,) = TruthFiles(corpus).relations().edges
    assert (edge.type, edge.weight) == ("COPY_OF", 1.0)
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        copy, original = snapshot.catalogue.list_episodes(EpisodeFilter(), 0, 10)
        assert (copy.episode.title, copy.episode.copy_of) == ("Harbour new", original.episode.id)
        assert original.episode.copy_of is None
        (linked,) = snapshot.catalogue.recordings(original.episode.id)
        assert (linked.title, linked.whole, linked.share) == ("Harbour new", True, 1.0)
        detail = CAPABILITIES["episode_detail"].answer(opened, {"episode": copy.episode.id})
        assert detail.payload["copy_of"] == original.episode.id
        assert detail.payload["recordings"] == [
            {"episode_id": original.episode.id, "title": "Harbour old",
             "note": "the same recording", "share": 1.0}
        ]  # fmt: skip
    assert verify_corpus(corpus).problems == ()
    remove(corpus, original.episode.id, Silent())
    assert TruthFiles(corpus).relations().edges == ()
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        (left,) = snapshot.catalogue.list_episodes(EpisodeFilter(), 0, 10)
        assert left.episode.copy_of is None


def test_files_read_in_parts_give_the_same_corpus(
    sample_path: Path, sample_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("groundcast.building.adding.READ_AT_ONCE", 4)
    add_sample(tmp_path / "c", sample_folder, index=False)
    assert truth_bytes(tmp_path / "c") == truth_bytes(sample_path)
