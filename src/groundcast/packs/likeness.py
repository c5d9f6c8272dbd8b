"""How much of one text stands in another, by shared runs of three words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
# Scripts written without spaces between words (Thai to Khmer, CJK and kana): their letters are
# compared, not their runs.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7a3\U00020000-\U0003ffff]"
)
_RUN = 3
# The beginning of a text tells it from others; transcripts of hours need not be read through.
_COMPARED = 8_000

Shingles = frozenset[tuple[str, ...]]


def shingles(text: str) -> Shingles:
    """The runs of three words in a text; a shorter text is one run."""
    words = _WORD.findall(text.lower())
    if not text.isascii() and _UNSPACED.search(text):
        words = [part for word in words for part in _parts(word)]
    if len(words) < _RUN:
        return frozenset([tuple(words)] if words else ())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def share(part: Shingles, whole: Shingles) -> float:
    """How much of `part` stands in `whole`, 0 to 1."""
    return len(part & whole) / len(part) if part else 0.0


@dataclass(frozen=True, slots=True)
class Probe:
    """A text's runs, and how many of them each indexed text has too."""

    runs: Shingles
    shared: Mapping[int, int]

    def share_in(self, other: int) -> float:
        """How much of this text stands in an indexed one, 0 to 1."""
        return self.shared.get(other, 0) / len(self.runs) if self.runs else 0.0


class Overlaps:
    """An index of texts by their runs, so that texts with nothing in common cost nothing."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._holders: dict[tuple[str, ...], list[int]] = {}
        self._shared: list[dict[int, int]] = []

    def probe(self, text: str) -> Probe:
        """Compare a text with the indexed ones."""
        runs = shingles(text[:_COMPARED])
        shared: dict[int, int] = {}
        for run in runs:
            for other in self._holders.get(run, ()):
                shared[other] = shared.get(other, 0) + 1
        return Probe(runs, shared)

    def add(self, probe: Probe) -> int:
        """Index the probed text; texts are numbered from 0 in the order they are added."""
        number = len(self._sizes)
        for run in probe.runs:
            self._holders.setdefault(run, []).append(number)
        for other, runs in probe.shared.items():
            self._shared[other][number] = runs
        self._sizes.append(len(probe.runs))
        self._shared.append(dict(probe.shared))
        return number

    def size(self, number: int) -> int:
        """How many runs an indexed text has."""
        return self._sizes[number]

    def like(self, number: int) -> list[int]:
        """The indexed texts that share any run with this one."""
        return sorted(self._shared[number])

    def share(self, part: int, whole: int) -> float:
        """How much of one indexed text stands in another, 0 to 1."""
        size = self._sizes[part]
        return self._shared[part].get(whole, 0) / size if size else 0.0


def _parts(word: str) -> list[str]:
    return list(word) if _UNSPACED.search(word) else [word]
