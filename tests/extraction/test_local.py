from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundcast.corpus.ids import text_sha256
from groundcast.extraction.engine import Extractor
from groundcast.extraction.local import LocalExtractor
from groundcast.models.spacy_reader import SpacyReader
from groundcast.records import Episode, Insight, Knowledge, Show, Transcript, Turn

SHOW = Show("podcast:salt-water", "Salt Water")
EPISODE = Episode("episode:0123456789ab", SHOW.id, "1", "one", "Why tidal turbines rust")
PEOPLE = {"person:marta-lund": "Marta Lund", "person:obi-okafor": "Obi Okafor"}
TALK = [
    (
        "Marta",
        "person:marta-lund",
        "Welcome back to another hour of Salt Water, everyone. How are you?",
    ),
    (
        "Obi",
        "person:obi-okafor",
        "Thanks for having me, Marta. So, tidal turbines wear out faster than wind turbines because"
        " salt water destroys the coating of every bearing. Yeah. It was like, wow. Operators"
        " should replace the bearings of tidal turbines before the coating fails. I went to the"
        " beach last summer with my wife.",
    ),
    ("Marta", "person:marta-lund", "What does the coating of a tidal turbine cost these days?"),
    (
        "SPEAKER_02",
        None,
        "A ceramic coating for tidal turbines costs about 40,000 euros, which is more than the"
        " bearings themselves cost. By 2040, ceramic bearings will probably replace every steel"
        " bearing in tidal turbines along the coast.",
    ),
]


def transcript(talk: Sequence[tuple[str, str | None, str]]) -> Transcript:
    turns: list[Turn] = []
    start = 0
    for label, person, text in talk:
        turns.append(Turn(label, person, None, None, start, start + len(text)))
        start += len(text) + 1
    return Transcript("\n".join(text for _, _, text in talk), tuple(turns), "none")


@pytest.fixture(scope="module")
def knowledge(reader: SpacyReader) -> Knowledge:
    return LocalExtractor(reader).extract(SHOW, EPISODE, transcript(TALK), PEOPLE)


def starting(knowledge: Knowledge, words: str) -> Insight:
    return next(insight for insight in knowledge.insights if insight.text.startswith(words))


def test_statements_are_kept_and_talk_about_the_show_is_not(knowledge: Knowledge) -> None:
    assert [insight.text for insight in knowledge.insights] == [
        "Tidal turbines wear out faster than wind turbines because salt water destroys the coating"
        " of every bearing.",
        "Operators should replace the bearings of tidal turbines before the coating fails.",
        "A ceramic coating for tidal turbines costs about 40,000 euros, which is more than the"
        " bearings themselves cost.",
        "By 2040, ceramic bearings will probably replace every steel bearing in tidal turbines"
        " along the coast.",
    ]


def test_types_follow_the_mood(knowledge: Knowledge) -> None:
    assert [insight.insight_type for insight in knowledge.insights] == [
        "claim",
        "recommendation",
        "claim",
        "prediction",
    ]


def test_each_insight_stands_on_an_exact_quote(knowledge: Knowledge) -> None:
    text = transcript(TALK).text
    by_id = {quote.id: quote for quote in knowledge.quotes}
    for insight in knowledge.insights:
        quote = by_id[insight.quote_ids[0]]
        assert quote.text == text[quote.char_start : quote.char_end]
        assert quote.sha256 == text_sha256(quote.text)
        assert (quote.person_id, insight.grounded) == (insight.person_id, True)
    assert by_id[knowledge.insights[0].quote_ids[0]].text.startswith("So, tidal turbines wear")


def test_a_placeholder_voice_lowers_confidence_and_is_nobody(knowledge: Knowledge) -> None:
    named, unnamed = starting(knowledge, "Operators"), starting(knowledge, "A ceramic")
    assert unnamed.person_id is None
    assert unnamed.confidence < named.confidence
    assert not any("speaker" in term.id.casefold() for term in knowledge.terms)


def test_topics_are_those_the_statement_names(knowledge: Knowledge) -> None:
    topics = {weight.topic_id for weight in starting(knowledge, "Operators").topics}
    assert "topic:tidal-turbines" in topics
    term = next(term for term in knowledge.terms if term.id == "topic:tidal-turbines")
    assert term.count == 4
    ids = {term.id for term in knowledge.terms}
    assert all(weight.topic_id in ids for i in knowledge.insights for weight in i.topics)


def test_what_is_left_out_is_counted(knowledge: Knowledge) -> None:
    counts = {dropped.reason: dropped.count for dropped in knowledge.dropped}
    assert counts["housekeeping"] >= 1
    assert counts["too short"] >= 1


def test_the_same_input_gives_the_same_knowledge(reader: SpacyReader, knowledge: Knowledge) -> None:
    again = LocalExtractor(reader).extract(SHOW, EPISODE, transcript(TALK), PEOPLE)
    assert again == knowledge


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Welcome to the show about the sea and its many turbines. " * 5),
        (None, "Las turbinas se oxidan porque el agua salada destruye los cojinetes. " * 5),
    ],
)
def test_another_language_is_not_assessed(
    reader: SpacyReader, language: str | None, text: str
) -> None:
    episode = Episode("episode:0123456789ab", SHOW.id, "1", "one", "Turbinas", language=language)
    found = LocalExtractor(reader).extract(SHOW, episode, transcript([("A", None, text)]), {})
    assert (found.assessed, found.insights) == (False, ())
    assert "language" in (found.reason or "")


def test_an_empty_episode_has_no_insights(reader: SpacyReader) -> None:
    found = LocalExtractor(reader).extract(SHOW, EPISODE, Transcript("", (), "none"), {})
    assert (found.assessed, found.insights, found.quotes) == (True, (), ())


def test_the_local_engine_is_an_extractor(reader: SpacyReader) -> None:
    engine: Extractor = LocalExtractor(reader)
    assert (engine.name, engine.version) == ("local", "5")


PIECES = st.sampled_from(
    [
        "So, tidal turbines wear out faster than wind turbines because salt destroys bearings.",
        "Operators should replace the bearings of tidal turbines before the coating fails!",
        "It means that the bearings need a new ceramic coating every year.",
        "Ünïcode tides 🌊 destroy every steel bearing in the tidal turbines of Åland...",
        "Wait -- the tidal turbines need new steel bearings every three years - always.",
        "Yeah.",
        "\n\n",
        "“Quoted.”",
    ]
)


@given(st.lists(st.lists(PIECES, max_size=5).map(" ".join), max_size=6))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_quote_is_the_transcripts_own_words(reader: SpacyReader, turns: list[str]) -> None:
    said = transcript([("Obi", "person:obi-okafor", text) for text in turns])
    found = LocalExtractor(reader).extract(SHOW, EPISODE, said, PEOPLE)
    assert {i for insight in found.insights for i in insight.quote_ids} == {
        quote.id for quote in found.quotes
    }
    for quote in found.quotes:
        assert quote.text == said.text[quote.char_start : quote.char_end]
        assert quote.sha256 == text_sha256(quote.text)
    for insight in found.insights:
        shares = (insight.confidence, insight.salience, insight.position_hint)
        assert all(0 <= share <= 1 for share in shares)
