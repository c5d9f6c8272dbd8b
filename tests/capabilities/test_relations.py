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
from tests.capabilities.conftest import (
    BARTHOLOMEW,
    BOATS,
    CUT,
    EDVARD,
    EUROS,
    JOSE,
    MAREN,
    TRUST,
    ZOE,
)


def texts(answer: dict[str, list[dict[str, object]]]) -> list[object]:
    return [node["text"] for node in answer["results"]]


def id_of(corpus: OpenCorpus, text: str, episode: str = "") -> str:
    insights = all_insights(corpus).values()
    return next(i.id for i in insights if i.text == text and i.episode_id.startswith(episode))


def test_a_persons_positions_on_a_topic_are_the_most_relevant_first(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_positions", person="Maren Tolvik", topic="ferry")
    assert (answer["subject"], answer["subject_name"]) == (MAREN, "Maren Tolvik")
    assert answer["topic"] == {"id": "topic:ferry", "display_name": "ferry"}
    assert texts(answer) == [
        "The Osterey ferry should run on batteries.",
        "The Osterey ferry should run on hydrogen.",
        "Fergen er en fin båt.",
        "The Harbour Trust owns the berth, as Edvard Nystrøm-Hale says.",
    ]
    first = answer["results"][0]
    assert {name: first[name] for name in ("type", "show_id", "episode_id", "person_id")} == {
        "type": "insight",
        "show_id": "podcast:slow-lane",
        "episode_id": BOATS.id,
        "person_id": MAREN,
    }
    assert first["published_on"] == "2024-09-24"
    assert first["citation"]["text"] == (
        "Maren Tolvik, The Slow Lane, “Silent boats” (2024-09-24) turn 2"
    )


def test_a_persons_positions_in_all_are_the_most_salient_first(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_positions", person=MAREN)
    assert [node["salience"] for node in answer["results"]] == [1.0, 0.95, 0.4, 0.1]
    assert "topic" not in answer


def test_of_equally_weighty_insights_the_nearest_in_meaning_is_first(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_positions", person=JOSE, topic="lorry")
    assert texts(answer) == [
        "A charge leaves lorry traffic alone.",
        "A charge will not cut lorry traffic.",
        "In 2027 there will be as many lorries as today.",
    ]


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


def about(insights: list[Insight], topic: str) -> set[str]:
    return {i.id for i in insights if topic in [edge.topic_id for edge in i.topics]}


def test_a_smoothed_text_comes_with_the_exact_words(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "person_positions", person=BARTHOLOMEW, topic="lorry")
    smoothed = answer["results"][-1]
    assert smoothed["text"] == "The terrible lorries wait for hours."
    assert smoothed["quote"] == "So the terrible lorries wait for hours."
    assert "quote" not in answer["results"][0]


def test_related_insights_are_nearest_first_and_say_what_is_shared(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "related_insights", insight=id_of(harbour, CUT, EUROS.id))
    lorry = {"id": "topic:lorry", "display_name": "lorry"}
    charge = {"id": "topic:charge", "display_name": "charge"}
    assert answer["text"] == CUT
    assert texts(answer)[0] == "A charge will not cut lorry traffic."
    assert {n["text"]: n["shared"] for n in answer["results"]} == {
        "A charge will not cut lorry traffic.": [charge, lorry],
        "A charge leaves lorry traffic alone.": [charge, lorry],
        "A town should count its lorries first.": [lorry],
        "The terrible lorries wait for hours.": [lorry],
        "In 2027 there will be as many lorries as today.": [lorry],
        "The charge is eight euros.": [charge],
    }
    similarity = [node["similarity"] for node in answer["results"]]
    assert similarity == sorted(similarity, reverse=True)
    assert answer["coverage"]["copies_left_out"] == 1


def test_the_same_words_in_another_insight_are_not_related(harbour: OpenCorpus) -> None:
    insight = id_of(harbour, "A charge will not cut lorry traffic.")
    answer = answered(harbour, "related_insights", insight=insight)
    assert "A charge leaves lorry traffic alone." not in texts(answer)
    mentioned = next(n for n in answer["results"] if n["text"].startswith("The Harbour Trust owns"))
    assert mentioned["shared"] == [{"id": TRUST, "display_name": "Harbour Trust"}]


@settings(max_examples=20, deadline=None)
@given(limit=st.integers(1, 9), seed=st.integers(0, 100))
def test_related_insights_are_all_that_share_anything_each_on_one_page(
    sample: OpenCorpus, limit: int, seed: int
) -> None:
    insights = all_insights(sample)
    one = insights[sorted(insights)[seed % len(insights)]]
    topics = {edge.topic_id for edge in one.topics}
    expected = {
        i.id: topics & {edge.topic_id for edge in i.topics}
        for i in insights.values()
        if i.id != one.id
    }
    pages = all_pages(sample, "related_insights", insight=one.id, limit=limit)
    found = [node for page in pages for node in page["results"]]
    assert len(found) == len({node["id"] for node in found})
    assert {n["id"]: {ref["id"] for ref in n["shared"]} for n in found} == {
        insight: shared for insight, shared in expected.items() if shared
    }


def test_an_insight_that_shares_nothing_says_so(harbour_path: Path, tmp_path: Path) -> None:
    corpus = changed(
        harbour_path, tmp_path / "c",
        "UPDATE insights SET record = json_set(record, '$.topics', json('[]'))",
        "DELETE FROM insight_topics",
    )  # fmt: skip
    with OpenCorpus(corpus) as opened:
        alone = answered(opened, "related_insights", insight=id_of(opened, CUT, EUROS.id))
    assert alone["results"] == []
    assert alone["coverage"]["note"] == "it has no topic and mentions no one, so it shares nothing"
    assert alone["next"][0]["tool"] == "search_corpus"


def test_insights_about_a_topic_have_an_edge_to_it(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "insights_about_entity", entity="charge")
    assert texts(answer) == [
        "The charge is eight euros.",
        CUT,
        "A charge will not cut lorry traffic.",
        "A charge leaves lorry traffic alone.",
    ]
    assert answer["results"][0]["person_id"] is None


def test_insights_about_a_person_or_organisation_mention_it(harbour: OpenCorpus) -> None:
    trust = answered(harbour, "insights_about_entity", entity="Harbour Trust")
    assert [node["salience"] for node in trust["results"]] == [0.8, 0.8, 0.4]
    edvard = answered(harbour, "insights_about_entity", entity=EDVARD)
    assert texts(edvard) == ["The Harbour Trust owns the berth, as Edvard Nystrøm-Hale says."]


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
@pytest.mark.parametrize("entity", ["topic:lorry", "topic:charge", TRUST])
def test_pages_of_insights_about_something_have_neither_gaps_nor_repeats(
    limit: int, entity: str, harbour: OpenCorpus
) -> None:
    whole = answered(harbour, "insights_about_entity", entity=entity, max_tokens=25_000)
    pages = all_pages(harbour, "insights_about_entity", entity=entity, limit=limit)
    assert [n for page in pages for n in page["results"]] == whole["results"]


def test_copies_are_left_out_and_counted_unless_asked_for(harbour: OpenCorpus) -> None:
    def asked(tool: str, **arguments: object) -> tuple[int, int]:
        answer = answered(harbour, tool, **arguments)
        return answer["page"]["total"], answer.get("coverage", {}).get("copies_left_out", 0)

    assert asked("person_positions", person=BARTHOLOMEW) == (3, 1)
    assert asked("person_positions", person=BARTHOLOMEW, include_copies=True) == (4, 0)
    assert asked("person_positions", person=BARTHOLOMEW, topic="lorry") == (3, 1)
    assert asked("insights_about_entity", entity="topic:charge") == (4, 1)
    assert asked("insights_about_entity", entity="topic:charge", include_copies=True) == (5, 0)
    whole = answered(harbour, "insights_about_entity", entity="charge", include_copies=True)
    assert [n.get("copy_of") for n in whole["results"] if n["text"] == CUT].count(EUROS.id) == 1


def test_where_there_are_only_copies_the_answer_says_how_to_get_them(
    harbour_path: Path, tmp_path: Path
) -> None:
    corpus = changed(harbour_path, tmp_path / "c", "UPDATE insights SET is_copy = 1")
    for tool, arguments in (
        ("person_positions", {"person": BARTHOLOMEW}),
        ("person_positions", {"person": BARTHOLOMEW, "topic": "lorry"}),
    ):
        with OpenCorpus(corpus) as opened:
            answer = answered(opened, tool, **arguments)
        assert answer["coverage"]["note"] == "all 4 stand in re-aired copies; set include_copies"


def test_episodes_of_a_show_are_newest_first_undated_ones_last(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "show_episodes", podcast_id="podcast:tidewater")
    assert [(n["published_on"], n["text"], n["insights"]) for n in answer["results"]] == [
        ("2024-05-16", "Eight euros", 4),
        ("2023-02-09", "Post bag", 0),
        ("2021-10-14", "Four knots", 2),
        (None, "Fergen", 1),
    ]
    assert {n["type"] for n in answer["results"]} == {"episode"}
    assert [n["id"] for n in answer["results"]] == [n["episode_id"] for n in answer["results"]]
    pages = all_pages(harbour, "show_episodes", show="Tidewater", limit=3)
    assert [n for page in pages for n in page["results"]] == answer["results"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("person_positions", {"person": "person:nobody-at-all"}),
        ("person_positions", {"person": MAREN, "topic": "topic:submarine-opera"}),
        ("who_said_about_topic", {"topic": "submarine opera"}),
        ("insights_about_entity", {"entity": "org:nothing-here"}),
        ("related_insights", {"insight": "insight:0000000000000000"}),
        ("related_insights", {"insight": "no id at all"}),
        ("explore_insights", {"person": "person:nobody-at-all"}),
        ("show_episodes", {"show": "podcast:nothing-here"}),
        ("topic_timeline", {"topic": "topic:submarine-opera"}),
        ("person_topics", {"entity": "person:nobody-at-all"}),
    ],
)
def test_an_unknown_id_or_name_is_not_found(
    tool: str, arguments: dict[str, object], harbour: OpenCorpus
) -> None:
    with pytest.raises(NotFound):
        answered(harbour, tool, **arguments)


def test_a_phrase_that_holds_a_topic_is_refused_with_it(harbour: OpenCorpus) -> None:
    with pytest.raises(NotFound, match="nothing in this corpus is 'osterey ferry'") as refused:
        answered(harbour, "topic_timeline", topic="osterey ferry")
    assert refused.value.candidates == ("ferry (topic:ferry)",)


NO_ZOE = (
    "1 of the 2 episodes Zoë Åkervind is heard in were not assessed for insights, and the others"
    " hold none of theirs"
)


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("person_positions", {"person": ZOE}, NO_ZOE),
        ("person_positions", {"person": ZOE, "topic": "tram"}, NO_ZOE),
        ("person_topics", {"entity": ZOE}, NO_ZOE),
        (
            "person_positions",
            {"person": EDVARD},
            "Edvard Nystrøm-Hale is named in this corpus but heard in none of its episodes;"
            " insights that mention them: 1",
        ),
        (
            "person_positions",
            {"person": MAREN, "topic": "tram"},
            "none of the 4 insights attributed to them is about tram",
        ),
        ("insights_about_entity", {"entity": MAREN}, "no insight mentions Maren Tolvik"),
        ("insights_about_entity", {"entity": "topic:tram"}, "no insight is about tram"),
        ("who_said_about_topic", {"topic": "tram"}, "no insight is about tram"),
        ("topic_timeline", {"topic": "tram"}, "no insight is about tram"),
        (
            "explore_insights",
            {"person": MAREN, "insight_type": "question"},
            "no insight passes all of these filters",
        ),
    ],
)
def test_what_is_known_but_without_data_is_empty_and_says_why(
    tool: str, arguments: dict[str, object], why: str, harbour: OpenCorpus
) -> None:
    answer = answered(harbour, tool, **arguments)
    assert answer["coverage"]["note"] == why
    assert answer["coverage"]["searched"]
    assert answer["page"] == {"total": 0, "next_cursor": None}
    assert answer["next"]


