"""Lists of feeds: added whole, one bad feed beside the rest, and written out again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.building.test_feeding import QUICKEST, VTT, feed, reasons
from tests.fetching.loopback import Loopback, loopback, quick_client

from groundcast.building.adding import AddReport, add, update
from groundcast.building.progress import Silent
from groundcast.errors import InvalidArgument, NotFound, UnreadableSource
from groundcast.exports.opml import export_opml
from groundcast.ingest.opml import is_opml, read_opml
from groundcast.ingest.source import SkippedSource


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        running.serve("/1.vtt", VTT)
        for name in ("ebb", "flood", "quay"):
            item = f"<item><guid>{name}</guid><podcast:transcript url='/1.vtt'/></item>"
            running.serve(f"/{name}.xml", feed(item, title=f"The {name} & co"))
        yield running


def added(corpus: Path, source: Path) -> AddReport:
    with quick_client() as client:
        return add(corpus, [str(source)], QUICKEST, Silent(), client)


def listed(path: Path, text: str) -> Path:
    path.write_text(f'<?xml version="1.0"?><opml version="2.0"><body>{text}</body></opml>', "utf-8")
    return path


def test_nested_outlines_are_read_in_order_and_once(tmp_path: Path) -> None:
    path = listed(
        tmp_path / "podcasts.opml",
        """<outline text="Harbour"><outline text="Ebb" type="rss" xmlUrl="https://a.example/1?a&b"/>
        <outline text="Deeper"><outline XMLURL=" https://b.example/2 " text="Flood"/></outline>
        </outline><outline text="Again" xmlUrl="https://b.example/2"/>
        <outline text="Player" xmlUrl="feed://c.example/3"/>
        <outline text="Also" xmlUrl="feed:https://d.example/4"/>
        <outline type="rss" url="https://e.example/5"/><outline type="link" url="https://f.example"/>
        <outline text="Bad" xmlUrl="file:///etc/passwd"/>""",
    )
    assert list(read_opml(path)) == [
        "https://a.example/1?a&b",
        "https://b.example/2",
        "http://c.example/3",
        "https://d.example/4",
        "https://e.example/5",
        SkippedSource("Bad", "file:///etc/passwd is no address of a feed", "podcasts.opml"),
    ]


def test_a_list_is_known_by_its_name_or_its_beginning(tmp_path: Path) -> None:
    assert is_opml(listed(tmp_path / "a.opml", ""))
    assert is_opml(listed(tmp_path / "b.xml", ""))
    (tmp_path / "c.xml").write_text("<tt/>", "utf-8")
    assert not is_opml(tmp_path / "c.xml")


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.opml").write_text("words", "utf-8")
    with pytest.raises(UnreadableSource, match="is no OPML"):
        added(tmp_path / "c", tmp_path / "a.opml")
    assert not (tmp_path / "c").exists()


def test_one_bad_feed_of_a_list_does_not_stop_the_rest(server: Loopback, tmp_path: Path) -> None:
    urls = [server.url("/ebb.xml"), server.url("/gone.xml"), "http://169.254.169.254/feed",
            server.url("/1.vtt"), server.url("/flood.xml")]  # fmt: skip
    path = listed(
        tmp_path / "podcasts.opml", "".join(f"<outline text='x' xmlUrl='{url}'/>" for url in urls)
    )
    report = added(tmp_path / "c", path)
    assert [episode.show for episode in report.episodes] == ["The ebb & co", "The flood & co"]
    assert report.unreached == 2
    told = reasons(report)
    assert "answered 404 Not Found" in told[urls[1]]
    assert "is not on the public internet" in told[urls[2]]
    assert "is something else, not a feed" in told[urls[3]]
    with quick_client() as client:
        assert update(tmp_path / "c", QUICKEST, Silent(), client).count("unchanged") == 2


def test_what_is_exported_can_be_added_again(server: Loopback, tmp_path: Path) -> None:
    server.redirect("/old.xml", "/quay.xml", 301)
    urls = [server.url(path) for path in ("/flood.xml", "/old.xml", "/ebb.xml")]
    with quick_client() as client:
        add(tmp_path / "c", urls, QUICKEST, Silent(), client)
    report = export_opml(tmp_path / "c", tmp_path / "out.opml")
    assert (report.feeds, report.left_out) == (3, ())
    # By title; one that moved for good where it is now.
    assert list(read_opml(tmp_path / "out.opml")) == [
        server.url("/ebb.xml"),
        server.url("/flood.xml"),
        server.url("/quay.xml"),
    ]
    assert added(tmp_path / "d", tmp_path / "out.opml").count("added") == 3


def test_a_corpus_without_feeds_has_nothing_to_export(sample_path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="knows no feed"):
        export_opml(sample_path, tmp_path / "out.opml")
    assert not (tmp_path / "out.opml").exists()


def test_a_file_that_cannot_be_written_is_refused(server: Loopback, tmp_path: Path) -> None:
    with quick_client() as client:
        add(tmp_path / "c", [server.url("/ebb.xml")], QUICKEST, Silent(), client)
    with pytest.raises(InvalidArgument, match="cannot be written"):
        export_opml(tmp_path / "c", tmp_path / "nowhere" / "out.opml")
