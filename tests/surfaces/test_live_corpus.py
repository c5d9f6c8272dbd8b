"""A server runs while others write: its next call of any tool answers from what is there now."""

import asyncio
import gzip
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from groundcast.capabilities import CAPABILITIES
from groundcast.corpus.ids import episode_id
from groundcast.corpus.truth import TruthFiles
from groundcast.errors import GroundcastError, shown
from groundcast.knowledge.opened import OpenCorpus
from tests.building.nursery import Nursery, nursery
from tests.building.test_adding import logical_index
from tests.surfaces.asking import text_of

EELS = episode_id("podcast:tidewater", "tw-eels")
TITLE = "Glass eels at Brindlemoor"
# Said in this episode alone.
WORDS = ("Brindlemoor", "quillwort", "Pilkmoor")
TALK = """\
**Zoë Åkervind:** Welcome to Tidewater. Maren Tolvik is back, and we are at Brindlemoor.

**Maren Tolvik:** The ferry battery at Brindlemoor should charge at night, because quillwort and
glass eels need the river to be quiet. I think a bigger battery will pay for itself in six years.

**Zoë Åkervind:** And what does Zander Pilkmoor make of the battery?

**Maren Tolvik:** Zander Pilkmoor wants a heat pump for the eel ladder. A heat pump is cheaper than
a second battery, and every harbour should buy one before it buys a turbine.
"""
# Tools whose answer tells of the episode by a count alone.
COUNTING = (
    "list_feeds",
    "corpus_status",
    "person_topics",
    "contradictions",
    "top_people",
    "corpus_trending",
    "topic_perspective_leaders",
    "corpus_enrichment_signals",
    "coverage_gaps",
)
ROUNDS = 26


def rows_about(insight: str) -> dict[str, dict[str, Any]]:
    """A call of every tool whose answer is another one with the new episode."""
    return {
        "resolve_entity": {"name": TITLE},
        "corpus_briefing_pack": {"query": "glass eels and the battery at Brindlemoor"},
        "search_corpus": {"query": "glass eels and the battery at Brindlemoor"},
        "episode_insights": {"episode": EELS},
        "insight_detail": {"insight": insight},
        "person_positions": {"person": "Maren Tolvik", "topic": "battery", "limit": 50},
        "who_said_about_topic": {"topic": "battery", "per_group": 20},
        "insights_about_entity": {"entity": "battery", "limit": 50},
        "related_insights": {"insight": insight},
        "explore_insights": {"person": "Maren Tolvik", "sort": "time", "limit": 10},
        "contradictions": {"topic": "battery"},
        "show_episodes": {"show": "tidewater"},
        "topic_timeline": {"topic": "battery", "since": "2025-06"},
        "person_topics": {"entity": "Maren Tolvik", "limit": 50},
        "position_arc": {"person": "Maren Tolvik", "topic": "battery"},
        "corpus_trending": {"as_of": "2025-07"},
        "topic_perspective_leaders": {},
        "list_feeds": {},
        "list_episodes": {"since": "2025-06"},
        "episode_detail": {"episode": EELS},
        "episode_speaker_roster": {"episode": EELS},
        "top_people": {},
        "episode_enrichment_signals": {"episode": EELS},
        "corpus_enrichment_signals": {"names": "grounding_rate"},
        "coverage_gaps": {"topic": "battery"},
        "corpus_status": {},
    }


@pytest.fixture
def corpus(sample_path: Path, tmp_path: Path) -> Path:
    shutil.copytree(sample_path, tmp_path / "c")
    return tmp_path / "c"


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "eels.md").write_text(TALK, "utf-8")
    path = tmp_path / "new" / "index.tsv"
    path.write_text(
        "path\tshow\tguid\ttitle\tdate\tlanguage\n"
        f"eels.md\ttidewater\ttw-eels\t{TITLE}\t2025-06-12\ten\n",
        "utf-8",
    )
    return path


def groundcast(*words: str) -> None:
    """Another process writes."""
    command = [sys.executable, "-m", "groundcast", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def conversing(corpus: Path, talk: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "groundcast", "mcp", "--corpus", str(corpus)],
            env=dict(os.environ),
        )
        async with Client(stdio_client(server)) as client:
            await talk(client)

    asyncio.run(run())


