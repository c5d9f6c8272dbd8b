"""Judged sets: queries, and which stretches of the transcripts answer them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from groundcast.errors import InvalidArgument, shown

LineModel = TypeVar("LineModel", bound="Line")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A half-open range of code points of an episode's canonical text."""

    episode_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """A stretch that answers a query, better the higher its grade (1, 2, …).

    `stretch` is null where the words judged do not stand in the corpus's text: such a stretch
    counts as one that no system finds.
    """

    stretch: Stretch | None
    grade: int


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query with all that was judged to answer it; `groups` are kinds to score it under."""

    id: str
    text: str
    judgements: tuple[Judgement, ...]
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """Queries that the corpus answers.

    `documents` cuts each episode into what is ranked, where whole documents were judged; it is
    null where passages of any size were.
    """

    name: str
    queries: tuple[JudgedQuery, ...]
    documents: Mapping[str, tuple[Stretch, ...]] | None = None

    @property
    def unlocated(self) -> int:
        """How many judgements are of words that do not stand in the corpus's text."""
        return sum(j.stretch is None for query in self.queries for j in query.judgements)


@dataclass(frozen=True, slots=True)
class AbsentQuery:
    """A query that the corpus does not answer; `kind` says why not."""

    id: str
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class AbsentSet:
    """Queries that the corpus does not answer."""

    name: str
    queries: tuple[AbsentQuery, ...]


class Line(BaseModel):
    """A line of a judged set; what it does not name is ignored."""

    model_config = ConfigDict(frozen=True)


def read_lines(path: Path, kind: type[LineModel]) -> Iterator[LineModel]:
    """The objects of a `.jsonl`; raises InvalidArgument naming the line that is none."""
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield kind.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise InvalidArgument(
                f"{path.name} line {number}: {place + ': ' if place else ''}{first['msg']}.",
                hint="Mend the line; the forms of judged sets are in docs/evaluation.md.",
            ) from None


def read_text(path: Path) -> str:
    """A judged set's file; raises InvalidArgument where it cannot be read."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidArgument(
            f"{shown(path)} cannot be read: {reason}.", hint="Name a judged set's file or folder."
        ) from None
