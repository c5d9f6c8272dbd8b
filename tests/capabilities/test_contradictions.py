from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import answered

SOREN = "person:søren-ydegaard"
BEFORE = "A community forest should sell carbon credits to pay for its own thinning."
AFTER = "A community forest should not sell carbon credits, not even to pay for its own thinning."


def test_both_sides_of_a_contradiction_come_with_their_words_and_dates(sample: OpenCorpus) -> None:
    answer = answered(sample, "contradictions", person=SOREN, topic="forest")
    assert answer["assessment"]["status"] == "found"
    (pair,) = answer["pairs"]
    assert pair["kind"] == "reversal"
    assert [(side["text"], side["published_on"]) for side in (pair["first"], pair["second"])] == [
        (BEFORE, "2019-03-05"),
        (AFTER, "2026-02-17"),
    ]
    assert pair["first"]["citation"]["quote_id"]


def test_contradictions_are_found_by_topic_and_by_the_show_of_either_side(
    sample: OpenCorpus,
) -> None:
    by_topic = answered(sample, "contradictions", topic="quay")["pairs"]
    by_show = answered(sample, "contradictions", show="slow lane")["pairs"]
    texts = {side["text"] for p in by_topic for side in (p["first"], p["second"])}
    assert "A harbour congestion charge will not cut lorry traffic on the quay." in texts
    assert {p["first"]["show_id"] for p in by_show} | {p["second"]["show_id"] for p in by_show} >= {
        "podcast:slow-lane"
    }


def test_what_was_not_compared_is_never_called_clear(sample: OpenCorpus) -> None:
    answer = answered(sample, "contradictions", topic="ferry")
    assert answer["pairs"] == []
    assert answer["assessment"]["status"] == "not_assessed"
    assert "share a proposition" in answer["assessment"]["reason"]
    assert answer["coverage"]["note"] == answer["assessment"]["reason"]


def test_a_corpus_whose_statements_were_never_compared_says_so(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "contradictions")
    assert answer["assessment"]["status"] == "not_assessed"
    assert "were not compared" in answer["assessment"]["reason"]
    status = answered(harbour, "corpus_status")
    assert "contradictions and agreement" in [each["what"] for each in status["not_assessed"]]


def test_an_insight_names_what_contradicts_it_and_what_replaced_it(sample: OpenCorpus) -> None:
    pair = answered(sample, "contradictions", person=SOREN, topic="forest")["pairs"][0]
    earlier, later = pair["first"]["id"], pair["second"]["id"]
    detail = answered(sample, "insight_detail", insight=earlier)
    assert detail["edges"]["contradicts"] == [{"insight_id": later, "kind": "reversal"}]
    assert detail["superseded_by"] == later
    assert "superseded_by" not in answered(sample, "insight_detail", insight=later)


def test_an_arc_runs_from_the_oldest_position_and_marks_its_turn(sample: OpenCorpus) -> None:
    arc = answered(sample, "position_arc", person=SOREN, topic="forest")
    assert [p["published_on"] for p in arc["positions"]] == sorted(
        p["published_on"] for p in arc["positions"]
    )
    assert BEFORE in [p["text"] for p in arc["positions"]]
    (turn,) = arc["turns"]
    assert (turn["first"]["text"], turn["second"]["text"]) == (BEFORE, AFTER)
    (turned,) = (p for p in arc["positions"] if "superseded_by" in p)
    assert turned["superseded_by"] == turn["second"]["id"]
    assert arc["turns_assessment"]["status"] == "found"


def test_an_arc_of_one_position_has_no_turn_and_no_all_clear(harbour: OpenCorpus) -> None:
    arc = answered(harbour, "position_arc", person="Maren Tolvik", topic="ferry")
    assert arc["turns"] == []
    assert arc["turns_assessment"]["status"] == "not_assessed"


def test_a_range_leaves_positions_out_and_keeps_their_turn(sample: OpenCorpus) -> None:
    arc = answered(sample, "position_arc", person=SOREN, topic="forest", since="2025-01-01")
    assert {p["published_on"] for p in arc["positions"]} == {"2026-02-17"}
    assert len(arc["turns"]) == 1
