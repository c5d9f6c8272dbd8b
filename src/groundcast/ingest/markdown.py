"""Markdown transcripts: front matter, labels in bold or bare, headings between the speech."""

import re
from collections.abc import Sequence
from dataclasses import replace

from groundcast.ingest.blocks import Block, markdown_document
from groundcast.ingest.dialogue import read_dialogue
from groundcast.ingest.front_matter import split_front_matter
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.spoken import SpokenText
from groundcast.records import Credit

_SECTION = re.compile(
    r"(?:\d+[.)]?\s*)?(?:intro(?:duction)?s?|transcri(?:pt|ption|cript)s?|full transcript|summary|"
    r"show ?notes|notes|overview|start|opening|preamble|links|speakers|introducción|einleitung)\W*",
    re.I,
)
_SIGNS = re.compile(
    r"^\s{0,3}#{1,6} \S|^\s{0,3}>\s|\*\*\S|__\S|\]\(|^---\s*$|\\[\[*_]|^\s{0,3}```|\{[{%]", re.M
)


def looks_like_markdown(text: str) -> bool:
    """Whether a text carries any markup that reading it as plain text would leave standing."""
    return _SIGNS.search(text) is not None


def read_markdown(text: str, credits: Sequence[Credit] = ()) -> ReadTranscript:
    """Read a Markdown transcript; `credits` are those known besides the file's own.

    The title is the front matter's, else the first heading that is no mere section name.
    """
    matter = split_front_matter(text)
    document = markdown_document(matter.body)
    spoken = SpokenText(document.references)
    dialogue = read_dialogue(document, (*credits, *matter.facts.credits), spoken.reduce)
    facts = matter.facts
    if facts.title is None:
        facts = replace(facts, title=_heading_title(document.blocks))
    dropped = [f"{count} × {what} left out" for what, count in sorted(spoken.dropped.items())]
    if document.references:
        dropped.append(f"{len(document.references)} × link definition left out")
    return ReadTranscript(
        format="markdown",
        turns=dialogue.turns,
        time_source=dialogue.time_source,
        facts=facts,
        notes=(*matter.notes, *dialogue.notes, *dropped),
    )


def _heading_title(blocks: tuple[Block, ...]) -> str | None:
    """The first heading of the first level, else one that opens the document; no section names."""
    headings = [block for block in blocks if block.kind == "heading"]
    opening = [block for block in blocks[:1] if block.kind == "heading"]
    for block in [*(heading for heading in headings if heading.level == 1), *opening]:
        title = SpokenText({}).reduce(" ".join(block.lines))
        if title and not _SECTION.fullmatch(title):
            return title
    return None
