"""Refusals over HTTP: RFC 9457 problem details, with the codes of errors.py."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from groundcast.capabilities.fitting import compact_json
from groundcast.errors import Busy, GroundcastError

MEDIA_TYPE = "application/problem+json"
DOCUMENT = "/api/openapi.json"
# What HTTP itself can refuse, beside the codes of errors.py.
HTTP_PROBLEMS: Mapping[str, str] = {
    "not_found": "There is nothing at the address.",
    "method_not_allowed": "The address only answers GET and HEAD.",
    "wrong_host": "The request names a host that this server is not.",
    "wrong_origin": "A page of another origin asks.",
    "body_too_large": "The address takes no body.",
    "address_too_long": "The address with its query is too long.",
    "headers_too_large": "The header fields are too large.",
    "internal_error": "A bug; the log has details under the reference.",
}


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    hint: str = "",
    candidates: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem document; `type` leads to the code's description in the OpenAPI document."""
    body: dict[str, Any] = {
        "type": f"{DOCUMENT}#/components/schemas/{schema_name(code)}",
        "title": title_of(code),
        "status": status,
        "detail": detail,
        "code": code,
        "hint": hint,
        "candidates": list(candidates),
    }
    return Response(
        compact_json(body).encode("utf-8", "replace"),
        status,
        {"Cache-Control": "no-store", **(headers or {})},
        MEDIA_TYPE,
    )


def refusal(error: GroundcastError) -> Response:
    """What a caller can cause or act on, with the status that its class declares."""
    retry = {"Retry-After": str(Busy.retry_after_seconds)} if isinstance(error, Busy) else None
    return problem(
        error.http_status,
        error.code,
        str(error),
        hint=error.hint,
        candidates=error.candidates,
        headers=retry,
    )


def title_of(code: str) -> str:
    """The same words for every problem of a code."""
    return code.replace("_", " ").capitalize()


def schema_name(code: str) -> str:
    """Where the OpenAPI document describes a code."""
    return f"problem.{code}"
