"""A transcript replaced by another: old quotes found again in it, or told what became of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from groundcast.corpus.ids import insight_id, quote_id, text_sha256
from groundcast.corpus.times import span_seconds
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.errors import Damaged
from groundcast.extraction.phrasing import statement_of
from groundcast.records import (
    Episode,
    Insight,
    Knowledge,
    Quote,
    Retired,
    Show,
    Term,
    Transcript,
    Turn,
)

MOVED = "its transcript was replaced, and the words stand elsewhere now"
GONE = "its transcript was replaced, and the words are not in the new one"
NOT_FOUND_AGAIN = "extraction was run anew and does not find it any more"
# Of 100: two transcriptions of one sentence differ in a word or two, other sentences in more.
LEAST_LIKENESS = 85
# Two transcriptions of one recording drift apart by openings (five minutes) and sponsor reads.
NEAR_SHARE, NEAR_CHARACTERS = 0.15, 5_000
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a transcript's text inside one speech turn."""

    start: int
    end: int
    turn: Turn


def anchor(words: str, share: float, transcript: Transcript) -> Span | None:
    """Where `words` stand in a transcript, nearest to `share` of its length; else null.

    The same words are preferred, whatever their case and marks; else the most similar stretch
    near by. It must lie inside one turn of speech.
    """
    text = transcript.text
    wanted = share * len(text)
    exact = _same_words(words, text)
    if exact:
        return _spoken(min(exact, key=lambda span: (abs(span[0] - wanted), span)), transcript)
    reach = NEAR_SHARE * len(text) + NEAR_CHARACTERS
    low, high = max(0, int(wanted - reach)), int(wanted + reach)
    found = fuzz.partial_ratio_alignment(
        words.casefold(), text[low:high].casefold(), score_cutoff=LEAST_LIKENESS
    )
    if found is None or len(text[low:high].casefold()) != len(text[low:high]):
        return None
    span = _whole_words(text, low + found.dest_start, low + found.dest_end)
    if fuzz.ratio(words.casefold(), text[span[0] : span[1]].casefold()) < LEAST_LIKENESS:
        return None
    return _spoken(span, transcript)


def carried_over(before: StoredEpisode, transcript: Transcript, found: Knowledge) -> Knowledge:
    """`found`, extracted from another transcript, with the insights of `before` still said in it.

    An insight whose quotes stand in a quote of `found` is that one now; one whose quotes stand
    elsewhere is kept with them. Every old id is retired: to its successor, or with the reason.
    """
    old = before.knowledge
    if old is None:
        return found
    if before.transcript.text == transcript.text:
        return _with_retired(found, old, {}, NOT_FOUND_AGAIN)
    new_quotes = {quote.id: quote for quote in found.quotes}
    taken = {q: insight.id for insight in found.insights for q in insight.quote_ids}
    old_quotes = {quote.id: quote for quote in old.quotes}
    length = max(len(before.transcript.text), 1)
    moved: dict[str, str] = {}
    kept: list[Insight] = []
    kept_quotes: list[Quote] = []
    for insight in old.insights:
        (first, *others) = insight.quote_ids
        quote = old_quotes[first]
        span = anchor(quote.text, quote.char_start / length, transcript)
        if span is None:
            continue
        holder = _overlapping(span, new_quotes.values())
        if holder is not None and holder.id in taken:
            moved |= {first: holder.id, insight.id: taken[holder.id]}
            continue
        placed = _placed(before.episode.id, transcript, span)
        statement = statement_of(placed.text) if quote.text != placed.text else insight.text
        again = replace(
            insight,
            id=insight_id(before.episode.id, span.start, span.end, statement),
            text=statement,
            person_id=placed.person_id,
            quote_ids=(placed.id,),
            position_hint=round(span.start / max(len(transcript.text), 1), 4),
        )
        if placed.id not in new_quotes:
            new_quotes[placed.id] = placed
            kept_quotes.append(placed)
            kept.append(again)
            taken[placed.id] = again.id
        moved |= {first: placed.id, insight.id: taken[placed.id]}
        moved |= dict.fromkeys(others, placed.id)
    joined = replace(
        found,
        insights=(*found.insights, *kept),
        quotes=(*found.quotes, *kept_quotes),
        terms=_joined_terms(found, old, kept),
    )
    return _with_retired(joined, old, moved, GONE)


