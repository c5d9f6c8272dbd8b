"""Embedding, named-entity and token models behind small protocols; importing this loads none.

`catalogue` gives an embedder by id; `spacy_reader`, `entities` and `tokens` hold the others.
"""

from groundcast.models.protocols import (
    Embedder,
    EntityRecognizer,
    NamedSpan,
    TokenCounter,
    Vectors,
    WordPieces,
)
from groundcast.models.reading import ReadEntity, ReadText, TextReader, Token

__all__ = [
    "Embedder",
    "EntityRecognizer",
    "NamedSpan",
    "ReadEntity",
    "ReadText",
    "TextReader",
    "Token",
    "TokenCounter",
    "Vectors",
    "WordPieces",
]
