"""A pack as JSON: the keys stand in reading order, because some clients show a model only this."""

import json
from typing import TYPE_CHECKING

from groundcast.citations import Citation
from groundcast.packs.contents import Contradiction, CoverageSummary, PackItem, Receipt, Side, cited
from groundcast.retrieval.results import InsightResult

if TYPE_CHECKING:
    from groundcast.packs.pack import CorpusBriefingPack

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]

# Naming every show of a broad question would crowd out the evidence; `show_count` is complete.
_NAMED_SHOWS = 6


def json_of(pack: "CorpusBriefingPack") -> dict[str, JsonValue]:
    """The whole pack; fields the contract names are always there, null or empty."""
    entity = pack.canonical_entity
    return {
        "query": pack.query,
        "query_type": pack.query_type,
        "verdict": pack.verdict,
        "canonical_entity": None
        if entity is None
        else {
            "id": entity.id,
            "kind": entity.kind,
            "display_name": entity.display_name,
            **({"description": entity.description} if entity.description else {}),
        },
        "top_insight": item_json(pack.top_insight) if pack.top_insight else None,
        "insights": [item_json(item) for item in pack.insights],
        "top_contradiction": _contradiction(pack.top_contradiction),
        "contradiction_status": pack.contradiction_status,
        "supporting_segments": [item_json(item) for item in pack.supporting_segments],
        "coverage_summary": _coverage(pack.coverage_summary),
        "citations": _citations(pack),
        "receipt": _receipt(pack.receipt),
        "token_count": pack.token_count,
        "corpus_version": pack.corpus_version,
        "confidence_p50": pack.confidence_p50,
        "coverage_gaps": list(pack.coverage_gaps),
        "caveats": list(pack.caveats),
    }


def item_json(item: PackItem) -> JsonValue:
    """An item with its tier, its citation on one line, and the words."""
    written: dict[str, JsonValue] = {
        "n": item.number,
        "doc_id": item.doc_id,
        "source_tier": item.source_tier,
    }
    if isinstance(item.result, InsightResult):
        written["insight_type"] = item.result.insight_type
        written["confidence"] = round(item.result.confidence, 2)
    if item.weak:
        written["weak"] = True
    written["citation"] = item.cited
    if item.statement:
        written["statement"] = item.statement
    spoken = item.spoken
    if spoken:
        written["spoken"] = [{"speaker": who, "text": words} for who, words in spoken]
    else:
        written["text"] = item.text
    if item.cut:
        written["cut"] = True
    return written


def place_json(citation: Citation, numbers: list[JsonValue]) -> JsonValue:
    """The ids behind some items' citation."""
    return {"n": numbers, "episode_id": citation.episode_id, "show_id": citation.show_id}


def compact(value: JsonValue) -> str:
    """The JSON as it is sent: no spaces, any script as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _contradiction(found: Contradiction | None) -> JsonValue:
    if found is None:
        return None
    return {"kind": found.kind, "a": _side(found.a), "b": _side(found.b)}


def _side(side: Side) -> JsonValue:
    written: dict[str, JsonValue] = {
        "quote_id": side.quote_id,
        "citation": cited(side.citation),
        "text": side.text,
    }
    if side.cut:
        written["cut"] = True
    return written


def _coverage(coverage: CoverageSummary) -> JsonValue:
    written: dict[str, JsonValue] = {
        "show_ids": list(coverage.show_ids[:_NAMED_SHOWS]),
        "show_count": coverage.show_count,
        "speaker_count": coverage.speaker_count,
        "episode_count": coverage.episode_count,
        "date_range": list(coverage.date_range) if coverage.date_range else None,
    }
    if coverage.undated:
        written["undated"] = coverage.undated
    if len(coverage.shows) > 1:
        written["items_by_show"] = dict(coverage.shows)
    return written


def _citations(pack: "CorpusBriefingPack") -> JsonValue:
    """The episode and show ids behind the items' numbers, each episode once."""
    numbers: dict[str, list[JsonValue]] = {}
    citations: dict[str, Citation] = {}
    for item in pack.items:
        numbers.setdefault(item.citation.episode_id, []).append(item.number)
        citations[item.citation.episode_id] = item.citation
    return [place_json(citations[episode], items) for episode, items in numbers.items()]


def _receipt(receipt: Receipt) -> JsonValue:
    written: dict[str, JsonValue] = {
        "limit": receipt.limit,
        "used": receipt.used,
        "tokenizer": receipt.tokenizer,
        "kept": {"critical": receipt.kept_critical, "supporting": receipt.kept_supporting},
        "dropped": {str(reason): count for reason, count in receipt.dropped.items()},
    }
    if receipt.withheld:
        written["withheld"] = dict(receipt.withheld)
    if receipt.fetch:
        written["fetch"] = receipt.fetch
    return written
