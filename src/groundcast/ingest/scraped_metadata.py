"""What a podcast_scraper metadata file states of an episode, its show and who speaks in it."""

from collections.abc import Iterable
from dataclasses import dataclass

from groundcast.errors import UnreadableSource
from groundcast.ingest.front_matter import credits_of, iso_date
from groundcast.ingest.scraped_files import fields_of, number_in, objects_in, text_in
from groundcast.ingest.source import ReadTranscript, Voice
from groundcast.ingest.sources import title_of_key
from groundcast.ingest.voice_words import folded, is_placeholder
from groundcast.ingest.voices import identify_voices
from groundcast.records import Credit, Role

PERSON = "person:"


@dataclass(frozen=True, slots=True)
class ScrapedSpeaker:
    """A voice as the metadata has it; `name` is null for a placeholder."""

    id: str
    name: str | None
    role: Role


@dataclass(frozen=True, slots=True)
class ScrapedMetadata:
    """A metadata file; ids are without `episode:` and `podcast:`."""

    schema_version: str
    feed_id: str | None
    show_title: str | None
    feed_url: str | None
    episode_id: str
    title: str
    published_on: str | None
    duration_seconds: float | None
    summary: str | None
    transcript_path: str | None
    speakers: tuple[ScrapedSpeaker, ...]

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The speakers who have a name."""
        return tuple(Credit(s.name, s.role) for s in self.speakers if s.name)


def read_metadata(value: object) -> ScrapedMetadata:
    """The metadata in a JSON value; raises UnreadableSource where it names no episode."""
    fields = fields_of(value)
    episode = fields_of((fields or {}).get("episode"))
    if fields is None or episode is None:
        raise UnreadableSource("no metadata: it has no object `episode`")
    episode_id = without_prefix(text_in(episode, "episode_id"), "episode:")
    if episode_id is None:
        raise UnreadableSource("it has no `episode.episode_id`")
    feed = fields_of(fields.get("feed"))
    content = fields_of(fields.get("content")) or {}
    url = text_in(feed, "url")
    path = content.get("transcript_file_path")
    duration = number_in(episode, "duration_seconds")
    return ScrapedMetadata(
        schema_version=text_in(fields, "schema_version") or "unknown",
        feed_id=without_prefix(text_in(feed, "feed_id"), "podcast:"),
        show_title=text_in(feed, "title"),
        feed_url=url if url and url.startswith(("https://", "http://")) else None,
        episode_id=episode_id,
        title=text_in(episode, "title") or episode_id,
        published_on=iso_date(text_in(episode, "published_date")),
        duration_seconds=duration if duration is not None and duration > 0 else None,
        summary=_summary(fields.get("summary")),
        transcript_path=path if isinstance(path, str) and path.strip() else None,
        speakers=tuple(_speakers(content.get("speakers"))),
    )


def without_prefix(text: str | None, prefix: str) -> str | None:
    """An id without its kind; null where nothing is left."""
    return (text or "").removeprefix(prefix).strip() or None


class Cast:
    """Who the labels and speaker ids of one episode stand for."""

    def __init__(self, speakers: Iterable[ScrapedSpeaker], people: Iterable[tuple[str, str]]):
        """`people` are ids and names from the graph; the metadata's speakers come before them."""
        self._speakers = tuple(speakers)
        self._known: dict[str, ScrapedSpeaker] = {}
        for speaker in (*speakers, *(ScrapedSpeaker(i, _name(n), "other") for i, n in people)):
            for key in (speaker.id, speaker.name):
                if key and (folded(key.removeprefix(PERSON)) not in self._known):
                    self._known[folded(key.removeprefix(PERSON))] = speaker

    def name_of(self, label: str) -> str | None:
        """The name a label or speaker id stands for; null for a placeholder or a mere label."""
        known = self._known.get(folded(label.removeprefix(PERSON)))
        if known is not None and known.name:
            return known.name
        slug = label.removeprefix(PERSON)
        return title_of_key(slug) if label != slug and not is_placeholder(slug) else None

    def voices(self, transcript: ReadTranscript, credits: Iterable[Credit]) -> tuple[Voice, ...]:
        """Every label that is a voice, named by the cast, else as in any transcript.

        Where no turn has a label, the voices are the speakers whom the metadata names.
        """
        if not any(turn.speaker_label for turn in transcript.turns):
            named = {
                s.name: Voice(s.name, s.name, s.role, "metadata") for s in self._speakers if s.name
            }
            return tuple(named.values())
        found = identify_voices(transcript, tuple(credits))
        return tuple(self._named(voice) for voice in found)

    def _named(self, voice: Voice) -> Voice:
        name = self.name_of(voice.label)
        if name is None:
            return voice
        role = self._known[folded(name)].role if folded(name) in self._known else "other"
        return Voice(voice.label, name, role if role != "other" else voice.role, "metadata")


def _summary(value: object) -> str | None:
    fields = fields_of(value)
    stated = text_in(fields, "raw_text")
    if stated or fields is None:
        return stated
    bullets = fields.get("bullets")
    listed: list[object] = [*bullets] if isinstance(bullets, list) else []  # pyright: ignore[reportUnknownArgumentType]
    said = [" ".join(line.split()) for line in listed if isinstance(line, str) and line.strip()]
    return "\n".join(said) or text_in(fields, "title")


def _speakers(value: object) -> Iterable[ScrapedSpeaker]:
    for fields in objects_in(value):
        id_, name = text_in(fields, "id"), text_in(fields, "name")
        if id_ or name:
            credits = [*credits_of([dict(fields)], "other"), Credit("")]
            yield ScrapedSpeaker(id_ or name or "", _name(name), credits[0].role)


def _name(name: str | None) -> str | None:
    plain = (name or "").removeprefix(PERSON)
    return plain if plain and not is_placeholder(plain) else None
