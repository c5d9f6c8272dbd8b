"""Feeds from a real server into a corpus: the first time, again, and with news."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from tests.fetching.loopback import Loopback, loopback, quick_client, reply

from groundcast.building.adding import AddOptions, AddReport, add, update
from groundcast.building.progress import Silent
from groundcast.corpus.fetched import read_fetched
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.corpus.version import corpus_version
from groundcast.errors import InvalidArgument, NotFound, Unreachable, UnreadableSource
from groundcast.records import Chapter, Credit

QUICKEST = AddOptions(extract=False, index=False)
VTT = """WEBVTT

00:00:01.000 --> 00:00:05.000
<v Ada>Welcome to the Tide. The ferry should leave an hour later in winter.

00:00:05.000 --> 00:00:09.000
<v Ben>The harbour lost four hundred passengers because of the early ferry.
"""
SRT = """1
00:00:01,000 --> 00:00:04,000
Ada Lind: The lock keeper should ring the bell before the gate opens.

2
00:00:04,000 --> 00:00:08,000
Cleo Park: The bell was stolen in March and nobody replaced it.
"""
JSON = json.dumps(
    {
        "version": "1.0.0",
        "segments": [
            {"speaker": "Ada Lind", "startTime": 0.5, "endTime": 4, "body": "Fog is a budget."},
            {"speaker": "Dan Rook", "startTime": 4, "endTime": 8, "body": "Fog is weather, Ada."},
        ],
    }
)
HTML = """<cite>Ada Lind:</cite><time>0:00</time><p>The market moved to the north quay.</p>
<cite>Eva Holm:</cite><time>1:15</time><p>The north quay floods every spring tide.</p>"""
CHAPTERS = '{"version": "1.2.0", "chapters": [{"startTime": 0, "title": "Ferries"}]}'
PERSONS = (
    "<podcast:person href='https://ada.example/'>Ada Lind</podcast:person>"
    "<podcast:person role='guest'>Ben Moor</podcast:person>"
)
FIRST = f"""<item><title>Winter ferry</title><guid>t1</guid>
<pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><itunes:duration>10:00</itunes:duration>
<enclosure url="audio/1.mp3"/>{PERSONS}<podcast:chapters url="1.chapters.json"/>
<podcast:transcript url="1.txt" type="text/plain"/>
<podcast:transcript url="1.vtt" type="text/vtt"/></item>"""
OTHERS = """<item><title>The bell</title><guid>t2</guid>
<pubDate>Tue, 12 Mar 2024 10:00:00 GMT</pubDate>
<podcast:transcript url="2.srt" type="application/x-subrip"/></item>
<item><title>Fog</title><guid>t3</guid><pubDate>Tue, 19 Mar 2024 10:00:00 GMT</pubDate>
<podcast:transcript url="3.json" type="application/json"/></item>
<item><title>North quay</title><guid>t4</guid><pubDate>Tue, 26 Mar 2024 10:00:00 GMT</pubDate>
<podcast:transcript url="4.html" type="text/html"/></item>
<item><title>Silent film</title><guid>t5</guid></item>"""


def feed(*items: str, title: str = "The Tide", head: str = "") -> str:
    return (
        f"<rss><channel><title>{title}</title><language>en</language>"
        f"<description>Harbour talk.</description>{head}{''.join(items)}</channel></rss>"
    )


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        running.serve("/feed.xml", feed(FIRST, OTHERS), etag='"1"')
        running.serve("/1.vtt", VTT, etag='"v1"')
        running.serve("/1.chapters.json", CHAPTERS)
        running.serve("/2.srt", SRT)
        running.serve("/3.json", JSON)
        running.serve("/4.html", HTML)
        yield running


def run(corpus: Path, server: Loopback, *paths: str, options: AddOptions = QUICKEST) -> AddReport:
    sources = [server.url(path) for path in paths or ("/feed.xml",)]
    with quick_client() as client:
        return add(corpus, sources, options, Silent(), client)


def stored(corpus: Path) -> dict[str, StoredEpisode]:
    truth = TruthFiles(corpus)
    found = [truth.read_episode(folder) for folder in truth.episode_folders()]
    return {episode.episode.guid: episode for episode in found}


def reasons(report: AddReport) -> dict[str, str]:
    return {item.name: item.reason for item in report.skipped}


def test_a_feed_becomes_episodes_with_people_chapters_and_exact_words(
    server: Loopback, tmp_path: Path
) -> None:
    report = run(tmp_path / "c", server)
    assert report.count("added") == 4
    assert reasons(report) == {"Silent film": "the feed offers no transcript"}
    episodes = stored(tmp_path / "c")
    assert {guid: e.file.source_format for guid, e in episodes.items()} == {
        "t1": "vtt", "t2": "srt", "t3": "podcast-json", "t4": "html",
    }  # fmt: skip
    first = episodes["t1"].episode
    assert first.title == "Winter ferry"
    assert first.published_on == "2024-03-05"
    assert first.duration_seconds == 600.0
    assert first.language == "en"
    assert first.audio_url == server.url("/audio/1.mp3")
    assert first.credits == (
        Credit("Ada Lind", "host", "https://ada.example/"),
        Credit("Ben Moor", "guest"),
    )
    assert first.chapters == (Chapter(0.0, "Ferries"),)
    assert first.alternatives == (server.url("/1.txt"),)
    voices = episodes["t1"].transcript.speakers
    assert [(v.label, v.name, v.role) for v in voices] == [
        ("Ada", "Ada Lind", "host"),
        ("Ben", "Ben Moor", "guest"),
    ]
    (folder,) = TruthFiles(tmp_path / "c").show_folders()
    show = TruthFiles(tmp_path / "c").read_show(folder)
    assert (show.id, show.title, show.feed_url, show.language, show.description) == (
        "podcast:the-tide", "The Tide", server.url("/feed.xml"), "en", "Harbour talk.",
    )  # fmt: skip
    assert "/1.txt" not in server.asked


def test_an_unchanged_feed_costs_one_request_and_no_body(server: Loopback, tmp_path: Path) -> None:
    run(tmp_path / "c", server)
    version = corpus_version(TruthFiles(tmp_path / "c"))
    server.forget()
    report = run(tmp_path / "c", server)
    assert report.count("unchanged") == 4
    assert (server.asked, server.sent) == (["/feed.xml"], [])
    assert corpus_version(TruthFiles(tmp_path / "c")) == version


def test_one_new_item_costs_its_own_requests_only(server: Loopback, tmp_path: Path) -> None:
    run(tmp_path / "c", server)
    new = FIRST.replace("t1", "t6").replace("Winter", "Summer").replace("1.vtt", "6.vtt")
    server.serve("/feed.xml", feed(new, FIRST, OTHERS), etag='"2"')
    server.serve("/6.vtt", VTT.replace("winter", "summer"))
    server.forget()
    report = run(tmp_path / "c", server)
    assert (report.count("added"), report.count("unchanged")) == (1, 4)
    assert server.asked == ["/feed.xml", "/6.vtt", "/1.chapters.json"]


def test_a_changed_item_is_asked_whether_its_transcript_changed(
    server: Loopback, tmp_path: Path
) -> None:
    run(tmp_path / "c", server)
    server.serve("/feed.xml", feed(FIRST.replace("Winter", "Early"), OTHERS), etag='"2"')
    server.forget()
    report = run(tmp_path / "c", server)
    assert (report.count("updated"), report.count("unchanged")) == (1, 3)
    assert server.asked == ["/feed.xml", "/1.vtt", "/1.chapters.json"]
    assert "/1.vtt" not in server.sent
    assert stored(tmp_path / "c")["t1"].episode.title == "Early ferry"


def test_the_truth_is_the_same_whenever_and_however_often_it_is_fetched(
    server: Loopback, tmp_path: Path
) -> None:
    run(tmp_path / "once", server)
    for limit in (1, 2, 9):
        options = AddOptions(extract=False, index=False, limit=limit)
        run(tmp_path / "often", server, options=options)
    (tmp_path / "often" / "fetched.json").unlink()
    run(tmp_path / "often", server)
    once, often = TruthFiles(tmp_path / "once"), TruthFiles(tmp_path / "often")
    assert corpus_version(once) == corpus_version(often)
    assert (tmp_path / "once" / "fetched.json").is_file()


def test_an_interrupted_run_keeps_what_it_had_fetched(server: Loopback, tmp_path: Path) -> None:
    class Stopped(Silent):
        fetched = 0

        def advance(self, steps: int = 1) -> None:
            self.fetched += steps
            if self.fetched == 4:
                raise KeyboardInterrupt

    with quick_client() as client, pytest.raises(KeyboardInterrupt):
        add(tmp_path / "c", [server.url("/feed.xml")], QUICKEST, Stopped(), client)
    assert sorted(stored(tmp_path / "c")) == ["t1", "t2", "t3"]
    server.forget()
    assert run(tmp_path / "c", server).count("added") == 1
    assert server.asked == ["/feed.xml", "/4.html"]


def test_a_damaged_side_file_costs_requests_and_nothing_else(
    server: Loopback, tmp_path: Path
) -> None:
    run(tmp_path / "c", server)
    (tmp_path / "c" / "fetched.json").write_text("{", "utf-8")
    assert run(tmp_path / "c", server).count("unchanged") == 4
    assert len(read_fetched(tmp_path / "c").transcripts) == 4


def test_a_limit_and_dates_save_requests(server: Loopback, tmp_path: Path) -> None:
    options = AddOptions(extract=False, index=False, since="2024-03-10", limit=2)
    report = run(tmp_path / "c", server, options=options)
    assert sorted(stored(tmp_path / "c")) == ["t2", "t3"]
    assert server.asked == ["/feed.xml", "/2.srt", "/3.json"]
    assert reasons(report)["Winter ferry"] == "outside --since and --until"
    assert reasons(report)["North quay"] == "beyond --limit"
    server.forget()
    assert run(tmp_path / "c", server).count("added") == 2
    assert server.asked == ["/feed.xml", "/1.vtt", "/1.chapters.json", "/4.html"]


def test_a_dry_run_asks_for_the_feed_alone(server: Loopback, tmp_path: Path) -> None:
    dry = AddOptions(dry_run=True)
    report = run(tmp_path / "c", server, options=dry)
    assert report.count("would be added") == 4
    assert server.asked == ["/feed.xml"]
    assert not (tmp_path / "c").exists()
    run(tmp_path / "c", server)
    assert run(tmp_path / "c", server, options=dry).count("known") == 4


def test_a_transcript_that_fails_gives_way_to_the_next(server: Loopback, tmp_path: Path) -> None:
    server.serve("/1.vtt", "<!DOCTYPE html><html><body><p>Please sign in.</p></body></html>")
    server.serve("/1.txt", "Ada Lind: The ferry left.\nBen Moor: Too early.\n")
    report = run(tmp_path / "c", server)
    assert stored(tmp_path / "c")["t1"].file.source_format == "text"
    assert stored(tmp_path / "c")["t1"].episode.alternatives == (server.url("/1.vtt"),)
    said = reasons(report)["Winter ferry"]
    assert "It is a web page; the feed promises vtt" in said
    assert f"{server.url('/1.txt')} is taken" in said


def test_one_bad_episode_never_stops_a_feed(server: Loopback, tmp_path: Path) -> None:
    server.answers["/1.vtt"] = lambda request: reply(request, 500)
    server.serve("/2.srt", b"\x00\x01\x02")
    del server.answers["/3.json"]
    report = run(tmp_path / "c", server)
    assert sorted(stored(tmp_path / "c")) == ["t4"]
    said = reasons(report)
    assert "answered 500" in said["Winter ferry"]
    assert "1.txt answered 404" in said["Winter ferry"]
    assert "binary file" in said["The bell"]
    assert "answered 404" in said["Fog"]
    server.serve("/1.vtt", VTT)
    server.serve("/3.json", JSON)
    assert run(tmp_path / "c", server).count("added") == 2


def test_chapters_that_fail_are_said_and_asked_for_again(server: Loopback, tmp_path: Path) -> None:
    server.answers["/1.chapters.json"] = lambda request: reply(request, 503)
    report = run(tmp_path / "c", server)
    assert "no chapters: " in reasons(report)["Winter ferry"]
    assert stored(tmp_path / "c")["t1"].episode.chapters == ()
    server.serve("/1.chapters.json", CHAPTERS)
    assert run(tmp_path / "c", server).count("updated") == 1
    assert stored(tmp_path / "c")["t1"].episode.chapters == (Chapter(0.0, "Ferries"),)


def test_chapters_that_are_gone_are_not_asked_for_again(server: Loopback, tmp_path: Path) -> None:
    del server.answers["/1.chapters.json"]
    report = run(tmp_path / "c", server)
    assert "chapters.json answered 404" in reasons(report)["Winter ferry"]
    server.forget()
    assert run(tmp_path / "c", server).count("unchanged") == 4
    assert (server.asked, server.sent) == (["/feed.xml"], [])


def test_a_page_on_which_people_speak_is_taken_whatever_was_promised(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/2.srt", HTML)
    run(tmp_path / "c", server)
    assert stored(tmp_path / "c")["t2"].file.source_format == "html"


def test_names_from_the_network_never_become_paths(server: Loopback, tmp_path: Path) -> None:
    item = """<item><title>../../../../{name}</title><guid>../../{name}</guid>
      <podcast:transcript url="/..%2f..%2f{name}.vtt/..\\x?name=../../{name}.sh" type="text/vtt"/>
      </item>"""
    title = "../../outside/../.git"
    server.serve("/feed.xml", feed(item.format(name="etc"), item.format(name="\u2024\u2024/"),
                                   title=title))  # fmt: skip
    sent = BaseHTTPRequestHandler

    class Everything(dict[str, object]):
        def get(self, key: object, default: object = None) -> object:
            return super().get(key) or answer  # type: ignore[call-overload]

    def answer(request: sent) -> None:
        reply(request, 200, VTT.encode(), content_disposition='attachment; filename="../../x.sh"')

    server.answers = Everything(server.answers)  # type: ignore[assignment]
    corpus = tmp_path / "deep" / "down" / "c"
    report = run(corpus, server)
    assert report.count("added") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["deep"]
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["down"]
    assert [path.name for path in (tmp_path / "deep" / "down").iterdir()] == ["c"]
    (show,) = TruthFiles(corpus).show_folders()
    assert show.name == "outside-git"
    assert {file.suffix for file in show.rglob("*") if file.is_file()} == {".json", ".vtt"}


def test_two_feeds_of_one_title_are_two_shows(server: Loopback, tmp_path: Path) -> None:
    server.serve("/other.xml", feed(FIRST))
    report = run(tmp_path / "c", server, "/feed.xml", "/other.xml")
    assert report.count("added") == 5
    assert [f.name for f in TruthFiles(tmp_path / "c").show_folders()] == [
        "the-tide",
        "the-tide-2",
    ]
    run(tmp_path / "c", server, "/other.xml", "/feed.xml")
    assert len(TruthFiles(tmp_path / "c").show_folders()) == 2


def test_a_feed_keeps_its_show_when_it_is_renamed_or_moves(
    server: Loopback, tmp_path: Path
) -> None:
    moved = f"<itunes:new-feed-url>{server.url('/new.xml')}</itunes:new-feed-url>"
    server.serve("/feed.xml", feed(FIRST, title="Old name"))
    server.serve("/new.xml", feed(FIRST, title="New name"))
    run(tmp_path / "c", server)
    server.serve("/feed.xml", feed(FIRST, title="Other name", head=moved))
    assert run(tmp_path / "c", server).count("unchanged") == 1
    assert run(tmp_path / "c", server, "/new.xml").count("unchanged") == 1
    assert [f.name for f in TruthFiles(tmp_path / "c").show_folders()] == ["old-name"]


def test_a_feed_cannot_claim_anothers_episodes(server: Loopback, tmp_path: Path) -> None:
    """One that says it was another before is believed only where they share an episode."""
    claim = f"<itunes:new-feed-url>{server.url('/gone.xml')}</itunes:new-feed-url>"
    server.serve("/feed.xml", feed(FIRST, title="Grabber", head=claim))
    run(tmp_path / "c", server)
    server.serve("/gone.xml", feed(FIRST.replace("t1", "h1"), title="Honest"))
    run(tmp_path / "c", server, "/gone.xml")
    assert [f.name for f in TruthFiles(tmp_path / "c").show_folders()] == ["grabber", "honest"]


def test_persons_of_the_show_speak_in_items_that_name_none(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(FIRST.replace(PERSONS, ""), head=PERSONS))
    run(tmp_path / "c", server)
    assert [c.name for c in stored(tmp_path / "c")["t1"].episode.credits] == [
        "Ada Lind",
        "Ben Moor",
    ]


def test_items_nobody_could_know_again_and_repeated_ones_are_reported(
    server: Loopback, tmp_path: Path
) -> None:
    nameless = "<item><title>Nameless</title><podcast:transcript url='1.vtt'/></item>"
    again = FIRST.replace("Winter ferry", "Winter ferry, again")
    server.serve("/feed.xml", feed(FIRST, again, nameless))
    assert reasons(run(tmp_path / "c", server)) == {
        "Winter ferry, again": "same guid as Winter ferry",
        "Nameless": "the item has no guid, enclosure or link to know it by",
    }


def test_what_cannot_be_asked_is_an_error_before_anything_is_written(
    server: Loopback, tmp_path: Path
) -> None:
    corpus = tmp_path / "c"
    with pytest.raises(Unreachable, match="404"):
        run(corpus, server, "/nothing.xml")
    with pytest.raises(UnreadableSource, match="not a feed"):
        run(corpus, server, "/4.html")
    with pytest.raises(InvalidArgument, match="not on the public internet"):
        add(corpus, [server.url("/feed.xml")], QUICKEST, Silent())
    with pytest.raises(InvalidArgument, match="--manifest"):
        run(corpus, server, options=AddOptions(manifest=tmp_path / "index.tsv"))
    assert not corpus.exists()


def test_a_feed_out_of_reach_does_not_keep_others_out(server: Loopback, tmp_path: Path) -> None:
    report = run(tmp_path / "c", server, "/nothing.xml", "/feed.xml")
    assert report.count("added") == 4
    assert report.unreached == 1
    assert "answered 404" in reasons(report)[server.url("/nothing.xml")]


def test_update_asks_every_known_feed(server: Loopback, tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    server.serve("/other.xml", feed(FIRST, title="Other"), etag='"1"')
    run(corpus, server, "/feed.xml", "/other.xml")
    server.serve("/other.xml", feed(FIRST, OTHERS, title="Other"), etag='"2"')
    server.forget()
    with quick_client() as client:
        report = update(corpus, QUICKEST, Silent(), client)
    assert (report.count("added"), report.count("unchanged")) == (3, 5)
    assert server.asked[:2] == ["/other.xml", "/2.srt"]
    assert server.asked[-1] == "/feed.xml"


def test_update_without_a_feed_is_refused(sample_path: Path) -> None:
    with pytest.raises(NotFound, match="knows no feed"):
        update(sample_path, QUICKEST, Silent())


def test_a_run_with_another_wish_is_not_stopped_by_an_unchanged_feed(
    server: Loopback, tmp_path: Path
) -> None:
    run(tmp_path / "c", server)
    server.forget()
    report = run(tmp_path / "c", server, options=AddOptions(extract=True))
    assert report.count("updated") == 4
    assert server.asked == ["/feed.xml"]
    assert report.index is not None
    assert verify_corpus(tmp_path / "c").problems == ()
