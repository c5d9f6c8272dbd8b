"""Words with times of their own, found again in the text that they were taken from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from groundcast.ingest.cues import Cue
from groundcast.records import TimeMark

# A word stands near the one before it; a longer way on is another occurrence.
MAX_GAP_CHARS = 80
_SIGN = re.compile(r"[.,;:!?…%)\]}”’。，！？、]{1,4}")
# Of the tokens of English about three in four begin a word.
MIN_BLANKS_SHARE = 0.4
MIN_SINGLE_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class TimedWord:
    """A word as an engine timed it; `speaker` where it names the voice of each word."""

    text: str
    start_seconds: float | None
    end_seconds: float | None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class _Placed:
    char: int
    word: TimedWord


def cues_of_words(text: str, words: Sequence[TimedWord], whole: Cue) -> list[Cue]:
    """The text in cues of one voice each, its words' times in them.

    `whole` gives times and voice where the words state none. The cues hold all of the text; where
    there is none it is made of the words.
    """
    text = " ".join(text.split()) or " ".join(word.text.strip() for word in words).strip()
    placed = list(_placed(text, words))
    starts = [0]
    voice = next((found.word.speaker for found in placed if found.word.speaker), None)
    voices = [voice or whole.speaker]
    for found in placed:
        if found.word.speaker is not None and found.word.speaker != voices[-1] and found.char:
            starts.append(found.char)
            voices.append(found.word.speaker)
    ends = [*starts[1:], len(text)]
    cues: list[Cue] = []
    rest = iter(placed)
    following = next(rest, None)
    for start, end, voice in zip(starts, ends, voices, strict=True):
        within: list[_Placed] = []
        while following is not None and following.char < end:
            within.append(following)
            following = next(rest, None)
        cues.append(_cue(text, start, end, within, voice, whole))
    return cues


def are_tokens(cues: Sequence[Cue]) -> bool:
    """Whether cues are cut at every token, as some engines do.

    They write the blank between words before the token, or as one of its own, so that one without
    belongs to what stands before it.
    """
    said = list(_blanks_before(cues))
    blanks = sum(cue.text[:1].isspace() for cue in said)
    single = sum(len(cue.text.split()) == 1 for cue in said)
    return blanks > MIN_BLANKS_SHARE * len(said) and single > MIN_SINGLE_SHARE * len(said)


def with_fragments_joined(cues: Sequence[Cue]) -> list[Cue]:
    """The cues of tokens, each that goes on a word or closes it with a sign joined to it."""
    joined: list[Cue] = []
    pieces: list[str] = []
    for cue in _blanks_before(cues):
        if pieces and not cue.text[:1].isspace() and cue.speaker == joined[-1].speaker:
            pieces.append(cue.text)
            joined[-1] = replace(joined[-1], end_seconds=cue.end_seconds)
            continue
        if pieces:
            joined[-1] = replace(joined[-1], text="".join(pieces))
        joined.append(replace(cue, words=()))
        pieces = [cue.text]
    if pieces:
        joined[-1] = replace(joined[-1], text="".join(pieces))
    return joined


def with_signs_joined(cues: Sequence[Cue]) -> list[Cue]:
    """Cues, of which those that are only a closing sign are joined to the word before."""
    joined: list[Cue] = []
    for cue in cues:
        if joined and _SIGN.fullmatch(cue.text.strip()) and cue.speaker == joined[-1].speaker:
            before = joined.pop()
            text = before.text.rstrip() + cue.text.strip()
            cue = replace(before, text=text, end_seconds=cue.end_seconds)
        joined.append(cue)
    return joined


def _blanks_before(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Cues with text; a cue of blanks stands before the one that follows it."""
    blank = ""
    for cue in cues:
        if not cue.text.strip():
            blank = blank or cue.text[:1]
            continue
        yield replace(cue, text=blank + cue.text) if blank else cue
        blank = ""


def _placed(text: str, words: Sequence[TimedWord]) -> Iterator[_Placed]:
    at = 0
    for word in words:
        wanted = " ".join(word.text.split())
        if not wanted:
            continue
        char = _find(text, wanted, at)
        if char >= 0:
            yield _Placed(char, word)
            at = char + len(wanted)


def _find(text: str, wanted: str, at: int) -> int:
    """Where a word stands next, not within another one; -1 where it does not."""
    end = at + len(wanted) + MAX_GAP_CHARS
    char = text.find(wanted, at, end)
    while char > at and text[char - 1].isalnum() and text[char].isalnum():
        char = text.find(wanted, char + 1, end)
    return char


def _cue(
    text: str, start: int, end: int, within: Sequence[_Placed], voice: str | None, whole: Cue
) -> Cue:
    starts = [found.word.start_seconds for found in within if found.word.start_seconds is not None]
    ends = [found.word.end_seconds for found in within if found.word.end_seconds is not None]
    first, last = start == 0, end == len(text)
    started = whole.start_seconds if first and whole.start_seconds is not None else None
    ended = whole.end_seconds if last and whole.end_seconds is not None else None
    return Cue(
        start_seconds=started if started is not None else min(starts, default=None),
        end_seconds=ended if ended is not None else max(ends, default=None),
        text=text[start:end].rstrip(),
        speaker=voice,
        words=tuple(
            TimeMark(found.char - start, found.word.start_seconds)
            for found in within
            if found.word.start_seconds is not None and found.char > start
        ),
    )
