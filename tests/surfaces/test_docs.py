"""The pages about Python and HTTP show what really comes out.

`make docs` sets WRITE_DOCS, with which the tests write the pages' outputs anew.
"""

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_api import create_app
from groundcast.surfaces.reference import same
from tests.surfaces.serving import Address, serving

# An example and the output that follows it.
SHOWN = re.compile(
    r"^```(?:python|sh)\n(?P<code>[^`]*?)^```\n\n(?P<fence>`{3,})(?P<language>\w+)\n"
    r"(?P<output>.*?)^(?P=fence)$",
    re.M | re.S,
)
SHOWN_HEADERS = ("etag", "link", "content-type")


def check(page: Path, examples: int, run: Callable[[str], str]) -> None:
    """Runs a page's examples in order; their outputs must be those shown."""
    text = page.read_text("utf-8")
    outputs = [(found, run(found["code"])) for found in SHOWN.finditer(text)]
    assert len(outputs) == examples
    if os.environ.get("WRITE_DOCS"):
        for found, output in reversed(outputs):
            text = text[: found.start("output")] + output + text[found.end("output") :]
        page.write_text(text, "utf-8")
    for found, output in outputs if not os.environ.get("WRITE_DOCS") else ():
        assert found["output"] == output


def test_the_python_page_prints_what_it_says(
    repository: Path, sample_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample_folder, tmp_path / "sample")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    def run(code: str) -> str:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(code, names)
        return printed.getvalue()

    check(repository / "docs" / "python.md", 5, run)


@pytest.fixture(scope="module")
def address(sample: OpenCorpus) -> Iterator[Address]:
    with serving(create_app(sample)) as served:
        yield served


def test_the_http_page_shows_what_is_answered(repository: Path, address: Address) -> None:
    check(repository / "docs" / "http.md", 4, lambda command: as_curl_prints(command, address))


def as_curl_prints(command: str, address: Address) -> str:
    """The body; with -i, after the status and the headers that the page is about."""
    program, *words = shlex.split(command)
    assert program == "curl"
    headers = dict(words[i + 1].split(": ") for i, word in enumerate(words) if word == "-H")
    path = words[-1].removeprefix("http://127.0.0.1:8765")
    reply = address.get(path, headers)
    body = reply.body.decode() + "\n"
    if "-i" not in words:
        return body
    shown = [f"{name}: {reply.headers[name]}" for name in SHOWN_HEADERS if name in reply.headers]
    return "\n".join([f"HTTP/1.1 {reply.status}", *shown, "", body])


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("similarity 0.51, shares a\nid x", True),
        ("similarity 0.60, shares a\nid x", False),
        ("similarity 0.52, shares b\nid x", False),
        ("similarity 0.52, shares a\nid y", False),
    ],
)
def test_pages_are_the_same_but_for_the_rounding_of_a_processor(new: str, expected: bool) -> None:
    assert same("similarity 0.52, shares a\nid x", new) is expected
