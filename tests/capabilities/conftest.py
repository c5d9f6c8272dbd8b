"""A sample corpus with what the sample itself has none of: a copy, a missing date, mentions."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcast.knowledge.opened import OpenCorpus

# Three of the seven insights about lorries are in it.
COPIED = "Silent boats, loud meetings"
UNDATED = "Cold hands, warm houses"
TRUST = "org:harbour-trust"


@pytest.fixture(scope="session")
def altered(sample_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCorpus]:
    """The sample; one episode a re-aired copy, one undated, one organisation mentioned."""
    corpus = tmp_path_factory.mktemp("altered") / "corpus"
    shutil.copytree(sample_path, corpus)
    (catalogue,) = corpus.glob("index/*/catalogue.sqlite")
    database = sqlite3.connect(catalogue)
    with database:
        database.execute(
            "UPDATE episodes SET is_copy = 1, record = json_set(record, '$.copy_of',"
            " 'episode:000000000000') WHERE title = ?",
            (COPIED,),
        )
        database.execute(
            "UPDATE episodes SET published_on = NULL, record = json_set(record, '$.published_on',"
            " NULL, '$.language', 'nb') WHERE title = ?",
            (UNDATED,),
        )
        database.execute(
            "UPDATE insights SET (is_copy, published_on) ="
            " (SELECT is_copy, published_on FROM episodes WHERE id = insights.episode_id)"
        )
        database.execute(
            "INSERT INTO entities SELECT ?, 'org', 'Harbour Trust', 0, 0, 0, json_set(record,"
            " '$.id', ?, '$.kind', 'org', '$.display_name', 'Harbour Trust')"
            " FROM entities WHERE id = 'topic:lorry'",
            (TRUST, TRUST),
        )
        database.execute(
            "INSERT INTO insight_entities SELECT ?, id FROM insights"
            " WHERE json_extract(record, '$.text') LIKE '%charge%'",
            (TRUST,),
        )
    database.close()
    with OpenCorpus(corpus) as opened:
        yield opened
