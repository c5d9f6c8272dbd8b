"""Takes the best transcript of a feed's item, and its chapters, asking only for what is new."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from groundcast.corpus import codec, ids
from groundcast.corpus.fetched import FetchStates, TranscriptState
from groundcast.corpus.truth import EpisodeFile, TruthFiles
from groundcast.errors import Damaged, GroundcastError, InvalidArgument, Unreachable
from groundcast.errors import UnreadableSource as Unreadable
from groundcast.fetching.client import Fetched, GuardedClient
from groundcast.ingest.chapters import read_chapters
from groundcast.ingest.feeds import FeedItem, FeedTranscript
from groundcast.ingest.offers import Carried, carried, check_promise, is_foreign, ranked_offers
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.transcripts import read_transcript
from groundcast.records import Chapter, Credit, OtherTranscript, Show

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

    `others` are the transcripts that were not taken; `passing` where asking again may help.
    """

    offer: FeedTranscript
    body: bytes
    read: ReadTranscript
    state: TranscriptState
    others: tuple[OtherTranscript, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    failures: tuple[str, ...] = ()
    passing: bool = False


class NothingTaken(Exception):
    """No transcript of an item could be read; `passing` where trying again may help."""

    def __init__(self, failures: Sequence[tuple[str, GroundcastError]]) -> None:
        super().__init__("; ".join(_said(url, error) for url, error in failures))
        # A transcript is often announced before it is there, so that even a 404 may pass.
        self.passing = any(isinstance(error, Unreachable) for _, error in failures)


@dataclass(frozen=True, slots=True)
class _Candidate:
    offer: FeedTranscript
    body: bytes
    read: ReadTranscript
    state: TranscriptState
    carried: Carried


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
        self,
        item: FeedItem,
        episode_id: str,
        language: str | None,
        credits: Sequence[Credit],
        feed: str,
    ) -> Taken:
        """The transcript that carries most of those the item offers; `feed` is what lists it.

        Nothing is asked for where the item is the same as before; where only its transcripts are,
        the one taken before is asked whether it changed.

        Raises NothingTaken.
        """
        about = TranscriptState(
            episode_id, ids.text_sha256(codec.compact(item))[:16], "", "", self.now(), feed=feed
        )
        kept = self._kept(episode_id)
        ranked = ranked_offers(item.transcripts, language)
        if kept is not None and kept.state.item == about.item:
            same = self._as_before(ranked, kept, credits, feed)
            if same is not None:
                return same
        asked: dict[str, _Candidate | GroundcastError] = {}

        def candidate(offer: FeedTranscript) -> _Candidate:
            """What is at an offer's address, which is asked once."""
            if offer.url not in asked:
                try:
                    asked[offer.url] = self._candidate(offer, about, kept, credits)
                except (Unreachable, InvalidArgument, Unreadable) as error:
                    asked[offer.url] = error
            found = asked[offer.url]
            if isinstance(found, GroundcastError):
                raise found
            return found

        if kept is not None and kept.state.item and kept.same_offers(ranked):
            offer = next(offer for offer in ranked if offer.url == kept.state.url)
            with suppress(GroundcastError):
                found = candidate(offer)
                if found.state.sha256 == kept.state.sha256:
                    taken = Taken(offer, found.body, found.read, found.state, kept.others)
                    return self._with_chapters(taken, item, kept)
        return self._with_chapters(_best(ranked, candidate, language), item, kept)

    def _as_before(
        self,
        ranked: Sequence[FeedTranscript],
        kept: "_Kept",
        credits: Sequence[Credit],
        feed: str,
    ) -> Taken | None:
        """The transcript that is kept, read again; null where this version cannot read it."""
        offer = next((offer for offer in ranked if offer.url == kept.state.url), None)
        if offer is None:
            return None
        try:
            read = read_transcript(kept.body, kept.state.url, credits)
        except Unreadable:
            return None
        state = replace(kept.state, feed=feed)
        return Taken(offer, kept.body, read, state, kept.others, kept.chapters)

    def _kept(self, episode_id: str) -> "_Kept | None":
        """The transcript in the corpus, where it is the one that the side file speaks of."""
        state, file = self._states.get(episode_id), self.known.files.get(episode_id)
        if state is None or file is None or state.sha256 != file.hashes.original:
            return None
        try:
            body = self.known.truth.read_original(self.known.shows[file.episode.show_id], file)
        except Damaged:
            return None
        return _Kept(state, body, file.episode.chapters, file.other_transcripts)

    def _candidate(
        self,
        offer: FeedTranscript,
        about: TranscriptState,
        kept: "_Kept | None",
        credits: Sequence[Credit],
    ) -> _Candidate:
        """What is at an offer's address; raises as fetching and reading do."""
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
        read = read_transcript(body, offer.url, credits)
        check_promise(read, offer)
        state = replace(
            about,
            url=offer.url,
            sha256=hashlib.sha256(body).hexdigest(),
            etag=etag,
            last_modified=modified,
        )
        return _Candidate(offer, body, read, state, carried(read, credits))

    def _with_chapters(self, taken: Taken, item: FeedItem, kept: "_Kept | None") -> Taken:
        """With the item's chapters, else with those known before and why none came."""
        url = item.chapters_url
        if url is None:
            return replace(taken, chapters=item.chapters)
        before = kept.state if kept is not None and kept.state.chapters_url == url else None
        try:
            answer = self.client.fetch(
                url,
                etag=before.chapters_etag if before else None,
                last_modified=before.chapters_last_modified if before else None,
                max_bytes=MAX_CHAPTERS_BYTES,
            )
            if not isinstance(answer, Fetched):
                assert kept is not None
                assert before is not None
                found, etag, modified = (
                    kept.chapters, before.chapters_etag, before.chapters_last_modified,
                )  # fmt: skip
            else:
                found = read_chapters(answer.body, answer.url)
                etag, modified = answer.etag, answer.last_modified
            state = replace(
                taken.state,
                chapters_url=url,
                chapters_etag=etag,
                chapters_last_modified=modified,
            )
            return replace(taken, state=state, chapters=found)
        except (Unreachable, InvalidArgument, Unreadable) as error:
            passing = _is_passing(error)
            return replace(
                taken,
                state=replace(taken.state, item="") if passing else taken.state,
                chapters=kept.chapters if kept is not None else item.chapters,
                failures=(*taken.failures, f"no chapters: {_said(url, error)}"),
                passing=taken.passing or passing,
            )


