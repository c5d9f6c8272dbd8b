"""MCP, HTTP, the command line and Python agree, because there is one declaration."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest

import groundcast
from groundcast.capabilities import CAPABILITIES
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_api import create_app
from tests.surfaces.asking import all_answers, over_stdio, text_of
from tests.surfaces.serving import Address, serving

NAMES = list(CAPABILITIES)
# A call, the code of its refusal and the status that goes with it over HTTP.
MISTAKES: list[tuple[str, dict[str, Any], str, int]] = [
    ("list_episodes", {"show": "The Harbour Gazette"}, "not_found", 404),
    ("list_episodes", {"person": "Maren"}, "not_found", 404),
    ("insight_detail", {"insight": "insight:0000000000000000"}, "not_found", 404),
    ("list_episodes", {"cursor": "123456789123"}, "stale_cursor", 409),
    ("list_episodes", {"cursor": "next"}, "invalid_argument", 422),
    ("list_episodes", {"since": "yesterday"}, "invalid_argument", 422),
    ("list_episodes", {"since": "2024", "until": "2021"}, "invalid_argument", 422),
    ("search_corpus", {"query": "tides", "limit": 1000}, "invalid_argument", 422),
    ("search_corpus", {"query": "t" * 2_100}, "invalid_argument", 422),
    ("search_corpus", {"query": "tides", "tier": "rumour"}, "invalid_argument", 422),
    ("corpus_briefing_pack", {}, "invalid_argument", 422),
    ("corpus_status", {"max_tokens": 100}, "too_small", 422),
    ("list_feeds", {"colour": "red"}, "invalid_argument", 422),
]
# The command line reads its own options, and refuses one it does not know in its own words.
COMMANDS = [mistake for mistake in MISTAKES if "colour" not in mistake[1]]


@pytest.fixture(scope="module")
def examples(sample: OpenCorpus) -> dict[str, dict[str, Any]]:
    return {name: c.example_arguments(sample) for name, c in CAPABILITIES.items()}


@pytest.fixture(scope="module", params=["legacy", "auto"])
def mcp_answers(
    request: pytest.FixtureRequest, sample_path: Path, examples: dict[str, dict[str, Any]]
) -> dict[str, types.CallToolResult]:
    results = over_stdio(sample_path, all_answers(list(examples.items())), mode=request.param)
    return dict(zip(examples, results, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_mcp_answers_as_the_catalogue_does_in_both_eras(
    name: str,
    sample: OpenCorpus,
    examples: dict[str, dict[str, Any]],
    mcp_answers: dict[str, types.CallToolResult],
) -> None:
    expected = CAPABILITIES[name].answer(sample, examples[name])
    answered = mcp_answers[name]
    assert not answered.is_error
    assert answered.structured_content == expected.payload
    assert text_of(answered) == expected.text


@pytest.fixture(scope="module")
def address(sample: OpenCorpus) -> Iterator[Address]:
    with serving(create_app(sample)) as served:
        yield served


@pytest.fixture(scope="module")
def library(sample_path: Path) -> Iterator[groundcast.Corpus]:
    with groundcast.open(sample_path) as corpus:
        yield corpus


@pytest.mark.parametrize("name", NAMES)
def test_http_answers_as_the_catalogue_does(
    name: str, sample: OpenCorpus, examples: dict[str, dict[str, Any]], address: Address
) -> None:
    expected = CAPABILITIES[name].answer(sample, examples[name])
    as_json = address.tool(name, examples[name])
    assert (as_json.status, as_json.headers["content-type"]) == (200, "application/json")
    assert as_json.json() == expected.payload
    as_text = address.tool(name, examples[name], {"Accept": "text/markdown"})
    assert as_text.headers["content-type"] == "text/markdown; charset=utf-8"
    assert as_text.body.decode() == expected.text


@pytest.mark.parametrize("name", NAMES)
def test_python_answers_as_the_catalogue_does(
    name: str,
    sample: OpenCorpus,
    examples: dict[str, dict[str, Any]],
    library: groundcast.Corpus,
) -> None:
    expected = CAPABILITIES[name].answer(sample, examples[name])
    answered = getattr(library, name)(**examples[name])
    assert type(answered) is CAPABILITIES[name].result
    assert answered.model_dump(mode="json", exclude_defaults=True) == expected.payload
    asked = library.ask(name, examples[name])
    assert (asked.payload, asked.text) == (expected.payload, expected.text)


@pytest.fixture(scope="module")
def mcp_refusals(sample_path: Path) -> list[str]:
    calls = [(tool, arguments) for tool, arguments, _, _ in MISTAKES]
    return [text_of(result) for result in over_stdio(sample_path, all_answers(calls))]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_a_mistake_is_refused_in_the_same_words_everywhere(
    number: int, mcp_refusals: list[str], address: Address, library: groundcast.Corpus
) -> None:
    tool, arguments, code, status = MISTAKES[number]
    with pytest.raises(groundcast.GroundcastError) as refused:
        getattr(library, tool)(**arguments)
    error = refused.value
    assert (error.code, error.http_status) == (code, status)
    assert mcp_refusals[number] == f"{code}: {error.explain()}"
    reply = address.tool(tool, arguments)
    assert reply.status == status
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.json() == {
        "type": f"/api/openapi.json#/components/schemas/problem.{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": str(error),
        "code": code,
        "hint": error.hint,
        "candidates": list(error.candidates),
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "code"), [(tool, given, code) for tool, given, code, _ in COMMANDS]
)
def test_the_command_line_refuses_in_those_words_too(
    tool: str, arguments: dict[str, Any], code: str, sample_path: Path, library: groundcast.Corpus
) -> None:
    with pytest.raises(groundcast.GroundcastError) as refused:
        getattr(library, tool)(**arguments)
    done = run_ask(sample_path, tool, arguments, "--json")
    assert done.returncode == refused.value.exit_code
    said = json.loads(done.stdout)
    assert (said["error"], said["message"]) == (code, str(refused.value))
    assert (said["hint"], said["candidates"]) == (refused.value.hint, [*refused.value.candidates])


def run_ask(
    sample_path: Path, name: str, arguments: dict[str, Any], *flags: str
) -> subprocess.CompletedProcess[str]:
    """Runs `groundcast ask`; required inputs are arguments, the rest options."""
    fields = CAPABILITIES[name].arguments.model_fields
    words = [str(value) for key, value in arguments.items() if fields[key].is_required()]
    for key, value in arguments.items():
        if not fields[key].is_required():
            words += [f"--{key.replace('_', '-')}", str(value)]
    command = [sys.executable, "-m", "groundcast", "ask", name, *words, *flags]
    return subprocess.run([*command, "--corpus", str(sample_path)], capture_output=True, text=True)


def ask(sample_path: Path, name: str, arguments: dict[str, Any], *flags: str) -> str:
    """What `groundcast ask` prints."""
    done = run_ask(sample_path, name, arguments, *flags)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_answers_as_the_catalogue_does(
    name: str, sample: OpenCorpus, sample_path: Path, examples: dict[str, dict[str, Any]]
) -> None:
    expected = CAPABILITIES[name].answer(sample, examples[name])
    assert json.loads(ask(sample_path, name, examples[name], "--json")) == expected.payload


def test_the_command_line_prints_the_text_for_people(
    sample: OpenCorpus, sample_path: Path, examples: dict[str, dict[str, Any]]
) -> None:
    expected = CAPABILITIES["list_feeds"].answer(sample, examples["list_feeds"])
    assert ask(sample_path, "list_feeds", {}) == expected.text + "\n"
