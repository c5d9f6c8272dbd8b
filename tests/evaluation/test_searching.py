"""The command scores the sample, and finds a planted regression."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from groundcast.building.progress import Silent
from groundcast.evaluation.scores import AbsentScores, JudgedScores, Scores, read_scores
from groundcast.evaluation.searching import evaluate_search
from groundcast.evaluation.systems import SYSTEMS
from groundcast.evaluation.systems.protocol import DEPTH
from groundcast.knowledge.opened import OpenCorpus
from tests.surfaces.test_cli import run

TALKS = Path(__file__).parent / "talks"
ALL = tuple(SYSTEMS)


@pytest.fixture(scope="module")
def measured(sample_path: Path, sample_folder: Path) -> Scores:
    return evaluate_search(sample_path, [str(TALKS)], ALL, sample_folder / "index.tsv", Silent())


def command(corpus: Path, index: Path, sets: Sequence[Path | str], *more: str) -> list[str]:
    words = ["eval", "search", "--corpus", str(corpus), "--index", str(index)]
    return [*words, *(word for named in sets for word in ("--set", str(named))), *more]


def test_every_system_answers_every_set(measured: Scores) -> None:
    questions = measured.sets["talks/questions"]
    assert isinstance(questions, JudgedScores)
    assert list(questions.systems) == ["bm25", "dense", "rank_fusion", "groundcast"]
    assert list(questions.differences) == ["bm25", "dense", "rank_fusion"]
    assert (questions.queries, questions.unlocated) == (8, 0)
    assert {name: group.queries for name, group in questions.groups.items()} == {
        "fact": 5,
        "opinion": 3,
        "paraphrased": 4,
    }
    for system in questions.systems.values():
        assert system["nDCG@10"].value > 0.6
        assert system["nDCG@10"].low <= system["nDCG@10"].value <= system["nDCG@10"].high


def test_documents_and_absent_questions_are_scored_too(measured: Scores) -> None:
    parts = measured.sets["talks/parts"]
    assert isinstance(parts, JudgedScores)
    # Six documents are judged, the other four episodes are one each: a hundred ranks hold all.
    assert parts.systems["dense"]["recall@100"].value == 1.0
    absent = measured.sets["talks/absent_questions"]
    assert isinstance(absent, AbsentScores)
    assert (absent.queries, absent.answerable) == (3, 12)
    assert absent.strengths["foreign"] == {"none": 2, "weak": 0, "strong": 0}
    assert sum(absent.strengths["answerable"].values()) == 12
    # Rank fusion says nothing of how sure it is.
    assert list(absent.areas) == ["bm25", "dense", "groundcast"]
    assert absent.areas["dense"]["foreign"].value == 1.0


def test_a_difference_is_that_of_the_scores(measured: Scores) -> None:
    for judged in measured.sets.values():
        if isinstance(judged, JudgedScores):
            for baseline, by_measure in judged.differences.items():
                for measure, difference in by_measure.items():
                    product = judged.systems["groundcast"][measure].value
                    apart = product - judged.systems[baseline][measure].value
                    assert difference.value == pytest.approx(apart, abs=2e-4)


def test_measuring_again_gives_the_same(
    measured: Scores, sample_path: Path, sample_folder: Path
) -> None:
    again = evaluate_search(sample_path, [str(TALKS)], ALL, sample_folder / "index.tsv", Silent())
    assert again == measured


def test_answers_are_as_deep_as_can_be_paged_and_never_repeat(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        for system in SYSTEMS.values():
            answer = system(snapshot).answer("a harbour charge on lorries at the quay")
            assert 10 <= len(answer.hits) <= DEPTH
            assert len(set(answer.hits)) == len(answer.hits)
            assert system(snapshot).answer("zzgrblfx !?").hits == () or system.name != "bm25"


def test_writing_then_checking_finds_nothing(
    measured: Scores, sample_path: Path, sample_folder: Path, tmp_path: Path
) -> None:
    path, index = tmp_path / "scores.json", sample_folder / "index.tsv"
    done = run(*command(sample_path, index, [TALKS], "--write", str(path)))
    assert done.returncode == 0, done.stderr
    assert "### talks/questions\n\n8 queries. Corpus " in done.stdout
    assert "| groundcast − bm25 " in done.stdout
    assert read_scores(path) == measured
    assert run(*command(sample_path, index, [TALKS], "--check", str(path))).returncode == 0


def test_a_planted_regression_exits_1_and_is_named(
    measured: Scores, sample_path: Path, sample_folder: Path, tmp_path: Path
) -> None:
    """The index's vectors stand in the wrong order: the words alone are found as before."""
    path = tmp_path / "scores.json"
    path.write_text(measured.model_dump_json(), "utf-8")
    worse = Path(shutil.copytree(sample_path, tmp_path / "worse"))
    (vectors,) = worse.glob("index/*/search/vectors.npy")
    np.save(vectors, np.load(vectors)[::-1])
    done = run(*command(worse, sample_folder / "index.tsv", [TALKS], "--check", str(path)))
    assert done.returncode == 1, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("below")]
    begins = "below what is committed: talks/questions"
    assert any(line.startswith(f"{begins}, groundcast, nDCG@10: ") for line in said)
    assert any(line.startswith(f"{begins}, dense, nDCG@10: ") for line in said)
    assert not any(", bm25, " in line for line in said)


def test_only_the_systems_named_are_asked_and_json_is_what_is_written(
    measured: Scores, sample_path: Path, sample_folder: Path
) -> None:
    words = ("--systems", "bm25", "--json")
    done = run(*command(sample_path, sample_folder / "index.tsv", [TALKS], *words))
    assert done.returncode == 0, done.stderr
    found = Scores.model_validate(json.loads(done.stdout))
    questions, before = found.sets["talks/questions"], measured.sets["talks/questions"]
    assert isinstance(questions, JudgedScores)
    assert isinstance(before, JudgedScores)
    assert questions.systems == {"bm25": before.systems["bm25"]}
    assert questions.differences == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--systems", "bm24"), "There is no system bm24. Nearest: bm25; "),
        (("--write", "a.json", "--check", "b.json"), "--write would replace what --check"),
        (("--check", "nowhere.json"), "nowhere.json cannot be read: No such file"),
        (("--index", "nowhere.tsv"), "nowhere.tsv cannot be read: No such file"),
    ],
)
def test_a_refusal_is_one_line_and_exits_2(
    words: tuple[str, ...], said: str, sample_path: Path, sample_folder: Path
) -> None:
    done = run(*command(sample_path, sample_folder / "index.tsv", [TALKS], *words))
    assert done.returncode == 2
    *progress, refusal = done.stderr.strip().splitlines()
    assert said in refusal
    assert all(not line.startswith("groundcast:") for line in progress)


def test_absent_questions_alone_are_refused(sample_path: Path, sample_folder: Path) -> None:
    absent = TALKS / "absent_questions.jsonl"
    done = run(*command(sample_path, sample_folder / "index.tsv", [absent]))
    assert done.returncode == 2
    assert "is compared with queries that the corpus answers. Name such a set" in done.stderr
