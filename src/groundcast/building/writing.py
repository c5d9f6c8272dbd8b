"""Writes episodes into a corpus: what is new at once, what is in them some at a time."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from groundcast.building.episodes import (
    episode_of,
    joined_show,
    people_of,
    settings_of,
    show_of,
    transcript_of,
)
from groundcast.building.extracting import Extraction, ExtractionTask, extract_all
from groundcast.building.progress import Progress
from groundcast.building.reanchoring import carried_over_from
from groundcast.corpus import codec
from groundcast.corpus.ids import show_id, text_sha256
from groundcast.corpus.truth import EpisodeFile, Hashes, TruthFiles
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import Damaged
from groundcast.extraction import local
from groundcast.ingest.source import SourceEpisode
from groundcast.records import Episode, Show, Transcript

DEFAULT_ENGINE = "local"
GONE = "gone from its feed"


@dataclass(frozen=True, slots=True)
class AddedEpisode:
    """An episode a run read, and what became of it; `notes` say what its reader left out."""

    show: str
    title: str
    outcome: str
    insights: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode that a run is to write; `same_words` where what was found in it holds."""

    show: Show
    file: EpisodeFile
    transcript: Transcript
    original: bytes
    outcome: str
    same_words: bool


class EpisodeKeeper:
    """Keeps the episodes of one run.

    What is new and came over the network is written as it comes, without what extraction finds in
    it, so that whatever ends the run costs no second fetch; the next run takes it up from there.
    What replaces an episode waits, since what was found in the one before is still needed.
    """

    def __init__(self, writer: CorpusWriter, progress: Progress, *, extract: bool) -> None:
        self._writer = writer
        self._progress = progress
        self._extract = extract
        self._shows, self._files = known_files(writer.truth)
        self._waiting: list[_Planned] = []
        self.done: list[AddedEpisode] = []

    @property
    def waiting(self) -> int:
        """How many episodes wait for what `finish` does."""
        return len(self._waiting)

    def take(self, episodes: Sequence[SourceEpisode], *, at_once: bool) -> None:
        """Takes episodes in; `at_once` writes those that are new before they are looked into."""
        if not episodes:
            return
        if not self._writer.truth.exists:
            self._writer.write_settings(settings_of((e.show_key for e in episodes), DEFAULT_ENGINE))
        # Refuses a corpus of a newer format before anything of it is written.
        engine = self._engine
        for source in episodes:
            show = joined_show(self._shows.get(show_id(source.show_key)), show_of(source))
            if self._shows.get(show.id) != show:
                self._shows[show.id] = show
                self._writer.write_show(show)
            plan = _plan(source, show, self._files, engine)
            self._files[plan.file.episode.id] = plan.file
            if plan.outcome == "unchanged":
                self.done.append(_done(plan, 0))
            elif plan.same_words:
                self._writer.write_episode_file(show, plan.file)
                self.done.append(_done(plan, 0))
            else:
                self._waiting.append(plan)
                if at_once and engine == "none":
                    self.finish()
                elif at_once and plan.outcome == "added":
                    self._write_unread(source, plan)

    def mark_gone(self, episode_id: str) -> None:
        """Marks an episode that its feed no longer lists."""
        file = self._files[episode_id]
        show = self._shows[file.episode.show_id]
        file = replace(file, episode=replace(file.episode, gone_from_feed=True))
        self._files[episode_id] = file
        self._writer.write_episode_file(show, file)
        self.done.append(AddedEpisode(show.title, file.episode.title, GONE))

    def finish(self) -> None:
        """Looks into the episodes that wait, and writes them whole."""
        plans, self._waiting = self._waiting, []
        tasks = [
            ExtractionTask(p.show, p.file.episode, p.transcript,
                           people_of(p.transcript, p.file.episode))
            for p in plans
        ]  # fmt: skip
        found = extract_all(self._engine, tasks, self._progress) if plans else ()
        for plan, extraction in zip(plans, found, strict=True):
            knowledge = extraction.knowledge
            if plan.outcome == "updated" and knowledge is not None:
                knowledge = carried_over_from(
                    self._writer.truth, plan.show, plan.file.episode, plan.transcript, knowledge
                )
            self._writer.write_episode(
                plan.show, plan.file, plan.transcript, knowledge, plan.original
            )
            self.done.append(_done(plan, _insights(extraction)))

    @property
    def _engine(self) -> str:
        return self._writer.truth.settings.extraction_engine if self._extract else "none"

    def _write_unread(self, source: SourceEpisode, plan: _Planned) -> None:
        """The input it is written with is that of no engine: another run looks into it."""
        digest = input_digest(plan.file.episode, plan.show, plan.transcript, engine_of("none"))
        file = replace(plan.file, input=digest)
        self._writer.write_episode(plan.show, file, plan.transcript, None, source.original)


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
        input=input_digest(episode, show, transcript, engine_of(engine)),
        notes=source.transcript.notes,
        other_transcripts=source.other_transcripts,
    )
    outcome = "added" if known is None else "unchanged" if known == file else "updated"
    same = known is not None and (known.input, known.hashes) == (file.input, file.hashes)
    return _Planned(show, file, transcript, source.original, outcome, same_words=same)


def input_digest(episode: Episode, show: Show, transcript: Transcript, found_by: str) -> str:
    """Of all an episode is made from; `found_by` is the engine, or what was found elsewhere."""
    # Whether a feed still lists an episode says nothing of what is in it.
    episode = replace(episode, gone_from_feed=False)
    made_from = (codec.compact(episode), show.title, codec.compact(transcript), found_by)
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
