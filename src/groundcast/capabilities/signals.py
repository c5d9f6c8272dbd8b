"""What was derived from an episode or the whole corpus, with its formula and its inputs."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from groundcast.capabilities.capability import Call
from groundcast.capabilities.nodes import coverage_of, next_call
from groundcast.capabilities.sentiments import SentimentPart, sentiment_part
from groundcast.capabilities.shapes import (
    Answer,
    Cursor,
    EntityRef,
    EpisodeArg,
    Limit,
    MaxTokens,
    NextCall,
    Part,
)
from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.ids import id_kind
from groundcast.corpus.signal_lookups import signal_heads, signal_rows
from groundcast.corpus.tallies import voice_shares
from groundcast.enrichment.signals import NOT_COMPUTED, SIGNALS
from groundcast.errors import InvalidArgument, shown
from groundcast.knowledge.opened import Snapshot
from groundcast.knowledge.resolution import display_name, resolve_one

PREVIEW = 2
THIRDS = 3
VOICES = 12
# More ids of one row than this are counted and not named.
NAMED = 8


class SignalState(Part):
    """A signal, what it is derived from, and whether it is there."""

    name: str
    state: Annotated[
        Literal["current", "not_computed"],
        Field(description="current: derived from the corpus that answers."),
    ]
    version: int | None = None
    inputs: list[str] = []
    definition: str
    entries: int = 0


class SignalEntry(Part):
    """What a signal says of some things."""

    signal: str
    things: Annotated[list[EntityRef], Field(description="What it is about, first things first.")]
    values: dict[str, float | bool | str | list[str] | None]


class CorpusSignals(Answer):
    """The signals of the whole corpus; entries of those named, else the first of each."""

    primary: ClassVar[str | None] = "entries"

    signals: list[SignalState]
    entries: list[SignalEntry]

    def as_markdown(self) -> str:
        """A line a signal, then a line an entry."""
        lines = [_state_line(signal) for signal in self.signals]
        for entry in self.entries:
            things = ", ".join(f"{thing.display_name} ({thing.id})" for thing in entry.things)
            values = ", ".join(f"{name} {_value(value)}" for name, value in entry.values.items())
            lines.append(f"- {entry.signal}: {things}; {values}")
        return "\n".join(lines)


def corpus_enrichment_signals(
    call: Call,
    names: Annotated[
        str | None, Field(description="Signals, by name, with commas between.", max_length=200)
    ] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> CorpusSignals:
    """List what was derived from the whole corpus, with formula and inputs.

    Use it for momentum, co-occurrence, storylines, consensus, co-appearance, grounding and
    coverage in bulk. Not for one topic or person: use the tools on them. Next: coverage_gaps or
    topic_timeline with a topic.
    """
    snapshot = call.snapshot
    heads = signal_heads(snapshot.catalogue)
    wanted = _wanted(names)
    signals = [
        *(_state(name, heads) for name in SIGNALS if not wanted or name in wanted),
        *(
            SignalState(name=name, state="not_computed", definition=why)
            for name, why in NOT_COMPUTED.items()
            if not wanted or name in wanted
        ),
    ]
    offset = call.offset_of(cursor)
    if wanted:
        rows = signal_rows(snapshot.catalogue, wanted, offset, limit)
        total = sum(heads[name][1] for name in wanted if name in heads)
    else:
        rows = [
            row
            for name in SIGNALS
            if name in heads
            for row in signal_rows(snapshot.catalogue, [name], 0, PREVIEW)
        ]
        total = len(rows)
        rows = rows[offset : offset + limit]
    found = _names_in(snapshot, (row for _, row in rows))
    return CorpusSignals(
        signals=signals,
        entries=[_entry(name, row, found) for name, row in rows],
        page=call.page(offset, len(rows), total),
        coverage=coverage_of(
            "the signals of the corpus",
            total,
            "none is computed; groundcast index computes them" if not heads else "it has no entry",
        ),
        next=_follow(rows),
    )


def signal_states(catalogue: Catalogue) -> dict[str, str]:
    """`current` or `not_computed` for every signal of the whole corpus."""
    held = signal_heads(catalogue)
    return {
        name: "current" if name in held else "not_computed" for name in (*SIGNALS, *NOT_COMPUTED)
    }


class VoicePart(Part):
    """A voice's share of the talk."""

    label: str | None
    person_id: str | None
    word_share: float
    seconds: Annotated[float | None, Field(description="null where turns have no times.")]


