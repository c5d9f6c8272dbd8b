"""A pack as Markdown: labels on lines of their own, words of others behind `> `."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from groundcast.packs.contents import Contradiction, PackItem, Reason, Receipt, Side, cited
from groundcast.packs.quoting import fenced
from groundcast.retrieval.results import InsightResult

if TYPE_CHECKING:
    from groundcast.packs.pack import CorpusBriefingPack

SUPPORTING = "## Supporting evidence"


def text_of(pack: "CorpusBriefingPack") -> str:
    """The whole pack; sections are parted by empty lines, so that no quotation runs on."""
    paragraphs = [
        "\n".join(_opening(pack)),
        *(item_text(item) for item in pack.critical),
        _contradiction(pack.top_contradiction, pack.contradiction_status),
    ]
    if pack.supporting_segments:
        weak = any(item.weak for item in pack.supporting_segments)
        paragraphs.append("## Weak leads" if weak else SUPPORTING)
        paragraphs += [item_text(item) for item in pack.supporting_segments]
    if len(pack.coverage_summary.shows) > 1:
        shows = ", ".join(f"{title} {count}" for title, count in pack.coverage_summary.shows)
        paragraphs.append(f"Across {pack.coverage_summary.show_count} shows, by items: {shows}.")
    gaps = [f"Gaps: {'; '.join(pack.coverage_gaps)}"] if pack.coverage_gaps else []
    caveats = [_receipt(pack.receipt, pack.corpus_version), *gaps, *pack.caveats]
    paragraphs.append("\n".join(["## Caveats", *(f"- {line}" for line in caveats)]))
    return "\n\n".join(paragraphs)


def item_text(item: PackItem) -> str:
    """An item's line of labels, its own wording where it differs, and the quote."""
    labels = [f"[{item.number}] {item.cited}"]
    if isinstance(item.result, InsightResult):
        labels.append(f"{item.result.insight_type} {item.result.confidence:.2f}")
    if item.weak:
        labels.append("weak lead")
    labels.append(item.doc_id)
    lines = [" · ".join(labels)]
    if item.statement:
        lines.append(f"> In short: “{item.statement}”")
    lines += _quotation(item)
    return "\n".join(lines)


def _quotation(item: PackItem) -> list[str]:
    """The words on one line, or on a line for each voice."""
    spoken = item.spoken
    if not spoken:
        return [fenced(item.text, cut=item.cut)]
    last = len(spoken) - 1
    return [
        fenced(words, cut=item.cut and place == last, speaker=speaker)
        for place, (speaker, words) in enumerate(spoken)
    ]


def _opening(pack: "CorpusBriefingPack") -> Iterator[str]:
    yield f"# {pack.query}"
    yield pack.verdict
    entity = pack.canonical_entity
    if entity is not None:
        described = f": {entity.description}" if entity.description else ""
        yield f"Entity: {entity.display_name} ({entity.id}){described}"


def _contradiction(found: Contradiction | None, status: str) -> str:
    if found is None:
        return f"Contradiction: {status}."
    return f"Contradiction: {status}.\n[a] {_side(found.a)}\n\n[b] {_side(found.b)}"


def _side(side: Side) -> str:
    return f"{cited(side.citation)} · {side.quote_id}\n{fenced(side.text, cut=side.cut)}"


def _receipt(receipt: Receipt, corpus_version: str) -> str:
    kept = f"kept {receipt.kept_critical} critical, {receipt.kept_supporting} supporting"
    told = [
        f"Receipt: {receipt.used} of {receipt.limit} {receipt.tokenizer} tokens",
        kept,
        f"dropped {_counts(receipt.dropped)}" if receipt.dropped else "dropped none",
    ]
    if receipt.withheld:
        told.append(f"withheld {_counts(receipt.withheld)}")
    if receipt.fetch:
        told.append(f"for more: {receipt.fetch}")
    if corpus_version:
        told.append(f"corpus {corpus_version}")
    return "; ".join(told) + "."


def _counts(counts: Mapping[Reason, int] | Mapping[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in counts.items())
