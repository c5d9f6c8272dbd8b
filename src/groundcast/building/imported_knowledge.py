"""What another program found in an episode, as knowledge of ours: only what verifies is kept."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from groundcast.building.imported_names import NEUTRAL, ImportedNames
from groundcast.corpus.ids import entity_id, insight_id, quote_id, text_sha256
from groundcast.corpus.times import span_seconds, turn_number, turns_within
from groundcast.ingest.alignment import Alignment, Marks
from groundcast.ingest.podcast_scraper import ScrapedEpisode
from groundcast.ingest.scraped_knowledge import ScrapedInsight, ScrapedKnowledge, ScrapedQuote
from groundcast.ingest.scraped_metadata import Cast
from groundcast.records import Dropped, Insight, InsightType, Knowledge, Quote, Transcript

ENGINE = "podcast_scraper"
_TYPES: Mapping[str, InsightType] = {
    "claim": "claim",
    "recommendation": "recommendation",
    "observation": "observation",
    "question": "question",
    "prediction": "prediction",
}
_NO_SPAN = "its offsets are no span of the transcript's text"
_OTHER_WORDS = "its words are not those at its offsets"
_OTHERWISE = "the transcript that is kept does not have its words there"
_TWO_VOICES = "more than one voice speaks in it"
_NO_SPEECH = "it stands in a sponsor read or a break"
_UNUSED = "no insight rests on it"


@dataclass(frozen=True, slots=True)
class Judged:
    """What is kept of an episode's knowledge, what is left out by reason, and notes to keep."""

    knowledge: Knowledge
    insights_left_out: Counter[str] = field(default_factory=Counter[str])
    quotes_left_out: Counter[str] = field(default_factory=Counter[str])
    notes: tuple[str, ...] = ()


def judged_knowledge(scraped: ScrapedEpisode, transcript: Transcript, episode_id: str) -> Judged:
    """Their insights with the quotes that verify, under ids of ours.

    A quote verifies where its words stand at its offsets in their text, and that place is one
    voice's speech in `transcript`. An insight needs one. Confidence and salience are the file's,
    else neutral (0.5), as are the weights of topics; the place in the episode is the first quote's.
    """
    found = scraped.knowledge
    if found is None:
        reason = f"no insights were imported: {scraped.knowledge_file}: {scraped.knowledge_fault}"
        knowledge = Knowledge(episode_id, ENGINE, "none", assessed=False, reason=reason)
        return Judged(knowledge, notes=(reason,))
    told = Counter[str]()
    quotes, quotes_left_out = _quotes(scraped, found, transcript, episode_id, told)
    names = ImportedNames(scraped.names, scraped.identities, scraped.cast)
    left_out = Counter[str]()
    insights: dict[str, Insight] = {}
    for stated in found.insights:
        made = (
            "it belongs to another episode"
            if stated.episode_id not in (None, scraped.source.guid)
            else _insight(stated, quotes, names, transcript, episode_id, told)
        )
        if isinstance(made, str):
            left_out[made] += 1
        elif made.id in insights:
            left_out["another says the same by the same quote"] += 1
        else:
            insights[made.id] = made
    used = {quote for insight in insights.values() for quote in insight.quote_ids}
    unused = [quote for quote in quotes.values() if quote.id not in used]
    quotes_left_out.update({_UNUSED: len(unused)} if unused else {})
    kept = {quote.id: quote for quote in quotes.values() if quote.id in used}
    dropped = {f"insight: {reason}": n for reason, n in left_out.items()}
    dropped |= {f"quote: {reason}": n for reason, n in quotes_left_out.items()}
    knowledge = Knowledge(
        episode_id,
        ENGINE,
        found.schema_version,
        insights=tuple(sorted(insights.values(), key=lambda i: (i.position_hint, i.id))),
        quotes=tuple(sorted(kept.values(), key=lambda q: (q.char_start, q.char_end, q.id))),
        terms=names.terms(insights.values()),
        dropped=tuple(Dropped(reason, n) for reason, n in sorted(dropped.items())),
    )
    source = f"insights of {scraped.knowledge_file}, {ENGINE} {found.schema_version}"
    notes = (source, *(f"{n} {what}" for what, n in sorted(told.items())))
    return Judged(knowledge, left_out, quotes_left_out, notes)


