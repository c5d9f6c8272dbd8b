"""What was fetched when: a side file that spares requests and is no part of the truth."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus import codec
from groundcast.errors import Damaged

FETCHED_FILE = "fetched.json"
FETCHED_LOG = "fetched.log"


@dataclass(frozen=True, slots=True)
class ArchiveState:
    """A document of a feed's archive, which never changes (RFC 5005); `previous` is the one before.

    `taken` are the episodes of its items, `left` the ids of items that gave none. `complete_for`
    is as in FeedState.
    """

    url: str
    previous: str | None = None
    taken: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    complete_for: str | None = None


@dataclass(frozen=True, slots=True)
class FeedState:
    """A feed as it was when last read.

    `addresses` are others it was found under or says it moved to, `moved_to` is the one to ask
    from now on. `complete_for` names what the corpus then held all of it for, `episodes` how many
    those were; null where items were left out.
    """

    url: str
    show_id: str
    fetched_at: str
    etag: str | None = None
    last_modified: str | None = None
    addresses: tuple[str, ...] = ()
    complete_for: str | None = None
    episodes: int = 0
    moved_to: str | None = None
    archives: tuple[ArchiveState, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptState:
    """Where an episode's transcript came from, and its chapters.

    `item` is a digest of what the feed said of it, empty where it is to be asked for anew; `feed`
    is the feed that lists it.
    """

    episode_id: str
    item: str
    url: str
    sha256: str
    fetched_at: str
    etag: str | None = None
    last_modified: str | None = None
    feed: str = ""
    chapters_url: str | None = None
    chapters_etag: str | None = None
    chapters_last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class FetchStates:
    """All of them, in order of their keys."""

    feeds: tuple[FeedState, ...] = ()
    transcripts: tuple[TranscriptState, ...] = ()

    def updated(self, newer: "FetchStates") -> "FetchStates":
        """These, with the newer ones in place of those of the same feed or episode."""
        feeds = {state.url: state for state in (*self.feeds, *newer.feeds)}
        transcripts = {state.episode_id: state for state in (*self.transcripts, *newer.transcripts)}
        return FetchStates(
            tuple(feeds[url] for url in sorted(feeds)),
            tuple(transcripts[episode] for episode in sorted(transcripts)),
        )


def read_fetched(corpus: Path) -> FetchStates:
    """The states; none where the files are missing or damaged, which only costs requests.

    Raises NewerFormat where a newer version wrote them.
    """
    try:
        data = (corpus / FETCHED_FILE).read_bytes()
        whole = codec.decode_record(FetchStates, data, FETCHED_FILE)
    except (OSError, Damaged):
        whole = FetchStates()
    return whole.updated(FetchStates(transcripts=tuple(_noted(corpus))))


def noted_line(state: TranscriptState) -> bytes:
    """A state as a line of the log."""
    return codec.compact(state).encode() + b"\n"


def _noted(corpus: Path) -> Iterator[TranscriptState]:
    """What a run that did not end wrote down; its last line may be torn."""
    try:
        lines = (corpus / FETCHED_LOG).read_bytes().split(b"\n")[:-1]
    except OSError:
        return
    for line in lines:
        with suppress(ValueError):
            yield codec.from_compact(TranscriptState, line.decode())
