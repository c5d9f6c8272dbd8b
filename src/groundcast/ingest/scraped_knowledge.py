"""What podcast_scraper found in an episode: insights and quotes, names, and who is who."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.scraped_files import Fields, fields_of, number_in, objects_in, text_in
from groundcast.ingest.scraped_metadata import without_prefix
from groundcast.records import EntityKind

# The newest major versions whose shape is known.
NEWEST = {"gi": 3, "kg": 2}
_KINDS: Mapping[str, EntityKind] = {
    "topic": "topic",
    "person": "person",
    "org": "org",
    "organization": "org",
    "organisation": "org",
    "company": "org",
}


@dataclass(frozen=True, slots=True)
class ScrapedQuote:
    """A quote; `start` and `end` count characters of the transcript's text, null where no span."""

    id: str
    text: str
    start: int | None
    end: int | None
    speaker_id: str | None


@dataclass(frozen=True, slots=True)
class ScrapedInsight:
    """An insight with the ids its edges lead to; `about` has weights, null where not stated."""

    text: str | None
    insight_type: str | None
    confidence: float | None
    salience: float | None
    episode_id: str | None
    quote_ids: tuple[str, ...]
    about: tuple[tuple[str, float | None], ...]
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScrapedKnowledge:
    """A file of insights; `names` are the ids, kinds and labels of its other nodes."""

    schema_version: str
    episode_id: str | None
    insights: tuple[ScrapedInsight, ...]
    quotes: Mapping[str, ScrapedQuote]
    names: tuple["ScrapedName", ...]


@dataclass(frozen=True, slots=True)
class ScrapedName:
    """A person, organisation or topic under an id of theirs."""

    id: str
    kind: EntityKind
    name: str


@dataclass(frozen=True, slots=True)
class ScrapedIdentities:
    """Which ids are one thing, and what it is called; either may be empty."""

    canonical: Mapping[str, str] = field(default_factory=dict[str, str])
    display_names: Mapping[str, str] = field(default_factory=dict[str, str])


def read_insights(value: object, episode_id: str) -> ScrapedKnowledge:
    """A `.gi.json`, with the nodes' fields on them or in `properties`.

    Raises UnreadableSource where it is in no known shape or about another episode.
    """
    graph = _Graph.read(value, "gi", episode_id)
    quotes = {id_: _quote(id_, node, graph) for id_, node in graph.of_type("quote")}
    return ScrapedKnowledge(
        schema_version=graph.schema_version,
        episode_id=graph.episode_id,
        insights=tuple(_insight(id_, node, graph) for id_, node in graph.of_type("insight")),
        quotes=quotes,
        names=tuple(graph.names()),
    )


def read_names(value: object, episode_id: str) -> tuple[ScrapedName, ...]:
    """The people, organisations and topics of a `.kg.json`, typed or as `Entity` with a kind.

    Raises UnreadableSource as read_insights does.
    """
    return tuple(_Graph.read(value, "kg", episode_id).names())


def read_identities(value: object, episode_id: str) -> ScrapedIdentities:
    """A `.bridge.json`: a list of identities, or maps to canonical ids.

    Raises UnreadableSource as read_insights does.
    """
    fields = fields_of(value) or {}
    _check_episode(text_in(fields, "episode_id"), episode_id)
    if isinstance(fields.get("identities"), list):
        found = (
            (text_in(i, "id"), text_in(i, "display_name")) for i in objects_in(fields["identities"])
        )
        return ScrapedIdentities(display_names={i: name for i, name in found if i and name})
    maps = [fields_of(fields.get(key)) for key in ("topic_to_canonical", "entity_to_canonical")]
    if all(each is None for each in maps):
        raise UnreadableSource("no bridge: neither `identities` nor `topic_to_canonical`")
    joined = {old: new for each in maps for old, new in (each or {}).items()}
    return ScrapedIdentities({old: new for old, new in joined.items() if isinstance(new, str)})


