import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.errors import NotFound
from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Insight
from tests.capabilities.asking import all_insights, all_pages, answered
from tests.capabilities.conftest import TRUST

MAREN = "person:maren-tolvik"
HYDROGEN = (
    "The Osterey ferry should run on hydrogen rather than batteries, because the crossing is too"
    " long for a battery."
)
FIFTY = (
    "Batteries are the wrong choice for a ferry crossing of more than fifty kilometres, at least"
    " in this decade."
)


def about(insights: list[Insight], topic: str) -> set[str]:
    return {i.id for i in insights if topic in [edge.topic_id for edge in i.topics]}


def test_a_persons_positions_on_a_topic_are_the_most_relevant_first(sample: OpenCorpus) -> None:
    answer = answered(sample, "person_positions", person="Maren Tolvik", topic="battery")
    assert answer["subject"] == MAREN
    assert answer["topic"] == {"id": "topic:battery", "display_name": "battery"}
    assert [node["text"] for node in answer["results"]] == [FIFTY, HYDROGEN]
    assert [node["published_on"] for node in answer["results"]] == ["2024-09-24", "2021-10-14"]
    first = answer["results"][0]
    assert (first["type"], first["insight_type"]) == ("insight", "claim")
    assert (first["show_id"], first["person_id"]) == ("podcast:slow-lane", MAREN)
    assert first["citation"]["text"] == (
        "Maren Tolvik, The Slow Lane, “Silent boats, loud meetings” (2024-09-24) at 10:40"
    )


def test_a_persons_positions_in_all_are_the_most_salient_first(sample: OpenCorpus) -> None:
    answer = answered(sample, "person_positions", person=MAREN, limit=50)
    salience = [node["salience"] for node in answer["results"]]
    own = [i for i in all_insights(sample).values() if i.person_id == MAREN]
    assert answer["results"][0]["text"] == HYDROGEN
    assert salience == sorted(salience, reverse=True)
    assert {node["id"] for node in answer["results"]} == {i.id for i in own}


@settings(max_examples=30, deadline=None)
@given(limit=st.integers(1, 9), topic=st.sampled_from([None, "lorry", "quay", "charge", "tram"]))
def test_pages_of_positions_have_neither_gaps_nor_repeats(
    sample: OpenCorpus, limit: int, topic: str | None
) -> None:
    person = "person:josé-quintarelo"
    given_topic = {} if topic is None else {"topic": topic}
    pages = all_pages(sample, "person_positions", person=person, limit=limit, **given_topic)
    ids = [node["id"] for page in pages for node in page["results"]]
    own = [i for i in all_insights(sample).values() if i.person_id == person]
    expected = {i.id for i in own} if topic is None else about(own, f"topic:{topic}")
    assert len(ids) == len(set(ids))
    assert set(ids) == expected
    assert {page["page"]["total"] for page in pages} == {len(expected)}


def test_a_smoothed_text_comes_with_the_exact_words(sample: OpenCorpus) -> None:
    answer = answered(sample, "person_positions", person=MAREN, topic="heat pump")
    (node,) = answer["results"]
    assert node["text"].startswith("The substation on Cooper's Hill is full")
    assert node["quote"].startswith("But the substation on Cooper's Hill is full")


def test_related_insights_share_what_they_say_and_are_nearest_first(sample: OpenCorpus) -> None:
    insights = all_insights(sample)
    charge = next(i for i in insights.values() if "will cut lorry traffic" in i.text)
    answer = answered(sample, "related_insights", insight=charge.id, limit=100, max_tokens=25_000)
    topics = {edge.topic_id for edge in charge.topics}
    expected = {
        i.id: {edge.topic_id for edge in i.topics} & topics
        for i in insights.values()
        if i.id != charge.id
    }
    assert {n["id"]: {ref["id"] for ref in n["shared"]} for n in answer["results"]} == {
        insight: shared for insight, shared in expected.items() if shared
    }
    similarity = [node["similarity"] for node in answer["results"]]
    assert similarity == sorted(similarity, reverse=True)
    assert answer["results"][0]["text"] == (
        "The harbour charge should end after three years unless lorry traffic has fallen by at"
        " least a fifth."
    )


@settings(max_examples=20, deadline=None)
@given(limit=st.integers(1, 9))
def test_pages_of_related_insights_have_neither_gaps_nor_repeats(
    sample: OpenCorpus, limit: int
) -> None:
    insights = all_insights(sample).values()
    charge = next(i for i in insights if "will cut lorry traffic" in i.text)
    whole = answered(sample, "related_insights", insight=charge.id, limit=100, max_tokens=25_000)
    pages = all_pages(sample, "related_insights", insight=charge.id, limit=limit)
    assert [n["id"] for page in pages for n in page["results"]] == [
        n["id"] for n in whole["results"]
    ]


