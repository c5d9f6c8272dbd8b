"""Asks the catalogue in process."""

from collections.abc import Mapping
from typing import Any

from groundcast.capabilities import CAPABILITIES
from groundcast.corpus import codec
from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Insight


def answered(corpus: OpenCorpus, tool: str, **arguments: object) -> dict[str, Any]:
    """The JSON of one answer."""
    return CAPABILITIES[tool].answer(corpus, arguments).payload


def all_pages(corpus: OpenCorpus, tool: str, **arguments: object) -> list[dict[str, Any]]:
    """Every page of an answer, following the cursors."""
    pages = [answered(corpus, tool, **arguments)]
    while pages[-1]["page"]["next_cursor"] is not None:
        assert len(pages) < 200
        cursor = pages[-1]["page"]["next_cursor"]
        pages.append(answered(corpus, tool, cursor=cursor, **arguments))
    return pages


def all_insights(corpus: OpenCorpus) -> Mapping[str, Insight]:
    """Every insight of no copy as it is stored, read without the lookups under test."""
    with corpus.snapshot() as snapshot:
        rows = snapshot.catalogue.rows("SELECT record FROM insights WHERE is_copy = 0")
        found = [codec.from_compact(Insight, row[0]) for row in rows]
    return {insight.id: insight for insight in found}
