"""What a caller can get wrong, through the real command line: one line, and whose fault it is."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcast.corpus.writer import CorpusWriter
from tests.building.nursery import Nursery, nursery
from tests.building.test_adding import truth_bytes

NAME_ONE = "Name a folder, a transcript file or"
NAME_SOURCE = "Name a folder, a transcript file, an OPML file or the address of a feed."
MAKE_ONE = "Make one with: groundcast add SOURCE --corpus DIR."
LOCKED = "Another groundcast is writing to c. Wait until it has ended, then run this again."
NEWER = "corpus.json has format 99; this version reads up to 1. Upgrade groundcast."
WRITERS = [("add", "talks"), ("index",), ("remove", "harbour")]
READERS = [("ask", "corpus_status"), ("mcp",), ("verify",), ("serve", "--port", "0")]
TALK = "**Ana Ruiz:** The tide gate should close before the storm arrives, not after it.\n"


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    with nursery() as running:
        yield running


@pytest.fixture(scope="module")
def built(children: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    (folder / "talk.md").write_text(TALK, "utf-8")
    words = ("add", "talk.md", "--show", "Harbour", "--corpus", "c")
    assert children.run(*words, cwd=folder).code == 0
    return folder / "c"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with everything wrong in it."""
    for folder in ("empty", "binary", "silent", "talks", "anything"):
        (tmp_path / folder).mkdir()
    (tmp_path / "binary" / "photo.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(500))
    (tmp_path / "empty.vtt").write_bytes(b"")
    (tmp_path / "silent.vtt").write_text("WEBVTT\n", "utf-8")
    (tmp_path / "silent" / "note.txt").write_text("Nobody is named in this note.\n", "utf-8")
    (tmp_path / "talks" / "gate.md").write_text(TALK, "utf-8")
    (tmp_path / "anything" / "diary.txt").write_text("Not a corpus.\n", "utf-8")
    (tmp_path / "gone.tsv").write_text("path\tshow\ngone.md\tharbour\n", "utf-8")
    (tmp_path / "half.tsv").write_text("path\tshow\ngone.md\th\ngate.md\th\n", "utf-8")
    (tmp_path / "no-columns.csv").write_text("file,podcast\ngate.md,harbour\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("missing",), 2, f"missing does not exist. {NAME_SOURCE}"),
        (("",), 2, f"A source without a name does not exist. {NAME_SOURCE}"),
        (("empty",), 1, f"No transcript in empty. {NAME_ONE} a feed."),
        (("binary",), 1, f"No transcript in binary. {NAME_ONE} a feed."),
        (("empty.vtt",), 1, f"No transcript in empty.vtt. {NAME_ONE} a feed."),
        (("silent.vtt",), 1, f"No transcript in silent.vtt. {NAME_ONE} a feed."),
        (("silent",), 1, f"No transcript in silent. {NAME_ONE} a feed."),
        (("talks", "--manifest", "gone.tsv"), 1, f"No transcript in talks. {NAME_ONE} a feed."),
        (("talks", "--manifest", "missing.tsv"), 2, "There is no manifest missing.tsv."),
        (
            ("talks", "--manifest", "no-columns.csv"),
            2,
            "The manifest no-columns.csv has no column path and no column show. It needs path and"
            " show; see the manifest's columns in the documentation.",
        ),
        (
            ("talks/gate.md", "--manifest", "gone.tsv"),
            2,
            "talks/gate.md is no folder. With --manifest, the source is the folder its paths start"
            " from.",
        ),
        (
            ("talks", "--corpus", "talks/gate.md"),
            2,
            "talks/gate.md cannot be written to: File exists. Choose another --corpus DIR, or make"
            " it writable.",
        ),
    ],
)
def test_a_source_that_gives_nothing_is_one_line_and_makes_no_corpus(
    words: tuple[str, ...], code: int, said: str, children: Nursery, place: Path
) -> None:
    named = words if "--corpus" in words else (*words, "--corpus", "c")
    ended = children.run("add", *named, cwd=place)
    assert (ended.code, ended.said) == (code, [f"groundcast: {said}"])
    assert set(ended.err.splitlines()) <= {"Reading sources", *ended.said}
    assert not (place / "c").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("binary",), "  photo.txt: photo.txt is a binary file, not a transcript."),
        (("empty.vtt",), "  empty.vtt: empty.vtt is empty."),
        (("silent.vtt",), "  silent.vtt: silent.vtt holds no spoken words."),
        (("silent",), "  note.txt: a text of 6 words without speakers"),
        (("talks", "--manifest", "gone.tsv"), "  row 2: gone.md: the file is missing"),
    ],
)
def test_what_is_left_out_is_said_with_its_reason(
    words: tuple[str, ...], reason: str, children: Nursery, place: Path
) -> None:
    ended = children.run("add", *words, "--corpus", "c", cwd=place)
    assert ended.out.splitlines() == ["skipped: 1", reason]


