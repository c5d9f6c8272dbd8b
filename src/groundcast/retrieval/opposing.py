"""Whether statements in nearly the same words say different things: by negation and figures."""

import re
from dataclasses import dataclass

# In a longer text a negation or a figure is one of many, and its words decide.
_LONGEST_WORDS = 60
_NEGATION = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|without|cannot)\b|n['’]t\b", re.I
)
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True, slots=True)
class Point:
    """What turns a statement's meaning while its words stay."""

    negated: bool
    figures: frozenset[str]

    def opposes(self, other: "Point") -> bool:
        """Whether only one denies, or each gives a figure that the other does not."""
        if self.negated != other.negated:
            return True
        return bool(self.figures - other.figures and other.figures - self.figures)


def point_of(text: str) -> Point | None:
    """The point of a statement; null where the text is longer than statements are."""
    if len(text.split()) > _LONGEST_WORDS:
        return None
    return Point(_NEGATION.search(text) is not None, frozenset(_FIGURE.findall(text)))


def opposed(one: Point | None, other: Point | None) -> bool:
    """Whether two texts are statements with opposed points."""
    return one is not None and other is not None and one.opposes(other)
