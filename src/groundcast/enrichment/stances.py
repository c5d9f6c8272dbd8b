"""How two statements stand to each other, behind the gate of a shared proposition.

A topic in common is never enough: the statements must speak of the same things, in the same
mood and time, and say of them the same or its opposite. What a speaker credits to others, asks
or supposes is nobody's stance.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Literal

from groundcast.enrichment.opposites import are_opposites
from groundcast.enrichment.propositions import Proposition, Word

Stance = Literal["disagreement", "reversal", "figures", "agreement", "unopposed"]

MIN_SHARED_WORDS = 3
MIN_DENIED_SHARE = 0.75
MIN_AFFIRMED_SHARE = 0.5
MIN_AGREEING_SHARE = 0.7
MIN_SWAPPED_SHARE = 0.6
MIN_FIGURE_SHARE = 0.8
# A reply and what it replies to, a change of mind and the mind before: so near in one episode.
REPLY_WITHIN = 1_200
TURN_WITHIN = 3_000
# A plain fact may change within this; a recommendation is a view at any distance.
FACT_DAYS = 366
_STEM = 6
_REPLIES = re.compile(
    r"^(?:(?:well|but|yeah|oh|see|so|and|i mean|actually)[, ]+)*(?:"
    r"i (?:don['’]t|do not) (?:think|believe) (?:that|this|it)(?:['’]s| is) (?:true|right|correct|"
    r"the case)|(?:that|this)(?:['’]s| is) (?:just |simply |really )?(?:not|n['’]t) "
    r"(?:true|right|correct|the case)|(?:that|this) isn['’]t (?:true|right|correct|the case)|"
    r"i (?:strongly |completely |totally |have to |would |actually )*(?:disagree|object)\b|"
    r"i (?:don['’]t|do not|can['’]t) agree\b|i (?:find|think) (?:this|that) (?:is )?an? "
    r"(?:worse|bad|terrible|awful) idea\b|(?:that|this)(?:['’]s| is) (?:wrong|false)\b|"
    r"[^.]{0,40}\bopposite (?:of|to) (?:yours|that|what you))",
    re.I,
)
_ONCE = re.compile(
    r"\b(?:i|we) used to (?:think|believe|say|argue|assume|feel)\b"
    r"|\b(?:before|originally|initially|at first|back then)[, ]+(?:i|we) (?:thought|believed|"
    r"assumed|was|were)\b|\bi (?:was|were) [^.]{0,30}(?:opposed|against|skeptical|sceptical|"
    r"convinced)\b|\bi (?:had )?(?:always |initially |originally |once )?"
    r"(?:thought|believed|assumed) (?:that|it|everyone|we|they|the)\b",
    re.I,
)
_SINCE = re.compile(
    r"\bi(?:['’]ve| have)? changed my mind\b|\bi was wrong\b|\bit turns out\b|\bturned out\b"
    r"|^(?:and |but |so )?now,? (?:i|we|it)(?:['’]\w+)? |\bcame (?:a)?round to\b"
    r"|\bi(?:['’]ve| have)? come to (?:think|believe|see|realize)\b"
    r"|\bi no longer (?:think|believe)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """An insight as it is compared: who said it, when, where in its episode, and what it asserts.

    `start` and `end` are code points of the canonical text; `person_id` null is nobody known.
    """

    id: str
    episode_id: str
    person_id: str | None
    published_on: str | None
    start: int
    end: int
    text: str
    propositions: tuple[Proposition, ...]


def stance(one: Statement, other: Statement) -> Stance | None:
    """How two statements stand to each other; null where they share no proposition.

    `unopposed` says that they share one and neither agree as a whole nor conflict. The order of
    the two does not matter.
    """
    if one.person_id is None or other.person_id is None:
        return None
    same_person = one.person_id == other.person_id
    if told := _told(one, other, same_person):
        return told
    found: Stance | None = None
    for first in one.propositions:
        for second in other.propositions:
            judged = _judged(first, second, one, other)
            if judged in ("disagreement", "figures"):
                return "reversal" if same_person and judged == "disagreement" else judged
            if judged == "agreement":
                found = "unopposed" if same_person else "agreement"
            found = found or judged
    return found


def _told(one: Statement, other: Statement, same_person: bool) -> Stance | None:
    """What the speakers say themselves: a reply that denies, a mind that was changed."""
    if one.episode_id != other.episode_id:
        return None
    first, second = sorted((one, other), key=lambda statement: statement.start)
    gap = second.start - first.end
    if not same_person:
        replies = gap <= REPLY_WITHIN and _REPLIES.search(second.text)
        return "disagreement" if replies and _is_own(first) else None
    if gap > TURN_WITHIN or not _ONCE.search(first.text):
        return None
    return "reversal" if _SINCE.search(second.text) or _turns(first, second) else None


def _turns(first: Statement, second: Statement) -> bool:
    """Whether they put opposite words beside the same name of a thing."""
    return any(
        are_opposites(a.lemma, b.lemma) and thing.names and _same(thing.lemma, other.lemma)
        for one in first.propositions
        for two in second.propositions
        for a, thing in pairwise(one.words)
        for b, other in pairwise(two.words)
    )


def _is_own(statement: Statement) -> bool:
    return any(proposition.is_own for proposition in statement.propositions)


def _judged(
    first: Proposition, second: Proposition, one: Statement, other: Statement
) -> Stance | None:
    if not (first.is_own and second.is_own) or "supposes" in (first.mood, second.mood):
        return None
    if first.mood != second.mood:
        return None
    if _swapped(first, second):
        return "disagreement"
    pairs = _aligned(first, second)
    if {first.certainty, second.certainty} == {"certain", "unknown"} and not (
        first.negated and second.negated
    ):
        unknown = first if first.certainty == "unknown" else second
        if len(pairs) >= 2 and len(pairs) >= MIN_SWAPPED_SHARE * len(unknown.words):
            return "disagreement"
    if not _shares(first, second, pairs, one, other):
        return None
    if first.times != second.times or {first.tense, second.tense} == {"past", "present"}:
        return None
    if first.contrast is not None or second.contrast is not None:
        return "unopposed"
    turned = sum(are_opposites(a.lemma, b.lemma) for a, b in pairs)
    opposed = (first.negated != second.negated) != (turned % 2 == 1)
    if opposed:
        return _opposed(first, second, pairs, turned, one, other)
    return _figures_or_agreement(first, second, pairs, one, other)


def _opposed(
    first: Proposition,
    second: Proposition,
    pairs: Sequence[tuple[Word, Word]],
    turned: int,
    one: Statement,
    other: Statement,
) -> Stance:
    if first.is_partial or second.is_partial or turned > 1:
        return "unopposed"
    if first.mood == "states" and not _near_in_time(one, other):
        return "unopposed"
    share, other_share = _shares_of(first, second, pairs)
    if first.negated != second.negated:
        denied, affirmed = (share, other_share) if first.negated else (other_share, share)
        strikes = any((a if first.negated else b).denied for a, b in pairs)
        strikes = strikes or not any(w.denied for w in (*first.words, *second.words))
        enough = denied >= MIN_DENIED_SHARE and affirmed >= MIN_AFFIRMED_SHARE and strikes
    else:
        enough = min(share, other_share) >= MIN_DENIED_SHARE
    return "disagreement" if enough else "unopposed"


def _figures_or_agreement(
    first: Proposition,
    second: Proposition,
    pairs: Sequence[tuple[Word, Word]],
    one: Statement,
    other: Statement,
) -> Stance:
    left = [f for f in first.figures if f not in second.figures]
    right = [f for f in second.figures if f not in first.figures]
    share = min(_shares_of(first, second, pairs))
    if len(left) == len(right) == 1 and left[0].excludes(right[0]):
        same = share >= MIN_FIGURE_SHARE and not (_lone(first, pairs, 0) or _lone(second, pairs, 1))
        timeless = (
            first.mood == "recommends"
            or "past" in (first.tense, second.tense)
            or _near_in_time(one, other)
        )
        return "figures" if same and timeless and not first.negated else "unopposed"
    if any(a.unit != b.unit for a in left for b in right) or bool(left) != bool(right):
        return "unopposed"
    agrees = share >= MIN_AGREEING_SHARE and not first.is_partial and not second.is_partial
    return "agreement" if agrees else "unopposed"


def _swapped(first: Proposition, second: Proposition) -> bool:
    """Whether one prefers what the other disfavours, of the same thing."""
    if first.contrast is None or second.contrast is None or first.negated != second.negated:
        return False
    chosen, refused = first.words[: first.contrast], first.words[first.contrast :]
    other_chosen, other_refused = second.words[: second.contrast], second.words[second.contrast :]
    common = [a for a in chosen if a.names and _has(a, other_chosen) and not _has(a, other_refused)]
    return (
        bool(common)
        and _part(refused, other_chosen) >= MIN_SWAPPED_SHARE
        and _part(other_refused, chosen) >= MIN_SWAPPED_SHARE
        and _part(refused, other_refused) < 0.5
    )


def _part(words: Sequence[Word], among: Sequence[Word]) -> float:
    return sum(_has(word, among) for word in words) / len(words) if words else 0.0


def _has(word: Word, among: Sequence[Word]) -> bool:
    return any(_same(word.lemma, other.lemma) for other in among)


def _aligned(first: Proposition, second: Proposition) -> list[tuple[Word, Word]]:
    """Words that are the same or opposites, each once."""
    free = list(second.words)
    pairs: list[tuple[Word, Word]] = []
    for word in first.words:
        match = next((w for w in free if _same(word.lemma, w.lemma)), None)
        match = match or next((w for w in free if are_opposites(word.lemma, w.lemma)), None)
        if match is not None:
            free.remove(match)
            pairs.append((word, match))
    return pairs


def _same(one: str, other: str) -> bool:
    """Whether two lemmas are one word, or one stem with a short ending."""
    if one == other:
        return True
    return min(len(one), len(other)) > _STEM and one[: _STEM + 1] == other[: _STEM + 1]


def _shares(
    first: Proposition,
    second: Proposition,
    pairs: Sequence[tuple[Word, Word]],
    one: Statement,
    other: Statement,
) -> bool:
    """The gate: enough of both is about the same, and neither puts another thing in its place."""
    if not any(a.names and b.names for a, b in pairs):
        return False
    if _lone(first, pairs, 0) and _lone(second, pairs, 1):
        return False
    share, other_share = _shares_of(first, second, pairs)
    says = share == other_share == 1.0 or not all(a.names and b.names for a, b in pairs)
    if len(pairs) >= MIN_SHARED_WORDS and says:
        return max(share, other_share) >= MIN_AGREEING_SHARE and (
            min(share, other_share) >= MIN_AFFIRMED_SHARE
        )
    gap = max(one.start, other.start) - min(one.end, other.end)
    near = one.episode_id == other.episode_id and gap <= REPLY_WITHIN
    return near and len(pairs) >= 2 and min(share, other_share) == 1.0


def _lone(proposition: Proposition, pairs: Sequence[tuple[Word, Word]], side: int) -> list[Word]:
    """Things that only this side names."""
    aligned = [pair[side] for pair in pairs]
    return [word for word in proposition.words if word.names and word not in aligned]


def _shares_of(
    first: Proposition, second: Proposition, pairs: Sequence[tuple[Word, Word]]
) -> tuple[float, float]:
    return len(pairs) / max(1, len(first.words)), len(pairs) / max(1, len(second.words))


def _near_in_time(one: Statement, other: Statement) -> bool:
    if one.episode_id == other.episode_id:
        return True
    if one.published_on is None or other.published_on is None:
        return False
    days = date.fromisoformat(one.published_on) - date.fromisoformat(other.published_on)
    return abs(days.days) <= FACT_DAYS
