"""Embedding models by the id a corpus records."""

from groundcast.errors import InvalidArgument, shown
from groundcast.models import minilm
from groundcast.models.protocols import Embedder

DEFAULT_EMBEDDER = minilm.MODEL_ID
_LOADERS = {minilm.MODEL_ID: minilm.PackagedMiniLM}


def embedder_dimension(model_id: str) -> int:
    """Numbers in a vector of a model, known without loading it; raises InvalidArgument."""
    return _known(model_id).dimension


def load_embedder(model_id: str = DEFAULT_EMBEDDER) -> Embedder:
    """Loads a model, which takes about half a second; raises InvalidArgument, NotReady."""
    return _known(model_id)()


def _known(model_id: str) -> type[minilm.PackagedMiniLM]:
    loader = _LOADERS.get(model_id)
    if loader is None:
        raise InvalidArgument(
            f"unknown embedding model: {shown(model_id)}", candidates=sorted(_LOADERS)
        )
    return loader