def carried_over_from(
    truth: TruthFiles, show: Show, episode: Episode, transcript: Transcript, found: Knowledge
) -> Knowledge:
    """As `carried_over`, from the episode in the corpus; a damaged one gives nothing."""
    try:
        before = truth.read_episode(truth.episode_folder(show, episode))
    except Damaged:
        return found
    return carried_over(before, transcript, found)


def _with_retired(now: Knowledge, old: Knowledge, moved: dict[str, str], gone: str) -> Knowledge:
    held = {i.id for i in now.insights} | {q.id for q in now.quotes}
    retired = {earlier.id: earlier for earlier in old.retired}
    for earlier in old.retired:
        if earlier.successor_id is not None and earlier.successor_id not in held:
            successor = moved.get(earlier.successor_id)
            reason = earlier.reason if successor else gone
            retired[earlier.id] = Retired(earlier.id, reason, successor)
    for old_id in (*(i.id for i in old.insights), *(q.id for q in old.quotes)):
        successor = moved.get(old_id)
        retired[old_id] = Retired(old_id, MOVED if successor else gone, successor)
    return replace(now, retired=tuple(retired[i] for i in sorted(retired) if i not in held))


def _joined_terms(found: Knowledge, old: Knowledge, kept: Iterable[Insight]) -> tuple[Term, ...]:
    """The terms of `found`, and those of `old` that only a kept insight is about."""
    used = {w.topic_id for i in kept for w in i.topics} | {e for i in kept for e in i.entity_ids}
    known = {term.id for term in found.terms}
    return (*found.terms, *(t for t in old.terms if t.id in used and t.id not in known))


def _same_words(words: str, text: str) -> list[tuple[int, int]]:
    wanted = [match[0].casefold() for match in _WORD.finditer(words)]
    if not wanted:
        return []
    stands = list(_WORD.finditer(text))
    folded = [match[0].casefold() for match in stands]
    size = len(wanted)
    return [
        (stands[at].start(), _to_mark(text, stands[at + size - 1].end()))
        for at in range(len(folded) - size + 1)
        if folded[at] == wanted[0] and folded[at : at + size] == wanted
    ]


def _to_mark(text: str, end: int) -> int:
    """`end`, past the mark that ends a sentence there."""
    return end + 1 if text[end : end + 1] in {".", "!", "?"} else end


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), _to_mark(text, start + len(part.rstrip()))


def _spoken(span: tuple[int, int], transcript: Transcript) -> Span | None:
    start, end = span
    for turn in transcript.turns:
        if turn.char_start <= start < turn.char_end:
            inside = end <= turn.char_end and turn.kind == "speech"
            return Span(start, end, turn) if inside else None
    return None


def _overlapping(span: Span, quotes: Iterable[Quote]) -> Quote | None:
    """The quote that shares the most of a span, at least half of the shorter."""

    def shared(quote: Quote) -> int:
        return min(quote.char_end, span.end) - max(quote.char_start, span.start)

    best = max(quotes, key=lambda quote: (shared(quote), quote.id), default=None)
    if best is None:
        return None
    shorter = min(best.char_end - best.char_start, span.end - span.start)
    return best if 2 * shared(best) >= shorter else None


def _placed(episode_id: str, transcript: Transcript, span: Span) -> Quote:
    text = transcript.text[span.start : span.end]
    begins, ends = span_seconds(transcript, span.start, span.end)
    return Quote(
        id=quote_id(episode_id, span.start, span.end, text),
        episode_id=episode_id,
        person_id=span.turn.person_id,
        char_start=span.start,
        char_end=span.end,
        start_seconds=begins,
        end_seconds=ends,
        text=text,
        sha256=text_sha256(text),
    )
