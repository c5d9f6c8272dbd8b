"""One episode: what is known of it, and a window of what was said."""

from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.parts import Gone
from groundcast.capabilities.shapes import (
    Answer,
    EntityRef,
    EpisodeArg,
    MaxTokens,
    NextCall,
    Part,
    SpokenText,
)
from groundcast.citations import clock
from groundcast.corpus.entries import TurnEntry
from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import resolve_one
from groundcast.records import Role, TurnKind


class PersonInEpisode(Part):
    """A voice of an episode; a placeholder has no person_id."""

    person_id: str | None
    name: str
    role: Role
    words: int
    share: Annotated[float, Field(description="Share of the words of labelled voices.")]


class ChapterPart(Part):
    """A chapter as the publisher gave it."""

    start_seconds: float
    title: str


class RecordingPart(Part):
    """Another episode with the same recording, or parts of it."""

    episode_id: str
    title: str
    note: Annotated[str, Field(description="The same recording, or shares parts of it.")]
    share: Annotated[float, Field(description="Share of the shorter one's words the other has.")]


class TurnPart(Part):
    """A turn of the transcript."""

    turn: int
    speaker: str | None
    person_id: str | None = None
    time: Annotated[str | None, Field(description="≈ marks an interpolated time.")] = None
    start_seconds: float | None = None
    kind: TurnKind = "speech"
    text: SpokenText
    cut: bool = False


class EpisodeDetail(Answer):
    """Everything known of an episode but the words, and a window of those if asked for."""

    primary: ClassVar[str | None] = "transcript"

    episode_id: str
    title: str
    show_id: str
    show_title: str
    published_on: str | None
    slug: Annotated[str, Field(description="show-slug/episode-slug, accepted as an id.")]
    guid: str
    language: str | None = None
    duration_seconds: float | None = None
    season: int | None = None
    number: int | None = None
    url: str | None = None
    audio_url: str | None = None
    licence: str | None = None
    summary: str | None = None
    description: str | None = None
    people: list[PersonInEpisode]
    topics: list[EntityRef]
    chapters: list[ChapterPart] = []
    links: list[str] = []
    words: int
    turns: int
    insights: int
    segments: int
    time_source: Annotated[
        str, Field(description="exact, sparse (times interpolated) or none (turns cited).")
    ]
    copy_of: str | None = None
    recordings: Annotated[
        list[RecordingPart], Field(description="Re-aired or compiled elsewhere in the corpus.")
    ] = []
    gone_from_feed: Gone = False
    status: str = "ready"
    not_assessed: Annotated[
        str | None, Field(description="Why the episode has no insights, if it was not assessed.")
    ] = None
    transcript: list[TurnPart] = []


_WINDOW_TURNS = 40


def episode_detail(
    call: Call,
    episode: EpisodeArg,
    include: Annotated[
        str | None,
        Field(
            pattern=r"^(turns|seconds):\d{1,6}-\d{1,6}$",
            max_length=24,
            description="Transcript window, e.g. turns:10-25 or seconds:600-720.",
        ),
    ] = None,
    max_tokens: MaxTokens = 4_000,
) -> EpisodeDetail:
    """Show what is known of one episode, and a transcript window if asked.

    Use it for people, topics, links and context around a quote. Not for its claims: use
    episode_insights. Next: episode_insights, or a window of turns around a citation.
    """
    catalogue = call.snapshot.catalogue
    entry = catalogue.episode(resolve_one(call.snapshot, episode, ("episode",), "episode"))
    assert entry is not None
    found = entry.episode
    show = catalogue.show(found.show_id)
    assert show is not None
    return EpisodeDetail(
        episode_id=found.id,
        title=found.title,
        show_id=show.show.id,
        show_title=show.show.title,
        published_on=found.published_on,
        slug=f"{show.show.slug}/{found.slug}",
        guid=found.guid,
        language=found.language,
        duration_seconds=found.duration_seconds,
        season=found.season,
        number=found.number,
        url=found.url,
        audio_url=found.audio_url,
        licence=found.licence or show.show.licence,
        summary=found.summary,
        description=found.description,
        people=_people(call.snapshot, found.id),
        topics=[
            EntityRef(id=topic, display_name=name)
            for topic, name, _ in catalogue.episode_topics(found.id, 12)
        ],
        chapters=[
            ChapterPart(start_seconds=c.start_seconds, title=c.title) for c in found.chapters
        ],
        links=list(found.links),
        words=entry.words,
        turns=entry.turns,
        insights=entry.insights,
        segments=entry.segments,
        time_source=entry.time_source,
        copy_of=found.copy_of,
        recordings=_recordings(call.snapshot, found.id),
        gone_from_feed=found.gone_from_feed,
        status=found.status,
        not_assessed=entry.not_assessed,
        transcript=_window(call.snapshot, found.id, include, entry.time_source == "exact"),
        next=[
            NextCall(
                tool="episode_insights",
                arguments={"episode": found.id},
                why="its insights, quoted",
            )
        ],
    )


def _recordings(snapshot: Snapshot, episode_id: str) -> list[RecordingPart]:
    return [
        RecordingPart(
            episode_id=other.episode_id,
            title=other.title,
            note="the same recording" if other.whole else "shares parts of the recording",
            share=other.share,
        )
        for other in snapshot.catalogue.recordings(episode_id)
    ]


def _people(snapshot: Snapshot, episode_id: str) -> list[PersonInEpisode]:
    voices = snapshot.catalogue.voices(episode_id)
    names = snapshot.catalogue.display_names(v.person_id for v in voices if v.person_id)
    total = sum(voice.words for voice in voices) or 1
    people: dict[str, PersonInEpisode] = {}
    for appearance in snapshot.catalogue.appearances(episode_id):
        people[appearance.person_id] = PersonInEpisode(
            person_id=appearance.person_id,
            name=names[appearance.person_id],
            role=appearance.role,
            words=appearance.words,
            share=round(appearance.words / total, 3),
        )
    placeholders = [
        PersonInEpisode(
            person_id=None,
            name=voice.label,
            role=voice.role,
            words=voice.words,
            share=round(voice.words / total, 3),
        )
        for voice in voices
        if voice.person_id is None
    ]
    return [*people.values(), *placeholders]


def _window(
    snapshot: Snapshot, episode_id: str, include: str | None, exact: bool
) -> list[TurnPart]:
    if include is None:
        return []
    unit, _, window = include.partition(":")
    first, last = (int(end) for end in window.split("-"))
    if last < first:
        raise InvalidArgument(f"include: {include} ends before it begins.", hint="Swap the ends.")
    turns = (
        snapshot.catalogue.turns_numbered(episode_id, first, min(last, first + _WINDOW_TURNS - 1))
        if unit == "turns"
        else snapshot.catalogue.turns_during(episode_id, first, last)[:_WINDOW_TURNS]
    )
    names = snapshot.catalogue.display_names(t.person_id for t in turns if t.person_id)
    return [_turn_part(turn, names, exact) for turn in turns]


def _turn_part(turn: TurnEntry, names: dict[str, str], exact: bool) -> TurnPart:
    at = None if turn.start_seconds is None else clock(turn.start_seconds)
    return TurnPart(
        turn=turn.number,
        speaker=names.get(turn.person_id or "") or turn.label,
        person_id=turn.person_id,
        time=None if at is None else at if exact else f"≈{at}",
        start_seconds=turn.start_seconds,
        kind=turn.kind,
        text=turn.text,
    )
