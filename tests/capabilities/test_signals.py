"""Signals and gaps as tools say them, on the sample corpus."""

import pytest

from groundcast.enrichment.signals import NOT_COMPUTED, SIGNALS
from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_pages, answered

EPISODE = "tidewater/four-knots-through-the-narrows"


def test_without_names_every_signal_is_told_with_its_first_entries(sample: OpenCorpus) -> None:
    answer = answered(sample, "corpus_enrichment_signals")
    states = {signal["name"]: signal["state"] for signal in answer["signals"]}
    assert states == {
        **dict.fromkeys(SIGNALS, "current"),
        **dict.fromkeys(NOT_COMPUTED, "not_computed"),
    }
    assert answered(sample, "corpus_status")["signals"] == states
    held = {signal["name"] for signal in answer["signals"] if signal.get("entries")}
    assert {entry["signal"] for entry in answer["entries"]} == held


def test_a_named_signal_is_paged_to_its_end(sample: OpenCorpus) -> None:
    pages = all_pages(sample, "corpus_enrichment_signals", names="guest_coappearance", limit=7)
    (signal,) = pages[0]["signals"]
    entries = [entry for page in pages for entry in page["entries"]]
    assert len(entries) == signal["entries"] > 7
    assert [e["values"]["episodes"] for e in entries] == sorted(
        (e["values"]["episodes"] for e in entries), reverse=True
    )
    assert all(len(entry["things"]) == 2 for entry in entries)


def test_what_is_not_computed_is_said_to_be_so(sample: OpenCorpus) -> None:
    answer = answered(sample, "corpus_enrichment_signals", names="topic_clusters")
    assert [(s["name"], s["state"]) for s in answer["signals"]] == [
        ("topic_clusters", "not_computed")
    ]
    assert (answer["entries"], answer["page"]["total"]) == ([], 0)
    with pytest.raises(InvalidArgument, match="no signal 'tides'"):
        answered(sample, "corpus_enrichment_signals", names="momentum, tides")


def test_an_episodes_signals_agree_with_its_insights_and_its_roster(sample: OpenCorpus) -> None:
    pages = all_pages(sample, "episode_enrichment_signals", episode=EPISODE, limit=2)
    parts = [part for page in pages for part in page["insights"]]
    insights = answered(sample, "episode_insights", episode=EPISODE, limit=100)["insights"]
    assert {part["id"] for part in parts} == {insight["insight_id"] for insight in insights}
    assert [part["third"] for part in parts] == sorted(part["third"] for part in parts)
    assert pages[0]["density"] == [[p["third"] for p in parts].count(n) for n in (1, 2, 3)]
    scores = [part["sentiment"]["compound"] for part in parts]
    assert pages[0]["mean_sentiment"] == pytest.approx(sum(scores) / len(scores), abs=1e-4)
    roster = answered(sample, "episode_speaker_roster", episode=EPISODE)["voices"]
    assert [(v["label"], v["word_share"]) for v in pages[0]["talk_share"]] == [
        (v["label"], v["word_share"]) for v in roster
    ]


def test_gaps_are_those_who_speak_beside_a_topic_and_not_of_it(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        topics = snapshot.catalogue.rows(
            "SELECT id FROM entities WHERE kind = 'topic' AND episodes > 1 ORDER BY id"
        )
        speaks = snapshot.catalogue.rows(
            "SELECT DISTINCT t.topic_id, x.thing FROM insight_topics t JOIN"
            " (SELECT id, show_id AS thing FROM insights WHERE is_copy = 0 UNION ALL"
            " SELECT id, person_id FROM insights WHERE is_copy = 0) x ON x.id = t.insight_id"
        )
    told = set(speaks)
    found = 0
    for (topic,) in topics:
        for page in all_pages(sample, "coverage_gaps", topic=topic):
            for gap in page["gaps"]:
                if gap["kind"] in ("show", "person"):
                    found += 1
                    assert (topic, gap["id"]) not in told
                    beside = {ref["id"] for ref in gap["beside"]}
                    assert len(beside) > 1
                    assert all((other, gap["id"]) in told for other in beside)
    assert found


def test_gaps_of_a_question_are_inferred_from_what_search_finds(sample: OpenCorpus) -> None:
    answer = answered(sample, "coverage_gaps", query="What should the ferry run on?")
    assert answer["told"]["episodes"] > 0
    shows = {ref["id"] for ref in answer["told"]["shows"]}
    assert shows.isdisjoint(gap.get("id") for gap in answer["gaps"])
    nothing = answered(sample, "coverage_gaps", query="quantum chromodynamics of kaons")
    assert (nothing["told"]["episodes"], nothing["related"]) == (0, [])
    assert {gap["kind"] for gap in nothing["gaps"]} == {"not_assessed"}


@pytest.mark.parametrize("given", [{}, {"topic": "ferry", "query": "ferries"}, {"query": "  "}])
def test_gaps_need_one_subject(given: dict[str, str], sample: OpenCorpus) -> None:
    with pytest.raises(InvalidArgument, match="give one of them"):
        answered(sample, "coverage_gaps", **given)
