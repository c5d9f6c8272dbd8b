"""Scores the comparison of statements on labelled pairs, given as pairs and as found.

A pair has `pid`, `label` (contradicts, agrees, adjacent, same_recording), `kind`, and two sides `a`
and `b`, each with `path`, `line`, `char_start` (in that line) and `text`. Whatever is not labelled
as contradicting or agreeing is a negative for both.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from groundcast.corpus.edge_lookups import joined_insights
from groundcast.enrichment.comparing import in_english, read_statements
from groundcast.enrichment.stances import Stance, Statement, stance
from groundcast.evaluation.judged import Line, read_lines
from groundcast.evaluation.locating import SourceLines
from groundcast.knowledge.opened import OpenCorpus, Snapshot
from groundcast.models.reading import TextReader
from groundcast.models.spacy_reader import SpacyReader
from groundcast.records import EdgeType

LABELS: dict[str, EdgeType] = {"contradicts": "CONTRADICTS", "agrees": "AGREES_WITH"}


class _Side(Line):
    path: str
    line: int
    char_start: int
    text: str


class _Pair(Line):
    pid: str
    label: str
    kind: str
    a: _Side
    b: _Side


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class KindScores(_Part):
    """How many pairs of a kind there are, and how many were joined given as pairs.

    `are_insights` counts pairs of which both sides overlap an insight of the corpus, `found` those
    of them that an edge of the label's type joins there.
    """

    pairs: int
    joined: int
    are_insights: int
    found: int


class LabelScores(_Part):
    """How well one relation is told from all else; precision is null where nothing was joined."""

    precision: float | None
    recall: float
    joined_wrongly: tuple[str, ...]
    kinds: dict[str, KindScores]


class ContradictionScores(_Part):
    """Scores by label, and how many edges of each type the corpus holds in all."""

    corpus_version: str
    pairs: int
    sides_that_are_insights: int
    labels: dict[str, LabelScores]
    edges: dict[str, int]


def evaluate_contradictions(
    corpus: Path,
    pairs: Path,
    index: Path | None,
    load_reader: Callable[[], TextReader] = SpacyReader,
) -> ContradictionScores:
    """Judges every pair as the build does, and looks it up among the corpus's edges.

    Raises NotFound where a side is of no episode of the corpus.
    """
    labelled = list(read_lines(pairs, _Pair))
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        lines = SourceLines(snapshot, corpus, index)
        sides = [side for pair in labelled for side in (pair.a, pair.b)]
        placed = {i: _statement(snapshot, lines, sides[i], i) for i in _by_path(sides)}
        read = read_statements([placed[i] for i in range(len(sides))], load_reader())
        judged: list[Stance | None] = [
            _stance(snapshot, read[2 * i], read[2 * i + 1]) for i in range(len(labelled))
        ]
        edges = {edge: _ends(snapshot, edge) for edge in LABELS.values()}
        held = [_insights_at(snapshot, statement) for statement in read]
        return ContradictionScores(
            corpus_version=snapshot.corpus_version,
            pairs=len(labelled),
            sides_that_are_insights=sum(map(bool, held)),
            labels={
                label: _label_scores(label, labelled, judged, held, edges[edge])
                for label, edge in LABELS.items()
            },
            edges={kind: len(ends) for kind, ends in edges.items()},
        )


def contradiction_table(scores: ContradictionScores) -> str:
    """The scores as lines for a person."""
    lines = [
        f"{scores.pairs} pairs, corpus {scores.corpus_version};"
        f" sides that are insights: {scores.sides_that_are_insights}"
    ]
    for label, scored in scores.labels.items():
        precise = "—" if scored.precision is None else f"{scored.precision:.3f}"
        lines.append(f"{label}: precision {precise}, recall {scored.recall:.3f}")
        lines += [
            f"  {kind}: {k.joined} of {k.pairs} joined; both sides insights: {k.are_insights},"
            f" found of these: {k.found}"
            for kind, k in scored.kinds.items()
        ]
    edges = ", ".join(f"{kind} {number}" for kind, number in scores.edges.items())
    return "\n".join([*lines, f"edges in the corpus: {edges}"])


def _by_path(sides: Sequence[_Side]) -> list[int]:
    """Sides of one file after each other: a file's lines are aligned once."""
    return sorted(range(len(sides)), key=lambda i: (sides[i].path, i))


def _statement(snapshot: Snapshot, lines: SourceLines, side: _Side, number: int) -> Statement:
    """A side where it stands in the corpus; nobody's where its words are not found there."""
    entry = lines.episode_of(side.path)
    stretch = lines.locate(entry, side.line, side.line)
    text = "\n".join(
        turn.text for turn in snapshot.catalogue.turns_numbered(entry.episode.id, 1, entry.turns)
    )
    start = text.find(side.text, stretch.start if stretch else 0)
    if start < 0 and stretch is not None:
        start = stretch.start + side.char_start
    turns = snapshot.catalogue.turns_between(entry.episode.id, start, start + 1)
    person = (turns[0].person_id or turns[0].label) if turns and start >= 0 else None
    episode, end = entry.episode, start + len(side.text)
    return Statement(
        str(number), episode.id, person, episode.published_on, start, end, side.text, ()
    )


def _stance(snapshot: Snapshot, one: Statement, other: Statement) -> Stance | None:
    """As the build compares: no copies, nothing but English."""
    entries = snapshot.catalogue.episodes_by_id({one.episode_id, other.episode_id})
    if any(e.episode.copy_of or not in_english(e.episode.language) for e in entries):
        return None
    return stance(one, other)


def _ends(snapshot: Snapshot, edge: EdgeType) -> set[frozenset[str]]:
    joined = joined_insights(snapshot.catalogue, edge)
    return {frozenset((pair.first_id, pair.second_id)) for pair in joined}


def _insights_at(snapshot: Snapshot, statement: Statement) -> set[str]:
    rows = snapshot.catalogue.rows(
        "SELECT i.insight_id FROM insight_quotes i JOIN quotes q ON q.id = i.quote_id"
        " WHERE q.episode_id = ? AND q.char_start < ? AND q.char_end > ?",
        (statement.episode_id, statement.end, statement.start),
    )
    return {row[0] for row in rows}


def _label_scores(
    label: str,
    labelled: Sequence[_Pair],
    judged: Sequence[Stance | None],
    held: Sequence[set[str]],
    edges: set[frozenset[str]],
) -> LabelScores:
    joined = [
        found is not None and found != "unopposed" and _means(found) == label for found in judged
    ]
    right = [i for i, pair in enumerate(labelled) if pair.label == label]
    wrong = [pair.pid for pair, is_joined in zip(labelled, joined, strict=True)
             if is_joined and pair.label != label]  # fmt: skip
    hits = sum(joined[i] for i in right)
    counted: dict[str, Counter[str]] = {}
    for i in right:
        tallied = counted.setdefault(labelled[i].kind, Counter())
        both = {frozenset((a, b)) for a in held[2 * i] for b in held[2 * i + 1] if a != b}
        tallied.update(
            pairs=1,
            joined=int(joined[i]),
            are_insights=int(bool(both)),
            found=int(bool(both & edges)),
        )
    return LabelScores(
        precision=round(hits / (hits + len(wrong)), 3) if hits or wrong else None,
        recall=round(hits / len(right), 3) if right else 0.0,
        joined_wrongly=tuple(wrong),
        kinds={kind: KindScores.model_validate(counted[kind]) for kind in sorted(counted)},
    )


def _means(found: Stance) -> str:
    return "agrees" if found == "agreement" else "contradicts"
