"""The blocks a document is made of: paragraphs, quotations, list items, headings and the rest."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["paragraph", "quote", "item", "heading", "aside"]

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*(?:\{[:#][^{}]*\}\s*)?$")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})\s*$")
_RULE = re.compile(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_QUOTE = re.compile(r"\s{0,3}>\s?")
_BULLET = re.compile(r"\s{0,12}[-*+•]\s+(?=\S)")
_NUMBERED = re.compile(r"\s{0,12}(\d{1,3})[.)]\s+(?=\S)")
_TABLE_ROW = re.compile(r"\s{0,3}\|.*\|\s*$")
_LINK = re.compile(r"\[[^\[\]]{0,500}\]\([^()]{0,1000}\)|<?https?://\S+")
_DEFINITION = re.compile(r"\s{0,3}\[([^\[\]]{1,200})\]:\s*(?=<?(?:https?://|/|#|\.|mailto:))(\S+)")


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive lines of one kind, without their markers; an aside is code or a table."""

    kind: BlockKind
    lines: tuple[str, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """Blocks in order, and the link definitions that stood between them, by folded name."""

    blocks: tuple[Block, ...]
    references: dict[str, str]


def plain_document(text: str) -> Document:
    """Paragraphs between blank lines."""
    blocks = (
        Block("paragraph", tuple(line.strip() for line in chunk.split("\n") if line.strip()))
        for chunk in re.split(r"\n[ \t]*\n", text)
    )
    return Document(tuple(block for block in blocks if block.lines), {})


def markdown_document(text: str) -> Document:
    """The blocks of a Markdown text, as far as telling speech from the rest needs it."""
    references: dict[str, str] = {}
    blocks = tuple(_markdown_blocks(text.split("\n"), references))
    return Document(blocks, references)


def document_share(text: str) -> float:
    """How much of a text is headings, lists, code, tables and links, by characters."""
    blocks = markdown_document(text).blocks
    total = sum(len(line) for block in blocks for line in block.lines)
    plain = sum(
        len(_LINK.sub("", line))
        for block in blocks
        if block.kind in ("paragraph", "quote")
        for line in block.lines
    )
    return 1 - plain / total if total else 1.0


def _markdown_blocks(lines: list[str], references: dict[str, str]) -> Iterator[Block]:
    kind: BlockKind = "paragraph"
    held: list[str] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        fence = _FENCE.match(line)
        if fence is not None:
            yield from _released(kind, held)
            code, place = _fenced(lines, place, fence[1])
            yield from _released("aside", code)
            kind = "paragraph"
            continue
        found, content, level = _line_kind(line, kind if held else None)
        if found in ("blank", "rule"):
            if (
                found == "rule"
                and len(held) == 1
                and _UNDERLINE.match(line)
                and kind == "paragraph"
            ):
                yield Block("heading", tuple(held), 1 if line.strip().startswith("=") else 2)
                held = []
            yield from _released(kind, held)
            kind = "paragraph"
        elif found == "heading":
            yield from _released(kind, held)
            if content:
                yield Block("heading", (content,), level)
            kind = "paragraph"
        elif found == "definition":
            definition = _DEFINITION.match(line)
            assert definition is not None
            references.setdefault(definition[1].casefold().strip(), definition[2])
        else:
            line_block: BlockKind = "item" if found == "bullet" else found
            if found == "bullet" or line_block != kind or not content:
                yield from _released(kind, held)
            kind = line_block
            if content:
                held.append(content)
    yield from _released(kind, held)


LineKind = Literal["blank", "rule", "heading", "definition", "bullet"] | BlockKind


def _line_kind(line: str, open_kind: BlockKind | None) -> tuple[LineKind, str, int]:
    """What a line is, its content, and a heading's level; `open_kind` is the paragraph it joins."""
    if not line.strip():
        return "blank", "", 0
    heading = _HEADING.match(line)
    if heading is not None:
        return "heading", heading[2].strip(), len(heading[1])
    if _RULE.match(line) or (_UNDERLINE.match(line) and open_kind == "paragraph"):
        return "rule", "", 0
    if _DEFINITION.match(line):
        return "definition", "", 0
    if _QUOTE.match(line):
        return "quote", _unmarked(_QUOTE.sub("", line, count=1)), 0
    bullet = _BULLET.match(line)
    if bullet is not None:
        return "bullet", line[bullet.end() :].strip(), 0
    numbered = _NUMBERED.match(line)
    if numbered is not None and (open_kind in (None, "item") or numbered[1] == "1"):
        return "bullet", line.strip(), 0
    if _TABLE_ROW.match(line):
        return "aside", line.strip(), 0
    if open_kind == "item" and line[:1].isspace():
        return "item", line.strip(), 0
    return "paragraph", line.strip(), 0


def _unmarked(line: str) -> str:
    """A quoted line without inner quotation and list markers."""
    previous = None
    while previous != line:
        previous = line
        line = _QUOTE.sub("", line, count=1)
    return _BULLET.sub("", line, count=1).strip()


def _fenced(lines: list[str], place: int, fence: str) -> tuple[list[str], int]:
    """The lines up to the closing fence; to the end of the next blank line where none closes."""
    closing = re.compile(rf"\s{{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*$")
    for end in range(place, len(lines)):
        if closing.match(lines[end]):
            return [line.rstrip() for line in lines[place:end] if line.strip()], end + 1
    return [], place


def _released(kind: BlockKind, held: list[str]) -> Iterator[Block]:
    if held:
        yield Block(kind, tuple(held))
        held.clear()
