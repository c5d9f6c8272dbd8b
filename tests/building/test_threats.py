"""What a hostile publisher may put into a feed: each way is refused, and said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.building.test_feeding import VTT, feed, run, stored
from tests.fetching.loopback import Loopback, loopback

from groundcast.enrichment.signals import SIGNALS

# Link-local, unspecified and multicast addresses are nobody's server, whatever is allowed.
NOWHERE = [
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://0.0.0.0/",
    "http://0xa9fea9fe/",
    "http://224.0.0.1/",
]
PLACES = {
    "transcript": "<item><guid>1</guid><podcast:transcript url='{}'/></item>",
    "chapters": "<item><guid>1</guid><podcast:transcript url='/1.vtt'/>"
    "<podcast:chapters url='{}'/></item>",
    "next page": "<atom:link rel='next' href='{}'/>",
    "archive": "<atom:link rel='prev-archive' href='{}'/>",
    "move": "<itunes:new-feed-url>{}</itunes:new-feed-url>",
}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        running.serve("/1.vtt", VTT)
        yield running


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("address", NOWHERE)
def test_no_address_in_a_feed_leads_to_what_is_nobodys_server(
    server: Loopback, tmp_path: Path, place: str, address: str
) -> None:
    server.serve("/feed.xml", feed(PLACES[place].format(address)))
    report = run(tmp_path / "c", server)
    assert any("is not on the public internet" in item.reason for item in report.skipped)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:x"]
)
def test_other_kinds_of_address_are_no_address(
    server: Loopback, tmp_path: Path, place: str, address: str
) -> None:
    server.serve("/feed.xml", feed(PLACES[place].format(address), "<item><guid>2</guid></item>"))
    run(tmp_path / "c", server)
    assert set(server.asked) <= {"/feed.xml", "/1.vtt"}
    assert set(stored(tmp_path / "c")) <= {"1"}


@pytest.mark.parametrize(
    "name",
    ["../../outside", "/etc/passwd", "..", ".", "C:\\x", "a/b", "\u202egnp.exe", ".hidden", "NUL"],
)
def test_a_title_of_the_network_names_a_folder_inside_the_show(
    server: Loopback, tmp_path: Path, name: str
) -> None:
    item = (
        f"<item><title>{name}</title><guid>{name}</guid><podcast:transcript url='/1.vtt'/></item>"
    )
    server.serve("/feed.xml", feed(item, title=name))
    run(tmp_path / "c", server)
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.name for path in written} == {
        "corpus.json", "registry.json", "relations.json", "fetched.json", ".lock", "show.json",
        "episode.json", "transcript.json", "original.vtt",
        *(f"{signal}.json" for signal in SIGNALS),
    }  # fmt: skip
    (episode,) = (path for path in written if path.name == "episode.json")
    top, shows, show, folder, _ = episode.parts
    assert (top, shows) == ("c", "shows")
    assert not (set(show + folder) & set("/\\.:\u202e"))
