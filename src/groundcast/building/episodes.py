"""From what a source says to records with ids."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from groundcast.corpus import ids
from groundcast.corpus.truth import CorpusSettings
from groundcast.ingest.source import ReadTranscript, ShowFacts, SourceEpisode, Voice
from groundcast.models.catalogue import DEFAULT_EMBEDDER, embedder_dimension
from groundcast.records import Episode, Show, Speaker, TimeMark, Transcript, Turn


def settings_of(show_keys: Iterable[str], engine: str) -> CorpusSettings:
    """The settings of a corpus that begins with these shows; its id comes from them."""
    shows = sorted({ids.show_id(key) for key in show_keys})
    return CorpusSettings(
        corpus_id=f"corpus:{ids.text_sha256(' '.join(shows))[:12]}",
        embedding_model=DEFAULT_EMBEDDER,
        embedding_dimension=embedder_dimension(DEFAULT_EMBEDDER),
        extraction_engine=engine,
    )


def show_of(source: SourceEpisode) -> Show:
    """The show that a source belongs to, as far as the source says."""
    stated = source.show_facts
    if stated is None:
        stated = ShowFacts(language=source.facts.language, licence=source.facts.licence)
    return Show(
        id=ids.show_id(source.show_key),
        title=source.show_title,
        feed_url=stated.feed_url,
        language=stated.language,
        licence=stated.licence,
        attribution=stated.attribution,
        description=stated.description,
        image_url=stated.image_url,
    )


def joined_show(known: Show | None, stated: Show) -> Show:
    """A show known already keeps what it has and gains what it lacked."""
    if known is None:
        return stated
    return replace(
        stated,
        title=known.title,
        **{
            name: getattr(known, name)
            for name in ("feed_url", "language", "licence", "attribution", "description",
                         "image_url")
            if getattr(known, name) is not None
        },
    )  # fmt: skip


def episode_of(source: SourceEpisode, show: Show, taken: Mapping[str, str]) -> Episode:
    """The episode's record; `taken` are the show's episode slugs with the ids that have them."""
    facts = source.facts
    episode_id = ids.episode_id(show.id, source.guid)
    return Episode(
        id=episode_id,
        show_id=show.id,
        guid=source.guid,
        slug=_free_slug(ids.slug(source.title), episode_id, taken),
        title=source.title,
        published_on=facts.published_on,
        duration_seconds=facts.duration_seconds,
        language=source.language,
        description=facts.description,
        summary=facts.summary,
        season=facts.season,
        number=facts.number,
        url=facts.url,
        audio_url=facts.audio_url,
        image_url=facts.image_url,
        licence=facts.licence,
        credits=facts.credits,
        chapters=facts.chapters,
        alternatives=facts.alternatives,
    )


def transcript_of(read: ReadTranscript, voices: Iterable[Voice]) -> Transcript:
    """The canonical text: turn texts joined by one newline, offsets and marks counted in it."""
    speakers = tuple(_speaker(voice) for voice in voices)
    people = {speaker.label: speaker.person_id for speaker in speakers}
    turns: list[Turn] = []
    marks: list[TimeMark] = []
    at = 0
    for turn in read.turns:
        end = at + len(turn.text)
        turns.append(
            Turn(
                speaker_label=turn.speaker_label,
                person_id=people.get(turn.speaker_label or ""),
                start_seconds=turn.start_seconds,
                end_seconds=turn.end_seconds,
                char_start=at,
                char_end=end,
                kind=turn.kind,
            )
        )
        marks += [TimeMark(at + mark.char, mark.seconds) for mark in turn.time_marks]
        at = end + 1
    return Transcript(
        text="\n".join(turn.text for turn in read.turns),
        turns=tuple(turns),
        time_source=read.time_source,
        time_marks=_rising(marks),
        speakers=speakers,
    )


def people_of(transcript: Transcript, episode: Episode) -> dict[str, str]:
    """Ids and names of an episode's voices and credits."""
    people = {ids.entity_id("person", credit.name): credit.name for credit in episode.credits}
    for speaker in transcript.speakers:
        if speaker.person_id is not None and speaker.name is not None:
            people[speaker.person_id] = speaker.name
    return people


def _speaker(voice: Voice) -> Speaker:
    person_id = ids.entity_id("person", voice.name) if voice.name else None
    return Speaker(voice.label, person_id, voice.name, voice.role)


def _rising(marks: Iterable[TimeMark]) -> tuple[TimeMark, ...]:
    """The marks in order of place, without those that would turn time back."""
    kept: list[TimeMark] = []
    for mark in sorted(marks, key=lambda mark: (mark.char, mark.seconds)):
        if kept and kept[-1].char == mark.char:
            continue
        if not kept or mark.seconds >= kept[-1].seconds:
            kept.append(mark)
    return tuple(kept)


def _free_slug(wanted: str, episode_id: str, taken: Mapping[str, str]) -> str:
    if taken.get(wanted, episode_id) == episode_id:
        return wanted
    return f"{wanted}-{episode_id.partition(':')[2][:6]}"
