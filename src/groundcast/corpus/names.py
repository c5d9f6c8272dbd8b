"""How names are compared: without case, accents, punctuation or articles of spacing."""

import re
import unicodedata

_NOT_WORD = re.compile(r"[^\w]+|_+")


def name_key(name: str) -> str:
    """A name folded for comparison: NFKD without marks, case-folded, words joined by a space."""
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(_NOT_WORD.sub(" ", bare.casefold()).split())
