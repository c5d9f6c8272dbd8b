"""`groundcast ask TOOL`: every capability as a command."""

import inspect
import types
import typing
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo

from groundcast.capabilities import CAPABILITIES
from groundcast.capabilities.capability import Capability
from groundcast.knowledge.opened import OpenCorpus


def ask_app() -> typer.Typer:
    """A command a capability: required inputs are arguments, the rest options."""
    app = typer.Typer(help="Ask the corpus with any tool.", no_args_is_help=True)
    for capability in CAPABILITIES.values():
        app.command(capability.name, help=capability.description)(_command(capability))
    return app


def _command(capability: Capability) -> Any:
    def run(**given: Any) -> None:
        corpus, as_json = Path(given.pop("corpus")), given.pop("as_json")
        arguments = {name: value for name, value in given.items() if value is not None}
        with OpenCorpus(corpus) as opened:
            fitted = capability.answer(opened, arguments)
        typer.echo(fitted.json if as_json else fitted.text)

    fields = capability.arguments.model_fields
    parameters = [_parameter(name, info) for name, info in fields.items()]
    parameters.append(
        _option(
            "corpus", Path, Path("corpus"), "--corpus", "The corpus's folder.", "GROUNDCAST_CORPUS"
        )
    )
    parameters.append(_option("as_json", bool, False, "--json", "Print JSON, for programs."))
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    return run


def _parameter(name: str, info: FieldInfo) -> inspect.Parameter:
    kind = _plain_type(info.annotation)
    if info.is_required():
        return inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=Annotated[kind, typer.Argument(help=info.description)],
        )
    flag = f"--{name.replace('_', '-')}"
    return _option(name, kind | None, None, flag, _help(info))


def _option(
    name: str, kind: Any, default: Any, flag: str, text: str, variable: str | None = None
) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, typer.Option(flag, help=text, envvar=variable)],
    )


def _help(info: FieldInfo) -> str:
    choices = _choices(info.annotation)
    listed = f" One of: {', '.join(choices)}." if choices else ""
    default = "" if info.default in (None, "") else f" Default: {info.default}."
    return f"{info.description}{listed}{default}"


def _choices(annotation: Any) -> list[str]:
    if typing.get_origin(annotation) is typing.Literal:
        return [str(value) for value in typing.get_args(annotation)]
    return [c for part in typing.get_args(annotation) for c in _choices(part)]


def _plain_type(annotation: Any) -> type:
    """What the command line reads: a flag, a number or text; the capability checks the rest."""
    parts = (
        typing.get_args(annotation)
        if typing.get_origin(annotation) in (typing.Union, types.UnionType)
        else (annotation,)
    )
    for kind in (bool, int, float):
        if kind in parts and str not in parts:
            return kind
    return str
