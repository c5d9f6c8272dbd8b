"""Which episodes and shows a podcast_scraper corpus has, and what of its files is believed."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.building.invented_podcast_scraper import CLAY, Run

from groundcast.errors import UnreadableSource
from groundcast.ingest.podcast_scraper import Discovered, ScrapedEpisode, discover, read_entry
from groundcast.ingest.scraped_knowledge import read_identities, read_insights, read_names
from groundcast.ingest.scraped_metadata import Cast, ScrapedSpeaker, read_metadata

FEED = {"feed_id": "kiln", "title": "Kiln & Clay", "url": "https://kiln.example/feed.xml"}
KEYS = st.sampled_from(
    ["schema_version", "episode", "episode_id", "feed", "content", "speakers", "summary", "nodes",
     "edges", "id", "type", "properties", "text", "char_start", "char_end", "from", "to", "kind",
     "name", "label", "identities", "display_name", "topic_to_canonical", "bullets", "confidence"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["Insight", "Quote", "Entity", "person", "SUPPORTED_BY", "3.0", "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)  # fmt: skip


@given(VALUES)
def test_any_json_is_read_or_refused(value: Any) -> None:
    for read in (read_insights, read_names, read_identities, lambda v, _: read_metadata(v)):
        with suppress(UnreadableSource):
            read(value, "e1")


def taken(found: Discovered) -> list[ScrapedEpisode]:
    read = [read_entry(found.folder, entry)[0] for entry in found.entries]
    return [episode for episode in read if episode is not None]


def clay(folder: Path, feed: dict[str, Any], stem: str = "0001_clay", episode: str = "clay") -> Run:
    run = Run(folder, feed)
    run.metadata(stem, episode, "Clay")
    run.transcript(stem, CLAY)
    return run


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("run_20260101-080000", "run_20260102-080000"),
        ("run_20260101-080000", "run_2026-01-01T09-00-00"),
        ("run_20251231-235959_ab12", "run_20260101"),
    ],
)
def test_the_newest_run_that_can_be_read_wins(older: str, newer: str, tmp_path: Path) -> None:
    for run in (newer, older):
        clay(tmp_path / "feeds/kiln" / run, FEED)
    (episode,) = taken(discover(tmp_path))
    assert episode.source.original_name.split("/")[2] == newer
    (tmp_path / "feeds/kiln" / newer / "transcripts/0001_clay.txt").unlink()
    (tmp_path / "feeds/kiln" / newer / "transcripts/0001_clay.segments.json").unlink()
    found = discover(tmp_path)
    older_one, refused = read_entry(found.folder, found.entries[0])
    assert older_one is not None
    assert older_one.source.original_name.split("/")[2] == older
    assert [item.name.split("/")[2] for item in refused] == [newer]


def test_an_episode_twice_in_a_run_is_taken_once(tmp_path: Path) -> None:
    clay(tmp_path, FEED)
    clay(tmp_path, FEED, "0002_clay", "episode:clay")
    found = discover(tmp_path)
    assert [entry.versions[0].stem for entry in found.entries] == ["0001_clay"]
    assert [(item.name, item.reason) for item in found.refused] == [
        ("metadata/0002_clay.metadata.json",
         "is about the episode of metadata/0001_clay.metadata.json, in the same run")
    ]  # fmt: skip


def test_insights_without_metadata_are_reported(tmp_path: Path) -> None:
    run = clay(tmp_path, FEED)
    run.write("metadata/0003_lost.gi.json", {"nodes": [], "edges": []})
    assert [(item.name, item.reason) for item in discover(tmp_path).refused] == [
        ("metadata/0003_lost.gi.json", "has no metadata.json beside it")
    ]


def feed(id_: str, title: str, url: str | None = None) -> dict[str, Any]:
    return {"feed_id": id_, "title": title, "url": url}


@pytest.mark.parametrize(
    ("feeds", "titles"),
    [
        ([feed("rss_kiln.example", "Kiln & Clay"), feed("podcast:rss-kiln-example", "Kiln")],
         ["Kiln & Clay"]),
        ([feed("rss_kiln.example", "Kiln & Clay"), feed("podcast:kiln-clay", "Kiln & Clay")],
         ["Kiln & Clay"]),
        ([feed("old", "Kiln & Clay", "https://kiln.example/a"),
          feed("new", "Kiln, renamed", "https://kiln.example/a")], ["Kiln & Clay"]),
        ([feed("one", "The Daily"), feed("two", "The Daily")], ["The Daily", "The Daily"]),
        ([feed("one", "The Daily"), feed("two", "The Daily"), feed("the-daily", "The Daily")],
         ["The Daily", "The Daily", "The Daily"]),
    ],
)  # fmt: skip
def test_feed_ids_are_one_show_only_with_evidence(
    feeds: list[dict[str, Any]], titles: list[str], tmp_path: Path
) -> None:
    for number, each in enumerate(feeds):
        clay(tmp_path / f"feeds/f{number}/run_2026010{number}", each, episode=f"e{number}")
    shows = {entry.show for entry in discover(tmp_path).entries}
    assert sorted(show.title for show in shows) == titles


def test_a_folder_of_feeds_is_one_show_though_its_files_disagree(tmp_path: Path) -> None:
    clay(tmp_path / "feeds/kiln/run_20260101", feed("a", "Kiln & Clay"), episode="e1")
    clay(tmp_path / "feeds/kiln/run_20260102", feed("b", "Kiln Talk"), episode="e2")
    shows = {entry.show.title for entry in discover(tmp_path).entries}
    assert shows == {"Kiln & Clay"}


def test_segments_that_are_none_give_way_to_the_text(tmp_path: Path) -> None:
    run = clay(tmp_path, FEED)
    run.write("transcripts/0001_clay.segments.json", {"lines": []})
    found = discover(tmp_path)
    episode, refused = read_entry(found.folder, found.entries[0])
    assert episode is not None
    assert episode.source.original_name == "transcripts/0001_clay.txt"
    assert [(item.name, item.reason) for item in refused] == [
        ("transcripts/0001_clay.segments.json", "no list of segments")
    ]


def test_segments_in_an_object_are_read_with_their_times(tmp_path: Path) -> None:
    run = clay(tmp_path, FEED)
    place = tmp_path / "transcripts/0001_clay.segments.json"
    run.write("transcripts/0001_clay.segments.json", {"segments": json.loads(place.read_text())})
    (episode,) = taken(discover(tmp_path))
    assert [(t.start_seconds, t.end_seconds) for t in episode.source.transcript.turns] == [
        (0.0, 9.0), (10.0, 19.0), (20.0, 29.0)]  # fmt: skip


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("SPEAKER_00", "Petra Lindqvist"),
        ("Petra Lindqvist", "Petra Lindqvist"),
        ("person:otis-quarrel", "Otis Quarrel"),
        ("otis-quarrel", "Otis Quarrel"),
        ("person:ada-vance", "Ada Vance"),
        ("person:speaker-01", None),
        ("person:unknown", None),
        ("Caller", None),
    ],
)
def test_labels_are_named_by_the_metadata_and_placeholders_by_nobody(
    label: str, name: str | None
) -> None:
    speakers = [
        ScrapedSpeaker("SPEAKER_00", "Petra Lindqvist", "host"),
        ScrapedSpeaker("person:speaker-01", None, "other"),
    ]
    cast = Cast(speakers, [("person:otis-quarrel", "Otis Quarrel"),
                           ("person:speaker-01", "SPEAKER_01")])  # fmt: skip
    assert cast.name_of(label) == name


@pytest.mark.parametrize(
    ("read", "value", "reason"),
    [
        (read_insights, {"nodes": [], "edges": [], "episode_id": "e2"},
         "it is about another episode, e2"),
        (read_insights, {"nodes": {}, "edges": []}, "it has no lists `nodes` and `edges`"),
        (read_names, {"schema_version": "3.0", "nodes": [], "edges": []},
         "it has schema 3.0; this version reads kg up to 2"),
        (read_identities, {"episode_id": "episode:e2", "identities": []},
         "it is about another episode, episode:e2"),
        (read_identities, {"aliases": []},
         "no bridge: neither `identities` nor `topic_to_canonical`"),
    ],
)  # fmt: skip
def test_other_shapes_are_refused(read: Any, value: Any, reason: str) -> None:
    with pytest.raises(UnreadableSource) as refusal:
        read(value, "e1")
    assert str(refusal.value) == reason