@dataclass(frozen=True, slots=True)
class _Graph:
    """Nodes by id with their fields in one place, and edges by where they start."""

    schema_version: str
    episode_id: str | None
    nodes: Mapping[str, Fields]
    edges: Mapping[str, list[Fields]]

    @classmethod
    def read(cls, value: object, kind: str, episode_id: str) -> "_Graph":
        fields = fields_of(value)
        if (
            fields is None
            or not isinstance(fields.get("nodes"), list)
            or not isinstance(fields.get("edges"), list)
        ):
            raise UnreadableSource("it has no lists `nodes` and `edges`")
        version = text_in(fields, "schema_version") or "unknown"
        major = version.partition(".")[0].lstrip("vV")
        if major.isdecimal() and int(major) > NEWEST[kind]:
            raise UnreadableSource(
                f"it has schema {shown(version)}; this version reads {kind} up to {NEWEST[kind]}"
            )
        stated = text_in(fields, "episode_id")
        _check_episode(stated, episode_id)
        nodes: dict[str, Fields] = {}
        for node in objects_in(fields["nodes"]):
            id_ = text_in(node, "id")
            if id_ is not None:
                nodes.setdefault(id_, {**(fields_of(node.get("properties")) or {}), **node})
        edges: dict[str, list[Fields]] = {}
        for edge in objects_in(fields["edges"]):
            edges.setdefault(text_in(edge, "from") or "", []).append(edge)
        return cls(version, stated, nodes, edges)

    def of_type(self, wanted: str) -> Iterator[tuple[str, Fields]]:
        """The nodes of a type, in the order of the file."""
        for id_, node in self.nodes.items():
            if (text_in(node, "type") or "").casefold() == wanted:
                yield id_, node

    def leading_to(self, id_: str, *types: str) -> Iterator[tuple[str, Fields]]:
        """Where the edges of some types lead from a node, each end once."""
        seen: set[str] = set()
        for edge in self.edges.get(id_, []):
            end = text_in(edge, "to")
            if end and end not in seen and (text_in(edge, "type") or "").upper() in types:
                seen.add(end)
                yield end, edge

    def names(self) -> Iterator[ScrapedName]:
        """The nodes that are people, organisations and topics, with their labels."""
        for id_, node in self.nodes.items():
            stated = (text_in(node, "type") or "").casefold()
            if stated == "entity":
                stated = (text_in(node, "kind", "entity_kind") or "").casefold()
            label = text_in(node, "label", "name", "display_name")
            if stated in _KINDS and label:
                yield ScrapedName(id_, _KINDS[stated], label)


def kind_of_id(id_: str) -> EntityKind | None:
    """The kind an id of theirs begins with; null where it says none."""
    return _KINDS.get(id_.partition(":")[0].casefold()) if ":" in id_ else None


def _check_episode(stated: str | None, episode_id: str) -> None:
    if stated is not None and without_prefix(stated, "episode:") != episode_id:
        raise UnreadableSource(f"it is about another episode, {shown(stated)}")


def _insight(id_: str, node: Fields, graph: _Graph) -> ScrapedInsight:
    about = graph.leading_to(id_, "ABOUT")
    mentions = graph.leading_to(id_, "MENTIONS", "MENTIONS_PERSON", "MENTIONS_ORG")
    return ScrapedInsight(
        text=text_in(node, "text"),
        insight_type=text_in(node, "insight_type"),
        confidence=_share(node, "confidence"),
        salience=_share(node, "salience"),
        episode_id=without_prefix(text_in(node, "episode_id"), "episode:"),
        quote_ids=tuple(end for end, _ in graph.leading_to(id_, "SUPPORTED_BY")),
        about=tuple((end, _share(edge, "weight", "confidence")) for end, edge in about),
        mentions=tuple(end for end, _ in mentions),
    )


def _quote(id_: str, node: Fields, graph: _Graph) -> ScrapedQuote:
    text = node.get("text")
    spoken_by: Iterable[str] = (end for end, _ in graph.leading_to(id_, "SPOKEN_BY"))
    return ScrapedQuote(
        id=id_,
        text=text if isinstance(text, str) else "",
        start=_offset(node.get("char_start")),
        end=_offset(node.get("char_end")),
        speaker_id=text_in(node, "speaker_id") or next(iter(spoken_by), None),
    )


def _share(fields: Fields, *keys: str) -> float | None:
    number = number_in(fields, *keys)
    return number if number is not None and 0 <= number <= 1 else None


def _offset(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
