"""A capability: one read-only question the corpus can answer, declared once."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import ErrorDetails

from groundcast.capabilities.cursors import decode_cursor, encode_cursor, question_of
from groundcast.capabilities.fitting import Fitted, fit
from groundcast.capabilities.shapes import ALIASES, Answer, Page
from groundcast.errors import InvalidArgument, shown
from groundcast.knowledge.opened import OpenCorpus, Snapshot

Scope = Literal["corpus:read", "corpus:transcripts"]
DEFAULT_MAX_TOKENS = 4_000


@dataclass(frozen=True)
class Call:
    """What a capability's function is given: one generation, and how this call is paged."""

    snapshot: Snapshot
    question: str

    def cursor_to(self, offset: int) -> str:
        """The cursor of the page of this question that starts at `offset`."""
        return encode_cursor(offset, self.snapshot.corpus_version, self.question)

    def offset_of(self, cursor: str | int | None) -> int:
        """Where the page of a cursor starts; raises what decode_cursor raises."""
        return decode_cursor(cursor, self.snapshot.corpus_version, self.question)

    def page(self, offset: int, shown: int, total: int) -> Page:
        """The page of `shown` items from `offset` on."""
        end = offset + shown
        return Page(total=total, next_cursor=self.cursor_to(end) if shown and end < total else None)


@dataclass(frozen=True)
class Capability:
    """A typed function plus the example that documents and tests it.

    The example is over the sample corpus; one that needs an id of it is a function of a snapshot.
    `scope` is what a caller must be allowed; `price` weighs a call in rate limits.
    """

    function: Callable[..., Answer]
    title: str
    example: Mapping[str, Any] | Callable[[Snapshot], Mapping[str, Any]] = field(
        default_factory=dict[str, Any]
    )
    scope: Scope = "corpus:read"
    price: int = 1

    @property
    def name(self) -> str:
        """The tool's name on every surface."""
        return self.function.__name__

    @property
    def description(self) -> str:
        """What a model reads: what it does, when to use it, when not, what comes next."""
        return " ".join((inspect.getdoc(self.function) or "").split())

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The signature as a model; the first parameter is the call, never an argument."""
        hints = get_type_hints(self.function, include_extras=True)
        _, *parameters = inspect.signature(self.function).parameters.values()
        fields: dict[str, Any] = {
            p.name: (hints[p.name], ... if p.default is p.empty else p.default) for p in parameters
        }
        return create_model(
            f"{self.name}_arguments",
            __config__=ConfigDict(extra="forbid", str_strip_whitespace=True),
            **fields,
        )

    @cached_property
    def signature(self) -> inspect.Signature:
        """How it is called from Python: the arguments in their order, with plain types."""
        parameters = [
            inspect.Parameter(
                name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if field.is_required() else field.default,
                annotation=field.annotation,
            )
            for name, field in self.arguments.model_fields.items()
        ]
        return inspect.Signature(parameters, return_annotation=self.result)

    @cached_property
    def result(self) -> type[Answer]:
        """The model of the answer."""
        returned: type[Answer] = get_type_hints(self.function)["return"]
        assert issubclass(returned, Answer), f"{self.name} must return an Answer"
        return returned

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """JSON schema of the arguments, without what only repeats their names."""
        schema: dict[str, Any] = _untitled(self.arguments.model_json_schema())
        schema["additionalProperties"] = False
        return schema

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """JSON schema that every answer validates against; names every field."""
        return _untitled(self.result.model_json_schema())

    def example_arguments(self, corpus: OpenCorpus) -> dict[str, Any]:
        """The example as arguments."""
        if not callable(self.example):
            return dict(self.example)
        with corpus.snapshot() as snapshot:
            return dict(self.example(snapshot))

    def answer(self, corpus: OpenCorpus, arguments: Mapping[str, Any]) -> Fitted:
        """Validate, call, fit, stamp. Every surface comes through here, so every surface agrees.

        Raises what errors.py lists; anything else is a bug.
        """
        valid = dict(self._validated(arguments))
        with corpus.snapshot() as snapshot:
            call = Call(snapshot, question_of(self.name, valid))
            answered = self.function(call, **valid)
            stamped = answered.model_copy(update={"corpus_version": snapshot.corpus_version})
            limit = valid.get("max_tokens", DEFAULT_MAX_TOKENS)
            return fit(stamped, limit, call.cursor_to, str(valid.get("cursor") or ""))

    def _validated(self, arguments: Mapping[str, Any]) -> BaseModel:
        try:
            return self.arguments.model_validate(self._by_own_names(arguments))
        except ValidationError as error:
            raise self._refusal(error.errors(include_url=False)) from None

    def _by_own_names(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        named = dict(arguments)
        for own, others in ALIASES.items():
            if own not in self.arguments.model_fields:
                continue
            for other in others:
                if other in named and other not in self.arguments.model_fields:
                    if own in named:
                        raise InvalidArgument(f"{other}: it means {own}, which is given too.")
                    named[own] = named.pop(other)
        return named

    def _refusal(self, problems: Sequence[ErrorDetails]) -> InvalidArgument:
        lines = list(dict.fromkeys(self._problem_line(problem) for problem in problems))
        known = ", ".join(self.arguments.model_fields) or "none"
        return InvalidArgument(
            "; ".join(lines[:5]) + ".", hint=f"Arguments of {self.name}: {known}."
        )

    def _problem_line(self, problem: ErrorDetails) -> str:
        name = str(problem["loc"][0]) if problem["loc"] else "arguments"
        if problem["type"] == "missing":
            return f"{name}: it is required"
        if problem["type"] == "extra_forbidden":
            return f"{shown(name)}: there is no such argument"
        return f"{name}: {shown(problem['input'])!r} will not do; {problem['msg'].lower()}"


@dataclass(frozen=True)
class Toolset:
    """Capabilities offered together, with a line saying when to reach for them."""

    name: str
    purpose: str
    capabilities: tuple[Capability, ...]


def _untitled(schema: Any) -> Any:
    """A schema without the titles and null defaults that a reader gets from the names."""
    match schema:
        case dict():
            kept: dict[str, Any] = {
                key: _untitled_properties(cast("dict[str, Any]", value))
                if key in ("properties", "$defs")
                else _untitled(value)
                for key, value in schema.items()  # pyright: ignore[reportUnknownVariableType]
                if not (key == "title" and isinstance(value, str))
                and not (key == "default" and value in (None, "", [], {}))
            }
            return kept
        case list():
            return [_untitled(value) for value in schema]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return schema


def _untitled_properties(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: _untitled(value) for name, value in properties.items()}
