"""Importing and listing tools stay light."""

import subprocess
import sys

import pytest

HEAVY = ("spacy", "openvino", "onnxruntime", "tantivy", "usearch", "tokenizers")


@pytest.mark.parametrize(
    "module", ["groundcast", "groundcast.surfaces.mcp_server", "groundcast.surfaces.cli"]
)
def test_importing_loads_no_model_or_index_library(module: str) -> None:
    script = f"import sys, {module}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
