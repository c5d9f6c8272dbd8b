"""The guarded client against a real server that does everything wrong."""

import gzip
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler

import brotli
import pytest

from groundcast.errors import InvalidArgument, Unreachable
from groundcast.fetching.client import Fetched, GuardedClient, NotModified
from tests.fetching.loopback import QUICK, Loopback, Sleeps, loopback, quick_client, reply


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


def fetched(client: GuardedClient, url: str) -> Fetched:
    with client:
        answer = client.fetch(url)
    assert isinstance(answer, Fetched)
    return answer


def refusal(client: GuardedClient, url: str) -> str:
    with client, pytest.raises(Unreachable) as caught:
        client.fetch(url)
    said = caught.value.explain()
    assert "\n" not in said
    return said


def test_a_body_comes_with_what_a_later_question_needs(server: Loopback) -> None:
    server.serve("/a", "words", etag='"v1"', content_type="text/vtt", last_modified="yesterday")
    answer = fetched(quick_client(), server.url("/a"))
    assert answer == Fetched(server.url("/a"), 200, "text/vtt", b"words", '"v1"', "yesterday")
    assert server.headers[0]["user-agent"].startswith("groundcast/")
    assert server.headers[0]["host"] == f"127.0.0.1:{server.port}"


def test_what_is_unchanged_is_not_sent_again(server: Loopback) -> None:
    server.serve("/a", "words", etag='"v1"')
    with quick_client() as client:
        assert client.fetch(server.url("/a"), etag='"v1"') == NotModified(server.url("/a"))
        assert isinstance(client.fetch(server.url("/a"), etag='"v0"'), Fetched)
        client.fetch(server.url("/a"), last_modified="yesterday")
    assert server.headers[2]["if-modified-since"] == "yesterday"
    assert server.sent == ["/a", "/a"]


def test_304_to_a_question_without_conditions_is_no_answer(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 304)
    assert "answered 304" in refusal(quick_client(), server.url("/a"))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://feeds.example/a.xml", "only http and https are"),
        ("file:///etc/passwd", "only http and https are"),
        ("gopher://feeds.example/", "only http and https are"),
        ("http://ada:secret@feeds.example/", "carries a user name or a password"),
        ("http:///a", "names no host"),
        ("http://[::1", "is no address"),
    ],
)
def test_addresses_of_other_kinds_are_refused(url: str, said: str) -> None:
    with quick_client() as client, pytest.raises(InvalidArgument, match=said) as caught:
        client.fetch(url)
    assert "secret" not in caught.value.explain()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "127.1",
     "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "169.254.169.254",
     "10.0.0.1", "192.168.0.1"],
)  # fmt: skip
def test_no_form_of_a_private_address_is_asked(host: str, server: Loopback) -> None:
    server.serve("/", "secret")
    with GuardedClient(sleep=Sleeps()) as client, pytest.raises(InvalidArgument) as caught:
        client.fetch(f"http://{host}:{server.port}/")
    assert "not on the public internet" in str(caught.value)
    assert "--allow-private" in caught.value.hint
    assert server.asked == []


def test_a_redirect_to_a_private_address_is_refused(server: Loopback) -> None:
    """A public name, here one that the injected resolver sends to a reachable address."""
    server.redirect("/feed", f"http://inside.example:{server.port}/secret")
    server.serve("/secret", "secret")
    addresses = {"outside.example": ["127.0.0.1"], "inside.example": ["169.254.169.254"]}
    client = GuardedClient(True, QUICK, resolve=lambda host, _: addresses[host], sleep=Sleeps())
    said = refusal(client, f"http://outside.example:{server.port}/feed")
    assert "redirects to inside.example, which is not on the public internet" in said
    assert server.asked == ["/feed"]


@pytest.mark.parametrize("target", ["ftp://files.example/a", "file:///etc/passwd", "http://u:p@h/"])
def test_a_redirect_to_another_kind_of_address_is_refused(server: Loopback, target: str) -> None:
    server.redirect("/feed", target)
    assert "which is not fetched" in refusal(quick_client(), server.url("/feed"))