def test_what_is_wrong_with_a_row_or_a_file_does_not_stop_the_rest(
    children: Nursery, place: Path
) -> None:
    ended = children.run("add", "talks", "--manifest", "half.tsv", "--corpus", "c", cwd=place)
    assert (ended.code, ended.said) == (0, [])
    assert "added: 1 episodes" in ended.out
    assert "  row 2: gone.md: the file is missing" in ended.out
    ended = children.run("add", "binary", "talks", "--corpus", "d", cwd=place)
    assert (ended.code, ended.said) == (0, [])
    assert "added: 1 episodes" in ended.out


def test_a_file_without_speakers_is_taken_when_it_is_named(children: Nursery, place: Path) -> None:
    words = ("add", "silent/note.txt", "--show", "Notes", "--corpus", "c")
    ended = children.run(*words, cwd=place)
    assert (ended.code, ended.said) == (0, [])
    assert "no speakers: every paragraph is a turn of an unknown voice" in ended.out


@pytest.mark.parametrize("words", [*WRITERS[1:], *READERS, ("update",)])
@pytest.mark.parametrize(
    ("corpus", "what"), [("missing", "does not exist"), ("anything", "is no corpus")]
)
def test_a_corpus_path_that_is_no_corpus_is_refused(
    words: tuple[str, ...], corpus: str, what: str, children: Nursery, place: Path
) -> None:
    ended = children.run(*words, "--corpus", corpus, cwd=place)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"groundcast: {corpus} {what}. {MAKE_ONE}\n"
    assert not (place / "missing").exists()
    assert [path.name for path in (place / "anything").iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("words", [*WRITERS, *READERS, ("update",)])
def test_a_corpus_of_a_newer_format_is_refused_and_left_alone(
    words: tuple[str, ...], children: Nursery, built: Path, place: Path
) -> None:
    shutil.copytree(built, place / "c")
    settings = place / "c" / "corpus.json"
    settings.write_text(settings.read_text("utf-8").replace('"format": 1', '"format": 99'), "utf-8")
    before = truth_bytes(place / "c")
    ended = children.run(*words, "--corpus", "c", cwd=place)
    assert (ended.code, ended.said, ended.out) == (2, [f"groundcast: {NEWER}"], "")
    assert truth_bytes(place / "c") == before


@pytest.mark.parametrize("words", WRITERS)
def test_a_second_writer_is_refused(
    words: tuple[str, ...], children: Nursery, built: Path, place: Path
) -> None:
    shutil.copytree(built, place / "c")
    before = truth_bytes(place / "c")
    with CorpusWriter(place / "c"):
        ended = children.run(*words, "--corpus", "c", cwd=place)
        asked = children.run("ask", "list_feeds", "--corpus", "c", cwd=place)
    assert (ended.code, ended.said, ended.out) == (2, [f"groundcast: {LOCKED}"], "")
    assert truth_bytes(place / "c") == before
    assert (asked.code, asked.err) == (0, "")
    assert children.run(*words, "--corpus", "c", cwd=place).code == 0


@pytest.mark.parametrize("words", [("ask", "corpus_status"), ("verify",), ("doctor",), ("--help",)])
def test_an_output_that_nobody_reads_ends_without_a_traceback(
    words: tuple[str, ...], built: Path
) -> None:
    named = words if words == ("--help",) else (*words, "--corpus", str(built))
    with subprocess.Popen(
        [sys.executable, "-m", "groundcast", *named], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        said = child.stderr.read()
    assert (child.returncode, said) == (3, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_an_output_that_cannot_be_written_is_one_line(built: Path) -> None:
    words = [sys.executable, "-m", "groundcast", "ask", "list_feeds", "--corpus", str(built)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 3
    assert done.stderr == (
        b"groundcast: the output cannot be read or written: No space left on device.\n"
    )
