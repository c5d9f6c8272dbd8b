"""ARCHITECTURE.md states the layers; this holds the code to them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "groundcast"
# Data that the wheel carries beside the code.
NOT_CODE = {"py.typed", "sample_data", "__pycache__", "__init__.py", "__main__.py"}


def stated_layers() -> list[list[str]]:
    block = re.search(r"```layers\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.S)
    assert block is not None
    return [[name.strip() for name in line.split(",")] for line in block[1].splitlines()]


LEVEL = {name: level for level, names in enumerate(stated_layers()) for name in names}


def imported_parts(source: str, module: tuple[str, ...]) -> Iterator[str]:
    """The parts of the package that a module imports, absolutely or relatively.

    `module` is the dotted path below the package, without the module's own name.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(level=0, module="groundcast", names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=0, module=str(name)) if name.startswith("groundcast."):
                yield name.split(".")[1]
            case ast.ImportFrom(level=level, module=name, names=names) if level > 0:
                above = module[: len(module) - (level - 1)]
                path = [*above, *((name or "").split(".") if name else [])]
                yield from ([path[0]] if path else [alias.name for alias in names])
            case ast.Import(names=names):
                for alias in names:
                    if alias.name.startswith("groundcast."):
                        yield alias.name.split(".")[1]
            case _:
                pass


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_part_has_a_layer() -> None:
    parts = {path.name for path in PACKAGE.iterdir()} - NOT_CODE
    assert {name.removesuffix(".py") for name in parts} <= set(LEVEL)


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_imports_point_upwards(path: Path) -> None:
    home = part_of(path)
    module = path.relative_to(PACKAGE).parts[:-1]
    for name in imported_parts(path.read_text("utf-8"), module):
        if home in LEVEL and name in LEVEL:
            assert name == home or LEVEL[name] < LEVEL[home], f"{home} may not import {name}"


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        ("from groundcast.surfaces import cli", ("corpus",), ["surfaces"]),
        ("import groundcast.packs.briefing", ("corpus",), ["packs"]),
        ("from groundcast import knowledge", ("corpus",), ["knowledge"]),
        ("from ..surfaces import cli", ("corpus",), ["surfaces"]),
        ("from ...surfaces.cli import app", ("retrieval", "backends"), ["surfaces"]),
        ("from .. import surfaces", ("corpus",), ["surfaces"]),
        ("from .codec import FORMAT", ("corpus",), ["corpus"]),
        ("def f():\n    from groundcast.access import x", ("corpus",), ["access"]),
    ],
)  # fmt: skip
def test_no_form_of_import_escapes(
    source: str, module: tuple[str, ...], expected: list[str]
) -> None:
    assert list(imported_parts(source, module)) == expected


@pytest.mark.parametrize(
    "library", ["mcp", "mcp_types", "typer", "rich", "fastapi", "starlette", "uvicorn"]
)
def test_only_surfaces_know_the_protocols(library: str) -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        if part_of(path) == "surfaces":
            continue
        names = {
            name.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert library not in names, f"{path.relative_to(PACKAGE)} imports {library}"