def test_a_name_that_changes_after_the_check_gains_nothing(server: Loopback) -> None:
    """The connection goes to the address that was checked: the name is asked for once."""
    server.serve("/", "words")
    answers = iter([["127.0.0.1"], ["10.9.9.9"]])
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return next(answers)

    client = GuardedClient(True, QUICK, resolve=resolve, sleep=Sleeps())
    answer = fetched(client, f"http://changing.example:{server.port}/")
    assert answer.body == b"words"
    assert asked == ["changing.example"]
    assert server.headers[0]["host"] == f"changing.example:{server.port}"


def test_of_several_addresses_only_allowed_ones_are_tried(server: Loopback) -> None:
    server.serve("/", "words")
    found = ["169.254.169.254", "fe80::1", "127.0.0.1"]
    client = GuardedClient(True, QUICK, resolve=lambda *_: found, sleep=Sleeps())
    assert fetched(client, f"http://mixed.example:{server.port}/").body == b"words"


@pytest.mark.parametrize(("code", "tries"), [(socket.EAI_NONAME, 1), (socket.EAI_AGAIN, 3)])
def test_a_name_nobody_knows_is_out_of_reach(code: int, tries: int) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        raise socket.gaierror(code, "Name or service not known")

    client = GuardedClient(limits=QUICK, resolve=resolve, sleep=Sleeps())
    assert "feeds.example is not known to DNS" in refusal(client, "http://feeds.example/")
    assert len(asked) == tries


def test_redirects_are_followed_and_the_last_address_kept(server: Loopback) -> None:
    server.redirect("/a", "b", 301)
    server.redirect("/b", server.url("/c?x=1"), 308)
    server.serve("/c?x=1", "words")
    assert fetched(quick_client(), server.url("/a")).url == server.url("/c?x=1")


def test_a_redirect_loop_ends(server: Loopback) -> None:
    server.redirect("/a", "/b")
    server.redirect("/b", "/a")
    assert "redirects more than 5 times" in refusal(quick_client(), server.url("/a"))
    assert len(server.asked) == 6


def test_a_redirect_to_nowhere_is_said(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 302)
    assert "redirects to nowhere" in refusal(quick_client(), server.url("/a"))


