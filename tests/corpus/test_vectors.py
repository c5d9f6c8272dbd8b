from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from groundcast.corpus.vectors import VectorCache, Vectors


class Counting:
    """Embeds by length, and counts what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        rows = np.array([[len(text), 1.0] for text in texts], np.float32)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def fill(corpus: Path, embed: Counting, texts: list[str]) -> Vectors:
    with VectorCache(corpus, "test-model", 2) as cache:
        cache.fill(texts, embed, batch=2, advance=lambda _: None)
        return cache.rows(texts)


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    embed = Counting()
    first = fill(tmp_path, embed, ["tide", "pump", "harbour", "tide"])
    second = fill(tmp_path, embed, ["harbour", "tide", "ferry"])
    assert sorted(embed.asked) == ["ferry", "harbour", "pump", "tide"]
    assert np.array_equal(first[0], first[3])
    assert np.array_equal(first[2], second[0])


def test_vectors_have_unit_length(tmp_path: Path) -> None:
    rows = fill(tmp_path, Counting(), ["a", "bb", "ccc"])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)


def test_an_interrupted_run_keeps_its_work(tmp_path: Path) -> None:
    class Failing(Counting):
        def __call__(self, texts: Sequence[str]) -> Vectors:
            if len(self.asked) >= 2:
                raise KeyboardInterrupt
            return super().__call__(texts)

    with suppress(KeyboardInterrupt):
        fill(tmp_path, Failing(), ["a", "b", "c", "d"])
    embed = Counting()
    fill(tmp_path, embed, ["a", "b", "c", "d"])
    assert sorted(embed.asked) == ["c", "d"]


def test_what_is_not_kept_is_gone(tmp_path: Path) -> None:
    fill(tmp_path, Counting(), ["a", "b"])
    with VectorCache(tmp_path, "test-model", 2) as cache:
        assert cache.keep_only(["a"]) == 1
        assert cache.missing(["a", "b"]) == ["b"]


@pytest.mark.parametrize(("at", "damage"), [(0, b"no database"), (4096, b"\xff" * 300)])
def test_a_damaged_cache_is_begun_anew(at: int, damage: bytes, tmp_path: Path) -> None:
    embed = Counting()
    first = fill(tmp_path, embed, ["tide", "pump"])
    (path,) = (tmp_path / "vectors").iterdir()
    data = path.read_bytes()
    path.write_bytes(data[:at] + damage + data[at + len(damage) :])
    assert np.array_equal(fill(tmp_path, embed, ["tide", "pump"]), first)
    assert sorted(embed.asked) == ["pump", "pump", "tide", "tide"]
