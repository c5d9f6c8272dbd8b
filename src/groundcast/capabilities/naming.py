"""Names to ids, as a tool."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.shapes import (
    MAX_NAME,
    Answer,
    Coverage,
    Limit,
    MaxTokens,
    NextCall,
    Part,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import ALL_KINDS, Candidate, resolve


class EntityCounts(Part):
    """How much of the corpus concerns it."""

    insights: int
    episodes: int
    shows: int


class CandidatePart(Part):
    """Something a name may mean."""

    id: str
    kind: str
    display_name: str
    score: Annotated[float, Field(description="1 is certain.")]
    method: Annotated[str, Field(description="id, exact, alias, slug or fuzzy.")]
    counts: EntityCounts | None = None


class Candidates(Answer):
    """Ranked candidates."""

    primary: ClassVar[str | None] = "candidates"

    name: str
    ambiguous: Annotated[bool, Field(description="The first two are close: ask or narrow by kind.")]
    candidates: list[CandidatePart]


def resolve_entity(
    call: Call,
    name: Annotated[
        str,
        Field(min_length=1, max_length=MAX_NAME, description="A name, misspelt or partial too."),
    ],
    kind: Annotated[
        Literal["person", "org", "topic", "show", "episode"] | None,
        Field(description="Only candidates of this kind."),
    ] = None,
    limit: Limit = 5,
    max_tokens: MaxTokens = 4_000,
) -> Candidates:
    """Turn a name into ids: people, organisations, topics, shows, episodes.

    Use it first whenever a question names someone or something. Not for statements: use
    search_corpus. Next: any tool that takes the id.
    """
    kinds = ALL_KINDS if kind is None else (kind,)
    resolution = resolve(call.snapshot, name, kinds, limit)
    found = resolution.candidates
    return Candidates(
        name=name,
        ambiguous=resolution.ambiguous,
        candidates=[candidate_part(call.snapshot, candidate) for candidate in found],
        coverage=None
        if found
        else Coverage(
            searched=f"names of every {kind or 'person, organisation, topic, show and episode'}",
            note="nothing in this corpus has a name like it",
        ),
        next=_after_resolving(found[0]) if found else [],
    )


def candidate_part(snapshot: Snapshot, candidate: Candidate) -> CandidatePart:
    """A candidate with how much of the corpus concerns it."""
    counts = snapshot.catalogue.counts(candidate.id)
    return CandidatePart(
        id=candidate.id,
        kind=candidate.kind,
        display_name=candidate.display_name,
        score=candidate.score,
        method=candidate.method,
        counts=EntityCounts(insights=counts.insights, episodes=counts.episodes, shows=counts.shows)
        if counts
        else None,
    )


def _after_resolving(candidate: Candidate) -> list[NextCall]:
    match candidate.kind:
        case "episode":
            return [_call("episode_insights", {"episode": candidate.id}, "its insights")]
        case "show":
            return [_call("list_episodes", {"show": candidate.id}, "its episodes")]
        case "org":
            return [_call("search_corpus", {"query": candidate.display_name}, "what is said of it")]
        case "person" | "topic" as kind:
            return [
                _call("corpus_briefing_pack", {"query": "", "entity": candidate.id}, "a briefing"),
                _call("list_episodes", {kind: candidate.id}, "the episodes"),
            ]


def _call(tool: str, arguments: dict[str, Any], why: str) -> NextCall:
    return NextCall(tool=tool, arguments=arguments, why=why)
