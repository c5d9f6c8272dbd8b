"""Scores as tables a person reads, in Markdown."""

from collections.abc import Iterable, Iterator, Sequence

from groundcast.evaluation.measures import MEASURES
from groundcast.evaluation.scores import AbsentScores, CorpusFacts, JudgedScores, Score, Scores
from groundcast.evaluation.systems import PRODUCT, SYSTEMS
from groundcast.evaluation.systems.product import CERTAINTY


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
    measures = _ordered(next(iter(found.systems.values())), MEASURES)
    systems = _ordered(found.systems, SYSTEMS)
    rows = [
        [system, *(_value(found.systems[system][measure]) for measure in measures)]
        for system in systems
    ]
    for system in _ordered(found.differences, SYSTEMS):
        apart = found.differences[system]
        values = [_value(apart[measure], signed=True) for measure in measures]
        rows.append([f"{PRODUCT} − {system}", *values])
    yield from _table(["", *measures], rows)
    if found.groups:
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
        strengths = list(CERTAINTY)
        yield from _table(
            ["match strength", *strengths],
            [
                [kind, *(str(counts[strength]) for strength in strengths)]
                for kind, counts in found.strengths.items()
            ],
        )
    if found.areas:
        kinds = sorted(next(iter(found.areas.values())))
        yield from _table(
            ["area under the curve", *kinds],
            [
                [system, *(_value(found.areas[system][kind]) for kind in kinds)]
                for system in _ordered(found.areas, SYSTEMS)
            ],
        )


def _ordered(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Names in the order they are declared in, those no longer declared last."""
    order = {name: at for at, name in enumerate(known)}
    return sorted(names, key=lambda name: (order.get(name, len(order)), name))


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
