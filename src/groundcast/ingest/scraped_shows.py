"""Which of a podcast_scraper corpus's feed ids, folders and titles are one show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus.ids import slug
from groundcast.ingest.scraped_metadata import ScrapedMetadata

METADATA = ".metadata.json"


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
        return self.file.name.removesuffix(METADATA)


def shows_of(versions: Sequence[Version]) -> dict[Path, ScrapedShow]:
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
