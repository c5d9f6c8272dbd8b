import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from groundcast.errors import Damaged, InvalidArgument
from groundcast.retrieval.analysis import analyse_query
from groundcast.retrieval.backends import vectors as vectors_module
from groundcast.retrieval.backends.local import LocalBackend, build_local, open_local
from groundcast.retrieval.filters import Filter, matches
from groundcast.retrieval.rows import Row
from tests.retrieval.invented_rows import (
    DIMENSION,
    FILTERS,
    PEOPLE,
    TEXTS,
    made_row,
    made_vectors,
    row_sets,
)

EVERYTHING = analyse_query("tide bridge keys lantern harbour")
ALL = Filter(include_copies=True)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> LocalBackend:
    rows = [
        made_row(n, person_ids=(PEOPLE[n % 3],), is_copy=n % 10 == 0, day=738_000 + n)
        for n in range(600)
    ]
    return build_local(tmp_path_factory.mktemp("many"), rows, made_vectors(600))


@settings(max_examples=60, deadline=None)
@given(row_sets(), FILTERS)
def test_both_signals_give_exactly_the_rows_that_pass(rows: list[Row], wanted: Filter) -> None:
    with tempfile.TemporaryDirectory() as folder:
        backend = build_local(Path(folder), rows, made_vectors(len(rows)))
        expected = {row.id for row in rows if matches(row, wanted)}
        lexical = [row for row, _ in backend.lexical(EVERYTHING, wanted, 100)]
        dense = [row for row, _ in backend.dense(made_vectors(1)[0], wanted, 100)]
        assert backend.count(wanted) == len(expected)
        assert set(backend.row_ids(lexical)) == set(backend.row_ids(dense)) == expected
        assert backend.passing(range(len(rows)), wanted) == frozenset(lexical)
        del backend


def test_lists_are_sorted_and_agree_with_the_scores_of_given_rows(many: LocalBackend) -> None:
    vector = made_vectors(1, seed=3)[0]
    for found, among in (
        (many.lexical(EVERYTHING, ALL, 50), many.lexical_among),
        (many.dense(vector, ALL, 50), many.dense_among),
    ):
        rows = [row for row, _ in found]
        keys = [
            (-score, row_id) for (_, score), row_id in zip(found, many.row_ids(rows), strict=True)
        ]
        assert keys == sorted(keys)
        assert len(rows) == 50
        query = EVERYTHING if among == many.lexical_among else vector
        assert dict(found) == among(query, rows)  # type: ignore[arg-type]


def test_equal_scores_are_cut_by_id(many: LocalBackend) -> None:
    found = many.lexical(analyse_query("keystone"), ALL, 5)
    assert many.row_ids([row for row, _ in found]) == [
        f"segment:{number:016x}" for number in (3, 7, 11, 15, 19)
    ]
    assert len({score for _, score in found}) == 1


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("opvault", {1}),
        ("op_vault", {1}),
        ("BIP-148", {1}),
        ("148", {1}),
        ("lantern", {2}),
        ("building", {2}),
        ("nothing-like-it", set()),
        ("OR AND ( tide", {0, 3}),
    ],
)
def test_words_are_found_in_every_spelling(many: LocalBackend, query: str, texts: set[int]) -> None:
    found = many.lexical(analyse_query(query), ALL, 600)
    assert {row % len(TEXTS) for row, _ in found} == texts


def test_a_quoted_passage_outranks_its_words_apart(tmp_path: Path) -> None:
    rows = [
        made_row(0, text="keystone bridge keystone bridge keystone"),
        made_row(1, text="long ago a bridge and also, much later, the keystone of it"),
        made_row(2, text="they built it around a bridge keystone, which was long and heavy work"),
    ]
    backend = build_local(tmp_path, rows, made_vectors(3))
    apart = backend.lexical(analyse_query("bridge and keystone"), ALL, 3)
    assert apart[0][0] == 0
    whole = backend.lexical(analyse_query('"around a bridge keystone"'), ALL, 3)
    assert whole[0][0] == 2
    assert whole[0][1] > 2 * whole[1][1]


def test_the_context_counts_less_than_the_text(tmp_path: Path) -> None:
    rows = [
        made_row(0, text="of water and boats", episode_title="Lanterns"),
        made_row(1, text="of lanterns and boats", episode_title="Water"),
        made_row(2, text="of sand and boats", extra_terms=("lanterns",)),
        made_row(3, text="of stone and boats"),
    ]
    backend = build_local(tmp_path, rows, made_vectors(4))
    found = backend.lexical(analyse_query("lanterns"), ALL, 4)
    assert [row for row, _ in found] == [1, 0, 2]


