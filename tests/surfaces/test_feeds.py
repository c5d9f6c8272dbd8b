"""The whole way on the command line: a feed's address to a cited answer, then news of it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fetching.loopback import Loopback, loopback

TALK = [
    ("Ada Lind", "Welcome to the Tide. Today we talk about the winter ferry and who it forgets."),
    ("Ben Moor", "The harbour should move the first ferry to seven o'clock in winter."),
    ("Ada Lind", "Nurses from the island lose an hour every morning because of the timetable."),
    ("Ben Moor", "The council paid for an icebreaker and forgot to hire a crew for it."),
]


def item(number: int, kind: str) -> str:
    return f"""<item><title>Ferry {number}</title><guid>ferry-{number}</guid>
    <pubDate>Tue, 0{number} Mar 2024 10:00:00 GMT</pubDate>
    <podcast:person>Ada Lind</podcast:person>
    <podcast:person role="guest">Ben Moor</podcast:person>
    <podcast:chapters url="chapters.json" type="application/json+chapters"/>
    <podcast:transcript url="{number}.{kind}"/></item>"""


def captions(form: str) -> str:
    lines = []
    for place, (name, words) in enumerate(TALK):
        start, end = 10 * place, 10 * place + 9
        if form == "srt":
            lines.append(
                f"{place + 1}\n00:00:{start:02},000 --> 00:00:{end:02},000\n{name}: {words}"
            )
        else:
            lines.append(f"00:{start:02}.000 --> 00:{end:02}.000\n<v {name}>{words}")
    return "\n\n".join(lines if form == "srt" else ["WEBVTT", *lines])


@pytest.fixture
def server() -> Iterator[Loopback]:
    segments = [
        {"speaker": name, "startTime": 10 * place, "endTime": 10 * place + 9, "body": words}
        for place, (name, words) in enumerate(TALK)
    ]
    page = "".join(
        f"<cite>{name}:</cite><time>0:{10 * place:02}</time><p>{words}</p>"
        for place, (name, words) in enumerate(TALK)
    )
    with loopback() as running:
        running.serve("/1.vtt", captions("vtt"))
        running.serve("/2.srt", captions("srt"))
        running.serve("/3.json", json.dumps({"version": "1.0.0", "segments": segments}))
        running.serve("/4.html", page)
        running.serve("/5.vtt", captions("vtt"))
        running.serve(
            "/chapters.json",
            '{"version": "1.2.0", "chapters": [{"startTime": 20, "title": "Nurses"}]}',
        )
        publish(running, 4)
        yield running


def publish(server: Loopback, count: int) -> None:
    kinds = ["vtt", "srt", "json", "html", "vtt"]
    items = "".join(item(number, kinds[number - 1]) for number in range(1, count + 1))
    text = f"<rss><channel><title>The Tide</title><language>en</language>{items}</channel></rss>"
    server.serve("/feed.xml", text, etag=f'"{count}"')


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "groundcast", *words], capture_output=True, text=True
    )


def test_a_feed_is_added_asked_and_updated(server: Loopback, tmp_path: Path) -> None:
    corpus = ("--corpus", str(tmp_path / "c"))
    first = run("add", server.url("/feed.xml"), "--allow-private", *corpus)
    assert first.returncode == 0, first.stderr
    assert "added: 4 episodes" in first.stdout
    detail = json.loads(run("ask", "episode_detail", "the-tide/ferry-4", "--json", *corpus).stdout)
    assert [(p["name"], p["role"]) for p in detail["people"]] == [
        ("Ada Lind", "host"),
        ("Ben Moor", "guest"),
    ]
    assert detail["chapters"] == [{"start_seconds": 20.0, "title": "Nurses"}]
    found = run("ask", "search_corpus", "move the first ferry to seven o'clock", *corpus)
    assert "The harbour should move the first ferry to seven o'clock in winter." in found.stdout
    assert "Ben Moor, The Tide" in found.stdout

    server.forget()
    again = run("add", server.url("/feed.xml"), "--allow-private", "--json", *corpus)
    assert {e["outcome"] for e in json.loads(again.stdout)["episodes"]} == {"unchanged"}
    assert (server.asked, server.sent) == (["/feed.xml"], [])

    publish(server, 5)
    server.forget()
    news = run("update", "--allow-private", *corpus)
    assert news.returncode == 0, news.stderr
    assert "added: 1 episodes" in news.stdout
    assert server.asked == ["/feed.xml", "/5.vtt", "/chapters.json"]
    assert "all is well" in run("verify", *corpus).stdout

    del server.answers["/feed.xml"]
    gone = run("update", "--allow-private", *corpus)
    assert gone.returncode == 3
    assert "answered 404 Not Found" in gone.stderr.splitlines()[-1]
