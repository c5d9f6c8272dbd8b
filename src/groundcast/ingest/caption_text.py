"""Caption markup: tags, entities and the voices WebVTT writes as `<v Name>`."""

import html
import re
from collections.abc import Iterator

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>\n]{1,120})>")
_VOICE_END = re.compile(r"</v\s*>")
_TAG = re.compile(
    r"</?(?:c|i|b|u|v|ruby|rt|lang|font|s|em|strong)(?:[.\s][^<>\n]{0,200})?/?>|<\d+:[\d:.]+\s*>"
)
_OVERRIDE = re.compile(r"\{\\[^{}\n]{0,100}\}|\{[bius]:?\d?\}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});?")
_KNOWN = {"amp", "lt", "gt", "nbsp", "lrm", "rlm", "quot", "apos"}


def plain_caption(markup: str) -> str:
    """The words of a cue, its line ends kept."""
    return _without_entities(_OVERRIDE.sub("", _TAG.sub("", markup)))


def voiced_parts(markup: str) -> Iterator[tuple[str | None, str]]:
    """The voices of a WebVTT cue in order, each with its words; None where none is named."""
    voice: str | None = None
    place = 0
    for found in _VOICE.finditer(markup):
        yield from _part(voice, markup[place : found.start()])
        voice = " ".join(_without_entities(found[1]).split())
        place = found.end()
    yield from _part(voice, markup[place:])


def _part(voice: str | None, markup: str) -> Iterator[tuple[str | None, str]]:
    spoken, *after = _VOICE_END.split(markup)
    for name, text in ((voice, spoken), (None, " ".join(after))):
        words = plain_caption(text)
        if words.strip():
            yield name, words


def _without_entities(text: str) -> str:
    return _ENTITY.sub(_entity, text)


def _entity(found: re.Match[str]) -> str:
    if not found[0].endswith(";") and found[0][1:] not in _KNOWN:
        return found[0]
    return html.unescape(found[0] if found[0].endswith(";") else found[0] + ";")
