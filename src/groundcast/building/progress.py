"""How a build says where it is; surfaces decide how that looks."""

from typing import Protocol


class Progress(Protocol):
    """Told of each stage and its steps, in order."""

    def begin(self, stage: str, total: int | None) -> None:
        """A stage begins; `total` steps are expected, null where unknown."""
        ...

    def advance(self, steps: int = 1) -> None:
        """Steps of the stage were done."""
        ...

    def say(self, line: str) -> None:
        """Something the person who builds should read."""
        ...


class Silent:
    """Progress that nobody watches."""

    def begin(self, stage: str, total: int | None) -> None:
        """Nothing to show."""

    def advance(self, steps: int = 1) -> None:
        """Nothing to show."""

    def say(self, line: str) -> None:
        """Nothing to show."""
