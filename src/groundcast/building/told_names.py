"""Handles and call names that people are given in so many words."""

import re
from collections.abc import Iterator

_FULL = r"[A-Z][\w'’-]+(?: (?:[a-z]{2,3} ){0,2}[A-Z][\w'’.-]*){1,3}"
_HANDLE_AFTER = re.compile(r" \((?P<handle>@\w{3,}|[a-z]\w{3,}|\w*[a-z]\w*[A-Z0-9]\w*)\)")
_FULL_BEFORE = re.compile(rf"{_FULL}$")
_HANDLE_BEFORE = re.compile(rf"@(?P<handle>\w{{3,}}) \((?P<full>{_FULL})\)")
_OR_HANDLE = re.compile(
    rf"(?:I['’]m|I am|[Mm]y name(?: is|['’]s)) (?P<full>{_FULL}),? "
    r"(?:or|aka|a\.k\.a\.|also known as|better known as) (?P<handle>\w{3,})\b"
)
_CALLED = re.compile(
    r"\b(?P<first>[A-Z][\w-]+) [\"'“‘](?P<call>[A-Z][\w-]+)[\"'”’] (?P<last>[A-Z][\w'’-]+)"
)


def told_names(text: str) -> Iterator[tuple[str, str]]:
    """Handles and call names that a text gives someone, each with the full name."""
    for match in _HANDLE_AFTER.finditer(text):
        full = _FULL_BEFORE.search(text, max(match.start() - 60, 0), match.start())
        if full is not None:
            yield match["handle"].removeprefix("@"), full[0]
    for pattern in (_HANDLE_BEFORE, _OR_HANDLE):
        for match in pattern.finditer(text):
            yield match["handle"], match["full"]
    for match in _CALLED.finditer(text):
        full = f"{match['first']} {match['last']}"
        called = f"{match['call']} {match['last']}"
        yield match["call"], full
        yield full, called
        yield called, full
        yield match[0], full
        yield match[0], called
