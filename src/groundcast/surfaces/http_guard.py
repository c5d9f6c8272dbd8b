"""What every HTTP request passes before it is routed, and every response on its way out."""

import logging
import re
import uuid
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from groundcast.errors import shown
from groundcast.surfaces.problems import problem

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
# A query of 2,000 characters outside the basic plane takes 24,000 bytes as it is escaped.
MOST_ADDRESS_BYTES = 32_768
MOST_HEADER_BYTES = 16_384
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?", re.IGNORECASE)
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}

log = logging.getLogger(__name__)


class Guard:
    """Refuses other hosts (DNS rebinding), other origins and what is too large; masks bugs."""

    def __init__(self, app: ASGIApp, allowed_hosts: Sequence[str]) -> None:
        self._app = app
        self._allowed = frozenset(host.lower() for host in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses, or lets the app answer; either way the headers of every answer are added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers[name] = value
                if _announces_body(scope):
                    # Nothing here reads a body, and what follows on the line would be one.
                    headers["Connection"] = "close"
            await send(message)

        refused = self._refused(scope)
        try:
            await (refused or self._app)(scope, receive, send_guarded)
        except Exception:
            reference = uuid.uuid4().hex[:8]
            log.exception("%s %s failed [%s]", scope["method"], scope["path"], reference)
            if begun:
                raise
            detail = f"This is a bug; the log has details [{reference}]."
            await problem(500, "internal_error", detail)(scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_allowed(host):
            return problem(
                421,
                "wrong_host",
                f"This server is not {shown(host)!r}.",
                hint="If it is to be, serve with --allow-host.",
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_allowed(origin.partition("://")[2]):
            return problem(403, "wrong_origin", f"Pages of {shown(origin)!r} may not ask.")
        address = len(scope["raw_path"]) + len(scope["query_string"])
        if address > MOST_ADDRESS_BYTES:
            return problem(
                414, "address_too_long", f"The address has more than {MOST_ADDRESS_BYTES} bytes."
            )
        if sum(len(name) + len(value) for name, value in headers.raw) > MOST_HEADER_BYTES:
            return problem(
                431, "headers_too_large", f"The headers have more than {MOST_HEADER_BYTES} bytes."
            )
        if scope["method"] in ("GET", "HEAD") and _announces_body(scope):
            return problem(413, "body_too_large", "No address here takes a body.")
        return None

    def _is_allowed(self, host: str) -> bool:
        named = _HOST.fullmatch(host)
        return named is not None and named[1].lower() in self._allowed


def _announces_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
