"""An answer as compact Markdown: the same facts as its JSON, for readers of text.

What someone said stands on lines that begin with `> `, and never spans lines of its own
making, so no words in it can end the quotation.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from groundcast.capabilities.shapes import SPOKEN, Answer, CitationPart, NextCall, Part

_ENVELOPE = frozenset({"corpus_version", "page", "coverage", "notes", "next"})


def as_text(answer: Answer) -> str:
    """The answer's own fields, then page, coverage, notes and what to call next."""
    own = getattr(answer, "as_markdown", None)
    lines: list[str] = [own()] if own is not None else []
    if own is None:
        for name in _present(answer):
            if name not in _ENVELOPE:
                lines += _field_lines(answer, name, "")
    lines += _envelope_lines(answer)
    return "\n".join(lines)


def quotation(text: str, *, indent: str = "", cut: bool = False) -> str:
    """Spoken words as one quoted line; line breaks and controls in them become spaces."""
    return f"{indent}> “{one_line(text)}”{' …' if cut else ''}"


def one_line(text: str) -> str:
    """A text whose line breaks, runs of spaces and controls have become single spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def cited(citation: CitationPart, *, indent: str = "") -> str:
    """A citation with the ids that lead on."""
    ids = ", ".join(filter(None, (citation.quote_id, citation.episode_id, citation.person_id)))
    return f"{indent}— {citation.text} [{ids}]{' ' + citation.url if citation.url else ''}"


def counted(number: int, what: str) -> str:
    """`1 insight`, `3 insights`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _envelope_lines(answer: Answer) -> Iterator[str]:
    if answer.page is not None:
        total = "" if answer.page.total is None else f"{answer.page.total} in all"
        more = f"next_cursor {answer.page.next_cursor}" if answer.page.next_cursor else ""
        stated = "; ".join(filter(None, (total, more)))
        if stated:
            yield f"page: {stated}"
    if answer.coverage is not None:
        yield "coverage: " + "; ".join(
            f"{name} {value}" for name, value in _present(answer.coverage).items()
        )
    for note in answer.notes:
        yield f"note: {note}"
    for call in answer.next:
        yield f"next: {_call(call)}"
    yield f"corpus_version: {answer.corpus_version}"


def _call(call: NextCall) -> str:
    arguments = ", ".join(f"{name}={value!r}" for name, value in call.arguments.items())
    return f"{call.tool}({arguments}) {call.why}"


def _field_lines(part: Part, name: str, indent: str) -> Iterator[str]:
    value = getattr(part, name)
    if any(item is SPOKEN for item in type(part).model_fields[name].metadata):
        yield quotation(value, indent=indent, cut=getattr(part, "cut", False))
        return
    match value:
        case CitationPart():
            yield cited(value, indent=indent)
        case Part():
            yield f"{indent}{name}:"
            yield from _part_lines(value, indent + "  ")
        case list():
            yield from _list_lines(name, cast("list[Any]", value), indent)
        case dict():
            yield from _group_lines(name, cast("Mapping[str, Any]", value), indent)
        case _:
            yield f"{indent}{name}: {_plain(value)}"


def _part_lines(part: Part, indent: str) -> Iterator[str]:
    for name in _present(part):
        yield from _field_lines(part, name, indent)


def _list_lines(name: str, values: list[Any], indent: str) -> Iterator[str]:
    if not any(isinstance(value, Part) for value in values):
        yield f"{indent}{name}: {', '.join(map(_plain, values)) or 'none'}"
        return
    yield f"{indent}{name}:"
    for value in values:
        yield from _bullet(value, indent)


def _group_lines(name: str, groups: Mapping[str, Any], indent: str) -> Iterator[str]:
    if not groups:
        yield f"{indent}{name}: none"
        return
    yield f"{indent}{name}:"
    for key, value in groups.items():
        if isinstance(value, list):
            yield from _list_lines(key, cast("list[Any]", value), indent + "  ")
        elif isinstance(value, Part):
            yield f"{indent}  {key}:"
            yield from _part_lines(value, indent + "    ")
        else:
            yield f"{indent}  {key}: {_plain(value)}"


def _bullet(part: Part, indent: str) -> Iterator[str]:
    """An item: what is short on its first line, what is long on lines of its own."""
    short: list[str] = []
    long: list[str] = []
    for name, value in _present(part).items():
        spoken = any(item is SPOKEN for item in type(part).model_fields[name].metadata)
        if not spoken and isinstance(value, str | int | float | bool):
            short.append(f"{name}: {_plain(value)}")
        else:
            long += _field_lines(part, name, indent + "  ")
    yield f"{indent}- {'; '.join(short)}"
    yield from long


def _present(part: Part) -> dict[str, Any]:
    """The fields that are in the JSON form: those that do not hold their default."""
    return {
        name: getattr(part, name)
        for name, info in type(part).model_fields.items()
        if name != "cut" and (info.is_required() or getattr(part, name) != info.get_default())
    }


def _plain(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case _:
            return " ".join(str(value).split())
