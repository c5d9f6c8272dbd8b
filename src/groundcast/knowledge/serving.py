"""Makes stored insights and segments fit to be served: verified, cited, named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from groundcast.citations import Citation
from groundcast.corpus.entries import EpisodeEntry, TurnEntry
from groundcast.corpus.verification import quote_holds
from groundcast.knowledge.opened import Snapshot
from groundcast.records import Insight, Quote, Segment, Show
from groundcast.retrieval.results import (
    InsightResult,
    QuotedSpan,
    SegmentResult,
    Signals,
    VoiceSpan,
)


@dataclass(slots=True)
class Served:
    """What can be served of the ids asked for, and how many quotes failed their check."""

    insights: dict[str, InsightResult] = field(default_factory=dict[str, InsightResult])
    segments: dict[str, SegmentResult] = field(default_factory=dict[str, SegmentResult])
    withheld_quotes: int = 0


@dataclass(frozen=True, slots=True)
class Scored:
    """A score, and how it came about."""

    score: float
    signals: Signals | None = None


NO_SCORE = Scored(0.0)


def serve(
    snapshot: Snapshot,
    insight_ids: Iterable[str] = (),
    segment_ids: Iterable[str] = (),
    scores: Mapping[str, Scored] | None = None,
) -> Served:
    """Insights and segments by id, in the order asked for.

    A quote that no longer matches its transcript is withheld and counted; an insight none of
    whose quotes holds is withheld with them. Unknown ids are left out.
    """
    scores = scores or {}
    catalogue = snapshot.catalogue
    wanted_insights, wanted_segments = list(insight_ids), list(segment_ids)
    insights = catalogue.insights_by_id(wanted_insights)
    quotes = catalogue.quotes_by_id(q for i in insights.values() for q in i.quote_ids)
    segments = catalogue.segments_by_id(wanted_segments)
    citer = Citer(
        snapshot,
        {
            *(insight.episode_id for insight in insights.values()),
            *(segment.episode_id for segment in segments.values()),
        },
        {
            *(quote.person_id for quote in quotes.values()),
            *(person for segment in segments.values() for person in segment.person_ids),
        },
    )
    served = Served()
    for insight_id in wanted_insights:
        if insight_id in insights:
            insight = insights[insight_id]
            held = [quotes[q] for q in insight.quote_ids if q in quotes]
            _serve_insight(served, citer, insight, held, scores.get(insight_id, NO_SCORE))
    for segment_id in wanted_segments:
        if segment_id in segments:
            segment = segments[segment_id]
            result = citer.segment(segment, scores.get(segment_id, NO_SCORE))
            served.segments[segment_id] = result
    return served


class Citer:
    """Cites spans of some episodes by some people, looked up once."""

    def __init__(
        self, snapshot: Snapshot, episode_ids: Iterable[str], person_ids: Iterable[str | None]
    ) -> None:
        self._snapshot = snapshot
        entries = snapshot.catalogue.episodes_by_id(episode_ids)
        self.episodes: dict[str, EpisodeEntry] = {entry.episode.id: entry for entry in entries}
        shows = snapshot.catalogue.shows({entry.episode.show_id for entry in entries})
        self.shows: dict[str, Show] = {entry.show.id: entry.show for entry in shows}
        self.names = snapshot.catalogue.display_names(filter(None, person_ids))

    def quote(self, quote: Quote) -> QuotedSpan | None:
        """A quote with its citation, or null where its words are not in the transcript."""
        turns = self._snapshot.catalogue.turns_between(
            quote.episode_id, quote.char_start, quote.char_end
        )
        if not turns:
            return None
        first = turns[0].char_start
        text = "\n".join(turn.text for turn in turns)
        span = text[quote.char_start - first : quote.char_end - first]
        if quote.char_start < first or not quote_holds(quote, span):
            return None
        citation = self._citation(
            quote.episode_id,
            quote.person_id,
            turns[0].label,
            (quote.start_seconds, quote.end_seconds),
            turns[0].number,
            quote.id,
        )
        return QuotedSpan(quote.id, quote.text, citation)

    def segment(self, segment: Segment, scored: Scored) -> SegmentResult:
        """A segment with its citation: its main voice, from its beginning."""
        turns = self._snapshot.catalogue.turns_between(
            segment.episode_id, segment.char_start, segment.char_end
        )
        heard = [self.names.get(turn.person_id or "") or turn.label for turn in turns]
        episode = self.episodes[segment.episode_id].episode
        main = next((turn.label for turn in turns if turn.person_id == segment.person_id), None)
        return SegmentResult(
            doc_id=segment.id,
            score=scored.score,
            text=segment.text,
            char_start=segment.char_start,
            char_end=segment.char_end,
            speakers=tuple(dict.fromkeys(filter(None, heard))),
            citation=self._citation(
                segment.episode_id,
                segment.person_id,
                main,
                (segment.start_seconds, segment.end_seconds),
                turns[0].number if turns else 1,
                None,
            ),
            copy_of=episode.copy_of,
            signals=scored.signals,
            voices=self._voices(segment, turns),
        )

    def _voices(self, segment: Segment, turns: Sequence[TurnEntry]) -> tuple[VoiceSpan, ...]:
        """The stretches of one voice each; neighbouring turns of one voice are one."""
        spans: list[VoiceSpan] = []
        for turn in turns:
            speaker = self.names.get(turn.person_id or "") or turn.label
            start = max(turn.char_start, segment.char_start) - segment.char_start
            end = min(turn.char_end, segment.char_end) - segment.char_start
            if spans and (spans[-1].speaker, spans[-1].person_id) == (speaker, turn.person_id):
                spans[-1] = replace(spans[-1], end=end)
            elif end > start:
                spans.append(VoiceSpan(speaker, turn.person_id, start, end))
        return tuple(spans)

    def _citation(
        self,
        episode_id: str,
        person_id: str | None,
        label: str | None,
        seconds: tuple[float | None, float | None],
        turn: int,
        quote_id: str | None,
    ) -> Citation:
        entry = self.episodes[episode_id]
        episode, show = entry.episode, self.shows[entry.episode.show_id]
        return Citation(
            episode_id=episode.id,
            episode_title=episode.title,
            show_id=show.id,
            show_title=show.title,
            person_id=person_id,
            speaker=self.names.get(person_id or "") or label,
            published_on=episode.published_on,
            start_seconds=seconds[0],
            end_seconds=seconds[1],
            time_exact=entry.time_source == "exact",
            turn=turn,
            url=url_at(episode.url or episode.audio_url, seconds[0]),
            quote_id=quote_id,
            licence=episode.licence or show.licence,
        )


def url_at(url: str | None, seconds: float | None) -> str | None:
    """A page's address at a time: `t=` for YouTube, a media fragment (W3C) elsewhere."""
    if url is None or seconds is None:
        return url
    start = int(seconds)
    if "youtube.com/watch" in url or "youtu.be/" in url:
        return f"{url}{'&' if '?' in url else '?'}t={start}s"
    return url if "#" in url else f"{url}#t={start}"


def _serve_insight(
    served: Served, citer: Citer, insight: Insight, quotes: list[Quote], scored: Scored
) -> None:
    spans = [citer.quote(quote) for quote in quotes]
    held = tuple(span for span in spans if span is not None)
    served.withheld_quotes += len(spans) - len(held)
    if not held:
        return
    served.insights[insight.id] = InsightResult(
        doc_id=insight.id,
        score=scored.score,
        text=insight.text,
        insight_type=insight.insight_type,
        confidence=insight.confidence,
        salience=insight.salience,
        position_hint=insight.position_hint,
        grounded=True,
        topic_ids=tuple(topic.topic_id for topic in insight.topics),
        quotes=held,
        citation=held[0].citation,
        copy_of=citer.episodes[insight.episode_id].episode.copy_of,
        signals=scored.signals,
    )
