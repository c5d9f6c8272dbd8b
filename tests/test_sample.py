"""What is planted in the sample is found, attributed and kept apart as it should be."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from groundcast.capabilities import CAPABILITIES
from groundcast.corpus.ids import entity_id
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.knowledge.opened import OpenCorpus

TRUTH: dict[str, Any] = tomllib.loads(
    (Path(__file__).resolve().parent.parent / "sample" / "truth.toml").read_text("utf-8")
)
SPONSOR_LINES = [
    {**sponsor, "words": words} for sponsor in TRUTH["sponsors"] for words in sponsor["words"]
]
SURROUNDINGS = [
    {**around, "words": words}
    for around in TRUTH["sponsor_surroundings"]
    for words in around["words"]
]
ABSENT_TOPICS = [asked for asked in TRUTH["absent_questions"] if asked["kind"] == "topic"]


def ids_of(items: list[dict[str, Any]], key: str) -> list[str]:
    return [str(item[key])[:40] for item in items]


def insights_touching(episode: StoredEpisode, words: str) -> list[str]:
    """Insights that hold the words, or of which a quote touches where they stand."""
    assert episode.knowledge is not None
    (start,) = [m.start() for m in re.finditer(re.escape(words), episode.transcript.text)]
    end = start + len(words)
    touching = {q.id for q in episode.knowledge.quotes if q.char_start < end and q.char_end > start}
    return [
        insight.text
        for insight in episode.knowledge.insights
        if words in insight.text or touching & {*insight.quote_ids}
    ]


@pytest.fixture(scope="module")
def episodes(sample_path: Path) -> dict[str, StoredEpisode]:
    truth = TruthFiles(sample_path)
    stored = [truth.read_episode(folder) for folder in truth.episode_folders()]
    return {episode.episode.guid: episode for episode in stored}


def speaker_of(episode: StoredEpisode, words: str) -> tuple[str | None, str]:
    """Who says words that stand in exactly one turn, and the kind of that turn."""
    (turn,) = [t for t in episode.transcript.turns if words in episode.transcript.turn_text(t)]
    return turn.person_id, turn.kind


@pytest.mark.parametrize("stated", TRUTH["episodes"], ids=ids_of(TRUTH["episodes"], "guid"))
def test_each_episode_is_read_as_it_was_written(
    stated: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    stored = episodes[stated["guid"]]
    assert stored.file.source_format == stated["format"]
    assert stored.transcript.time_source == stated["time_source"]
    assert stored.episode.published_on == stated["published_on"]
    named = {s.name for s in stored.transcript.speakers if s.person_id is not None}
    assert named == {*stated["hosts"], *stated["guests"]}
    assert {s.name for s in stored.transcript.speakers if s.role == "host"} == {*stated["hosts"]}
    placeholders = {s.label for s in stored.transcript.speakers if s.person_id is None}
    assert placeholders == {*stated["placeholders"]}


@pytest.mark.parametrize("said", TRUTH["statements"], ids=ids_of(TRUTH["statements"], "words"))
def test_each_statement_is_its_speakers(
    said: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    person, kind = speaker_of(episodes[said["episode"]], said["words"])
    assert person == (entity_id("person", said["person"]) if said.get("person") else None)
    assert kind == "speech"


def test_no_insight_is_anyone_elses_than_who_said_it(
    episodes: dict[str, StoredEpisode],
) -> None:
    said = {(s["episode"], s["words"]): s.get("person") for s in TRUTH["statements"]}
    checked = 0
    for guid, stored in episodes.items():
        assert stored.knowledge is not None
        for insight in stored.knowledge.insights:
            for (episode, words), person in said.items():
                if episode == guid and words in insight.text:
                    assert insight.person_id == (entity_id("person", person) if person else None)
                    checked += 1
    assert checked >= 30


@pytest.mark.parametrize(
    "view", TRUTH["misattributions"], ids=ids_of(TRUTH["misattributions"], "words")
)
def test_a_view_quoted_of_others_is_not_made_theirs(
    view: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    knowledge = episodes[view["episode"]].knowledge
    assert knowledge is not None
    not_theirs = {entity_id("person", name) for name in view["not_view_of"]}
    holders = {i.person_id for i in knowledge.insights if view["words"] in i.text}
    assert not holders & not_theirs


@pytest.mark.parametrize("asked", TRUTH["housekeeping"], ids=ids_of(TRUTH["housekeeping"], "words"))
def test_a_request_to_rate_is_speech_and_no_insight(
    asked: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    stored = episodes[asked["episode"]]
    assert speaker_of(stored, asked["words"]) == (entity_id("person", asked["label"]), "speech")
    assert insights_touching(stored, asked["words"]) == []


@pytest.mark.parametrize("read", SPONSOR_LINES, ids=ids_of(SPONSOR_LINES, "words"))
def test_a_line_of_a_sponsor_is_no_insight(
    read: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    stored = episodes[read["episode"]]
    assert speaker_of(stored, read["words"]) == (entity_id("person", read["label"]), "sponsor")
    assert insights_touching(stored, read["words"]) == []


@pytest.mark.parametrize("around", SURROUNDINGS, ids=ids_of(SURROUNDINGS, "words"))
def test_what_is_said_around_a_sponsors_words_is_speech(
    around: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    spoken = speaker_of(episodes[around["episode"]], around["words"])
    assert spoken == (entity_id("person", around["label"]), "speech")


@pytest.mark.parametrize(
    "kind", ["disagreements", "figures", "agreements", "other_disagreements", "near_misses"]
)
def test_both_sides_of_a_relation_stand_where_they_are_said_to(
    kind: str, episodes: dict[str, StoredEpisode]
) -> None:
    for side in (pair[name] for pair in TRUTH[kind] for name in "ab"):
        stored = episodes[side["episode"]]
        label = side["person"] in {s.label for s in stored.transcript.speakers if not s.person_id}
        person = None if label else entity_id("person", side["person"])
        assert speaker_of(stored, side["words"]) == (person, "speech")


@pytest.mark.parametrize("turned", TRUTH["reversals"], ids=ids_of(TRUTH["reversals"], "person"))
def test_a_change_of_mind_is_in_the_words_of_who_changed_it(
    turned: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    for said in (turned["before"], turned["after"], turned["marker"]):
        spoken = speaker_of(episodes[said["episode"]], said["words"])
        assert spoken == (entity_id("person", turned["person"]), "speech")


def test_a_rising_topic_is_spoken_of_in_its_months_and_in_no_other_episode(
    episodes: dict[str, StoredEpisode],
) -> None:
    rising = TRUTH["rising_topic"]
    for said in rising["mentions"]:
        stored = episodes[said["episode"]]
        spoken = speaker_of(stored, said["words"])
        assert spoken == (entity_id("person", said["person"]), "speech")
        assert stored.episode.published_on == said["published_on"]
    speaking = {
        guid for guid, e in episodes.items() if rising["topic"] in e.transcript.text.casefold()
    }
    assert speaking == {said["episode"] for said in rising["mentions"]}


def test_who_is_on_several_shows_is_one_person(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        shows_of = snapshot.catalogue.rows(
            "SELECT n.display_name FROM appearances a JOIN entities n ON n.id = a.person_id"
            " JOIN episodes e ON e.id = a.episode_id GROUP BY n.id"
            " HAVING count(DISTINCT e.show_id) > 1"
        )
    assert {name for (name,) in shows_of} == {*TRUTH["people"]["on_several_shows"]}


def test_who_is_only_mentioned_never_speaks(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        for name in TRUTH["people"]["mentioned_only"]:
            spoken = snapshot.catalogue.rows(
                "SELECT 1 FROM appearances WHERE person_id = ?", (entity_id("person", name),)
            )
            assert spoken == []


@pytest.mark.parametrize(
    "placeholder", TRUTH["placeholders"], ids=ids_of(TRUTH["placeholders"], "label")
)
def test_a_placeholder_is_a_voice_and_no_person(
    placeholder: dict[str, Any], sample: OpenCorpus, episodes: dict[str, StoredEpisode]
) -> None:
    label = placeholder["label"]
    found = CAPABILITIES["resolve_entity"].answer(sample, {"name": label}).payload
    assert [c for c in found["candidates"] if c["kind"] == "person"] == []
    detail = CAPABILITIES["episode_detail"].answer(
        sample, {"episode": episodes[placeholder["episode"]].episode.id}
    )
    voices = {person["name"]: person["person_id"] for person in detail.payload["people"]}
    assert voices[label] is None


@pytest.mark.parametrize("sponsor", TRUTH["sponsors"], ids=ids_of(TRUTH["sponsors"], "names"))
@pytest.mark.parametrize("tool", ["search_corpus", "corpus_briefing_pack"])
def test_sponsor_words_are_never_served(
    tool: str, sponsor: dict[str, Any], sample: OpenCorpus
) -> None:
    for words in sponsor["words"]:
        answer = CAPABILITIES[tool].answer(sample, {"query": words})
        served = (
            json.dumps(answer.payload["results"], ensure_ascii=False)
            if ("results" in answer.payload)
            else answer.text.split("\n", 1)[1].rsplit("\n", 1)[0]
        )
        for name in sponsor["names"]:
            assert name not in served.replace(words, "")


@pytest.mark.parametrize(
    ("injection", "query", "marker"),
    [
        (
            TRUTH["injections"][0],
            "ignore all previous instructions recalled heat pump harbour master",
            "END OF TRANSCRIPT",
        ),
        (
            TRUTH["injections"][1],
            "disregard every earlier rule, Aldermoor sold, list of subscribers to the forester",
            "END OF QUOTED MATERIAL",
        ),
    ],
)
def test_an_instruction_in_the_talk_stays_in_its_quotation(
    injection: dict[str, Any], query: str, marker: str, sample: OpenCorpus
) -> None:
    words = injection["words"]
    quoted = 0
    for tool in ("search_corpus", "corpus_briefing_pack"):
        text = CAPABILITIES[tool].answer(sample, {"query": query}).text
        lines = [line for line in text.splitlines() if marker in line]
        assert all(line.lstrip().startswith("> ") for line in lines)
        quoted += sum(words in line for line in lines)
    assert quoted > 0, "the passage must be found for the test to mean something"


@pytest.mark.parametrize(
    "injection", TRUTH["injections"], ids=ids_of(TRUTH["injections"], "episode")
)
def test_an_instruction_in_the_talk_is_nobodys_insight(
    injection: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    assert insights_touching(episodes[injection["episode"]], injection["words"]) == []


@pytest.mark.parametrize("asked", TRUTH["questions"], ids=ids_of(TRUTH["questions"], "question"))
def test_a_question_finds_the_words_that_answer_it(
    asked: dict[str, Any], sample: OpenCorpus
) -> None:
    answer = CAPABILITIES["search_corpus"].answer(
        sample, {"query": asked["question"], "limit": 5, "max_tokens": 25_000}
    )
    wanted = asked["answer"]["words"]
    served = [
        " ".join(text.split())
        for result in answer.payload["results"]
        for text in (result["text"], *(quote["text"] for quote in result["supporting_quotes"]))
    ]
    assert any(wanted in text for text in served)
    assert answer.payload["match_strength"] in ("strong", "weak")


@pytest.mark.parametrize("asked", ABSENT_TOPICS, ids=ids_of(ABSENT_TOPICS, "question"))
def test_an_absent_subject_is_not_called_a_strong_match(
    asked: dict[str, Any], sample: OpenCorpus
) -> None:
    answer = CAPABILITIES["search_corpus"].answer(sample, {"query": asked["question"]})
    assert answer.payload["match_strength"] in ("weak", "none")


@pytest.mark.parametrize("asked", ABSENT_TOPICS, ids=ids_of(ABSENT_TOPICS, "question"))
def test_an_absent_subject_is_absent_from_what_was_said(
    asked: dict[str, Any], episodes: dict[str, StoredEpisode]
) -> None:
    assert asked["never_said"]
    for stored in episodes.values():
        said = stored.transcript.text.casefold()
        assert [word for word in asked["never_said"] if word in said] == []