def test_insights_about_a_topic_have_an_edge_to_it(sample: OpenCorpus) -> None:
    answer = answered(
        sample, "insights_about_entity", entity="heat pump", limit=50, max_tokens=25_000
    )
    texts = [node["text"] for node in answer["results"]]
    assert {n["id"] for n in answer["results"]} == about(
        list(all_insights(sample).values()), "topic:heat-pump"
    )
    assert texts[0] == (
        "Our heat pump saved us 900 euros last winter compared with the oil boiler."
    )
    assert answer["results"][0]["person_id"] is None


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
@pytest.mark.parametrize("entity", ["topic:lorry", "topic:heat-pump", TRUST])
def test_pages_of_insights_about_something_have_neither_gaps_nor_repeats(
    limit: int, entity: str, altered: OpenCorpus
) -> None:
    whole = answered(altered, "insights_about_entity", entity=entity, limit=100, max_tokens=25_000)
    pages = all_pages(altered, "insights_about_entity", entity=entity, limit=limit)
    assert [n for page in pages for n in page["results"]] == whole["results"]


def test_insights_about_an_organisation_mention_it(altered: OpenCorpus) -> None:
    answer = answered(
        altered, "insights_about_entity", entity=TRUST, include_copies=True, max_tokens=25_000
    )
    expected = {i.id for i in all_insights(altered).values() if "charge" in i.text}
    assert {node["id"] for node in answer["results"]} == expected
    assert len(expected) == 5


def test_copies_are_left_out_and_counted_unless_asked_for(altered: OpenCorpus) -> None:
    jose = "José Quintarelo"
    without = answered(altered, "person_positions", person=jose, topic="lorry")
    whole = answered(altered, "person_positions", person=jose, topic="lorry", include_copies=True)
    assert (without["results"], without["coverage"]["copies_left_out"]) == ([], 3)
    assert without["coverage"]["note"] == ("all 3 stand in re-aired copies; set include_copies")
    assert (len(whole["results"]), "coverage" in whole) == (3, False)
    assert whole["results"][0]["copy_of"] == "episode:000000000000"
    anything = answered(altered, "person_positions", person=jose)
    assert (anything["page"]["total"], anything["coverage"]["copies_left_out"]) == (3, 3)
    mentions = answered(altered, "insights_about_entity", entity=TRUST)
    assert (mentions["page"]["total"], mentions["coverage"]["copies_left_out"]) == (3, 2)


def test_related_insights_are_never_copies(altered: OpenCorpus) -> None:
    charge = next(i for i in all_insights(altered).values() if "will cut lorry traffic" in i.text)
    answer = answered(altered, "related_insights", insight=charge.id)
    assert len(answer["results"]) == 3
    assert answer["coverage"]["copies_left_out"] == 3
    assert [n["shared"][0] for n in answer["results"]] == [
        {"id": TRUST, "display_name": "Harbour Trust"}
    ] * 2 + [{"id": "topic:lorry", "display_name": "lorry"}]


def test_episodes_of_a_show_are_newest_first(sample: OpenCorpus) -> None:
    answer = answered(sample, "show_episodes", podcast_id="podcast:tidewater")
    assert [(n["published_on"], n["text"]) for n in answer["results"]] == [
        ("2024-05-16", "Eight euros a lorry"),
        ("2023-02-09", "Cold hands, warm houses"),
        ("2021-10-14", "Four knots through the Narrows"),
    ]
    assert {n["type"] for n in answer["results"]} == {"episode"}
    assert [n["id"] for n in answer["results"]] == [n["episode_id"] for n in answer["results"]]
    pages = all_pages(sample, "show_episodes", show="Tidewater", limit=2)
    assert [n for page in pages for n in page["results"]] == answer["results"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("person_positions", {"person": "person:nobody-at-all"}),
        ("person_positions", {"person": MAREN, "topic": "topic:submarine-opera"}),
        ("who_said_about_topic", {"topic": "submarine opera"}),
        ("insights_about_entity", {"entity": "org:nothing-here"}),
        ("related_insights", {"insight": "insight:0000000000000000"}),
        ("explore_insights", {"person": "person:nobody-at-all"}),
        ("show_episodes", {"show": "podcast:nothing-here"}),
        ("topic_timeline", {"topic": "topic:submarine-opera"}),
        ("person_topics", {"entity": "person:nobody-at-all"}),
    ],
)
def test_an_unknown_id_or_name_is_not_found(
    tool: str, arguments: dict[str, object], sample: OpenCorpus
) -> None:
    with pytest.raises(NotFound):
        answered(sample, tool, **arguments)


