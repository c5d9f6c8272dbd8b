"""Token counts of language models, offline."""

from functools import cache
from importlib import import_module
from math import ceil
from typing import Literal, Protocol, cast, get_args

from groundcast.errors import InvalidArgument, shown
from groundcast.models.plain_text import without_surrogates
from groundcast.models.protocols import TokenCounter

CounterName = Literal["o200k", "cl100k", "estimate"]


@cache
def token_counter(name: CounterName) -> TokenCounter:
    """The counter of a vocabulary, loaded once a process.

    `estimate` is for models whose tokenizer is not public: a fifth more than o200k, rounded up,
    so that a budget holds for them too.
    """
    match name:
        case "o200k":
            return _Vocabulary("o200k", "o200k_base")
        case "cl100k":
            return _Vocabulary("cl100k", "cl100k_base")
        case "estimate":
            return _Estimate(token_counter("o200k"))
        case _:
            raise InvalidArgument(
                f"unknown token counter: {shown(name)}", candidates=get_args(CounterName)
            )


class _Vocabulary:
    def __init__(self, name: CounterName, encoding: str) -> None:
        self.name = name
        self._encoding = cast("_Encoding", import_module("quicktok").get_encoding(encoding))

    def count(self, text: str) -> int:
        return self._encoding.count(without_surrogates(text))


class _Estimate:
    name = "estimate"

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter

    def count(self, text: str) -> int:
        return ceil(self._counter.count(text) * 6 / 5)


class _Encoding(Protocol):
    def count(self, text: str) -> int: ...
