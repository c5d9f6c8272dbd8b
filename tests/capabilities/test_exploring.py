from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Insight
from tests.capabilities.asking import all_insights, all_pages, answered
from tests.capabilities.conftest import BARTHOLOMEW

FILTERS: list[dict[str, Any]] = [
    {},
    {"topic": "topic:lorry"},
    {"person": "person:łucja-brzask"},
    {"insight_type": "recommendation"},
    {"min_confidence": 0.8},
    {"topic": "topic:heat-pump", "insight_type": "claim", "min_confidence": 0.9},
    {"person": "person:josé-quintarelo", "topic": "topic:quay", "grounded_only": True},
]


def passes(insight: Insight, wanted: dict[str, Any]) -> bool:
    return (
        wanted.get("topic") in (None, *[edge.topic_id for edge in insight.topics])
        and wanted.get("person") in (None, insight.person_id)
        and wanted.get("insight_type") in (None, insight.insight_type)
        and insight.confidence >= wanted.get("min_confidence", 0)
    )


def counts(pairs: list[dict[str, Any]]) -> dict[str, int]:
    return {pair["id"]: pair["insights"] for pair in pairs}


@pytest.mark.parametrize("wanted", FILTERS, ids=str)
def test_facets_count_all_that_pass_not_only_the_page(
    wanted: dict[str, Any], sample: OpenCorpus
) -> None:
    answer = answered(sample, "explore_insights", limit=1, **wanted)
    expected = [i for i in all_insights(sample).values() if passes(i, wanted)]
    topics = Counter(edge.topic_id for i in expected for edge in i.topics)
    people = Counter(i.person_id for i in expected if i.person_id)
    facets = answer["facets"]
    assert answer["page"]["total"] == len(expected) > 0
    assert facets["insight_type"] == Counter(i.insight_type for i in expected)
    assert sum(counts(facets["shows"]).values()) == len(expected)
    assert facets["unattributed"] == sum(i.person_id is None for i in expected)
    assert list(counts(facets["topics"]).items()) == ranked(topics)[:5]
    assert list(counts(facets["people"]).items()) == ranked(people)[:5]


def ranked(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))


@settings(max_examples=40, deadline=None)
@given(
    limit=st.integers(1, 20),
    sort=st.sampled_from(["confidence", "time", "salience"]),
    wanted=st.sampled_from(FILTERS),
)
def test_pages_have_neither_gaps_nor_repeats_and_are_sorted(
    sample: OpenCorpus, limit: int, sort: str, wanted: dict[str, Any]
) -> None:
    pages = all_pages(sample, "explore_insights", limit=limit, sort=sort, **wanted)
    listed = [insight for page in pages for insight in page["insights"]]
    expected = {i.id for i in all_insights(sample).values() if passes(i, wanted)}
    assert [i["insight_id"] for i in listed] == list(dict.fromkeys(i["insight_id"] for i in listed))
    assert {i["insight_id"] for i in listed} == expected
    keys = [
        i["quotes"][0]["citation"]["published_on"] if sort == "time" else i[sort] for i in listed
    ]
    assert keys == sorted(keys, reverse=True)


def test_time_sorts_the_newest_first_and_the_undated_last(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "explore_insights", topic="ferry", sort="time")
    days = [i["quotes"][0]["citation"].get("published_on") for i in answer["insights"]]
    assert days == ["2024-09-24", "2021-10-14", "2021-10-14", None]


def test_an_insight_comes_with_its_quotes_and_topics(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "explore_insights", insight_type="observation")
    (insight,) = answer["insights"]
    assert insight["text"] == "The terrible lorries wait for hours."
    assert [q["text"] for q in insight["quotes"]] == ["So the terrible lorries wait for hours."]
    assert insight["topics"] == [{"id": "topic:lorry", "display_name": "lorry"}]
    assert answer["facets"] == {
        "insight_type": {"observation": 1},
        "shows": [{"id": "podcast:tidewater", "display_name": "Tidewater", "insights": 1}],
        "topics": [{"id": "topic:lorry", "display_name": "lorry", "insights": 1}],
        "people": [{"id": BARTHOLOMEW, "display_name": "Bartholomew Okonjo-Fell", "insights": 1}],
        "unattributed": 0,
    }


def test_copies_do_not_count_unless_asked_for(harbour: OpenCorpus) -> None:
    without = answered(harbour, "explore_insights", topic="lorry", limit=1)
    assert (without["page"]["total"], without["coverage"]["copies_left_out"]) == (6, 1)
    assert sum(without["facets"]["insight_type"].values()) == 6
    whole = answered(harbour, "explore_insights", topic="lorry", limit=1, include_copies=True)
    assert whole["page"]["total"] == 7


def test_confidence_has_a_least(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "explore_insights", min_confidence=0.7, topic="charge")
    assert {i["confidence"] for i in answer["insights"]} == {0.95}
    assert answer["facets"]["unattributed"] == 0
