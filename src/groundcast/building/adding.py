"""Adds sources to a corpus: read, extract, write each episode whole, then index."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from typing import Self, assert_never

from groundcast.building.episodes import (
    episode_of,
    joined_show,
    people_of,
    settings_of,
    show_of,
    transcript_of,
)
from groundcast.building.extracting import Extraction, ExtractionTask, extract_all
from groundcast.building.feeding import FeedReader, Reading, Untouched
from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.options import READ_AT_ONCE, WAS_REMOVED, AddOptions
from groundcast.building.progress import Progress
from groundcast.building.taking import KnownCorpus
from groundcast.corpus import codec
from groundcast.corpus.fetched import FetchStates, read_fetched
from groundcast.corpus.ids import episode_id, show_id, text_sha256
from groundcast.corpus.removals import removed_ids
from groundcast.corpus.truth import EpisodeFile, Hashes, TruthFiles
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import (
    Damaged,
    GroundcastError,
    InvalidArgument,
    NotFound,
    Unreachable,
    UnreadableSource,
    shown,
)
from groundcast.extraction import local
from groundcast.fetching.client import GuardedClient, checked_url
from groundcast.ingest.source import SkippedSource, SourceEpisode
from groundcast.ingest.sources import read_file, read_folder, read_manifest
from groundcast.records import Episode, Show, Transcript

DEFAULT_ENGINE = "local"
# Episodes of a feed that are written together: what an interruption costs to fetch again.
WRITTEN_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class AddedEpisode:
    """An episode a run read, and what became of it; `notes` say what its reader left out."""

    show: str
    title: str
    outcome: str
    insights: int = 0
    notes: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode that a run is to write."""

    show: Show
    file: EpisodeFile
    transcript: Transcript
    original: bytes
    outcome: str


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
    done: list[AddedEpisode] = []
    with ExitStack() as open_writer:
        writer: CorpusWriter | None = None
        for part in _read(corpus, sources, options, progress, client):
            told.join(part)
            episodes, left_out = _chosen(part.episodes, options, chosen, removed)
            told.skipped += left_out
            if options.dry_run:
                done += _would_add(corpus, episodes)
                continue
            if writer is None and (episodes or TruthFiles(corpus).exists):
                writer = open_writer.enter_context(CorpusWriter(corpus))
            if writer is not None and episodes:
                done += _write_episodes(writer, episodes, options, progress)
            if writer is not None and part.states != FetchStates():
                writer.write_fetched(read_fetched(corpus).updated(part.states))
        index = None
        if writer is not None:
            renew_registry(writer, progress)
            index = build_index(corpus, progress) if options.index else None
    return AddReport((*told.untouched, *done), tuple(told.skipped), index, told.unreached)


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
    states: FetchStates = field(default_factory=FetchStates)

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
    """The sources in parts, each to be written before the next is read."""
    local = [_read_one(source, options) for source in sources if not _is_address(source)]
    feeds = [str(checked_url(source)) for source in sources if _is_address(source)]
    if feeds and options.manifest is not None:
        raise InvalidArgument("--manifest is about the files of a folder, not about feeds.")
    progress.begin("Reading sources", None)
    if local or not feeds:
        items = chain.from_iterable(local)
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
            part = _Sources()
            try:
                part.take(islice(items, WRITTEN_AT_ONCE))
            except (Unreachable, UnreadableSource) as error:
                refused.append(error)
                if alone and len(refused) == len(feeds):
                    raise refused[0] from None
                part.skipped.append(SkippedSource(feed, error.explain()))
                part.unreached += isinstance(error, Unreachable)
            part.states = reader.new_states()
            if part == _Sources():
                break
            yield part
            reader.go_on()


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


def _read_one(source: str, options: AddOptions) -> Iterable[SourceEpisode | SkippedSource]:
    path = Path(source)
    if not path.exists():
        raise InvalidArgument(
            f"{shown(source)} does not exist.",
            hint="Name a folder, a transcript file or the address of a feed.",
        )
    if options.manifest is not None:
        if not path.is_dir():
            raise InvalidArgument(
                f"{shown(source)} is no folder.",
                hint="With --manifest, the source is the folder its paths start from.",
            )
        return read_manifest(options.manifest, path)
    if path.is_dir():
        return read_folder(path, options.show)
    return read_file(path, options.show)


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
            taken.append(episode)
    return taken, left_out


