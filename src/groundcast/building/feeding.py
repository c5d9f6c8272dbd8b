"""Reads feeds: which of their items are wanted, and which show they belong to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from groundcast import __version__
from groundcast.building.options import WAS_REMOVED, AddOptions
from groundcast.building.progress import Progress
from groundcast.building.taking import KnownCorpus, NothingTaken, Taken, TranscriptTaker, utc_now
from groundcast.corpus import ids
from groundcast.corpus.fetched import FeedState, FetchStates, TranscriptState
from groundcast.fetching.client import Fetched, GuardedClient, NotModified, checked_url
from groundcast.ingest.feeds import Feed, FeedItem, read_feed
from groundcast.ingest.front_matter import merged_facts
from groundcast.ingest.source import ShowFacts, SkippedSource, SourceEpisode, SourceFacts
from groundcast.ingest.voices import identify_voices
from groundcast.records import Credit, Show

MAX_FEED_BYTES = 60_000_000
FEED_TYPES = "application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, */*;q=0.5"

_SUFFIXES = {
    "podcast-json": ".json",
    "vtt": ".vtt",
    "srt": ".srt",
    "html": ".html",
    "markdown": ".md",
}


@dataclass(frozen=True, slots=True)
class Untouched:
    """An episode of a feed that a run has nothing to read for; `outcome` says why."""

    show: str
    title: str
    outcome: str


Reading = SourceEpisode | SkippedSource | Untouched


@dataclass(slots=True)
class _Read:
    """A feed under way: what it is, and whether anything of it was left out."""

    feed: Feed
    show_key: str
    show_title: str
    state: FeedState
    complete: bool = True
    episodes: int = 0
    seen: dict[str, str] = field(default_factory=dict[str, str])


class FeedReader:
    """Reads the feeds of one run."""

    def __init__(
        self,
        client: GuardedClient,
        known: KnownCorpus,
        options: AddOptions,
        progress: Progress,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._client = client
        self._known = known
        self._taker = TranscriptTaker(client, known, now)
        self._options = options
        self._progress = progress
        self._now = now
        self._taken = 0
        self._left = 0
        self._read_feeds: list[FeedState] = []
        self._read_transcripts: list[TranscriptState] = []
        self._shows = dict(known.shows)
        self._feeds = {state.url: state for state in known.states.feeds}

    def go_on(self) -> None:
        """Shows how much of the feed is left, after others showed what they did."""
        if self._left:
            self._progress.begin("Fetching", self._left)

    def new_states(self) -> FetchStates:
        """What to remember once the episodes given since the last call are written."""
        states = FetchStates(tuple(self._read_feeds), tuple(self._read_transcripts))
        self._read_feeds, self._read_transcripts = [], []
        return states

    def read(self, url: str) -> Iterator[Reading]:
        """The episodes of a feed, in its order; whatever gave none says why.

        Raises:
            InvalidArgument: the address is none that is fetched from.
            Unreachable: the feed cannot be fetched.
            UnreadableSource: there is no feed at the address.
        """
        url = str(checked_url(url))
        self._progress.begin(f"Asking {checked_url(url).host}", None)
        before = self._feeds.get(url)
        ask = before if before is not None and self._holds_all_of(before) else None
        answer = self._client.fetch(
            url,
            etag=ask.etag if ask else None,
            last_modified=ask.last_modified if ask else None,
            accept=FEED_TYPES,
            max_bytes=MAX_FEED_BYTES,
        )
        if isinstance(answer, NotModified):
            assert ask is not None
            yield from self._all_unchanged(ask)
            return
        reading = self._begin(url, answer)
        yield from (SkippedSource(url, note) for note in reading.feed.notes)
        yield from self._items(reading)
        if not self._options.dry_run:
            self._remember(reading)

    def _holds_all_of(self, state: FeedState) -> bool:
        """Whether an unchanged feed would have nothing for this corpus and these wishes."""
        held = [f for f in self._known.files.values() if f.episode.show_id == state.show_id]
        return (
            self._options.show is None
            and not self._options.again
            and state.complete_for == self._purpose()
            and state.show_id in self._known.shows
            and len(held) >= state.episodes
        )

    def _purpose(self) -> str:
        return f"{self._known.engine}, groundcast {__version__}"

    def _all_unchanged(self, state: FeedState) -> Iterator[Untouched]:
        title = self._known.shows[state.show_id].title
        for file in self._known.files.values():
            if file.episode.show_id == state.show_id:
                outcome = "known" if self._options.dry_run else "unchanged"
                yield Untouched(title, file.episode.title, outcome)

    def _begin(self, url: str, answer: Fetched) -> _Read:
        feed = read_feed(answer.body, answer.url)
        addresses = dict.fromkeys(filter(None, (answer.url, feed.new_feed_url)))
        show_key = self._show_key(url, answer.url, feed)
        show_id = ids.show_id(show_key)
        title = self._options.show or feed.title
        known = self._shows.get(show_id)
        self._shows[show_id] = replace(known, feed_url=known.feed_url or url) if known else Show(
            show_id, title, feed_url=url
        )  # fmt: skip
        state = FeedState(
            url=url,
            show_id=show_id,
            fetched_at=self._now(),
            etag=answer.etag,
            last_modified=answer.last_modified,
            addresses=tuple(address for address in addresses if address != url),
        )
        return _Read(feed, show_key, title, state)

    def _show_key(self, url: str, found_at: str, feed: Feed) -> str:
        """The slug of the show that this feed is, or one that no other feed's show has.

        A feed that says it moved here is believed where this one has an episode of it.
        """
        for show in self._shows.values():
            if show.feed_url in (url, found_at):
                return show.slug
        guids = [item.guid for item in feed.items if item.guid is not None]
        for state in self._feeds.values():
            if state.show_id in self._shows and url in state.addresses:
                shared = (ids.episode_id(state.show_id, guid) for guid in guids)
                if any(episode in self._known.files for episode in shared):
                    return self._shows[state.show_id].slug
        stem = ids.slug(self._options.show or feed.title)
        wanted, number = stem, 1
        while (show := self._shows.get(ids.show_id(wanted))) and show.feed_url is not None:
            number += 1
            cut = stem.encode()[: ids.MAX_SLUG_BYTES - 8].decode("utf-8", "ignore").strip("-")
            wanted = f"{cut}-{number}"
        return wanted

    def _items(self, reading: _Read) -> Iterator[Reading]:
        self._left = len(reading.feed.items)
        self.go_on()
        for item in reading.feed.items:
            self._left -= 1
            self._progress.advance()
            reason = self._reason_against(item, reading)
            if reason is not None:
                yield SkippedSource(item.title, reason)
                continue
            assert item.guid is not None
            reading.seen[item.guid] = item.title
            if self._options.dry_run:
                known = ids.episode_id(reading.state.show_id, item.guid) in self._known.files
                outcome = "known" if known else "would be added"
                self._taken += 1
                yield Untouched(reading.show_title, item.title, outcome)
            else:
                yield from self._episode(item, reading)

    def _reason_against(self, item: FeedItem, reading: _Read) -> str | None:
        if item.guid is None:
            return "the item has no guid, enclosure or link to know it by"
        if item.guid in reading.seen:
            return f"same guid as {reading.seen[item.guid]}"
        show_id = reading.state.show_id
        if not self._known.removed.isdisjoint((show_id, ids.episode_id(show_id, item.guid))):
            return WAS_REMOVED
        if not item.transcripts:
            return "the feed offers no transcript"
        if not self._options.in_dates(item.published_on):
            reading.complete = False
            return "outside --since and --until"
        if self._options.limit is not None and self._taken >= self._options.limit:
            reading.complete = False
            return "beyond --limit"
        return None

    def _episode(self, item: FeedItem, reading: _Read) -> Iterator[Reading]:
        episode_id = ids.episode_id(reading.state.show_id, item.guid or "")
        credits = item.credits or reading.feed.persons
        try:
            taken = self._taker.take(item, episode_id, reading.feed.language, credits)
        except NothingTaken as nothing:
            reading.complete = reading.complete and not nothing.passing
            yield SkippedSource(item.title, f"no transcript could be read: {nothing}")
            return
        yield from (SkippedSource(item.title, reason) for reason in taken.failures)
        reading.complete = reading.complete and not taken.passing
        self._read_transcripts.append(taken.state)
        self._taken += 1
        reading.episodes += 1
        yield _source_episode(item, reading, taken, credits)

    def _remember(self, reading: _Read) -> None:
        self._read_feeds.append(
            replace(
                reading.state,
                complete_for=self._purpose() if reading.complete else None,
                episodes=reading.episodes,
            )
        )


def _source_episode(
    item: FeedItem, reading: _Read, taken: Taken, credits: tuple[Credit, ...]
) -> SourceEpisode:
    feed = reading.feed
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
        alternatives=tuple(o.url for o in item.transcripts if o.url != taken.offer.url),
    )
    facts = merged_facts(stated, taken.read.facts)
    return SourceEpisode(
        show_key=reading.show_key,
        show_title=reading.show_title,
        guid=item.guid or "",
        title=item.title,
        original_name=f"{ids.slug(item.title)}{_SUFFIXES.get(taken.read.format, '.txt')}",
        original=taken.body,
        transcript=taken.read,
        voices=identify_voices(taken.read, facts.credits),
        facts=facts,
        language=facts.language,
        show_facts=ShowFacts(
            feed_url=reading.state.url,
            language=feed.language,
            licence=feed.licence,
            attribution=feed.attribution,
            description=feed.description,
            image_url=feed.image_url,
        ),
    )
