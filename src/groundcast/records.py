"""What a corpus is made of: frozen values, with no knowledge of where they are kept.

Offsets count Unicode code points in an episode's canonical text (turn texts joined by one
newline); ranges are half-open. Seconds count from the start of the recording. Dates are ISO
8601 (`YYYY-MM-DD`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

TurnKind = Literal["speech", "sponsor", "housekeeping", "music", "stage"]
TimeSource = Literal["exact", "sparse", "none"]
EpisodeStatus = Literal["ready", "partial"]
InsightType = Literal["claim", "recommendation", "observation", "question", "prediction"]
EntityKind = Literal["person", "org", "topic"]
Role = Literal["host", "guest", "other"]
EdgeType = Literal[
    "SUPPORTED_BY",
    "SPOKEN_BY",
    "STATES",
    "ABOUT",
    "MENTIONS",
    "HAS_EPISODE",
    "APPEARS_IN",
    "AGREES_WITH",
    "CONTRADICTS",
    "RELATED_TO",
    "COPY_OF",
    "OVERLAPS",
]
EdgeClass = Literal[
    "evidentiary", "attribution", "descriptive", "structural", "comparative", "discovery"
]

EDGE_CLASSES: Mapping[EdgeType, EdgeClass] = {
    "SUPPORTED_BY": "evidentiary",
    "SPOKEN_BY": "attribution",
    "STATES": "attribution",
    "ABOUT": "descriptive",
    "MENTIONS": "descriptive",
    "HAS_EPISODE": "structural",
    "APPEARS_IN": "structural",
    "AGREES_WITH": "comparative",
    "CONTRADICTS": "comparative",
    "RELATED_TO": "discovery",
    "COPY_OF": "structural",
    "OVERLAPS": "structural",
}


@dataclass(frozen=True, slots=True)
class Show:
    """A podcast; `id` is `podcast:<slug>`."""

    id: str
    title: str
    feed_url: str | None = None
    language: str | None = None
    licence: str | None = None
    attribution: str | None = None
    description: str | None = None
    image_url: str | None = None

    @property
    def slug(self) -> str:
        """The id without its kind; also the folder's name."""
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Credit:
    """A person as the feed, the manifest or the front matter names them."""

    name: str
    role: Role = "other"
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter as the publisher gives it."""

    start_seconds: float
    title: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class OtherTranscript:
    """A transcript that the source offers beside the one taken, and why it was not."""

    url: str
    type: str
    language: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Episode:
    """What is known about an episode without reading its transcript.

    `id` is `episode:<12 hex>`, from the show's id and the guid. `copy_of` names the original of a
    re-aired recording; it is null in files, where `relations.json` tells it. `credits` are names as
    published, not yet resolved to persons. `gone_from_feed` is true once the feed that it came
    from no longer lists it.
    """

    id: str
    show_id: str
    guid: str
    slug: str
    title: str
    published_on: str | None = None
    duration_seconds: float | None = None
    language: str | None = None
    description: str | None = None
    summary: str | None = None
    season: int | None = None
    number: int | None = None
    url: str | None = None
    audio_url: str | None = None
    image_url: str | None = None
    licence: str | None = None
    credits: tuple[Credit, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    links: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    copy_of: str | None = None
    status: EpisodeStatus = "ready"
    status_reason: str | None = None
    gone_from_feed: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One voice speaking without interruption; `speaker_label` is as the transcript gives it.

    `person_id` is null for placeholder voices ("SPEAKER_01", "unknown") and unlabelled text.
    """

    speaker_label: str | None
    person_id: str | None
    start_seconds: float | None
    end_seconds: float | None
    char_start: int
    char_end: int
    kind: TurnKind = "speech"


@dataclass(frozen=True, slots=True)
class TimeMark:
    """At `char` of the canonical text the recording is at `seconds`."""

    char: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Speaker:
    """A voice of one episode: its label, and the person it is (both null for a placeholder)."""

    label: str
    person_id: str | None
    name: str | None
    role: Role = "other"


