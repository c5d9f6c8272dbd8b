"""Runs systems over judged sets and scores what they find."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from groundcast.building.progress import Progress
from groundcast.errors import InvalidArgument, NotFound, shown
from groundcast.evaluation.intervals import Resampling, area_under_curve
from groundcast.evaluation.judged import AbsentSet, JudgedQuery, JudgedSet
from groundcast.evaluation.locating import SourceLines
from groundcast.evaluation.measures import MEASURES
from groundcast.evaluation.ranking import ranking_of
from groundcast.evaluation.scores import (
    AbsentScores,
    CorpusFacts,
    GroupScores,
    JudgedScores,
    Score,
    Scores,
    SetScores,
    score,
)
from groundcast.evaluation.sets import load_sets
from groundcast.evaluation.systems import PRODUCT, SYSTEMS
from groundcast.evaluation.systems.product import CERTAINTY
from groundcast.evaluation.systems.protocol import System
from groundcast.knowledge.opened import OpenCorpus, Snapshot

ANSWERABLE = "answerable"
GROUP_MEASURE = "nDCG@10"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one system made of one set: a value a query for each measure, and its certainties."""

    measured: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    certainties: list[float | None] = field(default_factory=list[float | None])


def evaluate_search(
    corpus: Path,
    sets: Sequence[str],
    systems: Sequence[str],
    index: Path | None,
    progress: Progress,
) -> Scores:
    """Scores systems on judged sets, all over the index that serves the corpus.

    Raises NotFound for an unknown system or an episode the corpus does not have, InvalidArgument
    for a set that cannot be read.
    """
    for name in systems:
        if name not in SYSTEMS:
            raise NotFound(f"There is no system {shown(name)}.", candidates=tuple(SYSTEMS))
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        progress.begin("Reading judged sets", None)
        loaded = load_sets(sets, SourceLines(snapshot, corpus, index))
        _check_comparable(loaded)
        asked = {name: SYSTEMS[name](snapshot) for name in SYSTEMS if name in systems}
        outcomes = {
            judged.name: {
                name: _outcome(judged, system, progress) for name, system in asked.items()
            }
            for judged in loaded
        }
        facts = _facts(snapshot)
    present = {
        system: [
            certainty
            for judged in loaded
            if isinstance(judged, JudgedSet)
            for certainty in outcomes[judged.name][system].certainties
        ]
        for system in asked
    }
    scores: dict[str, SetScores] = {}
    for judged in loaded:
        found = outcomes[judged.name]
        if isinstance(judged, JudgedSet):
            scores[judged.name] = _judged_scores(judged, found, facts)
        else:
            scores[judged.name] = _absent_scores(judged, present, found, facts)
    return Scores(sets=scores)


def _check_comparable(loaded: Sequence[JudgedSet | AbsentSet]) -> None:
    if not any(isinstance(judged, JudgedSet) for judged in loaded):
        raise InvalidArgument(
            f"{loaded[0].name} is compared with queries that the corpus answers.",
            hint="Name such a set as well, with another --set.",
        )


def _outcome(judged: JudgedSet | AbsentSet, system: System, progress: Progress) -> _Outcome:
    progress.begin(f"Asking {system.name}: {judged.name}", len(judged.queries))
    outcome = _Outcome()
    for query in judged.queries:
        answer = system.answer(query.text)
        outcome.certainties.append(answer.certainty)
        if isinstance(judged, JudgedSet) and isinstance(query, JudgedQuery):
            ranking = ranking_of(answer.hits, query, judged)
            relevant = [judgement.grade for judgement in query.judgements]
            for measure, value in MEASURES.items():
                outcome.measured.setdefault(measure, []).append(value(ranking, relevant))
        progress.advance()
    return outcome


def _facts(snapshot: Snapshot) -> CorpusFacts:
    catalogue = snapshot.catalogue
    return CorpusFacts(
        corpus_version=snapshot.corpus_version,
        embedding_model=catalogue.meta["embedding_model"],
        episodes=catalogue.count("episodes"),
        segments=catalogue.count("segments"),
        insights=catalogue.count("insights"),
    )


def _judged_scores(
    judged: JudgedSet, outcomes: Mapping[str, _Outcome], facts: CorpusFacts
) -> JudgedScores:
    draws = Resampling(len(judged.queries))
    systems = {
        name: {measure: score(draws.mean(values)) for measure, values in outcome.measured.items()}
        for name, outcome in outcomes.items()
    }
    differences: dict[str, dict[str, Score]] = {}
    product = outcomes.get(PRODUCT)
    for name, outcome in outcomes.items():
        if product is not None and outcome is not product:
            differences[name] = {
                measure: score(draws.mean(_minus(product.measured[measure], values)))
                for measure, values in outcome.measured.items()
            }
    return JudgedScores(
        corpus=facts,
        queries=len(judged.queries),
        unlocated=judged.unlocated,
        systems=systems,
        differences=differences,
        groups=_groups(judged, outcomes),
    )


def _minus(product: Sequence[float], baseline: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(product, baseline, strict=True)]


def _groups(judged: JudgedSet, outcomes: Mapping[str, _Outcome]) -> dict[str, GroupScores]:
    groups: dict[str, GroupScores] = {}
    for group in sorted({group for query in judged.queries for group in query.groups}):
        members = [at for at, query in enumerate(judged.queries) if group in query.groups]
        draws = Resampling(len(members))
        groups[group] = GroupScores(
            queries=len(members),
            systems={
                name: score(draws.mean([outcome.measured[GROUP_MEASURE][at] for at in members]))
                for name, outcome in outcomes.items()
            },
        )
    return groups


def _absent_scores(
    absent: AbsentSet,
    present: Mapping[str, Sequence[float | None]],
    outcomes: Mapping[str, _Outcome],
    facts: CorpusFacts,
) -> AbsentScores:
    strengths: dict[str, dict[str, int]] = {}
    areas: dict[str, dict[str, Score]] = {}
    for name, outcome in outcomes.items():
        by_kind: dict[str, list[float | None]] = {}
        for query, certainty in zip(absent.queries, outcome.certainties, strict=True):
            by_kind.setdefault(query.kind, []).append(certainty)
        if name == PRODUCT:
            kinds = {ANSWERABLE: present[name], **by_kind}
            strengths = {kind: _strengths(given) for kind, given in kinds.items()}
        sure = _all_said(present[name])
        if sure is not None:
            areas[name] = {
                kind: score(area_under_curve(sure, _all_said(given) or []))
                for kind, given in by_kind.items()
            }
    return AbsentScores(
        corpus=facts,
        queries=len(absent.queries),
        answerable=len(next(iter(present.values()))),
        strengths=strengths,
        areas=areas,
    )


def _strengths(certainties: Sequence[float | None]) -> dict[str, int]:
    counts = Counter(certainties)
    return {strength: counts[value] for strength, value in CERTAINTY.items()}


def _all_said(certainties: Sequence[float | None]) -> list[float] | None:
    """Null for a system that does not say how sure it is."""
    said = [certainty for certainty in certainties if certainty is not None]
    return said if len(said) == len(certainties) else None
