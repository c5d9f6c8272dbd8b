"""Which of several transcripts is taken, and what is asked for again."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from tests.building.test_feeding import QUICKEST, feed, reasons, run, stored
from tests.fetching.loopback import Loopback, loopback, reply

from groundcast.building.adding import AddReport
from groundcast.records import OtherTranscript

NAMED = "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada Lind>The ebb leaves the boats on the mud.\n"
NUMBERED = NAMED.replace("Ada Lind", "Speaker 1")
UNNAMED = "WEBVTT\n\n00:01.000 --> 00:04.000\nThe ebb leaves the boats on the mud.\n"
SRT = "1\n00:00:01,000 --> 00:00:04,000\nThe ebb leaves the boats on the mud.\n"
NAMED_TEXT = """Ada Lind: The ebb leaves the boats on the mud.

Ben Moor: And the anchors lie there for everyone to see.

Ada Lind: Who owns the mud, and who may walk on it?

Ben Moor: The harbour does, up to the line of the spring tide.
"""
NAMED_HTML = "<cite>Ada Lind:</cite><time>0:01</time><p>The ebb leaves the boats on the mud.</p>"
PLAIN = "The ebb leaves the boats on the mud, and the anchors with them.\n"
SEGMENTS = {
    "version": "1.0.0",
    "segments": [{"startTime": 1, "endTime": 4, "body": "The ebb leaves the boats on the mud."}],
}
BODIES = {
    "/named.vtt": NAMED,
    "/numbered.vtt": NUMBERED,
    "/unnamed.vtt": UNNAMED,
    "/unnamed.srt": SRT,
    "/unnamed.json": json.dumps(SEGMENTS),
    "/named.txt": NAMED_TEXT,
    "/named.html": NAMED_HTML,
    "/plain.txt": PLAIN,
}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        for path, body in BODIES.items():
            running.serve(path, body, etag=f'"{path}"')
        yield running


def offer(path: str, more: str = "") -> str:
    return f"<podcast:transcript url='{path}' {more}/>"


def publish(server: Loopback, *offers: str, title: str = "Ebb", more: str = "") -> None:
    server.serve(
        "/feed.xml",
        feed(f"<item><title>{title}</title><guid>e</guid>{''.join(offers)}{more}</item>"),
    )


def taken(tmp_path: Path, server: Loopback) -> tuple[str, dict[str, str]]:
    """The format taken, and why each other offer was not."""
    run(tmp_path / "c", server)
    episode = stored(tmp_path / "c")["e"]
    others = {o.url.removeprefix(server.url("")): o.reason for o in episode.file.other_transcripts}
    assert [server.url(path) for path in others] == list(episode.episode.alternatives)
    return episode.file.source_format, others


@pytest.mark.parametrize(
    ("offers", "form", "why_not"),
    [
        # The format that may carry most does not, the next does.
        (["/unnamed.json", "/named.vtt"], "vtt", {"/unnamed.json": "names no speakers"}),
        (["/unnamed.vtt", "/named.html"], "html", {"/unnamed.vtt": "names no speakers"}),
        (["/unnamed.srt", "/named.txt"], "text", {"/unnamed.srt": "names no speakers"}),
        (["/numbered.vtt", "/named.html"], "html", {"/numbered.vtt": "names fewer speakers"}),
        (["/unnamed.vtt", "/plain.txt"], "vtt", {"/plain.txt": "has no times"}),
        (["/named.html", "/named.txt"], "html", {"/named.txt": "has no times"}),
        (["/unnamed.srt", "/unnamed.vtt"], "vtt",
         {"/unnamed.srt": "carries no more than the one taken"}),
        (["/named.txt", "/named.vtt"], "vtt",
         {"/named.txt": "not looked into: the one taken has speakers and times"}),
    ],
)  # fmt: skip
def test_the_transcript_that_carries_most_is_taken(
    server: Loopback, tmp_path: Path, offers: list[str], form: str, why_not: dict[str, str]
) -> None:
    publish(server, *map(offer, offers))
    assert taken(tmp_path, server) == (form, why_not)


def test_the_others_are_kept_with_type_and_language(server: Loopback, tmp_path: Path) -> None:
    publish(
        server,
        offer("/named.html", "type='text/html' language='de'"),
        offer("/unnamed.vtt", "type='text/vtt' language='en'"),
        offer("/nowhere.txt", "type='text/plain'"),
    )
    report = run(tmp_path / "c", server)
    assert stored(tmp_path / "c")["e"].file.other_transcripts == (
        OtherTranscript(server.url("/nowhere.txt"), "text/plain", None, "is not there"),
        OtherTranscript(
            server.url("/named.html"), "text/html", "de", "is in another language (de)"
        ),
    )
    assert reasons(report) == {
        "Ebb": f"{server.url('/nowhere.txt')} answered 404 Not Found; {server.url('/unnamed.vtt')}"
        " is taken"
    }


def again(server: Loopback, tmp_path: Path, title: str = "Ebb tide") -> AddReport:
    server.forget()
    publish(server, *map(offer, ("/unnamed.vtt", "/unnamed.srt")), title=title)
    return run(tmp_path / "c", server)


def test_of_a_changed_item_only_the_transcript_taken_is_asked_for_changes(
    server: Loopback, tmp_path: Path
) -> None:
    publish(server, *map(offer, ("/unnamed.vtt", "/unnamed.srt")))
    run(tmp_path / "c", server)
    assert again(server, tmp_path).count("updated") == 1
    assert server.asked == ["/feed.xml", "/unnamed.vtt"]
    assert server.sent == ["/feed.xml"]


def test_where_the_transcript_changed_the_others_are_looked_into_again(
    server: Loopback, tmp_path: Path
) -> None:
    publish(server, *map(offer, ("/unnamed.vtt", "/unnamed.srt")))
    run(tmp_path / "c", server)
    server.serve("/unnamed.vtt", UNNAMED.replace("boats", "ferries"), etag='"new"')
    server.serve("/unnamed.srt", SRT.replace("The ebb", "Ada Lind: The ebb"), etag='"named"')
    again(server, tmp_path)
    assert server.asked == ["/feed.xml", "/unnamed.vtt", "/unnamed.srt"]
    assert stored(tmp_path / "c")["e"].file.source_format == "srt"


def test_a_better_transcript_that_was_out_of_reach_is_taken_later(
    server: Loopback, tmp_path: Path
) -> None:
    working = server.answers["/named.vtt"]

    def busy(request: BaseHTTPRequestHandler) -> None:
        reply(request, 503)

    server.answers["/named.vtt"] = busy
    publish(server, *map(offer, ("/named.vtt", "/named.txt")))
    assert taken(tmp_path, server) == ("text", {"/named.vtt": "could not be fetched"})
    server.answers["/named.vtt"] = working
    assert run(tmp_path / "c", server).count("updated") == 1
    assert stored(tmp_path / "c")["e"].file.source_format == "vtt"


def test_chapters_are_asked_for_changes_only(server: Loopback, tmp_path: Path) -> None:
    chapters = '{"chapters": [{"startTime": 0, "title": "Mud"}]}'
    server.serve("/c.json", chapters, etag='"c"')
    where = "<podcast:chapters url='/c.json'/>"
    publish(server, offer("/named.vtt"), more=where)
    run(tmp_path / "c", server)
    publish(server, offer("/named.vtt"), more=where, title="Ebb tide")
    server.forget()
    assert run(tmp_path / "c", server).count("updated") == 1
    assert server.asked == ["/feed.xml", "/named.vtt", "/c.json"]
    assert server.sent == ["/feed.xml"]
    assert [c.title for c in stored(tmp_path / "c")["e"].episode.chapters] == ["Mud"]


def test_chapters_in_the_item_stand_in_for_a_file(server: Loopback, tmp_path: Path) -> None:
    inline = "<psc:chapters><psc:chapter start='0' title='Mud'/></psc:chapters>"
    publish(server, offer("/named.vtt"), more=inline)
    run(tmp_path / "c", server)
    assert [c.title for c in stored(tmp_path / "c")["e"].episode.chapters] == ["Mud"]


def test_an_update_keeps_what_is_said_of_the_others(server: Loopback, tmp_path: Path) -> None:
    publish(server, *map(offer, ("/unnamed.vtt", "/unnamed.srt")))
    run(tmp_path / "c", server)
    assert run(tmp_path / "c", server, options=QUICKEST).count("unchanged") == 1
    (other,) = stored(tmp_path / "c")["e"].file.other_transcripts
    assert other.reason == "carries no more than the one taken"
