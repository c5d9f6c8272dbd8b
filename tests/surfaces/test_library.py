"""What Python adds to the catalogue: names, types, threads, and the writer."""

import ast
import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import groundcast
from groundcast.building.progress import Silent
from groundcast.capabilities import CAPABILITIES
from groundcast.surfaces.questions_stub import STUB, questions_stub


@pytest.fixture(scope="module")
def corpus(sample_path: Path) -> Iterator[groundcast.Corpus]:
    with groundcast.open(sample_path) as corpus:
        yield corpus


def test_the_package_names_what_it_offers() -> None:
    assert set(groundcast.__all__) <= set(dir(groundcast))
    assert groundcast.records.Show("podcast:x", "X").slug == "x"
    assert groundcast.errors.NotFound.code == "not_found"
    assert issubclass(groundcast.errors.NotFound, groundcast.GroundcastError)
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        _ = groundcast.magic


@pytest.mark.parametrize("name", list(CAPABILITIES))
def test_a_method_shows_its_arguments_and_its_answer(name: str, corpus: groundcast.Corpus) -> None:
    signature = inspect.signature(getattr(corpus, name))
    assert list(signature.parameters) == list(CAPABILITIES[name].arguments.model_fields)
    assert signature.return_annotation is CAPABILITIES[name].result
    documentation = inspect.getdoc(getattr(corpus, name)) or ""
    assert " ".join(documentation.split()).startswith(CAPABILITIES[name].description)
    assert "max_tokens: " in documentation


def test_a_tool_hides_no_method_of_a_corpus() -> None:
    own = {"ask", "close", "corpus_version", "path", "warm"}
    assert own <= set(dir(groundcast.Corpus))
    assert not own & set(CAPABILITIES)


def test_the_types_for_editors_are_those_of_the_catalogue() -> None:
    assert STUB.read_text("utf-8") == questions_stub()
    (questions,) = [n for n in ast.parse(questions_stub()).body if isinstance(n, ast.ClassDef)]
    methods = [node.name for node in questions.body if isinstance(node, ast.FunctionDef)]
    assert methods == ["ask", *CAPABILITIES]


def test_positions_and_names_may_be_mixed_but_not_doubled(corpus: groundcast.Corpus) -> None:
    by_position = corpus.search_corpus("tidal power", "segment", limit=1)
    assert by_position == corpus.search_corpus(query="tidal power", tier="segment", limit=1)
    assert [result.source_tier for result in by_position.results] == ["segment"]
    with pytest.raises(TypeError, match="multiple values for argument 'query'"):
        corpus.search_corpus("tidal power", query="tides")
    with pytest.raises(TypeError, match="too many positional arguments"):
        corpus.corpus_status(4_000, 1)


def test_a_lone_surrogate_is_the_callers_mistake(corpus: groundcast.Corpus) -> None:
    with pytest.raises(groundcast.errors.InvalidArgument, match="query: "):
        corpus.search_corpus("tidal \ud83d power")


def test_an_unknown_tool_is_not_found(corpus: groundcast.Corpus) -> None:
    with pytest.raises(groundcast.errors.NotFound) as refused:
        corpus.ask("list_episode")
    assert refused.value.candidates[0] == "list_episodes"


def test_threads_share_a_corpus(sample_path: Path) -> None:
    questions = ["tidal power", "harbour charge", "heat pumps", "cargo bikes"] * 4
    with groundcast.open(sample_path) as shared:
        expected = [shared.search_corpus(question) for question in questions]
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(shared.search_corpus, questions)) == expected


def test_a_closed_corpus_says_so(sample_path: Path) -> None:
    with groundcast.open(sample_path) as corpus:
        assert len(corpus.corpus_version) == 12
    for use in (corpus.corpus_status, corpus.warm, lambda: corpus.corpus_version):
        with pytest.raises(groundcast.errors.NotReady, match="The corpus is closed"):
            use()


def test_a_folder_that_is_no_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(groundcast.errors.NotReady, match="is no corpus"):
        groundcast.open(tmp_path)


class Heard(Silent):
    def __init__(self) -> None:
        self.stages: list[str] = []

    def begin(self, stage: str, total: int | None) -> None:
        self.stages.append(stage)


def test_the_writer_adds_indexes_and_verifies(sample_folder: Path, tmp_path: Path) -> None:
    heard = Heard()
    builder = groundcast.build(tmp_path / "c", progress=heard)
    folders = [sample_folder / "tidewater", str(sample_folder / "slow-lane")]
    report = builder.add(folders, show="Both", extract=False, index=False)
    assert (report.count("added"), report.index) == (10, None)
    assert builder.index().segments > 10
    verified = builder.verify()
    assert (verified.episodes, verified.problems) == (10, ())
    assert {"Reading sources", "Embedding", "Indexing"} <= set(heard.stages)
    with groundcast.open(builder.path) as corpus:
        assert corpus.corpus_version == verified.corpus_version
        assert [feed.title for feed in corpus.list_feeds().feeds] == ["Both"]


def test_an_open_corpus_answers_with_what_is_added(sample_folder: Path, tmp_path: Path) -> None:
    builder = groundcast.build(tmp_path)
    builder.add(sample_folder / "tidewater", show="One", extract=False)
    with groundcast.open(tmp_path) as corpus:
        assert [feed.title for feed in corpus.list_feeds().feeds] == ["One"]
        builder.add(sample_folder / "slow-lane", show="Two", since="2024", extract=False)
        assert [feed.episodes for feed in corpus.list_feeds().feeds] == [5, 3]
