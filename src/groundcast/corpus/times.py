"""When a span of the canonical text was said, as far as the source tells."""

from bisect import bisect_left, bisect_right

from groundcast.records import TimeMark, Transcript, Turn


def span_seconds(
    transcript: Transcript, char_start: int, char_end: int
) -> tuple[float | None, float | None]:
    """Start and end of a span in seconds, rounded to 0.01; null where no time is known.

    With exact times a span starts with the cue it starts in and ends with the cue it ends in.
    With sparse ones both ends are interpolated along the characters between the stated times;
    before the first and after the last, at the recording's mean pace.
    """
    if transcript.time_source == "none" or not transcript.time_marks:
        return None, None
    if transcript.time_source == "exact":
        return _cue_start(transcript, char_start), _cue_end(transcript, char_end)
    pace = _mean_pace(transcript.time_marks)
    start = _interpolated(transcript.time_marks, char_start, pace)
    end = _interpolated(transcript.time_marks, char_end, pace)
    return round(start, 2), round(end, 2)


def turn_number(turns: tuple[Turn, ...], char: int) -> int:
    """The turn that holds a character, counted from 1."""
    return max(1, bisect_right(turns, char, key=lambda turn: turn.char_start))


def turns_within(turns: tuple[Turn, ...], char_start: int, char_end: int) -> tuple[Turn, ...]:
    """The turns that a span touches, in order."""
    first = max(0, bisect_right(turns, char_start, key=lambda turn: turn.char_start) - 1)
    last = bisect_left(turns, char_end, key=lambda turn: turn.char_start)
    return tuple(turn for turn in turns[first:last] if turn.char_end > char_start)


def _cue_start(transcript: Transcript, char: int) -> float:
    marks = transcript.time_marks
    return marks[max(0, bisect_right(marks, char, key=lambda mark: mark.char) - 1)].seconds


def _cue_end(transcript: Transcript, char: int) -> float | None:
    marks = transcript.time_marks
    turn = transcript.turns[turn_number(transcript.turns, max(0, char - 1)) - 1]
    following = bisect_left(marks, char, key=lambda mark: mark.char)
    ends = [turn.end_seconds] if turn.end_seconds is not None else []
    if following < len(marks):
        ends.append(marks[following].seconds)
    return min(ends) if ends else None


def _mean_pace(marks: tuple[TimeMark, ...]) -> float:
    """Seconds a character; 1/15 (150 words a minute) where the marks do not tell."""
    chars = marks[-1].char - marks[0].char
    seconds = marks[-1].seconds - marks[0].seconds
    return seconds / chars if chars > 0 and seconds > 0 else 1 / 15


def _interpolated(marks: tuple[TimeMark, ...], char: int, pace: float) -> float:
    after = bisect_right(marks, char, key=lambda mark: mark.char)
    if after == 0:
        first = marks[0]
        return first.seconds * char / first.char if first.char else first.seconds
    before = marks[after - 1]
    if after == len(marks):
        return before.seconds + (char - before.char) * pace
    following = marks[after]
    share = (char - before.char) / (following.char - before.char)
    return before.seconds + share * (following.seconds - before.seconds)
