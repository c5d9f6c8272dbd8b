import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_insights, all_pages, answered
from tests.capabilities.conftest import BARTHOLOMEW, EUROS, JOSE


def test_a_topics_timeline_runs_from_the_oldest_episode(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "topic_timeline", topic="lorry")
    assert [
        (e["published_on"], e["title"], e["show_title"], e["insights_on_topic"])
        for e in answer["timeline"]
    ] == [
        ("2024-05-16", "Eight euros", "Tidewater", 3),
        ("2024-09-24", "Silent boats", "The Slow Lane", 3),
    ]
    first = answer["timeline"][0]
    assert first["summary"] == "A charge on the quay."
    assert [i["text"] for i in first["insights"]] == [
        "A town should count its lorries first.",
        "A charge will cut lorry traffic by a third.",
    ]
    assert first["insights"][0]["speaker"] == "Bartholomew Okonjo-Fell"
    assert first["insights"][0]["where"] == "turn 2"


def test_an_episode_that_touches_a_topic_gives_only_the_insights_about_it(
    harbour: OpenCorpus,
) -> None:
    answer = answered(harbour, "topic_timeline", topic="charge", per_group=20, until="2024-06")
    (episode,) = answer["timeline"]
    assert [i["text"] for i in episode["insights"]] == [
        "The charge is eight euros.",
        "A charge will cut lorry traffic by a third.",
    ]


def test_a_long_summary_is_cut_at_a_sentence_and_marked(harbour: OpenCorpus) -> None:
    first = answered(harbour, "topic_timeline", topic="ferry")["timeline"][0]
    assert first["summary"].endswith("On a ferry.")
    assert len(first["summary"]) <= 300
    assert first["cut"] is True


def test_each_insight_has_the_sentiment_of_its_own_words(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "topic_timeline", topic="lorry", per_group=5, until="2024-06")
    (episode,) = answer["timeline"]
    assert [i["sentiment"] for i in episode["insights"]] == [
        {"label": "neutral", "compound": 0.0},
        {"label": "negative", "compound": -0.2732},
        {"label": "negative", "compound": -0.4767},
    ]


def test_another_language_than_english_has_no_sentiment(harbour: OpenCorpus) -> None:
    last = answered(harbour, "topic_timeline", topic="ferry")["timeline"][-1]
    assert [i["text"] for i in last["insights"]] == ["Fergen er en fin båt."]
    assert last["insights"][0]["sentiment"] is None


def test_a_range_keeps_both_of_its_ends(harbour: OpenCorpus) -> None:
    def days(**dates: str) -> list[str]:
        answer = answered(harbour, "topic_timeline", topic="ferry", **dates)
        return [episode["published_on"] for episode in answer["timeline"]]

    assert days() == ["2021-10-14", "2024-09-24", None]
    assert days(since="2021-10-14") == ["2021-10-14", "2024-09-24"]
    assert days(until="2021-10-14") == ["2021-10-14"]
    assert days(since="2021-10-15", until="2024-09") == ["2024-09-24"]
    with pytest.raises(InvalidArgument, match="is after until"):
        days(since="2025", until="2024")


def test_an_empty_range_says_that_others_have_something(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "topic_timeline", topic="ferry", since="2026")
    assert answer["timeline"] == []
    assert answer["coverage"] == {
        "searched": "the 3 episodes with insights about ferry",
        "note": "none of the episodes with insights about ferry is dated in this range",
        "undated_left_out": 1,
    }


def test_undated_episodes_are_counted(harbour: OpenCorpus) -> None:
    assert answered(harbour, "topic_timeline", topic="ferry")["undated"] == 1
    assert "undated" not in answered(harbour, "topic_timeline", topic="ferry", since="2020")


def test_a_timeline_leaves_copies_out_and_counts_them(harbour: OpenCorpus) -> None:
    without = answered(harbour, "topic_timeline", topic="lorry")
    assert without["coverage"]["copies_left_out"] == 1
    whole = answered(harbour, "topic_timeline", topic="lorry", include_copies=True)
    assert [e.get("copy_of") for e in whole["timeline"]] == [None, None, EUROS.id]


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


def test_a_persons_topics_are_ranked_by_their_insights(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_topics", entity="José Quintarelo")
    assert answer["topics"] == [
        {
            "id": "topic:lorry",
            "display_name": "lorry",
            "insights": 3,
            "episodes": 1,
            "first_on": "2024-09-24",
            "last_on": "2024-09-24",
        },
        {
            "id": "topic:charge",
            "display_name": "charge",
            "insights": 2,
            "episodes": 1,
            "first_on": "2024-09-24",
            "last_on": "2024-09-24",
        },
    ]
    assert answer["next"][0]["arguments"] == {"person": JOSE, "topic": "topic:lorry"}


def test_a_persons_topics_do_not_count_copies(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_topics", person=BARTHOLOMEW)
    assert [(t["id"], t["insights"]) for t in answer["topics"]] == [
        ("topic:lorry", 3),
        ("topic:charge", 1),
    ]
    assert answer["coverage"]["copies_left_out"] == 1


@pytest.mark.parametrize("limit", [1, 2, 4, 5])
def test_pages_of_topics_have_neither_gaps_nor_repeats(limit: int, sample: OpenCorpus) -> None:
    whole = answered(sample, "person_topics", entity="Maren Tolvik", limit=100)
    pages = all_pages(sample, "person_topics", entity="Maren Tolvik", limit=limit)
    assert [t for page in pages for t in page["topics"]] == whole["topics"]
