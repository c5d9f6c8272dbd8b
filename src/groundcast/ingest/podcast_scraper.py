"""Reads a podcast_scraper corpus: which episodes there are, in which run, and each one whole."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.scraped_files import ScrapedFolder
from groundcast.ingest.scraped_knowledge import (
    ScrapedIdentities,
    ScrapedKnowledge,
    ScrapedName,
    read_identities,
    read_insights,
    read_names,
)
from groundcast.ingest.scraped_metadata import Cast, ScrapedMetadata, read_metadata
from groundcast.ingest.scraped_shows import METADATA, ScrapedShow, Version, shows_of
from groundcast.ingest.scraped_transcripts import read_scraped_transcript
from groundcast.ingest.source import ShowFacts, SkippedSource, SourceEpisode, SourceFacts

_KNOWLEDGE = (".gi.json", ".kg.json", ".bridge.json")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ScrapedEntry:
    """An episode and its versions, newest first."""

    show: ScrapedShow
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Discovered:
    """What is in a corpus: episodes by show and date, files refused, and files that are ignored."""

    folder: ScrapedFolder
    entries: tuple[ScrapedEntry, ...]
    refused: tuple[SkippedSource, ...]
    enrichment_files: int
    search_files: int


@dataclass(frozen=True, slots=True)
class ScrapedEpisode:
    """An episode read whole; `texts` are what the offsets of quotes may count in.

    `knowledge` is null where `knowledge_file` could not be read; `knowledge_fault` says why.
    """

    source: SourceEpisode
    texts: tuple[str, ...]
    cast: Cast
    knowledge: ScrapedKnowledge | None
    knowledge_file: str
    knowledge_fault: str
    names: tuple[ScrapedName, ...]
    identities: ScrapedIdentities
    refused: tuple[SkippedSource, ...]


def discover(path: Path) -> Discovered:
    """The episodes under `feeds/…/run_…/metadata/`, or under `metadata/` directly.

    Raises UnreadableSource where the folder is no such corpus.
    """
    if not path.is_dir():
        raise UnreadableSource(f"There is no folder {shown(path)}.")
    folder = ScrapedFolder(path.resolve())
    refused: list[SkippedSource] = []
    places = list(_metadata_folders(folder, refused))
    if not places:
        raise UnreadableSource(
            f"{shown(path)} is no podcast_scraper corpus: it has neither"
            " feeds/…/run_…/metadata/ nor metadata/.",
            hint="Name the folder that holds feeds/.",
        )
    versions: list[Version] = []
    for place, rank, feed in places:
        versions += _versions(folder, place, rank, feed, refused)
    entries = sorted(
        _entries(versions, refused, folder),
        key=lambda entry: (entry.show.key, entry.versions[0].metadata.published_on or "",
                           entry.versions[0].metadata.episode_id),
    )  # fmt: skip
    enrichments, search = _ignored(folder.root)
    return Discovered(folder, tuple(entries), tuple(refused), enrichments, search)


def read_entry(
    folder: ScrapedFolder, entry: ScrapedEntry
) -> tuple[ScrapedEpisode | None, tuple[SkippedSource, ...]]:
    """The newest version of an episode that can be read, and what was refused on the way."""
    refused: list[SkippedSource] = []
    for version in entry.versions:
        try:
            episode = _read_version(folder, entry.show, version)
        except UnreadableSource as error:
            refused.append(SkippedSource(folder.name(version.file), error.explain()))
            continue
        return episode, (*refused, *episode.refused)
    return None, tuple(refused)


def _metadata_folders(
    folder: ScrapedFolder, refused: list[SkippedSource]
) -> Iterator[tuple[Path, tuple[str, str], str | None]]:
    """The folders `metadata`, each with the rank of its run and the feed it is under."""
    feeds = [(feed, feed.name) for feed in _folders(folder, folder.root / "feeds", refused)]
    for base, feed in ((folder.root, None), *feeds):
        runs = [run for run in _folders(folder, base, refused) if run.name.startswith("run_")]
        for run in (base, *runs):
            named = [place for place in _folders(folder, run, refused) if place.name == "metadata"]
            stamp = re.sub(r"\D", "", run.name)[:14].ljust(14, "0") if run is not base else ""
            for place in named:
                yield place, (stamp, run.name if run is not base else ""), feed


def _folders(folder: ScrapedFolder, path: Path, refused: list[SkippedSource]) -> list[Path]:
    """The folders in a folder, by name; linked ones are not followed."""
    if not path.is_dir() or path.is_symlink():
        return []
    found: list[Path] = []
    for entry in _listed(folder, path, refused):
        if entry.is_symlink() and entry.is_dir():
            skipped = SkippedSource(folder.name(entry), "a linked folder, which is not followed")
            refused += [skipped] if skipped not in refused else []
        elif entry.is_dir():
            found.append(entry)
    return found


def _listed(folder: ScrapedFolder, path: Path, refused: list[SkippedSource]) -> list[Path]:
    """What is in a folder and not hidden; nothing, with the reason, where it cannot be listed."""
    try:
        return [entry for entry in folder.entries(path) if not entry.name.startswith(".")]
    except UnreadableSource as error:
        refused.append(SkippedSource(folder.name(path), error.explain()))
        return []


def _versions(
    folder: ScrapedFolder,
    place: Path,
    rank: tuple[str, str],
    feed: str | None,
    refused: list[SkippedSource],
) -> Iterator[Version]:
    """What the metadata files of one folder say; the others are refused with their reason."""
    files = _listed(folder, place, refused)
    stems = {f.name.removesuffix(METADATA) for f in files if f.name.endswith(METADATA)}
    for file in files:
        name = folder.name(file)
        ending = next((end for end in _KNOWLEDGE if file.name.endswith(end)), None)
        if ending is not None and file.name.removesuffix(ending) not in stems:
            refused.append(SkippedSource(name, f"has no {METADATA.strip('.')} beside it"))
        if not file.name.endswith(METADATA):
            continue
        try:
            metadata = read_metadata(folder.json_of(file))
        except UnreadableSource as error:
            refused.append(SkippedSource(name, error.explain()))
            continue
        yield Version(file, rank, metadata, feed)


def _entries(
    versions: Sequence[Version], refused: list[SkippedSource], folder: ScrapedFolder
) -> Iterator[ScrapedEntry]:
    shows = shows_of(versions)
    held: dict[tuple[str, str], list[Version]] = {}
    # Within a run the first of two files about one episode is taken, over runs the newest.
    for version in sorted(
        sorted(versions, key=lambda v: v.file), key=lambda v: v.rank, reverse=True
    ):
        mine = held.setdefault((shows[version.file].key, version.metadata.episode_id), [])
        if mine and mine[-1].rank == version.rank:
            reason = f"is about the episode of {folder.name(mine[-1].file)}, in the same run"
            refused.append(SkippedSource(folder.name(version.file), reason))
        else:
            mine.append(version)
    for found in held.values():
        yield ScrapedEntry(shows[found[0].file], tuple(found))


def _read_version(folder: ScrapedFolder, show: ScrapedShow, version: Version) -> ScrapedEpisode:
    metadata = version.metadata
    taken = read_scraped_transcript(folder, version.file, version.stem, metadata)
    refused = list(taken.refused)
    about = metadata.episode_id

    def beside(ending: str, read: Callable[[object, str], Value]) -> Value | None:
        file = version.file.with_name(version.stem + ending)
        if not file.exists() and not file.is_symlink():
            return None
        try:
            return read(folder.json_of(file), about)
        except UnreadableSource as error:
            refused.append(SkippedSource(folder.name(file), error.explain()))
            return None

    knowledge = beside(".gi.json", read_insights)
    knowledge_file = folder.name(version.file.with_name(version.stem + ".gi.json"))
    faults = [item.reason for item in refused if item.name == knowledge_file]
    named = beside(".kg.json", read_names) or ()
    identities = beside(".bridge.json", read_identities) or ScrapedIdentities()
    names = (*named, *(knowledge.names if knowledge else ()))
    cast = Cast(metadata.speakers, [(n.id, n.name) for n in names if n.kind == "person"])
    notes = tuple(f"{item.name}: {item.reason}" for item in refused)
    read = replace(taken.read, notes=(*notes, *taken.read.notes))
    return ScrapedEpisode(
        source=SourceEpisode(
            show_key=show.title,
            show_title=show.title,
            guid=about,
            title=metadata.title,
            original_name=taken.name,
            original=taken.original,
            transcript=read,
            voices=cast.voices(read, metadata.credits),
            facts=_facts(metadata),
            show_facts=ShowFacts(feed_url=show.feed_url),
        ),
        texts=taken.texts,
        cast=cast,
        knowledge=knowledge,
        knowledge_file=knowledge_file,
        knowledge_fault=faults[0] if faults else "is not there",
        names=names,
        identities=identities,
        refused=tuple(refused),
    )


def _facts(metadata: ScrapedMetadata) -> SourceFacts:
    return SourceFacts(
        title=metadata.title,
        guid=metadata.episode_id,
        published_on=metadata.published_on,
        duration_seconds=metadata.duration_seconds,
        summary=metadata.summary,
        credits=metadata.credits,
    )


def _ignored(root: Path) -> tuple[int, int]:
    """How many files of enrichments and of search indexes there are."""
    enrichments = search = 0
    for place, _, files in os.walk(root):
        parts = Path(place).relative_to(root).parts
        enrichments += len(files) if "enrichments" in parts else 0
        search += len(files) if parts[:1] == ("search",) else 0
    return enrichments, search