@pytest.mark.parametrize(
    ("tool", "arguments", "withheld"),
    [
        ("person_positions", {"person": BARTHOLOMEW}, 3),
        ("who_said_about_topic", {"topic": "lorry", "per_group": 9}, 3),
        ("insights_about_entity", {"entity": "lorry"}, 3),
        ("topic_timeline", {"topic": "lorry", "per_group": 9}, 3),
        ("explore_insights", {"topic": "charge"}, 2),
        ("related_insights", {}, 4),
    ],
)
def test_quotes_that_no_longer_match_are_withheld_and_counted(
    tool: str, arguments: dict[str, object], withheld: int, garbled: OpenCorpus
) -> None:
    if tool == "related_insights":
        arguments = {"insight": id_of(garbled, "A charge will not cut lorry traffic.")}
    answer = answered(garbled, tool, **arguments)
    assert answer["coverage"]["withheld_quotes"] == withheld
    assert CUT not in json.dumps(answer)


@pytest.fixture(scope="module")
def garbled(harbour_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCorpus]:
    """One episode's transcript is no longer what its quotes were taken from."""
    corpus = changed(
        harbour_path,
        tmp_path_factory.mktemp("garbled") / "corpus",
        f"UPDATE turns SET text = replace(text, 'r', 'x') WHERE episode_id = '{EUROS.id}'",
    )
    with OpenCorpus(corpus) as opened:
        yield opened


def changed(corpus: Path, to: Path, *statements: str) -> Path:
    """A copy of a corpus whose index was changed by SQL."""
    shutil.copytree(corpus, to)
    (catalogue,) = to.glob("index/*/catalogue.sqlite")
    database = sqlite3.connect(catalogue)
    with database:
        for statement in statements:
            database.execute(statement)
    database.close()
    return to
