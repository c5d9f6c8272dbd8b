"""Which judged sets a file or folder holds, told apart by their names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from groundcast.errors import InvalidArgument, shown
from groundcast.evaluation.gold import load_absent, load_questions
from groundcast.evaluation.judged import AbsentSet, JudgedSet
from groundcast.evaluation.locating import SourceLines
from groundcast.evaluation.trec import QUERIES, load_trec, qrels_of

_QUESTIONS, _ABSENT = "questions", "absent_"
_FORMS = (
    "questions*.jsonl, absent_*.jsonl, or queries_NAME.jsonl beside qrels_NAME.trec;"
    " see docs/evaluation.md."
)


@dataclass(frozen=True, slots=True)
class _Named:
    path: Path
    field: str | None

    @property
    def name(self) -> str:
        """The folder's name and the file's, and the field where one is named."""
        stem = self.path.stem.removeprefix(QUERIES)
        name = f"{self.path.resolve().parent.name}/{stem}"
        return name if self.field is None else f"{name}:{self.field}"


def load_sets(named: Sequence[str], lines: SourceLines) -> tuple[JudgedSet | AbsentSet, ...]:
    """The sets of files and folders, each once, in the order named.

    `FILE:FIELD` asks another field of the queries than `query`. Raises InvalidArgument where a
    file is no judged set, or two sets have the same name.
    """
    files = list(dict.fromkeys(file for name in named for file in _files(name)))
    for at, file in enumerate(files):
        if file.name in {other.name for other in files[:at]}:
            raise InvalidArgument(
                f"Two judged sets are called {shown(file.name)}.", hint="Evaluate them apart."
            )
    return tuple(_load(file, lines) for file in files)


def _files(name: str) -> Iterator[_Named]:
    path = Path(name)
    if path.is_dir():
        found = sorted(file for file in path.glob("*.jsonl") if _is_set(file))
        if not found:
            raise InvalidArgument(f"{shown(name)} holds no judged set.", hint=f"It needs {_FORMS}")
        yield from (_Named(file, None) for file in found)
        return
    field = None
    if not path.exists() and ":" in name:
        before, field = name.rsplit(":", 1)
        path = Path(before)
    if not path.is_file():
        raise InvalidArgument(
            f"{shown(path)} does not exist.", hint="Name a judged set's file or folder with --set."
        )
    if not _is_set(path) or (field is not None and not path.name.startswith(QUERIES)):
        raise InvalidArgument(f"{shown(name)} is no judged set.", hint=f"Name {_FORMS}")
    yield _Named(path, field)


def _is_set(path: Path) -> bool:
    return path.suffix == ".jsonl" and (
        path.stem.startswith((_QUESTIONS, _ABSENT))
        or (path.stem.startswith(QUERIES) and qrels_of(path).is_file())
    )


def _load(named: _Named, lines: SourceLines) -> JudgedSet | AbsentSet:
    stem = named.path.stem
    if stem.startswith(QUERIES):
        return load_trec(named.path, named.name, lines, named.field or "query")
    if stem.startswith(_QUESTIONS):
        return load_questions(named.path, named.name, lines)
    return load_absent(named.path, named.name)
