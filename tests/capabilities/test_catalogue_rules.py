"""The rules that hold for every tool."""

import json
from typing import Any

import jsonschema
import pytest

from groundcast.capabilities import CAPABILITIES, CORE, TOOLSETS, capabilities_of
from groundcast.capabilities.capability import Capability
from groundcast.errors import InvalidArgument, TooSmall
from groundcast.knowledge.opened import OpenCorpus
from groundcast.models.tokens import token_counter

every = pytest.mark.parametrize("capability", CAPABILITIES.values(), ids=list(CAPABILITIES))


@every
def test_a_description_is_short_and_says_when_when_not_and_what_next(
    capability: Capability,
) -> None:
    first = capability.description.partition(". ")[0]
    assert len(first.split()) <= 15
    assert len(capability.description.split()) <= 60
    for needed in ("Use it", "Not for", "Next:"):
        assert needed in capability.description


@every
def test_every_argument_is_described_and_bounded(capability: Capability) -> None:
    for name, described in capability.input_schema["properties"].items():
        assert described.get("description"), name
        for option in described.get("anyOf", [described]):
            if option.get("type") == "string" and "enum" not in option:
                assert "maxLength" in option, name
            if option.get("type") == "integer" and name != "cursor":
                assert {"minimum", "maximum"} <= set(option), name
    assert capability.input_schema["additionalProperties"] is False


@every
def test_the_example_answers_and_fits_its_schema(
    capability: Capability, sample: OpenCorpus
) -> None:
    fitted = capability.answer(sample, capability.example_arguments(sample))
    jsonschema.validate(fitted.payload, capability.output_schema)
    primary = capability.result.primary
    if primary is not None:
        assert fitted.payload[primary]
    assert json.loads(fitted.json) == fitted.payload


@every
def test_the_calls_an_answer_leads_on_to_can_be_made(
    capability: Capability, sample: OpenCorpus
) -> None:
    fitted = capability.answer(sample, capability.example_arguments(sample))
    for call in fitted.payload.get("next", []):
        assert CAPABILITIES[call["tool"]].answer(sample, call["arguments"]).payload


@every
def test_the_output_schema_names_every_field(capability: Capability) -> None:
    def unnamed(schema: dict[str, Any], path: str) -> list[str]:
        if schema.get("type") == "object" and not (
            "properties" in schema or "additionalProperties" in schema
        ):
            return [path]
        return [
            found
            for name, part in schema.get("properties", {}).items()
            for found in unnamed(part, f"{path}.{name}")
        ]

    schema = capability.output_schema
    parts = {"": schema, **schema.get("$defs", {})}
    assert [name for at, part in parts.items() for name in unnamed(part, at)] == []


@every
def test_an_unknown_argument_is_refused_by_name(capability: Capability, sample: OpenCorpus) -> None:
    arguments = {**capability.example_arguments(sample), "colour": "red"}
    with pytest.raises(InvalidArgument, match="colour: there is no such argument"):
        capability.answer(sample, arguments)


@every
@pytest.mark.parametrize("limit", [100, 150, 300, 700])
def test_no_answer_exceeds_its_token_limit(
    capability: Capability, limit: int, sample: OpenCorpus
) -> None:
    arguments = {**capability.example_arguments(sample), "max_tokens": limit}
    try:
        fitted = capability.answer(sample, arguments)
    except TooSmall as refused:
        limit = refused.least
        fitted = capability.answer(sample, {**arguments, "max_tokens": limit})
    name = "o200k" if capability.name == "corpus_briefing_pack" else "estimate"
    count = token_counter(name).count
    structured = json.dumps(
        {"structuredContent": fitted.payload}, ensure_ascii=False, separators=(",", ":")
    )
    text = json.dumps(
        {"content": [{"type": "text", "text": fitted.text}]},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    assert count(structured) <= limit
    assert count(text) <= limit


def test_what_a_model_reads_of_the_tools_is_small() -> None:
    def tokens(capabilities: list[Capability]) -> int:
        read = [
            {"name": c.name, "description": c.description, "inputSchema": c.input_schema}
            for c in capabilities
        ]
        return token_counter("o200k").count(json.dumps(read, separators=(",", ":")))

    assert tokens(capabilities_of(["all"])) <= 18_000 * len(CAPABILITIES) // 48
    assert tokens(capabilities_of(["core"])) <= 4_000


def test_toolsets_hold_each_tool_once_and_in_order() -> None:
    names = [c.name for toolset in TOOLSETS for c in toolset.capabilities]
    assert len(names) == len(set(names))
    assert all(len(toolset.capabilities) < 12 for toolset in TOOLSETS)
    assert [c.name for c in capabilities_of(["core"])] == [n for n in names if n in CORE]
    assert [c.name for c in capabilities_of(["all"])] == names
    with pytest.raises(InvalidArgument, match="there is no toolset 'magic'"):
        capabilities_of(["core", "magic"])


@pytest.mark.parametrize(
    ("tool", "alias", "own", "value"),
    [
        ("search_corpus", "top_k", "limit", 2),
        ("search_corpus", "k", "limit", 2),
        ("search_corpus", "feed", "show", "tidewater"),
        ("list_episodes", "podcast_id", "show", "podcast:tidewater"),
        ("list_episodes", "person_id", "person", "Maren Tolvik"),
        ("episode_insights", "episode_id", "episode", "tidewater/eight-euros-a-lorry"),
        ("who_said_about_topic", "k", "per_group", 1),
        ("who_said_about_topic", "per_show", "per_group", 1),
        ("who_said_about_topic", "top_k", "limit", 1),
        ("who_said_about_topic", "topic_id", "topic", "topic:quay"),
        ("person_positions", "person_id", "person", "person:maren-tolvik"),
        ("person_positions", "k", "limit", 1),
        ("insights_about_entity", "entity_id", "entity", "topic:quay"),
        ("person_topics", "person_id", "entity", "person:maren-tolvik"),
        ("show_episodes", "podcast_id", "show", "podcast:slow-lane"),
    ],
)
def test_arguments_are_known_by_their_other_names(
    tool: str, alias: str, own: str, value: object, sample: OpenCorpus
) -> None:
    capability = CAPABILITIES[tool]
    arguments = capability.example_arguments(sample)
    arguments.pop(own, None)
    by_alias = capability.answer(sample, {**arguments, alias: value})
    assert by_alias.payload == capability.answer(sample, {**arguments, own: value}).payload
    with pytest.raises(InvalidArgument, match=f"it means {own}, which is given too"):
        capability.answer(sample, {**arguments, alias: value, own: value})


def test_a_refused_value_is_shown_at_most_eighty_characters_long(sample: OpenCorpus) -> None:
    with pytest.raises(InvalidArgument) as refused:
        CAPABILITIES["list_episodes"].answer(sample, {"since": "x" * 5_000})
    assert "xxx" in refused.value.explain()
    assert len(refused.value.explain()) < 500
