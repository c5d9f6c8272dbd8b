"""Scores as they are written, read back and compared: one JSON file for all judged sets."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from groundcast.errors import InvalidArgument, shown
from groundcast.evaluation.intervals import RESAMPLES, SEED, Estimate
from groundcast.evaluation.judged import read_text

FORMAT = 1
TOLERANCE = 0.005
DECIMALS = 4
_FLOAT_ERROR = 1e-9


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Score(_Part):
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


class CorpusFacts(_Part):
    """The corpus that was asked."""

    corpus_version: str
    embedding_model: str
    episodes: int
    segments: int
    insights: int


class GroupScores(_Part):
    """nDCG@10 on one kind of queries."""

    queries: int
    systems: dict[str, Score]


class JudgedScores(_Part):
    """Scores on queries that the corpus answers.

    `differences` are the product's minus each baseline's, by baseline and measure; `groups` gives
    nDCG@10 on kinds of queries, by system. `unlocated` judgements are of words that do not stand in
    the corpus's text, and count as never found.
    """

    kind: Literal["judged"] = "judged"
    corpus: CorpusFacts
    queries: int
    unlocated: int
    systems: dict[str, dict[str, Score]]
    differences: dict[str, dict[str, Score]] = {}
    groups: dict[str, GroupScores] = {}


class AbsentScores(_Part):
    """How answerable queries are told from those that the corpus does not answer.

    `strengths` counts the product's match strengths by kind of query; `areas` are areas under the
    curve, by system and kind.
    """

    kind: Literal["absent"] = "absent"
    corpus: CorpusFacts
    queries: int
    answerable: int
    strengths: dict[str, dict[str, int]]
    areas: dict[str, dict[str, Score]]


SetScores = Annotated[JudgedScores | AbsentScores, Field(discriminator="kind")]


class Scores(_Part):
    """Scores by judged set; a committed score may be missed by `tolerance`."""

    format: Literal[1] = FORMAT
    tolerance: float = Field(default=TOLERANCE, ge=0)
    seed: int = SEED
    resamples: int = RESAMPLES
    sets: dict[str, SetScores]


class Shortfall(_Part):
    """A measure that is worse than what was committed."""

    judged_set: str
    system: str
    measure: str
    committed: float
    measured: float

    def explain(self) -> str:
        """One line: which set, system and measure, and by how much."""
        return (
            f"{self.judged_set}, {self.system}, {self.measure}:"
            f" {self.measured:.4g}, committed {self.committed:.4g}"
        )


def score(estimate: Estimate) -> Score:
    """An estimate as it is written, rounded."""
    return Score(
        value=round(estimate.value, DECIMALS),
        low=round(estimate.low, DECIMALS),
        high=round(estimate.high, DECIMALS),
    )


def read_scores(path: Path) -> Scores:
    """A file of scores; raises InvalidArgument where it is none."""
    try:
        return Scores.model_validate_json(read_text(path))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidArgument(
            f"{shown(path)} is no file of scores: {place + ': ' if place else ''}{first['msg']}.",
            hint="Write one with: groundcast eval search … --write FILE.",
        ) from None


def write_scores(path: Path, measured: Scores) -> None:
    """Writes the sets measured; of a file that is there, other sets and the tolerance stay."""
    sets, tolerance = dict(measured.sets), measured.tolerance
    if path.exists():
        before = read_scores(path)
        sets, tolerance = {**before.sets, **sets}, before.tolerance
    whole = measured.model_copy(update={"sets": sets, "tolerance": tolerance})
    text = json.dumps(whole.model_dump(), indent=1, sort_keys=True, ensure_ascii=False)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidArgument(
            f"{shown(path)} cannot be written: {error.strerror}.", hint="Name another file."
        ) from None


def shortfalls(measured: Scores, committed: Scores, path: Path) -> tuple[Shortfall, ...]:
    """Where the sets measured are worse than committed by more than its tolerance.

    Where other queries were asked than committed, that alone is said of the set. Raises
    InvalidArgument where nothing was committed of a set or system.
    """
    found: list[Shortfall] = []
    for name, now in sorted(measured.sets.items()):
        before = committed.sets.get(name)
        if before is None or before.kind != now.kind:
            raise _nothing_of(f"the set {shown(name)}", path)
        counts = _counts(name, now, before)
        found += counts or _lower(name, _values(now), _values(before), committed.tolerance, path)
    return tuple(found)


def _counts(
    name: str, now: JudgedScores | AbsentScores, before: JudgedScores | AbsentScores
) -> Sequence[Shortfall]:
    pairs = [("queries", before.queries, now.queries)]
    match now, before:
        case JudgedScores(), JudgedScores():
            pairs.append(("unlocated judgements", before.unlocated, now.unlocated))
        case AbsentScores(), AbsentScores():
            pairs.append(("answerable queries", before.answerable, now.answerable))
        case _:
            raise AssertionError("sets of two kinds are never compared")
    return [
        Shortfall(
            judged_set=name, system="all systems", measure=what, committed=was, measured=is_now
        )
        for what, was, is_now in pairs
        if was != is_now
    ]


def _values(found: JudgedScores | AbsentScores) -> Mapping[tuple[str, str], float]:
    if isinstance(found, JudgedScores):
        by_system, said = found.systems, ""
    else:
        by_system, said = found.areas, "area under the curve, "
    return {
        (system, f"{said}{measure}"): score.value
        for system, scores in by_system.items()
        for measure, score in scores.items()
    }


def _lower(
    name: str,
    now: Mapping[tuple[str, str], float],
    before: Mapping[tuple[str, str], float],
    tolerance: float,
    path: Path,
) -> Sequence[Shortfall]:
    found: list[Shortfall] = []
    for (system, measure), value in sorted(now.items()):
        if (system, measure) not in before:
            raise _nothing_of(f"{system}, {measure}, on the set {shown(name)}", path)
        was = before[system, measure]
        if value < was - tolerance - _FLOAT_ERROR:
            found.append(
                Shortfall(
                    judged_set=name, system=system, measure=measure, committed=was, measured=value
                )
            )
    return found


def _nothing_of(what: str, path: Path) -> InvalidArgument:
    return InvalidArgument(
        f"{shown(path)} has no scores of {what}.",
        hint="Write them with --write in place of --check.",
    )