def answer_anew(opened: OpenCorpus, tool: str, arguments: dict[str, Any]) -> Any:
    """What a server that starts now would answer: the payload, or the words of a refusal."""
    try:
        return CAPABILITIES[tool].answer(opened, arguments).payload
    except GroundcastError as error:
        return f"{error.code}: {error.explain()}"


def served(result: types.CallToolResult) -> Any:
    return text_of(result) if result.is_error else result.structured_content


def version_of(corpus: Path) -> str:
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        return snapshot.corpus_version


def test_every_tool_agrees_on_an_episode_that_was_added_and_then_removed(
    corpus: Path, manifest: Path, tmp_path: Path
) -> None:
    trial = tmp_path / "trial"
    shutil.copytree(corpus, trial)
    words = ("add", str(manifest.parent), "--manifest", str(manifest), "--corpus")
    groundcast(*words, str(trial))
    stored = TruthFiles(trial).read_episode(trial / "shows/tidewater/glass-eels-at-brindlemoor")
    assert stored.knowledge is not None
    insight = next(i.id for i in stored.knowledge.insights if "Brindlemoor" in i.text)
    calls = rows_about(insight)
    assert list(calls) == list(CAPABILITIES)
    answers: list[dict[str, Any]] = []

    async def ask_all(client: Client) -> None:
        said = {t: served(await client.call_tool(t, given)) for t, given in calls.items()}
        with OpenCorpus(corpus) as opened:
            assert said == {t: answer_anew(opened, t, given) for t, given in calls.items()}
        answers.append(said)

    async def talk(client: Client) -> None:
        await ask_all(client)
        groundcast(*words, str(corpus))
        await ask_all(client)
        groundcast("remove", EELS, "--corpus", str(corpus))
        await ask_all(client)

    conversing(corpus, talk)
    before, during, after = answers
    assert_one_version(before, before["corpus_status"]["corpus_version"])
    assert_one_version(during, version_of(trial))
    assert_one_version(after, version_of(corpus))
    for tool, answer in during.items():
        assert not isinstance(answer, str), tool
        known = isinstance(before[tool], dict)
        assert not known or unversioned(answer) != unversioned(before[tool]), tool
        if tool not in COUNTING:
            assert EELS in repr(answer), tool
    assert [a["corpus_status"]["counts"]["episodes"] for a in answers] == [24, 25, 24]
    shows = [{f["title"]: f["episodes"] for f in a["list_feeds"]["feeds"]} for a in answers]
    assert [show["Tidewater"] for show in shows] == [5, 6, 5]
    for tool, answer in after.items():
        if tool in (
            "episode_insights",
            "episode_detail",
            "episode_speaker_roster",
            "episode_enrichment_signals",
        ):
            assert answer.startswith(f"not_found: episode: {EELS} was removed."), tool
        elif tool in ("insight_detail", "related_insights"):
            assert answer.startswith(f"not_found: insight: {insight} was removed."), tool
        elif isinstance(answer, str):
            assert answer == before[tool], tool
        else:
            assert unversioned(answer) == unversioned(before[tool]), tool
    assert texts_holding(corpus, WORDS) == []
    assert texts_holding(trial, WORDS) != []
    assert len([f for f in (corpus / "index").iterdir() if f.is_dir()]) == 1


def unversioned(answer: dict[str, Any]) -> str:
    """An answer without the version that it, its cursor and a pack's receipt carry.

    The digits of a version decide how many tokens it takes.
    """
    page = {**answer["page"], "next_cursor": None} if answer.get("page") else None
    told = repr({**answer, "page": page}).replace(answer["corpus_version"], "VERSION")
    return re.sub(r"'(used|token_count)': \d+", r"'\1': N", told)


def assert_one_version(answers: dict[str, Any], version: str) -> None:
    stated = {t: a["corpus_version"] for t, a in answers.items() if not isinstance(a, str)}
    assert stated == dict.fromkeys(stated, version)


