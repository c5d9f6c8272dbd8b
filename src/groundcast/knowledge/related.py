"""What else concerns the same things: an insight's neighbours, and an entity's insights."""

from collections.abc import Sequence
from dataclasses import dataclass

from groundcast.corpus.ids import id_kind
from groundcast.corpus.insight_lookups import (
    InsightFilter,
    InsightRow,
    insights_sharing,
    matching_insights,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.topics import cosines_to, most_relevant_first, split_copies
from groundcast.records import Insight


@dataclass(frozen=True, slots=True)
class Related:
    """An insight that shares `shared_ids` with another; `similarity` is the cosine of meaning."""

    insight_id: str
    shared_ids: tuple[str, ...]
    similarity: float


def insights_related_to(snapshot: Snapshot, insight: Insight) -> tuple[list[Related], int]:
    """Insights that share a topic or a mention with one, nearest in meaning first.

    The same words in another insight are not related, but the same. Copies are left out and
    counted.
    """
    sharing = insights_sharing(snapshot.catalogue, insight.id)
    kept = [other for other in sharing if not other.is_copy]
    if not kept:
        return [], len(sharing)
    (vector,) = snapshot.embedder.embed([insight.text])
    cosines = cosines_to(snapshot, vector, [other.insight_id for other in kept])
    found = [Related(o.insight_id, o.ids, round(cosines[o.insight_id], 4)) for o in kept]
    found.sort(key=lambda r: (-r.similarity, -len(r.shared_ids), r.insight_id))
    return found, len(sharing) - len(kept)


def insights_about(
    snapshot: Snapshot, entity_id: str, *, include_copies: bool
) -> tuple[Sequence[InsightRow], int]:
    """The insights about a topic, or that mention a person or organisation, and copies left out.

    Those about a topic are most relevant first, mentions most salient first.
    """
    about_topic = id_kind(entity_id) == "topic"
    wanted = (
        InsightFilter(topic_id=entity_id, copies="included")
        if about_topic
        else InsightFilter(entity_id=entity_id, copies="included")
    )
    kept, copies = split_copies(matching_insights(snapshot.catalogue, wanted), include_copies)
    return (most_relevant_first(snapshot, entity_id, kept) if about_topic else kept), copies
