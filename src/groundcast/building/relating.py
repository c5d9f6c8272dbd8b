"""Keeps the relations that need every episode: one recording held twice, agreement, conflict."""

from collections.abc import Iterable, Mapping

from groundcast.corpus.canonical_ids import CanonicalIds
from groundcast.corpus.truth import RELATIONS_FILE, Relations
from groundcast.corpus.writer import CorpusWriter
from groundcast.enrichment.comparing import (
    COMPARED_EDGES,
    Compared,
    compare,
    digest_of,
    statements_of,
)
from groundcast.enrichment.recordings import RECORDING_EDGES, Sketch, recording_edges
from groundcast.errors import Damaged
from groundcast.models.spacy_reader import SpacyReader
from groundcast.records import Episode, Knowledge, Registry


def renew_relations(
    writer: CorpusWriter,
    sketches: list[Sketch],
    episodes: Mapping[str, Episode],
    found: Iterable[Knowledge],
    registry: Registry,
) -> Relations:
    """Replaces the edges worked out here; other relations stay, damaged ones are begun anew.

    Statements are compared again only where one of them, or which recordings are copies, changed.
    """
    try:
        before = writer.truth.relations()
    except Damaged:
        before = Relations()
    recordings = recording_edges(sketches)
    canonical = CanonicalIds(registry)
    said = [
        each
        for knowledge in found
        for each in statements_of(episodes[knowledge.episode_id], knowledge, canonical)
    ]
    copies = {edge.from_id for edge in recordings if edge.type == "COPY_OF"}
    compared = digest_of(said, copies)
    if compared == before.compared:
        kept = tuple(edge for edge in before.edges if edge.type in COMPARED_EDGES)
        judged = Compared(kept, before.comparisons)
    else:
        judged = compare(said, copies, SpacyReader)
    ours = (*RECORDING_EDGES, *COMPARED_EDGES)
    others = (edge for edge in before.edges if edge.type not in ours)
    relations = Relations((*others, *recordings, *judged.edges), judged.comparisons, compared)
    if episodes or (writer.path / RELATIONS_FILE).is_file():
        writer.write_relations(relations)
    return relations
