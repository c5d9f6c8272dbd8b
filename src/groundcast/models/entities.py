"""Names in English texts, without the grammar."""

from collections.abc import Sequence
from typing import Any

from groundcast.models import spacy_pipeline
from groundcast.models.protocols import NamedSpan

_NAMING = frozenset(("ner",))


class SpacyEntities:
    """Finds people, organisations, places and the like, with OntoNotes labels."""

    model_id = spacy_pipeline.MODEL_ID

    def __init__(self) -> None:
        """Loads the model; raises NotReady where it is not installed."""
        spacy_pipeline.prepare()

    def recognize(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """For each text its names, by start."""
        return spacy_pipeline.documents(texts, _NAMING, _names)


def _names(document: Any) -> list[NamedSpan]:
    return [NamedSpan(e.start_char, e.end_char, e.text, e.label_) for e in document.ents]