def test_an_endless_body_is_cut_at_the_limit(server: Loopback) -> None:
    written = [0]

    def endless(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        while True:
            request.wfile.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            written[0] += 0x10000

    server.answers["/a"] = endless
    assert "is larger than 1 MB" in refusal(quick_client(), server.url("/a"))
    assert written[0] < 20_000_000


def test_a_body_said_to_be_too_large_is_not_read(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 200, b"x", content_length="99999999")
    assert "is larger than 1 MB" in refusal(quick_client(), server.url("/a"))


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", lambda data: zlib.compress(data)[2:-4]),
        ("gzip", lambda data: gzip.compress(data[:7]) + gzip.compress(data[7:])),
        ("gzip", lambda data: gzip.compress(data) + bytes(64)),
        ("identity", bytes),
        ("br", brotli.compress),
        ("gzip", bytes),
    ],
)
def test_packed_bodies_are_unpacked(server: Loopback, encoding: str, pack: object) -> None:
    words = b"words and more words " * 20_000
    server.serve("/a", pack(words), content_encoding=encoding)  # type: ignore[operator]
    assert fetched(quick_client(), server.url("/a")).body == words


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress),
     ("br", lambda data: brotli.compress(data, quality=4))],
)  # fmt: skip
def test_a_packed_bomb_stops_at_the_limit(
    server: Loopback, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    server.serve("/a", pack(bytes(200_000_000)), content_encoding=encoding)
    before = time.monotonic()
    assert "is larger than 1 MB" in refusal(quick_client(), server.url("/a"))
    assert time.monotonic() - before < 2


@pytest.mark.parametrize(
    ("encoding", "body", "said"),
    [
        ("gzip", b"\x1f\x8bno gzip", "cannot be decompressed"),
        ("deflate", b"\x00no deflate", "cannot be decompressed"),
        ("gzip", gzip.compress(b"words" * 999)[:-12], "ends before its compressed data does"),
        ("br", b"no brotli", "cannot be decompressed"),
        ("br", brotli.compress(b"words" * 999)[:-2], "ends before its compressed data does"),
        ("zstd", b"x", "is packed as zstd, which was not asked for"),
        ("gzip, gzip", b"x", "is packed as gzip, gzip, which was not asked for"),
    ],
)
def test_bodies_that_cannot_be_unpacked_are_refused(
    server: Loopback, encoding: str, body: bytes, said: str
) -> None:
    server.serve("/a", body, content_encoding=encoding)
    assert said in refusal(quick_client(), server.url("/a"))


def test_a_body_that_drips_ends_by_the_total_time(server: Loopback) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        for _ in range(100):
            request.wfile.write(b"x")
            time.sleep(0.05)

    server.answers["/a"] = drip
    limits = replace(QUICK, total_seconds=0.4)
    before = time.monotonic()
    assert "did not answer within 0.4 s" in refusal(quick_client(limits=limits), server.url("/a"))
    assert time.monotonic() - before < 2
    assert server.asked == ["/a"]


def test_headers_that_drip_end_by_the_total_time(server: Loopback) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(100):
            request.wfile.write(b"x-%d: y\r\n" % number)
            time.sleep(0.05)

    server.answers["/a"] = drip
    limits = replace(QUICK, total_seconds=0.4)
    assert "did not answer within" in refusal(quick_client(limits=limits), server.url("/a"))


@pytest.mark.parametrize("count", [900, 5_000])
def test_headers_without_end_are_refused(server: Loopback, count: int) -> None:
    many = {f"x_{number}": "y" * 80 for number in range(count)}
    server.answers["/a"] = lambda request: reply(request, 200, b"words", **many)
    said = refusal(quick_client(), server.url("/a"))
    assert "headers" in said or "cannot be reached" in said


def test_a_silent_server_is_given_up_after_three_tries(server: Loopback) -> None:
    server.answers["/a"] = lambda request: time.sleep(0.5)
    sleeps = Sleeps()
    limits = replace(QUICK, step_seconds=0.1)
    said = refusal(quick_client(sleeps, limits), server.url("/a"))
    assert "did not answer in time. Try again later." in said
    assert sleeps.seconds == [0.5, 1.0]
    assert server.asked == ["/a"] * 3


def test_a_body_shorter_than_said_is_no_body(server: Loopback) -> None:
    def short(request: BaseHTTPRequestHandler) -> None:
        reply(request, 200, b"words", content_length="50")
        request.close_connection = True

    server.answers["/a"] = short
    assert "cannot be reached" in refusal(quick_client(), server.url("/a"))


def test_a_body_longer_than_said_is_cut_there(server: Loopback) -> None:
    def long(request: BaseHTTPRequestHandler) -> None:
        reply(request, 200, b"words and more", content_length="5")
        request.close_connection = True

    server.answers["/a"] = long
    assert fetched(quick_client(), server.url("/a")).body == b"words"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again(server: Loopback, status: int) -> None:
    statuses = iter([status, 200])
    server.answers["/a"] = lambda request: reply(request, next(statuses), b"words")
    sleeps = Sleeps()
    assert fetched(quick_client(sleeps), server.url("/a")).body == b"words"
    assert sleeps.seconds == [0.5]


@pytest.mark.parametrize(
    ("headers", "waited"),
    [
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": "Tue, 05 Mar 2024 10:00:09 GMT"}, None),
        ({"retry_after": "soon"}, 0.5),
    ],
)
def test_retry_after_is_honoured(
    server: Loopback, headers: dict[str, str], waited: float | None
) -> None:
    statuses = iter([503, 200])
    server.answers["/a"] = lambda request: reply(request, next(statuses), b"words", **headers)
    sleeps = Sleeps()
    fetched(quick_client(sleeps), server.url("/a"))
    # A date long past, counted from the server's own clock, asks for no wait.
    assert sleeps.seconds == [0.0 if waited is None else waited]


def test_a_server_that_asks_for_too_long_is_given_up(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 429, retry_after="86400")
    sleeps = Sleeps()
    said = refusal(quick_client(sleeps), server.url("/a"))
    assert "answered 429 Too Many Requests. It asks to wait 86400 s." in said
    assert sleeps.seconds == []
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [204, 206, 400, 401, 403, 404, 410, 451])
def test_a_lasting_failure_is_not_tried_again(server: Loopback, status: int) -> None:
    server.answers["/a"] = lambda request: reply(request, status)
    assert f"answered {status}" in refusal(quick_client(), server.url("/a"))
    assert len(server.asked) == 1


