"""Pairs of English words that cannot both be true of one thing in one respect."""

from collections.abc import Iterable, Mapping

_PAIRS = """
good bad|better worse|best worst|great terrible|easy hard|easy difficult|easier harder
simple complex|simple complicated|simpler harder|cheap expensive|cheaper dearer|safe unsafe
safe dangerous|safe risky|safer riskier|secure insecure|secure vulnerable|strong weak
strength weakness|fast slow|faster slower|quick slow|big small|large small|bigger smaller
larger smaller|high low|higher lower|more less|more fewer|most least|increase decrease
increase reduce|raise lower|raise cut|rise fall|grow shrink|gain lose|win lose|succeed fail
success failure|successful unsuccessful|useful useless|helpful harmful|help harm|help hurt
help hinder|improve worsen|benefit harm|advantage disadvantage|right wrong|true false
correct incorrect|possible impossible|likely unlikely|legal illegal|open closed|open close
public private|necessary unnecessary|important unimportant|valuable worthless|overrated underrated
overvalued undervalued|efficient inefficient|effective ineffective|reliable unreliable
centralized decentralized|allow forbid|allow prevent|allow block|permit forbid|accept reject
support oppose|approve reject|adopt abandon|adopt reject|embrace reject|keep remove
add remove|include exclude|start stop|begin end|enable disable|encourage discourage
love hate|like dislike|trust distrust|agree disagree|always never|everyone nobody
everything nothing|optimistic pessimistic|rational irrational|stable unstable|real fake
clear unclear|certain uncertain|known unknown|early late|sooner later|positive negative
solve worsen|strengthen weaken|speed slow|accelerate slow|create destroy|protect endanger
use avoid|buy avoid|healthy unhealthy|rich poor|wise foolish|clever stupid|brilliant stupid
mature immature|compelling uncompelling|fair unfair|moral immoral|honest dishonest
honest deceptive|forthcoming deceptive|transparent opaque|sustainable unsustainable
"""
_DENYING = ("un", "in", "im", "ir", "il", "dis", "non", "non-")
_SHORTEST_STEM = 4


def _table(lines: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in lines.replace("\n", "|").split("|"):
        if pair:
            one, other = pair.split()
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


_OPPOSITES = _table(_PAIRS)


def are_opposites(one: str, other: str) -> bool:
    """Whether two lemmas are opposites: as a listed pair, or by a prefix that denies."""
    return other in _OPPOSITES.get(one, ()) or _denies(one, other) or _denies(other, one)


def has_opposite(word: str) -> bool:
    """Whether a word is one of a listed pair."""
    return word in _OPPOSITES


def opposites_of(words: Iterable[str]) -> frozenset[str]:
    """The listed opposites of any of the words."""
    return frozenset(other for word in words for other in _OPPOSITES.get(word, ()))


def _denies(longer: str, stem: str) -> bool:
    return len(stem) >= _SHORTEST_STEM and any(longer == prefix + stem for prefix in _DENYING)