def _best(
    ranked: Sequence[FeedTranscript],
    candidate: Callable[[FeedTranscript], _Candidate],
    language: str | None,
) -> Taken:
    """Looks into the offers until none that is left can carry more; raises NothingTaken."""
    best: _Candidate | None = None
    read: list[_Candidate] = []
    failures: list[tuple[str, GroundcastError]] = []
    left: dict[str, str] = {}
    for offer in ranked:
        if best is not None and is_foreign(offer, language) > is_foreign(best.offer, language):
            left[offer.url] = f"is in another language ({offer.language})"
        elif best is not None and best.carried.everything:
            left[offer.url] = "not looked into: the one taken has speakers and times"
        else:
            try:
                found = candidate(offer)
            except GroundcastError as error:
                failures.append((offer.url, error))
                left[offer.url] = _lasting(error)
                continue
            read.append(found)
            if best is None or found.carried.worth > best.carried.worth:
                best = found
    if best is None:
        raise NothingTaken(failures)
    left |= {c.offer.url: c.carried.lack(best.carried) for c in read if c is not best}
    passing = any(_is_passing(error) for _, error in failures)
    return Taken(
        offer=best.offer,
        body=best.body,
        read=best.read,
        state=replace(best.state, item="") if passing else best.state,
        others=tuple(
            OtherTranscript(offer.url, offer.type, offer.language, left[offer.url])
            for offer in ranked
            if offer.url in left
        ),
        failures=tuple(
            f"{_said(url, error)}; {best.offer.url} is taken" for url, error in failures
        ),
        passing=passing,
    )


@dataclass(frozen=True, slots=True)
class _Kept:
    state: TranscriptState
    body: bytes
    chapters: tuple[Chapter, ...]
    others: tuple[OtherTranscript, ...]

    def same_offers(self, ranked: Sequence[FeedTranscript]) -> bool:
        """Whether an item offers what it did when this one was chosen."""
        before = {(other.url, other.type, other.language) for other in self.others}
        now = {(o.url, o.type, o.language) for o in ranked if o.url != self.state.url}
        return now == before and len(now) == len(ranked) - 1


def utc_now() -> str:
    """The time as the side file keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _unchanged(kept: _Kept | None) -> tuple[bytes, str | None, str | None]:
    assert kept is not None
    return kept.body, kept.state.etag, kept.state.last_modified


def _is_passing(error: GroundcastError) -> bool:
    return isinstance(error, Unreachable) and error.passing


def _lasting(error: GroundcastError) -> str:
    """Why an offer gave nothing, in words that are the same on every run."""
    if _is_passing(error):
        return "could not be fetched"
    return "is not there" if isinstance(error, Unreachable) else "cannot be read"


def _said(url: str, error: GroundcastError) -> str:
    """What is wrong with an address, naming it once."""
    said = str(error).rstrip(".")
    return said if url[:40] in said else f"{url}: {said}"
