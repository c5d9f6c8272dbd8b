"""A score that falls is found; what cannot be compared is refused."""

import json
from pathlib import Path

import pytest

from groundcast.errors import GroundcastError
from groundcast.evaluation.scores import (
    AbsentScores,
    CorpusFacts,
    JudgedScores,
    Score,
    Scores,
    read_scores,
    shortfalls,
    write_scores,
)

CORPUS = CorpusFacts(
    corpus_version="abc", embedding_model="m", episodes=6, segments=90, insights=40
)
COMMITTED = Path("scores.json")


def scores(ndcg: float = 0.6, area: float = 0.9, queries: int = 8, unlocated: int = 0) -> Scores:
    judged = JudgedScores(
        corpus=CORPUS,
        queries=queries,
        unlocated=unlocated,
        systems={
            "bm25": {"nDCG@10": Score(value=0.5, low=0.4, high=0.6)},
            "groundcast": {"nDCG@10": Score(value=ndcg, low=0.5, high=0.7)},
        },
    )
    absent = AbsentScores(
        corpus=CORPUS,
        queries=3,
        answerable=8,
        strengths={"near": {"none": 1, "weak": 0, "strong": 0}},
        areas={"groundcast": {"near": Score(value=area, low=0.7, high=1.0)}},
    )
    return Scores(sets={"talks/questions": judged, "talks/absent_questions": absent})


def explained(measured: Scores, committed: Scores) -> list[str]:
    return [found.explain() for found in shortfalls(measured, committed, COMMITTED)]


def test_equal_and_better_scores_are_no_shortfall() -> None:
    assert explained(scores(), scores()) == []
    assert explained(scores(ndcg=0.9, area=1.0), scores()) == []


@pytest.mark.parametrize(
    ("measured", "said"),
    [
        (scores(ndcg=0.595), []),
        (scores(ndcg=0.594), ["talks/questions, groundcast, nDCG@10: 0.594, committed 0.6"]),
        (
            scores(area=0.8),
            ["talks/absent_questions, groundcast, area under the curve, near: 0.8, committed 0.9"],
        ),
        (scores(queries=7), ["talks/questions, all systems, queries: 7, committed 8"]),
        (
            scores(ndcg=0.1, unlocated=2),
            ["talks/questions, all systems, unlocated judgements: 2, committed 0"],
        ),
    ],
)
def test_a_shortfall_names_set_system_and_measure(measured: Scores, said: list[str]) -> None:
    assert explained(measured, scores()) == said


def test_the_tolerance_is_the_committed_one() -> None:
    lenient = scores().model_copy(update={"tolerance": 0.1})
    assert explained(scores(ndcg=0.51), lenient) == []
    assert len(explained(scores(ndcg=0.49), lenient)) == 1


def test_what_was_never_committed_is_refused() -> None:
    without = scores().model_copy(update={"sets": {}})
    with pytest.raises(GroundcastError, match="no scores of the set talks/absent_questions"):
        shortfalls(scores(), without, COMMITTED)
    more = scores().model_dump()
    more["sets"]["talks/questions"]["systems"]["new"] = {"MRR": {"value": 1, "low": 1, "high": 1}}
    with pytest.raises(GroundcastError, match="no scores of new, MRR, on the set talks/questions"):
        shortfalls(Scores.model_validate(more), scores(), COMMITTED)


def test_writing_keeps_other_sets_and_the_tolerance(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    write_scores(path, scores().model_copy(update={"tolerance": 0.02}))
    other = scores(ndcg=0.7)
    write_scores(path, other.model_copy(update={"sets": {"more/q": other.sets["talks/questions"]}}))
    written = read_scores(path)
    assert written.tolerance == 0.02
    assert list(written.sets) == ["more/q", "talks/absent_questions", "talks/questions"]
    assert written.sets["talks/questions"] == scores().sets["talks/questions"]
    before = path.read_bytes()
    write_scores(path, written)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is no file of scores: Invalid JSON"),
        (json.dumps({"format": 2, "sets": {}}), "is no file of scores: format: Input should be 1"),
        (json.dumps({"sets": {"a": {"kind": "new"}}}), "is no file of scores: sets.a"),
    ],
)
def test_another_file_is_no_file_of_scores(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(content, "utf-8")
    with pytest.raises(GroundcastError) as refusal:
        read_scores(path)
    assert said in refusal.value.explain()
