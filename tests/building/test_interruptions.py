"""A killed run loses nothing: the corpus reads, and the next run ends as an undisturbed one."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.building.nursery import Ended, Nursery, Trouble, nursery
from tests.building.test_adding import add_sample, logical_index, truth_bytes
from tests.building.test_removing import files_holding
from tests.fetching.loopback import Loopback, loopback

from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.errors import NotReady

# Kills of a test at random times. Half as many more come before one of the times the disk is asked
# to keep what was written, since between any two of these lies a state that a crash can leave.
KILLS = int(os.environ.get("GROUNDCAST_KILLS", "20"))
STAGES = ["Reading sources", "Extracting", "Naming", "Reading 3", "Embedding", "Indexing"]
INTERRUPTED = "Interrupted. Nothing is lost; run the same command again to go on."
TALKS = {
    "gate": (
        "**Ana Ruiz:** The tide gate should close before the storm arrives, not after it.\n\n"
        "**Ben Holt:** I think the harbour will charge every lorry ten euros by next year.\n\n"
        "**Ana Ruiz:** Zander Pilkmoor never believed in the harbour charge.\n"
    ),
    "ferry": (
        "**Ana Ruiz:** Every ferry needs a second engine, because the current is strong.\n\n"
        "**Cleo Marsh:** We recommend that barges unload at night when the quay is empty.\n"
    ),
    "quay": (
        "**Ben Holt:** The quay will flood twice a year unless the wall is raised.\n\n"
        "**Cleo Marsh:** Raising the wall costs more than moving the market hall.\n"
    ),
}
WORD = "Pilkmoor"
CAPTION = "WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ana Ruiz>{}\n"
FIRST_WORDS = "Every ferry needs a second engine, because the current is strong."
BETTER_WORDS = "Every ferry needs a second engine, because the current is much too strong."
# Where the tests run in the background, their children would inherit that Ctrl-C is ignored.
HEEDING = """
import signal
from groundcast.surfaces.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


@dataclass(frozen=True)
class State:
    """A corpus as an undisturbed run leaves it."""

    truth: dict[str, bytes]
    index: list[str]


def state_of(corpus: Path) -> State:
    assert verify_corpus(corpus).problems == ()
    return State(truth_bytes(corpus), logical_index(corpus))


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
def built(
    children: Nursery, talks: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Ended]:
    """A corpus of three episodes, and how long it took."""
    corpus = tmp_path_factory.mktemp("built") / "corpus"
    done = children.run(*adding(talks, corpus))
    assert done.code == 0, done.err
    return corpus, done


def adding(talks: Path, corpus: Path) -> tuple[str, ...]:
    return ("add", str(talks), "--show", "Harbour", "--corpus", str(corpus))


