"""From folders, single files and manifests to episodes, and a reason for whatever gave none."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from groundcast.errors import UnreadableSource, shown
from groundcast.ingest.audio import is_recording_file
from groundcast.ingest.blocks import document_share
from groundcast.ingest.decoding import MAX_SOURCE_BYTES, decode, too_large
from groundcast.ingest.front_matter import facts_of, iso_date, merged_facts, split_front_matter
from groundcast.ingest.manifest import ManifestRow, manifest_rows
from groundcast.ingest.source import (
    ReadTranscript,
    SkippedSource,
    SourceEpisode,
    SourceFacts,
)
from groundcast.ingest.transcripts import read_transcript
from groundcast.ingest.voices import identify_voices

MIN_UNLABELLED_WORDS = 100
MAX_DOCUMENT_SHARE = 0.4

_TEXT_SUFFIXES = frozenset(("", ".md", ".markdown", ".mdown", ".txt", ".text"))
_ABOUT_THE_FOLDER = re.compile(
    r"(?:_index(?:\.\w{2})?|index|readme|licen[cs]e|copying|notice|authors|contributors|"
    r"contributing|changelog|changes|code_of_conduct|security|sources|manifest|todo|"
    r"agents|makefile)(?:[-.]\w+)?",
    re.I,
)
_NO_SHOW_NAME = re.compile(
    r"(?:seasons?|series|volume|vol|year|s)?[ _-]*\d{1,4}|[a-z]{2}(?:-[a-z]{2})?|_?posts?|"
    r"episodes?|transcripts?|transcriptions?|subtitles?|captions?|srt|vtt|json|md|text|txt|podcasts?|content|"
    r"data|src",
    re.I,
)
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})(?=\D|$)")


@dataclass(frozen=True, slots=True)
class HeardFile:
    """What a recogniser made of a recording: its transcript's bytes, and the recording's title."""

    original: bytes
    title: str | None


# Turns a recording into a transcript; raises UnreadableSource with the reason where it does not.
Hear = Callable[[Path], HeardFile]


def leave_unheard(file: Path) -> HeardFile:
    """What becomes of a recording where no speech model is named; raises UnreadableSource."""
    raise UnreadableSource(
        f"{shown(file.name)} is a recording.",
        hint="Hear it with: --speech-model FOLDER, or a faster-whisper model's name to download.",
    )


def read_folder(
    path: Path, show: str | None = None, *, hear: Hear = leave_unheard
) -> Iterator[SourceEpisode | SkippedSource]:
    """Every transcript under a folder, in order of path; a file that is none says why.

    The show is `show`, else what the file states, else the nearest folder with a telling name.
    Links that lead out of the folder and linked folders are not followed.

    Raises:
        UnreadableSource: there is no such folder.
    """
    if not path.is_dir():
        raise UnreadableSource(f"There is no folder {shown(path)}.")
    root = path.resolve()
    for name, reason in _walk(root):
        if reason is not None:
            yield SkippedSource(name, reason)
            continue
        facts = SourceFacts(show_title=show, show=show)
        yield _episode(root, name, facts, hear, explicit=False)


def read_file(
    path: Path, show: str | None = None, *, hear: Hear = leave_unheard
) -> Iterator[SourceEpisode | SkippedSource]:
    """The one episode a transcript file or a recording holds.

    Raises:
        UnreadableSource: there is no such file.
    """
    if not path.is_file():
        raise UnreadableSource(f"There is no file {shown(path)}.")
    file = path.resolve()
    facts = SourceFacts(show_title=show, show=show)
    yield _episode(file.parent, file.name, facts, hear, explicit=True)


def read_manifest(
    manifest_path: Path, root: Path, *, hear: Hear = leave_unheard
) -> Iterator[SourceEpisode | SkippedSource]:
    """The episodes of a manifest's rows, in their order; paths count from `root`.

    Raises:
        UnreadableSource: the manifest is missing, no table, or lacks the columns path and show.
    """
    if not manifest_path.is_file():
        raise UnreadableSource(f"There is no manifest {shown(manifest_path)}.")
    folder = root.resolve()
    rows = manifest_rows(_bytes_of(manifest_path), manifest_path.name)
    seen: dict[tuple[str, str], str] = {}
    for row in rows:
        if isinstance(row, str):
            yield SkippedSource(manifest_path.name, row)
            continue
        found = _row_episode(row, folder, hear)
        if isinstance(found, SourceEpisode):
            key = (found.show_key, found.guid)
            if key in seen:
                reason = f"has the guid of {seen[key]} in the same show"
                found = SkippedSource(f"row {row.line}: {found.original_name}", reason)
            else:
                seen[key] = f"row {row.line}"
        yield found


def _walk(root: Path) -> Iterator[tuple[str, str | None]]:
    """Relative paths in order; with a reason where a path is not to be read."""
    found: list[tuple[str, str | None]] = []
    for folder, names, files in os.walk(root, followlinks=False):
        here = Path(folder)
        for name in [*names]:
            relative = (here / name).relative_to(root).as_posix()
            if (here / name).is_symlink():
                found.append((relative, "a linked folder, which is not followed"))
                names.remove(name)
            elif name.startswith("."):
                found.append((relative, "a hidden folder"))
                names.remove(name)
        for name in files:
            relative = (here / name).relative_to(root).as_posix()
            found.append((relative, _refusal(here / name, root)))
    yield from sorted(found)


def _refusal(file: Path, root: Path) -> str | None:
    if file.name.startswith("."):
        return "a hidden file"
    if file.is_symlink() and not file.resolve().is_relative_to(root):
        return "a link out of the folder, which is not followed"
    try:
        status = file.stat()
    except OSError:
        return "a link to nothing"
    if not stat.S_ISREG(status.st_mode):
        return "no regular file"
    if _ABOUT_THE_FOLDER.fullmatch(file.name):
        return "a file about the folder, not a transcript"
    if status.st_size > MAX_SOURCE_BYTES and not is_recording_file(file):
        return too_large(file.name, status.st_size).explain()
    return None


def _row_episode(row: ManifestRow, root: Path, hear: Hear) -> SourceEpisode | SkippedSource:
    path, show = row.text("path"), row.text("show")
    named = f"row {row.line}: {shown(path or '(no path)')}"
    if not path or not show:
        return SkippedSource(named, f"the row has no {'show' if path else 'path'}")
    try:
        file = (root / path).resolve()
        outside = not file.is_relative_to(root)
        missing = not outside and not file.is_file()
    except (OSError, ValueError):
        return SkippedSource(named, "the path is no path")
    if outside:
        return SkippedSource(named, "the path leads out of the manifest's folder")
    if missing:
        return SkippedSource(named, "the file is missing")
    facts, notes = facts_of(row.values)
    stated = replace(facts, show=show, show_title=facts.show_title or title_of_key(show))
    found = _episode(root, path, stated, hear, explicit=True)
    if isinstance(found, SkippedSource):
        return SkippedSource(named, found.reason)
    noted = tuple(f"manifest: {note}" for note in notes)
    return replace(
        found, transcript=replace(found.transcript, notes=(*noted, *found.transcript.notes))
    )


def _episode(
    root: Path, name: str, stated: SourceFacts, hear: Hear, *, explicit: bool
) -> SourceEpisode | SkippedSource:
    """The episode of one file; `stated` wins over what the file says of itself."""
    original_name = name
    try:
        if is_recording_file(root / name):
            heard = hear(root / name)
            original, original_name = heard.original, f"{name}.json"
            stated = merged_facts(stated, SourceFacts(title=heard.title or Path(name).stem))
        else:
            original = _bytes_of(root / name)
        transcript = read_transcript(original, name, stated.credits)
    except UnreadableSource as refusal:
        return SkippedSource(name, refusal.explain())
    if not explicit:
        reason = _no_transcript(transcript, original, name)
        if reason is not None:
            return SkippedSource(name, reason)
    facts = merged_facts(stated, transcript.facts)
    dated = _DATED.match(Path(name).name)
    if facts.published_on is None and dated is not None:
        facts = replace(facts, published_on=iso_date(dated[1]))
    show_key = facts.show or facts.show_title or _folder_show(root, name)
    guid = facts.guid or name
    show_title = facts.show_title or title_of_key(show_key)
    return SourceEpisode(
        show_key=show_key,
        show_title=show_title,
        guid=guid,
        title=facts.title or guid,
        original_name=original_name,
        original=original,
        transcript=transcript,
        voices=identify_voices(transcript, facts.credits, show_title),
        facts=facts,
        language=facts.language,
    )


def _no_transcript(transcript: ReadTranscript, original: bytes, name: str) -> str | None:
    """Why a text without speakers, met in a folder, is taken for something else."""
    if transcript.format not in ("markdown", "text", "html"):
        return None
    if any(turn.speaker_label for turn in transcript.turns):
        return None
    if transcript.format == "html":
        return "a web page without speakers"
    if Path(name).suffix.casefold() not in _TEXT_SUFFIXES:
        return "neither captions nor a text with speakers"
    words = sum(len(turn.text.split()) for turn in transcript.turns if turn.kind == "speech")
    if words < MIN_UNLABELLED_WORDS:
        return f"a text of {words} words without speakers"
    body = split_front_matter(decode(original, name).text).body
    if document_share(body) > MAX_DOCUMENT_SHARE:
        return "a document of headings, lists, links or code without speakers"
    return None


def _folder_show(root: Path, name: str) -> str:
    """The name of the nearest folder that is not a season, a language or "episodes"."""
    for folder in reversed(Path(name).parent.parts):
        if not _NO_SHOW_NAME.fullmatch(folder):
            return folder
    return root.name or "podcast"


def _bytes_of(file: Path) -> bytes:
    try:
        if file.stat().st_size > MAX_SOURCE_BYTES:
            raise too_large(file.name, file.stat().st_size)
        return file.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise UnreadableSource(f"{shown(file.name)} cannot be read: {reason}.") from error


def title_of_key(key: str) -> str:
    """What to call a show that only a short name is known of: `slow-lane` is Slow Lane."""
    if key != key.lower() or " " in key:
        return key
    return " ".join(word.capitalize() for word in re.split(r"[-_]+", key) if word) or key
