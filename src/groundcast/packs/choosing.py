"""Which candidate comes next: maximal marginal relevance, with limits a recording."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from groundcast.packs.contents import Reason
from groundcast.packs.screening import Candidate, Pool
from groundcast.retrieval.opposing import opposed
from groundcast.retrieval.results import QueryType

Similarity = Callable[[str, str], float]

# Relevance against redundancy, as in Carbonell and Goldstein 1998.
_RELEVANCE = 0.7
# A candidate of which this much is said by kept items adds nothing.
_SAID = 0.8
# Of a statement's words, those that another episode's talk must have to repeat it: it may say the
# same with one "not" more.
_ALL_SAID = 0.95
# What a further item of the same show or speaker loses when the question asks for breadth.
_SAME_SHOW, _SAME_SPEAKER = 0.5, 0.25


class Choice:
    """What is kept of a pool, and what would be kept next.

    `similarity` gives the likeness in meaning of two doc_ids, 0 to 1.
    """

    def __init__(
        self,
        pool: Pool,
        query_type: QueryType,
        per_recording: int,
        similarity: Similarity | None = None,
    ) -> None:
        self._pool = pool
        self._spread = query_type == "cross_show_synthesis"
        self._per_recording = per_recording
        self._similarity = similarity
        self._kept: dict[int, Candidate] = {}
        self._repeated = [0.0] * len(pool.candidates)
        self._alike = [0.0] * len(pool.candidates)
        self._recordings: Counter[str] = Counter()
        self._shows: Counter[str] = Counter()
        self._speakers: Counter[str] = Counter()

    def strongest_insight(self) -> Candidate | None:
        """The insight with the most relevance and confidence."""
        insights = [one for one in self._pool.candidates if one.is_insight]
        return min(insights, key=lambda one: (-one.worth, one.rank), default=None)

    def next_best(
        self, refused: Collection[int], *, insights_only: bool = False
    ) -> Candidate | None:
        """The best candidate that is neither kept, refused, said already nor over a limit.

        Where an insight and a segment are worth the same the segment goes first: it holds more.
        """
        best: Candidate | None = None
        best_key = (0.0, False, 0)
        for one in self._pool.candidates:
            if one.index in refused or (insights_only and not one.is_insight):
                continue
            if not self._open(one):
                continue
            key = (-self._value(one), one.is_insight, one.rank)
            if best is None or key < best_key:
                best, best_key = one, key
        return best

    def keep(self, candidate: Candidate) -> None:
        """Take a candidate in; what repeats it is worth less from now on."""
        self._kept[candidate.index] = candidate
        self._recordings[candidate.recording] += 1
        self._shows[candidate.citation.show_id] += 1
        self._speakers[candidate.citation.speaker or ""] += 1
        overlaps = self._pool.overlaps
        for other in overlaps.like(candidate.index):
            told = overlaps.share(other, candidate.index)
            if _is_answered(self._pool.candidates[other], candidate, told):
                continue
            self._repeated[other] = max(self._repeated[other], told)
        if self._similarity is not None:
            for other in self._pool.candidates:
                if opposed(other.point, candidate.point):
                    continue
                alike = self._similarity(other.result.doc_id, candidate.result.doc_id)
                self._alike[other.index] = max(self._alike[other.index], alike)

    def without(self, candidate: Candidate) -> "Choice":
        """The same choice with one candidate put back."""
        return self.again(one for one in self._kept.values() if one.index != candidate.index)

    def again(self, kept: Iterable[Candidate]) -> "Choice":
        """A choice from the same pool that keeps just these."""
        query_type: QueryType = "cross_show_synthesis" if self._spread else "semantic"
        choice = Choice(self._pool, query_type, self._per_recording, self._similarity)
        for candidate in kept:
            choice.keep(candidate)
        return choice

    def dropped(self) -> dict[Reason, int]:
        """How many of all items are not kept, by reason."""
        reasons = Counter(self._pool.dropped)
        for one in self._pool.candidates:
            if one.index in self._kept:
                continue
            if self._repeated[one.index] >= _SAID:
                reasons["duplicate"] += 1
            elif self._recordings[one.recording] >= self._per_recording:
                reasons["episode limit"] += 1
            else:
                reasons["budget"] += 1
        return dict(reasons)

    def _open(self, one: Candidate) -> bool:
        return (
            one.index not in self._kept
            and self._repeated[one.index] < _SAID
            and self._recordings[one.recording] < self._per_recording
        )

    def _value(self, one: Candidate) -> float:
        redundancy = max(self._repeated[one.index], self._alike[one.index])
        value = _RELEVANCE * one.worth - (1 - _RELEVANCE) * redundancy
        if self._spread:
            value -= _SAME_SHOW * _share(self._shows, one.citation.show_id)
            value -= _SAME_SPEAKER * _share(self._speakers, one.citation.speaker or "")
        return value


def _is_answered(statement: Candidate, kept: Candidate, told: float) -> bool:
    """Whether what is kept says another thing than the statement, in nearly its words."""
    if not statement.is_insight:
        return False
    if kept.is_insight:
        return opposed(statement.point, kept.point)
    return statement.recording != kept.recording and told < _ALL_SAID


def _share(counts: Counter[str], key: str) -> float:
    total = counts.total()
    return counts[key] / total if total else 0.0