class InsightSignal(Part):
    """Where in the episode an insight stands, and how it sounds."""

    id: str
    third: Annotated[int, Field(description="1, 2 or 3.")]
    sentiment: Annotated[
        SentimentPart | None, Field(description="null: not assessed in this language.")
    ]


class EpisodeSignals(Answer):
    """An episode's signals; they are derived as they are asked for, so never out of date."""

    primary: ClassVar[str | None] = "insights"

    episode_id: str
    title: str
    signals: list[SignalState]
    density: Annotated[list[int], Field(description="Insights in each third of the episode.")]
    mean_sentiment: Annotated[
        float | None, Field(description="Mean compound of its insights, -1 to 1.")
    ]
    talk_share: Annotated[list[VoicePart], Field(description="Most words first, at most 12.")]
    unattributed_share: Annotated[float, Field(description="Words of nobody known, 0 to 1.")]
    insights: list[InsightSignal]

    def as_markdown(self) -> str:
        """A line a signal, then a line a voice and an insight."""
        mean = "none" if self.mean_sentiment is None else f"{self.mean_sentiment:g}"
        lines = [
            f"{self.title} ({self.episode_id})",
            *(_state_line(signal) for signal in self.signals),
            f"density: {' '.join(map(str, self.density))}; mean sentiment: {mean};"
            f" unattributed share: {self.unattributed_share:g}",
        ]
        for voice in self.talk_share:
            timed = "" if voice.seconds is None else f", {voice.seconds:g} s"
            who = f" ({voice.person_id})" if voice.person_id else ""
            lines.append(f"- {voice.label or 'no label'}{who}: {voice.word_share:.1%}{timed}")
        for insight in self.insights:
            sounds = insight.sentiment
            said = f"{sounds.label} {sounds.compound:g}" if sounds else "sentiment not assessed"
            lines.append(f"- {insight.id}: third {insight.third}, {said}")
        return "\n".join(lines)


_OF_EPISODE = (
    SignalState(
        name="sentiment",
        state="current",
        version=1,
        inputs=["insights"],
        definition="VADER compound of each insight's words; neutral within 0.05 of 0.",
    ),
    SignalState(
        name="density",
        state="current",
        version=1,
        inputs=["insights"],
        definition="Insights by third of the episode, by where their words stand.",
    ),
    SignalState(
        name="talk_share",
        state="current",
        version=1,
        inputs=["turns"],
        definition="Share of the words of speech by voice, and seconds where turns have times.",
    ),
)


