"""What lookups in the catalogue give back."""

from dataclasses import dataclass
from typing import Literal

from groundcast.records import Episode, Role, Show, TimeSource, TurnKind

NameKind = Literal["person", "org", "topic", "show", "episode"]


@dataclass(frozen=True, slots=True)
class Counts:
    """How much of the corpus concerns an entity or show."""

    insights: int
    episodes: int
    shows: int


@dataclass(frozen=True, slots=True)
class ShowEntry:
    """A show with the number of its episodes and the dates they span."""

    show: Show
    episodes: int
    first_on: str | None
    last_on: str | None


@dataclass(frozen=True, slots=True)
class EpisodeEntry:
    """An episode with what the index counted in it; `not_assessed` says why it has no insights."""

    episode: Episode
    time_source: TimeSource
    words: int
    turns: int
    insights: int
    segments: int
    not_assessed: str | None


@dataclass(frozen=True, slots=True)
class RecordingEntry:
    """An episode that holds the same recording as another, or parts of it (`whole` is false).

    `share` is how much of the shorter one's words the other has, 0 to 1.
    """

    episode_id: str
    title: str
    whole: bool
    share: float


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """A turn as the index holds it, counted from 1; times may be interpolated."""

    number: int
    char_start: int
    char_end: int
    kind: TurnKind
    label: str | None
    person_id: str | None
    start_seconds: float | None
    end_seconds: float | None
    text: str


@dataclass(frozen=True, slots=True)
class VoiceEntry:
    """A voice heard in an episode; a placeholder has no person."""

    label: str
    person_id: str | None
    role: Role
    words: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name by which something is known; `key` is its folded form."""

    key: str
    id: str
    kind: NameKind
    name: str
    is_alias: bool


@dataclass(frozen=True, slots=True)
class EpisodeFilter:
    """Which episodes to list; dates are inclusive at both ends. Undated ones fail any date."""

    show_id: str | None = None
    person_id: str | None = None
    topic_id: str | None = None
    since: str | None = None
    until: str | None = None
    text_key: str | None = None
