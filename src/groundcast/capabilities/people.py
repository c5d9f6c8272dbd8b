"""Who speaks: most in the corpus, and how much of an episode."""

from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import coverage_of, next_call
from groundcast.capabilities.shapes import Answer, Cursor, EpisodeArg, Limit, MaxTokens, Part
from groundcast.capabilities.text import counted
from groundcast.corpus.tallies import VoiceShare, people_by_insights, voice_shares
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.records import Role


class TopPerson(Part):
    """A person and how much they state."""

    id: str
    display_name: str
    insights: Annotated[int, Field(description="Grounded ones, re-aired copies once.")]
    episodes: int
    shows: int
    first_on: str | None
    last_on: str | None


class TopPeople(Answer):
    """People by the number of their grounded insights."""

    primary: ClassVar[str | None] = "people"

    people: list[TopPerson]

    def as_markdown(self) -> str:
        """A line a person."""
        lines: list[str] = []
        for person in self.people:
            span = " to ".join(dict.fromkeys(filter(None, (person.first_on, person.last_on))))
            lines.append(
                f"- {person.display_name} ({person.id}): {counted(person.insights, 'insight')},"
                f" {counted(person.episodes, 'episode')}, {counted(person.shows, 'show')}"
                f"{', ' if span else ''}{span}"
            )
        return "\n".join(lines)


def top_people(
    call: Call, limit: Limit = 20, cursor: Cursor = None, max_tokens: MaxTokens = 4_000
) -> TopPeople:
    """List the people who state most, by grounded insights.

    Use it to see whose views the corpus holds. Not for one episode's voices: use
    episode_speaker_roster. Next: person_positions or person_topics with an id.
    """
    snapshot = call.snapshot
    rows = people_by_insights(snapshot.catalogue)
    offset = call.offset_of(cursor)
    page = rows[offset : offset + limit]
    return TopPeople(
        people=[
            TopPerson(
                id=row.person_id,
                display_name=display_name(snapshot, row.person_id),
                insights=row.insights,
                episodes=row.episodes,
                shows=row.shows,
                first_on=row.first_on,
                last_on=row.last_on,
            )
            for row in page
        ],
        page=call.page(offset, len(page), len(rows)),
        coverage=coverage_of(
            f"{snapshot.catalogue.count('insights')} insights",
            len(rows),
            "no insight with a quote has a known speaker",
        ),
        next=[
            next_call("person_positions", "what the first states", person=row.person_id)
            for row in page[:1]
        ],
    )


class RosterVoice(Part):
    """A voice of the episode; a placeholder or unlabelled one has no person."""

    label: str | None
    person_id: str | None
    display_name: str | None
    role: Role
    turns: int
    words: int
    word_share: Annotated[float, Field(description="Of all words spoken, 0 to 1.")]
    seconds: Annotated[float | None, Field(description="Null: turns have no times.")] = None


class SpeakerRoster(Answer):
    """Voices by the words they speak; sponsor reads and housekeeping do not count."""

    primary: ClassVar[str | None] = "voices"

    episode_id: str
    title: str
    voices: list[RosterVoice]
    words: Annotated[int, Field(description="Spoken in all.")]
    unattributed_share: Annotated[
        float, Field(description="Share of words whose speaker is no known person, 0 to 1.")
    ]

    def as_markdown(self) -> str:
        """A line a voice."""
        lines = [
            f"{self.title} ({self.episode_id}): {self.words} words,"
            f" unattributed share {self.unattributed_share:g}"
        ]
        for voice in self.voices:
            name = voice.display_name or voice.label or "unlabelled"
            known = f" ({voice.person_id})" if voice.person_id else ""
            heard = f", {voice.seconds:g} seconds" if voice.seconds is not None else ""
            lines.append(
                f"- {name}{known}: {voice.role}, {counted(voice.turns, 'turn')},"
                f" {voice.words} words, share {voice.word_share:g}{heard}"
            )
        return "\n".join(lines)


def episode_speaker_roster(
    call: Call,
    episode: EpisodeArg,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> SpeakerRoster:
    """List an episode's voices with roles and shares of the talk.

    Use it to see who speaks, how much, and what nobody is known to have said. Not for what they
    say: use episode_insights. Next: person_positions with a person.
    """
    snapshot = call.snapshot
    episode_id = resolve_one(snapshot, episode, ("episode",), "episode")
    shares = voice_shares(snapshot.catalogue, episode_id)
    words = sum(share.words for share in shares)
    unknown = sum(share.words for share in shares if share.person_id is None)
    names = snapshot.catalogue.display_names(s.person_id for s in shares if s.person_id)
    offset = call.offset_of(cursor)
    page = shares[offset : offset + limit]
    return SpeakerRoster(
        episode_id=episode_id,
        title=display_name(snapshot, episode_id),
        voices=[_voice(share, names, words) for share in page],
        words=words,
        unattributed_share=round(unknown / words, 4) if words else 0.0,
        page=call.page(offset, len(page), len(shares)),
        coverage=coverage_of("the episode's turns of speech", len(shares), "nobody speaks in it"),
        next=[
            next_call("person_positions", "what the first states", person=share.person_id)
            for share in page
            if share.person_id
        ][:1],
    )


def _voice(share: VoiceShare, names: dict[str, str], words: int) -> RosterVoice:
    return RosterVoice(
        label=share.label,
        person_id=share.person_id,
        display_name=names.get(share.person_id) if share.person_id else None,
        role=share.role,
        turns=share.turns,
        words=share.words,
        word_share=round(share.words / words, 4) if words else 0.0,
        seconds=None if share.seconds is None else round(share.seconds, 1),
    )
