from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from groundcast.enrichment.coverage import Silent, SilentSpan, silent_spans, silent_things
from groundcast.enrichment.signals import (
    SIGNALS,
    EpisodeFact,
    Facts,
    InsightFact,
    Signal,
    VoiceFact,
)
from groundcast.records import Edge


def insight(
    number: int,
    episode: str,
    *topics: str,
    person: str | None = "person:ada",
    grounded: bool = True,
) -> InsightFact:
    show = f"podcast:{episode[0]}"
    day = f"2024-0{episode[1]}-10"
    named = tuple(f"topic:{topic}" for topic in topics)
    return InsightFact(f"insight:{number}", episode, show, day, person, named, grounded)


def facts(
    insights: Iterable[InsightFact],
    voices: Iterable[VoiceFact] = (),
    agreements: Iterable[Edge] = (),
    others: Iterable[EpisodeFact] = (),
) -> Facts:
    told = list(insights)
    held = {EpisodeFact(i.episode_id, i.show_id, i.day) for i in told} | set(others)
    episodes = sorted(held, key=lambda episode: episode.id)
    return Facts(told, list(voices), episodes, list(agreements))


def rows(name: str, given: Facts) -> list[dict[str, object]]:
    return list(SIGNALS[name].compute(given))


# Eels and weirs share two of five episodes of two shows; silt goes with both once.
RIVER = (
    insight(1, "a1", "eel", "weir"),
    insight(2, "a2", "eel", "weir", person="person:ben"),
    insight(3, "a3", "weir", "silt", person=None),
    insight(4, "b4", "bread"),
    insight(5, "b5", "bread", person="person:ben", grounded=False),
)


def test_topics_that_meet_are_told_with_lift_and_pmi() -> None:
    assert rows("topic_cooccurrence", facts(RIVER)) == [
        {
            "topic_id": "topic:eel",
            "other_id": "topic:weir",
            "episodes": 2,
            "lift": 1.667,
            "pmi": 0.737,
        }
    ]


def test_a_storyline_is_what_meets_twice_as_often_as_by_chance() -> None:
    others = [insight(n, f"b{n % 5 + 1}", "bread") for n in range(6, 11)]
    found = rows("storylines", facts((*RIVER, *others)))
    assert found == [{"topic_ids": ["topic:weir", "topic:eel"], "episodes": 2}]


def test_momentum_counts_to_the_newest_episode() -> None:
    found = {row["topic_id"]: row for row in rows("momentum", facts(RIVER))}
    assert found["topic:bread"]["as_of"] == "2024-05-10"
    assert found["topic:bread"]["total"] == 2
    assert found["topic:bread"]["velocity"] > found["topic:eel"]["velocity"]  # pyright: ignore[reportOperatorIssue]
    assert not any(row["heating"] for row in found.values())


def test_consensus_counts_pairs_and_people_by_topic() -> None:
    agreed = [Edge("AGREES_WITH", "insight:1", "insight:2"), Edge("AGREES_WITH", "x", "insight:1")]
    assert rows("consensus", facts(RIVER, agreements=agreed)) == [
        {"topic_id": topic, "pairs": 1, "person_ids": ["person:ada", "person:ben"]}
        for topic in ("topic:eel", "topic:weir")
    ]


def test_coappearance_counts_episodes_shows_and_communities() -> None:
    heard = [("ada", "a1"), ("ben", "a1"), ("ada", "b4"), ("ben", "b4"), ("cy", "b4"), ("di", "c1")]
    voices = [VoiceFact(f"person:{who}", at, f"podcast:{at[0]}") for who, at in heard]
    found = rows("guest_coappearance", facts((), voices))
    assert found[0] == {
        "person_id": "person:ada",
        "other_id": "person:ben",
        "episodes": 2,
        "shows": 2,
        "community": 1,
    }
    assert [row["episodes"] for row in found] == [2, 1, 1]
    assert {row["community"] for row in found} == {1}


def test_grounding_counts_everyone_and_nobody() -> None:
    assert rows("grounding_rate", facts(RIVER)) == [
        {"person_id": "person:ada", "insights": 2, "grounded": 2, "rate": 1.0},
        {"person_id": "person:ben", "insights": 2, "grounded": 1, "rate": 0.5},
        {"person_id": None, "insights": 1, "grounded": 1, "rate": 1.0},
    ]


def test_coverage_tells_who_speaks_of_a_topic_and_who_could() -> None:
    # Show c speaks of two topics that go with eels, not of eels.
    told = [
        insight(n, episode, *topics)
        for n, (episode, *topics) in enumerate(
            [
                ("a1", "eel", "weir", "silt"),
                ("a5", "eel", "weir", "silt"),
                ("c1", "weir", "silt"),
                *((f"d{month}", "bread") for month in range(1, 7)),
            ]
        )
    ]
    quiet = [EpisodeFact(f"a{month}", "podcast:a", f"2024-0{month}-20") for month in (3, 4)]
    found = {row["topic_id"]: row for row in rows("coverage", facts(told, others=quiet))}
    assert found["topic:eel"] == {
        "topic_id": "topic:eel",
        "show_ids": ["podcast:a"],
        "people": 1,
        "first_on": "2024-01-10",
        "last_on": "2024-05-10",
        "silent_show_ids": ["podcast:c"],
        "silent_quarters": [],
    }
    assert found["topic:bread"]["silent_show_ids"] == []


def test_a_signal_is_computed_anew_only_where_an_input_or_its_version_changed() -> None:
    calls: list[Facts] = []

    def compute(given: Facts) -> Iterator[dict[str, int]]:
        calls.append(given)
        yield {"told": len(given.insights)}

    signal = Signal("count", 1, ("insights",), "Counts.", compute)
    first = signal.rows(facts(RIVER), None)
    assert signal.rows(facts(RIVER, [VoiceFact("person:x", "a1", "podcast:a")]), first) is first
    assert len(calls) == 1
    again = signal.rows(facts(RIVER[:2]), first)
    assert (again.rows, len(calls)) == (({"told": 2},), 2)
    assert replace(signal, version=2).rows(facts(RIVER[:2]), again).version == 2
    assert len(calls) == 3


@pytest.mark.parametrize("name", SIGNALS)
def test_an_empty_corpus_has_signals_without_entries(name: str) -> None:
    assert rows(name, facts(())) == []


def test_who_speaks_of_two_related_subjects_could_speak_of_this() -> None:
    speaks = {"a": {"eel", "weir"}, "b": {"weir", "silt", "bread"}, "c": {"silt"}, "d": {"weir"}}
    assert silent_things(["silt", "weir"], speaks, {"a"}) == [Silent("b", ("silt", "weir"))]


def test_a_silent_span_needs_episodes_that_could_have_told() -> None:
    told = ["2023-02-01", "2024-11-01"]
    episodes = ["2023-02-01", "2023-05-01", "2023-06-01", "2023-08-01", "2023-09-30", "2024-05-01"]
    assert silent_spans(told, episodes) == [SilentSpan("2023-Q2", "2023-Q3", 4)]
    assert silent_spans([], episodes) == []
    assert silent_spans(told[:1], episodes) == []
