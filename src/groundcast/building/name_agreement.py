"""Whether two first names, or two surnames, can be one person's."""

import re

from rapidfuzz.distance import OSA

from groundcast.ingest.name_forms import MIN_MISSPELT_LENGTH

MIN_PREFIX = 3
LONG_FIRST_NAME = 5
# First names and the short forms that no shared beginning tells.
_SHORT_FORMS = """
    michael mike mick mickey; robert bob bobby; william bill billy; anthony tony; james jim jimmy;
    elizabeth liz beth betty lisa; katherine catherine kathryn kate katie kathy
    cathy kat; john jack;
    richard dick rick; edward ted ned eddie; margaret peggy maggie meg; charles chuck chaz;
    henry hank harry; alexander sasha xander lex; alexandra sasha sandra; katarzyna kasia;
    malgorzata gosia; stephen steve steven; thomas tom tommy; victoria vicky tori; joseph joe
    joey pepe; francisco paco pancho; eugene gene; lawrence larry; theodore ted; rebecca becky;
    sarah sally; susan sue; patricia trish pat; dmitry dmitri dmitriy dima; mikhail misha;
    nicholas nick nico; nathaniel nate nat; nathan nate; philip phil pip; peter pete; andrew drew
    andy; barbara barb babs; deborah debbie deb; leonard len lenny; geoffrey jeff; jeffrey jeff
"""
_VOWELS = re.compile(r"[aeiouwyh]+")
_SOUNDS = (("ph", "f"), ("ck", "k"), ("c", "k"), ("q", "k"), ("x", "ks"), ("z", "s"), ("j", "g"))


def middles_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the middle names are the same, some only as initials."""
    return len(one) == len(other) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(one, other, strict=True)
    )


def first_names_agree(one: str, other: str) -> bool:
    """Whether two first names can be one person's: short forms and initials."""
    if one == other or other in _FORMS.get(one, ()):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) <= 2:
        return short[0] == long[0] and len(long) > 2
    shared = short[:MIN_PREFIX] == long[:MIN_PREFIX]
    return shared and (long.startswith(short) or len(short) <= LONG_FIRST_NAME)


def surnames_agree(one: str, other: str) -> bool:
    """Whether two surnames differ by a slip, or sound alike, or one is the other cut short."""
    if one == other or is_slip(one, other):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) >= MIN_PREFIX and long.startswith(short):
        return True
    return (
        len(short) >= MIN_MISSPELT_LENGTH
        and short[0] == long[0]
        and sound(one) == sound(other)
        and OSA.distance(one, other) <= 2
    )


def is_slip(one: str, other: str) -> bool:
    """Whether two words of some length differ by one slip of the pen."""
    return (
        min(len(one), len(other)) >= MIN_MISSPELT_LENGTH - 1
        and max(len(one), len(other)) >= MIN_MISSPELT_LENGTH
        and OSA.distance(one, other, score_cutoff=1) == 1
    )


def sound(word: str) -> str:
    """The consonants as they are heard."""
    for written, heard in _SOUNDS:
        word = word.replace(written, heard)
    heard = word[:1] + _VOWELS.sub("", word[1:])
    return re.sub(r"(.)\1+", r"\1", heard)


def _forms() -> dict[str, frozenset[str]]:
    forms: dict[str, frozenset[str]] = {}
    for group in _SHORT_FORMS.split(";"):
        names = frozenset(group.split())
        for name in names:
            forms[name] = forms.get(name, frozenset()) | names
    return forms


_FORMS = _forms()
