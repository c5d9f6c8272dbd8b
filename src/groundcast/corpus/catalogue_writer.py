"""Writes a generation's catalogue: the truth as one SQLite file made for lookups."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from groundcast.corpus import codec
from groundcast.corpus.canonical_ids import CanonicalIds
from groundcast.corpus.names import name_key
from groundcast.corpus.times import span_seconds
from groundcast.corpus.truth import Problem
from groundcast.records import (
    Comparison,
    Edge,
    Entity,
    Episode,
    Insight,
    Knowledge,
    Quote,
    Registry,
    Segment,
    Show,
    SignalRows,
    TopicWeight,
    Transcript,
)

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE shows (id TEXT PRIMARY KEY, slug TEXT NOT NULL, title TEXT NOT NULL,
  feed_url TEXT, record TEXT NOT NULL, episodes INTEGER NOT NULL, first_on TEXT, last_on TEXT);
CREATE TABLE episodes (id TEXT PRIMARY KEY, show_id TEXT NOT NULL, slug TEXT NOT NULL,
  title TEXT NOT NULL, published_on TEXT, is_copy INTEGER NOT NULL, time_source TEXT NOT NULL,
  assessed INTEGER NOT NULL, not_assessed TEXT, words INTEGER NOT NULL, turns INTEGER NOT NULL,
  insights INTEGER NOT NULL, segments INTEGER NOT NULL, title_key TEXT NOT NULL,
  record TEXT NOT NULL);
CREATE INDEX episodes_by_date ON episodes (published_on DESC, id);
CREATE INDEX episodes_by_show ON episodes (show_id, published_on DESC, id);
CREATE TABLE turns (episode_id TEXT NOT NULL, number INTEGER NOT NULL, char_start INTEGER NOT NULL,
  char_end INTEGER NOT NULL, kind TEXT NOT NULL, label TEXT, person_id TEXT, start_seconds REAL,
  end_seconds REAL, text TEXT NOT NULL, PRIMARY KEY (episode_id, number)) WITHOUT ROWID;
CREATE TABLE appearances (person_id TEXT NOT NULL, episode_id TEXT NOT NULL, role TEXT NOT NULL,
  words INTEGER NOT NULL, PRIMARY KEY (person_id, episode_id)) WITHOUT ROWID;
CREATE INDEX appearances_by_episode ON appearances (episode_id, words DESC, person_id);
CREATE TABLE voices (episode_id TEXT NOT NULL, label TEXT NOT NULL, person_id TEXT,
  role TEXT NOT NULL,  words INTEGER NOT NULL, PRIMARY KEY (episode_id, label)) WITHOUT ROWID;
CREATE TABLE entities (id TEXT PRIMARY KEY, kind TEXT NOT NULL, display_name TEXT NOT NULL,
  insights INTEGER NOT NULL, episodes INTEGER NOT NULL, shows INTEGER NOT NULL,
  record TEXT NOT NULL);
CREATE TABLE names (key TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  is_alias INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
CREATE TABLE moved (id TEXT PRIMARY KEY, successor_id TEXT, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE insights (id TEXT PRIMARY KEY, episode_id TEXT NOT NULL, show_id TEXT NOT NULL,
  person_id TEXT, insight_type TEXT NOT NULL, confidence REAL NOT NULL, salience REAL NOT NULL,
  position_hint REAL NOT NULL, grounded INTEGER NOT NULL, published_on TEXT,
  is_copy INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX insights_by_episode ON insights (episode_id, salience DESC, id);
CREATE INDEX insights_by_person ON insights (person_id, salience DESC, id);
CREATE INDEX insights_by_salience ON insights (is_copy, salience DESC, id);
CREATE INDEX insights_by_confidence ON insights (is_copy, confidence DESC, salience DESC, id);
CREATE INDEX insights_by_date ON insights (is_copy, published_on DESC, salience DESC, id);
CREATE INDEX insights_by_kind ON insights (is_copy, insight_type, show_id, person_id, grounded,
  confidence);
CREATE TABLE insight_quotes (insight_id TEXT NOT NULL, ordinal INTEGER NOT NULL,
  quote_id TEXT NOT NULL, PRIMARY KEY (insight_id, ordinal)) WITHOUT ROWID;
CREATE INDEX insight_quotes_by_quote ON insight_quotes (quote_id);
CREATE TABLE quotes (id TEXT PRIMARY KEY, episode_id TEXT NOT NULL, char_start INTEGER NOT NULL,
  char_end INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX quotes_by_place ON quotes (episode_id, char_start);
CREATE TABLE insight_topics (topic_id TEXT NOT NULL, insight_id TEXT NOT NULL, weight REAL NOT NULL,
  PRIMARY KEY (topic_id, insight_id)) WITHOUT ROWID;
CREATE INDEX insight_topics_by_insight ON insight_topics (insight_id);
CREATE TABLE insight_entities (entity_id TEXT NOT NULL, insight_id TEXT NOT NULL,
  PRIMARY KEY (entity_id, insight_id)) WITHOUT ROWID;
CREATE INDEX insight_entities_by_insight ON insight_entities (insight_id);
CREATE TABLE segments (id TEXT PRIMARY KEY, episode_id TEXT NOT NULL, char_start INTEGER NOT NULL,
  char_end INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX segments_by_place ON segments (episode_id, char_start);
CREATE TABLE segment_insights (segment_id TEXT NOT NULL, insight_id TEXT NOT NULL,
  PRIMARY KEY (segment_id, insight_id)) WITHOUT ROWID;
CREATE INDEX segment_insights_by_insight ON segment_insights (insight_id);
CREATE TABLE edges (type TEXT NOT NULL, from_id TEXT NOT NULL, to_id TEXT NOT NULL,
  weight REAL NOT NULL, kind TEXT, evidence TEXT NOT NULL,
  PRIMARY KEY (type, from_id, to_id)) WITHOUT ROWID;
CREATE INDEX edges_by_end ON edges (to_id, type);
CREATE TABLE comparisons (topic_id TEXT NOT NULL, person_id TEXT NOT NULL, other_id TEXT NOT NULL,
  pairs INTEGER NOT NULL, found INTEGER NOT NULL,
  PRIMARY KEY (topic_id, person_id, other_id)) WITHOUT ROWID;
CREATE TABLE signals (name TEXT PRIMARY KEY, record TEXT NOT NULL, entries INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE signal_rows (name TEXT NOT NULL, ordinal INTEGER NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY (name, ordinal)) WITHOUT ROWID;
CREATE TABLE problems (path TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
"""

