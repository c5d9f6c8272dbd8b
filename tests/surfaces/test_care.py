"""What goes wrong is said in one line with what to do, and the exit code says whose fault it is."""

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from groundcast.building.diagnosis import PORT, diagnose
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.writer import CorpusWriter
from tests.building.test_adding import truth_bytes
from tests.surfaces.test_cli import run

TALK = "**Ana Ruiz:** The tide gate should close before the storm arrives, not after it.\n"
CHECKS = [
    "Python", "packages", "tokenizers", "embedding model", "names model", "corpus", "writing",
    "index", "disk", "port",
]  # fmt: skip


@pytest.fixture
def corpus(few_path: Path, tmp_path: Path) -> Path:
    shutil.copytree(few_path, tmp_path / "c")
    return tmp_path / "c"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def wrong(corpus: Path) -> dict[str, str]:
    """What is said of each check that fails, with its remedy."""
    findings = diagnose(corpus, free_port())
    assert [finding.check for finding in findings] == CHECKS
    return {f.check: f"{f.says} {f.remedy}" for f in findings if not f.well}


def test_a_good_corpus_has_nothing_wrong_and_is_left_alone(corpus: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in corpus.rglob("*") if path.name != ".lock"}
    assert wrong(corpus) == {}
    after = {path: path.stat().st_mtime_ns for path in corpus.rglob("*") if path.name != ".lock"}
    assert after == before


def test_a_corpus_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    said = wrong(tmp_path / "none")
    assert set(said) == {"corpus", "index"}
    assert "does not exist. Make one with: groundcast add SOURCE --corpus DIR." in said["corpus"]
    assert list(tmp_path.iterdir()) == []


def without_index(corpus: Path) -> None:
    shutil.rmtree(corpus / "index")


def with_a_changed_transcript(corpus: Path) -> None:
    path = corpus / "shows" / "tidewater" / "eight-euros-a-lorry" / "transcript.json"
    path.write_text(path.read_text("utf-8").replace("lorry", "lorru", 1), "utf-8")


def with_a_torn_catalogue(corpus: Path) -> None:
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    catalogue.write_bytes(b"torn" * 100)


def with_a_damaged_registry(corpus: Path) -> None:
    (corpus / "registry.json").write_bytes(b"{")


def of_a_newer_format(corpus: Path) -> None:
    path = corpus / "corpus.json"
    path.write_text(path.read_text("utf-8").replace('"format": 1', '"format": 99'), "utf-8")


def with_an_interrupted_removal(corpus: Path) -> None:
    (corpus / "removal.json").write_text('{"format": 1, "folders": [], "retired": []}', "utf-8")


@pytest.mark.parametrize(
    ("damage", "check", "said"),
    [
        (without_index, "index", "has no index. Run: groundcast index --corpus"),
        (with_a_changed_transcript, "index", "the files are"),
        (with_a_torn_catalogue, "index", "cannot be read: file is not a database."),
        (with_a_damaged_registry, "corpus", "registry.json is not valid JSON"),
        (of_a_newer_format, "corpus", "this version reads up to 1. Upgrade groundcast."),
        (with_an_interrupted_removal, "index", "a removal was interrupted"),
    ],
)
def test_doctor_says_what_is_damaged(
    damage: Callable[[Path], None], check: str, said: str, corpus: Path
) -> None:
    damage(corpus)
    assert said in wrong(corpus)[check]


def test_doctor_sees_another_writer(corpus: Path) -> None:
    with CorpusWriter(corpus):
        said = wrong(corpus)
    assert said == {"writing": "another groundcast is writing to it. Wait until it has ended."}


def test_doctor_sees_a_port_that_is_taken(corpus: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finding = diagnose(corpus, port)[-1]
    assert (finding.well, finding.remedy) == (False, "Run: groundcast serve --port 0.")


def test_doctor_prints_a_line_a_check_and_exits_1_where_one_fails(tmp_path: Path) -> None:
    done = run("doctor", "--corpus", str(tmp_path / "none"))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line[6:].partition(":")[0] for line in lines] == CHECKS
    assert lines[5].startswith("wrong corpus: ")
    assert done.stderr == ""


def test_doctor_in_json_exits_0_where_all_is_well(corpus: Path) -> None:
    done = run("doctor", "--corpus", str(corpus), "--json")
    findings = json.loads(done.stdout)
    failed = [finding["check"] for finding in findings if not finding["well"]]
    # Another program may hold the port that servers use by default.
    assert set(failed) <= {"port"}, PORT
    assert done.returncode == (1 if failed else 0)


def test_verify_exits_1_where_something_is_wrong(corpus: Path) -> None:
    with_a_changed_transcript(corpus)
    done = run("verify", "--corpus", str(corpus))
    assert done.returncode == 1
    assert "eight-euros-a-lorry" in done.stdout


