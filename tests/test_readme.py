"""The README's commands run, and its answer is the real one."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commands() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    return [
        line
        for block in re.findall(r"```sh\n(.*?)```", text, re.S)
        for line in block.splitlines()
        if line.startswith(".venv/bin/groundcast")
    ]


def stated_answer() -> str:
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- answer -->\n````markdown\n(.*?)````", text, re.S)
    assert found is not None
    return found[1]


def test_the_commands_run_and_the_answer_is_the_real_one(tmp_path: Path) -> None:
    corpus = tmp_path / "my-corpus"
    printed = ""
    for command in commands():
        own = command.replace(".venv/bin/groundcast", f'"{sys.executable}" -m groundcast')
        done = subprocess.run(
            own.replace("my-corpus", f'"{corpus}"'), shell=True, cwd=ROOT, capture_output=True,
            text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        printed = done.stdout
    assert printed == stated_answer()
