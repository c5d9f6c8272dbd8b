"""Times an MCP server over stdio: spawn to tools/list, to the first search, then warm searches.

Usage: python evaluation/measure_stdio.py CORPUS [QUERIES.jsonl]

Queries are objects with a `question`; without a file, titles of the corpus's episodes are asked.
"""

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

WARM_QUERIES = 100


async def measure(corpus: str, queries: list[str]) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "groundcast", "mcp", "--corpus", corpus]
    )
    began = time.monotonic()
    async with Client(stdio_client(server)) as client:
        await client.list_tools()
        say("spawn to tools/list", time.monotonic() - began)
        if not queries:
            listed = await client.call_tool("list_episodes", {"limit": WARM_QUERIES})
            queries = [e["title"] for e in listed.structured_content["episodes"]]
        await client.call_tool("search_corpus", {"query": queries[0]})
        say("spawn to first search", time.monotonic() - began)
        for tool, name in (("search_corpus", "warm search"), ("corpus_briefing_pack", "warm pack")):
            times = [
                await timed(client, tool, queries[i % len(queries)]) for i in range(WARM_QUERIES)
            ]
            ranked = sorted(times)
            say(f"{name} p50", statistics.median(ranked))
            say(f"{name} p95", ranked[int(0.95 * len(ranked)) - 1])


async def timed(client: Client, tool: str, query: str) -> float:
    began = time.monotonic()
    answer = await client.call_tool(tool, {"query": query})
    if answer.is_error:
        raise SystemExit(f"{tool} refused {query!r}: {answer.content}")
    return time.monotonic() - began


def say(what: str, seconds: float) -> None:
    sys.stdout.write(f"{what:<24}{seconds * 1000:9.1f} ms\n")


if __name__ == "__main__":
    asked = [
        json.loads(line)["question"]
        for path in sys.argv[2:3]
        for line in Path(path).read_text("utf-8").splitlines()
    ]
    asyncio.run(measure(sys.argv[1], asked))