def test_verify_says_that_an_index_cannot_be_read(corpus: Path) -> None:
    with_a_torn_catalogue(corpus)
    done = run("verify", "--corpus", str(corpus))
    assert (done.returncode, done.stderr) == (1, "")
    assert "index: it cannot be read: file is not a database" in done.stdout
    done = run("ask", "list_feeds", "--corpus", str(corpus))
    assert done.returncode == 1
    assert done.stderr == (
        "groundcast: The index cannot be read: file is not a database."
        " Run `groundcast index` to make it again.\n"
    )
    assert run("index", "--corpus", str(corpus)).returncode == 0
    assert run("verify", "--corpus", str(corpus)).returncode == 0


def test_remove_says_what_it_removed(corpus: Path) -> None:
    done = run("remove", "Eight euros a lorry", "--corpus", str(corpus), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["episodes"] == [{"id": "episode:e066d5327d2b", "title": "Eight euros a lorry"}]
    done = run("remove", "Four knots", "--corpus", str(corpus))
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "groundcast: Nothing in this corpus is 'Four knots'. Nearest: Four knots through the"
        " Narrows (tidewater/four-knots-through-the-narrows). Name a show or an episode by its id"
        " or exact title."
    ]


def given(tmp_path: Path, **files: bytes) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "No transcript in "),
        ({"photo_jpg": b"\xff\xd8\xff\xe0" + bytes(range(256))}, "photo.jpg"),
        ({"talk_txt": b"\x7fELF\x02\x01\x01" + bytes(200)}, "talk.txt"),
        ({"talk_md": b""}, "talk.md"),
        ({"talk_vtt": b"WEBVTT\n"}, "talk.vtt"),
    ],
)
def test_a_folder_that_gives_nothing_exits_1_and_makes_no_corpus(
    files: dict[str, bytes], said: str, tmp_path: Path
) -> None:
    folder = given(tmp_path, **files)
    done = run("add", str(folder), "--show", "Harbour", "--corpus", str(tmp_path / "c"))
    assert done.returncode == 1
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("name", "data"),
    [("talk.txt", b"\x7fELF\x02\x01\x01" + bytes(200)), ("talk.md", b""), ("a.vtt", b"WEBVTT\n")],
)
def test_a_file_that_is_no_transcript_is_named(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    done = run("add", str(tmp_path / name), "--show", "Harbour", "--corpus", str(tmp_path / "c"))
    assert done.returncode in (1, 2)
    assert name in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "c").exists()


def test_a_manifest_row_without_its_file_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = given(tmp_path, gate_md=TALK.encode())
    manifest = tmp_path / "index.tsv"
    manifest.write_text("path\tshow\tguid\ngate.md\th\t1\ngone.md\th\t2\n", "utf-8")
    done = run("add", str(folder), "--manifest", str(manifest), "--corpus", str(tmp_path / "c"))
    assert done.returncode == 0, done.stderr
    assert "added: 1 episodes" in done.stdout
    assert "gone.md" in done.stdout


@pytest.mark.parametrize("command", ["add", "update", "index", "verify", "remove", "ask"])
def test_a_corpus_path_that_is_a_file_is_refused(command: str, tmp_path: Path) -> None:
    path = tmp_path / "corpus"
    path.write_text("a file", "utf-8")
    folder = given(tmp_path, gate_md=TALK.encode())
    words = {"add": ["add", str(folder)], "remove": ["remove", "x"], "ask": ["ask", "list_feeds"]}
    refused(*words.get(command, [command]), "--corpus", str(path))
    assert path.read_text("utf-8") == "a file"


def test_a_corpus_path_under_a_file_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    folder = given(tmp_path, gate_md=TALK.encode())
    said = refused("add", str(folder), "--corpus", str(tmp_path / "file" / "c"))
    assert "Choose another --corpus DIR, or make it writable." in said


@pytest.mark.parametrize("command", ["add", "index", "verify", "remove", "ask"])
def test_a_corpus_of_a_newer_format_is_refused_and_left_alone(command: str, corpus: Path) -> None:
    of_a_newer_format(corpus)
    before = truth_bytes(corpus)
    folder = given(corpus.parent, gate_md=TALK.encode())
    words = {"add": ["add", str(folder)], "remove": ["remove", "x"], "ask": ["ask", "list_feeds"]}
    said = refused(*words.get(command, [command]), "--corpus", str(corpus))
    assert "corpus.json has format 99; this version reads up to 1. Upgrade groundcast." in said
    assert truth_bytes(corpus) == before


@pytest.mark.parametrize("words", [("index",), ("remove", "tidewater")])
def test_a_second_writer_is_refused(words: tuple[str, ...], corpus: Path) -> None:
    with CorpusWriter(corpus):
        said = refused(*words, "--corpus", str(corpus))
    assert "Another groundcast is writing to" in said
    assert len(list(TruthFiles(corpus).episode_folders())) == 6


def refused(*words: str) -> str:
    """The last line of a refusal, before which there is at most the progress."""
    done = subprocess.run(
        [sys.executable, "-m", "groundcast", *words], capture_output=True, text=True
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    *progress, said = done.stderr.splitlines()
    assert all(not line.startswith("groundcast:") for line in progress)
    assert said.startswith("groundcast: ")
    return said
