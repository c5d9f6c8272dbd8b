from dataclasses import replace

import pytest
from hypothesis import given

from groundcast.retrieval.filters import (
    COPY_TOKEN,
    Filter,
    matches,
    required_tokens,
    row_tokens,
)
from groundcast.retrieval.rows import InsightFacet, Row
from tests.retrieval.invented_rows import FILTERS, made_row, row_sets

ROW = made_row(
    1,
    person_ids=("person:ada-vale",),
    day=738_000,
    insight_facets=(
        InsightFacet("claim", False, ("topic:tides",)),
        InsightFacet("question", True, ("topic:bridges",)),
    ),
)


@pytest.mark.parametrize(
    ("wanted", "passes"),
    [
        (Filter(), True),
        (Filter(tiers=("insight",)), False),
        (Filter(tiers=("insight", "segment")), True),
        (Filter(show_ids=("podcast:lantern",)), False),
        (Filter(person_ids=("person:bo-quist", "person:ada-vale")), True),
        (Filter(since_day=738_000, until_day=738_000), True),
        (Filter(since_day=738_001), False),
        (Filter(until_day=737_999), False),
        (Filter(topic_ids=("topic:tides",)), True),
        (Filter(topic_ids=("topic:tides",), insight_type="claim"), True),
        (Filter(topic_ids=("topic:tides",), insight_type="question"), False),
        (Filter(topic_ids=("topic:tides",), grounded_only=True), False),
        (Filter(topic_ids=("topic:bridges",), grounded_only=True, insight_type="question"), True),
        (Filter(insight_type="prediction"), False),
    ],
)
def test_one_insight_must_pass_all_that_is_asked_of_insights(wanted: Filter, passes: bool) -> None:
    assert matches(ROW, wanted) is passes


def test_a_row_without_a_date_passes_no_bound() -> None:
    undated = replace(ROW, day=None)
    assert matches(undated, Filter())
    assert not matches(undated, Filter(since_day=0))
    assert not matches(undated, Filter(until_day=999_999))


def test_copies_are_left_out_unless_asked_for() -> None:
    copy = replace(ROW, is_copy=True)
    assert not matches(copy, Filter())
    assert matches(copy, Filter(include_copies=True))


@given(row_sets(), FILTERS)
def test_tokens_say_the_same_as_the_definition(rows: list[Row], wanted: Filter) -> None:
    dateless = replace(wanted, since_day=None, until_day=None)
    for row in rows:
        tokens = set(row_tokens(row))
        by_tokens = all(tokens & set(group) for group in required_tokens(dateless))
        allowed = dateless.include_copies or COPY_TOKEN not in tokens
        assert (by_tokens and allowed) == matches(row, dateless)
