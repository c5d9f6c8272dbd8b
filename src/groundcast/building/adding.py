"""Adds sources to a corpus: read, extract, write each episode whole, then index."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Self, assert_never

from groundcast.building.episodes import episode_of, show_of
from groundcast.building.feeding import FeedReader, GoneFromFeed, Reading, Untouched
from groundcast.building.hearing import Listener, would_hear
from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.options import READ_AT_ONCE, WAS_REMOVED, AddOptions
from groundcast.building.progress import Progress
from groundcast.building.taking import KnownCorpus
from groundcast.building.writing import (
    DEFAULT_ENGINE,
    GONE,
    AddedEpisode,
    EpisodeKeeper,
    engine_of,
    known_files,
)
from groundcast.corpus.fetched import FetchStates, read_fetched
from groundcast.corpus.hearing import forget_heard
from groundcast.corpus.ids import episode_id, show_id
from groundcast.corpus.removals import removed_ids
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import (
    GroundcastError,
    InvalidArgument,
    NotFound,
    Unreachable,
    UnreadableSource,
    shown,
)
from groundcast.fetching.client import GuardedClient, checked_url
from groundcast.ingest.languages import with_language
from groundcast.ingest.opml import is_opml, read_opml
from groundcast.ingest.source import SkippedSource, SourceEpisode
from groundcast.ingest.sources import Hear, leave_unheard, read_file, read_folder, read_manifest
from groundcast.models.separation import separator

# Episodes of a feed that are extracted together, so that several processes may share the work.
LOOKED_INTO_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class AddReport:
    """What a run did: `index` is null where none was wanted, `unreached` counts feeds."""

    episodes: tuple[AddedEpisode, ...]
    skipped: tuple[SkippedSource, ...]
    index: IndexReport | None
    unreached: int = 0

    def count(self, outcome: str) -> int:
        """Episodes with an outcome: added, updated, unchanged or would be added."""
        return sum(episode.outcome == outcome for episode in self.episodes)


def add(
    corpus: Path,
    sources: Sequence[str],
    options: AddOptions,
    progress: Progress,
    client: GuardedClient | None = None,
) -> AddReport:
    """Brings sources into the corpus, making it if need be; what is there already costs nothing.

    Feeds are asked through `client`, else through one with the limits it has by default.

    Raises InvalidArgument for a source that is nothing, CorpusLocked and NotReady as CorpusWriter
    does. A source that cannot be read or reached is reported and the rest goes on; where it was
    all there is, it is the error.
    """
    told = _Sources()
    removed = _removed(corpus, options)
    chosen: dict[tuple[str, str], str] = {}
    would: list[AddedEpisode] = []
    keeper: EpisodeKeeper | None = None
    with ExitStack() as open_writer:
        writer: CorpusWriter | None = None
        for part in _read(corpus, sources, options, progress, client):
            told.join(part)
            episodes, left_out = _chosen(part.episodes, options, chosen, removed)
            told.skipped += left_out
            if options.dry_run:
                would += _would_add(corpus, episodes)
                would += [AddedEpisode(gone.show, gone.title, GONE) for gone in part.gone]
                continue
            if writer is None and (episodes or TruthFiles(corpus).exists):
                writer = open_writer.enter_context(CorpusWriter(corpus))
                keeper = EpisodeKeeper(writer, progress, extract=options.extract)
            if writer is not None and keeper is not None:
                _keep(writer, keeper, part, episodes)
        index = None
        if writer is not None and keeper is not None:
            keeper.finish()
            forget_heard(corpus)
            if (noted := read_fetched(corpus)) != FetchStates():
                writer.write_fetched(noted)
            renew_registry(writer, progress)
            index = build_index(corpus, progress) if options.index else None
    done = keeper.done if keeper is not None else would
    return AddReport((*told.untouched, *done), tuple(told.skipped), index, told.unreached)


def _keep(
    writer: CorpusWriter, keeper: EpisodeKeeper, part: "_Sources", episodes: list[SourceEpisode]
) -> None:
    """Writes a part of what the sources gave, and what was fetched for it."""
    keeper.take(episodes, at_once=part.fetched)
    for gone in part.gone:
        keeper.mark_gone(gone.episode_id)
    if part.states.transcripts:
        writer.note_fetched(part.states.transcripts)
    # What is known of a feed says that nothing is left to do for its episodes.
    if part.states.feeds or keeper.waiting >= LOOKED_INTO_AT_ONCE:
        looked = keeper.waiting
        keeper.finish()
        if looked and part.go_on is not None:
            part.go_on()
    if part.states.feeds:
        writer.write_fetched(read_fetched(writer.path).updated(part.states))


def update(
    corpus: Path,
    options: AddOptions,
    progress: Progress,
    client: GuardedClient | None = None,
) -> AddReport:
    """Asks every feed the corpus knows for news; raises as `add`, and NotFound where none is."""
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus)
    feeds = [show.feed_url for show in known_files(truth)[0].values() if show.feed_url]
    if not feeds:
        raise NotFound(
            f"{shown(corpus)} knows no feed.", hint="Add one with: groundcast add FEED_URL."
        )
    return add(corpus, feeds, options, progress, client)


@dataclass(slots=True)
class _Sources:
    """What the sources of a run gave, or a part of it."""

    episodes: list[SourceEpisode] = field(default_factory=list[SourceEpisode])
    skipped: list[SkippedSource] = field(default_factory=list[SkippedSource])
    untouched: list[AddedEpisode] = field(default_factory=list[AddedEpisode])
    unreached: int = 0
    gone: list[GoneFromFeed] = field(default_factory=list[GoneFromFeed])
    states: FetchStates = field(default_factory=FetchStates)
    fetched: bool = False
    go_on: Callable[[], None] | None = None

    def take(self, items: Iterable[Reading]) -> Self:
        """Sorts what one source gave."""
        for item in items:
            match item:
                case SourceEpisode():
                    self.episodes.append(item)
                case SkippedSource():
                    self.skipped.append(item)
                case Untouched():
                    self.untouched.append(AddedEpisode(item.show, item.title, item.outcome))
                case GoneFromFeed():
                    self.gone.append(item)
                case _:
                    assert_never(item)
        return self

    def join(self, part: "_Sources") -> None:
        """Adds what a report says of a part; its episodes are not kept."""
        self.skipped += part.skipped
        self.untouched += part.untouched
        self.unreached += part.unreached


def _read(
    corpus: Path,
    sources: Sequence[str],
    options: AddOptions,
    progress: Progress,
    client: GuardedClient | None,
) -> Iterator[_Sources]:
    """The sources, files whole and feeds in parts, each to be written before the next is read."""
    lists = [Path(source) for source in sources if _is_list(source)]
    hear = _hearing(corpus, options, progress)
    local = [
        _read_one(source, options, hear)
        for source in sources
        if not _is_address(source) and Path(source) not in lists
    ]
    feeds = [str(checked_url(source)) for source in sources if _is_address(source)]
    listed = [entry for path in lists for entry in read_opml(path)]
    feeds += [entry for entry in listed if isinstance(entry, str)]
    left = [entry for entry in listed if isinstance(entry, SkippedSource)]
    if feeds and options.manifest is not None:
        raise InvalidArgument("--manifest is about the files of a folder, not about feeds.")
    progress.begin("Reading sources", None)
    if local or left or not feeds:
        items = chain(left, *local)
        yield _Sources().take(islice(items, READ_AT_ONCE))
        while (part := _Sources().take(islice(items, READ_AT_ONCE))) != _Sources():
            yield part
    if feeds:
        with nullcontext(client) if client else GuardedClient(options.allow_private) as asking:
            reader = FeedReader(asking, _known_corpus(corpus, options), options, progress)
            yield from _read_feeds(reader, list(dict.fromkeys(feeds)), alone=not local)


def _read_feeds(reader: FeedReader, feeds: list[str], *, alone: bool) -> Iterator[_Sources]:
    refused: list[GroundcastError] = []
    for feed in feeds:
        items = reader.read(feed)
        while True:
            part = _Sources(fetched=True, go_on=reader.go_on)
            try:
                item = next(items, None)
            except (Unreachable, UnreadableSource, InvalidArgument) as error:
                refused.append(error)
                if alone and len(refused) == len(feeds):
                    raise refused[0] from None
                part.skipped.append(SkippedSource(feed, error.explain(), feed))
                part.unreached += not isinstance(error, UnreadableSource)
                item = None
            part.take(() if item is None else (item,))
            part.states = reader.new_states()
            yield part
            if item is None:
                break


def _is_list(source: str) -> bool:
    return not _is_address(source) and Path(source).is_file() and is_opml(Path(source))


def _is_address(source: str) -> bool:
    return "://" in source


def _known_corpus(corpus: Path, options: AddOptions) -> KnownCorpus:
    truth = TruthFiles(corpus)
    shows, files = known_files(truth) if truth.exists else ({}, {})
    engine = truth.settings.extraction_engine if truth.exists else DEFAULT_ENGINE
    wanted = engine_of(engine if options.extract else "none")
    removed = _removed(corpus, options)
    return KnownCorpus(truth, shows, files, read_fetched(corpus), wanted, removed)


def _removed(corpus: Path, options: AddOptions) -> frozenset[str]:
    """The ids that a run must not bring back."""
    return frozenset() if options.again else removed_ids(TruthFiles(corpus))


def _hearing(corpus: Path, options: AddOptions, progress: Progress) -> Hear:
    if options.speech_model is None:
        return leave_unheard
    if options.dry_run:
        return would_hear
    speakers = separator(options.speaker_model)
    return Listener(corpus, options.speech_model, progress, speakers=speakers)


def _read_one(
    source: str, options: AddOptions, hear: Hear
) -> Iterable[SourceEpisode | SkippedSource]:
    path = Path(source)
    if not source.strip() or not path.exists():
        raise InvalidArgument(
            f"{shown(source) or 'A source without a name'} does not exist.",
            hint="Name a folder, a transcript file, an OPML file or the address of a feed.",
        )
    if options.manifest is not None:
        if not path.is_dir():
            raise InvalidArgument(
                f"{shown(source)} is no folder.",
                hint="With --manifest, the source is the folder its paths start from.",
            )
        return read_manifest(options.manifest, path, hear=hear)
    if path.is_dir():
        return read_folder(path, options.show, hear=hear)
    return read_file(path, options.show, hear=hear)


def _chosen(
    episodes: Iterable[SourceEpisode],
    options: AddOptions,
    chosen: dict[tuple[str, str], str],
    removed: frozenset[str],
) -> tuple[list[SourceEpisode], list[SkippedSource]]:
    """Those in the dates and within the limit, each guid of a show once in a run.

    `chosen` are the names of those taken so far, and gains the new ones.
    """
    taken: list[SourceEpisode] = []
    left_out: list[SkippedSource] = []
    for episode in episodes:
        key = (show_id(episode.show_key), episode.guid)
        if not removed.isdisjoint((key[0], episode_id(*key))):
            left_out.append(SkippedSource(episode.original_name, WAS_REMOVED))
        elif not options.in_dates(episode.facts.published_on):
            left_out.append(SkippedSource(episode.original_name, "outside --since and --until"))
        elif key in chosen:
            first = chosen[key]
            left_out.append(SkippedSource(episode.original_name, f"same guid as {first}"))
        elif options.limit is not None and len(chosen) >= options.limit:
            left_out.append(SkippedSource(episode.original_name, "beyond --limit"))
        else:
            chosen[key] = episode.original_name
            taken.append(with_language(episode))
    return taken, left_out


def _would_add(corpus: Path, episodes: Iterable[SourceEpisode]) -> Iterator[AddedEpisode]:
    truth = TruthFiles(corpus)
    known = known_files(truth)[1] if truth.exists else {}
    for source in episodes:
        show = show_of(source)
        outcome = "known" if episode_of(source, show, {}).id in known else "would be added"
        yield AddedEpisode(show.title, source.title, outcome, notes=source.transcript.notes)