def _would_add(corpus: Path, episodes: Iterable[SourceEpisode]) -> Iterator[AddedEpisode]:
    truth = TruthFiles(corpus)
    known = known_files(truth)[1] if truth.exists else {}
    for source in episodes:
        show = show_of(source)
        outcome = "known" if episode_of(source, show, {}).id in known else "would be added"
        yield AddedEpisode(show.title, source.title, outcome, notes=source.transcript.notes)


def _write_episodes(
    writer: CorpusWriter,
    episodes: Sequence[SourceEpisode],
    options: AddOptions,
    progress: Progress,
) -> list[AddedEpisode]:
    if not writer.truth.exists:
        writer.write_settings(settings_of(episodes, DEFAULT_ENGINE))
    engine = writer.truth.settings.extraction_engine if options.extract else "none"
    shows, files = known_files(writer.truth)
    done: list[AddedEpisode] = []
    planned: list[_Planned] = []
    for source in episodes:
        show = joined_show(shows.get(show_id(source.show_key)), show_of(source))
        if shows.get(show.id) != show:
            shows[show.id] = show
            writer.write_show(show)
        plan = _plan(source, show, files, engine)
        files[plan.file.episode.id] = plan.file
        if plan.outcome == "unchanged":
            done.append(_done(plan, 0))
        else:
            planned.append(plan)
    tasks = [
        ExtractionTask(p.show, p.file.episode, p.transcript,
                       people_of(p.transcript, p.file.episode))
        for p in planned
    ]  # fmt: skip
    for plan, extraction in zip(planned, extract_all(engine, tasks, progress), strict=True):
        writer.write_episode(
            plan.show, plan.file, plan.transcript, extraction.knowledge, plan.original
        )
        done.append(_done(plan, _insights(extraction)))
    return done


def known_files(truth: TruthFiles) -> tuple[dict[str, Show], dict[str, EpisodeFile]]:
    """The readable shows and episode files; a damaged one counts as missing and is made anew."""
    shows: dict[str, Show] = {}
    files: dict[str, EpisodeFile] = {}
    for folder in truth.show_folders():
        try:
            show = truth.read_show(folder)
        except Damaged:
            continue
        shows[show.id] = show
    for folder in truth.episode_folders():
        try:
            file = truth.read_episode_file(folder)
        except Damaged:
            continue
        files[file.episode.id] = file
    return shows, files


def _plan(
    source: SourceEpisode, show: Show, files: dict[str, EpisodeFile], engine: str
) -> _Planned:
    taken = {
        file.episode.slug: file.episode.id
        for file in files.values()
        if file.episode.show_id == show.id
    }
    episode = episode_of(source, show, taken)
    known = files.get(episode.id)
    if known is not None:
        episode = replace(episode, slug=known.episode.slug)
    transcript = transcript_of(source.transcript, source.voices)
    suffix = PurePosixPath(source.original_name).suffix.lower()
    file = EpisodeFile(
        episode=episode,
        hashes=Hashes(
            original=hashlib.sha256(source.original).hexdigest(),
            text=text_sha256(transcript.text),
        ),
        source_format=source.transcript.format,
        original_name=f"original{suffix if suffix[1:].isalnum() else '.txt'}",
        input=_input_digest(episode, show, transcript, engine),
        notes=source.transcript.notes,
    )
    outcome = "added" if known is None else "unchanged" if known == file else "updated"
    return _Planned(show, file, transcript, source.original, outcome)


def _input_digest(episode: Episode, show: Show, transcript: Transcript, engine: str) -> str:
    made_from = (codec.compact(episode), show.title, codec.compact(transcript), engine_of(engine))
    return text_sha256("\x1f".join(made_from))[:16]


def engine_of(engine: str) -> str:
    """An engine with its version: another version extracts anew."""
    return engine if engine == "none" else f"{engine} {local.VERSION}"


def _insights(extraction: Extraction) -> int:
    return len(extraction.knowledge.insights) if extraction.knowledge else 0


def _done(plan: _Planned, insights: int) -> AddedEpisode:
    return AddedEpisode(
        plan.show.title, plan.file.episode.title, plan.outcome, insights, plan.file.notes
    )
