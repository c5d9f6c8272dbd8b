"""Which people, organisations, topics, shows and episodes a question names."""

from collections.abc import Iterator

from groundcast.corpus.entries import Name
from groundcast.corpus.names import name_key
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import Candidate

LONGEST_NAME = 8
# A name that is one common word ("go", "rust") is still a name where it is a topic's whole name.
SHORTEST_NAME = 3


def entities_in(snapshot: Snapshot, query: str, limit: int = 5) -> list[Candidate]:
    """What the query names outright, longest names first; names within longer ones are left out."""
    words = name_key(query).split()[:200]
    spans = list(_spans(len(words)))
    keys = {(first, last): " ".join(words[first:last]) for first, last in spans}
    known = snapshot.catalogue.names_with_keys(
        {key for key in keys.values() if len(key) >= SHORTEST_NAME}
    )
    taken: set[int] = set()
    found: dict[str, Candidate] = {}
    for span in spans:
        names = known.get(keys[span], [])
        if names and not taken.intersection(range(*span)):
            taken.update(range(*span))
            for name in names:
                found.setdefault(name.id, _candidate(name))
    return list(found.values())[:limit]


def _spans(words: int) -> Iterator[tuple[int, int]]:
    for length in range(min(LONGEST_NAME, words), 0, -1):
        for first in range(words - length + 1):
            yield first, first + length


def _candidate(name: Name) -> Candidate:
    return Candidate(
        name.id, name.kind, name.name, 0.97 if name.is_alias else 1.0,
        "alias" if name.is_alias else "exact",
    )  # fmt: skip
