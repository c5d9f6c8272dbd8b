"""Questions with graded passages, and questions without an answer, one JSON object a line.

A question has `qid`, `question`, `type`, `paraphrased` and `passages`, each with `path`,
`line_start`, `line_end` (from 1, both included) and `grade`; a question that the corpus does not
answer has `qid`, `question` and `type`.
"""

from pathlib import Path

from pydantic import Field

from groundcast.evaluation.judged import (
    AbsentQuery,
    AbsentSet,
    JudgedQuery,
    JudgedSet,
    Judgement,
    Line,
    read_lines,
)
from groundcast.evaluation.locating import SourceLines

PARAPHRASED = "paraphrased"


class _Passage(Line):
    path: str
    line_start: int = Field(ge=1)
    line_end: int = Field(ge=1)
    grade: int = Field(ge=1, le=10)


class _Question(Line):
    qid: str
    question: str = Field(min_length=1)
    type: str | None = None
    paraphrased: bool = False
    passages: list[_Passage] = Field(min_length=1)


class _Absent(Line):
    qid: str
    question: str = Field(min_length=1)
    type: str


def load_questions(path: Path, name: str, lines: SourceLines) -> JudgedSet:
    """Reads questions with passages; raises NotFound where one is of no episode of the corpus."""
    queries: list[JudgedQuery] = []
    for asked in read_lines(path, _Question):
        judgements = [
            Judgement(
                lines.locate(lines.episode_of(p.path), p.line_start, p.line_end),
                p.grade,
            )
            for p in asked.passages
        ]
        groups = [asked.type] if asked.type else []
        groups += [PARAPHRASED] if asked.paraphrased else []
        queries.append(JudgedQuery(asked.qid, asked.question, tuple(judgements), tuple(groups)))
    return JudgedSet(name, tuple(queries))


def load_absent(path: Path, name: str) -> AbsentSet:
    """Reads questions that the corpus does not answer."""
    asked = read_lines(path, _Absent)
    return AbsentSet(name, tuple(AbsentQuery(a.qid, a.question, a.type) for a in asked))
