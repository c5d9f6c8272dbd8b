"""From lines of a transcript's source file to the words of the corpus.

The words of the file and those of the canonical text are aligned (their longest common
subsequence): reading drops markup, labels and notes but keeps the order of what is said.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rapidfuzz.distance import LCSseq

from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.entries import EpisodeEntry, EpisodeFilter
from groundcast.corpus.truth import TruthFiles
from groundcast.errors import InvalidArgument, NotFound, shown
from groundcast.evaluation.judged import Stretch
from groundcast.ingest.manifest import ManifestRow, manifest_rows
from groundcast.knowledge.opened import Snapshot

_WORD = re.compile(r"[^\W_]+")
_LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
# Fewer of a passage's words in the text, and it is not that passage that stands there.
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class _AlignedLines:
    """For each line of a file how many words it has, and where those in the text stand."""

    words: tuple[int, ...]
    spans: tuple[tuple[tuple[int, int], ...], ...]


class SourceLines:
    """Finds lines of the files a corpus was made from.

    `index` is the manifest the corpus was made with: it says which path is which episode. Without
    one an episode is known by its guid, which is the path where a folder was added as it is.
    """

    def __init__(self, snapshot: Snapshot, corpus: Path, index: Path | None = None) -> None:
        self._catalogue = snapshot.catalogue
        self._truth = TruthFiles(corpus)
        self._by_guid = _by_guid(snapshot.catalogue)
        self._by_path = _by_path(index, self._by_guid) if index is not None else {}
        self._aligned = lru_cache(maxsize=8)(self._align)

    def episode_of(self, path: str) -> EpisodeEntry:
        """The episode made from a path, or from one that ends it; raises NotFound."""
        found = self._by_path.get(path) or self._by_guid.get(path)
        parts = path.split("/")
        for first in range(1, len(parts)):
            found = found or self._by_path.get("/".join(parts[first:]))
        return _the_only(found or [], path)

    def episode_with_guid(self, guid: str) -> EpisodeEntry:
        """The episode with a guid; raises NotFound."""
        return _the_only(self._by_guid.get(guid, []), guid)

    def locate(self, episode: EpisodeEntry, first_line: int, last_line: int) -> Stretch | None:
        """Lines of its file, both included, counted from 1; null where they are not in the text."""
        aligned = self._aligned(episode.episode.id)
        lines = range(first_line - 1, min(last_line, len(aligned.words)))
        spans = [span for line in lines for span in aligned.spans[line]]
        if not spans or len(spans) < _LEAST_SHARE * sum(aligned.words[line] for line in lines):
            return None
        return Stretch(episode.episode.id, spans[0][0], spans[-1][1])

    def length(self, episode: EpisodeEntry) -> int:
        """Code points of an episode's text."""
        last = self._catalogue.turns_numbered(episode.episode.id, episode.turns, episode.turns)
        return last[0].char_end if last else 0

    def _align(self, episode_id: str) -> _AlignedLines:
        entry = self._catalogue.episode(episode_id)
        assert entry is not None
        file = self._truth.read_episode_file(self._folder(entry))
        show = self._catalogue.show(entry.episode.show_id)
        assert show is not None
        lines = self._truth.read_original(show.show, file).decode("utf-8", "replace").split("\n")
        source = [(word, line) for line, text in enumerate(lines) for word in _words(text)]
        turns = self._catalogue.turns_numbered(episode_id, 1, entry.turns)
        text = "\n".join(turn.text for turn in turns)
        said = [(m.group().casefold(), m.span()) for m in _WORD.finditer(text)]
        spans: list[list[tuple[int, int]]] = [[] for _ in lines]
        codes = LCSseq.opcodes([word for word, _ in source], [word for word, _ in said])
        for code in codes:
            if code.tag == "equal":
                for at in range(code.src_end - code.src_start):
                    line = source[code.src_start + at][1]
                    spans[line].append(said[code.dest_start + at][1])
        counts = [0] * len(lines)
        for _, line in source:
            counts[line] += 1
        return _AlignedLines(tuple(counts), tuple(map(tuple, spans)))

    def _folder(self, entry: EpisodeEntry) -> Path:
        show = self._catalogue.show(entry.episode.show_id)
        assert show is not None
        return self._truth.path / "shows" / show.show.slug / entry.episode.slug


def _words(line: str) -> Iterable[str]:
    text = _LINK_TARGET.sub("]", unicodedata.normalize("NFC", line))
    return (found.group().casefold() for found in _WORD.finditer(text))


def _by_guid(catalogue: Catalogue) -> dict[str, list[EpisodeEntry]]:
    everything = EpisodeFilter()
    listed: dict[str, list[EpisodeEntry]] = {}
    for entry in catalogue.list_episodes(everything, 0, catalogue.count_episodes(everything)):
        listed.setdefault(entry.episode.guid, []).append(entry)
    return listed


def _by_path(
    index: Path, by_guid: Mapping[str, list[EpisodeEntry]]
) -> dict[str, list[EpisodeEntry]]:
    try:
        data = index.read_bytes()
    except OSError as error:
        raise InvalidArgument(
            f"{shown(index)} cannot be read: {error.strerror}.",
            hint="Name with --index the manifest that the corpus was made with.",
        ) from None
    rows = [row for row in manifest_rows(data, index.name) if isinstance(row, ManifestRow)]
    return {
        row.text("path"): by_guid.get(
            row.text("guid") or row.text("episode_id") or row.text("path"), []
        )
        for row in rows
    }


def _the_only(found: list[EpisodeEntry], wanted: str) -> EpisodeEntry:
    if len(found) == 1:
        return found[0]
    what = "fits several episodes" if found else "is no episode"
    raise NotFound(
        f"{shown(wanted)} {what} of this corpus.",
        hint="Evaluate on the corpus it was judged on, naming its manifest with --index.",
    )