# An id that was removed and came back names something again.
RETURNED = """
DELETE FROM moved WHERE successor_id IS NULL AND id IN (SELECT id FROM shows UNION
  SELECT id FROM episodes UNION SELECT id FROM insights UNION SELECT id FROM quotes UNION
  SELECT id FROM segments);
"""
# Who speaks in a third of a show's episodes, three at least, is a host there where no role is told;
# beside a host, whoever else says a twentieth of the words is a guest.
ROLES = """
CREATE TEMP TABLE regulars AS
  SELECT a.person_id, e.show_id FROM appearances a JOIN episodes e ON e.id = a.episode_id
  JOIN shows s ON s.id = e.show_id WHERE a.words > 0 GROUP BY a.person_id, e.show_id
  HAVING count(*) >= 3 AND 3 * count(*) >= s.episodes;
UPDATE appearances SET role = 'host' WHERE role = 'other' AND EXISTS (
  SELECT 1 FROM regulars r JOIN episodes e ON e.show_id = r.show_id
  WHERE r.person_id = appearances.person_id AND e.id = appearances.episode_id);
UPDATE appearances SET role = 'guest' WHERE role = 'other'
  AND episode_id IN (SELECT episode_id FROM appearances WHERE role = 'host')
  AND 20 * words >= (SELECT sum(words) FROM voices v WHERE v.episode_id = appearances.episode_id);
UPDATE voices SET role = (SELECT a.role FROM appearances a
  WHERE a.person_id = voices.person_id AND a.episode_id = voices.episode_id)
  WHERE role = 'other' AND person_id IS NOT NULL;
"""
COUNTS = """
UPDATE shows SET (episodes, first_on, last_on) =
  (SELECT count(*), min(published_on), max(published_on) FROM episodes WHERE show_id = shows.id);
UPDATE entities SET (insights, episodes, shows) = (
  SELECT count(DISTINCT i.id), count(DISTINCT i.episode_id), count(DISTINCT i.show_id)
  FROM insights i JOIN insight_topics t ON t.insight_id = i.id WHERE t.topic_id = entities.id)
  WHERE kind = 'topic';
UPDATE entities SET (insights, episodes, shows) = (
  SELECT count(DISTINCT i.id), count(DISTINCT i.episode_id), count(DISTINCT i.show_id)
  FROM insights i JOIN insight_entities e ON e.insight_id = i.id WHERE e.entity_id = entities.id)
  WHERE kind = 'org';
UPDATE entities SET
  insights = (SELECT count(*) FROM insights WHERE person_id = entities.id),
  episodes = (SELECT count(*) FROM appearances WHERE person_id = entities.id),
  shows = (SELECT count(DISTINCT e.show_id) FROM appearances a
    JOIN episodes e ON e.id = a.episode_id
    WHERE a.person_id = entities.id)
  WHERE kind = 'person';
"""


