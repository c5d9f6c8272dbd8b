"""Asks a real MCP server over stdio."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import mcp_types as types
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

Result = TypeVar("Result")

# What `--toolsets time` offers.
TIME = [
    "topic_timeline",
    "person_topics",
    "position_arc",
    "corpus_trending",
    "topic_perspective_leaders",
]


def over_stdio(
    corpus: Path, talk: Callable[[Client], Awaitable[Result]], *options: str, mode: str = "auto"
) -> Result:
    """Runs a conversation with a server of its own."""

    async def run() -> Result:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "groundcast", "mcp", "--corpus", str(corpus), *options],
            env=dict(os.environ),
        )
        async with Client(stdio_client(server), mode=mode) as client:
            return await talk(client)

    return asyncio.run(run())


def text_of(result: types.CallToolResult) -> str:
    """The text channel."""
    return "\n".join(c.text for c in result.content if isinstance(c, types.TextContent))


def all_answers(
    calls: list[tuple[str, dict[str, Any]]],
) -> Callable[[Client], Awaitable[list[types.CallToolResult]]]:
    """A conversation that makes some calls in turn."""

    async def talk(client: Client) -> list[types.CallToolResult]:
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    return talk
