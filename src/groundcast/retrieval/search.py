"""The search: both signals over both tiers, fused by score.

Where a query names persons who speak, what it asks is searched without their names, in what they
say as well as everywhere, and rows in which they speak are preferred: a name in a text says who is
spoken of, seldom who speaks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from groundcast.retrieval.analysis import LexicalQuery, analyse_query, fold
from groundcast.retrieval.backends.protocol import Backend, Vector
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.fusion import Signal, dense_share, fused
from groundcast.retrieval.results import MatchStrength, Tier
from groundcast.retrieval.routing import EntityRef, Route
from groundcast.retrieval.strength import MatchEvidence, match_strength, term_evidence

TIERS: tuple[Tier, ...] = ("insight", "segment")
# Of each signal's list in each tier, how many rows are looked at for match strength.
_LOOKED_AT = 5
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
    """What is looked for: `speaking` are the persons whose words are preferred."""

    words: LexicalQuery
    text: str
    speaking: tuple[str, ...]


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
    asked = _asked(backend, query, wanted, route)
    if not asked.words.terms or not any(searched.values()):
        return Ranked((), (), "none", MatchEvidence(), searched, 0.0)
    vector = embedder.embed([asked.text])[0]
    lists = [_lists(backend, asked, vector, replace(wanted, tiers=(tier,)), limit_per_tier)
             for tier in tiers]  # fmt: skip
    rows = sorted(set[int]().union(*(found.rows() for found in lists)))
    lexical = backend.lexical_among(asked.words, rows)
    cosines = backend.dense_among(vector, rows)
    signals = {row: Signal(lexical[row], cosines[row]) for row in rows}
    spoken = frozenset[int]()
    if asked.speaking:
        spoken = backend.passing(rows, replace(wanted, person_ids=asked.speaking))
    evidence = _evidence(backend, asked, lists)
    share = dense_share(asked.words, route, evidence.coverage)
    scores = fused(signals, share, spoken)
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


def _asked(backend: Backend, query: str, wanted: Filter, route: Route) -> _Asked:
    # A lone surrogate is no text to a tokenizer.
    text = query[:_MAX_EMBEDDED_CHARS].encode("utf-8", "replace").decode()
    words = analyse_query(query)
    speaking = () if wanted.person_ids else _speaking(backend, wanted, route.people)
    rest = _without_names(text, route.people) if speaking or wanted.person_ids else text
    rest_words = analyse_query(rest)
    if rest_words.terms and not rest_words.only_stop_words:
        return _Asked(rest_words if rest != text else words, rest, speaking)
    return _Asked(words, text, speaking)


def _speaking(backend: Backend, wanted: Filter, people: Sequence[EntityRef]) -> tuple[str, ...]:
    """Those of the people who say anything in what is searched."""
    return tuple(
        dict.fromkeys(
            person.id
            for person in people
            if backend.count(replace(wanted, person_ids=(person.id,)))
        )
    )


def _without_names(query: str, people: Sequence[EntityRef]) -> str:
    names = {
        word
        for person in people
        for word in fold(f"{person.display_name} {person.mention}").replace(".", " ").split()
    }
    kept = [word for word in query.split() if _bare(word) not in names]
    return " ".join(kept)


def _bare(word: str) -> str:
    return fold(word).strip(".,;:!?()'\"“”").removesuffix("'s")


def _lists(backend: Backend, asked: _Asked, vector: Vector, wanted: Filter, limit: int) -> _Lists:
    spoken = replace(wanted, person_ids=asked.speaking)
    (tier,) = wanted.tiers
    return _Lists(
        tier,
        backend.lexical(asked.words, wanted, limit),
        backend.dense(vector, wanted, limit),
        backend.lexical(asked.words, spoken, limit) if asked.speaking else [],
        backend.dense(vector, spoken, limit) if asked.speaking else [],
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


def _evidence(backend: Backend, asked: _Asked, lists: Sequence[_Lists]) -> MatchEvidence:
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
    spoken = max((found.spoken_dense[0][1] for found in lists if found.spoken_dense), default=None)
    return MatchEvidence(
        top_cosine=nearest,
        coverage=coverage,
        person_gap=0.0 if spoken is None else round(nearest - spoken, 5),
        missing_years=missing_years,
    )
