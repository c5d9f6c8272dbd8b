"""Which of the results may stand in a pack, and why the others may not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite

from groundcast.citations import Citation
from groundcast.packs.contents import Reason, cited_result
from groundcast.packs.likeness import Overlaps, Probe, share, shingles
from groundcast.packs.quoting import flat
from groundcast.retrieval.opposing import Point, opposed, point_of
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    MatchStrength,
    ScoredResult,
    SegmentResult,
)

# Of two texts in one tier, the later is a duplicate when this much of the shorter is shared.
DUPLICATE = 0.7
# How much an insight's place depends on how sure it is, next to its relevance.
_CONFIDENCE = 0.15
_SAME_MOMENT_SECONDS = 15.0
# A result below this part of the best score is a distractor; how many may stand at most.
_LEAST_SCORE: dict[MatchStrength, float] = {"strong": 0.25, "weak": 0.6, "none": 0.0}
_MOST_LEADS: dict[MatchStrength, int | None] = {"strong": None, "weak": 8, "none": 3}
# Candidates are taken until they could fill the budget so many times: choosing well needs
# surplus, comparing thousands does not help it.
_SURPLUS = 4
_FEWEST = 40
# Below this limit the pool does not depend on it, so that a stated minimum holds when it is tried.
_LEAST_TOKENS = 2_000
_CHARACTERS_A_TOKEN = 4
_LONGEST_STATEMENT = 300
_SAID_ALREADY = 0.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """An insight or segment that may stand in the pack.

    `index` is its number in the pool and in the pool's overlaps; `rank` its place among all
    unpacked results. `worth` is relevance, lessened by doubt in an insight; 0 to 1. `recording`
    is the episode's id, the original's for a copy.
    """

    index: int
    rank: int
    result: InsightResult | SegmentResult
    text: str
    cited: str
    worth: float
    recording: str
    is_insight: bool
    statement: str | None
    point: Point | None

    @property
    def citation(self) -> Citation:
        """Where the words were said."""
        return self.result.citation


@dataclass(slots=True)
class Pool:
    """The candidates in rank order, what they share, and what was dropped before them.

    `relevant` are all results that bear on the question, duplicates included.
    """

    candidates: list[Candidate] = field(default_factory=list[Candidate])
    overlaps: Overlaps = field(default_factory=Overlaps)
    dropped: dict[Reason, int] = field(default_factory=dict[Reason, int])
    relevant: list[InsightResult | SegmentResult] = field(
        default_factory=list[InsightResult | SegmentResult]
    )

    def drop(self, reason: Reason, count: int = 1) -> None:
        """Count items that are left out."""
        self.dropped[reason] = self.dropped.get(reason, 0) + count


@dataclass(frozen=True, slots=True)
class _Scored:
    result: InsightResult | SegmentResult
    text: str
    rank: int
    score: float


def screen(
    results: Sequence[ScoredResult], strength: MatchStrength, max_tokens: int, per_recording: int
) -> Pool:
    """Unpack the results and keep what is verified, relevant and not yet said."""
    pool = Pool()
    scored = _relevant(pool, list(_unpacked(results)), strength)
    best = max((one.score for one in scored), default=0.0)
    most = _MOST_LEADS[strength]
    room = max(max_tokens, _LEAST_TOKENS) * _SURPLUS * _CHARACTERS_A_TOKEN
    by_recording: dict[str, list[Candidate]] = {}
    for position, one in enumerate(scored):
        if most is not None and len(pool.candidates) >= most:
            pool.drop("weak match", len(scored) - position)
            break
        if room <= 0 and len(pool.candidates) >= _FEWEST:
            pool.drop("budget", len(scored) - position)
            break
        probe = pool.overlaps.probe(one.text)
        same = by_recording.setdefault(_recording(one.result), [])
        reason = _repeats(pool, one, probe, same)
        if reason:
            pool.drop(reason)
            continue
        relevance = one.score / best if best > 0 else 1 / (1 + one.rank)
        candidate = _candidate(one, relevance, probe, pool.overlaps.add(probe))
        pool.candidates.append(candidate)
        same.append(candidate)
        # No more of one recording will stand in the pack, so no more makes up surplus.
        room -= len(one.text) if len(same) <= per_recording else 0
    return pool


def _candidate(one: _Scored, relevance: float, probe: Probe, index: int) -> Candidate:
    result = one.result
    is_insight = isinstance(result, InsightResult)
    doubt = _CONFIDENCE * (1 - result.confidence) if is_insight else 0.0
    return Candidate(
        index,
        one.rank,
        result,
        one.text,
        cited_result(result),
        relevance * (1 - doubt),
        _recording(result),
        is_insight,
        _statement(result, probe),
        point_of(one.text),
    )


def _unpacked(
    results: Iterable[ScoredResult],
) -> Iterator[tuple[InsightResult | SegmentResult, float]]:
    for result in results:
        score = result.score if isfinite(result.score) else 0.0
        match result:
            case CompoundResult(insight=insight, segment=segment):
                yield insight, score
                yield segment, score
            case InsightResult() | SegmentResult():
                yield result, score


def _relevant(
    pool: Pool, unpacked: list[tuple[InsightResult | SegmentResult, float]], strength: MatchStrength
) -> list[_Scored]:
    """What holds, is given once and comes near enough to the best score, best first."""
    seen: set[str] = set()
    held: list[_Scored] = []
    for rank, (result, score) in enumerate(unpacked):
        text = _words(result)
        if not text:
            pool.drop("failed verification")
        elif result.doc_id in seen:
            pool.drop("duplicate")
        else:
            seen.add(result.doc_id)
            held.append(_Scored(result, text, rank, score))
    best = max((one.score for one in held), default=0.0)
    least = best * _LEAST_SCORE[strength] if best > 0 else None
    near = [one for one in held if least is None or one.score >= least]
    if len(near) < len(held):
        pool.drop("weak match", len(held) - len(near))
    pool.relevant = [one.result for one in near]
    return sorted(near, key=lambda one: (-one.score, one.rank))


def _words(result: InsightResult | SegmentResult) -> str:
    """What was said: the verified quote, or the segment; empty where nothing holds."""
    if isinstance(result, SegmentResult):
        return flat(result.text)
    return flat(result.quotes[0].text) if result.quotes else ""


def _statement(result: InsightResult | SegmentResult, quote: Probe) -> str | None:
    """The insight's own wording where its quote does not already say it."""
    if isinstance(result, SegmentResult):
        return None
    text = flat(result.text)
    if not text or len(text) > _LONGEST_STATEMENT:
        return None
    return text if share(shingles(text), quote.runs) < _SAID_ALREADY else None


