"""Reads a generation's catalogue: lookups whose cost follows the answer, not the corpus."""

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from groundcast.corpus import codec
from groundcast.corpus.entries import (
    Counts,
    EpisodeEntry,
    EpisodeFilter,
    Name,
    NameKind,
    RecordingEntry,
    ShowEntry,
    TurnEntry,
    VoiceEntry,
)
from groundcast.corpus.names import name_key
from groundcast.corpus.truth import Problem
from groundcast.records import (
    Appearance,
    Entity,
    EntityKind,
    Episode,
    Insight,
    Quote,
    Segment,
    Show,
)


class Catalogue:
    """One generation's catalogue, read-only, with one connection a thread."""

    def __init__(self, path: Path) -> None:
        self._uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._guard = threading.Lock()

    def connect(self) -> None:
        """Opens this thread's connection, if need be: from then on the file may be deleted."""
        self._connection()

    def close(self) -> None:
        """Closes the connections of every thread; none may be in use."""
        with self._guard:
            for connection in self._opened:
                connection.close()
            self._opened.clear()

    @cached_property
    def meta(self) -> dict[str, str]:
        """What the generation says of itself: versions, models, counts."""
        return dict(self.rows("SELECT key, value FROM meta"))

    def shows(self, ids: Iterable[str] | None = None) -> list[ShowEntry]:
        """Every show by title, or those of `ids`."""
        wanted = None if ids is None else list(ids)
        sql = "SELECT record, episodes, first_on, last_on FROM shows"
        if wanted is not None:
            sql += f" WHERE id IN ({_marks(wanted)})"
        rows = self.rows(f"{sql} ORDER BY title, id", wanted or ())
        return [ShowEntry(codec.from_compact(Show, row[0]), *row[1:]) for row in rows]

    def show(self, show_id: str) -> ShowEntry | None:
        """One show, or null."""
        return next(iter(self.shows([show_id])), None)

    def show_ids_by_feed(self, feed_url: str) -> list[str]:
        """The shows that come from a feed."""
        return [r[0] for r in self.rows("SELECT id FROM shows WHERE feed_url = ?", (feed_url,))]

    def episode(self, episode_id: str) -> EpisodeEntry | None:
        """One episode, or null."""
        return next(iter(self.episodes_by_id([episode_id])), None)

    def episodes_by_id(self, ids: Iterable[str]) -> list[EpisodeEntry]:
        """Those of the episodes that exist, by id."""
        wanted = list(ids)
        return self._episodes(f"WHERE e.id IN ({_marks(wanted)}) ORDER BY e.id", wanted)

    def episode_id_at(self, show_slug: str, episode_slug: str) -> str | None:
        """The episode under `podcast-slug/episode-slug`, or null."""
        rows = self.rows(
            "SELECT e.id FROM episodes e JOIN shows s ON s.id = e.show_id"
            " WHERE s.slug = ? AND e.slug = ?",
            (show_slug, episode_slug),
        )
        return rows[0][0] if rows else None

    def count_episodes(self, chosen: EpisodeFilter) -> int:
        """How many episodes `list_episodes` has in all."""
        where, values = _episode_conditions(chosen)
        return self.rows(f"SELECT count(*) FROM episodes e {where}", values)[0][0]

    def count_undated(self, chosen: EpisodeFilter) -> int:
        """Episodes that only lack a date to be in the range."""
        where, values = _episode_conditions(
            EpisodeFilter(chosen.show_id, chosen.person_id, chosen.topic_id, None, None,
                          chosen.text_key)
        )  # fmt: skip
        where = f"{where} AND" if where else "WHERE"
        sql = f"SELECT count(*) FROM episodes e {where} e.published_on IS NULL"
        return self.rows(sql, values)[0][0]

    def list_episodes(self, chosen: EpisodeFilter, offset: int, limit: int) -> list[EpisodeEntry]:
        """Newest first; undated ones last."""
        where, values = _episode_conditions(chosen)
        order = "ORDER BY e.published_on DESC, e.id LIMIT ? OFFSET ?"
        return self._episodes(f"{where} {order}", [*values, limit, offset])

    def turns_between(self, episode_id: str, char_start: int, char_end: int) -> list[TurnEntry]:
        """The turns that a span of the canonical text touches."""
        return self._turns("char_end > ? AND char_start < ?", (episode_id, char_start, char_end))

    def turns_numbered(self, episode_id: str, first: int, last: int) -> list[TurnEntry]:
        """Turns `first` to `last`, both included, counted from 1."""
        return self._turns("number BETWEEN ? AND ?", (episode_id, first, last))

    def turns_during(self, episode_id: str, start: float, end: float) -> list[TurnEntry]:
        """The turns heard between two times."""
        return self._turns("end_seconds >= ? AND start_seconds <= ?", (episode_id, start, end))

    def text_between(self, episode_id: str, char_start: int, char_end: int) -> str | None:
        """A span of the canonical text, or null where the episode does not reach that far."""
        turns = self.turns_between(episode_id, char_start, char_end)
        if not turns or turns[0].char_start > char_start or turns[-1].char_end < char_end:
            return None
        text = "\n".join(turn.text for turn in turns)
        first = turns[0].char_start
        return text[char_start - first : char_end - first]

    def appearances(self, episode_id: str) -> list[Appearance]:
        """Who is heard in an episode, most words first."""
        rows = self.rows(
            "SELECT person_id, episode_id, role, words FROM appearances"
            " WHERE episode_id = ? ORDER BY words DESC, person_id",
            (episode_id,),
        )
        return [Appearance(*row) for row in rows]

    def voices(self, episode_id: str) -> list[VoiceEntry]:
        """Every labelled voice of an episode, most words first."""
        rows = self.rows(
            "SELECT label, person_id, role, words FROM voices WHERE episode_id = ?"
            " ORDER BY words DESC, label",
            (episode_id,),
        )
        return [VoiceEntry(*row) for row in rows]

    def recordings(self, episode_id: str) -> list[RecordingEntry]:
        """The episodes that share the recording of one, or parts of it, most shared first."""
        rows = self.rows(
            "SELECT e.id, e.title, d.type = 'COPY_OF', d.weight FROM edges d JOIN episodes e"
            " ON e.id = CASE d.from_id WHEN ?1 THEN d.to_id ELSE d.from_id END"
            " WHERE d.type IN ('COPY_OF', 'OVERLAPS') AND ?1 IN (d.from_id, d.to_id)"
            " ORDER BY d.weight DESC, e.id",
            (episode_id,),
        )
        return [RecordingEntry(key, title, bool(whole), w) for key, title, whole, w in rows]

    def entities(self, ids: Iterable[str]) -> dict[str, Entity]:
        """Those of the people, organisations and topics that exist, by id."""
        wanted = list(dict.fromkeys(ids))
        rows = self.rows(f"SELECT record FROM entities WHERE id IN ({_marks(wanted)})", wanted)
        found = [codec.from_compact(Entity, row[0]) for row in rows]
        return {entity.id: entity for entity in found}

    def display_names(self, ids: Iterable[str]) -> dict[str, str]:
        """Display names by id; unknown ids are left out."""
        wanted = list(dict.fromkeys(ids))
        sql = f"SELECT id, display_name FROM entities WHERE id IN ({_marks(wanted)})"
        return dict(self.rows(sql, wanted))

    def counts(self, entity_id: str) -> Counts | None:
        """How much concerns an entity, or null where it is unknown."""
        sql = "SELECT insights, episodes, shows FROM entities WHERE id = ?"
        rows = self.rows(sql, (entity_id,))
        return Counts(*rows[0]) if rows else None

    def count_entities(self) -> dict[EntityKind, int]:
        """How many people, organisations and topics there are."""
        return dict(self.rows("SELECT kind, count(*) FROM entities GROUP BY kind"))

    def names(self, kinds: Sequence[NameKind]) -> list[Name]:
        """Every name of the kinds, in a stable order."""
        rows = self.rows(
            "SELECT key, id, kind, name, is_alias FROM names"
            f" WHERE kind IN ({_marks(kinds)}) ORDER BY key, id",
            kinds,
        )
        return [Name(key, of, kind, name, bool(alias)) for key, of, kind, name, alias in rows]

    def names_exactly(self, name: str, kinds: Sequence[NameKind]) -> list[Name]:
        """What a name is, compared without case, accents and punctuation."""
        rows = self.rows(
            "SELECT key, id, kind, name, is_alias FROM names"
            f" WHERE key = ? AND kind IN ({_marks(kinds)}) ORDER BY is_alias, id",
            (name_key(name), *kinds),
        )
        return [Name(key, of, kind, known, bool(alias)) for key, of, kind, known, alias in rows]

    def names_with_keys(self, keys: Iterable[str]) -> dict[str, list[Name]]:
        """The names whose folded forms are among `keys`."""
        wanted = list(keys)
        found: dict[str, list[Name]] = {}
        for first in range(0, len(wanted), 500):
            part = wanted[first : first + 500]
            for key, of, kind, known, alias in self.rows(
                "SELECT key, id, kind, name, is_alias FROM names"
                f" WHERE key IN ({_marks(part)}) ORDER BY key, is_alias, id",
                part,
            ):
                found.setdefault(key, []).append(Name(key, of, kind, known, bool(alias)))
        return found

    def moved(self, old_id: str) -> tuple[str | None, str] | None:
        """Where a retired or merged id went, and why; null for an id that never was."""
        rows = self.rows("SELECT successor_id, reason FROM moved WHERE id = ?", (old_id,))
        return rows[0] if rows else None

    def insights_by_id(self, ids: Iterable[str]) -> dict[str, Insight]:
        """Those of the insights that exist, by id."""
        wanted = list(dict.fromkeys(ids))
        rows = self.rows(f"SELECT record FROM insights WHERE id IN ({_marks(wanted)})", wanted)
        found = [codec.from_compact(Insight, row[0]) for row in rows]
        return {insight.id: insight for insight in found}

    def count_episode_insights(self, episode_id: str) -> int:
        """How many insights an episode has."""
        sql = "SELECT count(*) FROM insights WHERE episode_id = ?"
        return self.rows(sql, (episode_id,))[0][0]

    def episode_insights(self, episode_id: str, offset: int, limit: int) -> list[Insight]:
        """By salience, highest first."""
        rows = self.rows(
            "SELECT record FROM insights WHERE episode_id = ?"
            " ORDER BY salience DESC, id LIMIT ? OFFSET ?",
            (episode_id, limit, offset),
        )
        return [codec.from_compact(Insight, row[0]) for row in rows]

    def quotes_by_id(self, ids: Iterable[str]) -> dict[str, Quote]:
        """Those of the quotes that exist, by id."""
        wanted = list(dict.fromkeys(ids))
        rows = self.rows(f"SELECT record FROM quotes WHERE id IN ({_marks(wanted)})", wanted)
        found = [codec.from_compact(Quote, row[0]) for row in rows]
        return {quote.id: quote for quote in found}

    def segments_by_id(self, ids: Iterable[str]) -> dict[str, Segment]:
        """Those of the segments that exist, by id."""
        wanted = list(dict.fromkeys(ids))
        rows = self.rows(f"SELECT record FROM segments WHERE id IN ({_marks(wanted)})", wanted)
        found = [codec.from_compact(Segment, row[0]) for row in rows]
        return {segment.id: segment for segment in found}

    def segments_holding(self, insight_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For each insight the segments that overlap its quotes."""
        wanted = list(dict.fromkeys(insight_ids))
        rows = self.rows(
            "SELECT insight_id, segment_id FROM segment_insights"
            f" WHERE insight_id IN ({_marks(wanted)}) ORDER BY insight_id, segment_id",
            wanted,
        )
        return _grouped(rows)

    def insights_held_by(self, segment_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For each segment the insights whose quotes overlap it."""
        wanted = list(dict.fromkeys(segment_ids))
        rows = self.rows(
            "SELECT segment_id, insight_id FROM segment_insights"
            f" WHERE segment_id IN ({_marks(wanted)}) ORDER BY segment_id, insight_id",
            wanted,
        )
        return _grouped(rows)

    def episode_topics(self, episode_id: str, limit: int) -> list[tuple[str, str, int]]:
        """The topics of an episode's insights: id, name, number of insights, most first."""
        return self.rows(
            "SELECT t.topic_id, n.display_name, count(*) AS times FROM insights i"
            " JOIN insight_topics t ON t.insight_id = i.id JOIN entities n ON n.id = t.topic_id"
            " WHERE i.episode_id = ? GROUP BY t.topic_id ORDER BY times DESC, t.topic_id LIMIT ?",
            (episode_id, limit),
        )

    def not_assessed(self) -> list[tuple[str, int]]:
        """Why episodes have no insights, with how many each reason concerns."""
        return self.rows(
            "SELECT not_assessed, count(*) AS times FROM episodes WHERE assessed = 0"
            " GROUP BY not_assessed ORDER BY times DESC, not_assessed"
        )

    def problems(self) -> list[Problem]:
        """Truth files that were set aside when the generation was made."""
        return [Problem(*row) for row in self.rows("SELECT path, reason FROM problems")]

    def count(self, table: Literal["shows", "episodes", "insights", "quotes", "segments"]) -> int:
        """How many rows a table has."""
        return self.rows(f"SELECT count(*) FROM {table}")[0][0]

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query, over this thread's connection."""
        return self._connection().execute(sql, values).fetchall()

    def _episodes(self, where: str, values: Sequence[object]) -> list[EpisodeEntry]:
        rows = self.rows(
            "SELECT e.record, e.time_source, e.words, e.turns, e.insights, e.segments,"
            f" e.not_assessed FROM episodes e {where}",
            values,
        )
        return [EpisodeEntry(codec.from_compact(Episode, row[0]), *row[1:]) for row in rows]

    def _turns(self, condition: str, values: Sequence[object]) -> list[TurnEntry]:
        rows = self.rows(
            "SELECT number, char_start, char_end, kind, label, person_id, start_seconds,"
            f" end_seconds, text FROM turns WHERE episode_id = ? AND {condition} ORDER BY number",
            values,
        )
        return [TurnEntry(*row) for row in rows]

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self._uri, uri=True, check_same_thread=False)
            connection.execute("PRAGMA query_only=ON")
            self._local.connection = connection
            with self._guard:
                self._opened.append(connection)
        return connection


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _grouped(rows: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for key, value in rows:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


def _episode_conditions(chosen: EpisodeFilter) -> tuple[str, list[object]]:
    conditions: list[tuple[str, object | None]] = [
        ("e.show_id = ?", chosen.show_id),
        ("e.published_on >= ?", chosen.since),
        ("e.published_on <= ?", chosen.until),
        ("instr(e.title_key, ?) > 0", chosen.text_key),
        ("e.id IN (SELECT episode_id FROM appearances WHERE person_id = ?)", chosen.person_id),
        (
            "e.id IN (SELECT i.episode_id FROM insights i JOIN insight_topics t"
            " ON t.insight_id = i.id WHERE t.topic_id = ?)",
            chosen.topic_id,
        ),
    ]
    used = [(sql, value) for sql, value in conditions if value is not None]
    where = "WHERE " + " AND ".join(sql for sql, _ in used) if used else ""
    return where, [value for _, value in used]
