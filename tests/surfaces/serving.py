"""Serves a corpus over real HTTP on loopback, in a thread, and asks it."""

import http.client
import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI

from groundcast.surfaces.http_server import ServeOptions, listen, server_of


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Address:
    port: int

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET",
            body: bytes | None = None) -> Reply:  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            named = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, named, response.read())
        finally:
            connection.close()

    def tool(
        self, name: str, arguments: dict[str, Any], headers: dict[str, str] | None = None
    ) -> Reply:
        stated = {
            key: str(value).lower() if isinstance(value, bool) else value
            for key, value in arguments.items()
        }
        return self.get(f"/api/tools/{name}?{urlencode(stated)}", headers)


@contextmanager
def serving(app: FastAPI) -> Generator[Address]:
    with listen(ServeOptions(port=0)) as listening:
        server = server_of(app)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield Address(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(30)
