"""Runs an extraction engine over episodes, in child processes where that pays."""

import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

from groundcast.building.progress import Progress
from groundcast.extraction.engine import Extractor
from groundcast.records import Episode, Knowledge, Show, Transcript

# A child process costs about two seconds to start; below this many characters of text (about an
# hour and a half of talk) one process is done sooner.
WORTH_CHILDREN = 100_000
MAX_CHILDREN = 8


@dataclass(frozen=True, slots=True)
class ExtractionTask:
    """One episode to extract from; `people` are its voices and credits by id."""

    show: Show
    episode: Episode
    transcript: Transcript
    people: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was found; null where no engine was asked."""

    knowledge: Knowledge | None


def extract_all(
    engine: str, tasks: Sequence[ExtractionTask], progress: Progress
) -> Iterator[Extraction]:
    """The extraction of each task, in order."""
    if engine == "none":
        yield from (Extraction(None) for _ in tasks)
        return
    progress.begin("Extracting", len(tasks))
    size = sum(len(task.transcript.text) for task in tasks)
    children = min(os.cpu_count() or 1, MAX_CHILDREN, len(tasks))
    found = (
        _in_children(tasks, children)
        if size >= WORTH_CHILDREN and children > 1
        else map(_extract, tasks)
    )
    for knowledge in found:
        progress.advance()
        yield Extraction(knowledge)


def _in_children(tasks: Sequence[ExtractionTask], children: int) -> Iterator[Knowledge]:
    with ProcessPoolExecutor(
        children, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts
    ) as pool:
        waiting: list[Future[Knowledge]] = [pool.submit(_extract, task) for task in tasks]
        try:
            for future in waiting:
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_interrupts() -> None:
    """The parent alone answers Ctrl-C, and ends its children itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_extractor: Extractor | None = None


def _extract(task: ExtractionTask) -> Knowledge:
    global _extractor
    if _extractor is None:
        from groundcast.extraction.local import LocalExtractor
        from groundcast.models.spacy_reader import SpacyReader

        _extractor = LocalExtractor(SpacyReader(parse=True))
    return _extractor.extract(task.show, task.episode, task.transcript, task.people)
