"""`groundcast serve`: the HTTP surface on an address of this machine."""

import ipaddress
import os
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import uvicorn
from starlette.types import ASGIApp

from groundcast.errors import InvalidArgument, Unreachable, shown
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_api import create_app
from groundcast.surfaces.http_guard import LOOPBACK_HOSTS

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8765
# What is being answered when the server is told to stop may take so long.
LAST_ANSWERS_SECONDS = 5
WAITING_CONNECTIONS = 512


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Where to serve and as whom; port 0 takes any that is free.

    `open` allows an address that others can reach, where everyone may ask: there is no access
    control yet. `also_allowed` are more names for the Host header.
    """

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    open: bool = False
    toolsets: Sequence[str] = ("all",)
    also_allowed: Sequence[str] = field(default=())


def serve_http(corpus: OpenCorpus, options: ServeOptions, announce: Callable[[str], None]) -> None:
    """Serves until interrupted, which is its normal end; `announce` is told the address.

    Raises InvalidArgument for an address that is not loopback without `open`, Unreachable where
    it cannot be had.
    """
    own = _in_url(options.host)
    hosts = (*LOOPBACK_HOSTS, own, *options.also_allowed)
    app = create_app(corpus, options.toolsets, allowed_hosts=hosts)
    with listen(options) as listening:
        server = server_of(app)
        stop = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            announce(f"http://{own}:{listening.getsockname()[1]}")
            server.run(sockets=[listening])
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGTERM, stop)


def server_of(app: ASGIApp) -> uvicorn.Server:
    """The server of an app, to run on a socket of `listen`."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_graceful_shutdown=LAST_ANSWERS_SECONDS,
        )
    )


def listen(options: ServeOptions) -> socket.socket:
    """A listening socket; raises as `serve_http` does."""
    if not options.open and not _is_loopback(options.host):
        raise InvalidArgument(
            f"{shown(options.host)} can be reached from other machines, and there is no access"
            " control yet.",
            hint="Serve on 127.0.0.1, or say --open to let everyone ask who reaches it.",
        )
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # asyncio only turns Nagle's algorithm off where the protocol is stated; with it, an answer
    # in two writes waits 40 ms for the client's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((options.host, options.port))
        listening.listen(WAITING_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise Unreachable(
            f"{shown(options.host)} port {options.port} cannot be had: {error.strerror}.",
            hint="Choose another with --port; 0 takes any that is free.",
        ) from None
    return listening


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