def episode_enrichment_signals(
    call: Call,
    episode: EpisodeArg,
    limit: Limit = 20,
    cursor: Cursor = None,
    max_tokens: MaxTokens = 4_000,
) -> EpisodeSignals:
    """Show an episode's sentiment, density of insights and shares of talk.

    Use it to see how an episode is built and how it sounds. Not for what is said: use
    episode_insights. Next: insight_detail with an id.
    """
    snapshot = call.snapshot
    catalogue = snapshot.catalogue
    episode_id = resolve_one(snapshot, episode, ("episode",), "episode")
    entry = catalogue.episode(episode_id)
    assert entry is not None
    insights = catalogue.episode_insights(episode_id, 0, entry.insights)
    insights.sort(key=lambda insight: (insight.position_hint, insight.id))
    parts = [
        InsightSignal(
            id=insight.id,
            third=1 + min(THIRDS - 1, int(THIRDS * insight.position_hint)),
            sentiment=sentiment_part(insight.text, entry.episode.language),
        )
        for insight in insights
    ]
    scores = [part.sentiment.compound for part in parts if part.sentiment is not None]
    shares = voice_shares(catalogue, episode_id)
    words = sum(share.words for share in shares) or 1
    offset = call.offset_of(cursor)
    page = parts[offset : offset + limit]
    return EpisodeSignals(
        episode_id=episode_id,
        title=entry.episode.title,
        signals=list(_OF_EPISODE),
        density=[sum(part.third == third for part in parts) for third in (1, 2, 3)],
        mean_sentiment=round(sum(scores) / len(scores), 4) if scores else None,
        talk_share=[
            VoicePart(
                label=share.label,
                person_id=share.person_id,
                word_share=round(share.words / words, 4),
                seconds=None if share.seconds is None else round(share.seconds, 1),
            )
            for share in shares[:VOICES]
        ],
        unattributed_share=round(
            sum(share.words for share in shares if share.person_id is None) / words, 4
        ),
        insights=page,
        page=call.page(offset, len(page), len(parts)),
        coverage=coverage_of(
            "the episode's insights",
            len(parts),
            entry.not_assessed or "nothing in it was taken for an insight",
        ),
        next=[next_call("insight_detail", "one of them whole", insight=p.id) for p in page[:1]],
    )


def _wanted(names: str | None) -> list[str]:
    wanted = list(dict.fromkeys(part.strip() for part in (names or "").split(",") if part.strip()))
    known = {*SIGNALS, *NOT_COMPUTED}
    for name in wanted:
        if name not in known:
            raise InvalidArgument(
                f"names: there is no signal {shown(name)!r}.",
                hint=f"Choose from {', '.join(sorted(known))}.",
            )
    return wanted


def _state(name: str, heads: Any) -> SignalState:
    signal = SIGNALS[name]
    if name not in heads:
        return SignalState(name=name, state="not_computed", definition=signal.definition)
    head, entries = heads[name]
    return SignalState(
        name=name,
        state="current",
        version=head.version,
        inputs=list(head.inputs),
        definition=head.definition,
        entries=entries,
    )


def _entry(name: str, row: dict[str, Any], names: dict[str, str]) -> SignalEntry:
    """A row with its ids as things, and what else it says as values."""
    ids = _ids(row)
    values = {key: value for key, value in row.items() if not _names_things(key)}
    if len(ids) > NAMED:
        values["more_things"] = len(ids) - NAMED
    return SignalEntry(
        signal=name,
        things=[EntityRef(id=i, display_name=names.get(i, i)) for i in ids[:NAMED]],
        values=values,
    )


def _ids(row: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for key, value in row.items():
        if _names_things(key) and value:
            found += [value] if isinstance(value, str) else value
    return found


def _names_things(key: str) -> bool:
    """Whether a value is an id, or ids, of what the row is about: not of what is missing in it."""
    return key.endswith(("_id", "_ids")) and not key.startswith("silent_")


def _names_in(snapshot: Snapshot, rows: Iterable[dict[str, Any]]) -> dict[str, str]:
    ids = {thing for row in rows for thing in _ids(row)}
    shows = {thing for thing in ids if id_kind(thing) == "podcast"}
    titles = {show: display_name(snapshot, show) for show in sorted(shows)}
    return titles | snapshot.catalogue.display_names(ids - shows)


def _follow(rows: list[tuple[str, dict[str, Any]]]) -> list[NextCall]:
    topics = [row["topic_id"] for _, row in rows if "topic_id" in row]
    return [next_call("topic_timeline", "its episodes by date", topic=topics[0])] if topics else []


def _state_line(signal: SignalState) -> str:
    if signal.state == "not_computed":
        return f"{signal.name}: not computed. {signal.definition}"
    entries = f", {signal.entries} entries" if signal.entries else ""
    inputs = ", ".join(signal.inputs)
    return f"{signal.name} version {signal.version} from {inputs}{entries}: {signal.definition}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "none"  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
    return f"{value:g}" if isinstance(value, float) else str(value)
