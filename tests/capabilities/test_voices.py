from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_insights, all_pages, answered
from tests.capabilities.conftest import BARTHOLOMEW, JOSE


def test_a_topic_is_grouped_by_who_speaks_about_it(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "who_said_about_topic", topic="lorry", per_group=2)
    assert {p: [n["text"] for n in nodes] for p, nodes in answer["groups"].items()} == {
        BARTHOLOMEW: [
            "A town should count its lorries first.",
            "A charge will cut lorry traffic by a third.",
        ],
        JOSE: ["A charge leaves lorry traffic alone.", "A charge will not cut lorry traffic."],
    }
    assert list(answer["groups"]) == [BARTHOLOMEW, JOSE]
    assert answer["people"][JOSE] == {
        "label": "José Quintarelo",
        "insights": 3,
        "episodes": 1,
        "first_on": "2024-09-24",
        "last_on": "2024-09-24",
    }
    assert answer["unattributed"] == 0


def test_what_has_no_known_speaker_is_counted(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "who_said_about_topic", topic="charge")
    assert answer["unattributed"] == 1
    assert [head["insights"] for head in answer["people"].values()] == [2, 1]
    assert all(node["person_id"] == p for p, nodes in answer["groups"].items() for node in nodes)


def test_k_means_per_group_and_top_k_the_number_of_groups(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "who_said_about_topic", topic_id="topic:lorry", k=1, top_k=1)
    assert {person: len(nodes) for person, nodes in answer["groups"].items()} == {BARTHOLOMEW: 1}
    assert list(answer["people"]) == [BARTHOLOMEW]
    assert answer["page"]["total"] == 2


@settings(max_examples=20, deadline=None)
@given(
    limit=st.integers(1, 5),
    per_group=st.integers(1, 6),
    max_tokens=st.sampled_from([1_200, 2_500, 25_000]),
    topic=st.sampled_from(["lorry", "heat pump", "quay", "kilometres", "zone"]),
)
def test_every_speaker_is_on_one_page(
    sample: OpenCorpus, limit: int, per_group: int, max_tokens: int, topic: str
) -> None:
    pages = all_pages(
        sample, "who_said_about_topic", topic=topic, limit=limit, per_group=per_group,
        max_tokens=max_tokens,
    )  # fmt: skip
    topic_id = pages[0]["subject"]
    said = [
        insight.person_id
        for insight in all_insights(sample).values()
        if topic_id in [edge.topic_id for edge in insight.topics]
    ]
    people = [person for page in pages for person in page["groups"]]
    assert len(people) == len(set(people))
    assert set(people) == set(said) - {None}
    assert all(list(page["people"]) == list(page["groups"]) for page in pages)
    counts = {p: head["insights"] for page in pages for p, head in page["people"].items()}
    assert counts == {person: said.count(person) for person in people}


def test_copies_do_not_count_unless_asked_for(harbour: OpenCorpus) -> None:
    without = answered(harbour, "who_said_about_topic", topic="lorry")
    assert without["people"][BARTHOLOMEW]["insights"] == 3
    assert without["coverage"]["copies_left_out"] == 1
    whole = answered(harbour, "who_said_about_topic", topic="lorry", include_copies=True)
    assert whole["people"][BARTHOLOMEW]["insights"] == 4
    assert whole["people"][BARTHOLOMEW]["last_on"] == "2024-12-01"
