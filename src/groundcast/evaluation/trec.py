"""TREC judgements: `queries_NAME.jsonl` beside `qrels_NAME.trec`.

A query is a JSON object with `qid` and `query`; a judgement is a line `qid 0 docid grade`. Where a
`segments.jsonl` stands beside them, a document is one of its segments: `docid`, `file`,
`line_start`, `line_end`. Elsewhere it is an episode, by its guid.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field

from groundcast.errors import InvalidArgument, NotFound, shown
from groundcast.evaluation.judged import (
    JudgedQuery,
    JudgedSet,
    Judgement,
    Line,
    Stretch,
    read_lines,
    read_text,
)
from groundcast.evaluation.locating import SourceLines

QUERIES = "queries_"
SEGMENTS = "segments.jsonl"


class _Query(Line):
    model_config = ConfigDict(extra="allow")

    qid: str

    def text(self, field: str, path: Path) -> str:
        """The field that is asked; raises InvalidArgument where it is no text."""
        fields: dict[str, Any] = self.model_extra or {}
        value = fields.get(field)
        if isinstance(value, str) and value.strip():
            return value
        raise InvalidArgument(
            f"{path.name}: {shown(self.qid)} has no {shown(field)} to ask.",
            hint="Name another field after the file: FILE:FIELD.",
        )


class _Segment(Line):
    docid: str
    file: str
    line_start: int = Field(ge=1)
    line_end: int = Field(ge=1)


def qrels_of(queries: Path) -> Path:
    """Where the judgements of a file of queries stand."""
    return queries.with_name(f"qrels_{queries.stem.removeprefix(QUERIES)}.trec")


def load_trec(path: Path, name: str, lines: SourceLines, field: str = "query") -> JudgedSet:
    """Reads queries with their judgements; `field` is the one that is asked.

    Raises NotFound where a document is none of the corpus, InvalidArgument where a file is
    malformed or nothing was judged to answer a query.
    """
    qrels = _read_qrels(qrels_of(path))
    segments = path.with_name(SEGMENTS)
    documents = _segments(segments, lines) if segments.is_file() else _episodes(qrels, lines)
    queries = [
        _judged(query, query.text(field, path), qrels.get(query.qid, {}), documents, path)
        for query in read_lines(path, _Query)
    ]
    return JudgedSet(name, tuple(queries), _by_episode(documents))


def _read_qrels(path: Path) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        cells = line.split()
        if not cells:
            continue
        if len(cells) != 4 or not cells[3].lstrip("-").isdecimal():
            raise InvalidArgument(
                f"{path.name} line {number} is not `qid 0 docid grade`.", hint="Mend the line."
            )
        grades.setdefault(cells[0], {})[cells[2]] = int(cells[3])
    return grades


def _segments(path: Path, lines: SourceLines) -> dict[str, Stretch | None]:
    return {
        segment.docid: lines.locate(
            lines.episode_of(segment.file), segment.line_start, segment.line_end
        )
        for segment in read_lines(path, _Segment)
    }


def _episodes(
    qrels: Mapping[str, Mapping[str, int]], lines: SourceLines
) -> dict[str, Stretch | None]:
    documents: dict[str, Stretch | None] = {}
    for guid in sorted({docid for judged in qrels.values() for docid in judged}):
        episode = lines.episode_with_guid(guid)
        documents[guid] = Stretch(episode.episode.id, 0, lines.length(episode))
    return documents


def _judged(
    query: _Query,
    text: str,
    grades: Mapping[str, int],
    documents: Mapping[str, Stretch | None],
    path: Path,
) -> JudgedQuery:
    judgements: list[Judgement] = []
    for docid, grade in grades.items():
        if docid not in documents:
            raise NotFound(f"{shown(docid)}, judged for {shown(query.qid)}, is not in {SEGMENTS}.")
        if grade > 0:
            judgements.append(Judgement(documents[docid], grade))
    if not judgements:
        raise InvalidArgument(
            f"{path.name}: nothing was judged to answer {shown(query.qid)}.",
            hint=f"Add its judgements to {qrels_of(path).name}, or take the query out.",
        )
    return JudgedQuery(query.qid, text, tuple(judgements))


def _by_episode(documents: Mapping[str, Stretch | None]) -> dict[str, tuple[Stretch, ...]]:
    listed: dict[str, list[Stretch]] = {}
    for stretch in documents.values():
        if stretch is not None:
            listed.setdefault(stretch.episode_id, []).append(stretch)
    return {
        episode: tuple(sorted(found, key=lambda stretch: (stretch.start, stretch.end)))
        for episode, found in listed.items()
    }
