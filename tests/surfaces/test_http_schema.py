"""The running server keeps the promises of its OpenAPI document, as schemathesis sees it."""

import re
import subprocess
import sys
from pathlib import Path

from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_api import create_app
from tests.surfaces.serving import serving

RUN = "from schemathesis.cli import schemathesis; schemathesis()"


def test_schemathesis_finds_nothing_wrong(sample: OpenCorpus, tmp_path: Path) -> None:
    # What it leaves out expects every value of the right form to be answered; here a date that
    # is none, a budget that holds no answer and a stale cursor are refused, rightly.
    with serving(create_app(sample)) as address:
        words = (
            f"http://127.0.0.1:{address.port}/api/openapi.json", "--max-examples", "10",
            "--seed", "1", "--phases", "examples,coverage,fuzzing",
            "--exclude-checks", "positive_data_acceptance",
        )  # fmt: skip
        command = [sys.executable, "-c", RUN, "run", *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    generated = re.search(r"(\d+) generated, \1 passed", done.stdout)
    assert generated is not None, done.stdout
    assert int(generated[1]) > 200
