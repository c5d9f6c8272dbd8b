"""`groundcast import podcast-scraper` through the real command line, and what is asked of it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.building.invented_podcast_scraper import (
    CLAY,
    TIDES,
    Run,
    add_revised_run,
    edge,
    insight,
    quote,
    write_clay,
    write_corpus,
    write_tides,
)
from tests.building.test_adding import truth_bytes
from tests.surfaces.test_cli import run

KILN = "feeds/rss_kiln.example_9f/run_20260201-080000"
GATE = "The tide gate should close an hour before the storm arrives."


def imported(folder: Path, corpus: Path, *options: str, code: int = 0) -> dict[str, Any]:
    """The report of a run."""
    done = run("import", "podcast-scraper", str(folder), "--corpus", str(corpus), "--json",
               *options)  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)


def asked(corpus: Path, tool: str, *words: str) -> dict[str, Any]:
    done = run("ask", tool, *words, "--corpus", str(corpus), "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    return {episode["title"]: episode["outcome"] for episode in report["episodes"]}


def reasons(report: dict[str, Any], ending: str) -> list[str]:
    return [r["reason"] for r in report["refused"] if r["name"].endswith(ending)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("scraped") / "theirs")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("imported") / "corpus"


@pytest.fixture(scope="module")
def report(folder: Path, corpus: Path) -> dict[str, Any]:
    return imported(folder, corpus)


def knowledge(corpus: Path, episode: str) -> dict[str, Any]:
    return json.loads((corpus / "shows" / episode / "knowledge.json").read_text("utf-8"))


def test_every_episode_that_can_be_read_is_taken_once(report: dict[str, Any]) -> None:
    assert outcomes(report) == {
        "Gates and marshes": "added",
        "Slow kilns": "added",
        "From the future": "added",
        "Only text": "added",
    }
    assert report["older_versions"] == 1
    assert (report["enrichment_files"], report["search_files"]) == (1, 1)


def test_what_is_refused_has_its_file_and_reason(report: dict[str, Any]) -> None:
    assert {r["name"]: r["reason"] for r in report["refused"]} == {
        f"{KILN}/metadata/0008_broken.metadata.json": (
            "no JSON (Expecting value: line 1 column 10 (char 9))"
        ),
        f"{KILN}/metadata/0009_escape.metadata.json": (
            "no transcript: no 0009_escape.segments.json or 0009_escape.txt to read;"
            " transcript_file_path: the path ../../../../outside.txt leads out of the folder"
        ),
        f"{KILN}/metadata/0010_missing.metadata.json": (
            "no transcript: no 0010_missing.segments.json or 0010_missing.txt to read;"
            " transcript_file_path: there is no file transcripts/0010_missing.txt"
        ),
        f"{KILN}/metadata/0011_future.gi.json": (
            "it has schema 4.0; this version reads gi up to 3"
        ),
    }


def test_insights_and_quotes_are_kept_or_left_out_with_the_reason(report: dict[str, Any]) -> None:
    assert report["insights_kept"] == 4
    assert report["insights_left_out"] == [
        {"reason": "it rests on no quote", "count": 1},
        {"reason": "none of its quotes verifies", "count": 2},
    ]
    assert report["quotes_kept"] == 4
    assert report["quotes_left_out"] == [
        {"reason": "its offsets are no span of the transcript's text", "count": 1},
        {"reason": "its words are not those at its offsets", "count": 1},
        {"reason": "the transcript that is kept does not have its words there", "count": 1},
    ]


def test_the_imported_corpus_verifies(report: dict[str, Any], corpus: Path) -> None:
    done = run("verify", "--corpus", str(corpus))
    assert done.returncode == 0
    assert "4 episodes, 4 insights, 4 quotes checked: all is well" in done.stdout
    assert report["index"]["insights"] == 4


def test_a_show_is_one_whatever_its_ids_are(report: dict[str, Any], corpus: Path) -> None:
    listed = asked(corpus, "list_feeds")
    assert [(f["podcast_id"], f["title"], f["episodes"]) for f in listed["feeds"]] == [
        ("podcast:harbour-talk", "Harbour Talk", 1),
        ("podcast:kiln-clay", "Kiln & Clay", 3),
    ]


def test_the_newest_run_wins_and_its_file_is_noted(report: dict[str, Any], corpus: Path) -> None:
    place = corpus / "shows/harbour-talk/gates-and-marshes"
    turns = json.loads((place / "transcript.json").read_text("utf-8"))["turns"]
    assert turns[-1]["text"] == "By 2030 the ferry will run on batteries."
    notes = json.loads((place / "episode.json").read_text("utf-8"))["notes"]
    assert notes == [
        "insights of feeds/harbour_talk/run_20260301-080000/metadata/0001_tides.gi.json,"
        " podcast_scraper 3.0",
        "2 edges of insights left out: they lead to no topic, person or organisation",
        "1 insights of type thesis taken as claims",
        "1 insights without a confidence given 0.5",
    ]


def test_insights_have_type_confidence_terms_and_their_engine(
    report: dict[str, Any], corpus: Path
) -> None:
    found = knowledge(corpus, "harbour-talk/gates-and-marshes")
    assert (found["engine"], found["engine_version"]) == ("podcast_scraper", "3.0")
    told = [
        (i["text"], i["insight_type"], i["person_id"], i["confidence"], i["salience"],
         [t["topic_id"] for t in i["topics"]], i["entity_ids"])
        for i in found["insights"]
    ]  # fmt: skip
    assert told == [
        ("Close the tide gate early.", "recommendation", "person:bram-okafor", 0.9, 0.5,
         ["topic:tide-gates"], []),
        ("The fishermen were not asked.", "observation", None, 0.4, 0.5, ["topic:tide-gates"], []),
        ("Salt marshes beat walls as flood stores.", "claim", "person:bram-okafor", 0.5, 0.5,
         ["topic:salt-marshes"], ["org:marsh-trust"]),
    ]  # fmt: skip
    assert [(t["id"], t["name"], t["forms"], t["count"]) for t in found["terms"]] == [
        ("topic:tide-gates", "tide gates", ["tide gates"], 2),
        ("topic:salt-marshes", "salt marshes", ["salt marshes", "Salt marsh"], 1),
        ("org:marsh-trust", "Marsh Trust", ["Marsh Trust"], 1),
        ("person:bram-okafor", "Bram Okafor", ["Bram Okafor"], 0),
    ]


def test_the_older_shapes_give_the_same_things(report: dict[str, Any], corpus: Path) -> None:
    found = knowledge(corpus, "kiln-clay/slow-kilns")
    assert (found["engine"], found["engine_version"]) == ("podcast_scraper", "2.1")
    (told,) = found["insights"]
    assert told["person_id"] == "person:otis-quarrel"
    assert told["topics"] == [{"topic_id": "topic:kiln-firing", "weight": 0.5}]
    assert told["entity_ids"] == ["person:otis-quarrel"]
    assert [(t["name"], t["forms"]) for t in found["terms"]] == [
        ("kiln firing", ["kiln firing", "kilns"]),
        ("Otis Quarrel", ["Otis Quarrel", "O. Quarrel"]),
    ]


def test_a_placeholder_voice_keeps_its_label_and_is_nobody(
    report: dict[str, Any], corpus: Path
) -> None:
    place = corpus / "shows/harbour-talk/gates-and-marshes/transcript.json"
    speakers = json.loads(place.read_text("utf-8"))["speakers"]
    assert [(s["label"], s["person_id"], s["role"]) for s in speakers] == [
        ("Ines Halloway", "person:ines-halloway", "host"),
        ("Bram Okafor", "person:bram-okafor", "guest"),
        ("speaker-01", None, "other"),
    ]
    assert b"person:speaker" not in (corpus / "registry.json").read_bytes()


def test_an_episode_without_readable_insights_is_not_assessed(
    report: dict[str, Any], corpus: Path
) -> None:
    assert knowledge(corpus, "kiln-clay/from-the-future")["reason"] == (
        f"no insights were imported: {KILN}/metadata/0011_future.gi.json:"
        " it has schema 4.0; this version reads gi up to 3"
    )
    assert knowledge(corpus, "kiln-clay/only-text")["reason"] == (
        "no insights were imported: metadata/0012_text.gi.json: is not there"
    )


def test_search_and_insight_detail_answer_with_words_speaker_and_second(
    report: dict[str, Any], corpus: Path
) -> None:
    found = asked(corpus, "search_corpus", "close the tide gate before a storm")
    assert found["results"][0]["citation"]["speaker"] == "Bram Okafor"
    (hit,) = [i for i in knowledge(corpus, "harbour-talk/gates-and-marshes")["insights"]
              if i["confidence"] == 0.9]  # fmt: skip
    detail = asked(corpus, "insight_detail", hit["id"])
    (shown,) = detail["quotes"]
    assert shown["text"] == GATE
    cited = shown["citation"]
    assert (cited["speaker"], cited["start_seconds"], cited["end_seconds"]) == (
        "Bram Okafor", 10.0, 19.0)  # fmt: skip


def test_the_same_command_again_changes_nothing(
    report: dict[str, Any], folder: Path, corpus: Path
) -> None:
    before = truth_bytes(corpus)
    again = imported(folder, corpus)
    assert set(outcomes(again).values()) == {"unchanged"}
    assert again["index"]["changed"] is False
    assert again["insights_kept"] == 4
    assert truth_bytes(corpus) == before


def one_feed(folder: Path) -> Run:
    """A corpus with the older run alone."""
    feed = {"feed_id": "harbour_talk", "title": "Harbour Talk",
            "url": "https://harbour.example/feed.xml"}  # fmt: skip
    old = Run(folder / "feeds/harbour_talk/run_20260101-080000", feed)
    write_tides(old, TIDES, "episode:tides")
    return old


def test_a_newer_run_updates_the_episode_and_its_old_ids_stay_known(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    one_feed(theirs)
    assert outcomes(imported(theirs, ours, "--no-index")) == {"Gates and marshes": "added"}
    before = knowledge(ours, "harbour-talk/gates-and-marshes")
    add_revised_run(theirs)
    assert outcomes(imported(theirs, ours)) == {"Gates and marshes": "updated"}
    after = knowledge(ours, "harbour-talk/gates-and-marshes")
    old = {i["text"]: i["id"] for i in before["insights"]}
    new = {i["text"]: i["id"] for i in after["insights"]}
    assert old.keys() == new.keys()
    assert not set(old.values()) & set(new.values())
    led = {r["id"]: r["successor_id"] for r in after["retired"]}
    assert {led[old[text]] for text in old} == set(new.values())
    detail = asked(ours, "insight_detail", old["Close the tide gate early."])
    assert detail["quotes"][0]["text"] == GATE
    assert run("verify", "--corpus", str(ours)).returncode == 0


def test_our_own_engine_can_be_asked_instead(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    one_feed(theirs)
    report = imported(theirs, ours, "--extract")
    found = knowledge(ours, "harbour-talk/gates-and-marshes")
    assert found["engine"] == "local"
    assert report["insights_kept"] == len(found["insights"]) > 0
    assert report["episodes"][0]["notes"][0] == "insights by our own engine, theirs not used"
    assert outcomes(imported(theirs, ours)) == {"Gates and marshes": "updated"}
    assert knowledge(ours, "harbour-talk/gates-and-marshes")["engine"] == "podcast_scraper"


def test_a_dry_run_says_what_it_would_do_and_writes_nothing(folder: Path, tmp_path: Path) -> None:
    report = imported(folder, tmp_path / "c", "--dry-run")
    assert set(outcomes(report).values()) == {"would be added"}
    assert report["insights_kept"] == 4
    assert list(tmp_path.iterdir()) == []


def test_what_was_removed_stays_away_until_it_is_asked_for(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    old = one_feed(theirs)
    write_clay(old)
    imported(theirs, ours)
    assert run("remove", "Gates and marshes", "--corpus", str(ours)).returncode == 0
    report = imported(theirs, ours)
    assert outcomes(report) == {"Slow kilns": "unchanged"}
    assert reasons(report, "0001_tides.metadata.json") == [
        "was removed from this corpus; import --again takes it anew"
    ]
    assert outcomes(imported(theirs, ours, "--again"))["Gates and marshes"] == "added"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("nothing", "There is no folder"),
        ("empty", "is no podcast_scraper corpus"),
    ],
)
def test_a_folder_that_is_no_such_corpus_is_refused_in_one_line(
    made: str, said: str, tmp_path: Path
) -> None:
    if made == "empty":
        (tmp_path / made / "feeds").mkdir(parents=True)
    done = run("import", "podcast-scraper", made, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.strip().splitlines()[-1]
    assert not (tmp_path / "corpus").exists()


def test_a_corpus_of_which_nothing_can_be_taken_exits_1(tmp_path: Path) -> None:
    feed = {"feed_id": "kiln", "title": "Kiln & Clay"}
    Run(tmp_path / "theirs", feed).metadata("0010_missing", "missing", "Missing")
    report = imported(tmp_path / "theirs", tmp_path / "ours", code=1)
    assert len(report["refused"]) == 1
    assert not (tmp_path / "ours").exists()


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("/etc/hostname", "the path /etc/hostname is not relative to the corpus"),
        ("C:\\talk.txt", "the path C:\\talk.txt is not relative to the corpus"),
        ("../../outside.txt", "the path ../../outside.txt leads out of the folder"),
        ("transcripts/link.txt", "the path transcripts/link.txt leads out of the folder"),
    ],
)
def test_no_path_in_a_file_leads_out_of_the_corpus(
    stated: str, reason: str, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs"
    (tmp_path / "outside.txt").write_text("Petra: This must never be read by anyone.\n")
    own = Run(theirs, {"feed_id": "kiln", "title": "Kiln & Clay"})
    own.metadata("0001_clay", "clay", "Clay", transcript_file_path=stated)
    (own.folder / "transcripts/link.txt").symlink_to(tmp_path / "outside.txt")
    own.transcript("0001_clay", CLAY)
    report = imported(theirs, tmp_path / "ours", "--no-index")
    assert reasons(report, "0001_clay.metadata.json") == [f"transcript_file_path: {reason}"]
    assert outcomes(report) == {"Clay": "added"}
    for path in (tmp_path / "ours").rglob("*.json"):
        assert b"must never be read" not in path.read_bytes()


def test_a_linked_transcript_or_folder_outside_is_not_followed(tmp_path: Path) -> None:
    theirs, other = tmp_path / "theirs", tmp_path / "other"
    own = Run(theirs / "feeds/kiln/run_20260101", {"feed_id": "kiln", "title": "Kiln & Clay"})
    own.metadata("0001_clay", "clay", "Clay")
    own.transcript("0001_clay", CLAY)
    shutil.move(theirs / "feeds/kiln/run_20260101/transcripts", other)
    (own.folder / "transcripts").symlink_to(other)
    write_clay(Run(tmp_path / "more/run_20260101", {"feed_id": "more", "title": "More"}))
    (theirs / "feeds/more").symlink_to(tmp_path / "more")
    report = imported(theirs, tmp_path / "ours", code=1)
    assert reasons(report, "feeds/more") == ["a linked folder, which is not followed"]
    (reason,) = reasons(report, "0001_clay.metadata.json")
    assert "leads out of the folder" in reason
    assert "a link out of the folder, which is not followed" in reason


def test_quotes_of_two_voices_and_of_no_insight_are_left_out(tmp_path: Path) -> None:
    own = Run(tmp_path / "theirs", {"feed_id": "kiln", "title": "Kiln & Clay"})
    write_clay(own)
    text = " ".join(said for _, said in CLAY)
    (own.folder / "transcripts/0007_clay.txt").write_text(text, "utf-8")
    nodes = [
        insight("i1", "Glaze and kilns are slow.", "claim", 0.7),
        quote("q1", "I said to Otis Quarrel. A kiln that cools", text),
        quote("q2", "Porcelain shrinks by an eighth", text),
    ]
    graph = {"schema_version": "3.0", "nodes": nodes, "edges": [edge("i1", "SUPPORTED_BY", "q1")]}
    own.write("metadata/0007_clay.gi.json", graph)
    report = imported(tmp_path / "theirs", tmp_path / "ours", "--no-index")
    assert report["quotes_left_out"] == [
        {"reason": "more than one voice speaks in it", "count": 1},
        {"reason": "no insight rests on it", "count": 1},
    ]
    assert report["insights_left_out"] == [{"reason": "none of its quotes verifies", "count": 1}]


def test_without_a_text_file_quotes_count_in_the_segments(tmp_path: Path) -> None:
    own = Run(tmp_path / "theirs", {"feed_id": "kiln", "title": "Kiln & Clay"})
    write_clay(own)
    (own.folder / "transcripts/0007_clay.txt").unlink()
    text = "".join(f" {said}" for _, said in CLAY)
    words = "A kiln that cools too fast cracks every pot in it."
    nodes = [insight("i1", "Cool it slowly.", None, 0.7), quote("q1", words, text)]
    graph = {"nodes": nodes, "edges": [edge("i1", "SUPPORTED_BY", "q1")]}
    own.write("metadata/0007_clay.gi.json", graph)
    report = imported(tmp_path / "theirs", tmp_path / "ours", "--no-index")
    assert (report["insights_kept"], report["quotes_kept"]) == (1, 1)
    (kept,) = knowledge(tmp_path / "ours", "kiln-clay/slow-kilns")["quotes"]
    assert (kept["text"], kept["person_id"]) == (words, "person:otis-quarrel")


def test_the_report_for_people_names_every_reason(folder: Path, tmp_path: Path) -> None:
    done = run("import", "podcast-scraper", str(folder), "--corpus", str(tmp_path), "--dry-run")
    assert done.stdout.splitlines()[:11] == [
        "would be added: 4 episodes",
        "insights: 4 kept, 3 left out",
        "  1: it rests on no quote",
        "  2: none of its quotes verifies",
        "quotes: 4 kept, 3 left out",
        "  1: its offsets are no span of the transcript's text",
        "  1: its words are not those at its offsets",
        "  1: the transcript that is kept does not have its words there",
        "older runs' versions passed over: 1",
        "ignored: 1 enrichment files, 1 files of search indexes",
        "refused: 4",
    ]


def test_shows_of_one_title_stay_apart_by_their_address(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for name in ("b", "a"):
        feed = {"feed_id": name, "title": "The Kiln", "url": f"https://{name}.example/feed.xml"}
        write_clay(Run(theirs / f"feeds/{name}/run_20260101", feed))
    imported(theirs, ours, "--no-index")
    shows = {
        json.loads(path.read_text("utf-8"))["feed_url"]: path.parent.name
        for path in ours.glob("shows/*/show.json")
    }
    assert shows == {
        "https://a.example/feed.xml": "the-kiln",
        "https://b.example/feed.xml": "the-kiln-2",
    }
    shutil.rmtree(theirs / "feeds/a")
    report = imported(theirs, ours, "--no-index")
    assert outcomes(report) == {"Slow kilns": "unchanged"}


def test_where_the_transcript_names_no_voice_the_quotes_speaker_is_believed(
    tmp_path: Path,
) -> None:
    own = Run(tmp_path / "theirs", {"feed_id": "kiln", "title": "Kiln & Clay"})
    write_clay(own)
    (own.folder / "transcripts/0007_clay.segments.json").unlink()
    text = " ".join(said for _, said in CLAY)
    (own.folder / "transcripts/0007_clay.txt").write_text(text, "utf-8")
    words = "A kiln that cools too fast cracks every pot in it."
    nodes = [insight("i1", "Cool it slowly.", None, 0.7),
             quote("q1", words, text, speaker="SPEAKER_01")]  # fmt: skip
    own.write("metadata/0007_clay.gi.json",
              {"nodes": nodes, "edges": [edge("i1", "SUPPORTED_BY", "q1")]})  # fmt: skip
    imported(tmp_path / "theirs", tmp_path / "ours")
    positions = asked(tmp_path / "ours", "person_positions", "Otis Quarrel")
    assert "Cool it slowly." in json.dumps(positions)
    (kept,) = knowledge(tmp_path / "ours", "kiln-clay/slow-kilns")["insights"]
    detail = asked(tmp_path / "ours", "insight_detail", kept["id"])
    assert detail["quotes"][0]["citation"]["speaker"] == "Otis Quarrel"
    assert run("verify", "--corpus", str(tmp_path / "ours")).returncode == 0


def test_the_transcript_decides_who_speaks_where_it_names_a_voice(tmp_path: Path) -> None:
    own = Run(tmp_path / "theirs", {"feed_id": "kiln", "title": "Kiln & Clay"})
    write_clay(own)
    text = (own.folder / "transcripts/0007_clay.txt").read_text("utf-8")
    words = "A kiln that cools too fast cracks every pot in it."
    nodes = [insight("i1", "Cool it slowly.", "claim", 0.7),
             quote("q1", words, text, speaker="SPEAKER_00")]  # fmt: skip
    own.write("metadata/0007_clay.gi.json",
              {"nodes": nodes, "edges": [edge("i1", "SUPPORTED_BY", "q1")]})  # fmt: skip
    report = imported(tmp_path / "theirs", tmp_path / "ours", "--no-index")
    (kept,) = knowledge(tmp_path / "ours", "kiln-clay/slow-kilns")["quotes"]
    assert kept["person_id"] == "person:otis-quarrel"
    assert report["episodes"][0]["notes"][1] == (
        "1 quotes given to another voice than the transcript has there: the transcript's holds"
    )
