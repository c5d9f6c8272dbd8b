from pathlib import Path

import pytest

from groundcast.retrieval.backends.local import build_local
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.routing import EntityRef
from groundcast.retrieval.spoken import people_speaking, without_names
from tests.retrieval.invented_rows import made_row, made_vectors

ADA = EntityRef("person:ada-vale", "person", "Ada Vale")
BO = EntityRef("person:bo-quist", "person", "Bo Quist", mention="B. Q.")


@pytest.mark.parametrize(
    ("query", "rest"),
    [
        ("What does Ada Vale say about tides?", "What does say about tides?"),
        ("Vale's view of the tide", "view of the tide"),
        ("tides, according to (ada vale)", "tides, according to"),
        ("Bo on bridges", "on bridges"),
        ("nothing named here", "nothing named here"),
        ("Ada Vale", None),
        ("Who is Ada Vale?", None),
    ],
)
def test_what_is_asked_apart_from_the_names(query: str, rest: str | None) -> None:
    assert without_names(query, [ADA, BO]) == rest


def test_only_those_who_speak_where_it_is_searched_count(tmp_path: Path) -> None:
    rows = [made_row(0, person_ids=("person:ada-vale",), day=738_000), made_row(1)]
    backend = build_local(tmp_path, rows, made_vectors(2))
    assert people_speaking(backend, Filter(), [BO, ADA, ADA]) == ("person:ada-vale",)
    assert people_speaking(backend, Filter(since_day=738_001), [ADA]) == ()
