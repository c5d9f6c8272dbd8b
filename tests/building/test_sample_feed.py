"""The sample's feed, from a server, gives what its manifest gives."""

from pathlib import Path

import pytest
from tests.fetching.loopback import loopback, quick_client

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.records import Chapter

SHOW = "podcast:ledger-of-leaves"


@pytest.fixture(scope="module")
def from_feed(
    sample_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, StoredEpisode]:
    """The episodes of the feed by guid, added as `groundcast add FEED_URL` does."""
    corpus = tmp_path_factory.mktemp("feed") / "corpus"
    with loopback() as server, quick_client() as client:
        for path in (sample_folder / "ledger-of-leaves").iterdir():
            server.serve(f"/{path.name}", path.read_bytes())
        report = add(corpus, [server.url("/feed.xml")], AddOptions(index=False), Silent(), client)
    assert (report.count("added"), report.skipped, report.unreached) == (5, (), 0)
    truth = TruthFiles(corpus)
    stored = [truth.read_episode(folder) for folder in truth.episode_folders()]
    return {episode.episode.guid: episode for episode in stored}


def test_the_feed_gives_the_episodes_and_words_of_the_manifest(
    from_feed: dict[str, StoredEpisode], sample_episodes: dict[str, StoredEpisode]
) -> None:
    ours = {g: e for g, e in sample_episodes.items() if e.episode.show_id == SHOW}
    assert sorted(from_feed) == sorted(ours)
    for guid, episode in from_feed.items():
        listed = ours[guid]
        assert episode.episode.id == listed.episode.id
        assert episode.episode.title == listed.episode.title
        assert episode.episode.published_on == listed.episode.published_on
        assert episode.episode.url == listed.episode.url
        assert episode.transcript == listed.transcript


def test_the_feed_gives_the_insights_and_quotes_of_the_manifest(
    from_feed: dict[str, StoredEpisode], sample_episodes: dict[str, StoredEpisode]
) -> None:
    for guid, episode in from_feed.items():
        knowledge, listed = episode.knowledge, sample_episodes[guid].knowledge
        assert knowledge is not None
        assert listed is not None
        assert len(knowledge.quotes) >= 4
        assert knowledge.quotes == listed.quotes
        assert knowledge.insights == listed.insights


def test_the_feed_adds_chapters_lengths_and_numbers(from_feed: dict[str, StoredEpisode]) -> None:
    summer = from_feed["leaves-2022-03"].episode
    assert summer.chapters == (
        Chapter(0.0, "A bench in Calderwyck"),
        Chapter(55.0, "The money is in the hose"),
        Chapter(134.0, "A small van of soil"),
        Chapter(201.0, "A leaflet in red"),
        Chapter(247.0, "November, not May"),
    )
    assert (summer.number, summer.duration_seconds) == (2, 315.0)
    assert [from_feed[guid].episode.number for guid in sorted(from_feed)] == [1, 2, 3, 4, 5]
