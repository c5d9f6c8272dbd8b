"""From candidates to entries a reader wants: one for each thing said, few an episode.

An insight and the best segment that holds one of its quotes become one entry, whose score is the
better one's, raised by a tenth of the other's in what is left to 1. Near-identical texts keep their
best entry, and so does a text that holds nearly all of another, unless it denies what the other
states or gives another figure. Of each ten entries an episode has a few; what it has beyond them
comes in the next ten, so that scores fall within ten and may rise from one ten to the next.
"""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from groundcast.retrieval.analysis import fold as fold_case
from groundcast.retrieval.opposing import Point, opposed, point_of
from groundcast.retrieval.search import Candidate

MAX_PER_EPISODE = 3
# What a reader sees at once.
TEN = 10
_BOTH_BONUS = 0.1
# Word triples in common over those of the shorter text.
_SAME_TEXT = 0.8
# Further down a list, only texts of the same words are folded: comparing all costs more than the
# search itself.
_COMPARED = 60
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Source:
    """What folding must know of a candidate's row."""

    episode_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A result: an insight, a segment, or an insight with the segment that holds its quote."""

    score: float
    insight: Candidate | None
    segment: Candidate | None

    @property
    def doc_id(self) -> str:
        """The insight's id where there is one, else the segment's."""
        return self.candidate.id

    @property
    def candidate(self) -> Candidate:
        """The insight where there is one, else the segment."""
        first = self.insight or self.segment
        assert first is not None
        return first


def fold(
    insights: Sequence[Candidate],
    segments: Sequence[Candidate],
    *,
    holders: Callable[[str], Sequence[str]],
    source: Callable[[Candidate], Source],
    limit: int,
    per_episode: int | None = MAX_PER_EPISODE,
    keep_copies: bool = False,
) -> tuple[Entry, ...]:
    """The best `limit` entries.

    `holders` gives the ids of the segments that hold a quote of an insight; `source` is asked only
    of candidates that come near the result. Of each ten entries at most `per_episode` are of one
    episode while others have any; with null an episode may fill the list. With `keep_copies`
    near-identical texts stay.
    """
    entries = ((entry, source(entry.candidate)) for entry in _paired(insights, segments, holders))
    new = entries if keep_copies else _Said().new_among(entries)
    if per_episode is None:
        return tuple(entry for entry, _ in islice(new, limit))
    return tuple(islice(_by_tens(new, per_episode), limit))


def _by_tens(entries: Iterator[tuple[Entry, Source]], per_episode: int) -> Iterator[Entry]:
    """The entries in order, but what an episode has too much of in a ten comes in the next."""
    waiting = deque[tuple[Entry, Source]]()
    while True:
        of_episode = Counter[str]()
        surplus: list[tuple[Entry, Source]] = []
        while of_episode.total() < TEN:
            item = waiting.popleft() if waiting else next(entries, None)
            if item is None:
                break
            entry, row = item
            if of_episode[row.episode_id] == per_episode:
                surplus.append(item)
                continue
            of_episode[row.episode_id] += 1
            yield entry
        waiting.extendleft(reversed(surplus))
        if not waiting and of_episode.total() < TEN:
            return


def _paired(
    insights: Sequence[Candidate],
    segments: Sequence[Candidate],
    holders: Callable[[str], Sequence[str]],
) -> list[Entry]:
    """Every candidate once, by score; a segment goes to the best insight whose quote it holds."""
    free = {segment.id: segment for segment in segments}
    entries: list[Entry] = []
    for insight in sorted(insights, key=_rank):
        holding = [free[held] for held in holders(insight.id) if held in free]
        if holding:
            segment = min(holding, key=_rank)
            del free[segment.id]
            entries.append(Entry(_joint_score(insight.score, segment.score), insight, segment))
        else:
            entries.append(Entry(insight.score, insight, None))
    entries += [Entry(segment.score, None, segment) for segment in free.values()]
    return sorted(entries, key=lambda entry: (-entry.score, entry.doc_id))


def _rank(candidate: Candidate) -> tuple[float, str]:
    return (-candidate.score, candidate.id)


def _joint_score(first: float, second: float) -> float:
    better, other = max(first, second), min(first, second)
    return round(better + _BOTH_BONUS * other * (1 - better), 6)


class _Said:
    """The texts chosen so far, found by the word triples they share with another."""

    def __init__(self) -> None:
        self._whole: set[tuple[str, ...]] = set()
        self._by_triple: dict[tuple[str, ...], list[int]] = {}
        self._sizes: list[int] = []
        self._points: list[Point | None] = []

    def new_among(self, entries: Iterator[tuple[Entry, Source]]) -> Iterator[tuple[Entry, Source]]:
        """Those whose text is not near-identical to that of an earlier one."""
        return ((entry, row) for entry, row in entries if self.is_new(row.text))

    def is_new(self, text: str) -> bool:
        """Keeps a text unless it is near-identical to one kept before."""
        words: tuple[str, ...] = tuple(_WORD.findall(fold_case(text)))
        if words in self._whole:
            return False
        if len(self._whole) < _COMPARED:
            triples = {words[at : at + 3] for at in range(max(1, len(words) - 2))}
            shared = Counter(n for triple in triples for n in self._by_triple.get(triple, ()))
            point = point_of(text)
            if any(
                count >= _SAME_TEXT * min(len(triples), self._sizes[n])
                and not opposed(point, self._points[n])
                for n, count in shared.items()
            ):
                return False
            for triple in triples:
                self._by_triple.setdefault(triple, []).append(len(self._sizes))
            self._sizes.append(len(triples))
            self._points.append(point)
        self._whole.add(words)
        return True
