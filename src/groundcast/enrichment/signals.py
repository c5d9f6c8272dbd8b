"""What is derived from the whole corpus and kept: each signal with its inputs and its version.

A signal is computed anew only where its version or one of its inputs changed. Rows are plain JSON
values in a fixed order; ids in them are those that stand for the thing in the whole corpus.
"""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Literal

from groundcast.enrichment.coverage import silent_spans, silent_things
from groundcast.enrichment.momentum import momentum
from groundcast.records import Edge, SignalRows

Input = Literal["insights", "voices", "episodes", "agreements"]
Row = dict[str, Any]

MOMENTUM_WEEKS = 13
# Below so many episodes in common two topics are together by chance.
MIN_TOGETHER = 2
# Two topics travel together where they meet so many times oftener than by chance.
MIN_LIFT = 2.0
MAX_PAIRS = 5_000
RELATED_TOPICS = 8


@dataclass(frozen=True, slots=True)
class InsightFact:
    """An insight as signals see it; re-aired copies are none."""

    id: str
    episode_id: str
    show_id: str
    day: str | None
    person_id: str | None
    topics: tuple[str, ...]
    grounded: bool


@dataclass(frozen=True, slots=True)
class VoiceFact:
    """A person who speaks in an episode."""

    person_id: str
    episode_id: str
    show_id: str


@dataclass(frozen=True, slots=True)
class EpisodeFact:
    """An assessed episode that is no copy."""

    id: str
    show_id: str
    day: str | None


