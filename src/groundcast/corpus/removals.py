"""What was taken out of a corpus: a removal under way, and the ids that stay known as removed."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus import codec
from groundcast.corpus.truth import TruthFiles
from groundcast.errors import Damaged
from groundcast.records import Retired

REMOVAL_FILE = "removal.json"
REMOVED = "removed"
# A show that was not itself removed may come back with its next episode.
REMOVED_WITH_EPISODES = "removed with its last episode"


@dataclass(frozen=True, slots=True)
class Removal:
    """Episode folders (as `shows/<show>/<episode>`) to take out, and the ids to retire; `asked`
    is how the caller named them."""

    folders: tuple[str, ...]
    retired: tuple[Retired, ...]
    asked: str = ""


def read_removal(corpus: Path) -> Removal | None:
    """The removal that is not finished yet, if there is one; raises Damaged, NewerFormat."""
    path = corpus / REMOVAL_FILE
    if not path.is_file():
        return None
    return codec.decode_record(Removal, path.read_bytes(), REMOVAL_FILE)


def removed_ids(truth: TruthFiles) -> frozenset[str]:
    """Ids that were removed or are being; a damaged registry, to be made anew, has none."""
    pending = read_removal(truth.path)
    retired = pending.retired if pending else ()
    with suppress(Damaged):
        retired += truth.registry().retired
    return frozenset(old.id for old in retired if old.reason == REMOVED)


def end_removal(corpus: Path) -> None:
    """Says that nothing of a removal is left to do."""
    (corpus / REMOVAL_FILE).unlink(missing_ok=True)
