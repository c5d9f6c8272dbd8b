"""What is planted in the sample is read, attributed and kept apart as it should be."""

from pathlib import Path
from typing import Any

import pytest

from groundcast.corpus.ids import entity_id
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from tests.sample_truth import (
    RELATIONS,
    TRUTH,
    ids_of,
    insights_touching,
    person_of,
    sides,
    speaker_of,
)

Episodes = dict[str, StoredEpisode]

SPONSOR_LINES = [
    {**sponsor, "words": words} for sponsor in TRUTH["sponsors"] for words in sponsor["words"]
]
SURROUNDINGS = [
    {**around, "words": words}
    for around in TRUTH["sponsor_surroundings"]
    for words in around["words"]
]


def test_the_sample_is_as_large_and_as_various_as_it_says(sample_episodes: Episodes) -> None:
    stored = [*sample_episodes.values()]
    assert len(stored) == len(TRUTH["episodes"]) == 24
    assert len({e.episode.show_id for e in stored}) == 5
    assert sum(len(e.transcript.text.split()) for e in stored) > 20_000
    assert {e.file.source_format for e in stored} == {
        "html",
        "markdown",
        "podcast-json",
        "srt",
        "text",
        "vtt",
    }
    days = sorted(e.episode.published_on or "" for e in stored)
    assert (days[0], days[-1]) == ("2019-03-05", "2026-03-10")
    assert {e.transcript.time_source for e in stored} == {"exact", "sparse", "none"}


def test_its_page_lists_each_show_with_its_episodes_and_years(
    sample_folder: Path, sample_episodes: Episodes
) -> None:
    years: dict[str, list[str]] = {}
    for row in (sample_folder / "index.tsv").read_text("utf-8").splitlines()[1:]:
        _, _, title, guid, *_ = row.split("\t")
        years.setdefault(title, []).append((sample_episodes[guid].episode.published_on or "")[:4])
    page = (sample_folder / "README.md").read_text("utf-8")
    for title, published in years.items():
        row = f"| {title} | {len(published)} | {min(published)}–{max(published)} |"
        assert row in page


@pytest.mark.parametrize("stated", TRUTH["episodes"], ids=ids_of(TRUTH["episodes"], "guid"))
def test_each_episode_is_read_as_it_was_written(
    stated: dict[str, Any], sample_episodes: Episodes
) -> None:
    stored = sample_episodes[stated["guid"]]
    assert stored.file.source_format == stated["format"]
    assert stored.transcript.time_source == stated["time_source"]
    assert stored.episode.published_on == stated["published_on"]
    assert stored.episode.language == stated.get("language", "en")
    named = {s.name for s in stored.transcript.speakers if s.person_id is not None}
    assert named == {*stated["hosts"], *stated["guests"]}
    assert {s.name for s in stored.transcript.speakers if s.role == "host"} == {*stated["hosts"]}
    placeholders = {s.label for s in stored.transcript.speakers if s.person_id is None}
    assert placeholders == {*stated["placeholders"]}


@pytest.mark.parametrize("stated", TRUTH["episodes"], ids=ids_of(TRUTH["episodes"], "guid"))
def test_every_turn_is_whose_it_is(stated: dict[str, Any], sample_episodes: Episodes) -> None:
    transcript = sample_episodes[stated["guid"]].transcript
    names = {s.label: s.name or s.label for s in transcript.speakers}
    spoken = [
        names[turn.speaker_label] if turn.speaker_label else None
        for turn in transcript.turns
        if turn.kind in ("speech", "housekeeping")
    ]
    turns = {voice: spoken.count(voice) for voice in {*spoken}}
    assert turns.pop(None, 0) == stated.get("turns_of_unknown_voices", 0)
    assert turns == stated["turns_by_voice"]


@pytest.mark.parametrize("said", TRUTH["statements"], ids=ids_of(TRUTH["statements"], "words"))
def test_each_statement_is_its_speakers(said: dict[str, Any], sample_episodes: Episodes) -> None:
    stored = sample_episodes[said["episode"]]
    person = person_of(stored, said.get("person"))
    assert speaker_of(stored, said["words"]) == (person, "speech")


