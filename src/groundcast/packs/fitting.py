"""Fills a token budget: exactly counted, never exceeded, used well."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from groundcast.errors import TooSmall
from groundcast.packs.choosing import Choice
from groundcast.packs.drafting import (
    LEAST_DETAIL,
    SHORTEST_TOKENS,
    Chosen,
    Draft,
    Excerpt,
    Frame,
    shortest,
)
from groundcast.packs.evidence import ContradictionFound
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.packs.quoting import cut_to, flat
from groundcast.packs.screening import Candidate

# Shares of the limit: what one item may take before all have had their turn, what a side of the
# contradiction may; and of the room then left, what the insights after the first may.
_ITEM_SHARE, _SIDE_SHARE, _INSIGHTS_SHARE = 0.3, 0.12, 0.25
_LEAST_ITEM_TOKENS = 60
_MOST_INSIGHTS = 5
# A further insight stands beside the first only if it comes near its worth.
_NEAR_THE_FIRST = 0.6
_FULL = 0.9
# Candidates that did not fit before a round of filling gives up.
_MOST_REFUSED = 40
_MOST_SWAPS = 24
_LEAD_TOKENS = 60
# In a smaller pack an item of evidence is worth more than the items counted by show.
_BY_SHOW_FROM = 1_000


def fit(frame: Frame, choice: Choice, count: Callable[[str], int]) -> CorpusBriefingPack:
    """The fullest pack within the frame's limit.

    Raises TooSmall where the verdict, the strongest insight's beginning, the contradiction line
    and the warnings alone exceed it.
    """
    draft = _least(frame, choice, count)
    if frame.evidence.strength == "none":
        _fill(draft, _LEAD_TOKENS)
    else:
        _grow(draft)
    return _stated(draft)


def least_tokens(draft: Draft) -> int:
    """What this draft costs under a limit that is just enough for it."""
    size, limit = draft.size(), 0
    while size > limit:
        limit = size
        size = replace(draft, frame=replace(draft.frame, limit=limit)).size()
    return limit


def _least(frame: Frame, choice: Choice, count: Callable[[str], int]) -> Draft:
    """The shortest pack, with as much detail as there is room for."""
    draft = Draft(frame, choice, count, by_show=frame.limit >= _BY_SHOW_FROM)
    contradiction = frame.evidence.contradiction
    if isinstance(contradiction, ContradictionFound):
        for span in (contradiction.a, contradiction.b):
            full = flat(span.text)
            draft.sides.append(Excerpt(full, shortest(full, count)))
    if frame.evidence.strength != "none":
        first = choice.strongest_insight()
        if first is not None:
            draft.critical.append(_excerpt(first, SHORTEST_TOKENS, count))
        elif (first := choice.next_best(())) is not None:
            draft.supporting.append(_excerpt(first, SHORTEST_TOKENS, count))
        if first is not None:
            choice.keep(first)
    while draft.size() > frame.limit:
        if draft.trimmed == LEAST_DETAIL:
            raise TooSmall(
                f"max_tokens: {frame.limit + frame.reserve} cannot hold a pack for this question.",
                least=least_tokens(draft) + frame.reserve,
            )
        draft.trimmed += 1
    return draft


def _grow(draft: Draft) -> None:
    limit = draft.frame.limit
    most = max(_LEAST_ITEM_TOKENS, round(limit * _ITEM_SHARE))
    for excerpt in draft.excerpts:
        side = any(excerpt is one for one in draft.sides)
        _lengthen(draft, excerpt, round(limit * _SIDE_SHARE) if side else most)
    # Details give way only after surplus evidence has: where they did, none may be added.
    if draft.trimmed == 0:
        _add_insights(draft, most)
        while _fill(draft, most):
            pass
    for excerpt in draft.excerpts:
        _lengthen(draft, excerpt, limit)
    if draft.trimmed == 0 and draft.size() < _FULL * limit:
        _swap(draft)
    _lengthen_by_words(draft)
    if draft.size() < _FULL * limit and not draft.by_show:
        draft.by_show = True
        draft.by_show = draft.room() >= 0
    if draft.size() < _FULL * limit:
        _squeeze(draft)


def _lengthen(draft: Draft, excerpt: Excerpt, most: int, *, sentences: bool = True) -> None:
    """Show more of a cut quotation, up to `most` tokens of it and the room there is."""
    if not excerpt.cut:
        return
    before = excerpt.text
    allowed = min(most, draft.count(before) + max(0, draft.room()))
    for _ in range(4):
        longer = cut_to(excerpt.full, allowed, draft.count, sentences=sentences)
        if len(longer) <= len(before):
            break
        excerpt.text = longer
        over = -draft.room()
        if over <= 0:
            return
        allowed -= over
    excerpt.text = before


def _lengthen_by_words(draft: Draft) -> None:
    if draft.size() < _FULL * draft.frame.limit:
        for excerpt in draft.excerpts:
            _lengthen(draft, excerpt, draft.frame.limit, sentences=False)


def _add_insights(draft: Draft, most: int) -> None:
    """The strongest insights after the first, each whole, within their share."""
    if not draft.critical:
        return
    least = draft.critical[0].candidate.worth * _NEAR_THE_FIRST
    room = round(draft.room() * _INSIGHTS_SHARE)
    refused: set[int] = set()
    while len(draft.critical) < _MOST_INSIGHTS and len(refused) < _MOST_REFUSED:
        candidate = draft.choice.next_best(refused, insights_only=True)
        if candidate is None or candidate.worth < least:
            return
        excerpt = _excerpt(candidate, most, draft.count)
        size = draft.item_size(excerpt)
        if size > room or excerpt.cut:
            refused.add(candidate.index)
            continue
        room -= size
        draft.critical.append(excerpt)
        draft.choice.keep(candidate)
        if draft.room() < 0:
            draft.remove(excerpt)
            return


def _fill(draft: Draft, most: int) -> bool:
    """Add supporting evidence, best first, while it fits; whether any was added."""
    room, refused, added = draft.room(), set[int](), list[Chosen]()
    while len(refused) < _MOST_REFUSED and room >= _LEAST_ITEM_TOKENS:
        candidate = draft.choice.next_best(refused)
        if candidate is None:
            break
        excerpt = _fitting(draft, candidate, min(most, room), room)
        if excerpt is None:
            refused.add(candidate.index)
            continue
        room -= draft.item_size(excerpt)
        draft.supporting.append(excerpt)
        draft.choice.keep(candidate)
        added.append(excerpt)
    # Counts of parts do not add up exactly to the count of the whole.
    while added and (over := -draft.room()) > 0:
        last = added[-1]
        shorter = cut_to(last.full, draft.count(last.text) - over, draft.count)
        if draft.count(shorter) >= SHORTEST_TOKENS and len(shorter) < len(last.text):
            last.text = shorter
        else:
            draft.remove(added.pop())
    return bool(added)


def _fitting(draft: Draft, candidate: Candidate, most: int, room: int) -> Chosen | None:
    """A candidate's words cut to the room, unless too little of them would be left."""
    excerpt = _excerpt(candidate, most, draft.count)
    over = draft.item_size(excerpt) - room
    if over <= 0 and (not excerpt.cut or draft.count(excerpt.text) >= _LEAST_ITEM_TOKENS // 2):
        return excerpt
    shown = draft.count(excerpt.text)
    left = shown - max(over, 0)
    if left < max(_LEAST_ITEM_TOKENS // 2, shown // 3):
        return None
    excerpt.text = cut_to(excerpt.full, left, draft.count)
    if draft.count(excerpt.text) < SHORTEST_TOKENS:
        return None
    return excerpt


def _swap(draft: Draft) -> None:
    """Put longer evidence in place of the least item where little room is left unused."""
    for excerpt, candidate in _swaps(draft):
        before = (draft.critical, draft.supporting, draft.choice)
        size = draft.size()
        choice = draft.choice.without(excerpt.candidate)
        choice.keep(candidate)
        longer = _excerpt(candidate, draft.count(excerpt.text) + draft.room(), draft.count)
        draft.critical = [longer if one is excerpt else one for one in draft.critical]
        draft.supporting = [longer if one is excerpt else one for one in draft.supporting]
        draft.choice = choice
        _lengthen(draft, longer, draft.frame.limit, sentences=False)
        if size < draft.size() <= draft.frame.limit:
            if draft.size() >= _FULL * draft.frame.limit:
                return
        else:
            draft.critical, draft.supporting, draft.choice = before


def _swaps(draft: Draft) -> Iterator[tuple[Chosen, Candidate]]:
    """Items, least first, with the candidates that could stand in their place, best first."""
    tried = 0
    for excerpt in reversed(draft.chosen):
        only = len(draft.chosen) == 1
        if excerpt in draft.critical[:1] and not only:
            continue
        choice, refused = draft.choice.without(excerpt.candidate), {excerpt.candidate.index}
        while tried < _MOST_SWAPS and any(one is excerpt for one in draft.chosen):
            candidate = choice.next_best(refused, insights_only=excerpt in draft.critical)
            if candidate is None:
                break
            refused.add(candidate.index)
            if len(candidate.text) > len(excerpt.text):
                tried += 1
                yield excerpt, candidate


def _squeeze(draft: Draft) -> None:
    """One more item though little of it fits, if need be at the cost of the others' length."""
    for shortened in (False, True):
        before = draft.copy()
        if shortened:
            for excerpt in draft.excerpts:
                excerpt.text = shortest(excerpt.full, draft.count)
        room, refused = draft.room(), set[int]()
        while len(refused) < _MOST_REFUSED and (added := draft.choice.next_best(refused)):
            refused.add(added.index)
            item = Chosen(added.text, "", added)
            item.text = cut_to(
                item.full, room - draft.item_size(item), draft.count, sentences=False
            )
            if draft.count(item.text) < SHORTEST_TOKENS // 2:
                continue
            draft.supporting.append(item)
            draft.choice.keep(added)
            if draft.room() >= 0:
                for excerpt in draft.excerpts:
                    _lengthen(draft, excerpt, draft.frame.limit)
                _lengthen_by_words(draft)
                if draft.size() >= _FULL * draft.frame.limit:
                    return
            draft.remove(item)
        draft.restore(before)


def _excerpt(candidate: Candidate, tokens: int, count: Callable[[str], int]) -> Chosen:
    return Chosen(candidate.text, cut_to(candidate.text, tokens, count), candidate)


def _stated(draft: Draft) -> CorpusBriefingPack:
    """The pack with the receipt that counts itself: stating a number can change the count."""
    used = 0
    while True:
        pack = draft.pack(used)
        counted = draft.count(pack.as_sent())
        if counted == used:
            return pack
        used = max(counted, used + 1)
