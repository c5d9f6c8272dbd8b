"""Scores as tables a person reads, in Markdown."""

from collections.abc import Iterable, Iterator, Sequence

from groundcast.evaluation.scores import AbsentScores, CorpusFacts, JudgedScores, Score, Scores
from groundcast.evaluation.systems import PRODUCT


def score_tables(scores: Scores) -> str:
    """A section for each set: systems by measure, differences to the product, kinds of queries."""
    lines: list[str] = []
    for name, found in sorted(scores.sets.items()):
        if isinstance(found, JudgedScores):
            lines += _judged(name, found)
        else:
            lines += _absent(name, found)
    return "\n".join(lines).rstrip() + "\n"


def _judged(name: str, found: JudgedScores) -> Iterator[str]:
    yield from (f"### {name}", "", f"{found.queries} queries. {_corpus(found.corpus)}", "")
    if found.unlocated:
        yield from (f"{found.unlocated} judged stretches are not in the corpus's text.", "")
    measures = list(next(iter(found.systems.values())))
    rows = [
        [system, *(_value(scores[measure]) for measure in measures)]
        for system, scores in found.systems.items()
    ]
    rows += [
        [f"{PRODUCT} − {system}", *(_value(scores[measure], signed=True) for measure in measures)]
        for system, scores in found.differences.items()
    ]
    yield from _table(["", *measures], rows)
    if found.groups:
        systems = list(found.systems)
        yield from _table(
            ["nDCG@10 on", "queries", *systems],
            [
                [group, str(part.queries), *(_value(part.systems[system]) for system in systems)]
                for group, part in found.groups.items()
            ],
        )


def _absent(name: str, found: AbsentScores) -> Iterator[str]:
    yield from (f"### {name}", "")
    yield f"{found.queries} queries, against {found.answerable} with an answer."
    yield from (_corpus(found.corpus), "")
    if found.strengths:
        strengths = list(next(iter(found.strengths.values())))
        yield from _table(
            ["match strength", *strengths],
            [
                [kind, *(str(counts[strength]) for strength in strengths)]
                for kind, counts in found.strengths.items()
            ],
        )
    if found.areas:
        kinds = list(next(iter(found.areas.values())))
        yield from _table(
            ["area under the curve", *kinds],
            [
                [system, *(_value(areas[kind]) for kind in kinds)]
                for system, areas in found.areas.items()
            ],
        )


def _corpus(facts: CorpusFacts) -> str:
    return (
        f"Corpus {facts.corpus_version}: {facts.episodes:,} episodes, {facts.segments:,} segments,"
        f" {facts.insights:,} insights, {facts.embedding_model}."
    )


def _value(score: Score, *, signed: bool = False) -> str:
    """A value with its interval, to three decimals, without the zero before the point."""
    return f"{_number(score.value, signed=signed)} [{_number(score.low)}, {_number(score.high)}]"


def _number(value: float, *, signed: bool = False) -> str:
    text = f"{value:+.3f}" if signed else f"{value:.3f}"
    return text.replace("0.", ".", 1).replace("-", "−")


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    cells = [list(heading), *map(list, rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(heading))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in padded]
    lines.insert(1, f"| {' | '.join('-' * width for width in widths)} |")
    yield from (*lines, "")
