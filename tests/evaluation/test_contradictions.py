import json
from pathlib import Path

from groundcast.evaluation.contradictions import contradiction_table, evaluate_contradictions


def line_of(folder: Path, path: str, words: str) -> int:
    lines = (folder / path).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if words in line)


def test_pairs_are_judged_and_looked_up_in_the_corpus(
    sample_path: Path, sample_folder: Path, tmp_path: Path
) -> None:
    index = sample_folder / "index.tsv"
    rows = [line.split("\t") for line in index.read_text(encoding="utf-8").splitlines()]
    paths = [field for row in rows for field in row if (sample_folder / field).is_file() and field]

    def side(words: str) -> dict[str, object]:
        path = next(p for p in paths if words in (sample_folder / p).read_text("utf-8"))
        line = line_of(sample_folder, path, words)
        return {"path": path, "line": line, "char_start": 0, "text": words}

    one = side("The Harbour Trust should plant a row of holm oaks along the Marrowick quay.")
    other = side("The Harbour Trust should not plant a row of holm oaks along the Marrowick quay.")
    pairs = tmp_path / "pairs.jsonl"
    labelled = [
        {"pid": "1", "label": "contradicts", "kind": "disagreement", "a": one, "b": other},
        {"pid": "2", "label": "adjacent", "kind": "scope", "a": other, "b": one},
        {"pid": "3", "label": "agrees", "kind": "agreement", "a": one, "b": one},
    ]
    pairs.write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")
    scores = evaluate_contradictions(sample_path, pairs, index)
    found = scores.labels["contradicts"]
    assert (found.precision, found.recall, found.joined_wrongly) == (0.5, 1.0, ("2",))
    assert found.kinds["disagreement"].model_dump() == {
        "pairs": 1, "joined": 1, "are_insights": 1, "found": 1
    }  # fmt: skip
    assert scores.labels["agrees"].recall == 0.0
    assert "1 of 1 joined" in contradiction_table(scores)
