"""Takes another program's corpus over: its transcripts, and what it found in them."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePosixPath

from groundcast.building.episodes import (
    episode_of,
    joined_show,
    people_of,
    settings_of,
    show_of,
    transcript_of,
)
from groundcast.building.extracting import Extraction, ExtractionTask, extract_all
from groundcast.building.imported_knowledge import Judged, judged_knowledge
from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.progress import Progress
from groundcast.building.reanchoring import carried_over_from
from groundcast.building.writing import DEFAULT_ENGINE, engine_of, input_digest, known_files
from groundcast.corpus import codec
from groundcast.corpus.ids import episode_id, show_id, slug, text_sha256
from groundcast.corpus.removals import removed_ids
from groundcast.corpus.truth import EpisodeFile, Hashes, TruthFiles
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import InvalidArgument, shown
from groundcast.ingest.podcast_scraper import (
    Discovered,
    ScrapedEpisode,
    ScrapedShow,
    discover,
    read_entry,
)
from groundcast.ingest.source import SkippedSource
from groundcast.records import Dropped, Knowledge, Show, Transcript

WRITTEN_AT_ONCE = 50
WAS_REMOVED = "was removed from this corpus; import --again takes it anew"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What `import` does; `extract` looks for insights itself instead of taking theirs over."""

    extract: bool = False
    index: bool = True
    dry_run: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class ImportedEpisode:
    """An episode that was read, what became of it, and what of its knowledge is kept."""

    show: str
    title: str
    outcome: str
    insights: int
    quotes: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a run did; `older_versions` are of episodes that a newer run has."""

    episodes: tuple[ImportedEpisode, ...]
    refused: tuple[SkippedSource, ...]
    insights_kept: int
    insights_left_out: tuple[Dropped, ...]
    quotes_kept: int
    quotes_left_out: tuple[Dropped, ...]
    older_versions: int
    enrichment_files: int
    search_files: int
    index: IndexReport | None


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode as it is to stand in the corpus."""

    show: Show
    file: EpisodeFile
    transcript: Transcript
    original: bytes
    judged: Judged | None
    outcome: str


def import_podcast_scraper(
    corpus: Path, folder: Path, options: ImportOptions, progress: Progress
) -> ImportReport:
    """Brings a podcast_scraper corpus into ours, making it if need be; again, only what is new.

    Raises UnreadableSource where the folder is no such corpus, CorpusLocked and NotReady as
    CorpusWriter does.
    """
    progress.begin("Reading sources", None)
    if corpus.resolve() == folder.resolve():
        raise InvalidArgument(
            f"{shown(folder)} would be imported into itself.",
            hint="Name another --corpus DIR.",
        )
    found = discover(folder)
    truth = TruthFiles(corpus)
    if truth.exists:
        truth.settings  # noqa: B018 (refuses a corpus of a newer version)
    with ExitStack() as open_writer:
        writer: CorpusWriter | None = None
        if truth.exists and not options.dry_run:
            writer = open_writer.enter_context(CorpusWriter(corpus))
        run = _Run(found, truth, options, progress)
        for planned in run.batches():
            if options.dry_run:
                run.tell(planned, [None] * len(planned))
                continue
            if writer is None:
                writer = open_writer.enter_context(CorpusWriter(corpus))
            run.write(writer, planned)
        index = None
        if writer is not None and truth.exists:
            renew_registry(writer, progress)
            index = build_index(corpus, progress) if options.index else None
    return run.report(index)