def test_no_insight_is_anyone_elses_than_who_said_it(sample_episodes: Episodes) -> None:
    found = [
        (insight.person_id, person_of(sample_episodes[said["episode"]], said.get("person")))
        for said in TRUTH["statements"]
        for insight in insights_touching(sample_episodes[said["episode"]], said["words"])
    ]
    assert len(found) >= 60
    assert [holder for holder, speaker in found if holder != speaker] == []


def test_statements_that_are_insights_are_nearly_all_of_their_type(
    sample_episodes: Episodes,
) -> None:
    found = [
        (said["insight_type"], insight.insight_type)
        for said in TRUTH["statements"]
        for insight in insights_touching(sample_episodes[said["episode"]], said["words"])
    ]
    assert {stated for stated, _ in found} == {"claim", "recommendation", "prediction"}
    assert sum(stated == given for stated, given in found) >= 0.9 * len(found)


@pytest.mark.parametrize(
    "view", TRUTH["misattributions"], ids=ids_of(TRUTH["misattributions"], "words")
)
def test_a_view_quoted_of_others_is_not_made_theirs(
    view: dict[str, Any], sample_episodes: Episodes
) -> None:
    stored = sample_episodes[view["episode"]]
    assert speaker_of(stored, view["words"])[0] == person_of(stored, view["spoken_by"])
    not_theirs = {person_of(stored, name) for name in view["not_view_of"]}
    holders = {insight.person_id for insight in insights_touching(stored, view["words"])}
    assert not holders & not_theirs
    refuted = view["refuted_by"]
    assert speaker_of(stored, refuted["words"]) == (person_of(stored, refuted["person"]), "speech")


@pytest.mark.parametrize("asked", TRUTH["housekeeping"], ids=ids_of(TRUTH["housekeeping"], "words"))
def test_a_request_to_rate_is_housekeeping_and_no_insight(
    asked: dict[str, Any], sample_episodes: Episodes
) -> None:
    stored = sample_episodes[asked["episode"]]
    speaker = entity_id("person", asked["label"])
    assert speaker_of(stored, asked["words"]) == (speaker, "housekeeping")
    assert insights_touching(stored, asked["words"]) == []


@pytest.mark.parametrize("read", SPONSOR_LINES, ids=ids_of(SPONSOR_LINES, "words"))
def test_a_line_of_a_sponsor_is_no_insight(read: dict[str, Any], sample_episodes: Episodes) -> None:
    stored = sample_episodes[read["episode"]]
    hosts = {s.name for s in stored.transcript.speakers if s.role == "host"}
    reader = entity_id("person", read["label"]) if read["label"] in hosts else None
    assert speaker_of(stored, read["words"]) == (reader, "sponsor")
    assert insights_touching(stored, read["words"]) == []


@pytest.mark.parametrize("around", SURROUNDINGS, ids=ids_of(SURROUNDINGS, "words"))
def test_what_is_said_around_a_sponsors_words_is_speech(
    around: dict[str, Any], sample_episodes: Episodes
) -> None:
    spoken = speaker_of(sample_episodes[around["episode"]], around["words"])
    assert spoken == (entity_id("person", around["label"]), "speech")


@pytest.mark.parametrize(
    "injection", TRUTH["injections"], ids=ids_of(TRUTH["injections"], "episode")
)
def test_an_instruction_in_the_talk_is_nobodys_insight(
    injection: dict[str, Any], sample_episodes: Episodes
) -> None:
    stored = sample_episodes[injection["episode"]]
    assert speaker_of(stored, injection["words"])[0] == entity_id("person", injection["label"])
    assert insights_touching(stored, injection["words"]) == []


@pytest.mark.parametrize("kind", [*RELATIONS, "other_disagreements", "near_misses"])
def test_both_sides_of_a_relation_stand_where_they_are_said_to(
    kind: str, sample_episodes: Episodes
) -> None:
    for side in sides(kind):
        stored = sample_episodes[side["episode"]]
        person = person_of(stored, side["person"])
        assert speaker_of(stored, side["words"]) == (person, "speech")


