"""Tools over what is in the corpus: shows, episodes, state."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call, Capability, Toolset
from groundcast.capabilities.cursors import decode_cursor
from groundcast.capabilities.dates import check_range, first_day, last_day
from groundcast.capabilities.episodes import episode_detail
from groundcast.capabilities.gaps import coverage_gaps
from groundcast.capabilities.parts import (
    EpisodePart,
    ShowPart,
    episode_part,
    show_part,
)
from groundcast.capabilities.people import episode_speaker_roster, top_people
from groundcast.capabilities.shapes import (
    MAX_NAME,
    Answer,
    Coverage,
    Cursor,
    Limit,
    MaxTokens,
    NextCall,
    Page,
    Part,
    PersonArg,
    ShowArg,
    Since,
    TopicArg,
    Until,
)
from groundcast.capabilities.signals import (
    corpus_enrichment_signals,
    episode_enrichment_signals,
    signal_states,
)
from groundcast.corpus.entries import EpisodeFilter
from groundcast.corpus.names import name_key
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.opposition import NOT_COMPARED, was_compared
from groundcast.knowledge.resolution import resolve_one


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
    signals: Annotated[dict[str, str], Field(description="Derived signals and their states.")]
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
        signals=signal_states(catalogue),
        not_assessed=[
            *(
                NotAssessed(what=f"insights of {number} episodes", why=reason)
                for reason, number in catalogue.not_assessed()
            ),
            *(
                [NotAssessed(what="contradictions and agreement", why=NOT_COMPARED)]
                if not was_compared(call.snapshot)
                else []
            ),
        ],
        problems=[ProblemPart(path=p.path, reason=p.reason) for p in catalogue.problems()],
        next=[_call("list_feeds", {}, "the shows")],
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
        Capability(
            episode_speaker_roster,
            "Who speaks in an episode",
            {"episode": "tidewater/four-knots-through-the-narrows"},
        ),
        Capability(top_people, "Who states most", {"limit": 5}),
        Capability(
            episode_enrichment_signals,
            "Signals of an episode",
            {"episode": "tidewater/four-knots-through-the-narrows", "limit": 3},
        ),
        Capability(
            corpus_enrichment_signals,
            "Signals of the corpus",
            {"names": "momentum, topic_cooccurrence", "limit": 5},
        ),
        Capability(coverage_gaps, "What is missing", {"topic": "ferry", "limit": 5}),
        Capability(corpus_status, "Corpus status"),
    ),
)
