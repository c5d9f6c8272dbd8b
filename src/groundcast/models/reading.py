"""Texts as a grammar model reads them, in plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from groundcast.models.protocols import NamedSpan


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark: `text` is what stands at the half-open code-point span in the source."""

    start: int
    end: int
    text: str
    space: str
    """The blank after the token, or nothing."""
    lower: str
    lemma: str
    pos: str
    """Universal part of speech: NOUN, PROPN, VERB, …"""
    tag: str
    """Penn Treebank tag: NN, VBZ, …"""
    dep: str
    """Relation to `head`: nsubj, ROOT, …; empty where the reader does not parse."""
    head: int
    """Index of the governing token; a root governs itself; -1 where the reader does not parse."""


@dataclass(frozen=True, slots=True)
class ReadEntity(NamedSpan):
    """A name with the half-open range of tokens it covers."""

    token_start: int
    token_end: int


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text's tokens and the names in it, both in order."""

    tokens: tuple[Token, ...]
    entities: tuple[ReadEntity, ...]


class TextReader(Protocol):
    """Tags texts and finds names; safe to call from several threads at once."""

    @property
    def model_id(self) -> str:
        """Names the model and its version."""
        ...

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        """Each text read on its own, in the order given."""
        ...
