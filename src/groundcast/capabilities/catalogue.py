"""Tools over what is in the corpus: shows, episodes, state."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.cursors import decode_cursor
from groundcast.capabilities.dates import check_range, first_day, last_day
from groundcast.capabilities.parts import (
    EpisodePart,
    ShowPart,
    episode_part,
    show_part,
)
from groundcast.capabilities.shapes import (
    MAX_NAME,
    Answer,
    Coverage,
    Cursor,
    EntityRef,
    EpisodeArg,
    Limit,
    MaxTokens,
    NextCall,
    Page,
    Part,
    PersonArg,
    ShowArg,
    Since,
    SpokenText,
    TopicArg,
    Until,
)
from groundcast.corpus.catalogue import EpisodeFilter, TurnEntry
from groundcast.corpus.names import name_key
from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import resolve_one
from groundcast.records import Role, TurnKind, clock


class Feeds(Answer):
    """Shows by title."""

    primary: ClassVar[str | None] = "feeds"

    feeds: list[ShowPart]


def list_feeds(
    call: Call, limit: Limit = 50, cursor: Cursor = None, max_tokens: MaxTokens = 4_000
) -> Feeds:
    """List the shows in the corpus, with their episodes and dates.

    Use it to see what there is to ask. Not for finding what was said: use search_corpus.
    Next: list_episodes with a podcast_id.
    """
    shows = call.snapshot.catalogue.shows()
    offset = decode_cursor(cursor, call.snapshot.corpus_version, call.question)
    shown = shows[offset : offset + limit]
    return Feeds(
        feeds=[show_part(entry) for entry in shown],
        page=_page(call, offset, len(shown), len(shows)),
        next=[_call("list_episodes", {"show": shown[0].show.id}, "its episodes")] if shown else [],
    )


class Episodes(Answer):
    """Episodes, newest first."""

    primary: ClassVar[str | None] = "episodes"

    episodes: list[EpisodePart]


def list_episodes(
    call: Call,
    show: ShowArg = None,
    since: Since = None,
    until: Until = None,
    person: PersonArg = None,
    topic: TopicArg = None,
    text: Annotated[
        str | None, Field(description="Words of the title.", max_length=MAX_NAME)
    ] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> Episodes:
    """List episodes, newest first, by show, date, person, topic or title.

    Use it to browse. Not for what was said in them: use search_corpus.
    Next: episode_detail or episode_insights with an episode_id.
    """
    catalogue = call.snapshot.catalogue
    chosen = EpisodeFilter(
        show_id=_resolved(call.snapshot, show, "show"),
        person_id=_resolved(call.snapshot, person, "person"),
        topic_id=_resolved(call.snapshot, topic, "topic"),
        since=first_day(since),
        until=last_day(until),
        text_key=name_key(text) or None if text else None,
    )
    check_range(chosen.since, chosen.until)
    total = catalogue.count_episodes(chosen)
    offset = decode_cursor(cursor, call.snapshot.corpus_version, call.question)
    entries = catalogue.list_episodes(chosen, offset, limit)
    shows = {e.show.id: e.show.title for e in catalogue.shows({e.episode.show_id for e in entries})}
    dated = chosen.since or chosen.until
    undated = catalogue.count_undated(chosen) if dated else 0
    return Episodes(
        episodes=[episode_part(entry, shows[entry.episode.show_id]) for entry in entries],
        page=_page(call, offset, len(entries), total),
        coverage=_episodes_coverage(catalogue.count("episodes"), total, undated),
        next=[_call("episode_detail", {"episode": entries[0].episode.id}, "what is in it")]
        if entries
        else [],
    )


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
        status=found.status,
        not_assessed=entry.not_assessed,
        transcript=_window(call.snapshot, found.id, include, entry.time_source == "exact"),
        next=[_call("episode_insights", {"episode": found.id}, "its insights, quoted")],
    )


class CountsPart(Part):
    """How much the corpus holds."""

    shows: int
    episodes: int
    segments: int
    insights: int
    quotes: int
    people: int
    organisations: int
    topics: int


class NotAssessed(Part):
    """Something that has not been looked at, and why."""

    what: str
    why: str


class ProblemPart(Part):
    """A truth file set aside."""

    path: str
    reason: str


class Status(Answer):
    """What the corpus is and in what state."""

    corpus_id: str
    counts: CountsPart
    first_on: str | None
    last_on: str | None
    embedding_model: str
    extraction_engine: str
    not_assessed: list[NotAssessed]
    problems: list[ProblemPart] = []


def corpus_status(call: Call, max_tokens: MaxTokens = 4_000) -> Status:
    """Show what the corpus holds, its version, and what is not assessed.

    Use it first when an answer is empty or surprising. Not for content: use search_corpus.
    Next: list_feeds.
    """
    catalogue = call.snapshot.catalogue
    meta = catalogue.meta
    kinds = catalogue.count_entities()
    shows = catalogue.shows()
    return Status(
        corpus_id=meta["corpus_id"],
        counts=CountsPart(
            shows=len(shows),
            episodes=catalogue.count("episodes"),
            segments=catalogue.count("segments"),
            insights=catalogue.count("insights"),
            quotes=catalogue.count("quotes"),
            people=kinds.get("person", 0),
            organisations=kinds.get("org", 0),
            topics=kinds.get("topic", 0),
        ),
        first_on=min((s.first_on for s in shows if s.first_on), default=None),
        last_on=max((s.last_on for s in shows if s.last_on), default=None),
        embedding_model=meta["embedding_model"],
        extraction_engine=meta["extraction_engine"],
        not_assessed=[
            *(
                NotAssessed(what=f"insights of {number} episodes", why=reason)
                for reason, number in catalogue.not_assessed()
            ),
            NotAssessed(
                what="contradictions and agreement",
                why="statements are not compared with each other",
            ),
        ],
        problems=[ProblemPart(path=p.path, reason=p.reason) for p in catalogue.problems()],
        next=[_call("list_feeds", {}, "the shows")],
    )


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


def _episodes_coverage(searched: int, found: int, undated: int) -> Coverage | None:
    if found and not undated:
        return None
    return Coverage(
        searched=f"{searched} episodes",
        note=None if found else "no episode has all of these",
        undated_left_out=undated,
    )


def _resolved(snapshot: Snapshot, value: str | None, kind: Any) -> str | None:
    return None if value is None else resolve_one(snapshot, value, (kind,), kind)


def _page(call: Call, offset: int, shown: int, total: int) -> Page:
    end = offset + shown
    return Page(total=total, next_cursor=call.cursor_to(end) if shown and end < total else None)


def _call(tool: str, arguments: dict[str, Any], why: str) -> NextCall:
    return NextCall(tool=tool, arguments=arguments, why=why)


CATALOGUE = Toolset(
    "catalogue",
    "See what the corpus holds.",
    (
        Capability(list_feeds, "List shows"),
        Capability(list_episodes, "List episodes", {"limit": 3}),
        Capability(
            episode_detail,
            "Episode detail",
            {"episode": "tidewater/four-knots-through-the-narrows", "include": "turns:1-3"},
        ),
        Capability(corpus_status, "Corpus status"),
    ),
)
