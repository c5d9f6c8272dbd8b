"""The search: both signals over both tiers, fused by score."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from groundcast.models.protocols import Embedder
from groundcast.retrieval.analysis import LexicalQuery, analyse_query
from groundcast.retrieval.backends.protocol import Backend
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.fusion import Signal, dense_share, fused
from groundcast.retrieval.results import MatchStrength, Tier
from groundcast.retrieval.routing import Route
from groundcast.retrieval.strength import MatchEvidence, best_coverage, match_strength

TIERS: tuple[Tier, ...] = ("insight", "segment")
# Of each signal's list in each tier, how many rows are looked at for match strength.
_LOOKED_AT = 5
# A model reads far less; the rest would only cost time.
_MAX_EMBEDDED_CHARS = 4_000


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
class _Lists:
    tier: Tier
    lexical: list[tuple[int, float]]
    dense: list[tuple[int, float]]


def search(
    backend: Backend,
    embedder: Embedder,
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
    within = {tier: replace(wanted, tiers=(tier,)) for tier in tiers}
    searched: dict[Tier, int] = {tier: backend.count(within[tier]) for tier in tiers}
    words = analyse_query(query)
    if not words.terms or not any(searched.values()):
        return Ranked((), (), "none", MatchEvidence(0.0, 0.0, 0.0), searched, 0.0)
    vector = embedder.embed([query[:_MAX_EMBEDDED_CHARS]])[0]
    lists = [
        _Lists(
            tier,
            backend.lexical(words, within[tier], limit_per_tier),
            backend.dense(vector, within[tier], limit_per_tier),
        )
        for tier in tiers
    ]
    rows = sorted({row for found in lists for row, _ in (*found.lexical, *found.dense)})
    lexical = backend.lexical_among(words, rows)
    cosines = backend.dense_among(vector, rows)
    signals = {row: Signal(lexical[row], cosines[row]) for row in rows}
    share = dense_share(words, route)
    scores = fused(signals, share)
    ids = dict(zip(rows, backend.row_ids(rows), strict=True))
    ranked = {found.tier: _ranked(found, scores, signals, ids, route) for found in lists}
    evidence = _evidence(backend, words, lists)
    return Ranked(
        insights=ranked.get("insight", ()),
        segments=ranked.get("segment", ()),
        match_strength=match_strength(evidence),
        evidence=evidence,
        searched=searched,
        dense_share=share,
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
        for row in lexical_ranks.keys() | dense_ranks.keys()
    ]
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.score, candidate.id)))


def _evidence(backend: Backend, words: LexicalQuery, lists: list[_Lists]) -> MatchEvidence:
    weights = backend.term_weights(words)
    looked_at = {
        row
        for found in lists
        for row, _ in (*found.lexical[:_LOOKED_AT], *found.dense[:_LOOKED_AT])
    }
    held = backend.terms_in(words, sorted(looked_at))
    return MatchEvidence(
        top_cosine=max((found.dense[0][1] for found in lists if found.dense), default=0.0),
        coverage=best_coverage(weights, held),
        unknown=0.0,
    )
