import random
from collections.abc import Iterable

import pytest

from groundcast.enrichment.recordings import Sketch, recording_edges, sketch_of
from groundcast.records import Episode, Transcript, Turn

SHORT_WORDS = ["harbour", "lorry", "ferry", "tide", "quay", "rope", "berth", "charge", "crane"]


def talk(seed: int, words: int) -> list[str]:
    chosen = random.Random(seed)
    return [f"{chosen.choice(SHORT_WORDS)}{chosen.randrange(400)}" for _ in range(words)]


def retranscribed(words: Iterable[str], seed: int, changed: float = 0.08) -> list[str]:
    """The words as another hears them: one in twelve is another word."""
    chosen = random.Random(seed)
    return [f"other{chosen.randrange(900)}" if chosen.random() < changed else w for w in words]


def sketched(number: int, words: Iterable[str], published_on: str | None = None) -> Sketch:
    episode = Episode(
        f"episode:{number:012x}", "podcast:tidewater", str(number), "e", "E", published_on
    )
    text = " ".join(words)
    turn = Turn("Ada", "person:ada", None, None, 0, len(text))
    return sketch_of(episode, Transcript(text, (turn,), "none"))


def edges(*sketches: Sketch) -> list[tuple[str, int, int]]:
    return [
        (edge.type, int(edge.from_id[8:], 16), int(edge.to_id[8:], 16))
        for edge in recording_edges(sketches)
    ]


def test_a_re_aired_recording_is_a_copy_of_the_one_published_first() -> None:
    words = talk(1, 3_000)
    first = sketched(2, words, "2021-01-04")
    again = sketched(1, ["welcome", *words, "goodbye"], "2023-01-02")
    assert edges(again, first) == [("COPY_OF", 1, 2)]
    assert recording_edges([again, first])[0].weight > 0.98


def test_two_transcripts_of_one_recording_are_one_recording() -> None:
    words = talk(2, 6_000)
    other = retranscribed(words, 3)
    found = recording_edges([sketched(1, words, "2021-01-04"), sketched(2, other, "2021-01-04")])
    assert [(edge.type, edge.from_id) for edge in found] == [("COPY_OF", "episode:000000000002")]
    assert 0.4 < found[0].weight < 0.65


def test_an_excerpt_is_a_copy_of_the_whole_whichever_came_first() -> None:
    words = talk(4, 6_000)
    excerpt = sketched(1, words[1_000:3_000], "2019-05-06")
    assert edges(excerpt, sketched(2, words, "2022-05-06")) == [("COPY_OF", 1, 2)]


def test_a_compilation_overlaps_with_its_parts_and_copies_none() -> None:
    parts = [talk(seed, 4_000) for seed in (5, 6, 7)]
    compiled = [word for part in parts for word in part[500:2_300]]
    found = edges(*(sketched(n, part) for n, part in enumerate(parts, 1)), sketched(9, compiled))
    assert found == [("OVERLAPS", 1, 9), ("OVERLAPS", 2, 9), ("OVERLAPS", 3, 9)]


def test_what_a_show_says_in_every_episode_links_nothing() -> None:
    greeting = talk(8, 900)
    episodes = [sketched(n, [*greeting, *talk(100 + n, 2_000)]) for n in range(40)]
    assert edges(*episodes) == []


def test_a_sponsor_read_that_comes_again_links_nothing() -> None:
    read = talk(9, 200)
    assert edges(*(sketched(n, [*talk(200 + n, 900), *read]) for n in range(3))) == []


def test_only_what_is_spoken_counts() -> None:
    words = " ".join(talk(10, 2_000))
    episode = Episode("episode:000000000001", "podcast:tidewater", "1", "e", "E")
    turn = Turn("Ada", None, None, None, 0, len(words), "sponsor")
    assert len(sketch_of(episode, Transcript(words, (turn,), "none")).hashes) == 0


def test_copies_of_copies_name_the_first_original() -> None:
    words = talk(11, 3_000)
    aired = [sketched(n, words, f"202{n}-01-04") for n in (3, 1, 2)]
    assert edges(*aired) == [("COPY_OF", 2, 1), ("COPY_OF", 3, 1)]


@pytest.mark.parametrize("words", [0, 5, 120])
def test_too_little_speech_is_judged_no_copy(words: int) -> None:
    said = talk(12, words)
    assert edges(sketched(1, said), sketched(2, said)) == []


def test_the_order_of_episodes_changes_nothing() -> None:
    words = talk(13, 3_000)
    sketches = [sketched(n, words[n * 100 :]) for n in range(4)]
    assert recording_edges(sketches) == recording_edges(sketches[::-1])
