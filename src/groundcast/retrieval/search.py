"""The search: both signals over both tiers, fused by score.

Where a query names persons who speak, rows in which they do are looked for as well as all others,
and preferred: a name in a text says who is spoken of, seldom who speaks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from groundcast.retrieval.analysis import LexicalQuery, analyse_query
from groundcast.retrieval.backends.protocol import Backend, Vector
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.fusion import Signal, dense_share, fused
from groundcast.retrieval.results import MatchStrength, Tier
from groundcast.retrieval.routing import Route
from groundcast.retrieval.spoken import people_speaking, without_names
from groundcast.retrieval.strength import MatchEvidence, match_strength, term_evidence

TIERS: tuple[Tier, ...] = ("insight", "segment")
# Of each signal's list in each tier, how many rows are looked at for match strength.
_LOOKED_AT = 5
# Of 1 to 10 rows and weights .2 to 1, the best on questions and on titles: +.007 and +.009 nDCG@10.
_FEEDBACK_ROWS = 5
_FEEDBACK_WEIGHT = 0.3
# A model reads far less; the rest would only cost time.
_MAX_EMBEDDED_CHARS = 4_000


class QueryEmbedder(Protocol):
    """What a search asks of an embedding model."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit-length rows in the order of the texts."""
        ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that a search considered.

    Ranks count from 1 within its tier, null where a signal's list lacks it. `score` is 0 to 1 and
    comparable between the tiers of one search.
    """

    row: int
    id: str
    tier: Tier
    score: float
    lexical_rank: int | None
    dense_rank: int | None
    lexical_score: float
    cosine: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a search found: each tier by score, equal scores by id.

    `searched` says how many rows of each tier passed the filter; `dense_share` the weight that
    the dense signal had.
    """

    insights: tuple[Candidate, ...]
    segments: tuple[Candidate, ...]
    match_strength: MatchStrength
    evidence: MatchEvidence
    searched: Mapping[Tier, int]
    dense_share: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is looked for: `people` are those named who speak, `bare` the query without names."""

    words: LexicalQuery
    vector: Vector
    people: tuple[str, ...] = ()
    bare: Vector | None = None


@dataclass(frozen=True, slots=True)
class _Lists:
    """Both signals' best rows of one tier, and those in which the persons named speak."""

    tier: Tier
    lexical: list[tuple[int, float]]
    dense: list[tuple[int, float]]
    spoken_lexical: list[tuple[int, float]]
    spoken_dense: list[tuple[int, float]]

    def rows(self) -> set[int]:
        lists = (self.lexical, self.dense, self.spoken_lexical, self.spoken_dense)
        return {row for listed in lists for row, _ in listed}


def search(
    backend: Backend,
    embedder: QueryEmbedder,
    query: str,
    wanted: Filter,
    *,
    route: Route,
    limit_per_tier: int = 100,
) -> Ranked:
    """Searches the tiers that the filter wants, each signal `limit_per_tier` deep in each.

    A query without a letter or a digit finds nothing.
    """
    tiers: tuple[Tier, ...] = tuple(t for t in TIERS if not wanted.tiers or t in wanted.tiers)
    searched: dict[Tier, int] = {t: backend.count(replace(wanted, tiers=(t,))) for t in tiers}
    words = analyse_query(query)
    if not words.terms or not any(searched.values()):
        return Ranked((), (), "none", MatchEvidence(), searched, 0.0)
    asked = _asked(backend, embedder, query, words, wanted, route)
    lists = [_lists(backend, asked, replace(wanted, tiers=(tier,)), limit_per_tier)
             for tier in tiers]  # fmt: skip
    rows = sorted(set[int]().union(*(found.rows() for found in lists)))
    lexical = backend.lexical_among(words, rows)
    cosines = backend.dense_among(asked.vector, rows)
    signals = {row: Signal(lexical[row], cosines[row]) for row in rows}
    spoken = frozenset[int]()
    if asked.people:
        spoken = backend.passing(rows, replace(wanted, person_ids=asked.people))
    evidence = _evidence(backend, asked, wanted, lists)
    share = dense_share(words, route, evidence.coverage)
    near = _nearer(backend, asked.vector, fused(signals, share, spoken))
    scores = fused(
        {row: Signal(lexical[row], cosine) for row, cosine in near.items()}, share, spoken
    )
    ids = dict(zip(rows, backend.row_ids(rows), strict=True))
    ranked = {found.tier: _ranked(found, scores, signals, ids, route) for found in lists}
    return Ranked(
        insights=ranked.get("insight", ()),
        segments=ranked.get("segment", ()),
        match_strength=match_strength(evidence),
        evidence=evidence,
        searched=searched,
        dense_share=share,
    )


