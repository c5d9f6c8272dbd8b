from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_insights, all_pages, answered

BARTHOLOMEW, JOSE = "person:bartholomew-okonjo-fell", "person:josé-quintarelo"


def test_a_topic_is_grouped_by_who_speaks_about_it(sample: OpenCorpus) -> None:
    answer = answered(sample, "who_said_about_topic", topic="lorry", per_group=2)
    assert list(answer["groups"]) == [BARTHOLOMEW, JOSE]
    assert [len(nodes) for nodes in answer["groups"].values()] == [2, 2]
    assert answer["people"] == {
        BARTHOLOMEW: {
            "label": "Bartholomew Okonjo-Fell",
            "insights": 4,
            "episodes": 1,
            "first_on": "2024-05-16",
            "last_on": "2024-05-16",
        },
        JOSE: {
            "label": "José Quintarelo",
            "insights": 3,
            "episodes": 1,
            "first_on": "2024-09-24",
            "last_on": "2024-09-24",
        },
    }
    assert answer["groups"][JOSE][0]["text"] == (
        "In January 2027 there will be as many lorries on the Marrowick quay as there are today."
    )
    assert answer["unattributed"] == 0


def test_what_has_no_known_speaker_is_counted(sample: OpenCorpus) -> None:
    answer = answered(sample, "who_said_about_topic", topic="heat pump", per_group=20)
    assert answer["unattributed"] == 1
    assert sum(head["insights"] for head in answer["people"].values()) == 5
    assert all(node["person_id"] == p for p, nodes in answer["groups"].items() for node in nodes)


def test_k_means_per_group_and_top_k_the_number_of_groups(sample: OpenCorpus) -> None:
    answer = answered(sample, "who_said_about_topic", topic_id="topic:lorry", k=1, top_k=1)
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


def test_copies_are_in_no_group_unless_asked_for(altered: OpenCorpus) -> None:
    without = answered(altered, "who_said_about_topic", topic="lorry")
    assert list(without["groups"]) == [BARTHOLOMEW]
    assert without["coverage"]["copies_left_out"] == 3
    whole = answered(altered, "who_said_about_topic", topic="lorry", include_copies=True)
    assert list(whole["groups"]) == [BARTHOLOMEW, JOSE]
