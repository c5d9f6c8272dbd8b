"""The documents that a feed consists of: where it moved to, its pages, its archive."""

from dataclasses import dataclass, replace

from groundcast.corpus.fetched import FeedState
from groundcast.errors import GroundcastError, InvalidArgument, Unreachable, UnreadableSource
from groundcast.fetching.client import Fetched, GuardedClient, NotModified
from groundcast.ingest.feeds import Feed, read_feed

MAX_FEED_BYTES = 60_000_000
MAX_MOVES = 5
MAX_PAGES = 500
FEED_TYPES = "application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, */*;q=0.5"
GIVES_NOTHING = (Unreachable, UnreadableSource, InvalidArgument)


@dataclass(frozen=True, slots=True)
class FoundFeed:
    """A feed as it came: `moved_to` is the address to ask from now on, if it is another one."""

    feed: Feed
    found_at: str
    etag: str | None
    last_modified: str | None
    moved_to: str | None = None
    notes: tuple[str, ...] = ()


def fetch_feed(
    client: GuardedClient, url: str, before: FeedState | None, *, only_changed: bool
) -> FoundFeed | NotModified:
    """The feed that was added by an address, from where it is now.

    Raises:
        InvalidArgument: the address is none that is fetched from.
        Unreachable: the feed cannot be fetched.
        UnreadableSource: there is no feed at the address.
    """
    start = before.moved_to if before is not None and before.moved_to else url
    try:
        found = _fetch(client, start, before if only_changed else None)
    except GIVES_NOTHING as error:
        if start == url:
            raise
        found = _fetch(client, url, None)
        start = url
        if isinstance(found, FoundFeed):
            note = f"where it moved to gives nothing, asked where it was before: {error}"
            found = replace(found, notes=(*found.notes, note))
    if found.moved_to is None and start != url:
        found = replace(found, moved_to=start)
    if isinstance(found, NotModified):
        return found
    return _followed(client, found, {url, start, found.found_at})


def fetch_page(client: GuardedClient, url: str) -> Feed:
    """A further document of a feed; raises as fetch_feed does."""
    found = _fetch(client, url, None)
    assert isinstance(found, FoundFeed)
    return found.feed


def _fetch(client: GuardedClient, url: str, before: FeedState | None) -> FoundFeed | NotModified:
    answer = client.fetch(
        url,
        etag=before.etag if before else None,
        last_modified=before.last_modified if before else None,
        accept=FEED_TYPES,
        max_bytes=MAX_FEED_BYTES,
    )
    if not isinstance(answer, Fetched):
        return answer
    feed = read_feed(answer.body, answer.url, answer.content_type)
    return FoundFeed(
        feed, answer.url, answer.etag, answer.last_modified, answer.moved_to, feed.notes
    )


def _followed(client: GuardedClient, found: FoundFeed, seen: set[str]) -> FoundFeed:
    """The feed where it says itself that it is now, unless that leads nowhere or in a circle."""
    for _ in range(MAX_MOVES):
        to = found.feed.new_feed_url
        if to is None or to in seen:
            return found
        try:
            there = _fetch(client, to, None)
        except GIVES_NOTHING as error:
            return _staying(found, f"it says that it moved, but there: {_line(error)}")
        assert isinstance(there, FoundFeed)
        if there.found_at in seen:
            return found
        seen |= {to, there.found_at}
        notes = (*found.notes, f"moved to {to}", *there.notes)
        found = replace(there, moved_to=there.moved_to or to, notes=notes)
    return _staying(found, f"it says more than {MAX_MOVES} times that it moved")


def _staying(found: FoundFeed, note: str) -> FoundFeed:
    return replace(found, notes=(*found.notes, note))


def _line(error: GroundcastError) -> str:
    return str(error).rstrip(".")