@dataclass(frozen=True, slots=True)
class Transcript:
    """An episode's canonical text, its turns in order, and every time the source states."""

    text: str
    turns: tuple[Turn, ...]
    time_source: TimeSource
    time_marks: tuple[TimeMark, ...] = ()
    speakers: tuple[Speaker, ...] = ()

    def turn_text(self, turn: Turn) -> str:
        """The words of a turn."""
        return self.text[turn.char_start : turn.char_end]


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim span; `sha256` is over the UTF-8 bytes of `text`."""

    id: str
    episode_id: str
    person_id: str | None
    char_start: int
    char_end: int
    start_seconds: float | None
    end_seconds: float | None
    text: str
    sha256: str


@dataclass(frozen=True, slots=True)
class TopicWeight:
    """How much an insight concerns a topic, 0 to 1."""

    topic_id: str
    weight: float


@dataclass(frozen=True, slots=True)
class Insight:
    """A statement worth citing, grounded in its quotes.

    `confidence` says how sure attribution, completeness and topic are; `salience` how much the
    statement matters in its episode; `position_hint` where in the episode it stands; all 0 to 1.
    """

    id: str
    episode_id: str
    text: str
    insight_type: InsightType
    person_id: str | None
    quote_ids: tuple[str, ...]
    topics: tuple[TopicWeight, ...] = ()
    entity_ids: tuple[str, ...] = ()
    confidence: float = 0.0
    salience: float = 0.0
    position_hint: float = 0.0
    grounded: bool = False
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, an organisation or a topic under its canonical id (`person:`, `org:`, `topic:`).

    `description` is verbatim from the corpus, with the quote it comes from.
    """

    id: str
    kind: EntityKind
    display_name: str
    aliases: tuple[str, ...] = ()
    description: str | None = None
    description_quote_id: str | None = None


@dataclass(frozen=True, slots=True)
class Retired:
    """An id that no longer names anything; `successor_id` says where it went, if anywhere."""

    id: str
    reason: str
    successor_id: str | None = None


@dataclass(frozen=True, slots=True)
class Appearance:
    """A person in an episode; `words` counts what they say in speech turns."""

    person_id: str
    episode_id: str
    role: Role
    words: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A typed relation; `from_id` and `to_id` are ids of the kinds the type joins."""

    type: EdgeType
    from_id: str
    to_id: str
    weight: float = 1.0
    evidence: tuple[str, ...] = ()
    kind: str | None = None

    @property
    def edge_class(self) -> EdgeClass:
        """What kind of statement the edge makes."""
        return EDGE_CLASSES[self.type]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was assessed on a topic (empty: on none) between two people, or of one person.

    `pairs` counts pairs of statements that share a proposition, `found` those that conflict.
    """

    topic_id: str
    person_id: str
    other_id: str
    pairs: int
    found: int


@dataclass(frozen=True, slots=True)
class Term:
    """A name or phrase found in one episode, under the id its form alone would give it.

    The registry says which thing `id` is in the whole corpus, if it is one. `forms` are the
    spellings found, most frequent first; `count` is the number of insights that carry it.
    """

    id: str
    kind: EntityKind
    name: str
    forms: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """What extraction left out, counted by reason."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What extraction found in one episode, and the engine that found it.

    Ids of persons, organisations and topics in it are those of `terms`; see Term.
    `assessed` is false where the engine does not know the episode's language; `reason` says so.
    `retired` are ids of insights and quotes that an earlier transcript or engine gave it.
    """

    episode_id: str
    engine: str
    engine_version: str
    insights: tuple[Insight, ...] = ()
    quotes: tuple[Quote, ...] = ()
    terms: tuple[Term, ...] = ()
    edges: tuple[Edge, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    assessed: bool = True
    reason: str | None = None
    retired: tuple[Retired, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of transcript to search: along turn borders, at most 220 word pieces.

    `person_id` is who speaks most in it; `person_ids` everyone who speaks in it.
    """

    id: str
    episode_id: str
    char_start: int
    char_end: int
    start_seconds: float | None
    end_seconds: float | None
    time_exact: bool
    person_id: str | None
    person_ids: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class SignalRows:
    """A derived signal: its rows, the inputs they rest on (`digest`), and the formula in words."""

    name: str
    version: int
    inputs: tuple[str, ...]
    definition: str
    digest: str
    rows: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Merge:
    """The id a form alone would give, and the canonical id it stands for.

    Where `episode_ids` are named it does so in those episodes only.
    """

    from_id: str
    to_id: str
    episode_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Registry:
    """The corpus-wide truth about who and what there is.

    A term's id that is neither an entity's nor merged into one names nothing in this corpus.
    """

    entities: tuple[Entity, ...] = ()
    merges: tuple[Merge, ...] = ()
    retired: tuple[Retired, ...] = ()
