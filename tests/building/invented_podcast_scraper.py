"""A podcast_scraper corpus with invented talk, in both generations of its shapes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Line = tuple[str, str]

TIDES: list[Line] = [
    ("person:ines-halloway", "Welcome to Harbour Talk, I am here with Bram Okafor."),
    ("person:bram-okafor", "The tide gate should close an hour before the storm arrives."),
    ("person:speaker-01", "Nobody asked the fishermen about the gate."),
    ("person:bram-okafor", "Salt marshes store more flood water than any wall we ever built."),
    ("person:ines-halloway", "Is the ferry going to survive the new bridge?"),
]
TIDES_REVISED: list[Line] = [
    ("person:ines-halloway", "Welcome to Harbour Talk. I am here with Bram Okafor today."),
    *TIDES[1:],
    ("person:bram-okafor", "By 2030 the ferry will run on batteries."),
]
CLAY: list[Line] = [
    ("SPEAKER_00", "Glaze chemistry is a slow science, I said to Otis Quarrel."),
    ("SPEAKER_01", "A kiln that cools too fast cracks every pot in it."),
    ("SPEAKER_00", "Porcelain shrinks by an eighth in the firing."),
]


class Run:
    """A folder with metadata/ and transcripts/ in it."""

    def __init__(self, folder: Path, feed: dict[str, Any]) -> None:
        self.folder = folder
        self.feed = feed
        (folder / "metadata").mkdir(parents=True, exist_ok=True)
        (folder / "transcripts").mkdir(exist_ok=True)

    def metadata(self, stem: str, episode_id: str, title: str, **content: Any) -> None:
        """Writes a metadata file."""
        self.write(
            f"metadata/{stem}.metadata.json",
            {
                "schema_version": "1.2.0",
                "feed": self.feed,
                "episode": {
                    "episode_id": episode_id,
                    "title": title,
                    "published_date": "2026-01-05T06:00:00Z",
                    "duration_seconds": 61,
                },
                "content": {"transcript_file_path": f"transcripts/{stem}.txt", **content},
                "summary": {"title": title, "bullets": ["A gate.", "A marsh."], "raw_text": None},
            },
        )

    def transcript(self, stem: str, lines: Sequence[Line], *, segments: bool = True) -> str:
        """Writes the segments, and the text, which has the labels too; gives the text back."""
        text = "".join(f"{label}: {said}\n" for label, said in lines)
        (self.folder / f"transcripts/{stem}.txt").write_text(text, "utf-8")
        if segments:
            self.write(
                f"transcripts/{stem}.segments.json",
                [
                    {"id": n, "start": 10.0 * n, "end": 10.0 * n + 9, "speaker_label": label,
                     "text": f" {said}"}
                    for n, (label, said) in enumerate(lines)
                ],
            )  # fmt: skip
        return text

    def write(self, name: str, value: Any) -> None:
        """Writes a JSON file."""
        (self.folder / name).write_text(json.dumps(value, ensure_ascii=False), "utf-8")


def quote(id_: str, words: str, text: str, *, off: int = 0, speaker: str | None = None) -> Any:
    """A quote node; `off` moves its offsets away from its words."""
    start = text.index(words) + off
    return {
        "id": id_,
        "type": "Quote",
        "properties": {
            "text": words,
            "speaker_id": speaker,
            "char_start": start,
            "char_end": start + len(words),
            "timestamp_start_ms": 0,
            "timestamp_end_ms": 0,
            "transcript_ref": "transcript.txt",
        },
    }


def insight(id_: str, text: str, kind: str | None, confidence: float | None = None) -> Any:
    """An insight node of the generation with properties; confidence stands on the node."""
    node = {
        "id": id_,
        "type": "Insight",
        "properties": {"text": text, "grounded": True, "insight_type": kind, "position_hint": 0.3},
    }
    return node if confidence is None else {**node, "confidence": confidence}


def flat(node: Any) -> Any:
    """A node of the generation without properties."""
    return {**{k: v for k, v in node.items() if k != "properties"}, **node["properties"]}


def edge(from_: str, type_: str, to: str) -> dict[str, str]:
    return {"from": from_, "to": to, "type": type_}


def write_tides(run: Run, lines: Sequence[Line], episode_id: str) -> None:
    """The episode that two runs have, in the newer generation of each shape."""
    run.metadata(
        "0001_tides",
        episode_id,
        "Gates and marshes",
        speakers=[
            {"id": "person:ines-halloway", "name": "Ines Halloway", "role": "host"},
            {"id": "person:bram-okafor", "name": "Bram Okafor", "role": "guest"},
            {"id": "person:speaker-01", "name": "SPEAKER_01", "role": "unknown"},
        ],
    )
    text = run.transcript("0001_tides", lines)
    gate = "The tide gate should close an hour before the storm arrives."
    marsh = "Salt marshes store more flood water than any wall we ever built."
    run.write(
        "metadata/0001_tides.gi.json",
        {
            "schema_version": "3.0",
            "episode_id": episode_id,
            "nodes": [
                insight("i1", "Close the tide gate early.", "recommendation", 0.9),
                insight("i2", "Salt marshes beat walls as flood stores.", "thesis"),
                insight("i3", "The ferry may not survive.", "question", 0.5),
                insight("i4", "Nobody rests on this.", "claim", 0.5),
                insight("i5", "Two people agree.", "claim", 0.5),
                insight("i6", "The fishermen were not asked.", "observation", 0.4),
                quote("q1", gate, text, speaker="person:bram-okafor"),
                quote("q2", marsh, text, speaker="person:bram-okafor"),
                quote("q3", "Is the ferry going to survive the new bridge?", text, off=3),
                quote("q4", text[text.index("close an hour") : text.index("asked the")], text),
                quote("q5", "Nobody asked the fishermen about the gate.", text,
                      speaker="person:speaker-01"),
                {"id": "q6", "type": "Quote", "properties": {"text": "Never said.",
                 "char_start": 90_000, "char_end": 90_011}},
                {"id": "topic:tide-gates", "type": "Topic", "properties": {"label": "tide gates"}},
            ],
            "edges": [
                edge("episode:tides", "HAS_INSIGHT", "i1"),
                edge("i1", "SUPPORTED_BY", "q1"),
                edge("i2", "SUPPORTED_BY", "q2"),
                edge("i2", "SUPPORTED_BY", "q6"),
                edge("i3", "SUPPORTED_BY", "q3"),
                edge("i5", "SUPPORTED_BY", "q4"),
                edge("i6", "SUPPORTED_BY", "q5"),
                edge("q1", "SPOKEN_BY", "person:bram-okafor"),
                edge("i1", "ABOUT", "topic:tide-gates"),
                edge("i2", "ABOUT", "topic:salt-marsh"),
                edge("i6", "ABOUT", "topic:tide-gates"),
                edge("i6", "MENTIONS_PERSON", "person:speaker-01"),
                edge("i2", "MENTIONS_ORG", "org:marsh-trust"),
                edge("i2", "ABOUT", "nothing-known"),
            ],
        },
    )  # fmt: skip
    run.write(
        "metadata/0001_tides.kg.json",
        {
            "schema_version": "2.0",
            "nodes": [
                {"id": "topic:salt-marsh", "type": "Topic", "label": "Salt marsh",
                 "slug": "salt-marsh"},
                {"id": "person:bram-okafor", "type": "Person", "name": "Bram Okafor",
                 "role": "guest"},
                {"id": "person:speaker-01", "type": "Person", "name": "SPEAKER_01"},
                {"id": "org:marsh-trust", "type": "Organization", "name": "Marsh Trust"},
                {"id": "podcast:harbour-talk", "type": "Podcast", "title": "Harbour Talk"},
            ],
            "edges": [edge("podcast:harbour-talk", "HAS_EPISODE", "episode:tides")],
        },
    )  # fmt: skip
    run.write(
        "metadata/0001_tides.bridge.json",
        {
            "episode_id": episode_id,
            "identities": [{"id": "topic:salt-marsh", "display_name": "salt marshes"}],
        },
    )


def write_clay(run: Run) -> None:
    """An episode in the older generation of each shape, its voices named by the metadata."""
    run.metadata(
        "0007_clay",
        "clay",
        "Slow kilns",
        speakers=[
            {"id": "SPEAKER_00", "name": "Petra Lindqvist", "role": "host"},
            {"id": "SPEAKER_01", "name": "Otis Quarrel", "role": "guest"},
        ],
    )
    text = run.transcript("0007_clay", CLAY)
    words = "A kiln that cools too fast cracks every pot in it."
    run.write(
        "metadata/0007_clay.gi.json",
        {
            "schema_version": "2.1",
            "episode_id": "episode:clay",
            "nodes": [
                flat(insight("i1", "Cool a kiln slowly.", "recommendation", 0.8)),
                flat(quote("q1", words, text)),
            ],
            "edges": [
                edge("i1", "SUPPORTED_BY", "q1"),
                edge("i1", "ABOUT", "topic:kilns"),
                edge("i1", "MENTIONS", "person:o-quarrel"),
            ],
        },
    )
    run.write(
        "metadata/0007_clay.kg.json",
        {
            "nodes": [
                {"id": "topic:kilns", "type": "Topic", "label": "kilns"},
                {"id": "topic:kiln-firing", "type": "Topic", "label": "kiln firing"},
                {"id": "person:o-quarrel", "type": "Entity", "kind": "person",
                 "name": "O. Quarrel"},
                {"id": "person:otis-quarrel", "type": "Entity", "kind": "person",
                 "name": "Otis Quarrel"},
            ],
            "edges": [],
        },
    )  # fmt: skip
    run.write(
        "metadata/0007_clay.bridge.json",
        {
            "episode_id": "clay",
            "podcast_id": "podcast:kiln-clay",
            "topic_to_canonical": {"topic:kilns": "topic:kiln-firing"},
            "entity_to_canonical": {"person:o-quarrel": "person:otis-quarrel"},
        },
    )


def write_corpus(root: Path) -> Path:
    """Two feeds, three runs, an episode beside them, and files that cannot be taken."""
    harbour = {"feed_id": "harbour_talk", "title": "Harbour Talk",
               "url": "https://harbour.example/feed.xml"}  # fmt: skip
    old = Run(root / "feeds/harbour_talk/run_20260101-080000", harbour)
    write_tides(old, TIDES, "episode:tides")
    add_revised_run(root)
    kiln = {"feed_id": "rss_kiln.example_9f", "title": "Kiln & Clay", "url": None}
    run = Run(root / "feeds/rss_kiln.example_9f/run_20260201-080000", kiln)
    write_clay(run)
    (run.folder / "metadata/0008_broken.metadata.json").write_text('{"feed": ', "utf-8")
    (root.parent / "outside.txt").write_text("Petra: This must never be read by anyone.\n")
    run.metadata("0009_escape", "escape", "Escape",
                 transcript_file_path="../../../../outside.txt")  # fmt: skip
    run.metadata("0010_missing", "missing", "Missing")
    run.metadata("0011_future", "future", "From the future")
    run.transcript("0011_future", [("Petra Lindqvist", "We fire the large kiln in March.")])
    run.write("metadata/0011_future.gi.json", {"schema_version": "4.0", "nodes": [], "edges": []})
    alone = Run(root, {"feed_id": "podcast:kiln-clay", "title": "Kiln & Clay"})
    alone.metadata("0012_text", "text-only", "Only text")
    alone.transcript("0012_text", [("Petra Lindqvist", "Ash glazes need no frit at all."),
                                   ("Otis Quarrel", "Then I shall burn the apple tree.")],
                     segments=False)  # fmt: skip
    (root / "enrichments").mkdir()
    (root / "enrichments/momentum.json").write_text('{"data": {}}')
    (root / "search").mkdir()
    (root / "search/index.bin").write_bytes(b"\0")
    return root


def add_revised_run(root: Path) -> None:
    """A newer run of the first feed, which names feed and episode in the other ways."""
    feed = {"feed_id": "podcast:harbour-talk", "title": "Harbour Talk",
            "url": "https://harbour.example/feed.xml"}  # fmt: skip
    run = Run(root / "feeds/harbour_talk/run_20260301-080000", feed)
    write_tides(run, TIDES_REVISED, "tides")