def troubles(seed: int, undisturbed: Ended, kills: int) -> Iterator[Trouble]:
    """Times over the whole of a run, more than are needed as runs differ; then one fsync drawn in
    each of equal stretches of it."""
    drawn = random.Random(seed)
    for _ in range(4 * kills):
        yield Trouble(after_seconds=drawn.random() * undisturbed.seconds)
    assert undisturbed.syncs > 10
    for number in range(kills // 2):
        place = (number + drawn.random()) * undisturbed.syncs / (kills // 2)
        yield Trouble(before_sync=1 + int(place))


def survive(
    children: Nursery,
    seed: int,
    undisturbed: Ended,
    begin: Callable[[], tuple[Path, tuple[str, ...]]],
    states: tuple[State | None, State],
    kills: int = KILLS,
) -> None:
    """Kills a run at each instant: it leaves one of the states, and the next run the last one.

    `begin` makes what a run starts from and gives its corpus and words.
    """
    wanted, killed = {"time": kills, "sync": kills // 2}, {"time": 0, "sync": 0}
    for trouble in troubles(seed, undisturbed, kills):
        kind = "sync" if trouble.before_sync else "time"
        if killed[kind] == wanted[kind]:
            continue
        with noted(f"seed {seed}: {trouble}"):
            corpus, words = begin()
            if children.run(*words, trouble=trouble).code != -signal.SIGKILL:
                assert kind == "time", "it asked the disk less often than the undisturbed run"
                shutil.rmtree(corpus)
                continue
            killed[kind] += 1
            assert_readable(corpus, states)
            removed = words[0] == "remove" and logical_index(corpus) == states[1].index
            again = children.run(*words)
            assert again.code == 0 or (removed and again.code == 2), again.err
            assert_ends_as(corpus, states[1])
        shutil.rmtree(corpus)
    assert killed == wanted


@contextmanager
def noted(note: str) -> Iterator[None]:
    """Says in a failure at which instant it was."""
    try:
        yield
    except BaseException as error:
        error.add_note(note)
        raise


def assert_readable(corpus: Path, states: tuple[State | None, State]) -> None:
    """What stands there parses, and what serves is the whole of one state."""
    truth = TruthFiles(corpus)
    for folder in truth.episode_folders():
        truth.read_episode(folder)
    truth.registry()
    try:
        index = logical_index(corpus)
    except NotReady:
        assert states[0] is None, "what served before is gone"
        return
    assert index in [state.index for state in states if state is not None]


def assert_ends_as(corpus: Path, state: State) -> None:
    assert state_of(corpus) == state
    left = [p for p in corpus.rglob(".*") if p.name != ".lock"]
    assert [*left, *corpus.glob("removal.json")] == []


def test_a_build_killed_at_any_instant_is_finished_by_the_next(
    children: Nursery, talks: Path, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    states = (None, state_of(built[0]))
    survive(children, 11, built[1], lambda: (corpus, adding(talks, corpus)), states)


def test_making_the_index_anew_killed_at_any_instant_leaves_one_that_serves(
    children: Nursery, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    state = state_of(built[0])
    corpus = tmp_path / "c"

    def begin() -> tuple[Path, tuple[str, ...]]:
        shutil.copytree(built[0], corpus)
        return corpus, ("index", "--corpus", str(corpus))

    undisturbed = children.run(*begin()[1])
    shutil.rmtree(corpus)
    for number in range(1, undisturbed.syncs + 1, 4):
        begin()
        trouble = Trouble(before_sync=number)
        with noted(str(trouble)):
            assert children.run("index", "--corpus", str(corpus), trouble=trouble).code == -9
            assert_readable(corpus, (state, state))
            assert children.run("index", "--corpus", str(corpus)).code == 0
            assert_ends_as(corpus, state)
        shutil.rmtree(corpus)


@pytest.fixture
def feed() -> Iterator[Loopback]:
    with loopback() as running:
        serve_feed(running, ["gate", "ferry"], FIRST_WORDS)
        yield running


def serve_feed(server: Loopback, names: list[str], ferry: str) -> None:
    items = ""
    for name in names:
        words = ferry if name == "ferry" else f"The {name} will flood twice unless it is raised."
        address = f"/{name}-{len(words)}.vtt"
        server.serve(address, CAPTION.format(words))
        items += (
            f"<item><title>{name}</title><guid>{name}</guid>"
            f'<podcast:transcript url="{address}" type="text/vtt"/></item>'
        )
    server.serve("/feed.xml", f"<rss><channel><title>Harbour</title>{items}</channel></rss>")


def test_an_update_killed_at_any_instant_is_finished_by_the_next(
    children: Nursery, feed: Loopback, tmp_path: Path
) -> None:
    """One episode's transcript has changed, and one episode is new."""
    before, after, corpus = tmp_path / "before", tmp_path / "after", tmp_path / "c"
    words = ("update", "--allow-private", "--corpus")
    url = feed.url("/feed.xml")
    done = children.run("add", url, "--allow-private", "--corpus", str(before))
    assert done.code == 0, done.err
    serve_feed(feed, ["gate", "ferry", "quay"], BETTER_WORDS)
    shutil.copytree(before, after)
    undisturbed = children.run(*words, str(after))
    assert "added: 1 episodes" in undisturbed.out
    assert "updated: 1 episodes" in undisturbed.out
    states = (state_of(before), state_of(after))

    def begin() -> tuple[Path, tuple[str, ...]]:
        shutil.copytree(before, corpus)
        return corpus, (*words, str(corpus))

    survive(children, 12, undisturbed, begin, states)


def test_a_removal_killed_at_any_instant_is_finished_by_the_next(
    children: Nursery, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    after, corpus = tmp_path / "after", tmp_path / "c"
    words = ("remove", "harbour/gate-md", "--corpus")
    shutil.copytree(built[0], after)
    assert files_holding(after, WORD) != []
    undisturbed = children.run(*words, str(after))
    assert undisturbed.code == 0, undisturbed.err
    assert files_holding(after, WORD) == []
    states = (state_of(built[0]), state_of(after))

    def begin() -> tuple[Path, tuple[str, ...]]:
        shutil.copytree(built[0], corpus)
        return corpus, (*words, str(corpus))

    survive(children, 13, undisturbed, begin, states, KILLS // 2)


def test_a_removal_killed_before_the_index_is_finished_by_any_writer(
    children: Nursery, talks: Path, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(built[0], corpus)
    # The mark is written with two (the file, its folder); the third comes after it.
    words = ("remove", "harbour/gate-md", "--corpus", str(corpus))
    assert children.run(*words, trouble=Trouble(before_sync=3)).code == -signal.SIGKILL
    assert files_holding(corpus / "shows", WORD) != []
    assert children.run(*adding(talks, corpus)).code == 0
    assert files_holding(corpus, WORD) == []
    assert not (corpus / "removal.json").exists()
    assert verify_corpus(corpus).problems == ()


@pytest.mark.parametrize("stage", STAGES)
def test_ctrl_c_exits_130_in_one_line_and_the_next_run_goes_on(
    stage: str, children: Nursery, talks: Path, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    trouble = Trouble(signal=signal.SIGINT, stage=stage)
    done = children.run(*adding(talks, corpus), trouble=trouble)
    assert done.code == 130
    assert done.err.splitlines()[-1] == INTERRUPTED
    stages = built[1].err.splitlines()
    assert done.err.splitlines()[:-1] == stages[: STAGES.index(stage) + 1]
    assert done.out == ""
    state = state_of(built[0])
    assert_readable(corpus, (None, state))
    assert children.run(*adding(talks, corpus)).code == 0
    assert_ends_as(corpus, state)


@pytest.mark.parametrize("number", [2, 12, 30])
def test_ctrl_c_while_the_disk_is_asked_exits_130_too(
    number: int, children: Nursery, talks: Path, built: tuple[Path, Ended], tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    trouble = Trouble(signal=signal.SIGINT, before_sync=number)
    done = children.run(*adding(talks, corpus), trouble=trouble)
    assert (done.code, done.said) == (130, [INTERRUPTED])
    assert children.run(*adding(talks, corpus)).code == 0
    assert_ends_as(corpus, state_of(built[0]))


def test_ctrl_c_ends_a_run_and_its_children(
    few_path: Path, few_folder: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    words = ("add", str(few_folder), "--manifest", str(few_folder / "index.tsv"))
    child = subprocess.Popen(
        [sys.executable, "-c", HEEDING, *words, "--corpus", str(corpus)],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    with child:
        assert child.stderr is not None
        assert any(line.startswith("Extracting") for line in iter(child.stderr.readline, ""))
        # A terminal sends it to the whole group.
        os.killpg(child.pid, signal.SIGINT)
        said = child.stderr.read().splitlines()
    assert child.returncode == 130
    assert said == [INTERRUPTED]
    add_sample(corpus, few_folder)
    assert truth_bytes(corpus) == truth_bytes(few_path)
