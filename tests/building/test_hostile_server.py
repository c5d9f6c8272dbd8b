"""A long feed on a server that does everything wrong, and runs that are killed on the way."""

import gzip
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from tests.building.nursery import Nursery, Trouble, nursery
from tests.building.test_feeding import VTT, feed, stored
from tests.building.test_feeding import server as tide_server
from tests.fetching.loopback import Loopback, loopback, quick_client, reply

from groundcast.building.adding import AddOptions, AddReport, add, update
from groundcast.building.progress import Silent
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.errors import Unreachable
from groundcast.fetching.client import Limits

EPISODES = 500
STEP_SECONDS = 0.1
LIMITS = Limits(pause_seconds=0, step_seconds=STEP_SECONDS, total_seconds=0.5, tries=2)
WISHES = AddOptions(extract=False, index=False)

server = tide_server


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    with nursery() as running:
        yield running


def words(number: int) -> str:
    return f"The tide table of day {number} says high water at {number % 24} hours."


def captions(number: int) -> bytes:
    return f"WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ada Lind>{words(number)}\n".encode()


def stall(request: BaseHTTPRequestHandler, _: bytes) -> None:
    time.sleep(STEP_SECONDS + 0.03)
    request.close_connection = True


def truncate(request: BaseHTTPRequestHandler, body: bytes) -> None:
    reply(request, 200, body[: len(body) // 2], content_length=str(len(body)))
    request.close_connection = True


def die_in_a_chunk(request: BaseHTTPRequestHandler, body: bytes) -> None:
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    request.wfile.write(b"%x\r\n%s\r\n40\r\nhalf a ch" % (len(body), body))
    request.close_connection = True


def pack_in_part(request: BaseHTTPRequestHandler, body: bytes) -> None:
    reply(request, 200, gzip.compress(body)[:-9], content_encoding="gzip")


def fail(status: int) -> object:
    return lambda request, body: reply(request, status)


def circle(request: BaseHTTPRequestHandler, _: bytes) -> None:
    reply(request, 302, location=request.path)


FAULTS = [stall, truncate, die_in_a_chunk, pack_in_part, fail(500), fail(503), fail(404), circle]


class Hostile:
    """Answers each address with the faults drawn for it, then as it should, sometimes elsewhere."""

    def __init__(self, running: Loopback) -> None:
        self.running = running
        self.done = Counter[str]()
        drawn = random.Random(7)
        items = ""
        for number in range(EPISODES):
            path = f"/{number}.vtt"
            faults = [drawn.choice(FAULTS) for _ in range(drawn.choice([0, 0, 0, 1, 1, 2, 4]))]
            moves = drawn.random() < 0.2
            running.answers[path] = self.answer(faults, captions(number), moves=moves)
            running.answers[f"/moved{path}"] = self.answer([], captions(number))
            items += (
                f"<item><title>Day {number}</title><guid>day-{number}</guid>"
                f"<podcast:transcript url='{path}'/></item>"
            )
        text = feed(items, title="Tide tables").encode()
        running.answers["/feed.xml"] = self.answer([truncate, stall, fail(503)], text, etag='"f"')

    def answer(
        self, faults: list[object], body: bytes, *, moves: bool = False, etag: str | None = None
    ) -> object:
        def respond(request: BaseHTTPRequestHandler) -> None:
            path, asked = request.path, self.done[request.path]
            self.done[path] += 1
            if asked < len(faults):
                faults[asked](request, body)  # type: ignore[operator]
            elif moves:
                reply(request, 301 if asked % 2 else 307, location=f"/moved{path}")
            elif etag is not None and request.headers.get("If-None-Match") == etag:
                reply(request, 304, etag=etag)
            else:
                self.running.sent.append(path)
                # Transcripts get another ETag each time they are asked for.
                reply(request, 200, body, etag=etag or f'"{asked}"')

        return respond


@pytest.fixture
def hostile() -> Iterator[Loopback]:
    with loopback() as running:
        Hostile(running)
        yield running


class Interrupting(Silent):
    """Ctrl-C after so many steps."""

    def __init__(self, after: int) -> None:
        self.left = after

    def advance(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left <= 0:
            raise KeyboardInterrupt


def one_run(corpus: Path, url: str, progress: Silent) -> AddReport | None:
    """One run that may fail or be interrupted; null where it was."""
    with quick_client(limits=LIMITS) as client:
        try:
            if TruthFiles(corpus).exists:
                return update(corpus, WISHES, progress, client)
            return add(corpus, [url], WISHES, progress, client)
        except (Unreachable, KeyboardInterrupt):
            return None


def test_a_long_feed_on_a_hostile_server_ends_complete(hostile: Loopback, tmp_path: Path) -> None:
    corpus, url = tmp_path / "c", hostile.url("/feed.xml")
    runs = 0
    held: list[int] = []
    while not held or held[-1] < EPISODES:
        runs += 1
        assert runs < 12, held
        report = one_run(corpus, url, Interrupting(200) if runs % 3 == 0 else Silent())
        held.append(sum(1 for _ in TruthFiles(corpus).episode_folders()))
        if report is not None:
            told = {item.name for item in report.skipped}
            assert len(told) == EPISODES - held[-1], "what is missing is named"
    assert held == sorted(held)
    assert held[1] > EPISODES / 2
    said = {guid: episode.transcript.text for guid, episode in stored(corpus).items()}
    assert said == {f"day-{number}": words(number) for number in range(EPISODES)}
    assert [p.path for p in verify_corpus(corpus).problems] == ["index"]
    assert max(Counter(hostile.sent).values()) < runs

    one_run(corpus, url, Silent())
    hostile.forget()
    report = one_run(corpus, url, Silent())
    assert report is not None
    assert report.count("unchanged") == EPISODES
    assert report.skipped == ()
    assert (hostile.asked, hostile.sent) == (["/feed.xml"], [])


@pytest.mark.parametrize("after", [8, 17, 26])
def test_a_run_killed_while_it_fetches_asks_for_nothing_twice(
    server: Loopback, tmp_path: Path, children: Nursery, after: int
) -> None:
    corpus, url = tmp_path / "c", server.url("/feed.xml")
    words = ("add", url, "--allow-private", "--no-index", "--corpus", str(corpus))
    assert children.run(*words, trouble=Trouble(before_sync=after)).code == -signal.SIGKILL
    kept = set(stored(corpus))
    bodies = {"t1": "/1.vtt", "t2": "/2.srt", "t3": "/3.json", "t4": "/4.html"}
    server.forget()
    with quick_client() as client:
        add(corpus, [url], AddOptions(extract=False, index=False), Silent(), client)
    asked_again = {guid for guid, path in bodies.items() if path in server.asked}
    # Of the one that was under way, the note may be missing.
    assert len(asked_again & kept) <= 1
    assert asked_again | kept == set(bodies)
    assert VTT.splitlines()[3].partition(">")[2] in stored(corpus)["t1"].transcript.text
    assert [p.path for p in verify_corpus(corpus).problems] == ["index"]


def test_an_episode_written_before_it_was_looked_into_is_looked_into_later(
    server: Loopback, tmp_path: Path, children: Nursery
) -> None:
    corpus, url = tmp_path / "c", server.url("/feed.xml")
    words = ("add", url, "--allow-private", "--no-index", "--corpus", str(corpus))
    assert children.run(*words, trouble=Trouble(before_sync=17)).code == -signal.SIGKILL
    assert all(episode.knowledge is None for episode in stored(corpus).values())
    assert len(stored(corpus)) > 0
    with quick_client() as client:
        add(corpus, [url], AddOptions(index=False), Silent(), client)
    assert all(episode.knowledge is not None for episode in stored(corpus).values())
    assert len(stored(corpus)) == 4
