"""Takes the best transcript of a feed's item, and its chapters, asking only for what is new."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from groundcast.corpus import codec, ids
from groundcast.corpus.fetched import FetchStates, TranscriptState
from groundcast.corpus.truth import EpisodeFile, TruthFiles
from groundcast.errors import Damaged, GroundcastError, InvalidArgument, Unreachable
from groundcast.errors import UnreadableSource as Unreadable
from groundcast.fetching.client import Fetched, GuardedClient, NotModified
from groundcast.ingest.chapters import read_chapters
from groundcast.ingest.feeds import FeedItem, FeedTranscript
from groundcast.ingest.offers import check_promise, ranked_offers
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.transcripts import read_transcript
from groundcast.records import Chapter, Credit, Show

MAX_CHAPTERS_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class KnownCorpus:
    """What a corpus holds before a run; `engine` names what extraction the run wants,
    `removed` the ids that it must not bring back."""

    truth: TruthFiles
    shows: Mapping[str, Show]
    files: Mapping[str, EpisodeFile]
    states: FetchStates
    engine: str
    removed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Taken:
    """An item's transcript and chapters; `failures` say which addresses gave nothing, and why.

    `passing` where asking again may help.
    """

    offer: FeedTranscript
    body: bytes
    read: ReadTranscript
    state: TranscriptState
    chapters: tuple[Chapter, ...] = ()
    failures: tuple[str, ...] = ()
    passing: bool = False


class NothingTaken(Exception):
    """No transcript of an item could be read; `passing` where trying again may help."""

    def __init__(self, failures: Sequence[tuple[str, GroundcastError]]) -> None:
        super().__init__("; ".join(_said(url, error) for url, error in failures))
        # A transcript is often announced before it is there, so that even a 404 may pass.
        self.passing = any(isinstance(error, Unreachable) for _, error in failures)


@dataclass(slots=True)
class TranscriptTaker:
    """Takes transcripts for one run."""

    client: GuardedClient
    known: KnownCorpus
    now: Callable[[], str]
    _states: dict[str, TranscriptState] = field(init=False)

    def __post_init__(self) -> None:
        self._states = {state.episode_id: state for state in self.known.states.transcripts}

    def take(
        self, item: FeedItem, episode_id: str, language: str | None, credits: Sequence[Credit]
    ) -> Taken:
        """What the item offers, or what is kept of it where the item is the same as before.

        Raises NothingTaken.
        """
        digest = ids.text_sha256(codec.compact(item))[:16]
        kept = self._kept(episode_id)
        ranked = ranked_offers(item.transcripts, language)
        if kept is not None and kept.state.item == digest:
            same = self._as_before(ranked, kept, credits)
            if same is not None:
                return same
        failures: list[tuple[str, GroundcastError]] = []
        for offer in ranked:
            try:
                body, state = self._asked(offer, episode_id, digest, kept)
                read = read_transcript(body, offer.url, credits)
                check_promise(read, offer)
            except (Unreachable, InvalidArgument, Unreadable) as error:
                failures.append((offer.url, error))
                continue
            said = [f"{_said(url, error)}; {offer.url} is taken" for url, error in failures]
            return self._with_chapters(Taken(offer, body, read, state, (), tuple(said)), item, kept)
        raise NothingTaken(failures)

    def _as_before(
        self, ranked: Sequence[FeedTranscript], kept: "_Kept", credits: Sequence[Credit]
    ) -> Taken | None:
        """The transcript that is kept, read again; null where this version cannot read it."""
        offer = next((offer for offer in ranked if offer.url == kept.state.url), None)
        if offer is None:
            return None
        try:
            read = read_transcript(kept.body, kept.state.url, credits)
        except Unreadable:
            return None
        return Taken(offer, kept.body, read, kept.state, kept.chapters)

    def _kept(self, episode_id: str) -> "_Kept | None":
        """The transcript in the corpus, where it is the one that the side file speaks of."""
        state, file = self._states.get(episode_id), self.known.files.get(episode_id)
        if state is None or file is None or state.sha256 != file.hashes.original:
            return None
        try:
            body = self.known.truth.read_original(self.known.shows[file.episode.show_id], file)
        except Damaged:
            return None
        return _Kept(state, body, file.episode.chapters)

    def _asked(
        self, offer: FeedTranscript, episode_id: str, digest: str, kept: "_Kept | None"
    ) -> tuple[bytes, TranscriptState]:
        before = kept.state if kept is not None and kept.state.url == offer.url else None
        answer = self.client.fetch(
            offer.url,
            etag=before.etag if before else None,
            last_modified=before.last_modified if before else None,
        )
        body, etag, modified = (
            (answer.body, answer.etag, answer.last_modified)
            if isinstance(answer, Fetched)
            else _unchanged(kept)
        )
        return body, TranscriptState(
            episode_id=episode_id,
            item=digest,
            url=offer.url,
            sha256=hashlib.sha256(body).hexdigest(),
            fetched_at=self.now(),
            etag=etag,
            last_modified=modified,
        )

    def _with_chapters(self, taken: Taken, item: FeedItem, kept: "_Kept | None") -> Taken:
        """With the item's chapters, else with those known before and why none came."""
        url = item.chapters_url
        if url is None:
            return taken
        try:
            answer = self.client.fetch(url, max_bytes=MAX_CHAPTERS_BYTES)
            assert not isinstance(answer, NotModified)
            return replace(taken, chapters=read_chapters(answer.body, answer.url))
        except (Unreachable, InvalidArgument, Unreadable) as error:
            passing = _is_passing(error)
            return replace(
                taken,
                state=replace(taken.state, item="") if passing else taken.state,
                chapters=kept.chapters if kept is not None else (),
                failures=(*taken.failures, f"no chapters: {_said(url, error)}"),
                passing=passing,
            )


@dataclass(frozen=True, slots=True)
class _Kept:
    state: TranscriptState
    body: bytes
    chapters: tuple[Chapter, ...]


def utc_now() -> str:
    """The time as the side file keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _unchanged(kept: _Kept | None) -> tuple[bytes, str | None, str | None]:
    assert kept is not None
    return kept.body, kept.state.etag, kept.state.last_modified


def _is_passing(error: GroundcastError) -> bool:
    return isinstance(error, Unreachable) and error.passing


def _said(url: str, error: GroundcastError) -> str:
    """What is wrong with an address, naming it once."""
    said = str(error).rstrip(".")
    return said if url[:40] in said else f"{url}: {said}"
