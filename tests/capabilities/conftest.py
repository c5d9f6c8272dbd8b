"""A small corpus whose insights are given, so that what tools say of them can be stated.

It holds what the sample has none of: a re-aired copy, an episode without a date, one in another
language, one that was not assessed, mentions, and two insights from the same words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from groundcast.building.indexing import build_index
from groundcast.building.progress import Silent
from groundcast.corpus import ids
from groundcast.corpus.truth import CorpusSettings, EpisodeFile, Hashes
from groundcast.corpus.writer import CorpusWriter
from groundcast.knowledge.opened import OpenCorpus
from groundcast.models.catalogue import DEFAULT_EMBEDDER, load_embedder
from groundcast.records import (
    Entity,
    Episode,
    Insight,
    InsightType,
    Knowledge,
    Quote,
    Registry,
    Show,
    Speaker,
    TopicWeight,
    Transcript,
    Turn,
)

MAREN, JOSE = "person:maren-tolvik", "person:josé-quintarelo"
BARTHOLOMEW, ZOE = "person:bartholomew-okonjo-fell", "person:zoë-åkervind"
EDVARD, TRUST = "person:edvard-nystrøm-hale", "org:harbour-trust"
NAMES = {
    MAREN: "Maren Tolvik",
    JOSE: "José Quintarelo",
    BARTHOLOMEW: "Bartholomew Okonjo-Fell",
    ZOE: "Zoë Åkervind",
    EDVARD: "Edvard Nystrøm-Hale",
    TRUST: "Harbour Trust",
    "topic:ferry": "ferry",
    "topic:lorry": "lorry",
    "topic:charge": "charge",
    "topic:tram": "tram",
}


@dataclass(frozen=True)
class Said:
    """A turn; it holds an insight for each of `texts`, or its own words are one."""

    speaker: str | None
    words: str
    kind: InsightType | None = None
    topics: tuple[tuple[str, float], ...] = ()
    salience: float = 0.5
    confidence: float = 0.95
    mentions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


TIDEWATER = Show("podcast:tidewater", "Tidewater")
SLOW_LANE = Show("podcast:slow-lane", "The Slow Lane")
KNOTS = Episode(
    "episode:000000000001", TIDEWATER.id, "1", "four-knots", "Four knots", "2021-10-14",
    language="en", summary="On a ferry. " * 40,
)  # fmt: skip
POST = Episode(
    "episode:000000000002", TIDEWATER.id, "2", "post-bag", "Post bag", "2023-02-09", language="en"
)
EUROS = Episode(
    "episode:000000000003", TIDEWATER.id, "3", "eight-euros", "Eight euros", "2024-05-16",
    language="en", summary="A charge on the quay.",
)  # fmt: skip
BOATS = Episode(
    "episode:000000000004", SLOW_LANE.id, "4", "silent-boats", "Silent boats", "2024-09-24",
    language="en",
)  # fmt: skip
AGAIN = Episode(
    "episode:000000000005", SLOW_LANE.id, "5", "euros-again", "Eight euros, again", "2024-12-01",
    language="en", copy_of=EUROS.id,
)  # fmt: skip
FERGEN = Episode("episode:000000000006", TIDEWATER.id, "6", "fergen", "Fergen", language="nb")

CUT = "A charge will cut lorry traffic by a third."
TALK: dict[str, list[Said]] = {
    KNOTS.id: [
        Said(ZOE, "Welcome to Tidewater."),
        Said(
            MAREN, "The Osterey ferry should run on hydrogen.", "recommendation",
            (("topic:ferry", 0.9),), 1.0,
        ),
        Said(
            MAREN, "The Harbour Trust owns the berth, as Edvard Nystrøm-Hale says.", "claim",
            (("topic:ferry", 0.6),), 0.4, mentions=(TRUST, EDVARD),
        ),
    ],
    POST.id: [Said(ZOE, "You wrote to us, and we read it all.")],
    EUROS.id: [
        Said(BARTHOLOMEW, CUT, "claim", (("topic:lorry", 0.9), ("topic:charge", 0.8)), 0.9),
        Said(
            BARTHOLOMEW, "A town should count its lorries first.", "recommendation",
            (("topic:lorry", 0.95),), 0.7,
        ),
        Said(
            BARTHOLOMEW, "So the terrible lorries wait for hours.", "observation",
            (("topic:lorry", 0.5),), 0.3, 0.6, texts=("The terrible lorries wait for hours.",),
        ),
        Said(None, "The charge is eight euros.", "claim", (("topic:charge", 0.9),), 0.2, 0.6),
    ],
    BOATS.id: [
        Said(
            JOSE, "A charge will not cut lorry traffic, whatever the Harbour Trust says.", "claim",
            (("topic:lorry", 0.9), ("topic:charge", 0.7)), 0.8, mentions=(TRUST,),
            texts=("A charge will not cut lorry traffic.", "A charge leaves lorry traffic alone."),
        ),
        Said(
            MAREN, "The Osterey ferry should run on batteries.", "recommendation",
            (("topic:ferry", 0.95),), 0.95,
        ),
        Said(
            JOSE, "In 2027 there will be as many lorries as today.", "prediction",
            (("topic:lorry", 0.8),), 0.6,
        ),
    ],
    AGAIN.id: [
        Said(BARTHOLOMEW, CUT, "claim", (("topic:lorry", 0.9), ("topic:charge", 0.8)), 0.9)
    ],
    FERGEN.id: [Said(MAREN, "Fergen er en fin båt.", "claim", (("topic:ferry", 0.7),), 0.1)],
}  # fmt: skip


@pytest.fixture(scope="session")
def harbour(harbour_path: Path) -> Iterator[OpenCorpus]:
    """The corpus above, opened."""
    with OpenCorpus(harbour_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def harbour_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus above, built once a run; tests must not write to it."""
    corpus = tmp_path_factory.mktemp("harbour") / "corpus"
    embedder = load_embedder(DEFAULT_EMBEDDER)
    with CorpusWriter(corpus) as writer:
        writer.write_settings(
            CorpusSettings("corpus:harbour", embedder.model_id, embedder.dimension, "invented")
        )
        kinds = {"person": "person", "org": "org", "topic": "topic"}
        writer.write_registry(
            Registry(tuple(Entity(i, kinds[i.partition(":")[0]], n) for i, n in NAMES.items()))  # type: ignore[arg-type]
        )
        for show in (TIDEWATER, SLOW_LANE):
            writer.write_show(show)
        for episode in (KNOTS, POST, EUROS, BOATS, AGAIN, FERGEN):
            show = TIDEWATER if episode.show_id == TIDEWATER.id else SLOW_LANE
            transcript, knowledge = told(episode, TALK[episode.id])
            hashes = Hashes(ids.text_sha256("raw"), ids.text_sha256(transcript.text))
            file = EpisodeFile(episode, hashes, "text", "original.txt", "input")
            writer.write_episode(show, file, transcript, knowledge, b"raw")
        build_index(corpus, Silent())
    return corpus


