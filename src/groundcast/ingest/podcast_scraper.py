"""Reads a podcast_scraper corpus: which episodes there are, in which run, and each one whole."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from groundcast.corpus.ids import slug
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
from groundcast.ingest.scraped_transcripts import read_scraped_transcript
from groundcast.ingest.source import ShowFacts, SkippedSource, SourceEpisode, SourceFacts

_METADATA = ".metadata.json"
_KNOWLEDGE = (".gi.json", ".kg.json", ".bridge.json")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ScrapedShow:
    """A show of the corpus, whatever ids its files give it; `title` is its first one."""

    key: str
    title: str
    feed_url: str | None


@dataclass(frozen=True, slots=True)
class Version:
    """An episode as one run has it; `rank` orders runs, the newest highest."""

    file: Path
    rank: tuple[str, str]
    metadata: ScrapedMetadata
    folder_key: str | None

    @property
    def stem(self) -> str:
        """What its files' names begin with."""
        return self.file.name.removesuffix(_METADATA)


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
    """An episode read whole; `knowledge` is null where there is none that can be read, and
    `knowledge_file` then says which file should have had it."""

    source: SourceEpisode
    texts: tuple[str, ...]
    cast: Cast
    knowledge: ScrapedKnowledge | None
    knowledge_file: str
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
    found: list[Path] = []
    for entry in sorted(path.iterdir()) if path.is_dir() and not path.is_symlink() else []:
        if entry.is_symlink() and entry.is_dir():
            skipped = SkippedSource(folder.name(entry), "a linked folder, which is not followed")
            if skipped not in refused:
                refused.append(skipped)
        elif entry.is_dir() and not entry.name.startswith("."):
            found.append(entry)
    return found


def _versions(
    folder: ScrapedFolder,
    place: Path,
    rank: tuple[str, str],
    feed: str | None,
    refused: list[SkippedSource],
) -> Iterator[Version]:
    """What the metadata files of one folder say; the others are refused with their reason."""
    files = sorted(file for file in place.iterdir() if not file.name.startswith("."))
    stems = {f.name.removesuffix(_METADATA) for f in files if f.name.endswith(_METADATA)}
    for file in files:
        name = folder.name(file)
        ending = next((end for end in _KNOWLEDGE if file.name.endswith(end)), None)
        if ending is not None and file.name.removesuffix(ending) not in stems:
            refused.append(SkippedSource(name, f"has no {_METADATA.strip('.')} beside it"))
        if not file.name.endswith(_METADATA):
            continue
        try:
            metadata = read_metadata(folder.json_of(file), name)
        except UnreadableSource as error:
            refused.append(SkippedSource(name, error.explain()))
            continue
        yield Version(file, rank, metadata, feed)


def _entries(
    versions: Sequence[Version], refused: list[SkippedSource], folder: ScrapedFolder
) -> Iterator[ScrapedEntry]:
    shows = _shows(versions)
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


def _shows(versions: Sequence[Version]) -> dict[Path, ScrapedShow]:
    """The show of each metadata file.

    Feed ids are one show where they share a folder or an address, or where one is the slug of
    the other's title and of no third one's.
    """
    keys = {version.file: _feed_key(version) for version in versions}
    joined = {key: key for key in keys.values()}

    def root(key: str) -> str:
        while joined[key] != key:
            key = joined[key]
        return key

    def join(one: str, other: str) -> None:
        low, high = sorted((root(one), root(other)))
        joined[high] = low

    alike: dict[tuple[str, str], str] = {}
    for version in versions:
        for name in (("folder", version.folder_key), ("url", version.metadata.feed_url)):
            if name[1] is not None:
                join(alike.setdefault((name[0], name[1]), keys[version.file]), keys[version.file])
    titled: dict[str, set[str]] = {}
    for version in versions:
        title = slug(version.metadata.show_title or "")
        if title in joined and keys[version.file] != title:
            titled.setdefault(title, set()).add(root(keys[version.file]))
    for title, others in sorted(titled.items()):
        if len({root(other) for other in others}) == 1:
            join(title, next(iter(others)))
    groups: dict[str, list[Version]] = {}
    for version in versions:
        groups.setdefault(root(keys[version.file]), []).append(version)
    shows = {key: _show(key, group) for key, group in groups.items()}
    return {version.file: shows[root(keys[version.file])] for version in versions}


def _feed_key(version: Version) -> str:
    metadata = version.metadata
    return slug(metadata.feed_id or version.folder_key or metadata.show_title or "podcast")


def _show(key: str, versions: Iterable[Version]) -> ScrapedShow:
    ordered = sorted(versions, key=lambda version: (version.rank, version.file))
    titles = [v.metadata.show_title for v in ordered if v.metadata.show_title]
    urls = [v.metadata.feed_url for v in ordered if v.metadata.feed_url]
    return ScrapedShow(key, titles[0] if titles else key, urls[-1] if urls else None)


def _read_version(folder: ScrapedFolder, show: ScrapedShow, version: Version) -> ScrapedEpisode:
    metadata = version.metadata
    taken = read_scraped_transcript(folder, version.file, version.stem, metadata)
    refused = list(taken.refused)
    about = metadata.episode_id

    def beside(ending: str, read: Callable[[object, str, str], Value]) -> Value | None:
        file = version.file.with_name(version.stem + ending)
        if not file.exists() and not file.is_symlink():
            return None
        try:
            return read(folder.json_of(file), folder.name(file), about)
        except UnreadableSource as error:
            refused.append(SkippedSource(folder.name(file), error.explain()))
            return None

    knowledge = beside(".gi.json", read_insights)
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
        knowledge_file=folder.name(version.file.with_name(version.stem + ".gi.json")),
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