def test_back_off_doubles_and_is_lengthened_by_the_jitter(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 503)
    sleeps = Sleeps()
    jitter = iter([0.0, 1.0, 0.5, 0.0]).__next__
    client = GuardedClient(True, replace(QUICK, tries=4), sleep=sleeps, jitter=jitter)
    assert "answered 503" in refusal(client, server.url("/a"))
    assert sleeps.seconds == [0.5, 1.5, 2.5]


def test_a_host_that_fails_again_and_again_is_left_alone(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 503)
    server.serve("/b", "words")
    limits = replace(QUICK, tries=1, failures_in_row=3)
    with quick_client(limits=limits) as client:
        for _ in range(2):
            with pytest.raises(Unreachable, match="answered 503"):
                client.fetch(server.url("/a"))
        # An answer, even one that the page is not there, shows that the host is well.
        client.fetch(server.url("/b"))
        for _ in range(3):
            with pytest.raises(Unreachable, match="answered 503"):
                client.fetch(server.url("/a"))
        server.forget()
        with pytest.raises(
            Unreachable, match=r"127\.0\.0\.1 failed too often in this run"
        ) as caught:
            client.fetch(server.url("/b"))
    assert caught.value.passing
    assert server.asked == []


def test_a_host_that_asks_for_a_long_rest_gets_it(server: Loopback) -> None:
    server.answers["/a"] = lambda request: reply(request, 429, retry_after="86400")
    server.serve("/b", "words")
    with quick_client() as client:
        with pytest.raises(Unreachable, match="answered 429"):
            client.fetch(server.url("/a"))
        with pytest.raises(Unreachable, match="failed too often in this run"):
            client.fetch(server.url("/b"))
    assert server.asked == ["/a"]


@pytest.mark.parametrize(
    ("statuses", "moved_to"),
    [
        ((301,), "/end"),
        ((308, 301), "/end"),
        ((302,), None),
        ((303,), None),
        ((307, 301), None),
        ((301, 302), "/hop1"),
        ((301, 302, 301), "/hop1"),
        ((), None),
    ],
)
def test_only_redirects_for_good_say_where_to_ask_from_now_on(
    server: Loopback, statuses: tuple[int, ...], moved_to: str | None
) -> None:
    server.serve("/end", "words", etag='"v1"')
    hops = ["/hop0", *(f"/hop{n}" for n in range(1, len(statuses))), "/end"]
    for place, status in enumerate(statuses):
        server.redirect(hops[place], server.url(hops[place + 1]), status)
    start = server.url("/hop0" if statuses else "/end")
    wanted = server.url(moved_to) if moved_to else None
    with quick_client() as client:
        first = client.fetch(start)
        again = client.fetch(start, etag='"v1"')
    assert isinstance(first, Fetched)
    assert isinstance(again, NotModified)
    assert (first.moved_to, again.moved_to) == (wanted, wanted)


def test_requests_to_one_host_keep_their_distance(server: Loopback) -> None:
    server.serve("/a", "words")
    sleeps = Sleeps()
    with quick_client(sleeps, replace(QUICK, pause_seconds=5.0)) as client:
        for _ in range(3):
            client.fetch(server.url("/a"))
    assert len(sleeps.seconds) == 2
    assert all(4.0 < seconds <= 5.0 for seconds in sleeps.seconds)


def test_cookies_and_proxies_are_not_used(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    server.serve("/a", "words", set_cookie="id=1")
    with quick_client() as client:
        client.fetch(server.url("/a"))
        client.fetch(server.url("/a"))
    assert all("cookie" not in headers for headers in server.headers)


def test_a_port_nobody_listens_on_is_out_of_reach() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        assert "cannot be reached" in refusal(quick_client(), f"http://127.0.0.1:{port}/")
