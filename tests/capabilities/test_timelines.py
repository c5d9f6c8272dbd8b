import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_insights, all_pages, answered


def test_a_topics_timeline_runs_from_the_oldest_episode(sample: OpenCorpus) -> None:
    answer = answered(sample, "topic_timeline", topic="lorry", per_group=3)
    assert [
        (e["published_on"], e["title"], e["show_title"], e["insights_on_topic"])
        for e in answer["timeline"]
    ] == [
        ("2024-05-16", "Eight euros a lorry", "Tidewater", 4),
        ("2024-09-24", "Silent boats, loud meetings", "The Slow Lane", 3),
    ]
    first = answer["timeline"][0]
    assert first["summary"] == (
        "On the Marrowick quay with the director of the Harbour Trust: a congestion charge, a"
        " charging arm named Gerald, and the ferry fare."
    )
    assert "cut" not in first
    assert [i["text"] for i in first["insights"]] == [
        "A town should count its lorries for a full year before it announces a congestion charge.",
        "The proposal is, from January, a lorry that comes on the quay between six and ten pays"
        " eight euros.",
        "A harbour congestion charge will cut lorry traffic on the quay by a third within two"
        " years.",
    ]
    assert first["insights"][0]["speaker"] == "Bartholomew Okonjo-Fell"
    assert first["insights"][0]["where"] == "at 9:36"


def test_an_episode_that_touches_a_topic_gives_only_the_insights_about_it(
    sample: OpenCorpus,
) -> None:
    answer = answered(sample, "topic_timeline", topic="tram", per_group=20)
    (episode,) = answer["timeline"]
    assert [i["text"] for i in episode["insights"]] == [
        "The tram line from Calderwyck to the Marrowick harbour will open in 2029.",
        "Calderwyck should extend the tram network before it spends anything more on the ring"
        " road.",
    ]


def test_each_insight_has_the_sentiment_of_its_own_words(sample: OpenCorpus) -> None:
    answer = answered(sample, "topic_timeline", topic="battery", per_group=5)
    assert {
        i["text"].split()[0]: i["sentiment"] for e in answer["timeline"] for i in e["insights"]
    } == {
        "The": {"label": "neutral", "compound": 0.0},
        "Batteries": {"label": "negative", "compound": -0.4767},
    }


def test_another_language_than_english_has_no_sentiment(altered: OpenCorpus) -> None:
    answer = answered(altered, "topic_timeline", topic="boiler")
    (episode,) = answer["timeline"]
    assert [i["sentiment"] for i in episode["insights"]] == [None, None]


def test_a_range_keeps_both_of_its_ends(sample: OpenCorpus) -> None:
    def days(**dates: str) -> list[str]:
        answer = answered(sample, "topic_timeline", topic="kilometres", **dates)
        return [episode["published_on"] for episode in answer["timeline"]]

    assert days() == ["2022-04-26", "2024-09-24", "2025-03-18"]
    assert days(since="2024-09-24") == ["2024-09-24", "2025-03-18"]
    assert days(until="2024-09-24") == ["2022-04-26", "2024-09-24"]
    assert days(since="2023", until="2024-10") == ["2024-09-24"]
    assert days(since="2026") == []
    with pytest.raises(InvalidArgument, match="is after until"):
        days(since="2025", until="2024")


def test_an_empty_range_says_that_others_have_something(sample: OpenCorpus) -> None:
    answer = answered(sample, "topic_timeline", topic="kilometres", since="2026")
    assert answer["coverage"] == {
        "searched": "the 3 episodes with insights about kilometres",
        "note": "none of the episodes with insights about kilometres is dated in this range",
    }


def test_undated_episodes_come_last_and_a_range_counts_them(altered: OpenCorpus) -> None:
    whole = answered(altered, "topic_timeline", topic="heat pump")
    assert [e["published_on"] for e in whole["timeline"]] == ["2021-10-14", None]
    assert whole["undated"] == 1
    ranged = answered(altered, "topic_timeline", topic="heat pump", since="2020")
    assert [e["published_on"] for e in ranged["timeline"]] == ["2021-10-14"]
    assert ranged["coverage"]["undated_left_out"] == 1
    assert "undated" not in ranged


def test_a_timeline_leaves_copies_out_and_counts_them(altered: OpenCorpus) -> None:
    without = answered(altered, "topic_timeline", topic="lorry")
    assert [e["title"] for e in without["timeline"]] == ["Eight euros a lorry"]
    assert without["coverage"]["copies_left_out"] == 3
    whole = answered(altered, "topic_timeline", topic="lorry", include_copies=True)
    assert [e.get("copy_of") for e in whole["timeline"]] == [None, "episode:000000000000"]


@settings(max_examples=25, deadline=None)
@given(
    limit=st.integers(1, 4),
    per_group=st.integers(1, 6),
    max_tokens=st.sampled_from([700, 1_500, 25_000]),
    topic=st.sampled_from(["lorry", "heat pump", "kilometres", "harbour", "town"]),
)
def test_pages_of_a_timeline_have_neither_gaps_nor_repeats(
    sample: OpenCorpus, limit: int, per_group: int, max_tokens: int, topic: str
) -> None:
    pages = all_pages(
        sample, "topic_timeline", topic=topic, limit=limit, per_group=per_group,
        max_tokens=max_tokens,
    )  # fmt: skip
    about = [
        insight
        for insight in all_insights(sample).values()
        if pages[0]["subject"] in [edge.topic_id for edge in insight.topics]
    ]
    episodes = [e for page in pages for e in page["timeline"]]
    days = [e["published_on"] for e in episodes]
    assert days == sorted(days)
    assert {e["episode_id"]: e["insights_on_topic"] for e in episodes} == {
        i.episode_id: sum(other.episode_id == i.episode_id for other in about) for i in about
    }
    assert len(episodes) == len({e["episode_id"] for e in episodes})


def test_a_persons_topics_are_ranked_by_their_insights(sample: OpenCorpus) -> None:
    answer = answered(sample, "person_topics", entity="Maren Tolvik")
    assert [(t["id"], t["insights"], t["episodes"]) for t in answer["topics"]] == [
        ("topic:turbines", 4, 1),
        ("topic:battery", 2, 2),
        ("topic:crossing", 2, 1),
        ("topic:ferry", 2, 1),
        ("topic:heat-pump", 1, 1),
        ("topic:kilometres", 1, 1),
    ]
    assert (answer["topics"][1]["first_on"], answer["topics"][1]["last_on"]) == (
        "2021-10-14",
        "2024-09-24",
    )
    assert answer["next"][0]["arguments"] == {
        "person": "person:maren-tolvik",
        "topic": "topic:turbines",
    }


def test_a_persons_topics_do_not_count_copies(altered: OpenCorpus) -> None:
    answer = answered(altered, "person_topics", person="Maren Tolvik")
    assert [t["id"] for t in answer["topics"]] == [
        "topic:turbines",
        "topic:battery",
        "topic:heat-pump",
    ]
    assert answer["coverage"]["copies_left_out"] == 2


@pytest.mark.parametrize("limit", [1, 2, 4, 5])
def test_pages_of_topics_have_neither_gaps_nor_repeats(limit: int, sample: OpenCorpus) -> None:
    whole = answered(sample, "person_topics", entity="Maren Tolvik", limit=100)
    pages = all_pages(sample, "person_topics", entity="Maren Tolvik", limit=limit)
    assert [t for page in pages for t in page["topics"]] == whole["topics"]
