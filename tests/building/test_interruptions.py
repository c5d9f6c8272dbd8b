"""A killed run loses nothing: the corpus reads, and the next run ends as an undisturbed one."""

import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.building.test_adding import add_sample, logical_index, truth_bytes
from tests.building.test_removing import PHRASE, files_holding

from groundcast.building.progress import Silent
from groundcast.building.removing import remove
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.errors import NotFound, NotReady
from groundcast.knowledge.opened import OpenCorpus

LORRY = "tidewater/eight-euros-a-lorry"
INSTANTS = 6
# Ends its own process, as kill -9 does, just before the disk is asked for the Nth time to keep
# what was written: between any two of these lies a state that a crash can leave.
DYING = """
import os, signal, sys
from groundcast.surfaces.cli import main
left, synced = int(sys.argv.pop(1)), os.fsync
def fsync(descriptor):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    synced(descriptor)
os.fsync = fsync
try:
    main()
finally:
    print(left)
"""
COUNTED = 1_000_000
# Where the tests run in the background, their children would inherit that Ctrl-C is ignored.
HEEDING = """
import signal
from groundcast.surfaces.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def dying(after: int, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", DYING, str(after), *words], capture_output=True, text=True
    )


def adding(sample: Path, corpus: Path) -> tuple[str, ...]:
    return ("add", str(sample), "--manifest", str(sample / "index.tsv"), "--corpus", str(corpus))


def instants(words: tuple[str, ...], seed: int) -> list[int]:
    """One drawn in each of equal stretches of a whole run, which is counted first."""
    done = dying(COUNTED, *words)
    assert done.returncode == 0, done.stderr
    total = COUNTED - int(done.stdout.splitlines()[-1])
    assert total > INSTANTS
    drawn = random.Random(seed)
    return [1 + int((i + drawn.random()) * total / INSTANTS) for i in range(INSTANTS)]


def assert_readable_or_absent(corpus: Path) -> None:
    """Whatever serves is whole; without an index there is at least no broken file."""
    for folder in TruthFiles(corpus).episode_folders():
        TruthFiles(corpus).read_episode(folder)
    try:
        opened = OpenCorpus(corpus)
    except NotReady:
        return
    with opened, opened.snapshot() as snapshot:
        assert snapshot.catalogue.count("episodes") > 0
        assert snapshot.backend is not None


def assert_same(corpus: Path, undisturbed: Path) -> None:
    assert truth_bytes(corpus) == truth_bytes(undisturbed)
    assert logical_index(corpus) == logical_index(undisturbed)
    assert verify_corpus(corpus).problems == ()


def test_a_build_killed_at_any_instant_is_finished_by_the_next(
    few_path: Path, few_folder: Path, tmp_path: Path
) -> None:
    for after in instants(adding(few_folder, tmp_path / "counted"), seed=11):
        corpus = tmp_path / f"c{after}"
        assert dying(after, *adding(few_folder, corpus)).returncode == -signal.SIGKILL
        assert_readable_or_absent(corpus)
        add_sample(corpus, few_folder)
        assert_same(corpus, few_path)


def test_an_update_killed_at_any_instant_is_finished_by_the_next(
    few_path: Path, few_folder: Path, tmp_path: Path
) -> None:
    before = tmp_path / "before"
    add_sample(before, few_folder, limit=3)
    shutil.copytree(before, tmp_path / "counted")
    for after in instants(adding(few_folder, tmp_path / "counted"), seed=12):
        corpus = tmp_path / f"c{after}"
        shutil.copytree(before, corpus)
        assert dying(after, *adding(few_folder, corpus)).returncode == -signal.SIGKILL
        assert_readable_or_absent(corpus)
        with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
            assert snapshot.catalogue.count("episodes") in (3, 6)
        add_sample(corpus, few_folder)
        assert_same(corpus, few_path)


def test_a_removal_killed_at_any_instant_is_finished_by_the_next(
    few_path: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    shutil.copytree(few_path, whole)
    words = ("remove", LORRY, "--corpus")
    for after in instants((*words, str(whole)), seed=13):
        corpus = tmp_path / f"c{after}"
        shutil.copytree(few_path, corpus)
        assert dying(after, *words, str(corpus)).returncode == -signal.SIGKILL
        assert_readable_or_absent(corpus)
        with suppress(NotFound):
            remove(corpus, LORRY, Silent())
        assert_same(corpus, whole)
        assert not (corpus / "removal.json").exists()
        assert files_holding(corpus, PHRASE) == []


def test_a_removal_killed_before_the_index_is_finished_by_any_writer(
    few_path: Path, few_folder: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    shutil.copytree(few_path, corpus)
    # The mark is written with two (the file, its folder); the third comes after it.
    assert dying(3, "remove", LORRY, "--corpus", str(corpus)).returncode == -signal.SIGKILL
    assert (corpus / "shows" / LORRY).exists()
    add_sample(corpus, few_folder)
    assert not (corpus / "shows" / LORRY).exists()
    assert not (corpus / "removal.json").exists()
    assert verify_corpus(corpus).problems == ()


@pytest.mark.parametrize("stage", ["Reading sources", "Extracting", "Embedding"])
def test_ctrl_c_exits_130_in_one_line_and_the_next_run_goes_on(
    stage: str, few_path: Path, few_folder: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    child = subprocess.Popen(
        [sys.executable, "-c", HEEDING, *adding(few_folder, corpus)],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    with child:
        assert child.stderr is not None
        assert any(line.startswith(stage) for line in iter(child.stderr.readline, ""))
        # A terminal sends it to the whole group.
        os.killpg(child.pid, signal.SIGINT)
        said = child.stderr.read().splitlines()
    assert child.returncode == 130
    assert said[-1] == "Interrupted. Nothing is lost; run the same command again to go on."
    assert not any("Traceback" in line for line in said)
    assert_readable_or_absent(corpus)
    add_sample(corpus, few_folder)
    assert_same(corpus, few_path)
