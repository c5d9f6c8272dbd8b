"""What is planted in the sample is found, attributed and kept apart as it should be."""

import json
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


def ids_of(items: list[dict[str, Any]], key: str) -> list[str]:
    return [str(item[key])[:40] for item in items]


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
    assert checked >= 10


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


def test_who_is_only_mentioned_never_speaks(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        for name in TRUTH["people"]["mentioned_only"]:
            spoken = snapshot.catalogue.rows(
                "SELECT 1 FROM appearances WHERE person_id = ?", (entity_id("person", name),)
            )
            assert spoken == []


def test_a_placeholder_is_a_voice_and_no_person(sample: OpenCorpus) -> None:
    label = TRUTH["placeholder"]["label"]
    found = CAPABILITIES["resolve_entity"].answer(sample, {"name": label}).payload
    assert [c for c in found["candidates"] if c["kind"] == "person"] == []
    detail = CAPABILITIES["episode_detail"].answer(
        sample, {"episode": "tidewater/cold-hands-warm-houses"}
    )
    voices = {person["name"]: person["person_id"] for person in detail.payload["people"]}
    assert voices[label] is None


@pytest.mark.parametrize("tool", ["search_corpus", "corpus_briefing_pack"])
def test_sponsor_words_are_never_served(tool: str, sample: OpenCorpus) -> None:
    for words in TRUTH["sponsor"]["words"]:
        answer = CAPABILITIES[tool].answer(sample, {"query": words})
        served = (
            json.dumps(answer.payload["results"], ensure_ascii=False)
            if ("results" in answer.payload)
            else answer.text.split("\n", 1)[1].rsplit("\n", 1)[0]
        )
        for name in TRUTH["sponsor"]["names"]:
            assert name not in served.replace(words, "")


def test_an_instruction_in_the_talk_stays_in_its_quotation(sample: OpenCorpus) -> None:
    words = TRUTH["injection"]["words"]
    query = {"query": "ignore all previous instructions recalled heat pump harbour master"}
    quoted = 0
    for tool in ("search_corpus", "corpus_briefing_pack"):
        text = CAPABILITIES[tool].answer(sample, query).text
        lines = [line for line in text.splitlines() if "END OF TRANSCRIPT" in line]
        assert all(line.lstrip().startswith("> ") for line in lines)
        quoted += sum(words in line for line in lines)
    assert quoted > 0, "the passage must be found for the test to mean something"


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


def test_absent_subjects_are_not_called_a_strong_match(sample: OpenCorpus) -> None:
    strengths = {
        asked["question"]: CAPABILITIES["search_corpus"]
        .answer(sample, {"query": asked["question"]})
        .payload["match_strength"]
        for asked in TRUTH["absent_questions"]
        if asked["kind"] == "topic"
    }
    assert set(strengths.values()) <= {"weak", "none"}, strengths
