import json
from pathlib import Path

from groundcast.evaluation.contradictions import contradiction_table, evaluate_contradictions

LEAK = "ledger-of-leaves/2025-06-12-a-leak-plugged-with-oaks.vtt"
STORE = "tidewater/2025-07-03-in-the-cold-store.md"


def side(folder: Path, path: str, on_line: str, text: str) -> dict[str, object]:
    lines = (folder / path).read_text(encoding="utf-8").split("\n")
    number = min(n for n, line in enumerate(lines, 1) if on_line in line)
    return {"path": path, "line": number, "char_start": 0, "text": text}


def test_pairs_are_judged_and_looked_up_in_the_corpus(
    sample_path: Path, sample_folder: Path, tmp_path: Path
) -> None:
    one = side(
        sample_folder, LEAK, "plant a row of holm oaks",
        "The Harbour Trust should plant a row of holm oaks along the Marrowick quay.",
    )  # fmt: skip
    other = side(
        sample_folder, STORE, "plant a row of holm oaks",
        "The Harbour Trust should not plant a row of holm oaks along the Marrowick quay.",
    )  # fmt: skip
    pairs = tmp_path / "pairs.jsonl"
    labelled = [
        {"pid": "1", "label": "contradicts", "kind": "disagreement", "a": one, "b": other},
        {"pid": "2", "label": "adjacent", "kind": "scope", "a": other, "b": one},
        {"pid": "3", "label": "agrees", "kind": "agreement", "a": one, "b": one},
    ]
    pairs.write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")
    scores = evaluate_contradictions(sample_path, pairs, sample_folder / "index.tsv")
    found = scores.labels["contradicts"]
    assert (found.precision, found.recall, found.joined_wrongly) == (0.5, 1.0, ("2",))
    assert found.kinds["disagreement"].model_dump() == {
        "pairs": 1, "joined": 1, "are_insights": 1, "found": 1
    }  # fmt: skip
    assert scores.labels["agrees"].recall == 0.0
    assert "1 of 1 joined" in contradiction_table(scores)
