"""What the relevant results span and how far they can be relied on, in fixed wordings."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from math import floor, isfinite

from groundcast.packs.contents import CoverageSummary
from groundcast.packs.evidence import Evidence
from groundcast.packs.quoting import label
from groundcast.retrieval.results import InsightResult, SegmentResult

Results = Sequence[InsightResult | SegmentResult]

_STALE_YEARS = 2
_NAMED_SHOWS = 6
_NAME_LENGTH = 60


def summarise(results: Results) -> CoverageSummary:
    """Shows, people, recordings and dates of the results."""
    items: Counter[str] = Counter(result.citation.show_id for result in results)
    titles = {result.citation.show_id: result.citation.show_title for result in results}
    dates = sorted(filter(None, (result.citation.published_on for result in results)))
    order = sorted(items, key=lambda show: (-items[show], show))
    return CoverageSummary(
        show_ids=tuple(order),
        show_count=len(order),
        speaker_count=len({name for result in results for name in _voices(result)}),
        episode_count=len({result.copy_of or result.citation.episode_id for result in results}),
        date_range=(dates[0], dates[-1]) if dates else None,
        undated=len(results) - len(dates),
        shows=tuple((label(titles[show], _NAME_LENGTH), items[show]) for show in order)[
            :_NAMED_SHOWS
        ],
    )


def verdict(evidence: Evidence, coverage: CoverageSummary) -> str:
    """How well the corpus answers: match strength, shows, people, episodes, span of dates."""
    if evidence.strength == "none" or not coverage.episode_count:
        return f"Nothing in this corpus answers this: {_searched(evidence)}"
    spans = [
        _counted(coverage.show_count, "show"),
        _counted(coverage.speaker_count, "person", "people"),
        _counted(coverage.episode_count, "episode"),
        span(coverage.date_range),
    ]
    strength = "Strong match" if evidence.strength == "strong" else "Weak match, may not answer"
    return f"{strength}: {', '.join(spans)}."


def span(dates: tuple[str, str] | None) -> str:
    """`2021-03-17 to 2024-05-02`, one date, or `undated`."""
    if dates is None:
        return "undated"
    first, last = (label(day, 10) for day in dates)
    return first if first == last else f"{first} to {last}"


def confidences(results: Results) -> list[float]:
    """The insights' confidences, ascending."""
    return sorted(
        result.confidence
        for result in results
        if isinstance(result, InsightResult) and isfinite(result.confidence)
    )


def percentile(ascending: Sequence[float], part: float) -> float | None:
    """Linear interpolation between the two nearest values, to two decimals; null for none."""
    if not ascending:
        return None
    place = part * (len(ascending) - 1)
    below = floor(place)
    above = min(below + 1, len(ascending) - 1)
    value = ascending[below] + (ascending[above] - ascending[below]) * (place - below)
    return round(value, 2)


def distribution(values: Sequence[float], coverage: CoverageSummary) -> str:
    """The spread of the insights' confidences, given ascending, and of the dates."""
    if not coverage.episode_count:
        return ""
    parts = [
        f"p{round(part * 100)} {percentile(values, part):.2f}"
        for part in (0.25, 0.5, 0.75)
        if values
    ]
    sure = f"Confidence of {_counted(len(values), 'insight')}: {', '.join(parts)}" if values else ""
    undated = f", {coverage.undated} undated" if coverage.undated and coverage.date_range else ""
    dated = f"Evidence dated: {span(coverage.date_range)}{undated}"
    return ". ".join(filter(None, (sure, dated))) + "."


def headline(evidence: Evidence, coverage: CoverageSummary, gaps_untold: int) -> str:
    """The warnings a reader must not miss, each with its answer."""
    if evidence.strength == "none" or not coverage.episode_count:
        told = ["No answer here: what is quoted, if anything, is near the question only"]
    else:
        told = [_single_source(coverage), _stale(evidence, coverage)]
        if evidence.strength == "weak":
            told.insert(0, "Weak match: check that the quotes answer the question")
    if evidence.withheld_quotes:
        told.append(f"Quotes withheld because they failed their check: {evidence.withheld_quotes}")
    if gaps_untold:
        told.append(f"Coverage gaps not shown: {gaps_untold}")
    return ". ".join(filter(None, told)) + "."


def _single_source(coverage: CoverageSummary) -> str:
    alone = [
        name
        for name, count in (
            ("one show", coverage.show_count),
            ("one speaker", coverage.speaker_count),
        )
        if count == 1
    ]
    return f"Single source: {'yes, ' + ' and '.join(alone) + ' only' if alone else 'no'}"


def _stale(evidence: Evidence, coverage: CoverageSummary) -> str:
    newest = coverage.date_range[1] if coverage.date_range else None
    corpus = evidence.newest_on
    if newest is None or corpus is None or not (_is_date(newest) and _is_date(corpus)):
        return "Stale: not assessed, dates are missing"
    if _years_earlier(corpus) > newest:
        return f"Stale: yes, newest evidence {newest}, corpus runs to {corpus}"
    return "Stale: no"


def _years_earlier(day: str) -> str:
    """The same day some years before, as text: ISO dates compare as text."""
    return f"{int(day[:4]) - _STALE_YEARS:04}{day[4:]}"


def _is_date(day: str) -> bool:
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False


def _searched(evidence: Evidence) -> str:
    episodes = _counted(evidence.searched_episodes, "episode")
    shows = f" of {_counted(evidence.searched_shows, 'show')}" if evidence.searched_shows else ""
    return f"{episodes}{shows} searched."


def _counted(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def _voices(result: InsightResult | SegmentResult) -> list[str]:
    """Who is heard, as compared names; an unattributed voice is nobody."""
    names: list[str] = [result.citation.speaker or ""]
    if isinstance(result, SegmentResult):
        names.extend(result.speakers)
    return [key for key in (label(name, _NAME_LENGTH).casefold() for name in names) if key]
