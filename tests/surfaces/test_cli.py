"""Every refusal is one line, and the exit code says whose fault it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "groundcast", *words], capture_output=True, text=True, cwd=cwd
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify", "--corpus", "nowhere"), "nowhere does not exist."),
        (("mcp", "--corpus", "."), ". is no corpus."),
        (("ask", "list_feeds", "--corpus", "."), ". is no corpus."),
        (("add", "nothing-here"), "nothing-here does not exist."),
        (("add", "ftp://feeds.example/a.xml"), "only http and https are"),
        (("update", "--corpus", "."), ". is no corpus."),
        (("index", "--corpus", "."), ". is no corpus."),
    ],
)
def test_a_refusal_is_one_line_and_exits_2(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("http://127.0.0.1:1/a.xml",), 2, "allow it with --allow-private."),
        (("http://2130706433/a.xml",), 2, "allow it with --allow-private."),
        (("http://127.0.0.1:1/a.xml", "--allow-private"), 3, "Connection refused"),
    ],
)
def test_a_feed_that_cannot_be_asked_is_one_line_after_the_progress(
    words: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    done = run("add", *words, cwd=tmp_path)
    assert done.returncode == code
    *progress, refusal = done.stderr.strip().splitlines()
    assert len(progress) == 2
    assert said in refusal
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_in_json_keeps_its_code(tmp_path: Path) -> None:
    done = run("ask", "list_feeds", "--json", "--corpus", str(tmp_path / "nowhere"))
    assert json.loads(done.stdout)["error"] == "not_ready"
    assert done.returncode == 2


def test_an_unknown_option_exits_2_with_one_line(sample_path: Path) -> None:
    done = run("verify", "--colour", "red")
    assert done.returncode == 2
    assert "--colour" in done.stderr
    assert "Traceback" not in done.stderr


def test_adding_again_changes_nothing(sample_folder: Path, tmp_path: Path) -> None:
    manifest = str(sample_folder / "index.tsv")
    words = ("add", str(sample_folder), "--manifest", manifest, "--limit", "4")
    first = run(*words, "--corpus", str(tmp_path / "c"))
    assert first.returncode == 0, first.stderr
    assert "added: 4 episodes" in first.stdout
    again = run(*words, "--corpus", str(tmp_path / "c"), "--json")
    report = json.loads(again.stdout)
    assert {episode["outcome"] for episode in report["episodes"]} == {"unchanged"}
    assert report["index"]["changed"] is False
    verified = run("verify", "--corpus", str(tmp_path / "c"))
    assert verified.returncode == 0
    assert "all is well" in verified.stdout


def test_a_dry_run_writes_nothing(sample_folder: Path, tmp_path: Path) -> None:
    done = run("add", str(sample_folder), "--manifest", str(sample_folder / "index.tsv"),
               "--corpus", str(tmp_path / "c"), "--dry-run")  # fmt: skip
    assert "would be added: 24 episodes" in done.stdout
    assert not (tmp_path / "c").exists()
