"""The transcript of an episode of a podcast_scraper corpus, and the text its quotes count in."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.scraped_files import (
    ScrapedFolder,
    clean,
    fields_of,
    number_in,
    text_in,
)
from groundcast.ingest.scraped_metadata import PERSON, ScrapedMetadata
from groundcast.ingest.source import ReadTranscript, SkippedSource
from groundcast.ingest.sources import title_of_key
from groundcast.ingest.sponsors import with_sponsors_marked
from groundcast.ingest.transcripts import read_transcript
from groundcast.ingest.voice_words import is_placeholder

FORMAT = "podcast-scraper-segments"
_SEGMENTS, _TEXT = ".segments.json", ".txt"


@dataclass(frozen=True, slots=True)
class ScrapedTranscript:
    """A transcript as read, the file it is from, and what went wrong on the way to it.

    `texts` are what the offsets of quotes may count in: the text file's, else the segments' texts
    joined in the ways that are usual.
    """

    name: str
    original: bytes
    read: ReadTranscript
    texts: tuple[str, ...]
    refused: tuple[SkippedSource, ...]


def read_scraped_transcript(
    folder: ScrapedFolder, metadata_file: Path, stem: str, metadata: ScrapedMetadata
) -> ScrapedTranscript:
    """The segments of an episode, else its text.

    Raises UnreadableSource where there is neither, with every reason met on the way.
    """
    refused: list[SkippedSource] = []
    segments, text = _places(folder, metadata_file, stem, metadata.transcript_path, refused)
    words = _bytes(folder, text, refused)
    source = (_as_written(words),) if words is not None else ()
    timed = _bytes(folder, segments, refused)
    if timed is not None:
        try:
            read, joined = _read_segments(folder.json_of(segments))
            return ScrapedTranscript(
                folder.name(segments), timed, read, source or joined, tuple(refused)
            )
        except UnreadableSource as error:
            refused.append(SkippedSource(folder.name(segments), error.explain()))
    if words is None:
        missing = f"no transcript: no {segments.name} or {text.name} to read"
        raise UnreadableSource("; ".join([missing, *(item.reason for item in refused)]))
    read = read_transcript(words, folder.name(text), metadata.credits)
    return ScrapedTranscript(folder.name(text), words, read, source, tuple(refused))


def _places(
    folder: ScrapedFolder,
    metadata_file: Path,
    stem: str,
    stated: str | None,
    refused: list[SkippedSource],
) -> tuple[Path, Path]:
    """Where the segments and the text of an episode are to be: as stated, else by its stem."""
    run = metadata_file.parent.parent
    usual = run / "transcripts" / stem
    if stated is not None:
        reason = f"there is no file {shown(stated)}"
        for start in (run, metadata_file.parent, folder.root):
            try:
                place = folder.linked(start, stated)
            except UnreadableSource as error:
                reason = str(error)
                continue
            if place is not None:
                return _stated_places(place)
        refused.append(SkippedSource(folder.name(metadata_file), f"transcript_file_path: {reason}"))
    return usual.with_name(stem + _SEGMENTS), usual.with_name(stem + _TEXT)


def _stated_places(place: Path) -> tuple[Path, Path]:
    """The segments and the text that go with a file which is stated as the transcript."""
    base = place.name.removesuffix(_SEGMENTS).removesuffix(_TEXT)
    text = place.with_name(base + _TEXT) if place.name.endswith(_SEGMENTS) else place
    return place.with_name(base + _SEGMENTS), text


def _bytes(folder: ScrapedFolder, path: Path, refused: list[SkippedSource]) -> bytes | None:
    """The bytes of a file; null where there is none, with the reason where it is not read."""
    if not path.exists() and not path.is_symlink():
        return None
    try:
        return folder.bytes_of(path)
    except UnreadableSource as error:
        refused.append(SkippedSource(folder.name(path), error.explain()))
        return None


def _as_written(data: bytes) -> str:
    """The text that Python's text mode gives, which is what offsets in it count in."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _read_segments(value: object) -> tuple[ReadTranscript, tuple[str, ...]]:
    listed = (fields_of(value) or {}).get("segments", value)
    if not isinstance(listed, list):
        raise UnreadableSource("no list of segments")
    elements = cast(list[object], listed)
    cues = list(_cues(elements))
    joined = join_cues(cues)
    turns, reads = with_sponsors_marked(joined.turns)
    if not any(turn.text and turn.kind in ("speech", "sponsor") for turn in turns):
        raise UnreadableSource("it holds no spoken words")
    lost = len(elements) - len(cues)
    read = ReadTranscript(
        format=FORMAT,
        turns=turns,
        time_source="exact" if any(turn.time_marks for turn in turns) else "none",
        notes=(
            *((f"{lost} segments without text left out",) if lost else ()),
            *joined.notes,
            *((f"{reads} sponsor reads marked and kept out of search",) if reads else ()),
        ),
    )
    texts = [cue.text for cue in cues]
    stripped = [text.strip() for text in texts]
    return read, tuple(dict.fromkeys(("".join(texts), " ".join(stripped), "\n".join(stripped))))


def _cues(elements: list[object]) -> Iterator[Cue]:
    for element in elements:
        fields = fields_of(element)
        text = (fields or {}).get("text")
        if fields is None or not isinstance(text, str) or not text.strip():
            continue
        label = text_in(fields, "speaker_label", "speaker") or ""
        yield Cue(
            number_in(fields, "start", "start_seconds"),
            number_in(fields, "end", "end_seconds"),
            clean(text),
            _spelled(label) or None,
        )


def _spelled(label: str) -> str:
    """A label without the form of an id: `person:ines-halloway` is Ines Halloway."""
    slug = label.removeprefix(PERSON)
    return slug if slug == label or is_placeholder(slug) else title_of_key(slug)
