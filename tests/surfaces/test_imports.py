"""Importing and listing tools stay light."""

import subprocess
import sys

import pytest

HEAVY = ("spacy", "openvino", "onnxruntime", "tantivy", "usearch", "tokenizers")
PROTOCOLS = ("mcp", "fastapi", "starlette", "uvicorn", "typer")


def loaded(statement: str, libraries: tuple[str, ...]) -> str:
    """Those of the libraries that a statement loads, as a list in source."""
    script = f"import sys\n{statement}\nprint([m for m in {libraries!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "module",
    [
        "groundcast",
        "groundcast.surfaces.mcp_server",
        "groundcast.surfaces.http_server",
        "groundcast.surfaces.cli",
    ],
)
def test_importing_loads_no_model_or_index_library(module: str) -> None:
    assert loaded(f"import {module}", HEAVY) == "[]"


def test_the_package_alone_loads_next_to_nothing() -> None:
    assert loaded("import groundcast", (*HEAVY, *PROTOCOLS, "pydantic", "numpy")) == "[]"


def test_the_python_surface_loads_no_protocol() -> None:
    assert loaded("from groundcast import Builder, Corpus, build, open", PROTOCOLS) == "[]"


def test_the_command_line_loads_no_server_before_it_serves() -> None:
    servers = ("mcp", "fastapi", "starlette", "uvicorn")
    assert loaded("import groundcast.surfaces.cli", servers) == "[]"
