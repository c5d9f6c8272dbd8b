"""A real HTTP server on loopback that answers as each test says."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from groundcast.fetching.client import GuardedClient, Limits

Answer = Callable[[BaseHTTPRequestHandler], None]
QUICK = Limits(
    pause_seconds=0, step_seconds=2, total_seconds=4, back_off_seconds=0.5, max_bytes=1_000_000
)


@dataclass
class Loopback:
    """The server: its answers by path, and the requests it saw."""

    port: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def serve(
        self, path: str, body: bytes | str, *, etag: str | None = None, **headers: str
    ) -> None:
        """Answers with a body, or 304 where the question carries its ETag."""
        data = body.encode() if isinstance(body, str) else body

        def answer(request: BaseHTTPRequestHandler) -> None:
            if etag is not None and request.headers.get("If-None-Match") == etag:
                reply(request, 304, etag=etag)
                return
            self.sent.append(path)
            reply(request, 200, data, **headers, **({"etag": etag} if etag else {}))

        self.answers[path] = answer

    def redirect(self, path: str, location: str, status: int = 302) -> None:
        self.answers[path] = lambda request: reply(request, status, location=location)

    def forget(self) -> None:
        self.asked.clear()
        self.sent.clear()
        self.headers.clear()


def reply(request: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    if "content_length" not in headers and status != 304:
        request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


@contextmanager
def loopback() -> Iterator[Loopback]:
    state = Loopback()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            state.asked.append(self.path)
            state.headers.append({name.lower(): value for name, value in self.headers.items()})
            try:
                state.answers.get(self.path, lambda request: reply(request, 404))(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Clients of these tests hang up on purpose."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Sleeps:
    """Takes the place of sleeping, and keeps what was asked for."""

    seconds: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def quick_client(sleeps: Sleeps | None = None, limits: Limits = QUICK) -> GuardedClient:
    return GuardedClient(
        allow_private=True, limits=limits, sleep=sleeps or Sleeps(), jitter=lambda: 0.0
    )
