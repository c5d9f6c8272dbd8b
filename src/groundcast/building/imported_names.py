"""The people, organisations and topics of an import, under the ids that their names give."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from groundcast.corpus.ids import entity_id
from groundcast.ingest.scraped_knowledge import (
    ScrapedIdentities,
    ScrapedInsight,
    ScrapedName,
    kind_of_id,
)
from groundcast.ingest.scraped_metadata import Cast
from groundcast.ingest.sources import title_of_key
from groundcast.ingest.voice_words import is_placeholder
from groundcast.records import EntityKind, Insight, Term, TopicWeight

# What an insight or a topic weighs where the file does not say: neither preferred nor passed over.
NEUTRAL = 0.5


@dataclass(slots=True)
class _Named:
    """A term to be; `forms` are the other spellings met."""

    kind: EntityKind
    name: str
    forms: set[str] = field(default_factory=set[str])


class ImportedNames:
    """Terms by the ids of one import."""

    def __init__(
        self, names: Sequence[ScrapedName], identities: ScrapedIdentities, cast: Cast
    ) -> None:
        self._identities = identities
        self._cast = cast
        self._kinds: dict[str, EntityKind] = {name.id: name.kind for name in names}
        self._labels: dict[str, list[str]] = {}
        for name in names:
            self._labels.setdefault(self._canonical(name.id), []).append(name.name)
        self._own = {name.id: name.name for name in reversed(names)}
        self._terms: dict[str, _Named] = {}
        for name in names:
            self._term(name.id)

    def carried(
        self, stated: ScrapedInsight
    ) -> tuple[tuple[TopicWeight, ...], tuple[str, ...], int]:
        """Topics heaviest first, entities in id order, and how many edges lead to neither."""
        weights: dict[str, float] = {}
        entities: set[str] = set()
        lost = 0
        for end, weight in stated.about:
            term = self._term(end)
            if term is None:
                lost += 1
            elif self._terms[term].kind == "topic":
                given = NEUTRAL if weight is None else weight
                weights[term] = max(weights.get(term, 0.0), given)
            else:
                entities.add(term)
        for end in stated.mentions:
            term = self._term(end)
            if term is not None and self._terms[term].kind != "topic":
                entities.add(term)
            else:
                lost += 1
        ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
        return tuple(TopicWeight(*item) for item in ordered), tuple(sorted(entities)), lost

    def terms(self, insights: Iterable[Insight]) -> tuple[Term, ...]:
        """Every term of the import: topics by how many insights carry them, then the others."""
        counts = Counter[str]()
        for insight in insights:
            counts.update({w.topic_id for w in insight.topics} | set(insight.entity_ids))
        ordered = sorted(
            self._terms.items(),
            key=lambda item: (item[1].kind != "topic", -counts[item[0]], item[0]),
        )
        return tuple(
            Term(id_, named.kind, named.name, (named.name, *sorted(named.forms - {named.name})),
                 counts[id_])
            for id_, named in ordered
        )  # fmt: skip

    def _term(self, id_: str) -> str | None:
        """The id of ours for one of theirs; null where it is nothing or a placeholder's."""
        canonical = self._canonical(id_)
        kind = self._kinds.get(id_) or self._kinds.get(canonical) or kind_of_id(canonical)
        if kind is None:
            return None
        name = self._display_name(id_, canonical, kind)
        if kind == "person":
            name = self._cast.name_of(canonical) or self._cast.name_of(name) or name
        if not any(char.isalnum() for char in name) or (kind == "person" and is_placeholder(name)):
            return None
        ours = entity_id(kind, name)
        named = self._terms.setdefault(ours, _Named(kind, name))
        named.forms.update(self._labels.get(canonical, ()))
        return ours

    def _canonical(self, id_: str) -> str:
        return self._identities.canonical.get(id_, id_)

    def _display_name(self, id_: str, canonical: str, kind: EntityKind) -> str:
        """As the bridge shows it, else the canonical node's label, else one's own, else the slug's
        words."""
        shown = self._identities.display_names
        labels = self._labels.get(canonical, [])
        name = shown.get(canonical) or shown.get(id_) or self._own.get(canonical)
        if name or labels:
            return name or labels[0]
        slug = canonical.partition(":")[2]
        return slug.replace("-", " ") if kind == "topic" else title_of_key(slug)
