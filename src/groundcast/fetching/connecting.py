"""Connections to addresses that were checked, each with a time by which all must be done."""

import socket
import ssl
import time
from collections.abc import Callable, Iterable
from typing import Any

import httpcore

from groundcast.errors import shown
from groundcast.fetching.addresses import Resolver, may_reach

Clock = Callable[[], float]


class AddressRefused(Exception):
    """A name stands for no address that may be reached."""


class InVain(Exception):
    """The connection failed in a way that trying again does not mend; says how."""


class OutOfTime(Exception):
    """The time for one answer is over."""


class Deadline:
    """The time by which the answer now awaited must be there; one fetch at a time."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._ends = float("inf")

    def begin(self, seconds: float) -> None:
        """From now on, `seconds` are left."""
        self._ends = self._clock() + seconds

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self._clock() >= self._ends

    def within(self, timeout: float | None) -> float:
        """The timeout of one step, cut to what is left; raises OutOfTime where nothing is."""
        left = self._ends - self._clock()
        if left <= 0:
            raise OutOfTime
        return left if timeout is None else min(timeout, left)


class CheckedNetwork(httpcore.NetworkBackend):
    """Resolves a name once, checks what it stands for, and connects to that address.

    Nothing resolves the name again, so a name that changes its address between the check and
    the connection gains nothing. TLS still verifies the name.
    """

    def __init__(self, resolve: Resolver, deadline: Deadline, *, allow_private: bool) -> None:
        self._resolve = resolve
        self._deadline = deadline
        self._allow_private = allow_private
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connects to the first address that answers; raises AddressRefused where none may."""
        bare = host.strip("[]")
        try:
            addresses = self._resolve(bare, port)
        except UnicodeError:
            raise InVain(f"cannot be reached: {shown(bare)} is no name of DNS") from None
        except OSError as error:
            if error.errno == socket.EAI_NONAME:
                raise InVain(f"cannot be reached: {shown(bare)} is not known to DNS") from None
            raise httpcore.ConnectError(f"{shown(bare)} is not known to DNS") from error
        allowed = [a for a in addresses if may_reach(a, allow_private=self._allow_private)]
        if not allowed:
            raise AddressRefused(shown(bare))
        failure: httpcore.NetworkError | httpcore.TimeoutException | None = None
        for address in allowed:
            try:
                stream = self._sockets.connect_tcp(
                    address, port, self._deadline.within(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            return _TimedStream(stream, self._deadline)
        assert failure is not None
        raise failure

    def sleep(self, seconds: float) -> None:
        """Never called: connections are not retried here."""
        raise NotImplementedError


class _TimedStream(httpcore.NetworkStream):
    """A stream whose every step ends by the deadline, however slowly bytes drip."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.within(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.within(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        try:
            stream = self._stream.start_tls(
                ssl_context, server_hostname, self._deadline.within(timeout)
            )
        except httpcore.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLCertVerificationError):
                reason = error.__cause__.verify_message
                raise InVain(f"shows a certificate that does not hold: {reason}") from None
            raise
        return _TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
