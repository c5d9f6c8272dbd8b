"""Fits an answer to a token limit in both channels as they are sent, envelope included."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, cast

from groundcast.capabilities.cursors import offset_of
from groundcast.capabilities.shapes import SPOKEN, Answer, Page, Part
from groundcast.capabilities.text import as_text
from groundcast.errors import TooSmall
from groundcast.models.tokens import token_counter

# Tried in turn when not even one item fits: quotations are cut to so many characters.
CLIPPED_TO = (600, 240, 100)


@dataclass(frozen=True, slots=True)
class Fitted:
    """An answer as it is served: the model, its JSON and its text say the same."""

    answer: Answer
    payload: dict[str, Any]
    text: str

    @property
    def json(self) -> str:
        """The JSON channel as it is sent."""
        return compact_json(self.payload)


class Ready(Answer):
    """An answer that has fitted its own channels."""

    def channels(self) -> tuple[dict[str, Any], str]:
        """The JSON and the text, as they are to be sent."""
        raise NotImplementedError


def fit(answer: Answer, max_tokens: int, cursor_to: Callable[[int], str], cursor: str) -> Fitted:
    """The answer, with as many items and as much of its quotations as the limit holds.

    `cursor_to` makes the cursor of a place in the list; `cursor` is the one this page came by.
    Raises TooSmall where not even the shortest form fits; the message says the least limit.
    """
    if isinstance(answer, Ready):
        return Fitted(answer, *answer.channels())
    whole = _served(answer)
    if _tokens(whole) <= max_tokens:
        return whole
    fewer = _fewer_items(answer, max_tokens, cursor_to, cursor)
    if fewer is not None:
        return fewer
    shortest = answer
    for shortest in _shorter_groups(answer):
        fewer = _fewer_items(shortest, max_tokens, cursor_to, cursor)
        if fewer is not None:
            return fewer
    smallest = whole
    for length in CLIPPED_TO:
        clipped = cast(Answer, _clipped(shortest, length)).model_copy(
            update={"notes": [*shortest.notes, f"Quotations are cut to {length} characters."]}
        )
        smallest = _fewer_items(clipped, max_tokens, cursor_to, cursor) or _served(
            _with_items(clipped, 1, cursor_to, cursor)
        )
        if _tokens(smallest) <= max_tokens:
            return smallest
    raise TooSmall(
        f"max_tokens: {max_tokens} cannot hold this answer.",
        least=_tokens(smallest),
    )


def compact_json(payload: object) -> str:
    """JSON without spaces, in any script."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def _served(answer: Answer) -> Fitted:
    payload = answer.model_dump(mode="json", exclude_defaults=True)
    return Fitted(answer, payload, as_text(answer))


def as_sent(channel: str | dict[str, Any]) -> str:
    """A channel inside its envelope, as it goes over the wire."""
    if isinstance(channel, str):
        return compact_json({"content": [{"type": "text", "text": channel}]})
    return compact_json({"structuredContent": channel})


def _tokens(served: Fitted) -> int:
    count = token_counter("estimate").count
    return max(count(as_sent(served.payload)), count(as_sent(served.text)))


def _fewer_items(
    answer: Answer, max_tokens: int, cursor_to: Callable[[int], str], cursor: str
) -> Fitted | None:
    """The most items that fit, at least one; null where one does not, or nothing pages."""
    fitting, low, high = None, 1, len(_items(answer))
    while low <= high:
        middle = (low + high) // 2
        served = _served(_with_items(answer, middle, cursor_to, cursor))
        if _tokens(served) <= max_tokens:
            fitting, low = served, middle + 1
        else:
            high = middle - 1
    return fitting


def _items(answer: Answer) -> list[Any] | dict[str, Any]:
    return getattr(answer, answer.primary) if answer.primary else []


def _with_items(
    answer: Answer, number: int, cursor_to: Callable[[int], str], cursor: str
) -> Answer:
    items = _items(answer)
    if answer.primary is None or len(items) <= number:
        return answer
    kept = dict(list(items.items())[:number]) if isinstance(items, dict) else items[:number]
    beside = {name: _with_keys(getattr(answer, name), kept) for name in answer.companions}
    offset = offset_of(cursor)
    page = Page(
        total=answer.page.total if answer.page else None, next_cursor=cursor_to(offset + number)
    )
    note = f"max_tokens left room for {number} of {len(items)} items of this page."
    return answer.model_copy(
        update={answer.primary: kept, **beside, "page": page, "notes": [*answer.notes, note]}
    )


def _with_keys(companion: dict[str, Any], kept: Collection[Any]) -> dict[str, Any]:
    return {key: value for key, value in companion.items() if key in kept}


def _shorter_groups(answer: Answer) -> Iterator[Answer]:
    """The answer with fewer and fewer items in each group, down to one; nothing if it has none."""
    if answer.primary is None:
        return
    items = _items(answer)
    keyed = items if isinstance(items, dict) else dict(enumerate(items))
    number = max((len(_inner(item, answer.nested)) for item in keyed.values()), default=0)
    while number > 1:
        number //= 2
        cut = {key: _shortened(item, answer.nested, number) for key, item in keyed.items()}
        kept: Any = cut if isinstance(items, dict) else list(cut.values())
        note = f"max_tokens left room for at most {number} in each group."
        yield answer.model_copy(update={answer.primary: kept, "notes": [*answer.notes, note]})


def _inner(item: Any, nested: str | None) -> list[Any]:
    if isinstance(item, list):
        return cast("list[Any]", item)
    return getattr(item, nested) if nested else []


def _shortened(item: Any, nested: str | None, number: int) -> Any:
    kept = _inner(item, nested)[:number]
    if isinstance(item, list):
        return kept
    return item.model_copy(update={nested: kept}) if nested else item


def _clipped(value: Any, length: int) -> Any:
    match value:
        case Part():
            return value.model_copy(update=dict(_clipped_fields(value, length)))
        case list():
            return [_clipped(item, length) for item in cast("list[Any]", value)]
        case dict():
            return {k: _clipped(v, length) for k, v in cast("dict[str, Any]", value).items()}
        case _:
            return value


def _clipped_fields(part: Part, length: int) -> Iterator[tuple[str, Any]]:
    for name, info in type(part).model_fields.items():
        value = getattr(part, name)
        if isinstance(value, str) and any(item is SPOKEN for item in info.metadata):
            if len(value) > length:
                yield name, cut_at_sentence(value, length)
                yield "cut", True
        elif name != "cut":
            yield name, _clipped(value, length)


def cut_at_sentence(text: str, length: int) -> str:
    """The longest prefix of whole sentences within `length`, or of whole words."""
    prefix = text[:length]
    ends = [prefix.rfind(mark) for mark in (". ", "? ", "! ", ".\n", "?\n", "!\n")]
    sentence = max(ends)
    if sentence >= length // 3:
        return prefix[: sentence + 1]
    word = prefix.rfind(" ")
    return prefix[:word] if word > 0 else prefix
