"""The OpenAPI 3.1 document of the HTTP API, made from the catalogue and the error tree."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from groundcast import __version__
from groundcast.capabilities.capability import Capability, Toolset
from groundcast.errors import (
    Ambiguous,
    Busy,
    Damaged,
    GroundcastError,
    InvalidArgument,
    NotFound,
    NotReady,
    StaleCursor,
    TooSmall,
)
from groundcast.surfaces.problems import HTTP_PROBLEMS, MEDIA_TYPE, schema_name, title_of

ANSWERABLE: tuple[type[GroundcastError], ...] = (
    InvalidArgument, TooSmall, StaleCursor, NotFound, Ambiguous, NotReady, Busy, Damaged,
)  # fmt: skip
REFUSED_BY_HTTP: dict[int, tuple[str, ...]] = {
    403: ("wrong_origin",),
    413: ("body_too_large",),
    414: ("address_too_long",),
    421: ("wrong_host",),
    431: ("headers_too_large",),
    500: ("internal_error",),
}
# A cursor is one form in a query: digits; empty, it is none.
CURSOR = {"type": "string", "pattern": "^[0-9]*$", "maxLength": 40}


def openapi_document(toolsets: Sequence[Toolset], offered: Collection[str]) -> dict[str, Any]:
    """The document of the tools offered; every operationId is a tool's name."""
    schemas: dict[str, Any] = {"Problem": _problem_schema(), **dict(_code_schemas())}
    paths: dict[str, Any] = {}
    for toolset in toolsets:
        for capability in toolset.capabilities:
            if capability.name in offered:
                answer = _shared(capability.name, capability.output_schema, schemas)
                paths[f"/api/tools/{capability.name}"] = {
                    "get": _operation(capability, toolset, answer)
                }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Groundcast",
            "version": __version__,
            "description": "Questions to a corpus of podcasts; every answer is cited.",
        },
        "tags": [{"name": t.name, "description": t.purpose} for t in toolsets],
        "paths": paths,
        "components": {"schemas": schemas, "responses": dict(_refusals())},
    }


def _operation(capability: Capability, toolset: Toolset, answer: str) -> dict[str, Any]:
    statuses = sorted({error.http_status for error in ANSWERABLE} | set(REFUSED_BY_HTTP))
    return {
        "operationId": capability.name,
        "tags": [toolset.name],
        "summary": capability.title,
        "description": capability.description,
        "parameters": list(_parameters(capability)),
        "responses": {
            "200": {
                "description": "The answer.",
                "headers": {
                    "ETag": _header("Of the corpus version, the arguments and the form."),
                    "Link": _header("The next page, where there is one."),
                },
                "content": {
                    "application/json": {"schema": {"$ref": f"#/components/schemas/{answer}"}},
                    "text/markdown": {"schema": {"type": "string"}},
                },
            },
            "304": {"description": "The answer is the one that If-None-Match names."},
            **{str(s): {"$ref": f"#/components/responses/{s}"} for s in statuses},
        },
    }


def _parameters(capability: Capability) -> Iterator[dict[str, Any]]:
    schema = capability.input_schema
    required: list[str] = schema.get("required", [])
    examples: Mapping[str, Any] = {} if callable(capability.example) else capability.example
    for name, described in schema["properties"].items():
        own = {key: value for key, value in described.items() if key != "description"}
        yield {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": described.get("description", ""),
            "schema": CURSOR if name == "cursor" else _without_null(own),
            **({"example": examples[name]} if name in examples else {}),
        }


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """What a query can say: an argument is absent there, never null."""
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    if len(options) != 1:
        return schema
    kept = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**kept, **options[0]}


def _shared(name: str, schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Moves a schema and its definitions among the shared ones; answers its name there.

    Definitions of one name that differ get the tool's name before their own.
    """
    definitions: dict[str, Any] = schema.get("$defs", {})
    names = {
        own: own if schemas.get(own, moved) == moved else f"{name}.{own}"
        for own, moved in ((own, _moved(value, {})) for own, value in definitions.items())
    }
    for own, value in definitions.items():
        schemas[names[own]] = _moved(value, names)
    schemas[name] = _moved({k: v for k, v in schema.items() if k != "$defs"}, names)
    return name


def _moved(schema: Any, names: dict[str, str]) -> Any:
    """A schema whose references lead to the document's components."""
    match schema:
        case {"$ref": str(target), **others}:
            own = target.removeprefix("#/$defs/")
            return {"$ref": f"#/components/schemas/{names.get(own, own)}", **others}
        case dict():
            return {key: _moved(value, names) for key, value in schema.items()}  # pyright: ignore
        case list():
            return [_moved(value, names) for value in schema]  # pyright: ignore
        case _:
            return schema


def _problem_schema() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "description": "Why there is no answer (RFC 9457).",
        "required": ["type", "title", "status", "detail", "code", "hint", "candidates"],
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": text,
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What is wrong."},
            "code": {"type": "string", "description": "For programs; its meaning never changes."},
            "hint": {"type": "string", "description": "What to do; may be empty."},
            "candidates": {
                "type": "array",
                "items": text,
                "description": "Near matches or choices, best first.",
            },
        },
    }


def _code_schemas() -> Iterator[tuple[str, Any]]:
    described = {
        **HTTP_PROBLEMS,
        **{e.code: (e.__doc__ or "").partition("\n")[0] for e in ANSWERABLE},
    }
    for code, meaning in described.items():
        yield (
            schema_name(code),
            {
                "description": meaning,
                "allOf": [{"$ref": "#/components/schemas/Problem"}],
                "properties": {"code": {"const": code}, "title": {"const": title_of(code)}},
            },
        )


def _refusals() -> Iterator[tuple[str, Any]]:
    codes = {status: list(refused) for status, refused in REFUSED_BY_HTTP.items()}
    for error in ANSWERABLE:
        codes.setdefault(error.http_status, []).append(error.code)
    for status, refused in sorted(codes.items()):
        yield (
            str(status),
            {
                "description": ", ".join(map(title_of, refused)) + ".",
                **(
                    {"headers": {"Retry-After": _header("Seconds to wait, if busy.")}}
                    if status == Busy.http_status
                    else {}
                ),
                "content": {
                    MEDIA_TYPE: {
                        "schema": {
                            "anyOf": [
                                {"$ref": f"#/components/schemas/{schema_name(code)}"}
                                for code in refused
                            ]
                        }
                    }
                },
            },
        )


def _header(meaning: str) -> dict[str, Any]:
    return {"description": meaning, "schema": {"type": "string"}}
