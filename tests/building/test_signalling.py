from pathlib import Path

import pytest

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.corpus.truth import TruthFiles
from groundcast.enrichment import signals
from groundcast.enrichment.signals import SIGNALS, Facts, Signal

SAID = (
    "Ada Lind: Every harbour should keep a tide gauge that anyone can read from the quay.",
    "Ben Moor: A tide gauge costs less than one day of dredging, and a day of dredging lasts.",
    "Ada Lind: The gauge has to stand where the river ends, or it measures the river.",
    "Ben Moor: Then the harbour office has to move, because its wall stands in the river.",
)


def source(folder: Path, number: int) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{number}.txt").write_text(
        "\n\n".join(SAID * 2).replace("quay", f"quay {number}"), "utf-8"
    )


def test_signals_are_kept_as_files_and_renewed_with_the_corpus(tmp_path: Path) -> None:
    source(tmp_path / "in", 1)
    add(tmp_path / "corpus", [str(tmp_path / "in")], AddOptions(), Silent())
    truth = TruthFiles(tmp_path / "corpus")
    assert set(truth.signal_names()) == {*SIGNALS}
    first = truth.signal("guest_coappearance")
    assert [row["episodes"] for row in first.rows] == [1]
    source(tmp_path / "in", 2)
    add(tmp_path / "corpus", [str(tmp_path / "in")], AddOptions(), Silent())
    second = truth.signal("guest_coappearance")
    assert [row["episodes"] for row in second.rows] == [2]
    assert first.digest != second.digest


def test_a_signal_that_fails_is_told_of_and_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Facts) -> list[dict[str, object]]:
        raise ZeroDivisionError("no tides")

    told: list[str] = []

    class Telling(Silent):
        def say(self, text: str) -> None:
            told.append(text)

    broken = Signal("momentum", 2, ("insights",), "Fails.", fails)
    monkeypatch.setattr(signals, "SIGNALS", {**SIGNALS, "momentum": broken})
    monkeypatch.setattr("groundcast.building.signalling.SIGNALS", signals.SIGNALS)
    source(tmp_path / "in", 1)
    add(tmp_path / "corpus", [str(tmp_path / "in")], AddOptions(), Telling())
    assert set(TruthFiles(tmp_path / "corpus").signal_names()) == {*SIGNALS} - {"momentum"}
    assert [line for line in told if "momentum" in line and "no tides" in line]
