"""Cursors: opaque to callers, bound to the corpus version and the question.

A cursor is a decimal number below 2^53, because some clients turn digits into numbers: the
place in the list, five digits of the version and four of the question.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from groundcast.errors import InvalidArgument, StaleCursor, shown

_VERSION_DIGITS = 10**5
_QUESTION_DIGITS = 10**4
_LARGEST = 2**53
NOT_IN_QUESTION = frozenset({"cursor", "limit", "max_tokens", "detail"})


def encode_cursor(offset: int, version: str, question: str) -> str:
    """The cursor for the page that starts at `offset` (1 or more)."""
    return str(offset * _VERSION_DIGITS * _QUESTION_DIGITS + _check(version, question))


def decode_cursor(cursor: str | int | None, version: str, question: str) -> int:
    """The place a cursor stands for; 0 without one.

    Raises StaleCursor where the corpus changed, InvalidArgument where the cursor is none or
    belongs to another question.
    """
    if cursor is None or cursor == "":
        return 0
    text = str(cursor).strip()
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < _LARGEST:
        raise InvalidArgument(
            f"cursor: {shown(text)!r} is not a cursor of this server.",
            hint="Pass next_cursor unchanged, or leave cursor out to start at the beginning.",
        )
    offset, check = divmod(int(text), _VERSION_DIGITS * _QUESTION_DIGITS)
    expected = _check(version, question)
    if check // _QUESTION_DIGITS != expected // _QUESTION_DIGITS:
        raise StaleCursor(
            "cursor: the corpus has changed since that page.",
            hint="Repeat the call without cursor.",
        )
    if check != expected or offset == 0:
        raise InvalidArgument(
            "cursor: it belongs to a call with other arguments.",
            hint="Repeat the call with the same arguments, or leave cursor out.",
        )
    return offset


def offset_of(cursor: str) -> int:
    """The place that a checked cursor stands for; 0 without one."""
    return int(cursor) // (_VERSION_DIGITS * _QUESTION_DIGITS) if cursor else 0


def question_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """What makes two calls pages of one list: the tool and all that chooses and orders."""
    chosen = {key: value for key, value in arguments.items() if key not in NOT_IN_QUESTION}
    return json.dumps([tool, chosen], sort_keys=True, ensure_ascii=False, default=str)


def _check(version: str, question: str) -> int:
    return _number(version) % _VERSION_DIGITS * _QUESTION_DIGITS + (
        _number(question) % _QUESTION_DIGITS
    )


def _number(text: str) -> int:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8])
