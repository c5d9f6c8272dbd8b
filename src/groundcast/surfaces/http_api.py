"""The HTTP surface: every capability as `GET /api/tools/<tool>`, nothing that writes."""

import hashlib
import json
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Literal
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from groundcast import __version__
from groundcast.capabilities import TOOLSETS, capabilities_of, capability_named
from groundcast.capabilities.capability import Capability
from groundcast.capabilities.fitting import Fitted, compact_json
from groundcast.errors import GroundcastError, InvalidArgument, shown
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_guard import LOOPBACK_HOSTS, Guard
from groundcast.surfaces.openapi import openapi_document
from groundcast.surfaces.problems import DOCUMENT, problem, refusal
from groundcast.surfaces.warming import Warming
from groundcast.surfaces.workers import Workers

Form = Literal["application/json", "text/markdown"]
REVALIDATE = "private, no-cache"


def create_app(
    corpus: OpenCorpus,
    toolsets: Sequence[str] = ("all",),
    *,
    allowed_hosts: Sequence[str] = LOOPBACK_HOSTS,
    workers: Workers | None = None,
) -> FastAPI:
    """An ASGI app over an open corpus, which answers to the names in `allowed_hosts` alone.

    `workers` are those of another surface, to share; without them it has its own. Raises
    InvalidArgument for an unknown toolset.
    """
    tools = {capability.name: capability for capability in capabilities_of(toolsets)}
    answering = workers or Workers()
    document = compact_json(openapi_document(TOOLSETS, tools))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        with Warming(corpus):
            yield
        if workers is None:
            answering.close(wait=True)

    async def answer_tool(request: Request) -> Response:
        capability = capability_named(request.path_params["tool"], tools)
        asked = _asked(capability, request)
        fitted = await answering.run(partial(_answer, corpus, capability, asked))
        return _unchanged(asked, fitted) if isinstance(fitted, str) else _response(asked, fitted)

    async def answer_document(_request: Request) -> Response:
        return Response(document, media_type="application/json")

    async def answer_health(_request: Request) -> Response:
        return Response('{"status":"alive"}', media_type="application/json")

    async def answer_readiness(_request: Request) -> Response:
        version = await answering.run(partial(_opened_version, corpus))
        body = compact_json({"status": "ready", "corpus_version": version})
        return Response(body, media_type="application/json")

    app = FastAPI(
        title="Groundcast", openapi_url=None, docs_url=None, redoc_url=None,
        redirect_slashes=False, lifespan=lifespan,
    )  # fmt: skip
    app.add_middleware(Guard, allowed_hosts=allowed_hosts)
    app.add_exception_handler(GroundcastError, _show_refusal)
    app.add_exception_handler(HTTPException, _show_http_problem)
    for path, endpoint in (
        ("/api/tools/{tool}", answer_tool),
        (DOCUMENT, answer_document),
        ("/healthz", answer_health),
        ("/readyz", answer_readiness),
    ):
        app.add_route(path, endpoint, methods=["GET"])
    return app


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request for an answer: what, in which form, and what the client holds already."""

    tool: str
    arguments: Mapping[str, str]
    form: Form
    held: str

    def tag(self, version: str) -> str:
        """The entity tag of the answer from a version of the corpus."""
        named = [__version__, version, self.tool, sorted(self.arguments.items()), self.form]
        return f'"{hashlib.sha256(json.dumps(named).encode()).hexdigest()[:32]}"'

    def holds(self, tag: str) -> bool:
        """Whether If-None-Match names the tag (weak comparison, as RFC 9110 has it)."""
        return tag in {held.strip().removeprefix("W/") for held in self.held.split(",")}

    def address_of(self, cursor: str) -> str:
        """The address of the page that a cursor leads to."""
        query = urlencode({**self.arguments, "cursor": cursor})
        return f"/api/tools/{self.tool}?{query}"


def _asked(capability: Capability, request: Request) -> _Asked:
    query = request.scope["query_string"].decode("utf-8", "replace")
    pairs = parse_qsl(query, keep_blank_values=True, errors="replace")
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise InvalidArgument(
                f"{shown(name)}: it is given {times} times.", hint="Give it once."
            )
    return _Asked(
        capability.name,
        dict(pairs),
        preferred_form(request.headers.get("accept", "")),
        request.headers.get("if-none-match", ""),
    )


def preferred_form(accept: str) -> Form:
    """Markdown where an Accept field asks for it by name before JSON; JSON everywhere else."""
    weights: dict[str, float] = {}
    for item in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in item.split(";"))
        stated = [p.removeprefix("q=") for p in parameters if p.startswith("q=")]
        try:
            weights[kind] = float(stated[0]) if stated else 1.0
        except ValueError:
            weights[kind] = 0.0
    as_json = weights.get("application/json", 0.0)
    as_text = weights.get("text/markdown", 0.0)
    return "text/markdown" if as_text > as_json else "application/json"


def _answer(corpus: OpenCorpus, capability: Capability, asked: _Asked) -> Fitted | str:
    """The answer, or its tag where the client holds it."""
    if asked.held:
        with corpus.snapshot() as snapshot:
            tag = asked.tag(snapshot.corpus_version)
        if asked.holds(tag):
            return tag
    return capability.answer(corpus, asked.arguments)


def _opened_version(corpus: OpenCorpus) -> str:
    with corpus.snapshot() as snapshot:
        snapshot.catalogue.count("episodes")
        return snapshot.corpus_version


def _unchanged(asked: _Asked, tag: str) -> Response:
    return Response(status_code=304, headers=_cached(tag))


def _response(asked: _Asked, fitted: Fitted) -> Response:
    headers = _cached(asked.tag(fitted.answer.corpus_version))
    following = fitted.answer.page.next_cursor if fitted.answer.page else None
    if following:
        headers["Link"] = f'<{asked.address_of(following)}>; rel="next"'
    body = fitted.json if asked.form == "application/json" else fitted.text
    return Response(body, headers=headers, media_type=asked.form)


def _cached(tag: str) -> dict[str, str]:
    return {"ETag": tag, "Vary": "Accept", "Cache-Control": REVALIDATE}


async def _show_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, GroundcastError)
    return refusal(error)


async def _show_http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = shown(request.url.path)
    if error.status_code == 405:
        detail = f"{path} only answers GET and HEAD."
        return problem(405, "method_not_allowed", detail, headers={"Allow": "GET, HEAD"})
    hint = f"{DOCUMENT} lists the addresses."
    return problem(error.status_code, "not_found", f"There is nothing at {path!r}.", hint=hint)
