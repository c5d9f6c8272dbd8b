import re

import pytest

from groundcast.retrieval.rows import InsightFacet, Row, context, embedded_text


class Words:
    def count(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        return [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]


def row(text: str = "We keep it simple.", **fields: object) -> Row:
    known: dict[str, object] = {
        "id": "segment:0000000000000001",
        "tier": "segment",
        "episode_id": "episode:0123456789ab",
        "show_id": "podcast:harbour",
        "person_ids": (),
        "day": None,
        "is_copy": False,
        "insight_facets": (),
        "text": text,
        "show_title": "Harbour Talk",
        "episode_title": "On Bridges",
        "speakers": ("Ada Vale", "Bo Quist"),
        "published_on": "2021-03-17",
    }
    return Row(**(known | fields))  # type: ignore[arg-type]


def test_the_context_names_show_episode_date_and_first_speaker() -> None:
    assert context(row()) == "Harbour Talk. On Bridges. 2021-03-17. Ada Vale"
    assert context(row(published_on=None, speakers=(), episode_title=" ")) == "Harbour Talk"


def test_the_context_stands_before_the_text() -> None:
    expected = "Harbour Talk. On Bridges. 2021-03-17. Ada Vale\nWe keep it simple."
    assert embedded_text(row(), Words()) == expected


@pytest.mark.parametrize(
    ("pieces", "starts"), [(250, "Harbour Talk. On\n"), (254, "word"), (300, "word")]
)
def test_the_context_gives_way_to_a_long_text(pieces: int, starts: str) -> None:
    whole = embedded_text(row("word " * pieces), Words())
    assert whole.startswith(starts)
    assert whole.count("word") == pieces


def test_topics_are_those_of_all_insights_once() -> None:
    facets = (
        InsightFacet("claim", True, ("topic:b", "topic:a")),
        InsightFacet("question", False, ("topic:a",)),
    )
    assert row(insight_facets=facets).topic_ids == ("topic:b", "topic:a")
