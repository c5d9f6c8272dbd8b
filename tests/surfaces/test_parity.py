"""MCP and the command line give the same answers, because there is one declaration."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest

from groundcast.capabilities import CAPABILITIES
from groundcast.knowledge.opened import OpenCorpus
from tests.surfaces.asking import all_answers, over_stdio, text_of

NAMES = list(CAPABILITIES)


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


def ask(sample_path: Path, name: str, arguments: dict[str, Any], *flags: str) -> str:
    """Runs `groundcast ask`; required inputs are arguments, the rest options."""
    fields = CAPABILITIES[name].arguments.model_fields
    words = [str(value) for key, value in arguments.items() if fields[key].is_required()]
    for key, value in arguments.items():
        if not fields[key].is_required():
            words += [f"--{key.replace('_', '-')}", str(value)]
    command = [sys.executable, "-m", "groundcast", "ask", name, *words, *flags]
    return subprocess.run(
        [*command, "--corpus", str(sample_path)], capture_output=True, text=True, check=True
    ).stdout


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
