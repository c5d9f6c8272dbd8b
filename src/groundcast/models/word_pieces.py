"""The BERT uncased tokenizer, with its vocabulary as package data."""

import hashlib
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Protocol, cast

from groundcast.errors import NotReady
from groundcast.models.plain_text import without_surrogates

VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
START, END = 101, 102


class BertWordPieces:
    """Word pieces of the BERT uncased vocabulary; "[SEP]" and its like are ordinary text."""

    def __init__(self, vocabulary: Path | None = None) -> None:
        """Raises NotReady where the vocabulary is missing or is not the pinned one."""
        self._tokenizer = _packaged() if vocabulary is None else _load(vocabulary.read_bytes())

    def count(self, text: str) -> int:
        """Pieces in the whole text, without markers."""
        return len(self._encode(text))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Half-open code-point spans of the pieces, in order."""
        return self._encode(text).offsets

    def ids(self, text: str, max_pieces: int) -> list[int]:
        """Vocabulary numbers between the two markers, cut so that at most `max_pieces` remain."""
        return [START, *self._encode(text).ids[: max_pieces - 2], END]

    def _encode(self, text: str) -> "_Encoding":
        # One text at a time: the tokenizer's batch calls start a pool that does not survive a fork.
        return self._tokenizer.encode(without_surrogates(text), add_special_tokens=False)


class _Encoding(Protocol):
    ids: list[int]
    offsets: list[tuple[int, int]]

    def __len__(self) -> int: ...


class _Tokenizer(Protocol):
    def encode(self, sequence: str, *, add_special_tokens: bool) -> _Encoding: ...


@cache
def _packaged() -> _Tokenizer:
    file = resources.files("groundcast.models") / "data" / "bert-base-uncased-vocab.txt"
    return _load(file.read_bytes())


def _load(vocabulary: bytes) -> _Tokenizer:
    if hashlib.sha256(vocabulary).hexdigest() != VOCABULARY_SHA256:
        raise NotReady(
            "the word-piece vocabulary is not the one this version was made with",
            hint="Run: pip install --force-reinstall --no-deps groundcast",
        )
    tokenizers = import_module("tokenizers")
    pieces = {piece: number for number, piece in enumerate(vocabulary.decode().split("\n")[:-1])}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return cast("_Tokenizer", tokenizer)
