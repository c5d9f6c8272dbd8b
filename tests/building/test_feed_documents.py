"""Feeds that move, come in pages, keep archives, and lose episodes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.building.test_feeding import QUICKEST, VTT, feed, reasons, run, stored
from tests.fetching.loopback import Loopback, loopback, quick_client

from groundcast.building.adding import AddOptions, AddReport, update
from groundcast.building.progress import Silent
from groundcast.corpus.fetched import read_fetched
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.version import corpus_version


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        for number in range(1, 9):
            running.serve(f"/{number}.vtt", VTT, etag=f'"v{number}"')
        yield running


def item(number: int, title: str | None = None) -> str:
    return (
        f"<item><title>{title or f'Tide {number}'}</title><guid>g{number}</guid>"
        f"<podcast:transcript url='/{number}.vtt'/></item>"
    )


def items(*numbers: int) -> str:
    return "".join(item(number) for number in numbers)


def link(rel: str, path: str) -> str:
    return f"<atom:link rel='{rel}' href='{path}'/>"


def moved(url: str) -> str:
    return f"<itunes:new-feed-url>{url}</itunes:new-feed-url>"


def refresh(corpus: Path, options: AddOptions = QUICKEST) -> AddReport:
    with quick_client() as client:
        return update(corpus, options, Silent(), client)


@pytest.mark.parametrize("status", [301, 308])
def test_a_redirect_for_good_is_remembered(server: Loopback, tmp_path: Path, status: int) -> None:
    server.serve("/new/feed.xml", feed(item(1)), etag='"1"')
    server.redirect("/feed.xml", "/new/feed.xml", status)
    server.serve("/new/1.vtt", VTT)
    run(tmp_path / "c", server)
    server.forget()
    assert refresh(tmp_path / "c").count("unchanged") == 1
    assert (server.asked, server.sent) == (["/new/feed.xml"], [])
    (folder,) = TruthFiles(tmp_path / "c").show_folders()
    assert TruthFiles(tmp_path / "c").read_show(folder).feed_url == server.url("/feed.xml")


@pytest.mark.parametrize("status", [302, 303, 307])
def test_a_passing_redirect_is_not_remembered(
    server: Loopback, tmp_path: Path, status: int
) -> None:
    server.serve("/elsewhere.xml", feed(item(1)), etag='"1"')
    server.redirect("/feed.xml", "/elsewhere.xml", status)
    run(tmp_path / "c", server)
    server.forget()
    refresh(tmp_path / "c")
    assert server.asked == ["/feed.xml", "/elsewhere.xml"]


def test_where_a_feed_moved_to_may_end_and_the_old_address_is_asked(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/new.xml", feed(item(1)))
    server.redirect("/feed.xml", "/new.xml", 301)
    run(tmp_path / "c", server)
    del server.answers["/new.xml"]
    server.serve("/feed.xml", feed(items(1, 2)))
    report = refresh(tmp_path / "c")
    assert report.count("added") == 1
    assert "where it moved to gives nothing" in reasons(report)[server.url("/feed.xml")]
    assert read_fetched(tmp_path / "c").feeds[0].moved_to is None


def test_a_feed_that_says_it_moved_is_read_there(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(item(1), head=moved(server.url("/two.xml"))))
    server.serve("/two.xml", feed(item(1), head=moved(server.url("/three.xml"))))
    server.serve("/three.xml", feed(items(1, 2), head=moved(server.url("/three.xml"))), etag='"3"')
    report = run(tmp_path / "c", server)
    assert sorted(stored(tmp_path / "c")) == ["g1", "g2"]
    assert [i.reason for i in report.skipped] == [
        f"moved to {server.url('/two.xml')}",
        f"moved to {server.url('/three.xml')}",
    ]
    server.forget()
    refresh(tmp_path / "c")
    assert (server.asked, server.sent) == (["/three.xml"], [])


def test_feeds_that_move_in_a_circle_are_read_where_they_are(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(item(1), head=moved(server.url("/two.xml"))))
    server.serve("/two.xml", feed(items(1, 2), head=moved(server.url("/feed.xml"))))
    run(tmp_path / "c", server)
    assert sorted(stored(tmp_path / "c")) == ["g1", "g2"]
    assert server.asked.count("/feed.xml") == server.asked.count("/two.xml") == 1


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("/nowhere.xml", "answered 404 Not Found"),
        ("/page.html", "a web page, not a feed"),
        ("http://169.254.169.254/latest", "is not on the public internet"),
    ],
)
def test_a_feed_that_moved_nowhere_stays(
    server: Loopback, tmp_path: Path, to: str, said: str
) -> None:
    server.serve("/page.html", "<html><body>Sign in</body></html>")
    there = to if "://" in to else server.url(to)
    server.serve("/feed.xml", feed(item(1), head=moved(there)))
    report = run(tmp_path / "c", server)
    assert sorted(stored(tmp_path / "c")) == ["g1"]
    assert said in reasons(report)[server.url("/feed.xml")]
    assert read_fetched(tmp_path / "c").feeds[0].moved_to is None


def test_a_feed_in_pages_is_read_to_its_end(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(items(1, 2), head=link("next", "?page=2")), etag='"1"')
    server.serve("/feed.xml?page=2", feed(items(2, 3), head=link("next", "?page=3")))
    server.serve("/feed.xml?page=3", feed(items(4), head=link("next", "?page=2")))
    report = run(tmp_path / "c", server)
    assert sorted(stored(tmp_path / "c")) == ["g1", "g2", "g3", "g4"]
    assert report.skipped == ()
    server.forget()
    assert refresh(tmp_path / "c").count("unchanged") == 4
    assert (server.asked, server.sent) == (["/feed.xml"], [])


def test_a_page_that_fails_is_said_and_asked_for_again(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(item(1), head=link("next", "?page=2")), etag='"1"')
    report = run(tmp_path / "c", server)
    page = server.url("/feed.xml?page=2")
    assert reasons(report) == {page: f"a further page of the feed: {page} answered 404 Not Found."}
    server.serve("/feed.xml?page=2", feed(item(2)))
    assert refresh(tmp_path / "c").count("added") == 1


def test_a_limit_spares_the_pages_behind_it(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(items(1, 2), head=link("next", "?page=2")), etag='"1"')
    server.serve("/feed.xml?page=2", feed(items(3)))
    options = AddOptions(extract=False, index=False, limit=2)
    report = run(tmp_path / "c", server, options=options)
    assert reasons(report) == {server.url("/feed.xml?page=2"): "not asked: beyond --limit"}
    assert refresh(tmp_path / "c").count("added") == 1


def archive(number: int, *numbers: int) -> str:
    head = link("prev-archive", f"/archive{number - 1}.xml") if number > 1 else ""
    return feed(items(*numbers), head=f"<fh:archive/>{head}")


def test_archives_are_read_once(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(items(6, 5), head=link("prev-archive", "/archive2.xml")))
    server.serve("/archive2.xml", archive(2, 4, 3))
    server.serve("/archive1.xml", archive(1, 2, 1))
    report = run(tmp_path / "c", server)
    assert report.count("added") == 6
    server.serve("/feed.xml", feed(items(7, 6), head=link("prev-archive", "/archive3.xml")))
    server.serve("/archive3.xml", archive(3, 5))
    server.forget()
    report = refresh(tmp_path / "c")
    assert (report.count("added"), report.count("unchanged")) == (1, 6)
    assert report.count("gone from its feed") == 0
    assert server.asked == ["/feed.xml", "/7.vtt", "/archive3.xml"]
    # An item may stand in the feed and in its archive for a while.
    server.serve("/feed.xml", feed(items(7), head=link("prev-archive", "/archive4.xml")))
    server.serve("/archive4.xml", archive(4, 7, 6))
    assert refresh(tmp_path / "c").count("unchanged") == 7
    server.serve("/feed.xml", feed(items(8), head=link("prev-archive", "/archive4.xml")))
    report = refresh(tmp_path / "c")
    assert (report.count("added"), report.count("unchanged")) == (1, 7)
    assert report.count("gone from its feed") == 0


def test_a_document_that_does_not_say_it_is_an_archive_may_change(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(item(2), head=link("prev-archive", "/archive1.xml")))
    server.serve("/archive1.xml", feed(items(1)))
    run(tmp_path / "c", server)
    server.serve("/archive1.xml", feed(items(1, 3)))
    assert refresh(tmp_path / "c").count("added") == 1


def test_an_archive_that_was_not_taken_whole_is_asked_again(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(item(3), head=link("prev-archive", "/archive2.xml")))
    server.serve("/archive2.xml", archive(2, 2))
    server.serve("/archive1.xml", archive(1, 1))
    transcript = server.answers.pop("/1.vtt")
    run(tmp_path / "c", server)
    server.answers["/1.vtt"] = transcript
    server.forget()
    assert refresh(tmp_path / "c").count("added") == 1
    assert server.asked == ["/feed.xml", "/archive1.xml", "/1.vtt"]


def test_an_episode_gone_from_its_feed_stays_marked_until_it_returns(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(items(1, 2)))
    run(tmp_path / "c", server)
    version = corpus_version(TruthFiles(tmp_path / "c"))
    server.serve("/feed.xml", feed(items(1)))
    assert refresh(tmp_path / "c", AddOptions(dry_run=True)).count("gone from its feed") == 1
    assert not stored(tmp_path / "c")["g2"].episode.gone_from_feed
    report = refresh(tmp_path / "c")
    assert (report.count("gone from its feed"), report.count("unchanged")) == (1, 1)
    gone = stored(tmp_path / "c")
    assert [gone[g].episode.gone_from_feed for g in ("g1", "g2")] == [False, True]
    assert gone["g2"].transcript.text.startswith("Welcome to the Tide.")
    again = refresh(tmp_path / "c")
    assert (again.count("gone from its feed"), again.count("unchanged")) == (0, 2)
    server.serve("/feed.xml", feed(items(1, 2)))
    assert refresh(tmp_path / "c").count("updated") == 1
    assert corpus_version(TruthFiles(tmp_path / "c")) == version


def test_an_item_that_only_lost_its_transcript_is_not_gone(
    server: Loopback, tmp_path: Path
) -> None:
    server.serve("/feed.xml", feed(items(1, 2)))
    run(tmp_path / "c", server)
    server.serve("/feed.xml", feed(item(1), "<item><guid>g2</guid></item>"))
    assert refresh(tmp_path / "c").count("gone from its feed") == 0


@pytest.mark.parametrize(
    "body",
    [
        feed(),
        feed(item(1), head=link("next", "/nowhere.xml")),
        feed(item(1)) [: -len("</channel></rss>")] + "<a>" * 300 + item(2),
    ],
    ids=["no items", "a page is missing", "broken off"],
)  # fmt: skip
def test_nothing_is_marked_where_not_all_of_the_feed_was_seen(
    server: Loopback, tmp_path: Path, body: str
) -> None:
    server.serve("/feed.xml", feed(items(1, 2)))
    run(tmp_path / "c", server)
    server.serve("/feed.xml", body)
    report = refresh(tmp_path / "c")
    assert report.count("gone from its feed") == 0
    assert not stored(tmp_path / "c")["g2"].episode.gone_from_feed


def test_a_guid_means_an_episode_inside_its_feed_only(server: Loopback, tmp_path: Path) -> None:
    server.serve("/feed.xml", feed(item(1, "Ebb")))
    server.serve("/other.xml", feed(item(1, "Flood"), title="The Quay"))
    report = run(tmp_path / "c", server, "/feed.xml", "/other.xml")
    assert report.count("added") == 2
    assert refresh(tmp_path / "c").count("unchanged") == 2
    titles = [
        TruthFiles(tmp_path / "c").read_episode_file(f).episode.title
        for f in TruthFiles(tmp_path / "c").episode_folders()
    ]
    assert titles == ["Flood", "Ebb"]