def test_a_phrase_that_holds_a_topic_is_refused_with_it(sample: OpenCorpus) -> None:
    with pytest.raises(NotFound, match="nothing in this corpus is 'noisy heat pump'") as refused:
        answered(sample, "topic_timeline", topic="noisy heat pump")
    assert "heat pump (topic:heat-pump)" in refused.value.candidates


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        (
            "person_positions",
            {"person": "Hamish Quillory"},
            "Hamish Quillory is heard in 2 episodes; no insight is attributed to them",
        ),
        (
            "person_positions",
            {"person": "Hamish Quillory", "topic": "tram"},
            "Hamish Quillory is heard in 2 episodes; no insight is attributed to them",
        ),
        (
            "person_positions",
            {"person": MAREN, "topic": "tram"},
            "none of the 7 insights attributed to them is about tram",
        ),
        ("insights_about_entity", {"entity": MAREN}, "no insight mentions Maren Tolvik"),
        ("who_said_about_topic", {"topic": "topic:slow-lane"}, "no insight is about Slow Lane"),
        ("topic_timeline", {"topic": "topic:slow-lane"}, "no insight is about Slow Lane"),
        (
            "person_topics",
            {"entity": "Hamish Quillory"},
            "Hamish Quillory is heard in 2 episodes; no insight is attributed to them",
        ),
        (
            "explore_insights",
            {"person": MAREN, "insight_type": "question"},
            "no insight passes all of these filters",
        ),
    ],
)
def test_what_is_known_but_without_data_is_empty_and_says_why(
    tool: str, arguments: dict[str, object], why: str, sample: OpenCorpus
) -> None:
    answer = answered(sample, tool, **arguments)
    assert answer["coverage"]["note"] == why
    assert answer["coverage"]["searched"]
    assert answer["page"] == {"total": 0, "next_cursor": None}
    assert answer["next"]


def test_the_same_words_in_another_insight_are_not_related(
    sample_path: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    database = sqlite3.connect(catalogue)
    with database:
        both = database.execute(
            "SELECT insight_id FROM insight_topics WHERE topic_id = 'topic:turbines'"
            " ORDER BY insight_id LIMIT 2"
        ).fetchall()
        (one,), (other,) = both
        database.execute(
            "UPDATE insight_quotes SET quote_id ="
            " (SELECT quote_id FROM insight_quotes WHERE insight_id = ?) WHERE insight_id = ?",
            (one, other),
        )
    database.close()
    with OpenCorpus(corpus) as opened:
        related = answered(opened, "related_insights", insight=one)
        assert other not in [node["id"] for node in related["results"]]
        assert len(related["results"]) >= 2


@pytest.mark.parametrize(
    ("tool", "arguments", "withheld"),
    [
        ("person_positions", {"person": "Bartholomew Okonjo-Fell"}, 4),
        ("who_said_about_topic", {"topic": "lorry", "per_group": 9}, 4),
        ("insights_about_entity", {"entity": "lorry"}, 4),
        ("topic_timeline", {"topic": "lorry", "per_group": 9}, 4),
        ("explore_insights", {"person": "Bartholomew Okonjo-Fell"}, 4),
    ],
)
def test_quotes_that_no_longer_match_are_withheld_and_counted(
    tool: str, arguments: dict[str, object], withheld: int, garbled: OpenCorpus
) -> None:
    answer = answered(garbled, tool, **arguments)
    assert answer["coverage"]["withheld_quotes"] == withheld
    assert "congestion charge will cut" not in json.dumps(answer)


@pytest.fixture(scope="module")
def garbled(sample_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCorpus]:
    """The sample, with one episode's transcript no longer what its quotes were taken from."""
    corpus = tmp_path_factory.mktemp("garbled") / "corpus"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    database = sqlite3.connect(catalogue)
    with database:
        database.execute(
            "UPDATE turns SET text = replace(text, 'a', 'o') WHERE episode_id ="
            " (SELECT id FROM episodes WHERE title = 'Eight euros a lorry')"
        )
    database.close()
    with OpenCorpus(corpus) as opened:
        yield opened


def test_an_insight_that_shares_nothing_says_so(sample_path: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    database = sqlite3.connect(catalogue)
    with database:
        (insight,) = database.execute("SELECT id FROM insights ORDER BY id LIMIT 1").fetchone()
        database.execute(
            "UPDATE insights SET record = json_set(record, '$.topics', json('[]')) WHERE id = ?",
            (insight,),
        )
        database.execute("DELETE FROM insight_topics WHERE insight_id = ?", (insight,))
    database.close()
    with OpenCorpus(corpus) as opened:
        alone = answered(opened, "related_insights", insight=insight)
        assert alone["results"] == []
        assert alone["coverage"]["note"] == (
            "it has no topic and mentions no one, so it shares nothing"
        )
        assert alone["next"][0]["tool"] == "search_corpus"
