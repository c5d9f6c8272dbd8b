"""The deterministic engine: rules over sentences, one small language model, no network."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundcast.corpus.ids import insight_id, quote_id, text_sha256
from groundcast.corpus.times import span_seconds
from groundcast.extraction.candidates import Candidate, candidates_of
from groundcast.extraction.completeness import incompleteness
from groundcast.extraction.kinds import insight_type
from groundcast.extraction.language import foreign_language
from groundcast.extraction.mentions import Mentions
from groundcast.extraction.phrases import Phrase, Subject, key_phrases
from groundcast.extraction.selection import Kept, Quota, diverse, standing
from groundcast.extraction.worth import worth
from groundcast.models.protocols import WordPieces
from groundcast.models.reading import TextReader
from groundcast.models.word_pieces import BertWordPieces
from groundcast.records import (
    Dropped,
    Episode,
    Insight,
    Knowledge,
    Quote,
    Show,
    Term,
    Transcript,
)

NAME, VERSION = "local", "5"
# 150 words a minute, the pace of the talk this was measured on.
WORDS_AN_HOUR = 9500
FEWEST_AN_HOUR, MOST_AN_HOUR = 10, 30
FEWEST_INSIGHTS = 4
# At this chance of being kept by a reader a statement is taken though an hour has enough.
WORTH_TAKING = 0.6
# Parsing is the expensive step: so many of the best screened candidates are read, two thirds of
# all in the talk this was measured on.
READ_AN_HOUR = 120


class LocalExtractor:
    """Engine `local`; `reader` tags, parses and names entities."""

    name = NAME
    version = VERSION

    def __init__(self, reader: TextReader, word_pieces: WordPieces | None = None) -> None:
        """`reader` must parse; `word_pieces` tell rare words, by default BERT's vocabulary."""
        self._reader = reader
        self._word_pieces = word_pieces or BertWordPieces()

    def extract(
        self, show: Show, episode: Episode, transcript: Transcript, people: Mapping[str, str]
    ) -> Knowledge:
        """Knowledge of one episode; the same input gives the same bytes."""
        language = episode.language or show.language
        if reason := foreign_language(language, transcript.text):
            return Knowledge(episode.id, NAME, VERSION, assessed=False, reason=reason)
        dropped = Counter[str]()
        spoken = sum(
            len(transcript.turn_text(turn).split())
            for turn in transcript.turns
            if turn.kind == "speech"
        )
        hours = spoken / WORDS_AN_HOUR
        pool = candidates_of(transcript, people.values(), self._word_pieces, dropped)
        shortlist = pool.shortlist(max(READ_AN_HOUR // 4, round(READ_AN_HOUR * hours)))
        dropped["ranked low before reading"] += len(pool.candidates) - len(shortlist)
        subject = _subject_of(episode)
        reads = self._reader.read([c.statement for c in shortlist] + list(subject.texts))
        known = pool.vocabulary.central
        mentions = Mentions.of_episode(people, show, transcript)
        phrases = key_phrases(
            transcript.text, reads, subject.subject, mentions.name_keys, self._word_pieces
        )
        complete: list[Kept] = []
        for candidate, read in zip(shortlist, reads, strict=False):
            if fault := incompleteness(read, known):
                dropped[fault] += 1
                continue
            value = worth(candidate.lexical, candidate.statement, read, phrases)
            complete.append(Kept(candidate, read, value))
        kept = diverse(complete, _quota(hours), spoken, len(transcript.text))
        dropped["ranked low or said already"] += len(complete) - len(kept)
        values = sorted(item.worth for item in complete)
        return _knowledge(episode, transcript, kept, phrases, mentions, values, dropped)


@dataclass(frozen=True, slots=True)
class _About:
    subject: Subject
    texts: tuple[str, ...]


def _subject_of(episode: Episode) -> _About:
    chapters = tuple(chapter.title for chapter in episode.chapters)
    summary = " ".join(filter(None, (episode.summary, episode.description, *chapters)))
    texts = tuple(text for text in (episode.title, summary) if text)
    return _About(Subject(episode.title, summary), texts)


def _quota(hours: float) -> Quota:
    fewest = max(FEWEST_INSIGHTS, math.ceil(FEWEST_AN_HOUR * hours))
    return Quota(fewest, max(fewest, round(MOST_AN_HOUR * hours)), WORTH_TAKING)


def _knowledge(
    episode: Episode,
    transcript: Transcript,
    kept: Sequence[Kept],
    phrases: Sequence[Phrase],
    mentions: Mentions,
    values: Sequence[float],
    dropped: Counter[str],
) -> Knowledge:
    insights: list[Insight] = []
    quotes: list[Quote] = []
    topic_keys = frozenset(key for phrase in phrases for key in phrase.keys)
    for item in kept:
        quote = _quote(episode.id, transcript, item.candidate)
        quotes.append(quote)
        topics = mentions.topics(item.candidate.statement, phrases)
        statement = item.candidate.statement
        insights.append(
            Insight(
                id=insight_id(episode.id, quote.char_start, quote.char_end, statement),
                episode_id=episode.id,
                text=statement,
                insight_type=insight_type(quote.text, statement, item.read),
                person_id=quote.person_id,
                quote_ids=(quote.id,),
                topics=topics,
                entity_ids=mentions.entities(item.read, statement, topic_keys),
                confidence=_confidence(item, quote.person_id, bool(topics)),
                salience=round(standing(item.worth, values), 4),
                position_hint=round(quote.char_start / max(len(transcript.text), 1), 4),
                grounded=True,
            )
        )
    return Knowledge(
        episode.id,
        NAME,
        VERSION,
        insights=tuple(insights),
        quotes=tuple(quotes),
        terms=_terms(insights, phrases, mentions),
        dropped=tuple(Dropped(reason, n) for reason, n in sorted(dropped.items()) if n),
    )


def _quote(episode_id: str, transcript: Transcript, candidate: Candidate) -> Quote:
    start, end = candidate.char_start, candidate.char_end
    text = transcript.text[start:end]
    begins, ends = span_seconds(transcript, start, end)
    return Quote(
        id=quote_id(episode_id, start, end, text),
        episode_id=episode_id,
        person_id=candidate.person_id,
        char_start=start,
        char_end=end,
        start_seconds=begins,
        end_seconds=ends,
        text=text,
        sha256=text_sha256(text),
    )


def _confidence(item: Kept, person_id: str | None, has_topic: bool) -> float:
    """Attribution (0.4), completeness (0.4) and topic (0.2), each with its share; see Insight."""
    attribution = 0.4 if person_id else 0.2
    completeness = 0.2 + 0.2 * item.worth - 0.05 * min(item.candidate.hesitations, 2)
    return round(attribution + completeness + (0.2 if has_topic else 0.1), 4)


def _terms(
    insights: Sequence[Insight], phrases: Sequence[Phrase], mentions: Mentions
) -> tuple[Term, ...]:
    counts = Counter[str]()
    for insight in insights:
        counts.update({weight.topic_id for weight in insight.topics} | set(insight.entity_ids))
    return mentions.terms(phrases, counts)
