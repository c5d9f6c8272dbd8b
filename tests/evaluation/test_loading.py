"""Judged sets are read into stretches of the corpus's text, or refused in one line."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcast.errors import GroundcastError
from groundcast.evaluation.judged import AbsentSet, JudgedSet, Judgement, Stretch
from groundcast.evaluation.locating import SourceLines
from groundcast.evaluation.sets import load_sets
from groundcast.knowledge.opened import OpenCorpus, Snapshot

TALKS = Path(__file__).parent / "talks"
TRAM = "slow-lane/2025-03-18-thirty-is-plenty.md"


@pytest.fixture
def snapshot(sample: OpenCorpus) -> Iterator[Snapshot]:
    with sample.snapshot() as opened:
        yield opened


@pytest.fixture
def lines(snapshot: Snapshot, sample_path: Path, sample_folder: Path) -> SourceLines:
    return SourceLines(snapshot, sample_path, sample_folder / "index.tsv")


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TALKS, tmp_path / "talks"))


def text(snapshot: Snapshot, stretch: Stretch | None) -> str:
    assert stretch is not None
    found = snapshot.catalogue.text_between(stretch.episode_id, stretch.start, stretch.end)
    assert found is not None
    return found


def judged(talks: Path, name: str, lines: SourceLines) -> JudgedSet:
    (found,) = load_sets([str(talks / name)], lines)
    assert isinstance(found, JudgedSet)
    return found


def test_a_folder_gives_its_sets_by_name(lines: SourceLines) -> None:
    loaded = load_sets([str(TALKS)], lines)
    assert [(found.name, len(found.queries)) for found in loaded] == [
        ("talks/absent_questions", 3),
        ("talks/parts", 4),
        ("talks/questions", 8),
    ]


def test_lines_of_a_file_are_found_in_the_text_without_labels_and_cues(
    snapshot: Snapshot, lines: SourceLines
) -> None:
    questions = {q.id: q for q in judged(TALKS, "questions.jsonl", lines).queries}
    (lorries,) = questions["Q1"].judgements
    assert text(snapshot, lorries.stretch) == (
        "On a weekday there are 640 lorry movements on the Marrowick quay between six and ten"
        " in the morning. I counted them"
    )
    (winter,) = questions["Q2"].judgements
    assert text(snapshot, winter.stretch).startswith("In winter a cargo bike battery loses")
    assert text(snapshot, winter.stretch).endswith("and a frozen one loses its life")
    assert [j.grade for j in questions["Q3"].judgements] == [2, 1]
    assert questions["Q3"].groups == ("opinion", "paraphrased")
    assert questions["Q1"].groups == ("fact",)


def test_documents_are_the_segments_of_the_files(snapshot: Snapshot, lines: SourceLines) -> None:
    parts = judged(TALKS, "queries_parts.jsonl", lines)
    assert parts.documents is not None
    assert sorted(len(found) for found in parts.documents.values()) == [2, 4]
    trams = {query.id: query for query in parts.queries}["T2"]
    # A judgement of grade 0 says that a document does not answer.
    (judgement,) = trams.judgements
    assert text(snapshot, judgement.stretch).startswith("Trams\nLet me, can we do trams?")
    assert text(snapshot, judgement.stretch).endswith("I'll find out when this comes out")
    assert trams.text == "a tram line is a promise in the ground"
    assert parts.unlocated == 0


def test_another_field_of_the_queries_can_be_asked(lines: SourceLines) -> None:
    titles = judged(TALKS, "queries_parts.jsonl:title", lines)
    assert titles.name == "talks/parts:title"
    assert [query.text for query in titles.queries] == [
        "Thirty kilometres an hour",
        "Trams",
        "The harbour, again",
        "Ferries",
    ]


def test_without_segments_a_document_is_an_episode(talks: Path, lines: SourceLines) -> None:
    (talks / "segments.jsonl").unlink()
    (talks / "qrels_parts.trec").write_text(
        "T1 0 slow-lane-058 1\nT2 0 slow-lane-058 1\nT3 0 slow-lane-031 1\nT4 0 tw-2021-07 2\n"
    )
    parts = judged(talks, "queries_parts.jsonl", lines)
    assert parts.documents is not None
    assert [len(found) for found in parts.documents.values()] == [1, 1, 1]
    (judgement,) = parts.queries[3].judgements
    assert judgement.stretch is not None
    assert judgement.stretch.start == 0
    assert judgement == Judgement(parts.documents[judgement.stretch.episode_id][0], 2)


def test_absent_questions_keep_why_they_are_absent(lines: SourceLines) -> None:
    (absent,) = load_sets([str(TALKS / "absent_questions.jsonl")], lines)
    assert isinstance(absent, AbsentSet)
    assert [(query.id, query.kind) for query in absent.queries] == [
        ("A1", "foreign"),
        ("A2", "foreign"),
        ("A3", "near"),
    ]


def test_lines_that_nobody_speaks_are_not_located(lines: SourceLines) -> None:
    episode = lines.episode_of(TRAM)
    assert lines.locate(episode, 1, 7) is None
    assert lines.locate(episode, 10, 10) is None
    assert lines.locate(episode, 9_000, 9_001) is None


def test_without_a_manifest_an_episode_is_known_by_its_guid(
    snapshot: Snapshot, sample_path: Path
) -> None:
    lines = SourceLines(snapshot, sample_path)
    assert lines.episode_of("tw-2021-07").episode.title == "Four knots through the Narrows"
    with pytest.raises(GroundcastError, match="is no episode of this corpus"):
        lines.episode_of(TRAM)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("questions.jsonl", "{", "questions.jsonl line 1: Invalid JSON"),
        ("questions.jsonl", json.dumps({"qid": "Q"}), "line 1: question: Field required."),
        (
            "questions.jsonl",
            json.dumps({"qid": "Q", "question": "What?", "passages": []}),
            "line 1: passages: List should have at least 1 item",
        ),
        ("qrels_parts.trec", "T1 0 thirty#1-thirty", "line 1 is not `qid 0 docid grade`."),
        ("qrels_parts.trec", "T1 0 thirty#9 1", "thirty#9, judged for T1, is not in segments"),
        ("qrels_parts.trec", "T9 0 thirty#1-thirty 1", "nothing was judged to answer T1."),
        ("queries_parts.jsonl", '{"qid": "T1", "title": "a"}', "T1 has no query to ask."),
        ("segments.jsonl", '{"docid": "a", "file": "b.md"}', "line_start: Field required."),
    ],
)
def test_a_malformed_set_is_refused_by_its_line(
    name: str, content: str, said: str, talks: Path, lines: SourceLines
) -> None:
    (talks / name).write_text(content + "\n", "utf-8")
    with pytest.raises(GroundcastError) as refusal:
        load_sets([str(talks)], lines)
    assert said in refusal.value.explain()
    assert "\n" not in refusal.value.explain()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("nowhere", "nowhere does not exist."),
        ("segments.jsonl", "segments.jsonl is no judged set."),
        ("questions.jsonl:type", "questions.jsonl:type is no judged set."),
        ("empty", "empty holds no judged set."),
    ],
)
def test_what_is_no_judged_set_is_refused(
    named: str, said: str, talks: Path, lines: SourceLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(talks)
    Path("empty").mkdir()
    with pytest.raises(GroundcastError) as refusal:
        load_sets([named], lines)
    assert said in refusal.value.explain()


def test_two_sets_of_one_name_are_refused(talks: Path, lines: SourceLines) -> None:
    with pytest.raises(GroundcastError, match="Two judged sets are called"):
        load_sets([str(TALKS), str(talks)], lines)