def _nearer(backend: Backend, vector: Vector, scores: Mapping[int, float]) -> Mapping[int, float]:
    """Cosines after moving the query towards the rows that both signals find best (Rocchio)."""
    best = sorted(scores, key=lambda row: (-scores[row], row))[:_FEEDBACK_ROWS]
    moved = (vector + _FEEDBACK_WEIGHT * backend.mean_vector(best)).astype(np.float32)
    moved /= np.float32(np.linalg.norm(moved))
    return backend.dense_among(moved, list(scores))


def _asked(
    backend: Backend,
    embedder: QueryEmbedder,
    query: str,
    words: LexicalQuery,
    wanted: Filter,
    route: Route,
) -> _Asked:
    # A lone surrogate is no text to a tokenizer.
    text = query[:_MAX_EMBEDDED_CHARS].encode("utf-8", "replace").decode()
    people = () if wanted.person_ids else people_speaking(backend, wanted, route.people)
    bare = without_names(text, route.people) if people else None
    if bare is None:
        return _Asked(words, embedder.embed([text])[0], people)
    whole, rest = embedder.embed([text, bare])
    return _Asked(words, whole, people, rest)


def _lists(backend: Backend, asked: _Asked, wanted: Filter, limit: int) -> _Lists:
    spoken = replace(wanted, person_ids=asked.people)
    (tier,) = wanted.tiers
    return _Lists(
        tier,
        backend.lexical(asked.words, wanted, limit),
        backend.dense(asked.vector, wanted, limit),
        backend.lexical(asked.words, spoken, limit) if asked.people else [],
        backend.dense(asked.vector, spoken, limit) if asked.people else [],
    )


def _ranked(
    found: _Lists,
    scores: Mapping[int, float],
    signals: Mapping[int, Signal],
    ids: Mapping[int, str],
    route: Route,
) -> tuple[Candidate, ...]:
    weight = route.insight_weight if found.tier == "insight" else route.segment_weight
    lexical_ranks = {row: rank for rank, (row, _) in enumerate(found.lexical, 1)}
    dense_ranks = {row: rank for rank, (row, _) in enumerate(found.dense, 1)}
    candidates = [
        Candidate(
            row=row,
            id=ids[row],
            tier=found.tier,
            score=round(weight * scores[row], 6),
            lexical_rank=lexical_ranks.get(row),
            dense_rank=dense_ranks.get(row),
            lexical_score=signals[row].lexical,
            cosine=signals[row].cosine,
        )
        for row in found.rows()
    ]
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id)))


def _evidence(
    backend: Backend, asked: _Asked, wanted: Filter, lists: Sequence[_Lists]
) -> MatchEvidence:
    looked_at = {
        row
        for found in lists
        for row, _ in (*found.lexical[:_LOOKED_AT], *found.dense[:_LOOKED_AT])
    }
    coverage, missing_years = term_evidence(
        asked.words,
        backend.term_weights(asked.words),
        backend.terms_in(asked.words, sorted(looked_at)),
    )
    nearest = max((found.dense[0][1] for found in lists if found.dense), default=0.0)
    gap = 0.0
    if asked.bare is not None:
        # The name in a query brings it near to whatever the person says.
        nearest = backend.dense(asked.bare, wanted, 1)[0][1]
        spoken = backend.dense(asked.bare, replace(wanted, person_ids=asked.people), 1)
        gap = round(nearest - spoken[0][1], 5)
    return MatchEvidence(nearest, coverage, gap, missing_years)
