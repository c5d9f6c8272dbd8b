"""What the rest of the library asks of a model, whoever runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class WordPieces(Protocol):
    """How an embedding model cuts text; markers around the text are never counted."""

    def count(self, text: str) -> int:
        """Pieces in the whole text, however long."""
        ...

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Half-open code-point spans of the pieces, in order."""
        ...


class Embedder(Protocol):
    """A sentence model; safe to call from several threads at once."""

    @property
    def model_id(self) -> str:
        """Names the model in a corpus; vectors of two ids are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        ...

    @property
    def max_pieces(self) -> int:
        """Word pieces the model reads, its markers included; the rest of a text is not read."""
        ...

    @property
    def word_pieces(self) -> WordPieces:
        """The model's own tokenizer."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit-length rows, (number of texts, dimension), in the order of `texts`.

        A text's row does not depend on the texts it is embedded with.
        """
        ...


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A name in a text: half-open code-point span, its text, and a label such as PERSON or ORG."""

    start: int
    end: int
    text: str
    label: str


class EntityRecognizer(Protocol):
    """Finds the names in texts; safe to call from several threads at once."""

    @property
    def model_id(self) -> str:
        """Names the model and its version."""
        ...

    def recognize(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """For each text its names, by start."""
        ...


class TokenCounter(Protocol):
    """Counts the tokens a text costs a language model; safe to call from several threads."""

    @property
    def name(self) -> str:
        """The name the counter was asked for by."""
        ...

    def count(self, text: str) -> int:
        """Tokens in the text; what looks like a control token counts as ordinary text."""
        ...