def texts_holding(corpus: Path, words: tuple[str, ...]) -> list[str]:
    """Files in which a word stands: as bytes, unpacked, in a row of SQLite or in the postings."""
    found: list[str] = []
    for path in sorted(corpus.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        # Also as numpy and others write text: two and four bytes a character.
        texts = [data, data.replace(b"\0", b"")]
        if data[:2] == b"\x1f\x8b":
            texts.append(gzip.decompress(data))
        if data.startswith(b"SQLite format 3\0"):
            with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as database:
                texts.append("\n".join(database.iterdump()).encode())
            database.close()
        if any(word.casefold().encode() in text.lower() for word in words for text in texts):
            found.append(path.relative_to(corpus).as_posix())
    # Stemmed words of the search backend.
    lines = "\n".join(logical_index(corpus)).casefold()
    return [*found, *(word for word in words if word.casefold() in lines)]


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    with nursery() as running:
        yield running


def test_a_server_that_sees_many_generations_keeps_the_files_of_one_open(
    children: Nursery, tmp_path: Path
) -> None:
    """Each tool is the first to be called after an episode came or went."""
    corpus, talks = tmp_path / "c", tmp_path / "talks"
    talks.mkdir()
    (talks / "eels.md").write_text(TALK, "utf-8")
    (talks / "gate.md").write_text("**Maren Tolvik:** The gate should close at noon.\n", "utf-8")
    adding = ("add", str(talks), "--show", "tidewater", "--again", "--corpus", str(corpus))
    assert children.run(*adding).code == 0
    calls = list(rows_about("insight:0000000000000000").items())
    versions: set[str] = set()
    opened: list[int] = []

    async def talk(client: Client) -> None:
        for number in range(ROUNDS // 2):
            for change in (("remove", "tidewater/eels-md", "--corpus", str(corpus)), adding):
                ended = children.run(*change)
                assert ended.code == 0, ended.err
                tool, arguments = calls[len(opened) % len(calls)]
                first = served(await client.call_tool(tool, arguments))
                with OpenCorpus(corpus) as anew:
                    assert first == answer_anew(anew, tool, arguments), tool
                status = (await client.call_tool("corpus_status", {})).structured_content
                await client.call_tool("search_corpus", {"query": "the battery"})
                versions.add(status["corpus_version"])
                assert status["counts"]["episodes"] == (1 if change[0] == "remove" else 2)
                opened.append(assert_nothing_stale_is_open(corpus, number))

    conversing(corpus, talk)
    assert len(versions) <= 3
    assert len(opened) == ROUNDS >= len(calls)
    # Threads open a connection each when they first answer; generations must add nothing.
    half = ROUNDS // 2
    assert max(opened[half:]) <= max(opened[:half]) + (os.cpu_count() or 1)


def assert_nothing_stale_is_open(corpus: Path, number: int) -> int:
    """How many files the server has open, none of which was deleted; 0 where nothing tells."""
    if not sys.platform.startswith("linux"):
        return 0
    (server,) = (
        process
        for process in Path("/proc").iterdir()
        if process.name.isdigit() and is_server_of(process, corpus)
    )
    held = [os.readlink(entry) for entry in (server / "fd").iterdir() if entry.is_symlink()]
    stale = [path for path in held if path.endswith("(deleted)") and str(corpus) in path]
    assert stale == [], number
    return len(held)


def is_server_of(process: Path, corpus: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"mcp" in words and str(corpus).encode() in words


def test_a_server_answers_from_a_folder_that_took_the_place_of_its_own(
    corpus: Path, manifest: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    groundcast("add", str(manifest.parent), "--manifest", str(manifest), "--corpus", str(other))
    said: list[Any] = []

    async def talk(client: Client) -> None:
        async def ask() -> None:
            said.append(served(await client.call_tool("search_corpus", {"query": "battery"})))

        await ask()
        corpus.rename(tmp_path / "away")
        await ask()
        other.rename(corpus)
        await ask()
        corpus.rename(other)
        (tmp_path / "away").rename(corpus)
        await ask()

    conversing(corpus, talk)
    assert said[1] == (
        f"not_ready: {shown(corpus)} has no index."
        f" Make it with: groundcast index --corpus {shown(corpus)}."
    )
    assert "Brindlemoor" in repr(said[2])
    assert "Brindlemoor" not in repr(said[0])
    assert said[3] == said[0]
    assert said[2]["corpus_version"] != said[0]["corpus_version"]
