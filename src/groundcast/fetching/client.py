"""The guarded HTTP client: for addresses that others chose."""

import random
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from types import TracebackType
from typing import Self

import httpcore
import httpx

from groundcast import __version__
from groundcast.errors import InvalidArgument, Unreachable, shown
from groundcast.fetching.addresses import Resolver, system_resolver
from groundcast.fetching.bodies import ACCEPTED, BodyRefused, read_body, too_large
from groundcast.fetching.connecting import (
    AddressRefused,
    CheckedNetwork,
    Deadline,
    InVain,
    OutOfTime,
)

USER_AGENT = f"groundcast/{__version__}"
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_FOR_GOOD = frozenset((301, 308))
_TRY_AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504))
# What the network does to a request that may well succeed the next time.
_PASSING = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.RemoteProtocolError,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of anything one fetch may take; `total_seconds` holds for each try by itself.

    `max_bytes` counts a body after decompression, `pause_seconds` lie between two requests to one
    host, `max_wait_seconds` is the longest back-off, whatever `Retry-After` asks for. A host that
    failed `failures_in_row` times, all tries included, is left alone by this client from then on.
    """

    max_bytes: int = 20_000_000
    max_header_bytes: int = 65_536
    max_redirects: int = 5
    tries: int = 3
    total_seconds: float = 60.0
    step_seconds: float = 15.0
    pause_seconds: float = 0.2
    back_off_seconds: float = 1.0
    max_wait_seconds: float = 30.0
    failures_in_row: int = 8


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer with its body; `url` is where it was found after redirects.

    `etag` and `last_modified` go into the next fetch, to be asked for changes only. `moved_to` is
    the address to ask from now on, where redirects said that it changed for good (301, 308).
    """

    url: str
    status: int
    content_type: str
    body: bytes
    etag: str | None
    last_modified: str | None
    moved_to: str | None = None


@dataclass(frozen=True, slots=True)
class NotModified:
    """What is at the address is what was fetched before; `moved_to` is as in `Fetched`."""

    url: str
    moved_to: str | None = None


