"""Where words were said, as readers are told it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """Where words were said: enough to name it to a reader and to play it.

    `start_seconds` is null where the source states no times; `turn` (counted from 1) then says
    where. `time_exact` is false where the time is interpolated.
    """

    episode_id: str
    episode_title: str
    show_id: str
    show_title: str
    person_id: str | None
    speaker: str | None
    published_on: str | None
    start_seconds: float | None
    end_seconds: float | None
    time_exact: bool
    turn: int
    url: str | None
    quote_id: str | None = None
    licence: str | None = None

    def as_text(self) -> str:
        """`Speaker, Show, “Episode” (2021-03-17) at ≈12:34`; the turn where no time is known."""
        who = self.speaker or "Unattributed"
        dated = f" ({self.published_on})" if self.published_on else ""
        return f"{who}, {self.show_title}, “{self.episode_title}”{dated} {self.where()}"

    def where(self) -> str:
        """`at 12:34`, `at ≈1:02:03`, or `turn 7`."""
        if self.start_seconds is None:
            return f"turn {self.turn}"
        return f"at {'' if self.time_exact else '≈'}{clock(self.start_seconds)}"


def clock(seconds: float) -> str:
    """Seconds as `m:ss` or `h:mm:ss`, rounded down."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
