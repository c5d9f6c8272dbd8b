"""Who does not speak of a subject though they could, and when nobody does: always inferred."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

# Who speaks of so many of the subjects that go with this one could have spoken of it too.
MIN_RELATED = 2
# A quarter is silent where so many episodes of the shows that do speak of it say nothing on it.
MIN_EPISODES = 2
MONTHS_A_QUARTER = 3


@dataclass(frozen=True, slots=True)
class Silent:
    """Someone or some show that speaks of `related` subjects, best first, and not of this one."""

    id: str
    related: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SilentSpan:
    """Quarters in a row (`2024-Q3`), and the episodes in them that could have told of it."""

    first: str
    last: str
    episodes: int


def silent_things(
    related: Sequence[str],
    speaks_of: Mapping[str, AbstractSet[str]],
    speaking: Collection[str],
) -> list[Silent]:
    """Those who speak of at least two of the `related` subjects and are not `speaking` of this.

    `speaks_of` holds the subjects of each show or person. Most related subjects first.
    """
    found = [
        Silent(thing, tuple(subject for subject in related if subject in subjects))
        for thing, subjects in speaks_of.items()
        if thing not in speaking
    ]
    found = [silent for silent in found if len(silent.related) >= MIN_RELATED]
    return sorted(found, key=lambda silent: (-len(silent.related), silent.id))


def silent_spans(told_on: Iterable[str], episodes_on: Iterable[str]) -> list[SilentSpan]:
    """Quarters after the first and before the last telling in which nothing was told.

    Dates are ISO days: `told_on` those of what was said on the subject, `episodes_on` those of the
    episodes of shows that speak of it. A quarter without two such episodes tells nothing.
    """
    told = sorted({quarter_of(day) for day in told_on})
    if not told:
        return []
    held: dict[str, int] = {}
    for day in episodes_on:
        quarter = quarter_of(day)
        held[quarter] = held.get(quarter, 0) + 1
    spans: list[SilentSpan] = []
    open_span: SilentSpan | None = None
    for quarter in _quarters(told[0], told[-1]):
        episodes = held.get(quarter, 0)
        if quarter in told or episodes < MIN_EPISODES:
            if quarter in told and open_span is not None:
                spans.append(open_span)
                open_span = None
            continue
        if open_span is None:
            open_span = SilentSpan(quarter, quarter, episodes)
        else:
            open_span = SilentSpan(open_span.first, quarter, open_span.episodes + episodes)
    return spans


def quarter_of(day: str) -> str:
    """`2024-08-05` is in `2024-Q3`."""
    year, month = day.split("-")[:2]
    return f"{year}-Q{(int(month) - 1) // MONTHS_A_QUARTER + 1}"


def _quarters(first: str, last: str) -> Iterable[str]:
    year, number = int(first[:4]), int(first[-1])
    while (quarter := f"{year:04}-Q{number}") <= last:
        yield quarter
        year, number = (year, number + 1) if number < 4 else (year + 1, 1)
