"""The tools as Python methods, made from the catalogue.

Their types for editors and checkers stand in `questions.pyi`, which `make docs` writes.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from groundcast.capabilities import CAPABILITIES
from groundcast.capabilities.capability import Capability
from groundcast.capabilities.fitting import Fitted
from groundcast.capabilities.shapes import Answer


class Questions:
    """A method for every tool, each asked through `ask`."""

    def ask(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Fitted:
        """A tool's answer as it is served: the model, its JSON and its text."""
        raise NotImplementedError


def _method(capability: Capability) -> Callable[..., Answer]:
    signature = capability.signature
    names = list(signature.parameters)

    def method(self: Questions, *values: Any, **named: Any) -> Answer:
        # What is wrong with names and values is for the capability to say, as everywhere.
        taken = signature.bind_partial(*values).arguments
        twice = next((name for name in named if name in taken), None)
        if twice is not None:
            raise TypeError(f"{capability.name}() got multiple values for argument {twice!r}")
        return self.ask(capability.name, {**taken, **named}).answer

    asked = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__name__ = capability.name
    method.__qualname__ = f"Questions.{capability.name}"
    method.__doc__ = _documentation(capability)
    method.__signature__ = signature.replace(  # pyright: ignore[reportFunctionMemberAccess]
        parameters=[asked, *signature.parameters.values()]
    )
    method.__annotations__ = {name: signature.parameters[name].annotation for name in names}
    return method


def _documentation(capability: Capability) -> str:
    fields = capability.arguments.model_fields
    lines = [f"    {name}: {field.description}" for name, field in fields.items()]
    return "\n".join([inspect.getdoc(capability.function) or "", "", "Arguments:", *lines])


for _capability in CAPABILITIES.values():
    setattr(Questions, _capability.name, _method(_capability))