class GuardedClient:
    """Fetches what others' addresses name, within limits; for one thread at a time.

    Only http and https, only addresses that `addresses.may_reach` allows, checked on each hop and
    connected to as checked. Proxies, cookies and credentials are not used. A back-off doubles from
    try to try, and `jitter`, from 0 to 1, lengthens it by up to a half.
    """

    def __init__(
        self,
        allow_private: bool = False,
        limits: Limits | None = None,
        *,
        resolve: Resolver = system_resolver,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._sleep = sleep
        self._clock = clock
        self._jitter = jitter
        self._failures: dict[str, int] = {}
        self._last_asked: dict[str, float] = {}
        self._deadline = Deadline(clock)
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls or httpx.create_ssl_context(),
            max_connections=4,
            keepalive_expiry=10.0,
            network_backend=CheckedNetwork(resolve, self._deadline, allow_private=allow_private),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections kept for the next request."""
        self._pool.close()

    def fetch(
        self,
        url: str,
        *,
        etag: str | None = None,
        last_modified: str | None = None,
        accept: str = "*/*",
        max_bytes: int | None = None,
    ) -> Fetched | NotModified:
        """What the address answers; NotModified only where `etag` or `last_modified` is given.

        Raises:
            InvalidArgument: the address is none that is fetched from.
            Unreachable: no usable answer came, after as many tries as made sense.
        """
        start = checked_url(url)
        limits = replace(self._limits, max_bytes=max_bytes) if max_bytes else self._limits
        headers = {"user-agent": USER_AGENT, "accept": accept, "accept-encoding": ACCEPTED}
        if etag is not None:
            headers["if-none-match"] = etag
        if last_modified is not None:
            headers["if-modified-since"] = last_modified
        conditional = etag is not None or last_modified is not None
        if self._failures.get(start.host, 0) >= limits.failures_in_row:
            raise Unreachable(
                f"{shown(url)} is not asked: {shown(start.host)} failed too often in this run.",
                hint="Run the same command again later.",
                passing=True,
            )
        answer = self._tried(start, headers, limits)
        if isinstance(answer, NotModified) and not conditional:
            raise Unreachable(f"{shown(url)} answered 304 to a question without conditions.")
        return answer

    def _tried(
        self, start: httpx.URL, headers: Mapping[str, str], limits: Limits
    ) -> Fetched | NotModified:
        tries = 1
        while True:
            try:
                answer = self._follow(start, headers, limits)
            except _Passing as passing:
                wait = passing.wait_seconds
                if wait is None:
                    wait = limits.back_off_seconds * 2.0 ** (tries - 1)
                    wait *= 1 + self._jitter() / 2
                if tries >= limits.tries or wait > limits.max_wait_seconds:
                    in_row = self._failures.get(start.host, 0) + 1
                    waits = wait > limits.max_wait_seconds
                    self._failures[start.host] = limits.failures_in_row if waits else in_row
                    raise _unreachable(start, passing.reason, wait, limits) from passing
                tries += 1
                self._sleep(wait)
                continue
            except OutOfTime:
                self._failures[start.host] = self._failures.get(start.host, 0) + 1
                seconds = f"{limits.total_seconds:g} s"
                raise Unreachable(
                    f"{shown(start)} did not answer within {seconds}.", passing=True
                ) from None
            self._failures.pop(start.host, None)
            return answer

    def _follow(
        self, start: httpx.URL, headers: Mapping[str, str], limits: Limits
    ) -> Fetched | NotModified:
        self._deadline.begin(limits.total_seconds)
        url, moved = start, True
        moved_to: str | None = None
        for hop in range(limits.max_redirects + 1):
            try:
                answer = self._ask(url, headers, limits)
            except AddressRefused:
                raise _refused_address(start, url, redirected=hop > 0) from None
            except (BodyRefused, InVain) as refused:
                raise Unreachable(f"{shown(start)} {refused}.") from None
            except (httpcore.UnsupportedProtocol, httpcore.LocalProtocolError) as error:
                raise Unreachable(f"{shown(start)} cannot be asked: {error}.") from None
            if not isinstance(answer, _Redirect):
                return answer if moved_to is None else replace(answer, moved_to=moved_to)
            url, moved = answer.to, moved and answer.for_good
            moved_to = str(url) if moved else moved_to
        raise Unreachable(f"{shown(start)} redirects more than {limits.max_redirects} times.")

    def _ask(
        self, url: httpx.URL, headers: Mapping[str, str], limits: Limits
    ) -> "Fetched | NotModified | _Redirect":
        """One request."""
        self._pause(url.host, limits.pause_seconds)
        step = limits.step_seconds
        timeout = {"connect": step, "read": step, "write": step, "pool": step}
        raw = httpcore.URL(
            scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
        )
        sent = [(b"host", url.netloc), *((k.encode(), _ascii(v)) for k, v in headers.items())]
        try:
            with self._pool.stream(
                "GET", raw, headers=sent, extensions={"timeout": timeout}
            ) as response:
                return _read(response, url, limits)
        except _PASSING as error:
            if self._deadline.over:
                raise OutOfTime from error
            raise _Passing(_network_reason(error)) from error
        finally:
            self._last_asked[url.host] = self._clock()

    def _pause(self, host: str, seconds: float) -> None:
        left = seconds - (self._clock() - self._last_asked.get(host, float("-inf")))
        if left > 0:
            self._sleep(left)


@dataclass(frozen=True, slots=True)
class _Redirect:
    to: httpx.URL
    for_good: bool


class _Passing(Exception):
    """A failure that may be over at the next try; `wait_seconds` where the server says when."""

    def __init__(self, reason: str, wait_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait_seconds = wait_seconds


def checked_url(url: str) -> httpx.URL:
    """The address, if it is one to fetch from; raises InvalidArgument."""
    try:
        parsed = httpx.URL(url.strip())
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise InvalidArgument(f"{shown(url)} is no address.") from None
    if parsed.scheme not in ("http", "https"):
        raise InvalidArgument(
            f"{shown(url)} is not fetched: only http and https are.",
            hint="Save the file and name its path.",
        )
    if not parsed.host:
        raise InvalidArgument(f"{shown(url)} names no host.")
    if parsed.userinfo:
        raise InvalidArgument(
            f"The address of {shown(parsed.host)} carries a user name or a password.",
            hint="Use the feed's private link without them.",
        )
    return parsed.copy_with(fragment=None)


def _read(
    response: httpcore.Response, url: httpx.URL, limits: Limits
) -> Fetched | NotModified | _Redirect:
    headers = httpx.Headers(response.headers)
    if sum(len(name) + len(value) for name, value in response.headers) > limits.max_header_bytes:
        raise Unreachable(f"{shown(url)} sends headers larger than {limits.max_header_bytes} B.")
    status = response.status
    if status == HTTPStatus.NOT_MODIFIED:
        return NotModified(str(url))
    if status in _REDIRECTS:
        return _Redirect(_redirected(url, headers.get("location")), status in _FOR_GOOD)
    if status in _TRY_AGAIN:
        raise _Passing(f"answered {_named(status)}", _wait_seconds(headers))
    if status not in (HTTPStatus.OK, HTTPStatus.NON_AUTHORITATIVE_INFORMATION):
        raise Unreachable(f"{shown(url)} answered {_named(status)}.")
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > limits.max_bytes:
        raise too_large(limits.max_bytes)
    body = read_body(response.iter_stream(), headers.get("content-encoding", ""), limits.max_bytes)
    return Fetched(
        url=str(url),
        status=status,
        content_type=headers.get("content-type", ""),
        body=body,
        etag=_kept(headers.get("etag")),
        last_modified=_kept(headers.get("last-modified")),
    )


def _redirected(url: httpx.URL, location: str | None) -> httpx.URL:
    if not location:
        raise Unreachable(f"{shown(url)} redirects to nowhere.")
    try:
        return checked_url(str(url.join(location)))
    except (InvalidArgument, httpx.InvalidURL, UnicodeError, ValueError):
        raise Unreachable(
            f"{shown(url)} redirects to {shown(location)}, which is not fetched."
        ) from None


def _wait_seconds(headers: httpx.Headers) -> float | None:
    """What `Retry-After` asks for; a date counts from the answer's own `Date`."""
    asked = headers.get("retry-after", "").strip()
    if asked.isdecimal():
        return float(asked[:9])
    try:
        until = parsedate_to_datetime(asked).replace(tzinfo=UTC)
        now = parsedate_to_datetime(headers.get("date", "")).replace(tzinfo=UTC)
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _refused_address(
    start: httpx.URL, url: httpx.URL, *, redirected: bool
) -> InvalidArgument | Unreachable:
    if redirected:
        return Unreachable(
            f"{shown(start)} redirects to {shown(url.host)}, which is not on the public internet."
        )
    return InvalidArgument(
        f"{shown(url.host)} is not on the public internet.",
        hint="If this is your own server, allow it with --allow-private.",
    )


def _unreachable(url: httpx.URL, reason: str, wait: float, limits: Limits) -> Unreachable:
    hint = "Try again later."
    if wait > limits.max_wait_seconds:
        hint = f"It asks to wait {wait:.0f} s."
    return Unreachable(f"{shown(url)} {reason}.", hint=hint, passing=True)


def _network_reason(error: Exception) -> str:
    if isinstance(error, httpcore.TimeoutException):
        return "did not answer in time"
    said = " ".join(str(error).split())
    return f"cannot be reached: {said[:120]}" if said else "cannot be reached"


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _ascii(value: str) -> bytes:
    return value.encode("ascii", "ignore")


def _kept(value: str | None) -> str | None:
    """A validator short and plain enough to be sent back."""
    plain = value is not None and value.isascii() and value.isprintable() and len(value) <= 1_000
    return value if plain else None