def test_weights_and_terms_of_rows(many: LocalBackend) -> None:
    query = analyse_query("tide unheard-of")
    weights = many.term_weights(query)
    assert weights["tide"] == pytest.approx(0.6931, abs=1e-3)
    assert weights["unheard"] == pytest.approx(7.0909, abs=1e-3)
    assert many.terms_in(query, [0, 1]) == {0: frozenset({"tide"}), 1: frozenset()}


def test_ids_lead_to_rows_and_back(many: LocalBackend) -> None:
    assert many.row_number("segment:0000000000000011") == 17
    assert many.row_ids([17]) == ["segment:0000000000000011"]
    assert many.row_number("segment:ffff") is None
    assert many.row_number("zzz") is None


def test_a_graph_finds_what_exact_search_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_module, "EXACT_ROWS", 500)
    rows = [made_row(n, person_ids=(PEOPLE[n % 3],), is_copy=n % 50 == 0) for n in range(3_000)]
    table = made_vectors(3_000)
    backend = build_local(tmp_path, rows, table)
    assert (tmp_path / "vectors.usearch").exists()
    for seed in range(10):
        vector = made_vectors(1, seed=100 + seed)[0]
        for wanted in (Filter(), Filter(person_ids=(PEOPLE[1],)), Filter(episode_ids=("none",))):
            allowed = [n for n, row in enumerate(rows) if matches(row, wanted)]
            exact = sorted(allowed, key=lambda n: (-np.round(table[n] @ vector, 5), rows[n].id))[
                :20
            ]
            found = [row for row, _ in backend.dense(vector, wanted, 20)]
            assert len(set(found) & set(exact)) >= len(exact) - 1


def test_equal_rows_give_an_equal_dump_in_any_order(tmp_path: Path) -> None:
    rows = [made_row(n, day=738_000 + n) for n in range(9)]
    table = made_vectors(9)
    first = build_local(tmp_path / "a", rows, table)
    again = build_local(tmp_path / "b", rows, table)
    other = build_local(tmp_path / "c", rows[::-1], table[::-1])
    assert first.version == again.version
    assert list(first.dump()) == list(again.dump()) == list(other.dump())
    assert next(iter(first.dump())).split("\t")[:2] == ["segment:0000000000000000", "738000"]
    changed = build_local(tmp_path / "d", [*rows[:-1], made_row(8, day=None)], table)
    assert list(changed.dump()) != list(first.dump())


def test_a_read_only_folder_is_opened_and_left_as_it_is(tmp_path: Path) -> None:
    build_local(tmp_path, [made_row(n) for n in range(4)], made_vectors(4))
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        backend = open_local(tmp_path)
        assert len(backend.lexical(EVERYTHING, ALL, 10)) == 4
        assert len(backend.dense(made_vectors(1)[0], ALL, 10)) == 4
    finally:
        tmp_path.chmod(0o755)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_threads_get_the_same_answers(many: LocalBackend) -> None:
    queries = [analyse_query(query) for query in ("tide", "keys lantern", "bridge tide", "148")]
    table = made_vectors(4, seed=5)

    def ask(number: int) -> object:
        at = number % 4
        return many.lexical(queries[at], Filter(), 30), many.dense(table[at], Filter(), 30)

    alone = [ask(number) for number in range(4)]
    with ThreadPoolExecutor(max_workers=min(8, (os.cpu_count() or 1) * 4)) as pool:
        assert list(pool.map(ask, range(200))) == [alone[number % 4] for number in range(200)]


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    backend = build_local(tmp_path, [], np.zeros((0, DIMENSION), dtype=np.float32))
    assert backend.count(ALL) == 0
    assert backend.lexical(EVERYTHING, ALL, 5) == []
    assert backend.dense(made_vectors(1)[0], ALL, 5) == []
    assert backend.row_number("segment:0") is None
    assert list(backend.dump()) == []


def test_what_cannot_be_opened_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="cannot be opened"):
        open_local(tmp_path)
    (tmp_path / "search.json").write_text('{"format": 99, "version": "x"}')
    with pytest.raises(Damaged, match="another format"):
        open_local(tmp_path)


def test_a_vector_of_another_model_is_refused(many: LocalBackend) -> None:
    with pytest.raises(InvalidArgument, match="8 dimensions"):
        many.dense(np.ones(3, dtype=np.float32), ALL, 5)


def test_rows_and_vectors_must_fit(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 rows"):
        build_local(tmp_path, [made_row(0), made_row(1)], made_vectors(1))
    with pytest.raises(ValueError, match="same id"):
        build_local(tmp_path, [made_row(0), made_row(0)], made_vectors(2))
