"""Rows of invented shows, and vectors for them, to fill an index with."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from groundcast.retrieval.filters import Filter
from groundcast.retrieval.results import Tier
from groundcast.retrieval.rows import InsightFacet, Row

DIMENSION = 8
SHOWS = ("podcast:harbour", "podcast:lantern")
EPISODES = ("episode:00000000000a", "episode:00000000000b", "episode:00000000000c")
PEOPLE = ("person:ada-vale", "person:bo-quist", "person:cy-orr")
TOPICS = ("topic:tides", "topic:bridges")
TIERS: tuple[Tier, ...] = ("segment", "insight")
KINDS = ("claim", "question")
TEXTS = (
    "the tide takes the old bridge",
    "OP_VAULT keeps the keys, says BIP 148",
    "nobody builds lanterns any more",
    "a bridge needs a keystone and a tide",
)


def made_row(number: int, tier: Tier = "segment", **fields: object) -> Row:
    known: dict[str, object] = {
        "id": f"{tier}:{number:016x}",
        "tier": tier,
        "episode_id": EPISODES[0],
        "show_id": SHOWS[0],
        "person_ids": (),
        "day": None,
        "is_copy": False,
        "insight_facets": (),
        "text": TEXTS[number % len(TEXTS)],
        "show_title": "Harbour Talk",
        "episode_title": "On Water",
    }
    return Row(**(known | fields))  # type: ignore[arg-type]


def made_vectors(count: int, seed: int = 7) -> NDArray[np.float32]:
    raw = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return raw / np.linalg.norm(raw, axis=1, keepdims=True)


def _some(values: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=2, unique=True).map(tuple)


FACETS = st.builds(InsightFacet, st.sampled_from(KINDS), st.booleans(), _some(TOPICS))
DAYS = st.none() | st.integers(738_000, 738_004)


@st.composite
def row_sets(draw: st.DrawFn) -> list[Row]:
    return [
        made_row(
            number,
            draw(st.sampled_from(TIERS)),
            episode_id=draw(st.sampled_from(EPISODES)),
            show_id=draw(st.sampled_from(SHOWS)),
            person_ids=draw(_some(PEOPLE)),
            day=draw(DAYS),
            is_copy=draw(st.booleans()),
            insight_facets=draw(st.lists(FACETS, max_size=2).map(tuple)),
        )
        for number in range(draw(st.integers(1, 14)))
    ]


FILTERS = st.builds(
    Filter,
    tiers=_some(TIERS),
    show_ids=_some((*SHOWS, "podcast:none")),
    episode_ids=_some(EPISODES),
    person_ids=_some(PEOPLE),
    topic_ids=_some(TOPICS),
    since_day=DAYS,
    until_day=DAYS,
    insight_type=st.none() | st.sampled_from(KINDS),
    grounded_only=st.booleans(),
    include_copies=st.booleans(),
)
