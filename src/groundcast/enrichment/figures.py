"""Figures in a statement: a value, its unit, and whether it is a bound."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from groundcast.models.reading import Token

Bound = Literal["exact", "about", "at least", "at most"]

_SMALL = str.split("""zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty""")
_TENS = str.split("thirty forty fifty sixty seventy eighty ninety")
_WORDS: dict[str, float] = {word: float(i) for i, word in enumerate(_SMALL)} | {
    word: 30.0 + 10 * i for i, word in enumerate(_TENS)
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
# One unit for each, so that three days and three weeks compare.
_DURATIONS = {
    "second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0,
    "month": 30.0, "year": 365.0, "decade": 3650.0,
}  # fmt: skip
_ABOUT = frozenset(("about", "around", "roughly", "approximately", "nearly", "almost", "~", "like"))
_EXACT_WITHIN = 0.02
_ABOUT_WITHIN = 0.2
_REACH = 4


@dataclass(frozen=True, slots=True)
class Figure:
    """A value in a unit; durations are in days."""

    value: float
    unit: str
    bound: Bound

    def excludes(self, other: "Figure") -> bool:
        """Whether no number can be both; figures in different units never exclude each other."""
        if self.unit != other.unit:
            return False
        low, high = _range(self)
        other_low, other_high = _range(other)
        return high < other_low or other_high < low


def figures_of(tokens: Sequence[Token]) -> tuple[Figure, ...]:
    """The figures that count something; years and numbers in names are none."""
    found: list[Figure] = []
    i = 0
    while i < len(tokens):
        end, value = _number(tokens, i)
        if end == i:
            i += 1
            continue
        unit, factor = _unit(tokens, end)
        if unit and not (1900 <= value <= 2100 and unit != "%"):
            found.append(Figure(value * factor, unit, _bound(tokens, i, end)))
        i = end
    return tuple(found)


def _range(figure: Figure) -> tuple[float, float]:
    value = figure.value
    if figure.bound == "at least":
        return value, float("inf")
    if figure.bound == "at most":
        return 0.0, value
    slack = _ABOUT_WITHIN if figure.bound == "about" else _EXACT_WITHIN
    return value * (1 - slack), value * (1 + slack)


def _number(tokens: Sequence[Token], start: int) -> tuple[int, float]:
    """Where the number that begins at `start` ends, and its value; `start` itself for none."""
    first = _plain(tokens[start])
    if first is None or (start and tokens[start - 1].pos == "PROPN" and first < 1000):
        return start, 0.0
    value, end = first, start + 1
    while end < len(tokens) and tokens[end].lower in _SCALES:
        value *= _SCALES[tokens[end].lower]
        end += 1
    return end, value


def _plain(token: Token) -> float | None:
    if token.lower in _WORDS:
        return _WORDS[token.lower] if token.pos == "NUM" else None
    try:
        return float(token.text.replace(",", ""))
    except ValueError:
        return None


def _unit(tokens: Sequence[Token], end: int) -> tuple[str, float]:
    """The nouns right after a number; a percentage is `%`."""
    noun = ""
    for token in tokens[end : end + _REACH]:
        if token.text == "%" or token.lower in ("percent", "per"):
            return ("%", 1.0) if token.lower != "per" else (noun, 1.0)
        if token.lemma.casefold() in _DURATIONS:
            return "duration", _DURATIONS[token.lemma.casefold()]
        if token.pos == "NOUN":
            noun = f"{noun} {token.lemma.casefold()}".strip()
        elif token.pos != "ADJ" or noun:
            break
    return noun, 1.0


def _bound(tokens: Sequence[Token], start: int, end: int) -> Bound:
    before = " ".join(token.lower for token in tokens[max(0, start - 3) : start])
    after = " ".join(token.lower for token in tokens[end : end + 8])
    least = ("at least", "no less than", "no fewer than", "more than", "over")
    most = ("no more than", "at most", "less than", "fewer than", "under", "up to", "not more than")
    if before.endswith(most):
        return "at most"
    if before.endswith(least) or "or more" in after or "at the very least" in after:
        return "at least"
    about = any(token.lower in _ABOUT for token in tokens[max(0, start - 2) : start])
    return "about" if about else "exact"
