"""Finds recordings that stand twice among a manifest's transcripts, and compares with known pairs.

Usage: python evaluation/ingest/near_duplicates.py FOLDER PAIRS.tsv [--manifest index.tsv]

The pairs need the columns a and b: paths as the manifest has them. Episodes are read, sketched and
compared as a corpus does it after each run; every edge found is printed, K before those known.
"""

import argparse
import csv
import multiprocessing
import resource
import sys
import time
from pathlib import Path

from groundcast.building.episodes import transcript_of
from groundcast.enrichment.recordings import Sketch, recording_edges, sketch_of
from groundcast.errors import UnreadableSource
from groundcast.ingest.transcripts import read_transcript
from groundcast.records import Episode


def read_one(job: tuple[str, str, str]) -> tuple[Sketch | None, float]:
    """The sketch of one file, and the seconds that making it took without reading."""
    folder, path, date = job
    try:
        read = read_transcript((Path(folder) / path).read_bytes(), path)
    except UnreadableSource:
        return None, 0.0
    transcript = transcript_of(read, ())
    began = time.process_time()
    sketch = sketch_of(Episode(path, "podcast:bench", path, path, path, date or None), transcript)
    return sketch, time.process_time() - began


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--manifest", default="index.tsv")
    args = parser.parse_args()
    rows = _table(args.folder / args.manifest)
    known = {frozenset((row["a"], row["b"])) for row in _table(args.pairs)}
    jobs = [(str(args.folder), row["path"], row.get("date", "")) for row in rows]
    with multiprocessing.Pool(2) as pool:
        read = pool.map(read_one, jobs, chunksize=8)
    sketches = [sketch for sketch, _ in read if sketch is not None]
    began = time.process_time()
    edges = recording_edges(sketches)
    took = time.process_time() - began
    for edge in sorted(edges, key=lambda edge: -edge.weight):
        is_known = frozenset((edge.from_id, edge.to_id)) in known
        mark = "K" if is_known else " "
        say(f"{mark} {edge.type:8} {edge.weight:.2f} {edge.from_id} {edge.to_id}")
    found = {frozenset((edge.from_id, edge.to_id)) for edge in edges}
    copies = {frozenset((edge.from_id, edge.to_id)) for edge in edges if edge.type == "COPY_OF"}
    say(
        f"known pairs linked: {len(known & found)} of {len(known)}, {len(known & copies)} as copies"
    )
    say(f"other pairs linked: {len(found - known)}, {len(copies - known)} as copies")
    say(f"missed: {sorted(map(sorted, known - found))}")
    say(
        f"sketching {sum(seconds for _, seconds in read):.1f} s of one core, comparing {took:.1f} s"
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say(f"sketches {sum(s.hashes.nbytes + s.places.nbytes for s in sketches) / 1e6:.1f} MB, "
        f"peak memory of the comparing process {peak:.0f} MB")  # fmt: skip


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def say(line: str) -> None:
    """Prints a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
