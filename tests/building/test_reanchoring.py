"""A transcript that another replaces: what is still said keeps its insight, old ids explain."""

import re
from pathlib import Path

import pytest

from groundcast.building.adding import add
from groundcast.building.options import AddOptions
from groundcast.building.progress import Silent
from groundcast.building.reanchoring import anchor
from groundcast.building.removing import remove
from groundcast.capabilities import CAPABILITIES
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.errors import NotFound
from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Transcript, Turn

FIRST = """\
Maren Holt: Sixty per cent of the herring nets in Vardo were mended by hand until 1974.

Tomas Reed: The harbour tax should be lowered for boats under twelve metres before the next season.

Maren Holt: A drift net loses about four per cent of its floats in every storm over force nine.

Tomas Reed: Kelp farms shelter young cod better than the artificial reefs of the ministry do.
"""
SECOND = """\
Maren Holt: Good evening from the quay, it is raining and the gulls are loud tonight.

Maren Holt: Sixty per cent of the herring nets in Vardø were mended by hand until 1974.

Tomas Reed: The harbour tax should be lowered for boats under twelve metres before the next season.

Tomas Reed: Kelp farms shelter young cod better than the artificial reefs of the ministry do.
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return tmp_path / "corpus"


def add_talk(corpus: Path, folder: Path, text: str) -> StoredEpisode:
    folder.mkdir(exist_ok=True)
    (folder / "nets.txt").write_text(text, "utf-8")
    add(corpus, [str(folder / "nets.txt")], AddOptions(show="Quay Talk"), Silent())
    truth = TruthFiles(corpus)
    (episode,) = (truth.read_episode(place) for place in truth.episode_folders())
    return episode


def insight_about(episode: StoredEpisode, word: str) -> str:
    assert episode.knowledge is not None
    (found,) = [i.id for i in episode.knowledge.insights if re.search(word, i.text)]
    return found


def detail(corpus: Path, insight: str) -> dict[str, object]:
    with OpenCorpus(corpus) as opened:
        answer = CAPABILITIES["insight_detail"].answer(opened, {"insight": insight})
        return answer.answer.model_dump()


def test_an_insight_whose_words_stand_elsewhere_is_followed_there(
    corpus: Path, tmp_path: Path
) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    after = add_talk(corpus, tmp_path / "talk", SECOND)
    old, new = insight_about(before, "harbour tax"), insight_about(after, "harbour tax")
    assert old != new
    answer = detail(corpus, old)
    assert answer["insight_id"] == new
    assert answer["notes"] == [
        f"{old} is {new} now: its transcript was replaced, and the words stand elsewhere now."
    ]
    assert verify_corpus(corpus).problems == ()


def test_a_corrected_word_does_not_lose_an_insight(corpus: Path, tmp_path: Path) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    after = add_talk(corpus, tmp_path / "talk", SECOND)
    answer = detail(corpus, insight_about(before, "herring nets"))
    assert answer["insight_id"] == insight_about(after, "herring nets")
    assert "Vardø" in str(answer["text"])


def test_what_is_not_said_any_more_is_retired_with_the_reason(corpus: Path, tmp_path: Path) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    add_talk(corpus, tmp_path / "talk", SECOND)
    old = insight_about(before, "drift net")
    with pytest.raises(NotFound, match="its transcript was replaced, and the words are not in"):
        detail(corpus, old)


def test_two_replacements_in_a_row_lead_to_the_last_one(corpus: Path, tmp_path: Path) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    add_talk(corpus, tmp_path / "talk", SECOND)
    third = "Maren Holt: This is the corrected edition.\n\n" + SECOND
    last = add_talk(corpus, tmp_path / "talk", third)
    assert detail(corpus, insight_about(before, "Kelp"))["insight_id"] == insight_about(
        last, "Kelp"
    )


def test_the_first_transcript_again_makes_the_first_ids_name_insights_again(
    corpus: Path, tmp_path: Path
) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    second = add_talk(corpus, tmp_path / "talk", SECOND)
    add_talk(corpus, tmp_path / "talk", FIRST)
    old = insight_about(before, "harbour tax")
    assert detail(corpus, old)["insight_id"] == old
    assert detail(corpus, insight_about(second, "harbour tax"))["insight_id"] == old


def test_ids_of_an_earlier_transcript_go_with_a_removed_episode(
    corpus: Path, tmp_path: Path
) -> None:
    before = add_talk(corpus, tmp_path / "talk", FIRST)
    after = add_talk(corpus, tmp_path / "talk", SECOND)
    remove(corpus, after.episode.id, Silent())
    with pytest.raises(NotFound, match="was removed"):
        detail(corpus, insight_about(before, "harbour tax"))


def talk(*turns: tuple[str, str]) -> Transcript:
    """Turns of (kind, text)."""
    made: list[Turn] = []
    at = 0
    for kind, text in turns:
        made.append(Turn("A", None, None, None, at, at + len(text), kind))  # type: ignore[arg-type]
        at += len(text) + 1
    return Transcript("\n".join(text for _, text in turns), tuple(made), "none")


@pytest.mark.parametrize(
    ("words", "share", "expected"),
    [
        ("the tide turns at noon", 0.0, "The tide turns at noon."),
        ("THE TIDE, TURNS AT NOON!", 1.0, "the tide turns at noon."),
        ("A gull steels bread from the table", 0.5, "A gull steals bread from the table."),
        ("Nothing of this was ever said by anyone", 0.5, None),
        ("Try the harbour bank today", 0.6, None),
        ("noon. A gull steals", 0.4, None),
    ],
)
def test_words_are_anchored_where_they_are_spoken_in_one_turn(
    words: str, share: float, expected: str | None
) -> None:
    transcript = talk(
        ("speech", "The tide turns at noon."),
        ("speech", "A gull steals bread from the table."),
        ("sponsor", "Try the harbour bank today."),
        ("speech", "And again the tide turns at noon."),
    )
    span = anchor(words, share, transcript)
    assert (transcript.text[span.start : span.end] if span else None) == expected
