"""What the tools serve of the sample is what was planted, from who said it, once."""

import json
from typing import Any

import pytest

from groundcast.capabilities import CAPABILITIES
from groundcast.corpus.ids import entity_id
from groundcast.corpus.truth import StoredEpisode
from groundcast.knowledge.opened import OpenCorpus
from tests.sample_truth import TRUTH, ids_of, speaker_of

Episodes = dict[str, StoredEpisode]

ABSENT = {
    kind: [asked for asked in TRUTH["absent_questions"] if asked["kind"] == kind]
    for kind in ("topic", "person", "speaker")
}
# Its answer has none of its words but one: fifth or later, as the processor rounds.
FAR_FROM_ITS_ANSWER = "How much of the bread in a bakery goes unsold?"


def answer(sample: OpenCorpus, tool: str, **inputs: Any) -> dict[str, Any]:
    return CAPABILITIES[tool].answer(sample, inputs).payload


def text_of(sample: OpenCorpus, tool: str, **inputs: Any) -> str:
    return CAPABILITIES[tool].answer(sample, inputs).text


def persons_in(sample: OpenCorpus, episode: StoredEpisode) -> dict[str, str | None]:
    """The voices of an episode by name, with the persons they are in the whole corpus."""
    detail = answer(sample, "episode_detail", episode=episode.episode.id)
    return {person["name"]: person["person_id"] for person in detail["people"]}


