import pytest

from groundcast.errors import NotFound
from groundcast.knowledge.naming import entities_in
from groundcast.knowledge.opened import OpenCorpus
from groundcast.knowledge.resolution import resolve, resolve_one, similarity


@pytest.mark.parametrize(
    ("name", "expected", "method"),
    [
        ("person:maren-tolvik", "person:maren-tolvik", "id"),
        ("Maren Tolvik", "person:maren-tolvik", "exact"),
        ("maren tolvik", "person:maren-tolvik", "exact"),
        ("Tolvik", "person:maren-tolvik", "fuzzy"),
        ("Marin Tolvick", "person:maren-tolvik", "fuzzy"),
        ("Jose Quintarelo", "person:josé-quintarelo", "exact"),
        ("zoe akervind", "person:zoë-åkervind", "exact"),
        ("Lucja Brzask", "person:łucja-brzask", "fuzzy"),
        ("Tide water", "podcast:tidewater", "fuzzy"),
        ("Tidewater", "podcast:tidewater", "exact"),
        ("podcast:slow-lane", "podcast:slow-lane", "id"),
        ("thirty is plenty", "episode:", "exact"),
        ("tidewater/eight-euros-a-lorry", "episode:e066d5327d2b", "id"),
    ],
)
def test_a_name_leads_to_its_id(name: str, expected: str, method: str, sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        first = resolve(snapshot, name).candidates[0]
    assert first.id.startswith(expected)
    assert first.method == method


@pytest.mark.parametrize("name", ["Quentin Absentia", "person:nobody", "zzzz", "…", "🛶"])
def test_a_name_that_is_nothing_here_has_no_candidates(name: str, sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        assert resolve(snapshot, name).candidates == ()


def test_kind_narrows(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        assert resolve(snapshot, "Tidewater", ("person",)).candidates == ()


def test_one_is_refused_with_near_matches(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot, pytest.raises(NotFound) as refused:
        resolve_one(snapshot, "Mara Tolva", ("person",), "person")
    assert "person:maren-tolvik" in refused.value.explain()


def test_a_question_names_what_it_names(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        named = entities_in(snapshot, "Did Maren Tolvik say so on the Slow Lane?")
    assert {entity.id for entity in named} >= {"person:maren-tolvik", "podcast:slow-lane"}


def test_two_names_in_one_query_are_two_candidates(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        found = resolve(snapshot, "Tolvik or Hamish Quillory", ("person",))
    assert [c.id for c in found.candidates] == ["person:maren-tolvik", "person:hamish-quillory"]
    assert found.ambiguous


def test_a_name_with_another_number_is_another_name() -> None:
    assert similarity("bip 119", "bip 9") == 0
    assert similarity("bip9", "bip 9") == 0.94
    assert similarity("ship it", "ship it 77 leaving the cloud") > 0.8
    assert similarity("free tide foundation", "ftf") == 0.85
