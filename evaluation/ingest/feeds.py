"""Reads odd and broken feeds and says what came of each set, against what its origin states.

Usage: python evaluation/ingest/feeds.py NASTY [--differences]

NASTY is the unpacked nasty.tar.xz. Columns: files, those read, those refused (each with its
reason below the table), items that a count of start tags finds, items read, values that the origin
states, how many of them are met, differences meant (expectations.BY_DESIGN says why) and others.
Exit 1 where anything ends in a traceback, or differs without an explanation.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from groundcast.errors import GroundcastError
from groundcast.ingest.feeds import Feed, read_feed
from groundcast.ingest.markup import decode_xml

sys.path.insert(0, str(Path(__file__).resolve().parent))
from expectations import (
    FEEDPARSER_ADDRESS,
    PODCASTPARSER_ADDRESS,
    Expectation,
    by_design,
    headers_of_feedparser,
    stated_by_feedparser,
    stated_by_podcastparser,
)

SUFFIXES = frozenset((".xml", ".rss", ".pdf"))
_HIDDEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.S)
_ITEM = re.compile(r"<(?:[\w.-]+:)?(?:item|entry)(?=[\s>/])", re.I)


@dataclass
class Set:
    files: int = 0
    refused: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    counted: int = 0
    items: int = 0
    miscounted: list[str] = field(default_factory=list)
    stated: int = 0
    met: int = 0
    meant: int = 0
    differences: list[str] = field(default_factory=list)


def main(nasty: Path, *, differences: bool) -> int:
    sets: dict[str, Set] = {}
    for path in sorted(nasty.rglob("*")):
        if path.suffix in SUFFIXES and "transcripts" not in path.parts:
            parts = path.relative_to(nasty).parts
            name = "/".join(parts[1:3] if parts[1] == "feedparser" else parts[:2])
            read_one(path, sets.setdefault(name.removesuffix("/" + path.name), Set()))
    say(f"{'set':<28}{'files':>6}{'read':>6}{'ref.':>6}{'tags':>7}{'items':>7}"
        f"{'stated':>8}{'met':>6}{'%':>7}{'meant':>7}{'other':>7}")  # fmt: skip
    for name, found in sets.items():
        share = f"{100 * found.met / found.stated:.1f}" if found.stated else "-"
        read = found.files - len(found.refused) - len(found.tracebacks)
        say(f"{name:<28}{found.files:>6}{read:>6}{len(found.refused):>6}{found.counted:>7}"
            f"{found.items:>7}{found.stated:>8}{found.met:>6}{share:>7}"
            f"{found.meant:>7}{found.stated - found.met - found.meant:>7}")  # fmt: skip
    for title, lines in (
        ("Refused", [line for found in sets.values() for line in found.refused]),
        ("Items other than start tags", [m for found in sets.values() for m in found.miscounted]),
        ("Tracebacks", [line for found in sets.values() for line in found.tracebacks]),
        ("Differences", [d for found in sets.values() for d in found.differences]),
    ):
        say(f"\n{title}: {len(lines)}")
        if title != "Differences" or differences:
            for line in lines:
                say(f"  {line}")
    unexplained = sum(found.stated - found.met - found.meant for found in sets.values())
    return 1 if unexplained or any(found.tracebacks for found in sets.values()) else 0


def read_one(path: Path, found: Set) -> None:
    data = path.read_bytes()
    found.files += 1
    of_feedparser = "feedparser" in path.parts
    of_podcastparser = path.with_suffix(".json").is_file() and "podcastparser" in path.parts
    address = PODCASTPARSER_ADDRESS + path.stem if of_podcastparser else FEEDPARSER_ADDRESS
    content_type = headers_of_feedparser(data) if of_feedparser else None
    stated: list[Expectation] = []
    if of_feedparser:
        stated = stated_by_feedparser(data)
    elif of_podcastparser:
        stated = stated_by_podcastparser(path.with_suffix(".json"))
    try:
        feed = read_feed(data, address, content_type)
    except GroundcastError as error:
        found.refused.append(f"{path.name}: {str(error).removeprefix(address).strip()}")
        found.stated += len(stated)
        for expected in stated:
            differs(path, expected, "refused", found)
        return
    except Exception as error:
        found.tracebacks.append(f"{path.name}: {type(error).__name__}: {error}")
        return
    count(path, data, feed, content_type, found)
    for expected in stated:
        found.stated += 1
        if expected.met_by(feed):
            found.met += 1
        else:
            differs(path, expected, f"read {expected.found_in(feed)!r}", found)


def differs(path: Path, expected: Expectation, instead: str, found: Set) -> None:
    name = f"{path.parent.name}/{path.name}"
    meant = by_design(name, expected)
    found.meant += meant is not None
    found.differences.append(
        f"{name} {expected.field}: {expected.plain()!r}, {instead}: {meant or 'NOT EXPLAINED'}"
    )


def count(path: Path, data: bytes, feed: Feed, content_type: str | None, found: Set) -> None:
    text, _ = decode_xml(data, content_type)
    tags = len(_ITEM.findall(_HIDDEN.sub("", text)))
    found.counted += tags
    found.items += len(feed.items)
    if tags != len(feed.items):
        found.miscounted.append(f"{path.name}: {tags} start tags, {len(feed.items)} items")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(Path(sys.argv[1]), differences="--differences" in sys.argv))
