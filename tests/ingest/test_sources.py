import os
from pathlib import Path

import pytest

from groundcast.errors import UnreadableSource
from groundcast.ingest.source import SkippedSource, SourceEpisode
from groundcast.ingest.sources import read_file, read_folder, read_manifest, title_of_key
from groundcast.records import Credit

DIALOGUE = "**Ada Lind:** Welcome to the show.\n\n**Ben Moor:** Thanks for having me.\n"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def episodes(found: list[SourceEpisode | SkippedSource]) -> list[SourceEpisode]:
    return [source for source in found if isinstance(source, SourceEpisode)]


def skipped(found: list[SourceEpisode | SkippedSource]) -> dict[str, str]:
    return {source.name: source.reason for source in found if isinstance(source, SkippedSource)}


def test_a_folder_gives_its_transcripts_in_order_and_a_reason_for_the_rest(tmp_path: Path) -> None:
    root = write(
        tmp_path / "river-hour",
        {
            "b.md": DIALOGUE,
            "a.md": "---\ntitle: First\nguid: g-1\n---\n" + DIALOGUE,
            "c.srt": "1\n00:00:01,000 --> 00:00:02,000\nHi\n",
            "README.md": DIALOGUE,
            "_index.md": DIALOGUE,
            "notes.md": "A few words.",
            "guide.md": "# Guide\n\n" + "- a [link](https://a.example) and more\n" * 60,
            "feed.xml": "<?xml version='1.0'?><rss/>",
            "code.py": "print('hello')\n" * 200,
            ".hidden": DIALOGUE,
        },
    )
    (root / "cover.jpg").write_bytes(b"\xff\xd8\xff\x00\x00")
    found = list(read_folder(root))
    assert [(e.original_name, e.guid, e.title, e.show_key) for e in episodes(found)] == [
        ("a.md", "g-1", "First", "river-hour"),
        ("b.md", "b.md", "b.md", "river-hour"),
        ("c.srt", "c.srt", "c.srt", "river-hour"),
    ]
    assert episodes(found)[1].original == DIALOGUE.encode()
    assert skipped(found) == {
        ".hidden": "a hidden file",
        "README.md": "a file about the folder, not a transcript",
        "_index.md": "a file about the folder, not a transcript",
        "code.py": "neither captions nor a text with speakers",
        "cover.jpg": "cover.jpg is a binary file, not a transcript.",
        "feed.xml": "feed.xml is XML, which is not read as a transcript.",
        "guide.md": "a document of headings, lists, links or code without speakers",
        "notes.md": "a text of 3 words without speakers",
    }
    assert found == list(read_folder(root))


def test_the_show_is_given_or_the_nearest_folder_with_a_telling_name(tmp_path: Path) -> None:
    root = write(tmp_path / "all", {"tea-time/season-2/1.md": DIALOGUE, "episodes/2.md": DIALOGUE})
    assert [e.show_key for e in episodes(list(read_folder(root)))] == ["all", "tea-time"]
    given = episodes(list(read_folder(root, show="The Tea Time")))
    assert {(e.show_key, e.show_title) for e in given} == {("The Tea Time", "The Tea Time")}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")
def test_links_out_of_a_folder_and_pipes_are_not_read(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"a.md": DIALOGUE})
    root = write(tmp_path / "show", {"b.md": DIALOGUE})
    (root / "a.md").symlink_to(outside / "a.md")
    (root / "linked").symlink_to(outside, target_is_directory=True)
    (root / "lost.md").symlink_to(root / "nowhere.md")
    os.mkfifo(root / "pipe.md")
    assert skipped(list(read_folder(root))) == {
        "a.md": "a link out of the folder, which is not followed",
        "linked": "a linked folder, which is not followed",
        "lost.md": "a link to nothing",
        "pipe.md": "no regular file",
    }


def test_a_file_is_one_episode_of_its_folders_show(tmp_path: Path) -> None:
    root = write(tmp_path / "river-hour", {"2021-03-12-tides.md": DIALOGUE})
    (episode,) = episodes(list(read_file(root / "2021-03-12-tides.md")))
    assert (episode.show_key, episode.guid) == ("river-hour", "2021-03-12-tides.md")
    assert episode.facts.published_on == "2021-03-12"
    assert [(v.name, v.role) for v in episode.voices] == [
        ("Ada Lind", "host"),
        ("Ben Moor", "guest"),
    ]


@pytest.mark.parametrize("reader", [read_file, read_folder])
def test_a_path_that_is_not_there_is_the_callers_mistake(reader: object, tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="There is no"):
        list(reader(tmp_path / "nowhere"))  # type: ignore[operator]


