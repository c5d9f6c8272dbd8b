"""Words with times of their own, found again in the text that they were taken from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundcast.ingest.cues import Cue
from groundcast.records import TimeMark

# A word stands near the one before it; a longer way on is another occurrence.
MAX_GAP_CHARS = 80


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
