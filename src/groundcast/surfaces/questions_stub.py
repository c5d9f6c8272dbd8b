"""Writes `questions.pyi`: the types of the methods that the catalogue makes."""

import inspect
import json
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundcast.capabilities import CAPABILITIES
from groundcast.capabilities.capability import Capability
from groundcast.surfaces.questions import Questions

STUB = Path(__file__).with_name("questions.pyi")
HEADING = '''\
# ruff: noqa: E501
# fmt: off
"""The tools as Python methods; generated from the catalogue by `make docs`."""

from collections.abc import Mapping
from typing import Any, Literal
'''
ASK = '''\

class Questions:
    """{purpose}"""

    def ask(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Fitted:
        """{meaning}"""
'''


def questions_stub() -> str:
    """The stub's text."""
    lines = [HEADING, *_imports()]
    lines.append(ASK.format(purpose=Questions.__doc__, meaning=Questions.ask.__doc__))
    for capability in CAPABILITIES.values():
        lines += _method(capability)
    return "\n".join(lines)


def _imports() -> Iterator[str]:
    homes = {c.result.__module__ for c in CAPABILITIES.values()}
    for home in sorted(homes | {"groundcast.capabilities.fitting"}):
        names = {c.result.__name__ for c in CAPABILITIES.values() if c.result.__module__ == home}
        names |= {"Fitted"} if home.endswith(".fitting") else set()
        yield f"from {home} import {', '.join(sorted(names))}"


def _method(capability: Capability) -> Iterator[str]:
    yield f"    def {capability.name}("
    yield "        self,"
    for parameter in capability.signature.parameters.values():
        default = parameter.default
        stated = "" if default is parameter.empty else f" = {_value(default)}"
        yield f"        {parameter.name}: {stated_type(parameter.annotation)}{stated},"
    yield f"    ) -> {capability.result.__name__}:"
    first, *others = (inspect.getdoc(capability.function) or "").splitlines()
    yield f'        """{first}'
    yield from (f"        {line}".rstrip() for line in others)
    yield '        """'
    yield ""


def stated_type(annotation: Any) -> str:
    """A type as source says it: plain names, literals, unions and containers of those."""
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in (None, types.NoneType):
        return "None"
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(_value, parts))}]"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(stated_type, parts))
    if origin is typing.Annotated:
        return stated_type(parts[0])
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(stated_type, parts))}]"
    return annotation.__name__


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