def test_a_manifest_wins_over_the_file_and_its_bad_rows_are_named(tmp_path: Path) -> None:
    root = write(
        tmp_path / "corpus",
        {
            "a.md": "---\ntitle: Old\nsummary: Kept\nlang: en\n---\n" + DIALOGUE,
            "b.md": "# Heading\n\n" + DIALOGUE,
            "index.tsv": (
                "show\tpath\tepisode_id\ttitle\tdate\tlang\tpersons\tspeakers\tduration\n"
                'tea\ta.md\te/1\tThe "New" One\t2020-01-02\tes\tAda Lind (host); Ben Moor'
                "\t2\t1:00\n"
                "tea\tb.md\te/2\t\tsoon\t\t\t\t\n"
                "tea\tmissing.md\te/3\t\t\t\t\t\t\n"
                "tea\t../secret.md\te/4\t\t\t\t\t\t\n"
                "\tb.md\te/5\t\t\t\t\t\t\n"
                "tea\tb.md\te/1\t\t\t\t\t\t\n"
            ),
        },
    )
    write(tmp_path, {"secret.md": DIALOGUE})
    found = list(read_manifest(root / "index.tsv", root))
    first, second = episodes(found)
    assert (first.guid, first.title, first.show_key) == ("e/1", 'The "New" One', "tea")
    assert (first.language, first.facts.summary) == ("es", "Kept")
    assert (first.facts.published_on, first.facts.duration_seconds) == ("2020-01-02", 60.0)
    assert first.facts.credits == (Credit("Ada Lind", "host"), Credit("Ben Moor", "other"))
    assert (second.guid, second.title, second.language) == ("e/2", "Heading", None)
    assert second.transcript.notes[0] == "manifest: the date 'soon' is no date: left out"
    assert skipped(found) == {
        "row 4: missing.md": "the file is missing",
        "row 5: ../secret.md": "the path leads out of the manifest's folder",
        "row 6: b.md": "the row has no show",
        "row 7: b.md": "has the guid of row 2 in the same show",
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.csv", 'path,show,title\na.md,tea,"One, two"\n'),
        ("m.jsonl", '{"path": "a.md", "show": "tea", "title": "One, two"}\nnot json\n'),
    ],
)
def test_manifests_may_be_csv_or_json_lines(name: str, text: str, tmp_path: Path) -> None:
    root = write(tmp_path, {"a.md": DIALOGUE, name: text})
    found = list(read_manifest(root / name, root))
    assert [e.title for e in episodes(found)] == ["One, two"]
    expected = {"m.jsonl": "line 2 is no JSON object"} if name == "m.jsonl" else {}
    assert skipped(found) == expected


@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ('The "New" One', 'The "New" One'),
        ('"New"', '"New"'),
        ('"The ""New"" One"', 'The "New" One'),
        ('"""New"""', '"New"'),
        ('"New" and "Old"', '"New" and "Old"'),
    ],
)
def test_a_tab_separated_cell_is_unquoted_only_where_a_writer_quoted_it(
    cell: str, title: str, tmp_path: Path
) -> None:
    table = f"path\tshow\ttitle\na.md\ttea\t{cell}\n"
    root = write(tmp_path, {"a.md": DIALOGUE, "m.tsv": table})
    assert [e.title for e in episodes(list(read_manifest(root / "m.tsv", root)))] == [title]


def test_a_manifest_without_its_columns_is_refused(tmp_path: Path) -> None:
    root = write(tmp_path, {"m.csv": "file,show\na.md,tea\n"})
    with pytest.raises(UnreadableSource, match="has no column path"):
        list(read_manifest(root / "m.csv", root))


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("slow-lane", "Slow Lane"),
        ("harbour_talk", "Harbour Talk"),
        ("rounds", "Rounds"),
        ("The Slow Lane", "The Slow Lane"),
        ("iHarbour", "iHarbour"),
        ("-", "-"),
    ],
)
def test_a_short_name_gives_a_title_to_read(key: str, title: str) -> None:
    assert title_of_key(key) == title


def test_a_manifest_without_a_show_title_still_gives_one_to_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("**Ana Ruiz:** The gate closes at dusk.\n", "utf-8")
    (tmp_path / "index.tsv").write_text("path\tshow\na.md\tslow-lane\n", "utf-8")
    (episode,) = read_manifest(tmp_path / "index.tsv", tmp_path)
    assert isinstance(episode, SourceEpisode)
    assert (episode.show_key, episode.show_title) == ("slow-lane", "Slow Lane")
