"""Reads feeds: which of their items are wanted, and which show they belong to."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from groundcast import __version__
from groundcast.building.feed_documents import (
    GIVES_NOTHING,
    MAX_PAGES,
    FoundFeed,
    fetch_feed,
    fetch_page,
)
from groundcast.building.feed_episodes import ShowOfFeed, source_episode
from groundcast.building.options import WAS_REMOVED, AddOptions
from groundcast.building.progress import Progress
from groundcast.building.taking import KnownCorpus, NothingTaken, TranscriptTaker, utc_now
from groundcast.corpus import ids
from groundcast.corpus.fetched import ArchiveState, FeedState, FetchStates, TranscriptState
from groundcast.fetching.client import GuardedClient, NotModified, checked_url
from groundcast.ingest.feeds import Feed, FeedItem
from groundcast.ingest.source import SkippedSource, SourceEpisode
from groundcast.records import Show


@dataclass(frozen=True, slots=True)
class Untouched:
    """An episode of a feed that a run has nothing to read for; `outcome` says why."""

    show: str
    title: str
    outcome: str


@dataclass(frozen=True, slots=True)
class GoneFromFeed:
    """An episode of the corpus that its feed no longer lists."""

    episode_id: str
    show: str
    title: str


Reading = SourceEpisode | SkippedSource | Untouched | GoneFromFeed


@dataclass(slots=True)
class _Read:
    """A feed under way: what it is, and whether anything of it was left out.

    `complete` is false where something is to be asked for again, `whole` where not all of its
    items were seen.
    """

    feed: Feed
    show_key: str
    show_title: str
    state: FeedState
    complete: bool = True
    whole: bool = True
    titles: dict[str, str] = field(default_factory=dict[str, str])
    listed: set[str] = field(default_factory=set[str])
    taken: set[str] = field(default_factory=set[str])
    pages: set[str] = field(default_factory=set[str])
    archives: list[ArchiveState] = field(default_factory=list[ArchiveState])

    def id_of(self, guid: str) -> str:
        """The episode's id of an item's guid."""
        return ids.episode_id(self.state.show_id, guid)


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
        unchanged = before is not None and self._holds_all_of(before)
        found = fetch_feed(self._client, url, before, only_changed=unchanged)
        if isinstance(found, NotModified):
            assert before is not None
            self._read_feeds.append(replace(before, moved_to=found.moved_to))
            yield from self._all_unchanged(before)
            return
        reading = self._begin(url, found)
        yield from (SkippedSource(url, note, reading.show_title) for note in found.notes)
        reading.whole = found.feed.lost_items == 0
        yield from self._document(found.feed, reading)
        yield from self._pages(reading)
        yield from self._archives(reading, {a.url: a for a in before.archives} if before else {})
        if reading.whole and reading.listed:
            yield from self._gone(reading)
        self._read_feeds.append(
            replace(
                reading.state,
                complete_for=self._purpose() if reading.complete else None,
                episodes=len(reading.taken),
                archives=tuple(reading.archives),
            )
        )

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

    def _all_unchanged(self, state: FeedState) -> Iterator[Reading]:
        files = self._known.files.values()
        held = [file.episode.id for file in files if file.episode.show_id == state.show_id]
        yield from self._untouched(held, self._known.shows[state.show_id].title)

    def _untouched(self, episodes: Iterable[str], show: str) -> Iterator[Reading]:
        outcome = "known" if self._options.dry_run else "unchanged"
        for episode_id in episodes:
            yield Untouched(show, self._known.files[episode_id].episode.title, outcome)

    def _holds_archive(self, state: ArchiveState) -> bool:
        return (
            state.complete_for == self._purpose()
            and not self._options.again
            and all(episode in self._known.files for episode in state.taken)
        )

    def _begin(self, url: str, found: FoundFeed) -> _Read:
        feed = found.feed
        addresses = dict.fromkeys(filter(None, (found.found_at, found.moved_to, feed.new_feed_url)))
        show_key = self._show_key(url, found, feed)
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
            etag=found.etag,
            last_modified=found.last_modified,
            addresses=tuple(address for address in addresses if address != url),
            moved_to=found.moved_to,
        )
        pages = {url, found.found_at, *state.addresses}
        return _Read(feed, show_key, known.title if known else title, state, pages=pages)

    def _show_key(self, url: str, found: FoundFeed, feed: Feed) -> str:
        """The slug of the show that this feed is, or one that no other feed's show has.

        A feed that says it moved here is believed where this one has an episode of it.
        """
        by_feed = {show.feed_url: show.slug for show in self._shows.values() if show.feed_url}
        for address in (url, found.moved_to, found.found_at):
            if address in by_feed:
                return by_feed[address]
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

    def _document(self, feed: Feed, reading: _Read, *, further: bool = False) -> Iterator[Reading]:
        """The items of one document; on a further one, those known from before are no news."""
        self._left = len(feed.items)
        self.go_on()
        here: set[str] = set()
        for item in feed.items:
            self._left -= 1
            self._progress.advance()
            if item.guid is not None:
                reading.listed.add(reading.id_of(item.guid))
                if further and item.guid in reading.titles and item.guid not in here:
                    continue
            reason = self._reason_against(item, reading)
            if reason is not None:
                yield SkippedSource(item.title, reason, reading.show_title)
                continue
            assert item.guid is not None
            reading.titles[item.guid] = item.title
            here.add(item.guid)
            if self._options.dry_run:
                known = reading.id_of(item.guid) in self._known.files
                outcome = "known" if known else "would be added"
                self._taken += 1
                yield Untouched(reading.show_title, item.title, outcome)
            else:
                yield from self._episode(item, reading)

    def _pages(self, reading: _Read) -> Iterator[Reading]:
        """The further pages of a feed that comes in pages."""
        feed = reading.feed
        while feed.next_url is not None and feed.next_url not in reading.pages:
            url = feed.next_url
            feed = yield from self._further(url, reading)
            if feed is None:
                return
            yield from self._document(feed, reading, further=True)

    def _archives(self, reading: _Read, known: Mapping[str, ArchiveState]) -> Iterator[Reading]:
        """The documents of the feed's archive, newest first.

        One that was taken whole, and says that it is an archive, is not asked for again.
        """
        url = reading.feed.previous_archive_url
        while url is not None and url not in reading.pages:
            state = known.get(url)
            if state is not None and self._holds_archive(state):
                reading.pages.add(url)
                reading.listed |= {*state.taken, *state.left}
                further = [episode for episode in state.taken if episode not in reading.taken]
                reading.taken |= set(further)
                yield from self._untouched(further, reading.show_title)
            else:
                feed = yield from self._further(url, reading)
                if feed is None:
                    return
                listed, complete = reading.listed, reading.complete
                reading.listed, reading.complete = set(), True
                yield from self._document(feed, reading, further=True)
                whole = reading.complete and feed.is_archive
                state = ArchiveState(
                    url=url,
                    previous=feed.previous_archive_url,
                    taken=tuple(sorted(reading.listed & reading.taken)),
                    left=tuple(sorted(reading.listed - reading.taken)),
                    complete_for=self._purpose() if whole else None,
                )
                reading.listed |= listed
                reading.complete &= complete
            reading.archives.append(state)
            url = state.previous

    def _further(self, url: str, reading: _Read) -> Generator[Reading, None, Feed | None]:
        """A further document; null, with the reason told, where there is none to read."""
        reason = None
        if self._options.limit is not None and self._taken >= self._options.limit:
            reason = "not asked: beyond --limit"
        elif len(reading.pages) > MAX_PAGES:
            reason = f"not asked: a feed may have {MAX_PAGES} documents"
        reading.pages.add(url)
        if reason is None:
            try:
                feed = fetch_page(self._client, url)
            except GIVES_NOTHING as error:
                reason = f"a further page of the feed: {error}"
            else:
                yield from (SkippedSource(url, note, reading.show_title) for note in feed.notes)
                reading.whole = reading.whole and feed.lost_items == 0
                return feed
        reading.complete = reading.whole = False
        yield SkippedSource(url, reason, reading.show_title)
        return None

    def _gone(self, reading: _Read) -> Iterator[Reading]:
        """The episodes that came from this feed and are not in it any more."""
        came = {s.episode_id for s in self._known.states.transcripts if s.feed == reading.state.url}
        for episode_id in sorted(came - reading.listed):
            file = self._known.files.get(episode_id)
            if file is None or file.episode.show_id != reading.state.show_id:
                continue
            if file.episode.gone_from_feed:
                yield Untouched(reading.show_title, file.episode.title, "unchanged")
            else:
                yield GoneFromFeed(episode_id, reading.show_title, file.episode.title)

    def _reason_against(self, item: FeedItem, reading: _Read) -> str | None:
        if item.guid is None:
            return "the item has no guid, enclosure or link to know it by"
        if item.guid in reading.titles:
            return f"same guid as {reading.titles[item.guid]}"
        show_id, episode_id = reading.state.show_id, reading.id_of(item.guid)
        if not self._known.removed.isdisjoint((show_id, episode_id)):
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
        episode_id = reading.id_of(item.guid or "")
        credits = item.credits or reading.feed.persons
        try:
            taken = self._taker.take(
                item, episode_id, reading.feed.language, credits, reading.state.url
            )
        except NothingTaken as nothing:
            reading.complete = reading.complete and not nothing.passing
            reason = f"no transcript could be read: {nothing}"
            yield SkippedSource(item.title, reason, reading.show_title)
            return
        for reason in taken.failures:
            yield SkippedSource(item.title, reason, reading.show_title)
        reading.complete = reading.complete and not taken.passing
        self._read_transcripts.append(taken.state)
        self._taken += 1
        reading.taken.add(episode_id)
        show = ShowOfFeed(reading.show_key, reading.show_title, reading.state.url)
        yield source_episode(item, reading.feed, show, taken, credits)