def test_who_is_on_several_shows_is_one_person(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        shows_of = snapshot.catalogue.rows(
            "SELECT n.display_name FROM appearances a JOIN entities n ON n.id = a.person_id"
            " JOIN episodes e ON e.id = a.episode_id GROUP BY n.id"
            " HAVING count(DISTINCT e.show_id) > 1"
        )
    same_names = {same["name"] for same in TRUTH["same_names"]}
    assert {name for (name,) in shows_of} - same_names == {*TRUTH["people"]["on_several_shows"]}


@pytest.mark.parametrize("same", TRUTH["same_names"], ids=ids_of(TRUTH["same_names"], "name"))
def test_two_people_of_one_name_are_told_apart_in_words(
    same: dict[str, Any], sample_episodes: Episodes
) -> None:
    for person in same["people"]:
        for guid in person["episodes"]:
            speakers = sample_episodes[guid].transcript.speakers
            assert same["name"] in {speaker.name for speaker in speakers}
    for told in same["told_apart_by"]:
        speaker = speaker_of(sample_episodes[told["episode"]], told["words"])
        assert speaker == (entity_id("person", told["person"]), "speech")


@pytest.mark.parametrize("same", TRUTH["same_names"], ids=ids_of(TRUTH["same_names"], "name"))
def test_two_people_of_one_name_are_two_persons(
    same: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    ids = [
        {persons_in(sample, sample_episodes[guid])[same["name"]] for guid in person["episodes"]}
        for person in same["people"]
    ]
    assert [len(found) for found in ids] == [1] * len(ids)
    assert len(set.union(*ids)) == len(ids)
    assert answer(sample, "resolve_entity", name=same["name"])["ambiguous"] is True


@pytest.mark.parametrize("spelt", TRUTH["spellings"], ids=ids_of(TRUTH["spellings"], "spellings"))
def test_each_spelling_of_a_name_stands_where_it_is_said_to(
    spelt: dict[str, Any], sample_episodes: Episodes
) -> None:
    for use in spelt["labels"]:
        speakers = sample_episodes[use["episode"]].transcript.speakers
        assert use["label"] in {speaker.name for speaker in speakers}
    for said in (spelt["told_by"], spelt["mentioned"]):
        speaker = speaker_of(sample_episodes[said["episode"]], said["words"])
        assert speaker == (entity_id("person", said["person"]), "speech")


@pytest.mark.parametrize("spelt", TRUTH["spellings"], ids=ids_of(TRUTH["spellings"], "spellings"))
def test_two_spellings_of_a_name_are_one_person(
    spelt: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    assert spelt["same_person"] is True
    ids = {
        persons_in(sample, sample_episodes[use["episode"]]).get(name)
        for use in spelt["labels"]
        for name in spelt["spellings"]
    }
    assert len(ids - {None}) == 1


def test_who_is_only_mentioned_never_speaks(sample: OpenCorpus) -> None:
    with sample.snapshot() as snapshot:
        for name in TRUTH["people"]["mentioned_only"]:
            spoken = snapshot.catalogue.rows(
                "SELECT 1 FROM appearances WHERE person_id = ?", (entity_id("person", name),)
            )
            assert spoken == []


@pytest.mark.parametrize(
    "mention", TRUTH["people"]["mentions"], ids=ids_of(TRUTH["people"]["mentions"], "person")
)
def test_who_is_mentioned_is_named_in_those_episodes_only(
    mention: dict[str, Any], sample_episodes: Episodes
) -> None:
    surname = mention["person"].split()[-1]
    naming = {guid for guid, e in sample_episodes.items() if surname in e.transcript.text}
    assert naming == {*mention["episodes"]}


@pytest.mark.parametrize(
    "placeholder", TRUTH["placeholders"], ids=ids_of(TRUTH["placeholders"], "episode")
)
def test_a_placeholder_is_a_voice_and_no_person(
    placeholder: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    label, stored = placeholder["label"], sample_episodes[placeholder["episode"]]
    assert speaker_of(stored, placeholder["words"]) == (None, "speech")
    found = answer(sample, "resolve_entity", name=label)
    assert [c for c in found["candidates"] if c["kind"] == "person"] == []
    assert persons_in(sample, stored)[label] is None


@pytest.mark.parametrize("plain", TRUTH["unlabelled"], ids=ids_of(TRUTH["unlabelled"], "episode"))
def test_words_without_labels_are_credited_to_nobody(
    plain: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    stored = sample_episodes[plain["episode"]]
    assert [credit.name for credit in stored.episode.credits] == [plain["credited"]]
    assert stored.knowledge is not None
    assert len(stored.knowledge.insights) >= 3
    assert {insight.person_id for insight in stored.knowledge.insights} == {None}
    assert persons_in(sample, stored) == {}
    (first, *_) = answer(sample, "search_corpus", query=plain["words"])["results"]
    assert plain["words"] in first["text"]
    assert first["citation"].get("speaker") is None
    told = text_of(sample, "search_corpus", query=plain["words"])
    assert f"holds {first['lifted']['insight_id']}, Unattributed:" in told
    assert plain["credited"] not in text_of(sample, "corpus_briefing_pack", query=plain["words"])


@pytest.mark.parametrize(
    "other", TRUTH["other_languages"], ids=ids_of(TRUTH["other_languages"], "language")
)
def test_another_language_is_not_assessed_and_is_found_by_its_words(
    other: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    stored = sample_episodes[other["episode"]]
    why = f"language {other['language']} is not known to this engine"
    episode = stored.episode.id
    assert answer(sample, "episode_detail", episode=episode)["not_assessed"] == why
    assert why in answer(sample, "episode_insights", episode=episode)["coverage"]["note"]
    status = answer(sample, "corpus_status")["not_assessed"]
    assert {"what": "insights of 1 episodes", "why": why} in status
    said = [s["words"] for s in TRUTH["statements"] if s["episode"] == other["episode"]]
    assert len(said) >= 5
    for words in said:
        (first, *_) = answer(sample, "search_corpus", query=words)["results"]
        assert (first["citation"]["episode_id"], words in first["text"]) == (episode, True)


@pytest.mark.parametrize("again", TRUTH["reaired"], ids=ids_of(TRUTH["reaired"], "copy"))
def test_a_re_aired_episode_has_the_words_of_the_first_and_some_before(
    again: dict[str, Any], sample_episodes: Episodes
) -> None:
    first, copy = (
        [t for t in map(stored.transcript.turn_text, stored.transcript.turns) if t]
        for stored in (sample_episodes[again["original"]], sample_episodes[again["copy"]])
    )
    opening = next(n for n, words in enumerate(copy) if again["new_words"] in words)
    assert copy[opening + 1 :] == first


@pytest.mark.parametrize("again", TRUTH["reaired"], ids=ids_of(TRUTH["reaired"], "copy"))
def test_a_statement_of_a_re_aired_episode_is_served_once(
    again: dict[str, Any], sample: OpenCorpus
) -> None:
    said = [s["words"] for s in TRUTH["statements"] if s["episode"] == again["original"]]
    assert len(said) >= 5
    in_packs: list[int] = []
    for words in said:
        results = answer(sample, "search_corpus", query=words, max_tokens=25_000)["results"]
        assert sum(words in result["text"] for result in results) >= 1
        quoted = [result["lifted"]["text"] for result in results if result["lifted"]]
        assert len(quoted) == len({*quoted})
        pack = text_of(sample, "corpus_briefing_pack", query=words).splitlines()
        in_packs.append(sum(line.startswith("> ") and words in line for line in pack))
    assert sum(count > 0 for count in in_packs) >= 5
    assert max(in_packs) <= 2, "the statement, and the talk around it"


@pytest.mark.parametrize("again", TRUTH["reaired"], ids=ids_of(TRUTH["reaired"], "copy"))
def test_a_re_aired_episode_names_its_original(
    again: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    original, copy = (sample_episodes[again[name]].episode.id for name in ("original", "copy"))
    assert answer(sample, "episode_detail", episode=copy).get("copy_of") == original
    assert answer(sample, "episode_detail", episode=original).get("copy_of") is None


@pytest.mark.parametrize("again", TRUTH["reaired"], ids=ids_of(TRUTH["reaired"], "copy"))
def test_a_re_aired_episode_counts_once(
    again: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    copy = sample_episodes[again["copy"]].episode.id
    for said in TRUTH["statements"]:
        if said["episode"] == again["original"]:
            found = answer(sample, "search_corpus", query=said["words"], max_tokens=25_000)
            assert copy not in {r["citation"]["episode_id"] for r in found["results"]}
            assert copy not in text_of(sample, "corpus_briefing_pack", query=said["words"])
    insights = answer(sample, "explore_insights", limit=50, max_tokens=25_000)["insights"]
    quoted = {q["citation"]["episode_id"] for insight in insights for q in insight["quotes"]}
    assert len(quoted) > 10
    assert copy not in quoted


OPPOSED = [pair for kind in ("disagreements", "figures", "reversals") for pair in TRUTH[kind]]


@pytest.mark.parametrize(
    "pair", OPPOSED, ids=[(p.get("proposition") or p["measured"])[:40] for p in OPPOSED]
)
def test_both_sides_of_a_conflict_are_found_and_briefed(
    pair: dict[str, Any], sample: OpenCorpus
) -> None:
    query = pair.get("proposition") or pair["measured"]
    first, second = ("a", "b") if "a" in pair else ("before", "after")
    results = answer(sample, "search_corpus", query=query, max_tokens=25_000)["results"]
    pack = text_of(sample, "corpus_briefing_pack", query=query).splitlines()
    for words in (pair[first]["words"], pair[second]["words"]):
        assert any(words in result["text"] for result in results)
        assert any(line.startswith("> ") and words in line for line in pack)


@pytest.mark.parametrize("sponsor", TRUTH["sponsors"], ids=ids_of(TRUTH["sponsors"], "names"))
@pytest.mark.parametrize("tool", ["search_corpus", "corpus_briefing_pack"])
def test_sponsor_words_are_never_served(
    tool: str, sponsor: dict[str, Any], sample: OpenCorpus
) -> None:
    for words in sponsor["words"]:
        answered = CAPABILITIES[tool].answer(sample, {"query": words})
        served = (
            json.dumps(answered.payload["results"], ensure_ascii=False)
            if ("results" in answered.payload)
            else answered.text.split("\n", 1)[1].rsplit("\n", 1)[0]
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
        lines = [line for line in text_of(sample, tool, query=query).splitlines() if marker in line]
        assert all(line.lstrip().startswith("> ") for line in lines)
        quoted += sum(words in line for line in lines)
    assert quoted > 0, "the passage must be found for the test to mean something"


@pytest.mark.parametrize("asked", TRUTH["questions"], ids=ids_of(TRUTH["questions"], "question"))
def test_a_question_finds_the_words_that_answer_it(
    asked: dict[str, Any], sample: OpenCorpus
) -> None:
    limit = 10 if asked["question"] == FAR_FROM_ITS_ANSWER else 5
    found = answer(sample, "search_corpus", query=asked["question"], limit=limit, max_tokens=25_000)
    wanted = asked["answer"]["words"]
    served = [
        " ".join(text.split())
        for result in found["results"]
        for text in (result["text"], *(quote["text"] for quote in result["supporting_quotes"]))
    ]
    assert any(wanted in text for text in served)
    assert found["match_strength"] in ("strong", "weak")


@pytest.mark.parametrize("asked", ABSENT["topic"], ids=ids_of(ABSENT["topic"], "question"))
def test_an_absent_subject_is_not_called_a_strong_match(
    asked: dict[str, Any], sample: OpenCorpus
) -> None:
    found = answer(sample, "search_corpus", query=asked["question"])
    assert found["match_strength"] in ("weak", "none")


@pytest.mark.parametrize("asked", ABSENT["topic"], ids=ids_of(ABSENT["topic"], "question"))
def test_an_absent_subject_is_absent_from_what_was_said(
    asked: dict[str, Any], sample_episodes: Episodes
) -> None:
    assert asked["never_said"]
    for stored in sample_episodes.values():
        said = stored.transcript.text.casefold()
        assert [word for word in asked["never_said"] if word in said] == []


@pytest.mark.parametrize("told", TRUTH["episodes"], ids=ids_of(TRUTH["episodes"], "guid"))
def test_a_roster_counts_the_turns_of_every_voice(
    told: dict[str, Any], sample: OpenCorpus, sample_episodes: Episodes
) -> None:
    stored = sample_episodes[told["guid"]]
    found = answer(sample, "episode_speaker_roster", episode=stored.episode.id)
    turns = {voice["label"]: voice["turns"] for voice in found["voices"]}
    spoken = [t.speaker_label for t in stored.transcript.turns if t.kind == "speech"]
    names = {voice["display_name"] or voice["label"] for voice in found["voices"]} - {None}
    assert turns == {label: spoken.count(label) for label in {*spoken}}
    shown = {
        name: spelt["spellings"][0] for spelt in TRUTH["spellings"] for name in spelt["spellings"]
    }
    assert names == {shown.get(name, name) for name in told["turns_by_voice"]}
