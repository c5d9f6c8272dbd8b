"""The demonstration: sample corpus, one question through a real MCP client, the pack."""

import asyncio
import os
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

import mcp_types as types
import typer
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from groundcast.building.adding import AddOptions, add
from groundcast.errors import Damaged, NotReady
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_server import ServeOptions, serve_http
from groundcast.surfaces.rendering import progress_bars, show_add_report

QUESTION = "Should the harbour charge ferries for congestion?"
BUDGET = 1_200
AFTERWARDS = """
Serving it until you press Ctrl-C. Ask it from another terminal:
  curl '{url}/api/tools/search_corpus?query=tidal+power'
  groundcast ask search_corpus 'tidal power' --corpus {corpus}
  groundcast mcp --corpus {corpus}      (the command for an MCP client)"""


def run_demo(corpus: Path | None, *, once: bool) -> None:
    """Builds, asks, prints; raises NotReady where the package lacks its sample."""
    if corpus is not None:
        _demonstrate(corpus, once=once)
        return
    with tempfile.TemporaryDirectory(prefix="groundcast-demo-") as folder:
        _demonstrate(Path(folder) / "corpus", once=once)


def sample_folder() -> Path:
    """The bundled sample: package data in a wheel, the repository's folder in a checkout."""
    packaged = Path(str(files("groundcast"))) / "sample_data"
    checkout = Path(__file__).resolve().parents[3] / "sample"
    for folder in (packaged, checkout):
        if (folder / "index.tsv").is_file():
            return folder
    raise NotReady("The sample is not installed.", hint="Reinstall groundcast.")


def build_sample(corpus: Path) -> None:
    """Builds the sample corpus, with progress."""
    sample = sample_folder()
    options = AddOptions(manifest=sample / "index.tsv")
    with progress_bars() as progress:
        report = add(corpus, [str(sample)], options, progress)
    show_add_report(report, as_json=False)


def _demonstrate(corpus: Path, *, once: bool) -> None:
    typer.echo(f"Building the sample corpus in {corpus}")
    started = time.monotonic()
    build_sample(corpus)
    typer.echo(f"Built in {time.monotonic() - started:.1f} s.\n")
    typer.echo(f"Asking a new MCP server over stdio: {QUESTION}\n")
    typer.echo(asyncio.run(_ask(corpus)))
    if not once:
        _serve(corpus)


async def _ask(corpus: Path) -> str:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "groundcast", "mcp", "--corpus", str(corpus)],
        # The SDK passes on little of it otherwise, not even where Python finds its packages.
        env=dict(os.environ),
    )
    async with Client(stdio_client(server)) as client:
        answer = await client.call_tool(
            "corpus_briefing_pack", {"query": QUESTION, "max_tokens": BUDGET}
        )
    text = "\n".join(c.text for c in answer.content if isinstance(c, types.TextContent))
    if answer.is_error:
        raise Damaged(f"The server refused: {text}")
    return text


def _serve(corpus: Path) -> None:
    """Serves on any free port: a demonstration must not fail because another one runs."""

    def announce(url: str) -> None:
        typer.echo(AFTERWARDS.format(corpus=corpus, url=url))

    with OpenCorpus(corpus) as opened:
        serve_http(opened, ServeOptions(port=0), announce)
