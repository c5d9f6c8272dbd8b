from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from groundcast.models.catalogue import load_embedder
from groundcast.models.protocols import Embedder
from groundcast.retrieval.backends.local import LocalBackend, build_local
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.routing import EntityRef, Route, classify_query
from groundcast.retrieval.rows import Row, embedded_text
from groundcast.retrieval.search import Ranked, search
from tests.retrieval.invented_rows import made_row

ADA = EntityRef("person:ada-vale", "person", "Ada Vale")
BO = EntityRef("person:bo-quist", "person", "Bo Quist")

SAID: Sequence[tuple[str, str]] = (
    ("person:ada-vale", "We moved the database to one large server and our bills fell by half."),
    ("person:ada-vale", "My grandmother kept bees behind the orchard, forty hives in a good year."),
    ("person:bo-quist", "Ada Vale is right about servers, but I would never run my own again."),
    ("person:bo-quist", "OP_VAULT lets you claw back coins that a thief tries to move."),
    ("person:bo-quist", "The lighthouse was automated in 1991 and the keeper's house is a cafe."),
    ("person:cy-orr", "Rewriting the compiler in Rust took us three years and two teams."),
)
NAMES = {
    "person:ada-vale": "Ada Vale",
    "person:bo-quist": "Bo Quist",
    "person:cy-orr": "Cy Orr",
}
ROWS: Sequence[Row] = [
    *(
        made_row(n, person_ids=(who,), text=text, day=738_000, speakers=(NAMES[who],))
        for n, (who, text) in enumerate(SAID)
    ),
    made_row(20, "insight", person_ids=("person:ada-vale",), text="One server halved the bills."),
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load_embedder()


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> LocalBackend:
    texts = [embedded_text(row, embedder.word_pieces) for row in ROWS]
    return build_local(tmp_path_factory.mktemp("index"), ROWS, embedder.embed(texts))


def ask(
    backend: LocalBackend,
    embedder: Embedder,
    query: str,
    wanted: Filter | None = None,
    named: Sequence[EntityRef] = (),
) -> Ranked:
    return search(backend, embedder, query, wanted or Filter(), route=classify_query(query, named))


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("bees", 1),
        ("insects that make honey", 1),
        ("opvault", 3),
        ("stop someone stealing my bitcoin", 3),
        ("When did the beacon on the coast stop needing people?", 4),
        ('"took us three years"', 5),
    ],
)
def test_words_and_meaning_both_find(
    backend: LocalBackend, embedder: Embedder, query: str, best: int
) -> None:
    assert ask(backend, embedder, query).segments[0].row == best


def test_tiers_come_sorted_with_scores_from_0_to_1(
    backend: LocalBackend, embedder: Embedder
) -> None:
    found = ask(backend, embedder, "server bills")
    assert found.insights[0].id == "insight:0000000000000014"
    assert found.searched == {"insight": 1, "segment": 6}
    for tier in (found.insights, found.segments):
        keys = [(-candidate.score, candidate.id) for candidate in tier]
        assert keys == sorted(keys)
        assert all(0 <= candidate.score <= 1 for candidate in tier)
    first = found.segments[0]
    assert (first.row, first.lexical_rank, first.dense_rank) == (0, 1, 1)


def test_only_the_tiers_asked_for_are_searched(backend: LocalBackend, embedder: Embedder) -> None:
    found = ask(backend, embedder, "server bills", Filter(tiers=("insight",)))
    assert (found.segments, found.searched) == ((), {"insight": 1})


def test_the_words_of_the_person_named_come_before_words_about_them(
    backend: LocalBackend, embedder: Embedder
) -> None:
    query = "What does Ada Vale say about servers?"
    assert ask(backend, embedder, query, named=[ADA]).segments[0].row == 0
    assert (
        ask(backend, embedder, "What does Bo Quist say about servers?", named=[BO]).segments[0].row
        == 2
    )


def test_a_bare_name_finds_what_the_person_says(backend: LocalBackend, embedder: Embedder) -> None:
    found = ask(backend, embedder, "Ada Vale", named=[ADA])
    assert {candidate.row for candidate in found.segments[:2]} <= {0, 1, 2}
    assert found.match_strength != "none"


@pytest.mark.parametrize(
    ("query", "strength"),
    [
        ("How did one server change the bills?", "strong"),
        ("bees", "strong"),
        ("large", "weak"),
        ("What is the capital of Mongolia?", "none"),
        ("What happened to the lighthouse in 1991?", "strong"),
        ("What happened to the lighthouse in 2005?", "none"),
    ],
)
def test_match_strength(
    backend: LocalBackend, embedder: Embedder, query: str, strength: str
) -> None:
    assert ask(backend, embedder, query).match_strength == strength


def test_a_person_who_does_not_speak_of_it_is_no_match(
    backend: LocalBackend, embedder: Embedder
) -> None:
    query = "What does {} say about beekeeping and hives?"
    ada = ask(backend, embedder, query.format("Ada Vale"), named=[ADA])
    bo = ask(backend, embedder, query.format("Bo Quist"), named=[BO])
    assert (ada.match_strength, bo.match_strength) == ("strong", "none")


@pytest.mark.parametrize("query", ["", " \n", "?!", "🎉🎉"])
def test_a_query_without_words_finds_nothing(
    backend: LocalBackend, embedder: Embedder, query: str
) -> None:
    found = ask(backend, embedder, query)
    assert (found.insights, found.segments, found.match_strength) == ((), (), "none")
    assert found.searched == {"insight": 1, "segment": 6}


@pytest.mark.parametrize(
    "query",
    [
        "to be or not to be",
        "日本語 テスト",
        "\ud800 server",
        "a AND (b OR",
        'unclosed "',
        "x" * 10_000,
        "server " * 1_500,
        "\x00server",
        "{}[]^~*?:\\/ server",
    ],
)
def test_any_query_is_answered(backend: LocalBackend, embedder: Embedder, query: str) -> None:
    assert len(ask(backend, embedder, query).segments) == 6


def test_nothing_is_searched_where_nothing_passes(
    backend: LocalBackend, embedder: Embedder
) -> None:
    found = ask(backend, embedder, "server", Filter(show_ids=("podcast:none",)))
    assert (found.segments, found.searched) == ((), {"insight": 0, "segment": 0})


def test_the_weights_of_a_route_scale_a_tier(backend: LocalBackend, embedder: Embedder) -> None:
    plain = search(backend, embedder, "server", Filter(), route=Route("semantic", ""))
    halved = search(
        backend, embedder, "server", Filter(), route=Route("semantic", "", insight_weight=0.5)
    )
    assert halved.insights[0].score == pytest.approx(plain.insights[0].score / 2, abs=1e-6)
    assert halved.segments == plain.segments


def test_lists_are_as_deep_as_asked(backend: LocalBackend) -> None:
    class SameVector:
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.full((len(texts), 384), 384**-0.5, dtype=np.float32)

    found = search(
        backend, SameVector(), "bees", Filter(), route=Route("semantic", ""), limit_per_tier=2
    )
    assert len(found.segments) == 3