class _Run:
    """One import under way: what is known, and what the report will say."""

    def __init__(
        self, found: Discovered, truth: TruthFiles, options: ImportOptions, progress: Progress
    ) -> None:
        self._found = found
        self._options = options
        self._progress = progress
        self._shows, self._files = known_files(truth) if truth.exists else ({}, {})
        self._removed = frozenset[str]() if options.again else removed_ids(truth)
        self._keys = _show_keys([entry.show for entry in found.entries], self._shows)
        self._engine = truth.settings.extraction_engine if truth.exists else DEFAULT_ENGINE
        self._episodes: list[ImportedEpisode] = []
        self._refused = list(found.refused)
        self._insights_left_out = Counter[str]()
        self._quotes_left_out = Counter[str]()

    def batches(self) -> Iterator[list[_Planned]]:
        """The episodes, some at a time."""
        self._progress.begin("Importing", len(self._found.entries))
        planned = self._planned()
        while batch := list(islice(planned, WRITTEN_AT_ONCE)):
            yield batch

    def write(self, writer: CorpusWriter, planned: Sequence[_Planned]) -> None:
        """Writes what is new or changed of a batch, and the shows it belongs to."""
        if not writer.truth.exists:
            writer.write_settings(settings_of(self._keys.values(), DEFAULT_ENGINE))
        for show in {plan.show.id: plan.show for plan in planned}.values():
            writer.write_show(show)
        fresh = [plan for plan in planned if plan.outcome != "unchanged"]
        written: dict[str, Knowledge | None] = {}
        for plan, extraction in zip(fresh, self._extracted(fresh), strict=True):
            knowledge = extraction.knowledge
            if plan.outcome == "updated" and knowledge is not None:
                knowledge = carried_over_from(
                    writer.truth, plan.show, plan.file.episode, plan.transcript, knowledge
                )
            writer.write_episode(plan.show, plan.file, plan.transcript, knowledge, plan.original)
            written[plan.file.episode.id] = knowledge
        self.tell(planned, [written.get(plan.file.episode.id) for plan in planned])

    def tell(self, planned: Sequence[_Planned], written: Sequence[Knowledge | None]) -> None:
        """Takes down for the report what became of a batch; `written` is null where nothing was."""
        for plan, own in zip(planned, written, strict=True):
            kept = plan.judged.knowledge if plan.judged is not None else own
            if plan.judged is not None:
                self._insights_left_out += plan.judged.insights_left_out
                self._quotes_left_out += plan.judged.quotes_left_out
            outcome = plan.outcome
            if self._options.dry_run and outcome != "unchanged":
                outcome = f"would be {outcome}"
            self._episodes.append(
                ImportedEpisode(
                    plan.show.title,
                    plan.file.episode.title,
                    outcome,
                    len(kept.insights) if kept else 0,
                    len(kept.quotes) if kept else 0,
                    plan.file.notes,
                )
            )

    def report(self, index: IndexReport | None) -> ImportReport:
        """What was done."""
        return ImportReport(
            episodes=tuple(self._episodes),
            refused=tuple(self._refused),
            insights_kept=sum(episode.insights for episode in self._episodes),
            insights_left_out=_counted(self._insights_left_out),
            quotes_kept=sum(episode.quotes for episode in self._episodes),
            quotes_left_out=_counted(self._quotes_left_out),
            older_versions=sum(len(entry.versions) - 1 for entry in self._found.entries),
            enrichment_files=self._found.enrichment_files,
            search_files=self._found.search_files,
            index=index,
        )

    def _planned(self) -> Iterator[_Planned]:
        for entry in self._found.entries:
            self._progress.advance()
            key = self._keys[entry.show.key]
            show, guid = show_id(key), entry.versions[0].metadata.episode_id
            if not self._removed.isdisjoint((show, episode_id(show, guid))):
                name = self._found.folder.name(entry.versions[0].file)
                self._refused.append(SkippedSource(name, WAS_REMOVED))
                continue
            scraped, refused = read_entry(self._found.folder, entry)
            self._refused += refused
            if scraped is not None:
                source = replace(scraped.source, show_key=key)
                yield self._plan(replace(scraped, source=source))

    def _plan(self, scraped: ScrapedEpisode) -> _Planned:
        source = scraped.source
        show = joined_show(self._shows.get(show_id(source.show_key)), show_of(source))
        self._shows[show.id] = show
        taken = {
            file.episode.slug: file.episode.id
            for file in self._files.values()
            if file.episode.show_id == show.id
        }
        episode = episode_of(source, show, taken)
        known = self._files.get(episode.id)
        if known is not None:
            gone = known.episode.gone_from_feed
            episode = replace(episode, slug=known.episode.slug, gone_from_feed=gone)
        transcript = transcript_of(source.transcript, source.voices)
        judged = None
        engine, notes = engine_of(self._engine), ("insights by our own engine, theirs not used",)
        if not self._options.extract:
            judged = judged_knowledge(scraped, transcript, episode.id)
            engine, notes = codec.compact(judged.knowledge), judged.notes
        file = EpisodeFile(
            episode=episode,
            hashes=Hashes(
                original=hashlib.sha256(source.original).hexdigest(),
                text=text_sha256(transcript.text),
            ),
            source_format=source.transcript.format,
            original_name=f"original{PurePosixPath(source.original_name).suffix.lower()}",
            input=input_digest(episode, show, transcript, engine),
            notes=(*notes, *source.transcript.notes),
        )
        outcome = "added" if known is None else "unchanged" if known == file else "updated"
        self._files[episode.id] = file
        return _Planned(show, file, transcript, source.original, judged, outcome)

    def _extracted(self, planned: Sequence[_Planned]) -> Iterator[Extraction]:
        if not self._options.extract:
            return (Extraction(plan.judged and plan.judged.knowledge) for plan in planned)
        tasks = [
            ExtractionTask(p.show, p.file.episode, p.transcript,
                           people_of(p.transcript, p.file.episode))
            for p in planned
        ]  # fmt: skip
        return extract_all(self._engine, tasks, self._progress)


def _show_keys(shows: Sequence[ScrapedShow], known: Mapping[str, Show]) -> dict[str, str]:
    """What each show's slug is made from: a known show's with its address, else its title.

    A title that another show has gets `-2`, `-3`.
    """
    by_address = {show.feed_url: show.slug for show in known.values() if show.feed_url}
    keys: dict[str, str] = {}
    for show in {show.key: show for show in shows}.values():
        if show.feed_url in by_address:
            keys[show.key] = by_address[show.feed_url]
    for show in {show.key: show for show in shows}.values():
        if show.key in keys:
            continue
        wanted, number = slug(show.title), 1
        key = wanted
        while key in keys.values() or _is_other(show, known.get(show_id(key))):
            number += 1
            key = f"{wanted}-{number}"
        keys[show.key] = key
    return keys


def _is_other(show: ScrapedShow, known: Show | None) -> bool:
    """Whether a known show of the same title has another address."""
    addresses = {show.feed_url, known.feed_url if known else None} - {None}
    return len(addresses) == 2


def _counted(reasons: Counter[str]) -> tuple[Dropped, ...]:
    return tuple(Dropped(reason, n) for reason, n in sorted(reasons.items()))
