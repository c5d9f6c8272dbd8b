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


def quick_feed(server: Loopback, path: str, title: str, *kinds: str) -> str:
    items = "".join(item(number, kind) for number, kind in enumerate(kinds, 1))
    server.serve(path, f"<rss><channel><title>{title}</title>{items}</channel></rss>")
    return server.url(path)


def test_the_report_ends_with_a_line_a_show(server: Loopback, tmp_path: Path) -> None:
    wishes = ("--allow-private", "--no-extract", "--no-index", "--corpus", str(tmp_path / "c"))
    tide = quick_feed(server, "/tide.xml", "The\u009b Tide", "vtt", "srt", "gone")
    quay = quick_feed(server, "/quay.xml", "Quay", "vtt")
    done = run("add", tide, quay, server.url("/nowhere.xml"), *wishes)
    assert done.returncode == 3
    assert "\u009b" not in done.stdout
    assert "\x1b" not in done.stdout
    table = [line.split() for line in done.stdout.splitlines()[-5:]]
    assert table == [
        ["show", "added", "skipped"],
        ["The", "Tide", "2", "1"],
        ["Quay", "1"],
        [server.url("/nowhere.xml"), "1"],
        ["added:", "3", "episodes"],
    ]


def test_a_dry_run_names_what_would_be_added_and_writes_nothing(
    server: Loopback, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    done = run(
        "add", server.url("/feed.xml"), "--allow-private", "--dry-run", "--corpus", str(corpus)
    )
    assert done.returncode == 0
    assert "  Ferry 3: would be added" in done.stdout.splitlines()
    assert "would be added: 4 episodes" in done.stdout
    assert server.asked == ["/feed.xml"]
    assert not corpus.exists()


def test_the_list_of_feeds_is_exported(server: Loopback, tmp_path: Path) -> None:
    corpus = ("--corpus", str(tmp_path / "c"))
    quay = quick_feed(server, "/quay.xml", "Quay", "vtt")
    run("add", quay, "--allow-private", "--no-extract", "--no-index", *corpus)
    target = tmp_path / "feeds.opml"
    done = run("export", str(target), "--to", "opml", *corpus)
    assert (done.returncode, done.stdout) == (0, f"{target}: 1 feeds\n")
    assert f'xmlUrl="{quay}"' in target.read_text("utf-8")
    again = run("add", str(target), "--allow-private", "--dry-run", *corpus)
    assert "known: 1 episodes" in again.stdout


def test_an_episode_gone_from_its_feed_is_shown_as_gone(server: Loopback, tmp_path: Path) -> None:
    corpus = ("--corpus", str(tmp_path / "c"))
    quick_feed(server, "/quay.xml", "Quay", "vtt", "srt")
    run("add", server.url("/quay.xml"), "--allow-private", "--no-extract", *corpus)
    quick_feed(server, "/quay.xml", "Quay", "vtt")
    news = run("update", "--allow-private", "--no-extract", *corpus)
    assert "  Ferry 2: gone from its feed" in news.stdout.splitlines()
    listed = json.loads(run("ask", "list_episodes", "--json", *corpus).stdout)["episodes"]
    assert {e["title"]: e.get("gone_from_feed", False) for e in listed} == {
        "Ferry 1": False,
        "Ferry 2": True,
    }
    detail = json.loads(run("ask", "episode_detail", "quay/ferry-2", "--json", *corpus).stdout)
    assert detail["gone_from_feed"] is True
    assert "gone_from_feed" in run("ask", "episode_detail", "quay/ferry-2", *corpus).stdout
