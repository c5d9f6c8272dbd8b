"""Tables are in the order things are declared, whatever the order of a file."""

from groundcast.evaluation.scores import (
    AbsentScores,
    CorpusFacts,
    GroupScores,
    JudgedScores,
    Score,
    Scores,
)
from groundcast.evaluation.tables import score_tables

CORPUS = CorpusFacts(
    corpus_version="abc", embedding_model="m", episodes=6, segments=1_090, insights=40
)
LOW, HIGH = Score(value=0.5, low=0.45, high=0.55), Score(value=0.625, low=0.5, high=1.0)


def test_a_judged_set_shows_systems_differences_and_groups() -> None:
    judged = JudgedScores(
        corpus=CORPUS,
        queries=8,
        unlocated=1,
        systems={
            "groundcast": {"MRR": HIGH, "nDCG@10": HIGH},
            "bm25": {"MRR": LOW, "nDCG@10": LOW},
        },
        differences={
            "bm25": {
                "nDCG@10": Score(value=0.125, low=-0.01, high=0.2),
                "MRR": Score(value=-0.125, low=-0.2, high=-0.01),
            }
        },
        groups={"fact": GroupScores(queries=3, systems={"groundcast": HIGH, "bm25": LOW})},
    )
    assert score_tables(Scores(sets={"talks/questions": judged})) == (
        "### talks/questions\n\n"
        "8 queries. Corpus abc: 6 episodes, 1,090 segments, 40 insights, m.\n\n"
        "1 judged stretches are not in the corpus's text.\n\n"
        "|                   | nDCG@10             | MRR                  |\n"
        "| ----------------- | ------------------- | -------------------- |\n"
        "| bm25              | .500 [.450, .550]   | .500 [.450, .550]    |\n"
        "| groundcast        | .625 [.500, 1.000]  | .625 [.500, 1.000]   |\n"
        "| groundcast − bm25 | +.125 [−.010, .200] | −.125 [−.200, −.010] |\n\n"
        "| nDCG@10 on | queries | bm25              | groundcast         |\n"
        "| ---------- | ------- | ----------------- | ------------------ |\n"
        "| fact       | 3       | .500 [.450, .550] | .625 [.500, 1.000] |\n"
    )


def test_an_absent_set_shows_strengths_and_areas() -> None:
    absent = AbsentScores(
        corpus=CORPUS,
        queries=3,
        answerable=8,
        strengths={"near": {"strong": 1, "none": 2, "weak": 0}},
        areas={"groundcast": {"near": HIGH}, "bm25": {"near": LOW}},
    )
    assert score_tables(Scores(sets={"talks/absent": absent})) == (
        "### talks/absent\n\n"
        "3 queries, against 8 with an answer.\n"
        "Corpus abc: 6 episodes, 1,090 segments, 40 insights, m.\n\n"
        "| match strength | none | weak | strong |\n"
        "| -------------- | ---- | ---- | ------ |\n"
        "| near           | 2    | 0    | 1      |\n\n"
        "| area under the curve | near               |\n"
        "| -------------------- | ------------------ |\n"
        "| bm25                 | .500 [.450, .550]  |\n"
        "| groundcast           | .625 [.500, 1.000] |\n"
    )
