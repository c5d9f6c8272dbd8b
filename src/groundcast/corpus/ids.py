"""Ids: equal inputs give equal ids on every machine, and the form says the kind."""

import hashlib
import re
import unicodedata
from typing import Literal

from groundcast.records import EntityKind

IdKind = Literal["podcast", "episode", "person", "org", "topic", "segment", "insight", "quote"]

_SEPARATORS = re.compile(r"[^\w]+|_+")
_ID = re.compile(
    r"(?:podcast|person|org|topic):[^\s:/]{1,120}"
    r"|episode:[0-9a-f]{12}"
    r"|(?:segment|insight|quote):[0-9a-f]{16}"
)
# A slug is also a folder name; file systems allow 255 bytes.
MAX_SLUG_BYTES = 120


def slug(text: str) -> str:
    """NFKC, case-folded letters and digits of any script, joined by hyphens; `untitled` if none."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = unicodedata.normalize("NFC", _SEPARATORS.sub("-", folded).strip("-"))
    kept = words.encode("utf-8", "ignore")[:MAX_SLUG_BYTES].decode("utf-8", "ignore")
    return kept.strip("-") or "untitled"


def show_id(title_or_slug: str) -> str:
    """`podcast:<slug>`."""
    return f"podcast:{slug(title_or_slug)}"


def episode_id(podcast_id: str, guid: str) -> str:
    """`episode:<12 hex>`; a guid is unique only inside its feed, so the show is part of it."""
    return f"episode:{_digest(podcast_id, guid)[:12]}"


def entity_id(kind: EntityKind, name: str) -> str:
    """`person:`, `org:` or `topic:` and the slug of the name."""
    return f"{kind}:{slug(name)}"


def segment_id(episode: str, char_start: int, char_end: int, text: str) -> str:
    """`segment:<16 hex>` of the episode, the span and the text."""
    return _span_id("segment", episode, char_start, char_end, text)


def insight_id(episode: str, char_start: int, char_end: int, text: str) -> str:
    """`insight:<16 hex>` of the episode, the span of its first quote and its text."""
    return _span_id("insight", episode, char_start, char_end, text)


def quote_id(episode: str, char_start: int, char_end: int, text: str) -> str:
    """`quote:<16 hex>` of the episode, the span and the text."""
    return _span_id("quote", episode, char_start, char_end, text)


def text_sha256(text: str) -> str:
    """Hex SHA-256 of the UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def id_kind(value: str) -> IdKind | None:
    """The kind whose form `value` has, or null where it is a name."""
    if _ID.fullmatch(value) is None:
        return None
    return value.partition(":")[0]  # pyright: ignore[reportReturnType]


def _span_id(kind: str, episode: str, char_start: int, char_end: int, text: str) -> str:
    return f"{kind}:{_digest(kind, episode, str(char_start), str(char_end), text)[:16]}"


def _digest(*parts: str) -> str:
    return text_sha256("\x1f".join(parts))
