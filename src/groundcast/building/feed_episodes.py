"""From a feed's item and its transcript to an episode that can be given ids."""

from dataclasses import dataclass

from groundcast.building.taking import Taken
from groundcast.corpus import ids
from groundcast.ingest.feeds import Feed, FeedItem
from groundcast.ingest.front_matter import merged_facts
from groundcast.ingest.source import ShowFacts, SourceEpisode, SourceFacts
from groundcast.ingest.voices import identify_voices
from groundcast.records import Credit

_SUFFIXES = {
    "podcast-json": ".json",
    "whisper-json": ".json",
    "assemblyai-json": ".json",
    "deepgram-json": ".json",
    "ttml": ".ttml",
    "sbv": ".sbv",
    "vtt": ".vtt",
    "srt": ".srt",
    "html": ".html",
    "markdown": ".md",
}


@dataclass(frozen=True, slots=True)
class ShowOfFeed:
    """Which show a feed is: what its slug is made from, its title, and the feed's own address."""

    key: str
    title: str
    feed_url: str


def source_episode(
    item: FeedItem, feed: Feed, show: ShowOfFeed, taken: Taken, credits: tuple[Credit, ...]
) -> SourceEpisode:
    """An item with the transcript taken for it."""
    stated = SourceFacts(
        title=item.title,
        guid=item.guid,
        published_on=item.published_on,
        language=taken.offer.language or taken.read.facts.language or feed.language,
        description=item.description,
        url=item.url,
        audio_url=item.audio_url,
        image_url=item.image_url,
        number=item.number,
        season=item.season,
        duration_seconds=item.duration_seconds,
        credits=credits,
        chapters=taken.chapters,
        alternatives=tuple(other.url for other in taken.others),
    )
    facts = merged_facts(stated, taken.read.facts)
    return SourceEpisode(
        show_key=show.key,
        show_title=show.title,
        guid=item.guid or "",
        title=item.title,
        original_name=f"{ids.slug(item.title)}{_SUFFIXES.get(taken.read.format, '.txt')}",
        original=taken.body,
        transcript=taken.read,
        voices=identify_voices(taken.read, facts.credits),
        facts=facts,
        language=facts.language,
        other_transcripts=taken.others,
        show_facts=ShowFacts(
            feed_url=show.feed_url,
            language=feed.language,
            licence=feed.licence,
            attribution=feed.attribution,
            description=feed.description,
            image_url=feed.image_url,
        ),
    )