@pytest.mark.parametrize("turned", TRUTH["reversals"], ids=ids_of(TRUTH["reversals"], "person"))
def test_a_change_of_mind_is_told_in_the_later_episode(
    turned: dict[str, Any], sample_episodes: Episodes
) -> None:
    before, after, marker = turned["before"], turned["after"], turned["marker"]
    for side in (before, after):
        published_on = sample_episodes[side["episode"]].episode.published_on
        assert published_on == side["published_on"]
    assert before["published_on"] < after["published_on"]
    spoken = speaker_of(sample_episodes[marker["episode"]], marker["words"])
    assert (spoken, marker["episode"]) == (
        (entity_id("person", turned["person"]), "speech"),
        after["episode"],
    )


@pytest.mark.xfail(strict=True, reason="the few insights of an episode leave some statements out")
@pytest.mark.parametrize("kind", RELATIONS)
def test_every_side_of_a_relation_is_an_insight(kind: str, sample_episodes: Episodes) -> None:
    lost = [
        side["words"]
        for side in sides(kind)
        if not insights_touching(sample_episodes[side["episode"]], side["words"])
    ]
    assert lost == []


def test_more_than_half_of_what_is_related_is_an_insight(sample_episodes: Episodes) -> None:
    found = [
        bool(insights_touching(sample_episodes[side["episode"]], side["words"]))
        for kind in RELATIONS
        for side in sides(kind)
    ]
    assert (len(found), sum(found)) == (28, 17)


COMPARED = [(kind, pair) for kind in RELATIONS for pair in TRUTH[kind]]


def related(
    sample_path: Path, episodes: Episodes, a: dict[str, Any], b: dict[str, Any]
) -> set[str]:
    """The types of the edges between two statements' insights."""
    ends = [
        {insight.id for insight in insights_touching(episodes[side["episode"]], side["words"])}
        for side in (a, b)
    ]
    return {
        edge.type
        for edge in TruthFiles(sample_path).relations().edges
        if (edge.from_id in ends[0] and edge.to_id in ends[1])
        or (edge.from_id in ends[1] and edge.to_id in ends[0])
    }


@pytest.mark.parametrize(
    ("kind", "pair"),
    COMPARED,
    ids=[pair.get("proposition", pair.get("measured"))[:40] for _, pair in COMPARED],
)
def test_what_agrees_or_conflicts_is_joined(
    kind: str, pair: dict[str, Any], sample_path: Path, sample_episodes: Episodes
) -> None:
    first, second = ("before", "after") if kind == "reversals" else ("a", "b")
    for side in (pair[first], pair[second]):
        if not insights_touching(sample_episodes[side["episode"]], side["words"]):
            pytest.xfail("a side of it is no insight, and only insights are joined")
    wanted = {"AGREES_WITH"} if kind == "agreements" else {"CONTRADICTS"}
    assert related(sample_path, sample_episodes, pair[first], pair[second]) == wanted


def test_what_is_near_and_does_not_conflict_is_not_joined(
    sample_path: Path, sample_episodes: Episodes
) -> None:
    compared = {edge.type for edge in TruthFiles(sample_path).relations().edges}
    assert "CONTRADICTS" in compared
    for pair in TRUTH["near_misses"]:
        assert related(sample_path, sample_episodes, pair["a"], pair["b"]) == set()


def test_a_rising_topic_is_spoken_of_in_its_months_and_in_no_other_episode(
    sample_episodes: Episodes,
) -> None:
    rising = TRUTH["rising_topic"]
    for said in rising["mentions"]:
        stored = sample_episodes[said["episode"]]
        spoken = speaker_of(stored, said["words"])
        assert spoken == (entity_id("person", said["person"]), "speech")
        assert stored.episode.published_on == said["published_on"]
    speaking = {
        guid
        for guid, e in sample_episodes.items()
        if rising["topic"] in e.transcript.text.casefold()
    }
    assert speaking == {said["episode"] for said in rising["mentions"]}
