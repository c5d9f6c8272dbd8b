"""Which episodes are re-aired recordings of others: told by the words they share."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from groundcast.records import Copy, Episode

# A text is known by the least of the digests of its runs of three words: what two texts share of
# these estimates what they share of all (bottom-k sketches, Cohen and Kaplan 2007).
_RUN = 3
_KEPT = 256
_FEWEST = 50
# Of the runs in either text, those in both. An opening of a tenth, or another transcriber who hears
# one word in twenty differently, leaves more; two episodes of one show have less than a tenth.
_SAME_RECORDING = 0.6
# A run that so many episodes have is a show's opening or its advertisement, and tells nothing.
_COMMON = 50
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is kept of an episode to tell whether another has its words."""

    episode_id: str
    published_on: str | None
    runs: frozenset[int]


def sketch_of(episode: Episode, text: str) -> Sketch:
    """An episode's sketch, from its canonical text."""
    words = [word.encode() for word in _WORD.findall(text.casefold())]
    runs = {crc32(b" ".join(run)) for run in zip(words, words[1:], words[2:], strict=False)}
    return Sketch(episode.id, episode.published_on, frozenset(sorted(runs)[:_KEPT]))


def copies_among(sketches: Iterable[Sketch]) -> tuple[Copy, ...]:
    """Each episode with nearly the words of an earlier one, and the first that had them.

    The original is the one published first; of undated ones and of one day's, the lesser id's.
    """
    originals: list[Sketch] = []
    holders: dict[int, list[int]] = {}
    copies: list[Copy] = []
    for sketch in sorted(sketches, key=lambda s: (s.published_on or "9", s.episode_id)):
        if len(sketch.runs) < _FEWEST:
            continue
        shared = Counter(n for run in sketch.runs for n in holders.get(run, ())[:_COMMON])
        alike = [(_likeness(sketch, originals[n]), -n) for n in shared]
        best, at = max(alike, default=(0.0, 0))
        if best >= _SAME_RECORDING:
            copies.append(Copy(sketch.episode_id, originals[-at].episode_id))
            continue
        for run in sketch.runs:
            holders.setdefault(run, []).append(len(originals))
        originals.append(sketch)
    return tuple(sorted(copies, key=lambda copy: copy.episode_id))


def _likeness(one: Sketch, other: Sketch) -> float:
    """The share of the runs in either text that are in both, 0 to 1, estimated."""
    least = sorted(one.runs | other.runs)[: min(len(one.runs), len(other.runs))]
    both = one.runs & other.runs
    return sum(run in both for run in least) / len(least)
