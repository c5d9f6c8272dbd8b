"""Nodes of the graph as tools name them: what it is, its text, and where it stands."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from groundcast.capabilities.parts import Confidence, Salience, citation_part
from groundcast.capabilities.shapes import (
    SPOKEN,
    CitationPart,
    Coverage,
    NextCall,
    Part,
    SpokenText,
)
from groundcast.capabilities.text import cited, quotation
from groundcast.corpus.entries import EpisodeEntry
from groundcast.records import InsightType
from groundcast.retrieval.results import InsightResult


class RelatedNode(Part):
    """A node that a relation leads to."""

    id: str
    type: Literal["insight", "episode"]
    text: SpokenText
    show_id: str
    episode_id: str
    person_id: str | None
    published_on: str | None
    cut: bool = False


class InsightNode(RelatedNode):
    """An insight, with the citation of its first quote."""

    insight_type: InsightType
    confidence: Confidence
    salience: Salience
    quote: Annotated[
        str | None, SPOKEN, Field(description="The exact words, where text smooths them.")
    ] = None
    citation: CitationPart
    copy_of: str | None = None


class EpisodeNode(RelatedNode):
    """An episode; text is its title."""

    insights: int
    duration_seconds: float | None = None
    url: str | None = None
    copy_of: str | None = None


def insight_fields(insight: InsightResult) -> dict[str, Any]:
    """The fields of an InsightNode."""
    first = insight.quotes[0]
    return {
        "id": insight.doc_id,
        "type": "insight",
        "text": insight.text,
        "show_id": insight.citation.show_id,
        "episode_id": insight.citation.episode_id,
        "person_id": insight.citation.person_id,
        "published_on": insight.citation.published_on,
        "insight_type": insight.insight_type,
        "confidence": insight.confidence,
        "salience": insight.salience,
        "quote": None if first.text == insight.text else first.text,
        "citation": citation_part(first.citation),
        "copy_of": insight.copy_of,
    }


def insight_node(insight: InsightResult) -> InsightNode:
    """An insight as a node."""
    return InsightNode(**insight_fields(insight))


def episode_node(entry: EpisodeEntry) -> EpisodeNode:
    """An episode as a node."""
    episode = entry.episode
    return EpisodeNode(
        id=episode.id,
        type="episode",
        text=episode.title,
        show_id=episode.show_id,
        episode_id=episode.id,
        person_id=None,
        published_on=episode.published_on,
        insights=entry.insights,
        duration_seconds=episode.duration_seconds,
        url=episode.url,
        copy_of=episode.copy_of,
    )


def node_lines(nodes: Iterable[InsightNode], *, indent: str = "") -> Iterator[str]:
    """A few lines an insight: what it is, the exact words, the citation."""
    for node in nodes:
        copied = f" copy_of {node.copy_of}" if node.copy_of else ""
        yield f"{indent}- {node.insight_type} {node.id} confidence {node.confidence:g}{copied}"
        yield from words_as_said(node.text, node.quote, indent=indent + "  ", cut=node.cut)
        yield cited(node.citation, indent=indent + "  ")


def words_as_said(text: str, quote: str | None, *, indent: str, cut: bool) -> Iterator[str]:
    """The exact words; before them the text, where it is not a part of them."""
    if quote is None or text.casefold() not in quote.casefold():
        yield quotation(text, indent=indent, cut=cut)
    if quote is not None:
        yield quotation(quote, indent=indent, cut=cut)


def coverage_of(
    searched: str,
    found: int,
    why_empty: str,
    *,
    copies: int = 0,
    withheld: int = 0,
    undated: int = 0,
) -> Coverage | None:
    """What was searched, where the answer is empty or something was left out of it."""
    if found and not copies and not withheld and not undated:
        return None
    return Coverage(
        searched=searched,
        note=None if found else why_empty,
        copies_left_out=copies,
        withheld_quotes=withheld,
        undated_left_out=undated,
    )


def next_call(tool: str, why: str, **arguments: str | int) -> NextCall:
    """A ready-made call."""
    return NextCall(tool=tool, arguments=arguments, why=why)


def first_detail(nodes: Iterable[RelatedNode]) -> list[NextCall]:
    """The call that shows the first insight whole, if there is one."""
    return [
        next_call("insight_detail", "the first one whole", insight=node.id)
        for node in list(nodes)[:1]
    ]


def only_copies(copies: int) -> str:
    """Why an answer is empty whose only insights are copies; empty where there are none."""
    return f"all {copies} stand in re-aired copies; set include_copies" if copies else ""


def search_instead(name: str) -> NextCall:
    """The call for what no insight says."""
    return next_call("search_corpus", "the transcripts themselves", query=name)