@dataclass(frozen=True)
class Facts:
    """The inputs of all signals, each in the order of its ids."""

    insights: Sequence[InsightFact]
    voices: Sequence[VoiceFact]
    episodes: Sequence[EpisodeFact]
    agreements: Sequence[Edge]
    _digests: dict[Input, str] = field(default_factory=dict[Input, str], compare=False)

    @cached_property
    def by_topic(self) -> dict[str, list[InsightFact]]:
        """The insights on each topic, topics in order."""
        found: dict[str, list[InsightFact]] = defaultdict(list)
        for insight in self.insights:
            for topic in insight.topics:
                found[topic].append(insight)
        return dict(sorted(found.items()))

    @cached_property
    def episodes_of(self) -> dict[str, frozenset[str]]:
        """The episodes with an insight on each topic."""
        return {t: frozenset(i.episode_id for i in told) for t, told in self.by_topic.items()}

    @cached_property
    def together(self) -> list[tuple[str, str, int, float]]:
        """Pairs of topics that share episodes: how many, and how many times oftener than chance."""
        topics_of: dict[str, set[str]] = defaultdict(set)
        for topic, episodes in self.episodes_of.items():
            for episode in episodes:
                topics_of[episode].add(topic)
        counts = Counter(
            pair for topics in topics_of.values() for pair in combinations(sorted(topics), 2)
        )
        held = len(self.episodes)
        pairs = [
            (a, b, n, n * held / (len(self.episodes_of[a]) * len(self.episodes_of[b])))
            for (a, b), n in counts.items()
            if n >= MIN_TOGETHER
        ]
        return sorted(pairs, key=lambda pair: (-pair[2], -pair[3], pair[:2]))[:MAX_PAIRS]

    def digest(self, names: Iterable[Input]) -> str:
        """A digest of inputs."""
        for name in names:
            if name not in self._digests:
                lines = "\n".join(map(repr, getattr(self, name)))
                self._digests[name] = hashlib.sha256(lines.encode()).hexdigest()
        joined = " ".join(self._digests[name] for name in names)
        return hashlib.sha256(joined.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Signal:
    """A derived signal; `definition` is its formula in words."""

    name: str
    version: int
    inputs: tuple[Input, ...]
    definition: str
    compute: Callable[[Facts], Iterable[Row]]

    def rows(self, facts: Facts, before: SignalRows | None) -> SignalRows:
        """The signal's rows: those from before where nothing that they rest on changed."""
        digest = facts.digest(self.inputs)
        if before is not None and (before.version, before.digest) == (self.version, digest):
            return before
        rows = tuple(self.compute(facts))
        return SignalRows(self.name, self.version, self.inputs, self.definition, digest, rows)


def _momentum(facts: Facts) -> Iterator[Row]:
    newest = max((episode.day for episode in facts.episodes if episode.day), default=None)
    if newest is None:
        return
    rows: list[Row] = []
    for topic, told in facts.by_topic.items():
        counts = Counter(insight.day for insight in told if insight.day)
        found = momentum(counts, newest, MOMENTUM_WEEKS)
        if found.total:
            rows.append(
                {
                    "topic_id": topic,
                    "as_of": newest,
                    "velocity": found.velocity,
                    "volume": found.volume,
                    "total": found.total,
                    "heating": found.heating,
                }
            )
    rows.sort(key=lambda r: (not r["heating"], -r["velocity"], -r["volume"], r["topic_id"]))
    yield from rows


def _cooccurrence(facts: Facts) -> Iterator[Row]:
    for a, b, episodes, lift in facts.together:
        yield {
            "topic_id": a,
            "other_id": b,
            "episodes": episodes,
            "lift": round(lift, 3),
            "pmi": round(math.log2(lift), 3),
        }


def _storylines(facts: Facts) -> Iterator[Row]:
    links = [(a, b) for a, b, _, lift in facts.together if lift >= MIN_LIFT]
    for topics in _components(links):
        episodes = Counter(e for topic in topics for e in facts.episodes_of[topic])
        shared = sum(times >= MIN_TOGETHER for times in episodes.values())
        yield {
            "topic_ids": sorted(topics, key=lambda t: (-len(facts.by_topic[t]), t)),
            "episodes": shared,
        }


def _consensus(facts: Facts) -> Iterator[Row]:
    by_id = {insight.id: insight for insight in facts.insights}
    pairs: dict[str, int] = Counter()
    people: dict[str, set[str]] = defaultdict(set)
    for edge in facts.agreements:
        one, other = by_id.get(edge.from_id), by_id.get(edge.to_id)
        if one is None or other is None:
            continue
        for topic in sorted({*one.topics, *other.topics}):
            pairs[topic] += 1
            people[topic] |= {who for who in (one.person_id, other.person_id) if who}
    for topic in sorted(pairs, key=lambda topic: (-pairs[topic], topic)):
        yield {"topic_id": topic, "pairs": pairs[topic], "person_ids": sorted(people[topic])}


def _coappearance(facts: Facts) -> Iterator[Row]:
    heard: dict[str, set[str]] = defaultdict(set)
    shows: dict[str, str] = {}
    for voice in facts.voices:
        heard[voice.episode_id].add(voice.person_id)
        shows[voice.episode_id] = voice.show_id
    pairs: dict[tuple[str, str], list[str]] = defaultdict(list)
    for episode, people in sorted(heard.items()):
        for pair in combinations(sorted(people), 2):
            pairs[pair].append(episode)
    group_of = {
        person: number for number, people in enumerate(_components(pairs), 1) for person in people
    }
    ranked = sorted(pairs.items(), key=lambda item: (-len(item[1]), item[0]))
    for (a, b), episodes in ranked[:MAX_PAIRS]:
        yield {
            "person_id": a,
            "other_id": b,
            "episodes": len(episodes),
            "shows": len({shows[episode] for episode in episodes}),
            "community": group_of[a],
        }


def _grounding(facts: Facts) -> Iterator[Row]:
    stated: dict[str, list[bool]] = defaultdict(list)
    for insight in facts.insights:
        stated[insight.person_id or ""].append(insight.grounded)
    for person, grounded in sorted(stated.items(), key=lambda item: (-len(item[1]), item[0])):
        yield {
            "person_id": person or None,
            "insights": len(grounded),
            "grounded": sum(grounded),
            "rate": round(sum(grounded) / len(grounded), 4),
        }


def _coverage(facts: Facts) -> Iterator[Row]:
    speaks: dict[str, set[str]] = defaultdict(set)
    for topic, told in facts.by_topic.items():
        for insight in told:
            speaks[insight.show_id].add(topic)
    related: dict[str, list[str]] = defaultdict(list)
    for a, b, _, lift in sorted(facts.together, key=lambda p: (-p[2] * p[3], p[:2])):
        if lift > 1:
            related[a].append(b)
            related[b].append(a)
    days: dict[str, list[str]] = defaultdict(list)
    for episode in facts.episodes:
        if episode.day:
            days[episode.show_id].append(episode.day)
    for topic, told in sorted(facts.by_topic.items(), key=lambda item: (-len(item[1]), item[0])):
        shows = sorted({insight.show_id for insight in told})
        dates = sorted(insight.day for insight in told if insight.day)
        silent = silent_things(related[topic][:RELATED_TOPICS], speaks, shows)
        spans = silent_spans(dates, (day for show in shows for day in days[show]))
        yield {
            "topic_id": topic,
            "show_ids": shows,
            "people": len({insight.person_id for insight in told if insight.person_id}),
            "first_on": dates[0] if dates else None,
            "last_on": dates[-1] if dates else None,
            "silent_show_ids": [each.id for each in silent],
            "silent_quarters": [f"{span.first} to {span.last}" for span in spans],
        }


def _components(links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """What hangs together, largest first."""
    root: dict[str, str] = {}

    def find(thing: str) -> str:
        while root[thing] != thing:
            root[thing] = root[root[thing]]
            thing = root[thing]
        return thing

    for a, b in links:
        root.setdefault(a, a)
        root.setdefault(b, b)
        low, high = sorted((find(a), find(b)))
        root[high] = low
    groups: dict[str, list[str]] = defaultdict(list)
    for thing in sorted(root):
        groups[find(thing)].append(thing)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


SIGNALS: Mapping[str, Signal] = {
    signal.name: signal
    for signal in (
        Signal(
            "momentum",
            1,
            ("insights", "episodes"),
            "Weekly insights on each topic up to the newest episode: exponentially weighted mean of"
            " half-life 3 weeks over that of 12; heating from 1.5 with at least 3 insights.",
            _momentum,
        ),
        Signal(
            "topic_cooccurrence",
            1,
            ("insights", "episodes"),
            "Topics that share at least 2 episodes: episodes in common, lift over chance, and its"
            " binary logarithm (PMI).",
            _cooccurrence,
        ),
        Signal(
            "storylines",
            1,
            ("insights", "episodes"),
            "Topics that hang together by meeting at least twice as often as by chance; episodes"
            " that hold two or more of them.",
            _storylines,
        ),
        Signal(
            "consensus",
            1,
            ("insights", "agreements"),
            "Pairs of insights of different people that agree (AGREES_WITH), by topic.",
            _consensus,
        ),
        Signal(
            "guest_coappearance",
            1,
            ("voices",),
            "People who speak in one episode: episodes and shows in common; a community is everyone"
            " whom such meetings join.",
            _coappearance,
        ),
        Signal(
            "grounding_rate",
            1,
            ("insights",),
            "By person (null: nobody known): insights, those with a verified quote, and their"
            " share.",
            _grounding,
        ),
        Signal(
            "coverage",
            1,
            ("insights", "episodes"),
            "By topic: the shows and the number of people that speak of it, its span, shows that"
            " speak of two or more of its eight closest topics and not of it, and quarters within"
            " the span in which two or more episodes of its shows say nothing on it.",
            _coverage,
        ),
    )
}
NOT_COMPUTED: Mapping[str, str] = {
    "topic_similarity": "topics are not compared by meaning in this version",
    "topic_clusters": "topics are not clustered by meaning in this version",
}