@dataclass(frozen=True, slots=True)
class IndexedInsight:
    """An insight as the index holds it: ids resolved, and the segments that hold its quotes."""

    insight: Insight
    segment_ids: tuple[str, ...]


class CatalogueWriter:
    """Fills one new catalogue; `close` leaves it complete and compact."""

    def __init__(self, path: Path, registry: Registry) -> None:
        self._db = sqlite3.connect(path)
        self._db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCHEMA)
        self._canonical = CanonicalIds(registry)
        self._add_registry(registry)

    def canonical(self, term_ids: Iterable[str], episode_id: str) -> tuple[str, ...]:
        """The ids that ids of an episode's terms stand for, once each, without those of nothing."""
        found = (self._canonical.of(term_id, episode_id) for term_id in term_ids)
        return tuple(dict.fromkeys(filter(None, found)))

    def add_show(self, show: Show) -> None:
        """Adds a show."""
        self._db.execute(
            "INSERT INTO shows VALUES (?,?,?,?,?,0,NULL,NULL)",
            (show.id, show.slug, show.title, show.feed_url, codec.compact(show)),
        )
        self._add_name(show.id, "show", show.title, is_alias=False)

    def add_episode(
        self,
        episode: Episode,
        transcript: Transcript,
        knowledge: Knowledge | None,
        segments: Sequence[Segment],
    ) -> list[IndexedInsight]:
        """Adds everything of one episode; gives its insights back with canonical ids."""
        insights = self._canonical_insights(knowledge)
        quotes = self._canonical_quotes(knowledge)
        held = _holding_segments(insights, quotes, segments)
        self._add_episode_row(episode, transcript, knowledge, len(segments))
        self._add_turns(episode.id, transcript)
        self._add_voices(episode.id, transcript)
        self._add_insights(episode, insights)
        self._add_quotes(quotes.values())
        for segment in map(self._canonical_segment, segments):
            self._db.execute(
                "INSERT INTO segments VALUES (?,?,?,?,?)",
                (segment.id, episode.id, segment.char_start, segment.char_end,
                 codec.compact(segment)),
            )  # fmt: skip
        self._db.executemany(
            "INSERT OR IGNORE INTO segment_insights VALUES (?,?)",
            [(segment, insight) for insight, ids in held.items() for segment in ids],
        )
        self._add_edges(knowledge.edges if knowledge else ())
        return [IndexedInsight(insight, held[insight.id]) for insight in insights]

    def add_relations(self, edges: Iterable[Edge], comparisons: Iterable[Comparison]) -> None:
        """Adds edges across episodes, and what was assessed."""
        self._add_edges(edges)
        self._db.executemany(
            "INSERT OR IGNORE INTO comparisons VALUES (?,?,?,?,?)",
            [(c.topic_id, c.person_id, c.other_id, c.pairs, c.found) for c in comparisons],
        )

    def add_signal(self, signal: SignalRows) -> None:
        """Adds a signal of the whole corpus."""
        head = codec.compact(replace(signal, rows=()))
        self._db.execute(
            "INSERT INTO signals VALUES (?,?,?)", (signal.name, head, len(signal.rows))
        )
        self._db.executemany(
            "INSERT INTO signal_rows VALUES (?,?,?)",
            [
                (signal.name, place, json.dumps(row, ensure_ascii=False))
                for place, row in enumerate(signal.rows)
            ],
        )

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Adds what was set aside."""
        self._db.executemany(
            "INSERT OR REPLACE INTO problems VALUES (?,?)", [(p.path, p.reason) for p in problems]
        )

    def close(self, meta: Mapping[str, str]) -> None:
        """Counts, and leaves the file complete and compact; `meta` describes the generation."""
        self._db.executescript(RETURNED + COUNTS + ROLES)
        self._db.executemany("INSERT INTO meta VALUES (?,?)", sorted(meta.items()))
        self._db.commit()
        self._db.executescript("ANALYZE; VACUUM;")
        self._db.close()

    def _canonical_insights(self, knowledge: Knowledge | None) -> list[Insight]:
        return [
            replace(
                insight,
                person_id=self._person(insight.person_id, insight.episode_id),
                topics=self._canonical_topics(insight),
                entity_ids=self.canonical(insight.entity_ids, insight.episode_id),
            )
            for insight in (knowledge.insights if knowledge else ())
        ]

    def _person(self, person: str | None, episode_id: str) -> str | None:
        return self._canonical.of(person, episode_id) if person else None

    def _canonical_topics(self, insight: Insight) -> tuple[TopicWeight, ...]:
        weights: dict[str, float] = {}
        for topic in insight.topics:
            target = self._canonical.of(topic.topic_id, insight.episode_id)
            if target is not None:
                weights[target] = max(weights.get(target, 0.0), topic.weight)
        return tuple(TopicWeight(topic, weight) for topic, weight in weights.items())

    def _canonical_quotes(self, knowledge: Knowledge | None) -> dict[str, Quote]:
        return {
            quote.id: replace(quote, person_id=self._person(quote.person_id, quote.episode_id))
            for quote in (knowledge.quotes if knowledge else ())
        }

    def _canonical_segment(self, segment: Segment) -> Segment:
        return replace(
            segment,
            person_id=self._person(segment.person_id, segment.episode_id),
            person_ids=self.canonical(segment.person_ids, segment.episode_id),
        )

    def _add_registry(self, registry: Registry) -> None:
        for entity in registry.entities:
            self._add_entity(entity)
        self._db.executemany(
            "INSERT OR REPLACE INTO moved VALUES (?,?,?)",
            [(m.from_id, m.to_id, "merged") for m in registry.merges if not m.episode_ids]
            + [(r.id, r.successor_id, r.reason) for r in registry.retired],
        )

    def _add_entity(self, entity: Entity) -> None:
        self._db.execute(
            "INSERT INTO entities VALUES (?,?,?,0,0,0,?)",
            (entity.id, entity.kind, entity.display_name, codec.compact(entity)),
        )
        self._add_name(entity.id, entity.kind, entity.display_name, is_alias=False)
        for alias in entity.aliases:
            self._add_name(entity.id, entity.kind, alias, is_alias=True)

    def _add_name(self, target: str, kind: str, name: str, *, is_alias: bool) -> None:
        self._db.execute(
            "INSERT OR IGNORE INTO names VALUES (?,?,?,?,?)",
            (name_key(name), target, kind, name, int(is_alias)),
        )

    def _add_episode_row(
        self, episode: Episode, transcript: Transcript, knowledge: Knowledge | None, segments: int
    ) -> None:
        assessed = knowledge is not None and knowledge.assessed
        reason = knowledge.reason if knowledge else "no extraction was run on it"
        words = sum(len(transcript.turn_text(t).split()) for t in transcript.turns)
        self._db.execute(
            "INSERT INTO episodes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                episode.id,
                episode.show_id,
                episode.slug,
                episode.title,
                episode.published_on,
                int(episode.copy_of is not None),
                transcript.time_source,
                int(assessed),
                None if assessed else reason,
                words,
                len(transcript.turns),
                len(knowledge.insights) if knowledge else 0,
                segments,
                name_key(episode.title),
                codec.compact(episode),
            ),
        )
        self._add_name(episode.id, "episode", episode.title, is_alias=False)

    def _add_turns(self, episode: str, transcript: Transcript) -> None:
        rows: list[tuple[object, ...]] = []
        for number, turn in enumerate(transcript.turns, 1):
            start, end = turn.start_seconds, turn.end_seconds
            if start is None or end is None:
                start, end = span_seconds(transcript, turn.char_start, turn.char_end)
            person = self._person(turn.person_id, episode)
            rows.append(
                (episode, number, turn.char_start, turn.char_end, turn.kind, turn.speaker_label,
                 person, start, end, transcript.turn_text(turn))
            )  # fmt: skip
        self._db.executemany("INSERT INTO turns VALUES (?,?,?,?,?,?,?,?,?,?)", rows)

    def _add_voices(self, episode: str, transcript: Transcript) -> None:
        words: dict[str, int] = {}
        for turn in transcript.turns:
            if turn.kind == "speech" and turn.speaker_label is not None:
                spoken = len(transcript.turn_text(turn).split())
                words[turn.speaker_label] = words.get(turn.speaker_label, 0) + spoken
        people: dict[str, tuple[str, int]] = {}
        for speaker in transcript.speakers:
            person = self._person(speaker.person_id, episode)
            spoken = words.get(speaker.label, 0)
            self._db.execute(
                "INSERT OR IGNORE INTO voices VALUES (?,?,?,?,?)",
                (episode, speaker.label, person, speaker.role, spoken),
            )
            if person is not None:
                role, before = people.get(person, (speaker.role, 0))
                people[person] = (speaker.role if role == "other" else role, before + spoken)
        self._db.executemany(
            "INSERT INTO appearances VALUES (?,?,?,?)",
            [(person, episode, role, spoken) for person, (role, spoken) in people.items()],
        )

    def _add_insights(self, episode: Episode, insights: Iterable[Insight]) -> None:
        for insight in insights:
            self._db.execute(
                "INSERT OR IGNORE INTO insights VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                (insight.id, episode.id, episode.show_id, insight.person_id, insight.insight_type,
                 insight.confidence, insight.salience, insight.position_hint, int(insight.grounded),
                 episode.published_on, int(episode.copy_of is not None), codec.compact(insight)),
            )  # fmt: skip
            self._db.executemany(
                "INSERT OR IGNORE INTO insight_quotes VALUES (?,?,?)",
                [(insight.id, place, quote) for place, quote in enumerate(insight.quote_ids)],
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO insight_topics VALUES (?,?,?)",
                [(topic.topic_id, insight.id, topic.weight) for topic in insight.topics],
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO insight_entities VALUES (?,?)",
                [(entity, insight.id) for entity in insight.entity_ids],
            )

    def _add_quotes(self, quotes: Iterable[Quote]) -> None:
        self._db.executemany(
            "INSERT OR IGNORE INTO quotes VALUES (?,?,?,?,?)",
            [(q.id, q.episode_id, q.char_start, q.char_end, codec.compact(q)) for q in quotes],
        )

    def _add_edges(self, edges: Iterable[Edge]) -> None:
        self._db.executemany(
            "INSERT OR IGNORE INTO edges VALUES (?,?,?,?,?,?)",
            [(e.type, e.from_id, e.to_id, e.weight, e.kind, json.dumps(e.evidence)) for e in edges],
        )


def _holding_segments(
    insights: Iterable[Insight], quotes: Mapping[str, Quote], segments: Sequence[Segment]
) -> dict[str, tuple[str, ...]]:
    """For each insight the segments that overlap one of its quotes, most overlap first."""
    held: dict[str, tuple[str, ...]] = {}
    for insight in insights:
        overlap: dict[str, int] = {}
        for quote in (quotes[quote] for quote in insight.quote_ids):
            for segment in segments:
                shared = min(quote.char_end, segment.char_end) - max(
                    quote.char_start, segment.char_start
                )
                if shared > 0:
                    overlap[segment.id] = overlap.get(segment.id, 0) + shared
        held[insight.id] = tuple(sorted(overlap, key=lambda s: (-overlap[s], s)))
    return held
