"""From Markdown to the words that are spoken."""

import html
import re
from collections import Counter
from collections.abc import Mapping

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)(.{1,1000}?)(?<!`)\1(?!`)", re.S)
_COMMENT = re.compile(r"<!--.{0,5000}?-->", re.S)
_SHORTCODE = re.compile(r"\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}?%\}|\{:[^{}]{0,200}\}")
_NESTED = r"[^\[\]]{0,600}(?:\[[^\[\]]{0,200}\][^\[\]]{0,600}){0,3}"
_TARGET = r"\(\s*<?[^()<>]{0,1000}(?:\([^()]{0,200}\)[^()<>]{0,500}){0,3}>?\s*\)"
_IMAGE = re.compile(rf"!\[{_NESTED}\]{_TARGET}")
_LINK = re.compile(rf"\[({_NESTED})\]{_TARGET}(?:\{{:?[^{{}}]{{0,100}}\}})?")
_REFERENCE_LINK = re.compile(r"\[([^\[\]]{1,600})\]\[([^\[\]]{0,200})\]")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:|www\.)[^<>\s]{1,500})>")
_STRONG_EMPHASIS = re.compile(
    r"(?<![\w*])\*{3}(?=[^\s*])(.{1,400}?)(?<=[^\s*])\*{3}(?![\w*])", re.S
)
# Words masked with asterisks ("d**n") are no markup: an opening mark follows no letter.
_STRONG = re.compile(r"(?<![\w*])\*\*(?=[^\s*])(.{1,400}?)(?<=[^\s])\*\*(?![\w*])", re.S)
_STRONG_LOW = re.compile(r"(?<![\w_])__(?=[^\s_])(.{1,400}?)(?<=[^\s_])__(?![\w_])", re.S)
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]{1,600}?)(?<=[^\s])\*(?![\w*])", re.S)
_EMPHASIS_LOW = re.compile(r"(?<![\w_])_(?=[^\s_])([^_]{1,600}?)(?<=[^\s_])_(?![\w_])", re.S)
_STRUCK = re.compile(r"~~(?=\S)(.{1,600}?)(?<=\S)~~", re.S)
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|sub|sup|small|strike|del|ins|br|mark|cite|time)\s*/?>"
    r"|<(?:a|span|div|p|font|center|img|iframe|audio|video)\s[^<>]{1,1000}>"
    r"|</(?:a|span|div|font|center|iframe|audio|video|p)>",
    re.I,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
# Protected characters move into a private-use plane while the rest is reduced.
_PRIVATE = 0xF0000
_PROTECTED = re.compile(rf"[{chr(_PRIVATE)}-{chr(_PRIVATE + 0x7F)}]")
# A paragraph without any of these is its words already.
_MARKUP = re.compile(r"[\\`*_\[\]<>&{}~!]")


class SpokenText:
    """Reduces Markdown paragraphs, counting in `dropped` what nobody speaks.

    `references` are the document's link definitions, by folded name.
    """

    def __init__(self, references: Mapping[str, str]) -> None:
        self.references = references
        self.dropped: Counter[str] = Counter()

    def reduce(self, markdown: str) -> str:
        """The words of a paragraph: links become their text, markup goes, escapes are undone."""
        if _MARKUP.search(markdown) is None:
            return " ".join(_unprotected(markdown).split())
        text = _ESCAPE.sub(lambda found: _protected(found[1]), markdown)
        text = _CODE.sub(lambda found: _protected(found[2].strip()), text)
        text = self._drop(_COMMENT, "comment", text)
        text = self._drop(_SHORTCODE, "template tag", text)
        text = self._drop(_IMAGE, "image", text)
        text = _LINK.sub(lambda found: found[1], text)
        text = _REFERENCE_LINK.sub(self._referenced, text)
        text = _AUTOLINK.sub(lambda found: found[1], text)
        for markup in (_STRONG_EMPHASIS, _STRONG, _STRONG_LOW, _EMPHASIS, _EMPHASIS_LOW, _STRUCK):
            text = markup.sub(lambda found: found[1], text)
        text = _TAG.sub(" ", text)
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
        return " ".join(_unprotected(text).split())

    def _drop(self, pattern: re.Pattern[str], what: str, text: str) -> str:
        text, count = pattern.subn(" ", text)
        if count:
            self.dropped[what] += count
        return text

    def _referenced(self, found: re.Match[str]) -> str:
        name = (found[2] or found[1]).casefold().strip()
        return found[1] if name in self.references else found[0]


def emphasised_whole(markdown: str) -> bool:
    """Whether a paragraph is one emphasised phrase, which Markdown writers use as a heading."""
    text = markdown.strip()
    return any(
        found is not None and found.end() == len(text)
        for found in (
            pattern.match(text) for pattern in (_STRONG, _STRONG_LOW, _EMPHASIS, _EMPHASIS_LOW)
        )
    )


def _protected(text: str) -> str:
    return "".join(chr(_PRIVATE + ord(char)) if ord(char) < 0x80 else char for char in text)


def _unprotected(text: str) -> str:
    return _PROTECTED.sub(lambda found: chr(ord(found[0]) - _PRIVATE), text)
