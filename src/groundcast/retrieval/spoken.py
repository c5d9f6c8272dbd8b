"""Persons that a query names: who of them speaks, and what the query asks apart from the names."""

from collections.abc import Sequence
from dataclasses import replace

from groundcast.retrieval.analysis import analyse_query, fold
from groundcast.retrieval.backends.protocol import Backend
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.routing import EntityRef


def people_speaking(
    backend: Backend, wanted: Filter, people: Sequence[EntityRef]
) -> tuple[str, ...]:
    """The ids of those who say anything in what is searched."""
    ids = dict.fromkeys(person.id for person in people)
    return tuple(one for one in ids if backend.count(replace(wanted, person_ids=(one,))))


def without_names(query: str, people: Sequence[EntityRef]) -> str | None:
    """The query without the words of the names; null where nothing else is asked."""
    names = {
        word
        for person in people
        for word in fold(f"{person.display_name} {person.mention}").replace(".", " ").split()
    }
    rest = " ".join(word for word in query.split() if _bare(word) not in names)
    words = analyse_query(rest)
    return rest if words.terms and not words.only_stop_words else None


def _bare(word: str) -> str:
    return fold(word).strip(".,;:!?()'\"“”").removesuffix("'s")
