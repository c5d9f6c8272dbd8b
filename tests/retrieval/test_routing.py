import pytest

from groundcast.retrieval.routing import EntityRef, classify_query

ADA = EntityRef("person:ada-vale", "person", "Ada Vale")
HARBOUR = EntityRef("topic:harbour", "topic", "harbour")


@pytest.mark.parametrize(
    ("query", "query_type"),
    [
        ('Who said "the tide takes all"?', "raw_evidence"),
        ("What were Ada's exact words on tides?", "raw_evidence"),
        ("Give me a quote from Ada on tides", "raw_evidence"),
        ("When did the bridge open?", "temporal_tracking"),
        ("How has Ada's view of tides changed?", "temporal_tracking"),
        ("Did she change her mind about tides?", "temporal_tracking"),
        ("tides since 2019", "temporal_tracking"),
        ("What do people say about tides?", "cross_show_synthesis"),
        ("Is there a consensus on tides?", "cross_show_synthesis"),
        ("tides across shows", "cross_show_synthesis"),
        ("How do bridges carry load?", "semantic"),
        ("whenever it rains", "semantic"),
        ("", "semantic"),
    ],
)
def test_the_words_of_a_query_decide_its_kind(query: str, query_type: str) -> None:
    assert classify_query(query).query_type == query_type


def test_a_name_makes_an_entity_lookup_where_no_other_rule_fits() -> None:
    route = classify_query("What does Ada Vale propose?", [ADA, HARBOUR])
    assert (route.query_type, route.reason) == ("entity_lookup", "it names Ada Vale")
    assert route.people == (ADA,)
    assert classify_query("When did Ada Vale speak?", [ADA]).query_type == "temporal_tracking"


def test_the_reason_shows_the_words_that_decided() -> None:
    assert classify_query("tides over time").reason == "it asks about time (“over time”)"


def test_persons_are_kept_whatever_the_kind() -> None:
    assert classify_query('Ada Vale: "the tide"', [HARBOUR, ADA]).people == (ADA,)
