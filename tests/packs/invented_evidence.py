"""Invented shows, people and search results for the tests of packs."""

from random import Random

from groundcast.citations import Citation
from groundcast.packs.evidence import AssessedNone, CanonicalEntity, Evidence
from groundcast.retrieval.results import (
    CompoundResult,
    InsightResult,
    QuotedSpan,
    ScoredResult,
    SegmentResult,
)

SHOWS = ("Kettle and Kiln", "The Slow Harbour", "Night Shift Orchard", "Paper Lantern Labs")
PEOPLE = ("Odalys Brandt", "Teun Okafor", "Mireille Strand", "Jory Adeyemi", "Saskia Quill")
TITLES = ("Glaze that forgives", "Tides on a timetable", "Grafting by lamplight", "Folding maps")
_WHO = ("the potter", "our harbour master", "a grower", "my neighbour", "the whole crew", "she")
_DID = ("fired", "moored", "grafted", "measured", "patched", "weighed", "counted", "repainted")
_WHAT = ("the ash bowls", "forty barges", "old rootstock", "a leaking kiln", "tide tables", "maps")
_WHEN = ("before the frost", "every second spring", "after the flood", "at low water", "by hand")
_WHY = ("because salt ruins copper", "so the lid would not crack", "to save on wood", "for luck")


def sentence(random: Random) -> str:
    parts = [random.choice(words) for words in (_WHO, _DID, _WHAT, _WHEN, _WHY)]
    return f"{parts[0].capitalize()} {' '.join(parts[1:])} in year {random.randint(3, 9999)}."


def paragraph(random: Random, sentences: int) -> str:
    return " ".join(sentence(random) for _ in range(sentences))


def citation(number: int = 0, **changes: object) -> Citation:
    """A citation that differs with `number`; every field can be set."""
    show = number % len(SHOWS)
    fields: dict[str, object] = {
        "episode_id": f"episode:{number:012x}",
        "episode_title": f"{TITLES[show]}, part {number}",
        "show_id": f"podcast:show-{show}",
        "show_title": SHOWS[show],
        "person_id": f"person:voice-{number % len(PEOPLE)}",
        "speaker": PEOPLE[number % len(PEOPLE)],
        "published_on": f"20{20 + number % 5}-0{1 + number % 9}-1{number % 10}",
        "start_seconds": 60.0 + number * 7,
        "end_seconds": 75.0 + number * 7,
        "time_exact": True,
        "turn": 1 + number,
        "url": None,
    }
    return Citation(**{**fields, **changes})  # type: ignore[arg-type]


def insight(
    number: int,
    text: str,
    *,
    score: float = 0.8,
    statement: str | None = None,
    confidence: float = 0.7,
    at: Citation | None = None,
    copy_of: str | None = None,
    position_hint: float = 0.5,
    quoted: bool = True,
) -> InsightResult:
    where = at or citation(number)
    quote = QuotedSpan(f"quote:{number:016x}", text, where)
    return InsightResult(
        doc_id=f"insight:{number:016x}",
        score=score,
        text=statement or text,
        insight_type="claim",
        confidence=confidence,
        salience=0.5,
        position_hint=position_hint,
        grounded=quoted,
        topic_ids=(),
        quotes=(quote,) if quoted else (),
        citation=where,
        copy_of=copy_of,
    )


def segment(
    number: int,
    text: str,
    *,
    score: float = 0.7,
    at: Citation | None = None,
    copy_of: str | None = None,
    start: int | None = None,
    speakers: tuple[str, ...] | None = None,
) -> SegmentResult:
    where = at or citation(number)
    begin = number * 10_000 if start is None else start
    return SegmentResult(
        doc_id=f"segment:{number:016x}",
        score=score,
        text=text,
        char_start=begin,
        char_end=begin + len(text),
        speakers=speakers if speakers is not None else (PEOPLE[number % len(PEOPLE)],),
        citation=where,
        copy_of=copy_of,
    )


def results(count: int, seed: int = 7, episodes: int | None = None) -> list[ScoredResult]:
    """A search's results, best first: compounds, segments and insights by turns."""
    random = Random(seed)
    found: list[ScoredResult] = []
    for number in range(count):
        score = round(1 - 0.6 * number / max(count, 1), 4)
        at = citation(number % (episodes or max(1, count // 2)), start_seconds=30.0 * number)
        before, said, after = (paragraph(random, n) for n in (3, 2, 4))
        whole = f"{before} {said} {after}"
        claim = insight(
            number, said, score=score, at=at, confidence=round(random.uniform(0.4, 0.95), 2)
        )
        held = segment(number, whole, score=score, at=at)
        match number % 3:
            case 0:
                found.append(CompoundResult(score, claim, held))
            case 1:
                found.append(held)
            case _:
                found.append(claim)
    return found


ENTITY = CanonicalEntity(
    "topic:ash-glaze", "topic", "ash glaze", "topic, 31 insights in 12 episodes of 3 shows"
)


def evidence(**changes: object) -> Evidence:
    fields: dict[str, object] = {
        "contradiction": AssessedNone(),
        "gaps": ("The Slow Harbour speaks of kilns, never of ash glaze", "nothing before 2020"),
        "strength": "strong",
        "searched_episodes": 412,
        "searched_shows": 9,
        "corpus_version": "5f2ab9c01d44",
        "newest_on": "2025-02-01",
    }
    return Evidence(**{**fields, **changes})  # type: ignore[arg-type]
