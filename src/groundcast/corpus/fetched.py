"""What was fetched when: a side file that spares requests and is no part of the truth."""

from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus import codec
from groundcast.errors import Damaged

FETCHED_FILE = "fetched.json"


@dataclass(frozen=True, slots=True)
class FeedState:
    """A feed as it was when last read.

    `addresses` are others it was found under or says it moved to. `complete_for` names what the
    corpus then held all of it for, `episodes` how many those were; null where items were left out.
    """

    url: str
    show_id: str
    fetched_at: str
    etag: str | None = None
    last_modified: str | None = None
    addresses: tuple[str, ...] = ()
    complete_for: str | None = None
    episodes: int = 0


@dataclass(frozen=True, slots=True)
class TranscriptState:
    """Where an episode's transcript came from; `item` is a digest of what the feed said of it."""

    episode_id: str
    item: str
    url: str
    sha256: str
    fetched_at: str
    etag: str | None = None
    last_modified: str | None = None


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
    """The states; none where the file is missing or damaged, which only costs requests.

    Raises NewerFormat where a newer version wrote it.
    """
    try:
        data = (corpus / FETCHED_FILE).read_bytes()
        return codec.decode_record(FetchStates, data, FETCHED_FILE)
    except (OSError, Damaged):
        return FetchStates()