def _recording(result: InsightResult | SegmentResult) -> str:
    return result.copy_of or result.citation.episode_id


def _repeats(
    pool: Pool, one: _Scored, probe: Probe, same_recording: Sequence[Candidate]
) -> Reason | None:
    result, point = one.result, point_of(one.text)
    for other in same_recording:
        if other.result.source_tier == result.source_tier and _same_moment(other.result, result):
            return "same recording"
    for index in sorted(probe.shared):
        other = pool.candidates[index]
        if other.result.source_tier != result.source_tier or opposed(point, other.point):
            continue
        if max(probe.share_in(index), probe.shared[index] / pool.overlaps.size(index)) >= DUPLICATE:
            copied = _recording(other.result) == _recording(result)
            elsewhere = other.citation.episode_id != result.citation.episode_id
            return "same recording" if copied and elsewhere else "duplicate"
    return None


def _same_moment(one: InsightResult | SegmentResult, other: InsightResult | SegmentResult) -> bool:
    """Whether both are one stretch of one recording, in the episode or in a copy of it."""
    if one.citation.episode_id == other.citation.episode_id:
        if not (isinstance(one, SegmentResult) and isinstance(other, SegmentResult)):
            return False
        shared = min(one.char_end, other.char_end) - max(one.char_start, other.char_start)
        shorter = min(one.char_end - one.char_start, other.char_end - other.char_start)
        return shorter > 0 and shared * 2 >= shorter
    first, second = one.citation.start_seconds, other.citation.start_seconds
    if first is None or second is None:
        return False
    return abs(first - second) <= _SAME_MOMENT_SECONDS