def told(episode: Episode, talk: list[Said]) -> tuple[Transcript, Knowledge]:
    """The transcript of some turns, and the insights in them."""
    turns: list[Turn] = []
    insights: list[Insight] = []
    quotes: list[Quote] = []
    at = 0
    for said in talk:
        end = at + len(said.words)
        label = NAMES[said.speaker] if said.speaker else None
        turns.append(Turn(label, said.speaker, None, None, at, end))
        if said.kind is not None:
            quote = ids.quote_id(episode.id, at, end, said.words)
            quotes.append(
                Quote(quote, episode.id, said.speaker, at, end, None, None, said.words,
                      ids.text_sha256(said.words))
            )  # fmt: skip
            for text in said.texts or (said.words,):
                insights.append(
                    Insight(
                        ids.insight_id(episode.id, at, end, text), episode.id, text, said.kind,
                        said.speaker, (quote,), tuple(TopicWeight(*t) for t in said.topics),
                        said.mentions, said.confidence, said.salience, at / 1000, True,
                    )
                )  # fmt: skip
        at = end + 1
    speakers = {s.speaker for s in talk if s.speaker}
    transcript = Transcript(
        "\n".join(said.words for said in talk), tuple(turns), "none",
        speakers=tuple(Speaker(NAMES[s], s, NAMES[s], "guest") for s in sorted(speakers)),
    )  # fmt: skip
    assessed = bool(insights)
    reason = None if assessed else "too short"
    return transcript, Knowledge(
        episode.id, "invented", "1", tuple(insights), tuple(quotes), assessed=assessed,
        reason=reason,
    )  # fmt: skip
