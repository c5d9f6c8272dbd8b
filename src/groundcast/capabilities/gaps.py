"""What the corpus is missing on a subject, and why that is inferred."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import coverage_of, next_call
from groundcast.capabilities.shapes import (
    MAX_QUERY,
    Answer,
    Cursor,
    EntityRef,
    Limit,
    MaxTokens,
    NextCall,
    Part,
    TopicArg,
)
from groundcast.capabilities.text import counted
from groundcast.enrichment.coverage import Silent
from groundcast.errors import InvalidArgument
from groundcast.knowledge.gaps import (
    PASSAGES,
    GapKind,
    Gaps,
    Told,
    gaps_beside,
    passages_naming,
    told_in_results,
    told_on_topic,
)
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import display_name, resolve_one
from groundcast.knowledge.searching import search_corpus_rows
from groundcast.retrieval.filters import Filter

RESULTS = 40
NAMED = 5
# So many shows, and people, are looked through for passages that name the topic.
CHECKED = 10


class ToldPart(Part):
    """What is held on the subject."""

    episodes: int
    shows: list[EntityRef]
    people: Annotated[int, Field(description="Who is known to speak of it.")]
    first_on: str | None
    last_on: str | None


class Gap(Part):
    """Someone, some show or some time that says nothing on the subject."""

    kind: Annotated[
        GapKind,
        Field(description="not_assessed: episodes nobody searched, so nothing follows."),
    ]
    id: Annotated[str | None, Field(description="Of the show or person.")] = None
    display_name: str
    why: Annotated[str, Field(description="From what the gap is inferred.")]
    beside: Annotated[
        list[EntityRef], Field(description="Topics close to the subject that they do speak of.")
    ] = []


class CoverageGaps(Answer):
    """Gaps, shows first, then times, then people: inferred, never proof that nothing was said."""

    primary: ClassVar[str | None] = "gaps"

    subject: Annotated[str, Field(description="The topic's id, or the question.")]
    told: ToldPart
    related: Annotated[list[EntityRef], Field(description="Topics that go with the subject.")]
    gaps: list[Gap]

    def as_markdown(self) -> str:
        """What is held, then a line a gap."""
        told = self.told
        span = " to ".join(dict.fromkeys(filter(None, (told.first_on, told.last_on))))
        lines = [
            f"{self.subject}: {counted(told.episodes, 'episode')}, {told.people} people"
            f"{', ' if span else ''}{span}",
            "shows: " + (_names(told.shows) or "none"),
            "goes with: " + (_names(self.related) or "nothing known"),
        ]
        for gap in self.gaps:
            named = f"{gap.display_name} ({gap.id})" if gap.id else gap.display_name
            lines.append(f"- {gap.kind}: {named}: {gap.why}")
            if gap.beside:
                lines.append(f"  speaks of {_names(gap.beside)}")
        return "\n".join(lines)


def coverage_gaps(
    call: Call,
    topic: TopicArg = None,
    query: Annotated[
        str | None, Field(max_length=MAX_QUERY, description="A question, in place of a topic.")
    ] = None,
    limit: Limit = 10,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> CoverageGaps:
    """Show who and when the corpus is silent on a subject it could cover.

    Use it before relying on an answer as the whole picture. Not for what is said: use
    who_said_about_topic or search_corpus. Next: search_corpus within a silent show.
    """
    snapshot = call.snapshot
    question = (query or "").strip()
    if (topic is None) == (not question):
        raise InvalidArgument(
            "topic, query: give one of them.", hint="A topic is the surer of the two."
        )
    if topic is not None:
        subject = resolve_one(snapshot, topic, ("topic",), "topic")
        told = told_on_topic(snapshot, subject)
    else:
        subject = question
        told = told_by_search(snapshot, question)
    found = gaps_beside(snapshot, told)
    names = _display_names(snapshot, found)
    gaps = list(_gaps(found, names, _naming(snapshot, subject, found) if topic else {}))
    offset = call.offset_of(cursor)
    page = gaps[offset : offset + limit]
    return CoverageGaps(
        subject=subject,
        told=ToldPart(
            episodes=told.episodes,
            shows=_refs(told.show_ids[: NAMED * 2], names),
            people=len(told.person_ids),
            first_on=told.days[0] if told.days else None,
            last_on=told.days[-1] if told.days else None,
        ),
        related=_refs(told.related, names),
        gaps=page,
        page=call.page(offset, len(page), len(gaps)),
        coverage=coverage_of(
            "the topics of shows and people, and the dates of episodes",
            len(gaps),
            "nobody who speaks of what goes with the subject is silent on it"
            if told.related
            else "no topics are known to go with the subject, so nothing can be inferred",
        ),
        next=_follow(found, display_name(snapshot, subject) if topic else question),
    )


def told_by_search(snapshot: Snapshot, question: str) -> Told:
    """What a search finds on a question, as what is held on it; nothing for a match of none."""
    found = search_corpus_rows(snapshot, question, Filter(), limit=RESULTS)
    results = () if found.match_strength == "none" else found.results
    return told_in_results(snapshot, results)


def gap_lines(snapshot: Snapshot, found: Gaps) -> list[str]:
    """Shows and times that are silent, one line each, for a document."""
    names = _display_names(snapshot, found)
    told = (gap for gap in _gaps(found, names, {}) if gap.kind in ("show", "period"))
    return [f"{gap.display_name}: {gap.why}" for gap in told]


def _naming(snapshot: Snapshot, topic_id: str, found: Gaps) -> dict[str, int]:
    """By show and person: passages of theirs that name the topic, though no insight is on it."""
    shows = {
        s.id: passages_naming(snapshot, topic_id, Filter(show_ids=(s.id,)))
        for s in found.shows[:CHECKED]
    }
    people = {
        s.id: passages_naming(snapshot, topic_id, Filter(person_ids=(s.id,)))
        for s in found.people[:CHECKED]
    }
    return shows | people


def _gaps(found: Gaps, names: dict[str, str], naming: dict[str, int]) -> Iterator[Gap]:
    """Shows, spans, people; of shows and of people those last that do name the subject."""
    for show in sorted(found.shows, key=lambda silent: naming.get(silent.id, 0) > 0):
        yield _silent("show", show, names, naming)
    for span in found.periods:
        name = " to ".join(dict.fromkeys((span.first, span.last)))
        held = counted(span.episodes, "episode")
        why = f"{held} of the shows that speak of it, and no insight on it"
        yield Gap(kind="period", display_name=name, why=why)
    for person in sorted(found.people, key=lambda silent: naming.get(silent.id, 0) > 0):
        yield _silent("person", person, names, naming)
    if found.unassessed:
        yield Gap(
            kind="not_assessed",
            display_name=counted(found.unassessed, "episode"),
            why="no insights were looked for in them",
        )


def _silent(kind: GapKind, silent: Silent, names: dict[str, str], naming: dict[str, int]) -> Gap:
    why = f"states something on {len(silent.related)} related topics, nothing found on this"
    if passages := naming.get(silent.id):
        more = " or more" if passages == PASSAGES else ""
        why = f"no insight on it, though {counted(passages, 'passage')}{more} named it"
    return Gap(
        kind=kind,
        id=silent.id,
        display_name=names.get(silent.id, silent.id),
        why=why,
        beside=_refs(silent.related[:NAMED], names),
    )


def _display_names(snapshot: Snapshot, found: Gaps) -> dict[str, str]:
    things = [silent.id for silent in (*found.shows, *found.people)]
    catalogue = snapshot.catalogue
    shows = {*found.told.show_ids, *(silent.id for silent in found.shows)}
    titles = {entry.show.id: entry.show.title for entry in catalogue.shows(shows)} if shows else {}
    return titles | catalogue.display_names([*found.told.related, *things])


def _refs(ids: Iterable[str], names: dict[str, str]) -> list[EntityRef]:
    return [EntityRef(id=thing, display_name=names.get(thing, thing)) for thing in ids]


def _names(refs: Iterable[EntityRef]) -> str:
    return ", ".join(f"{ref.display_name} ({ref.id})" for ref in refs)


def _follow(found: Gaps, subject: str) -> list[NextCall]:
    if not found.shows:
        return [next_call("search_corpus", "what is said of it", query=subject)]
    silent = found.shows[0].id
    return [next_call("search_corpus", "whether the show is silent", query=subject, show=silent)]
