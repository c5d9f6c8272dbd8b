"""What a source says, before it has ids: the episode, its voices and its transcript as read."""

from dataclasses import dataclass, field

from groundcast.records import (
    Chapter,
    Credit,
    OtherTranscript,
    Role,
    TimeMark,
    TimeSource,
    TurnKind,
)


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """One voice without interruption; `time_marks` count characters of this turn's `text`.

    The text is empty where the source marks a break or a jingle and says nothing in it.
    """

    speaker_label: str | None
    text: str
    start_seconds: float | None = None
    end_seconds: float | None = None
    kind: TurnKind = "speech"
    time_marks: tuple[TimeMark, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What a file, or the manifest's row about it, states of its episode.

    `published_on` is an ISO date, `duration_seconds` counts seconds; `guid` is the publisher's own.
    `show` is the short name its slug is made from. `credits` includes the hosts. `alternatives`
    are the addresses of transcripts that were not taken.
    """

    title: str | None = None
    show: str | None = None
    show_title: str | None = None
    guid: str | None = None
    published_on: str | None = None
    language: str | None = None
    description: str | None = None
    summary: str | None = None
    url: str | None = None
    audio_url: str | None = None
    image_url: str | None = None
    licence: str | None = None
    number: int | None = None
    season: int | None = None
    duration_seconds: float | None = None
    credits: tuple[Credit, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowFacts:
    """What a feed states of its show."""

    feed_url: str | None = None
    language: str | None = None
    licence: str | None = None
    attribution: str | None = None
    description: str | None = None
    image_url: str | None = None


@dataclass(frozen=True, slots=True)
class ReadTranscript:
    """A transcript in reading order; `notes` say what was left out or put right, with counts.

    `format` is one of markdown, text, html, srt, vtt, sbv, ttml, podcast-json, whisper-json,
    assemblyai-json, deepgram-json.
    """

    format: str
    turns: tuple[ReadTurn, ...]
    time_source: TimeSource
    facts: SourceFacts = field(default_factory=SourceFacts)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voice:
    """Whose voice a label stands for; `name` is null for placeholders such as "Speaker 1".

    `method` says by what evidence: placeholder, declared, credit, full label, initials,
    first name, last name, introduction, show title, or label where the label is all there is.
    """

    label: str
    name: str | None
    role: Role
    method: str


@dataclass(frozen=True, slots=True)
class SourceEpisode:
    """An episode ready to be given ids.

    `show_key` is what the show's slug is made from; `original` is the file as received; `facts`
    are the manifest's over the file's own.
    """

    show_key: str
    show_title: str
    guid: str
    title: str
    original_name: str
    original: bytes
    transcript: ReadTranscript
    voices: tuple[Voice, ...]
    facts: SourceFacts
    language: str | None = None
    show_facts: ShowFacts | None = None
    other_transcripts: tuple[OtherTranscript, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedSource:
    """A file, a manifest row or a feed's item that gave no episode, and why.

    `source` names the show of an item.
    """

    name: str
    reason: str
    source: str | None = None
