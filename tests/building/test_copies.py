from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.building.adding import AddOptions, add
from groundcast.building.copies import Sketch, copies_among, sketch_of
from groundcast.building.progress import Silent
from groundcast.building.removing import remove
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.verification import verify_corpus
from groundcast.knowledge.opened import OpenCorpus
from groundcast.records import Copy, Episode

TALK = " ".join(f"On day {n} the keeper of lock {n * 7} wrote {n * 31} lines." for n in range(60))
OTHER = " ".join(f"A tram of line {n} met {n * 13} cyclists at stop {n * 17}." for n in range(60))
OPENING = "Hello, this is the show about water and patience, brought to you by nobody at all. "


def sketch(name: str, text: str, published_on: str | None = None) -> Sketch:
    return sketch_of(Episode(f"episode:{name}", "podcast:a", name, name, name, published_on), text)


@pytest.mark.parametrize(
    ("again", "copied"),
    [
        (TALK, True),
        (f"We have aired this before, last spring. {TALK} Thank you, and goodbye.", True),
        (TALK.replace("keeper", "keepers").upper(), True),
        (TALK[: len(TALK) // 3], False),
        (f"{TALK} {OTHER}", False),
        (OTHER, False),
    ],
)
def test_a_copy_has_nearly_the_same_words(again: str, copied: bool) -> None:
    first, second = sketch("b", TALK, "2020-01-01"), sketch("a", again, "2021-01-01")
    wanted = (Copy("episode:a", "episode:b"),) if copied else ()
    assert copies_among([second, first]) == wanted


def test_episodes_that_only_open_alike_are_no_copies() -> None:
    assert copies_among([sketch("a", OPENING + TALK), sketch("b", OPENING + OTHER)]) == ()


def test_what_is_too_short_to_tell_is_no_copy() -> None:
    assert copies_among([sketch("a", OPENING), sketch("b", OPENING)]) == ()


def test_a_third_airing_names_the_first_which_is_the_one_published_first() -> None:
    aired = [sketch("a", TALK), sketch("b", TALK, "2023-05-01"), sketch("c", TALK, "2022-05-01")]
    assert copies_among(aired) == (
        Copy("episode:a", "episode:c"),
        Copy("episode:b", "episode:c"),
    )


@given(st.permutations(range(6)))
def test_the_order_of_reading_changes_nothing(order: list[int]) -> None:
    days = ("2020-01-01", "2020-01-01", None, "2019-01-01", None, "2020-01-01")
    aired = [sketch(str(n), TALK if n % 2 else OTHER, day) for n, day in enumerate(days)]
    assert copies_among([aired[n] for n in order]) == (
        Copy("episode:1", "episode:3"),
        Copy("episode:2", "episode:0"),
        Copy("episode:4", "episode:0"),
        Copy("episode:5", "episode:3"),
    )


def test_a_copy_stands_for_itself_once_its_original_is_removed(tmp_path: Path) -> None:
    (tmp_path / "index.tsv").write_text(
        "path\tshow\tguid\ttitle\tdate\nsecond.md\tb\t2\tSecond\t2021-01-01\n"
        "first.md\ta\t1\tFirst\t2020-01-01\n",
        "utf-8",
    )
    for name in ("first", "second"):
        (tmp_path / f"{name}.md").write_text(f"**Ana Ruiz:** {TALK}\n", "utf-8")
    corpus = tmp_path / "corpus"
    options = AddOptions(manifest=tmp_path / "index.tsv", extract=False)
    add(corpus, [str(tmp_path)], options, Silent())
    assert copies_of(corpus) == {"Second": "First"}
    assert verify_corpus(corpus).problems == ()
    remove(corpus, "a/first", Silent())
    assert copies_of(corpus) == {}
    assert verify_corpus(corpus).problems == ()


def test_verify_finds_a_copy_of_nothing(few_path: Path, tmp_path: Path) -> None:
    registry = (few_path / "registry.json").read_text("utf-8")
    assert '"copies": []' in registry
    for folder in few_path.iterdir():
        (tmp_path / folder.name).symlink_to(folder)
    (tmp_path / "registry.json").unlink()
    listed = '"copies": [{"episode_id": "episode:aaa", "original_id": "episode:bbb"}]'
    (tmp_path / "registry.json").write_text(registry.replace('"copies": []', listed), "utf-8")
    reasons = [problem.reason for problem in verify_corpus(tmp_path).problems]
    assert reasons[:2] == [
        "episode:aaa is in its copies and no episode",
        "episode:bbb is in its copies and no episode",
    ]


def copies_of(corpus: Path) -> dict[str, str]:
    """Titles of the copies that the index serves, with those of their originals."""
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        rows = snapshot.catalogue.rows("SELECT id, title, record FROM episodes")
    titles = {episode: title for episode, title, _ in rows}
    named = {copy.episode_id: copy.original_id for copy in TruthFiles(corpus).registry().copies}
    assert all(
        (f'"copy_of":"{named[e]}"' in record) if e in named else True for e, _, record in rows
    )
    return {titles[copy]: titles[original] for copy, original in named.items()}
