"""What a store of rows can do; fusion, routing and everything above know only this."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from groundcast.retrieval.analysis import LexicalQuery
from groundcast.retrieval.filters import Filter

Vector = NDArray[np.float32]


class Backend(Protocol):
    """Rows, found by their words or their vectors; safe to use from several threads.

    Rows are named by numbers that hold as long as this backend is open. Filters apply inside the
    search: a list is shorter than `k` only where no more rows pass. Lists are sorted by score,
    equal scores by row id.
    """

    @property
    def version(self) -> str:
        """A digest of the content."""
        ...

    def lexical(self, query: LexicalQuery, wanted: Filter, k: int) -> list[tuple[int, float]]:
        """The best rows by BM25; rows without any of the terms are not among them."""
        ...

    def lexical_among(self, query: LexicalQuery, rows: Sequence[int]) -> Mapping[int, float]:
        """The same score for given rows, 0 where none of the terms is there."""
        ...

    def dense(self, vector: Vector, wanted: Filter, k: int) -> list[tuple[int, float]]:
        """The nearest rows by cosine; `vector` has unit length."""
        ...

    def dense_among(self, vector: Vector, rows: Sequence[int]) -> Mapping[int, float]:
        """The cosine of given rows."""
        ...

    def mean_vector(self, rows: Sequence[int]) -> Vector:
        """The mean of the vectors of given rows, which is not of unit length."""
        ...

    def term_weights(self, query: LexicalQuery) -> Mapping[str, float]:
        """Inverse document frequency of each term, as large as possible where no row has it."""
        ...

    def terms_in(self, query: LexicalQuery, rows: Sequence[int]) -> Mapping[int, frozenset[str]]:
        """Which terms of the query each given row has in its text, context or extra terms."""
        ...

    def passing(self, rows: Sequence[int], wanted: Filter) -> frozenset[int]:
        """Those of the rows that pass."""
        ...

    def count(self, wanted: Filter) -> int:
        """How many rows pass."""
        ...

    def row_ids(self, rows: Sequence[int]) -> list[str]:
        """The ids of rows."""
        ...

    def row_number(self, row_id: str) -> int | None:
        """The number of a row, null where there is none with this id."""
        ...

    def dump(self) -> Iterable[str]:
        """The content as sorted lines; equal content gives equal lines, however it was built."""
        ...
