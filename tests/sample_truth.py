"""What `sample/truth.toml` says is planted, and how tests find it in the corpus."""

import re
import tomllib
from pathlib import Path
from typing import Any

from groundcast.corpus.ids import entity_id
from groundcast.corpus.truth import StoredEpisode
from groundcast.records import Insight

TRUTH: dict[str, Any] = tomllib.loads(
    (Path(__file__).resolve().parent.parent / "sample" / "truth.toml").read_text("utf-8")
)
RELATIONS = ("disagreements", "figures", "agreements", "reversals")


def ids_of(items: list[dict[str, Any]], key: str) -> list[str]:
    """What tells the cases of a table apart in the names of tests."""
    return [str(item[key])[:40] for item in items]


def sides(kind: str) -> list[dict[str, Any]]:
    """The statements that the pairs of a table relate, each with its person."""
    if kind == "reversals":
        return [
            {"person": t["person"], **t[name]} for t in TRUTH[kind] for name in ("before", "after")
        ]
    return [pair[name] for pair in TRUTH[kind] for name in "ab"]


def speaker_of(episode: StoredEpisode, words: str) -> tuple[str | None, str]:
    """Who says words that stand in exactly one turn, and the kind of that turn."""
    (turn,) = [t for t in episode.transcript.turns if words in episode.transcript.turn_text(t)]
    return turn.person_id, turn.kind


def person_of(episode: StoredEpisode, name: str | None) -> str | None:
    """The id an episode gives a name; null for a placeholder and for no name."""
    placeholders = {s.label for s in episode.transcript.speakers if s.person_id is None}
    return None if name is None or name in placeholders else entity_id("person", name)


def insights_touching(episode: StoredEpisode, words: str) -> list[Insight]:
    """Insights that hold the words, or of which a quote touches where they stand."""
    assert episode.knowledge is not None
    (start,) = [m.start() for m in re.finditer(re.escape(words), episode.transcript.text)]
    end = start + len(words)
    touching = {q.id for q in episode.knowledge.quotes if q.char_start < end and q.char_end > start}
    return [
        insight
        for insight in episode.knowledge.insights
        if words in insight.text or touching & {*insight.quote_ids}
    ]
