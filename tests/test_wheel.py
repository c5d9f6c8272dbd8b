"""What is published works where nothing but it is installed."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), ".")
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_its_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "groundcast/py.typed",
        "groundcast/models/data/bert-base-uncased-vocab.txt",
        "groundcast/sample_data/index.tsv",
    ):
        assert needed in names
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not any(name.startswith("tests/") for name in names)


@pytest.mark.timeout(600)
def test_a_clean_environment_answers_a_question(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(scripts / "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", "requirements.lock")
    run(*pip, "--no-deps", str(wheel))
    run(python, "-m", "pip", "check")
    script = (
        "from groundcast.surfaces.demo import build_sample; from pathlib import Path;"
        " build_sample(Path('corpus'))"
    )
    run(python, "-c", script, cwd=tmp_path)
    asked = ("ask", "resolve_entity", "Maren Tolvik", "--corpus", "corpus")
    answer = run(python, "-m", "groundcast", *asked, cwd=tmp_path)
    assert "id: person:maren-tolvik" in answer
