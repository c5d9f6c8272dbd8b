"""A disk that is full or cannot be written to: one line, what serves goes on, nothing is lost."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.building.nursery import Ended, Nursery, Trouble, nursery
from tests.building.test_interruptions import (
    TALKS,
    adding,
    assert_ends_as,
    assert_readable,
    noted,
    state_of,
)
from tests.surfaces.asking import all_answers, over_stdio

from groundcast.errors import shown

KIB = 1024
# What is refused with so much room: the settings, an episode, the registry, a signal, the
# catalogue, the embeddings, the search backend. A build of the three talks takes 384 KiB.
ROOM_TO_BUILD = (4, 32, 64, 200, 280, 292, 330)
ROOM_TO_UPDATE = (4, 16, 40, 120, 200, 228)
# The same of the largest file a process may write, for machines where nobody may mount a disk.
LARGEST_FILES = (400, 1_000, 2_000, 5_000, 50_000, 100_000)
AFTER = "Nothing is lost: free 10 MB, then run the same command again."
PAGE = 4 * KIB


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    with nursery() as running:
        yield running


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("talks")
    for name, text in TALKS.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def built(children: Nursery, talks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    corpus = tmp_path_factory.mktemp("built") / "corpus"
    assert children.run(*adding(talks, corpus)).code == 0
    return corpus


@pytest.fixture(scope="module")
def two_built(children: Nursery, talks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    corpus = tmp_path_factory.mktemp("two") / "corpus"
    assert children.run(*adding(talks, corpus), "--limit", "2").code == 0
    return corpus


@dataclass
class SmallDisk:
    """A disk of its own where the machine lets us mount one, which a container may not; elsewhere
    a limit of file sizes, which the system refuses in the same calls."""

    children: Nursery
    folder: Path
    mounted: bool = False

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.mounted = self.children.resize(self.folder, 64 * KIB * KIB)

    def run(self, *words: str, room: int | None, used: int = 0) -> Ended:
        if not self.mounted or room is None:
            return self.children.run(*words, trouble=Trouble(largest_file=room))
        assert self.children.resize(self.folder, used + room)
        ended = self.children.run(*words)
        assert self.children.resize(self.folder, 64 * KIB * KIB)
        return ended


@pytest.fixture
def disk(children: Nursery, tmp_path: Path) -> SmallDisk:
    return SmallDisk(children, tmp_path / "disk")


def pages(corpus: Path) -> int:
    """What a corpus takes on a disk of pages."""
    files = (path for path in corpus.rglob("*") if path.is_file())
    return sum(-(-path.stat().st_size // PAGE) * PAGE for path in files)


def assert_refused(ended: Ended, corpus: Path, *, full: bool) -> None:
    assert ended.code == 3, ended.err
    assert "Traceback" not in ended.err
    assert len(ended.said) == 1
    assert ended.err.splitlines()[-1] == ended.said[0]
    if full:
        assert ended.said[0] == f"groundcast: The disk of {shown(corpus)} is full. {AFTER}"
    else:
        assert "Nothing is lost: " in ended.said[0]
        assert ended.said[0].endswith(", then run the same command again.")


def test_a_disk_that_fills_at_any_stage_of_a_build_is_named_and_the_next_run_completes_it(
    children: Nursery, talks: Path, built: Path, disk: SmallDisk, tmp_path: Path
) -> None:
    state = state_of(built)
    stages: list[str] = []
    rooms = [room * KIB for room in ROOM_TO_BUILD] if disk.mounted else list(LARGEST_FILES)
    used = 0
    for room in rooms:
        corpus, seen = disk.folder / str(room), tmp_path / f"seen-{room}"
        with noted(f"{room} bytes"):
            ended = disk.run(*adding(talks, corpus), room=room, used=used)
            assert_refused(ended, corpus, full=disk.mounted)
            stages.append(ended.err.splitlines()[-2])
            children.copy(corpus, seen)
            assert_readable(seen, (None, state))
            assert children.run(*adding(talks, corpus)).code == 0
            shutil.rmtree(seen)
            children.copy(corpus, seen)
            assert_ends_as(seen, state)
        used += pages(seen)
    assert set(stages) >= {"Extracting 3", "Naming"}
    if disk.mounted:
        assert set(stages) >= {"Reading sources", "Reading 3", "Embedding 10", "Indexing"}


def test_a_disk_that_fills_in_an_update_leaves_what_serves(
    children: Nursery, talks: Path, built: Path, two_built: Path, disk: SmallDisk, tmp_path: Path
) -> None:
    before, state = state_of(two_built), state_of(built)
    corpus, seen = disk.folder / "c", tmp_path / "seen"
    children.copy(two_built, corpus)
    asking = ("ask", "list_episodes", "--json", "--corpus", str(corpus))
    answer = children.run(*asking).out
    assert len(json.loads(answer)["episodes"]) == 2
    rooms = [room * KIB for room in ROOM_TO_UPDATE] if disk.mounted else list(LARGEST_FILES)
    for room in rooms:
        with noted(f"{room} bytes"):
            children.copy(corpus, seen)
            used = pages(seen)
            ended = disk.run(*adding(talks, corpus), room=room, used=used)
            assert_refused(ended, corpus, full=disk.mounted)
            assert disk.run(*asking, room=room if disk.mounted else None, used=used).out == answer
            shutil.rmtree(seen)
            children.copy(corpus, seen)
            assert_readable(seen, (before, before))
            assert [*(seen / "index").glob(".building-*")] == []
            shutil.rmtree(seen)
    assert children.run(*adding(talks, corpus)).code == 0
    children.copy(corpus, seen)
    assert_ends_as(seen, state)


@pytest.mark.parametrize("number", [1, 6, 24, 27, 44])
def test_a_disk_that_says_only_when_asked_to_keep_a_file_that_it_is_full(
    number: int, children: Nursery, talks: Path, built: Path, tmp_path: Path
) -> None:
    """As disks on a network do."""
    corpus = tmp_path / "c"
    ended = children.run(*adding(talks, corpus), trouble=Trouble(failing_sync=number))
    assert ended.code == 3
    assert ended.said == [
        f"groundcast: The disk of {shown(corpus)} is full. Nothing is lost: free 1 MB, then run"
        " the same command again."
    ]
    assert_readable(corpus, (None, state_of(built)))
    assert children.run(*adding(talks, corpus)).code == 0
    assert_ends_as(corpus, state_of(built))


@pytest.mark.parametrize("largest", [400, 2_000, 50_000])
def test_a_limit_of_file_sizes_is_refused_in_one_line(
    largest: int, children: Nursery, talks: Path, built: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    ended = children.run(*adding(talks, corpus), trouble=Trouble(largest_file=largest))
    assert_refused(ended, corpus, full=False)
    assert children.run(*adding(talks, corpus)).code == 0
    assert_ends_as(corpus, state_of(built))


def test_a_full_disk_is_refused_in_removing_and_in_making_the_index(
    children: Nursery, built: Path, tmp_path: Path
) -> None:
    for words in (("remove", "harbour/quay-md"), ("index",)):
        corpus, undisturbed = tmp_path / words[0], tmp_path / f"{words[0]}-undisturbed"
        for copy in (corpus, undisturbed):
            shutil.copytree(built, copy)
        assert children.run(*words, "--corpus", str(undisturbed)).code == 0
        states = (state_of(built), state_of(undisturbed))
        for number in (1, 8, 14):
            trouble = Trouble(failing_sync=number)
            ended = children.run(*words, "--corpus", str(corpus), trouble=trouble)
            assert (ended.code, len(ended.said)) == (3, 1), ended.err
            assert ended.said[0].startswith(f"groundcast: The disk of {shown(corpus)} is full.")
            assert_readable(corpus, states)
        assert children.run(*words, "--corpus", str(corpus)).code == 0
        assert_ends_as(corpus, states[1])


@pytest.fixture
def unwritable(built: Path, tmp_path: Path) -> Iterator[Path]:
    corpus = tmp_path / "c"
    shutil.copytree(built, corpus)
    entries = [corpus, *corpus.rglob("*")]
    for entry in entries:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    yield corpus
    for entry in entries:
        entry.chmod(0o755 if entry.is_dir() else 0o644)


@pytest.mark.parametrize("words", [("add",), ("index",), ("remove", "harbour/quay-md")])
def test_a_folder_that_cannot_be_written_to_refuses_a_writer(
    words: tuple[str, ...], children: Nursery, talks: Path, built: Path, unwritable: Path
) -> None:
    named = (
        adding(talks, unwritable) if words == ("add",) else (*words, "--corpus", str(unwritable))
    )
    ended = children.run(*named, trouble=Trouble(unprivileged=True))
    assert ended.code == 2
    assert ended.said == [
        f"groundcast: {shown(unwritable)} cannot be written to: Permission denied. Choose another"
        " --corpus DIR, or make it writable."
    ]
    assert_ends_as(unwritable, state_of(built))


def test_a_folder_in_a_corpus_that_cannot_be_written_to_refuses_a_writer_too(
    children: Nursery, talks: Path, built: Path, two_built: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(two_built, corpus)
    (corpus / "index").chmod(0o555)
    ended = children.run(*adding(talks, corpus), trouble=Trouble(unprivileged=True))
    assert ended.code == 2
    assert ended.said == [
        f"groundcast: {shown(corpus)} cannot be written to: Permission denied. Choose another"
        " --corpus DIR, or make it writable."
    ]
    assert_readable(corpus, (state_of(two_built), state_of(built)))
    (corpus / "index").chmod(0o755)
    assert children.run(*adding(talks, corpus)).code == 0
    assert_ends_as(corpus, state_of(built))


def test_a_folder_that_cannot_be_written_to_serves(children: Nursery, unwritable: Path) -> None:
    trouble = Trouble(unprivileged=True)
    for words in (("ask", "search_corpus", "a second engine"), ("ask", "list_feeds"), ("verify",)):
        ended = children.run(*words, "--corpus", str(unwritable), trouble=trouble)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out != ""
    (answer,) = over_stdio(unwritable, all_answers([("list_episodes", {})]))
    assert len(answer.structured_content["episodes"]) == 3
