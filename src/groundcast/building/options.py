"""What a caller of `add` may choose."""

from dataclasses import dataclass
from pathlib import Path

# Files that are read before any is written: what stands in memory at once.
READ_AT_ONCE = 500
WAS_REMOVED = "was removed from this corpus; add --again takes it anew"


@dataclass(frozen=True, slots=True)
class AddOptions:
    """What `add` does with its sources; dates are inclusive, `limit` counts episodes a run.

    `again` takes what was removed from the corpus before; `allow_private` lets feeds be fetched
    from this machine and from private networks; `speech_model` hears recordings, which are left
    alone without one; `speaker_model` tells their voices apart, which have no name without it.
    """

    show: str | None = None
    manifest: Path | None = None
    since: str | None = None
    until: str | None = None
    limit: int | None = None
    extract: bool = True
    index: bool = True
    dry_run: bool = False
    again: bool = False
    allow_private: bool = False
    speech_model: str | None = None
    speaker_model: str | None = None

    def in_dates(self, published_on: str | None) -> bool:
        """Whether a day is within the dates; an unknown day is within none."""
        too_old = self.since is not None and (published_on or "") < self.since
        too_new = self.until is not None and (published_on or "9") > self.until
        return not (too_old or too_new)
