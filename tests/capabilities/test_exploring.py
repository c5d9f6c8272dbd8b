from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Insight
from tests.capabilities.asking import all_insights, all_pages, answered

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


def test_the_newest_recommendation_is_the_first_by_time(sample: OpenCorpus) -> None:
    answer = answered(
        sample, "explore_insights", insight_type="recommendation", sort="time", limit=1
    )
    assert answer["insights"][0]["text"] == (
        "Calderwyck should extend the tram network before it spends anything more on the ring road."
    )
    assert answer["insights"][0]["quotes"][0]["text"] == answer["insights"][0]["text"]


def test_copies_do_not_count_unless_asked_for(altered: OpenCorpus) -> None:
    without = answered(altered, "explore_insights", topic="lorry", limit=1)
    assert (without["page"]["total"], without["coverage"]["copies_left_out"]) == (4, 3)
    assert without["facets"]["shows"] == [
        {"id": "podcast:tidewater", "display_name": "Tidewater", "insights": 4}
    ]
    whole = answered(altered, "explore_insights", topic="lorry", limit=1, include_copies=True)
    assert whole["page"]["total"] == 7


def test_undated_insights_come_last_by_time(altered: OpenCorpus) -> None:
    pages = all_pages(altered, "explore_insights", topic="heat pump", sort="time", limit=2)
    days = [i["quotes"][0]["citation"].get("published_on") for p in pages for i in p["insights"]]
    assert days == ["2021-10-14", None, None, None, None, None]
