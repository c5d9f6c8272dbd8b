import pytest

from groundcast.errors import InvalidArgument
from groundcast.knowledge.opened import OpenCorpus
from tests.capabilities.asking import all_insights, all_pages, answered
from tests.capabilities.conftest import BARTHOLOMEW, JOSE


def test_topics_are_ranked_by_how_much_faster_they_are_told_of(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "corpus_trending", as_of="2024-05")
    assert answer["as_of"] == "2024-05-31"
    assert [(t["id"], t["total"], t["heating"]) for t in answer["trending"]] == [
        ("topic:lorry", 3, True),
        ("topic:charge", 2, False),
    ]
    assert answer["trending"][0]["sparkline"] == [0] * 10 + [3, 0, 0]
    assert answer["undated"] == 1


def test_the_default_date_is_the_newest_episodes_and_copies_do_not_count(
    harbour: OpenCorpus,
) -> None:
    answer = answered(harbour, "corpus_trending", horizon="month")
    assert answer["as_of"] == "2024-12-01"
    assert answer["trending"] == []
    assert answer["coverage"]["note"] == "no topic has an insight in that time"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("person", {BARTHOLOMEW: 3}),
        ("show", {"podcast:tidewater": 6}),
        ("org", {}),
    ],
)
def test_people_count_by_what_they_state_and_shows_by_all_in_them(
    kind: str, expected: dict[str, int], harbour: OpenCorpus
) -> None:
    answer = answered(harbour, "corpus_trending", kind=kind, as_of="2024-05-16", horizon="week")
    assert {t["id"]: t["total"] for t in answer["trending"]} == expected


@pytest.mark.parametrize("kind", ["episode", "insight", "cluster", "storyline"])
def test_what_is_not_assessed_is_said_so(kind: str, harbour: OpenCorpus) -> None:
    answer = answered(harbour, "corpus_trending", kind=kind)
    assert (answer["assessed"], answer["trending"]) == (False, [])
    assert answer["coverage"]["note"].startswith("not assessed: ")


def test_a_day_that_is_none_is_refused_by_its_name(harbour: OpenCorpus) -> None:
    with pytest.raises(InvalidArgument, match="as_of"):
        answered(harbour, "corpus_trending", as_of="2024-13")


def test_topics_with_the_most_voices_come_first(harbour: OpenCorpus) -> None:
    answer = answered(harbour, "topic_perspective_leaders")
    assert [(t["id"], t["people"], t["insights"], t["shows"]) for t in answer["topics"]] == [
        ("topic:lorry", 2, 6, 2),
        ("topic:charge", 2, 3, 2),
        ("topic:ferry", 1, 4, 2),
    ]


def test_people_are_ranked_by_their_grounded_insights(sample: OpenCorpus) -> None:
    pages = all_pages(sample, "top_people", limit=5)
    stated = [i.person_id for i in all_insights(sample).values() if i.grounded and i.person_id]
    served = {person["id"]: person["insights"] for page in pages for person in page["people"]}
    assert served == {person: stated.count(person) for person in stated}
    assert list(served.values()) == sorted(served.values(), reverse=True)


def test_a_roster_says_who_talks_how_much_and_what_nobody_is_known_to_say(
    harbour: OpenCorpus,
) -> None:
    answer = answered(harbour, "episode_speaker_roster", episode="tidewater/eight-euros")
    assert [(v["person_id"], v["turns"], v["words"]) for v in answer["voices"]] == [
        (BARTHOLOMEW, 3, 23),
        (None, 1, 5),
    ]
    assert answer["words"] == 28
    assert answer["unattributed_share"] == round(5 / 28, 4)
    assert sum(voice["word_share"] for voice in answer["voices"]) == pytest.approx(1, abs=1e-3)
    assert answer["next"][0]["arguments"] == {"person": BARTHOLOMEW}
    assert JOSE not in {voice["person_id"] for voice in answer["voices"]}
