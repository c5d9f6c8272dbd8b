"""When two spellings are one name: case, plural, hyphen, space, acronym and expansion."""

import re

from groundcast.extraction.lexicon import word_set

_SPLIT = re.compile(r"[\s\-‐‑–/_]+")
_EDGES = "\"'“”‘’.,;:!?()[]*_"
_POSSESSIVE = re.compile(r"['’]s?$")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,7}s?")
_LINKS = word_set("""
    of the and for to in on a an
""")
# Words that end in s and are no plural.
_SINGULAR_IN_S = word_set("""
    analytics always basis business class devops dns css https http news physics series
    kubernetes aws ios macos process access status bus bias canvas consensus census axis lens
    postgres redis rails js os tls ssh sas gas atlas saas paas iaas
""")


def words_of(name: str) -> tuple[str, ...]:
    """The comparable words of a name: case-folded, unhyphenated, each in the singular."""
    parts = (_POSSESSIVE.sub("", part.strip(_EDGES)) for part in _SPLIT.split(name))
    return tuple(_singular_of(part) for part in parts if part)


def key_of(name: str) -> str:
    """Equal for all spellings of a name that differ in case, plural, hyphen or space only."""
    return "".join(words_of(name))


def singular(word: str) -> str:
    """The singular of a lower-case English noun, by its ending."""
    if len(word) <= 3 or not word.endswith("s") or word in _SINGULAR_IN_S:
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def is_acronym(name: str) -> bool:
    """Two to eight capitals or digits, perhaps with a plural s."""
    return _ACRONYM.fullmatch(name) is not None


def may_abbreviate(acronym: str, expansion: str) -> bool:
    """Whether the capitals of `acronym` are the initials of `expansion`, small words optional."""
    letters = acronym.removesuffix("s").casefold()
    words = [word for word in _SPLIT.split(expansion) if word]
    full = "".join(word[0] for word in words).casefold()
    without_links = "".join(w[0] for w in words if w.casefold() not in _LINKS).casefold()
    return len(letters) >= 2 and letters in {full, without_links}


def _singular_of(part: str) -> str:
    if part[:-1].isupper() and part.endswith("s"):
        return part[:-1].casefold()
    return singular(part.casefold().replace("’", "'"))