def _quotes(
    scraped: ScrapedEpisode,
    found: ScrapedKnowledge,
    transcript: Transcript,
    episode_id: str,
    told: Counter[str],
) -> tuple[dict[str, Quote], Counter[str]]:
    """The quotes that verify, by the ids the file gives them, and why the others do not."""
    stated = list(found.quotes.values())
    text = max(scraped.texts, key=lambda t: sum(_fault(q, t) is None for q in stated), default="")
    alignment = Alignment(text, transcript)
    kept: dict[str, Quote] = {}
    left_out = Counter[str]()
    for quote in stated:
        fault = _fault(quote, text)
        placed = fault or _placed(quote, alignment, transcript, episode_id)
        if isinstance(placed, str):
            left_out[placed] += 1
        else:
            kept[quote.id] = _attributed(quote, placed, transcript, scraped.cast, told)
    return kept, left_out


def _attributed(
    quote: ScrapedQuote, placed: Quote, transcript: Transcript, cast: Cast, told: Counter[str]
) -> Quote:
    """The quote as its turn's voice says it; where the turn has none, as the file says."""
    name = cast.name_of(quote.speaker_id) if quote.speaker_id else None
    stated = entity_id("person", name) if name else None
    if stated is None or stated == placed.person_id:
        return placed
    turn = transcript.turns[turn_number(transcript.turns, placed.char_start) - 1]
    people = {speaker.person_id for speaker in transcript.speakers}
    if turn.speaker_label is None and stated in people:
        return replace(placed, person_id=stated)
    told["quotes given to another voice than the transcript has there: the transcript's holds"] += 1
    return placed


def _fault(quote: ScrapedQuote, text: str) -> str | None:
    """Why a quote is not what their text has at its offsets; blanks do not count."""
    start, end = quote.start, quote.end
    if start is None or end is None or start >= end or end > len(text):
        return _NO_SPAN
    words = Marks.of(text[start:end]).chars
    return None if words and words == Marks.of(quote.text).chars else _OTHER_WORDS


def _placed(
    quote: ScrapedQuote, alignment: Alignment, transcript: Transcript, episode_id: str
) -> Quote | str:
    """The quote in the canonical text, or why it has no place there."""
    span = alignment.span(quote.start or 0, quote.end or 0)
    if span is None:
        return _OTHERWISE
    turns = turns_within(transcript.turns, *span)
    if any(turn.kind != "speech" for turn in turns):
        return _NO_SPEECH
    if len({turn.person_id or turn.speaker_label for turn in turns}) != 1:
        return _TWO_VOICES
    return _quote(transcript, episode_id, *span, turns[0].person_id)


def _quote(
    transcript: Transcript, episode_id: str, start: int, end: int, person_id: str | None
) -> Quote:
    text = transcript.text[start:end]
    begins, ends = span_seconds(transcript, start, end)
    return Quote(
        id=quote_id(episode_id, start, end, text),
        episode_id=episode_id,
        person_id=person_id,
        char_start=start,
        char_end=end,
        start_seconds=begins,
        end_seconds=ends,
        text=text,
        sha256=text_sha256(text),
    )


def _insight(
    stated: ScrapedInsight,
    quotes: Mapping[str, Quote],
    names: ImportedNames,
    transcript: Transcript,
    episode_id: str,
    told: Counter[str],
) -> Insight | str:
    """An insight of ours, or why there is none; `told` counts what was read otherwise."""
    if stated.text is None:
        return "it has no text"
    if not stated.quote_ids:
        return "it rests on no quote"
    held = {quotes[id_].id: quotes[id_] for id_ in stated.quote_ids if id_ in quotes}
    if not held:
        return "none of its quotes verifies"
    verified = sorted(held.values(), key=lambda q: (q.char_start, q.char_end))
    first, voices = verified[0], {quote.person_id for quote in verified}
    kind = _TYPES.get((stated.insight_type or "").casefold())
    if kind is None:
        told[f"insights of type {stated.insight_type or 'unknown'} taken as claims"] += 1
    if stated.confidence is None:
        told[f"insights without a confidence given {NEUTRAL}"] += 1
    topics, entities, unknown = names.carried(stated)
    if unknown:
        told["edges of insights left out: they lead to no topic, person or organisation"] += unknown
    return Insight(
        id=insight_id(episode_id, first.char_start, first.char_end, stated.text),
        episode_id=episode_id,
        text=stated.text,
        insight_type=kind or "claim",
        person_id=next(iter(voices)) if len(voices) == 1 else None,
        quote_ids=tuple(quote.id for quote in verified),
        topics=topics,
        entity_ids=entities,
        confidence=NEUTRAL if stated.confidence is None else stated.confidence,
        salience=NEUTRAL if stated.salience is None else stated.salience,
        position_hint=round(first.char_start / max(len(transcript.text), 1), 4),
        grounded=True,
    )
