"""Writes docs/tools.md, the README's answer and the types of the Python surface.

Every example is executed on the sample corpus.
"""

import json
import math
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.capabilities import CAPABILITIES, TOOLSETS
from groundcast.capabilities.capability import Capability
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.demo import sample_folder
from groundcast.surfaces.questions_stub import STUB, questions_stub

HEADING = """\
# The tools

Generated from the catalogue by `make docs`; every example is a real answer over the sample corpus.
Over MCP these are tools; over HTTP `GET /api/tools/TOOL` ([http.md](http.md)); in Python methods
of an open corpus ([python.md](python.md)); on the command line `groundcast ask TOOL`. Every answer
has the same envelope, described once, here:

- `page.next_cursor` goes into `cursor` for the next page; it is bound to the corpus version and
  the question.
- `coverage` says what was searched and why an answer is empty or partial; `notes` say what a
  token limit left out.
- `next` are ready-made calls. Every id in an answer is accepted wherever that kind of id is.
- `max_tokens` is a hard limit on either channel, counted as o200k tokens with a safety factor.
"""


def reference(corpus: OpenCorpus) -> str:
    """The page."""
    lines = [HEADING]
    for toolset in TOOLSETS:
        lines += [f"## {toolset.name}", "", toolset.purpose, ""]
        for capability in toolset.capabilities:
            lines += _section(capability, corpus)
    return "\n".join(lines)


def _section(capability: Capability, corpus: OpenCorpus) -> Iterator[str]:
    yield from (f"### {capability.name}", "", capability.description, "")
    yield from ("| argument | type | default | meaning |", "| --- | --- | --- | --- |")
    schema = capability.input_schema
    for name, described in schema["properties"].items():
        required = name in schema.get("required", [])
        default = "required" if required else _code(described.get("default"))
        yield f"| `{name}` | {_type(described)} | {default} | {described.get('description', '')} |"
    arguments = capability.example_arguments(corpus)
    fitted = capability.answer(corpus, arguments)
    call = json.dumps(arguments, ensure_ascii=False)
    yield from ("", f"`{capability.name}` with `{call}` answers", "", "````markdown")
    yield from (fitted.text, "````", "")


def _type(described: dict[str, Any]) -> str:
    if "enum" in described:
        return ", ".join(_code(value) for value in described["enum"])
    if "anyOf" in described:
        kinds = [_type(option) for option in described["anyOf"] if option != {"type": "null"}]
        return " or ".join(kinds)
    bounds = [
        f"{word} {described[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"))
        if key in described
    ]
    return " ".join([described.get("type", "any"), *bounds])


def _code(value: object) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def with_answer(readme: str, corpus: OpenCorpus) -> str:
    """The README with the answer to its last `ask` command, as that command prints it."""
    (*_, command) = re.findall(r"^\S*groundcast ask (.+)$", readme, re.M)
    tool, *words = shlex.split(command)
    options = dict(zip(words[::2], words[1::2], strict=True))
    del options["--corpus"]
    arguments = {name.strip("-").replace("-", "_"): value for name, value in options.items()}
    text = CAPABILITIES[tool].answer(corpus, arguments).text
    before, mark, after = readme.partition("<!-- answer -->\n")
    after = re.sub(r"\A````markdown\n.*?````\n", "", after, flags=re.S)
    return f"{before}{mark}````markdown\n{text}\n````\n{after}"


def same(old: str, new: str) -> bool:
    """Whether two pages differ in no more than the last places of measured similarities.

    Those come from quantised models, whose sums an instruction set rounds in its own way.
    """
    similarity = re.compile(r"(?<=^similarity )\d\.\d+", re.M)
    if similarity.sub("", old) != similarity.sub("", new):
        return False
    pairs = zip(similarity.findall(old), similarity.findall(new), strict=True)
    return all(math.isclose(float(a), float(b), abs_tol=0.02) for a, b in pairs)


def main() -> None:
    """`python -m groundcast.surfaces.reference [--check] TOOLS README`."""
    check, tools, readme = "--check" in sys.argv, Path(sys.argv[-2]), Path(sys.argv[-1])
    sample = sample_folder()
    with tempfile.TemporaryDirectory() as folder:
        options = AddOptions(manifest=sample / "index.tsv")
        add(Path(folder), [str(sample)], options, Silent())
        with OpenCorpus(Path(folder)) as corpus:
            pages = {
                STUB: questions_stub(),
                tools: reference(corpus),
                readme: with_answer(readme.read_text("utf-8"), corpus),
            }
    for path, page in pages.items():
        if not check:
            path.write_text(page, "utf-8")
        elif not path.is_file() or not same(path.read_text("utf-8"), page):
            typer.echo(f"{path} is not what the code says; run: make docs", err=True)
            raise SystemExit(1)


if __name__ == "__main__":
    main()
