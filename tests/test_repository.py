"""What the repository says of itself is true."""

import contextlib
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import groundcast

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["README.md", "ARCHITECTURE.md", "AGENTS.md", "CHANGELOG.md", "docs/corpus-format.md",
         "docs/evaluation.md", "docs/feeds.md", "docs/http.md", "docs/importing.md",
         "docs/python.md"]  # fmt: skip


def test_the_newest_heading_of_the_changelog_is_the_version() -> None:
    heading = re.search(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert heading is not None
    assert heading[1] == groundcast.__version__


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


def test_the_guide_for_contributors_stays_short() -> None:
    assert len((ROOT / "AGENTS.md").read_text("utf-8").splitlines()) <= 60


def test_every_dependency_is_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = {m[1].lower() for m in re.finditer(r"^([A-Za-z0-9._-]+)(?:\[.*\])?==", lock, re.M)}
    for requirement in project["project"]["dependencies"]:
        name = re.split(r"[<>=!;\[ ]", requirement)[0].lower()
        assert name in locked, name
    for block in re.split(r"\n(?=[A-Za-z])", lock.strip()):
        if "==" in block:
            assert "--hash=sha256:" in block, block.splitlines()[0]


def test_locks_pin_the_extras_that_locked_packages_ask_for() -> None:
    """An older pip looks past a pin without extras, and refuses the newer release it finds."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text("utf-8")
        pins = [Requirement(m[1]) for m in re.finditer(r"^(\S+==[^\s\\]+)", text, re.M)]
        extras = {canonicalize_name(pin.name): pin.extras for pin in pins}
        for pin in pins:
            with contextlib.suppress(metadata.PackageNotFoundError):
                for line in metadata.requires(pin.name) or ():
                    wanted = Requirement(line)
                    if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                        pinned = extras[canonicalize_name(wanted.name)]
                        assert wanted.extras <= pinned, f"{name}: {pin.name} asks for {line}"


@pytest.mark.parametrize("path", sorted((ROOT / "src").rglob("*.py")), ids=lambda p: p.name)
def test_files_stay_small_enough_to_read(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 420


def test_no_module_is_named_for_nothing() -> None:
    banned = {"utils", "helpers", "common", "manager", "base"}
    assert not banned & {path.stem for path in (ROOT / "src").rglob("*.py")}
