"""What a pack is told besides the search results: contradiction, gaps, entity, corpus."""

from dataclasses import dataclass

from groundcast.retrieval.results import MatchStrength, QuotedSpan


@dataclass(frozen=True, slots=True)
class ContradictionFound:
    """Two statements that cannot both hold; `kind` is disagreement, reversal or figures."""

    a: QuotedSpan
    b: QuotedSpan
    kind: str


@dataclass(frozen=True, slots=True)
class AssessedNone:
    """The evidence was compared, and no contradiction was found."""


@dataclass(frozen=True, slots=True)
class NotAssessed:
    """Nothing was compared; `reason` says why."""

    reason: str


ContradictionState = ContradictionFound | AssessedNone | NotAssessed


@dataclass(frozen=True, slots=True)
class CanonicalEntity:
    """Whom or what the question names; `description` is one line assembled from counts."""

    id: str
    kind: str
    display_name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What knowledge says about a search beside its results.

    `gaps` are ready lines, most telling first. `undated_left_out` and `sponsor_left_out` count
    what filters and sponsor marks kept out of the results, `withheld_quotes` quotes that failed
    their check. `newest_on` is the corpus's newest date. `filters` are the search's own, as
    (name, value), repeated in the call that fetches what was left out.
    """

    contradiction: ContradictionState
    gaps: tuple[str, ...] = ()
    entity: CanonicalEntity | None = None
    strength: MatchStrength = "strong"
    searched_episodes: int = 0
    searched_shows: int = 0
    corpus_version: str = ""
    withheld_quotes: int = 0
    undated_left_out: int = 0
    sponsor_left_out: int = 0
    newest_on: str | None = None
    filters: tuple[tuple[str, str | int | bool], ...] = ()
