"""From results to ranks of what was judged: which grades are found at each rank."""

from collections.abc import Mapping, Sequence

from groundcast.evaluation.judged import JudgedQuery, JudgedSet, Judgement, Stretch
from groundcast.evaluation.systems.protocol import Hit

# Of a passage, or of a result that is shorter, this share in common is what it takes to find it.
_FOUND_SHARE = 0.5

Ranking = Sequence[Sequence[int]]


def ranking_of(hits: Sequence[Hit], query: JudgedQuery, judged: JudgedSet) -> Ranking:
    """For each rank, the grades of the judgements found there first; each is found once.

    Where documents were judged, ranks are those of documents: a result stands for the one it
    shares most with, and a document for its best result.
    """
    if judged.documents is None:
        return _passages(hits, query.judgements)
    return _documents(hits, query.judgements, judged.documents)


def _passages(hits: Sequence[Hit], judgements: Sequence[Judgement]) -> Ranking:
    ranking: list[list[int]] = []
    left = [judgement for judgement in judgements if judgement.stretch is not None]
    for hit in hits:
        found = [j for j in left if j.stretch is not None and _finds(hit, j.stretch)]
        left = [j for j in left if not any(j is other for other in found)]
        ranking.append([judgement.grade for judgement in found])
    return ranking


def _finds(hit: Hit, passage: Stretch) -> bool:
    """Whether a result has most of a passage, or lies mostly in one that is longer than it."""
    size = sum(stretch.end - stretch.start for stretch in hit.stretches)
    return _shared(hit, passage) >= _FOUND_SHARE * min(size, passage.end - passage.start)


def _shared(hit: Hit, wanted: Stretch) -> int:
    return sum(
        max(0, min(stretch.end, wanted.end) - max(stretch.start, wanted.start))
        for stretch in hit.stretches
        if stretch.episode_id == wanted.episode_id
    )


def _documents(
    hits: Sequence[Hit],
    judgements: Sequence[Judgement],
    documents: Mapping[str, Sequence[Stretch]],
) -> Ranking:
    grades = {j.stretch: j.grade for j in judgements if j.stretch is not None}
    seen: set[Stretch | str] = set()
    ranking: list[list[int]] = []
    for hit in hits:
        document = _document(hit, documents)
        if document not in seen:
            seen.add(document)
            grade = grades.get(document) if isinstance(document, Stretch) else None
            ranking.append([] if grade is None else [grade])
    return ranking


def _document(hit: Hit, documents: Mapping[str, Sequence[Stretch]]) -> Stretch | str:
    """The document a result is of; outside of all, what is left of the episode is one."""
    episode_id = hit.stretches[0].episode_id
    best = max(
        documents.get(episode_id, ()),
        key=lambda document: (_shared(hit, document), -document.start),
        default=None,
    )
    return best if best is not None and _shared(hit, best) else episode_id
