"""The server as a process: whatever arrives gets an answer."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from groundcast.surfaces.mcp_server import without_lone_surrogates
from tests.surfaces.asking import TIME, all_answers, over_stdio, text_of


def request(number: int, method: str, params: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


HELLO = [
    request(
        0,
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"},
        },
    ),
    '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
]


def raw_session(corpus: Path, lines: list[str], answers: int) -> dict[Any, dict[str, Any]]:
    """Sends raw lines and reads as many answers; by request id."""
    command = [sys.executable, "-m", "groundcast", "mcp", "--corpus", str(corpus)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(("\n".join(HELLO + lines) + "\n").encode())
        server.stdin.flush()
        replies = [json.loads(server.stdout.readline()) for _ in range(answers + 1)]
        server.stdin.close()
        assert server.wait(timeout=20) == 0
    return {reply.get("id"): reply for reply in replies}


def test_a_lone_surrogate_gets_an_answer(sample_path: Path) -> None:
    call = request(1, "tools/call", {"name": "resolve_entity", "arguments": {"name": "@"}})
    replies = raw_session(sample_path, [call.replace("@", "Maren \\ud83d Tolvik")], 1)
    structured = replies[1]["result"]["structuredContent"]
    assert structured["name"] == "Maren \ufffd Tolvik"
    assert structured["candidates"][0]["id"] == "person:maren-tolvik"


def test_after_a_line_that_is_no_json_the_next_is_answered(sample_path: Path) -> None:
    lines = ["{not json", request(7, "tools/call", {"name": "corpus_status", "arguments": {}})]
    assert raw_session(sample_path, lines, 1)[7]["result"]["isError"] is False


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (r'"\ud83d"', r'"\ufffd"'),
        (r'"\ude00"', r'"\ufffd"'),
        (r'"\ud83d\ude00"', r'"\ud83d\ude00"'),
        (r'"\ud83d\ud83d\ude00"', r'"\ufffd\ud83d\ude00"'),
        (r'"\\ud83d"', r'"\\ud83d"'),
        (r'"\\\ud83d"', r'"\\\ufffd"'),
        ('"plain 😀"', '"plain 😀"'),
    ],
)
def test_only_lone_surrogates_are_replaced(line: str, expected: str) -> None:
    assert without_lone_surrogates(line) == expected
    json.loads(without_lone_surrogates(line)).encode()


def test_mistakes_are_answered_in_words_a_model_can_act_on(sample_path: Path) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_episodes", {"show": "The Harbour Gazette"}),
        ("insight_detail", {"insight": "insight:0000000000000000"}),
        ("search_corpus", {"query": "tides", "limit": 1000}),
        ("list_episodes", {"cursor": "123456789123"}),
        ("corpus_briefing_pack", {}),
    ]
    said = []
    for result in over_stdio(sample_path, all_answers(calls)):
        assert result.is_error
        assert result.structured_content is None
        said.append(text_of(result))
    assert said[0].startswith("not_found: show: nothing in this corpus is 'The Harbour Gazette'.")
    assert said[0].endswith("Find ids with resolve_entity.")
    assert said[1].startswith("not_found: insight: no insight has the id")
    assert said[2].startswith("invalid_argument: limit: '1000' will not do;")
    assert said[3].startswith(("stale_cursor: ", "invalid_argument: cursor: "))
    assert said[4].startswith("invalid_argument: query: it is empty, and there is no entity.")


def test_a_channel_can_be_left_out(sample_path: Path) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [("list_feeds", {})]
    (text_only,) = over_stdio(sample_path, all_answers(calls), "--content", "text")
    assert text_only.structured_content is None
    assert "podcast:tidewater" in text_of(text_only)
    (structured,) = over_stdio(sample_path, all_answers(calls), "--content", "structured")
    assert structured.content == []
    assert structured.structured_content["feeds"]


def test_a_toolset_narrows_what_is_offered(sample_path: Path) -> None:
    async def names(client: Any) -> list[str]:
        return [tool.name for tool in (await client.list_tools()).tools]

    assert over_stdio(sample_path, names, "--toolsets", "time") == TIME


def test_every_tool_is_marked_read_only(sample_path: Path) -> None:
    async def tools(client: Any) -> Any:
        return (await client.list_tools()).tools

    for tool in over_stdio(sample_path, tools):
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.idempotent_hint is True
        assert tool.annotations.open_world_hint is False
        assert tool.title
        assert tool.output_schema["type"] == "object"
