"""Which evidence is kept, in which order, and why the rest is not."""

from random import Random

from groundcast.packs.briefing import build_briefing_pack
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.retrieval.results import QueryType, ScoredResult
from tests.packs.invented_evidence import (
    SHOWS,
    citation,
    evidence,
    insight,
    paragraph,
    results,
    segment,
)

WORDS = (
    "Oak ash is sieved twice before it meets the clay.",
    "Pine smoke stains a shelf that nobody has washed.",
    "Forty barges wait outside the lock until noon.",
    "Bees come to the lower orchard only after rain.",
    "A folded map keeps its creases for a lifetime.",
    "Copper nails outlast the planks they hold.",
    "Rice husk gives the palest green of all.",
    "Nobody repaints the mill before the harvest ends.",
)


def built(
    found: list[ScoredResult], query_type: QueryType = "semantic", **changes: object
) -> CorpusBriefingPack:
    given = {"evidence": evidence(), **changes}
    return build_briefing_pack("ash?", query_type, found, **given)  # type: ignore[arg-type]


def segments(**changes: object) -> list[ScoredResult]:
    return [
        segment(n, words, score=1 - n / 20, **changes)  # type: ignore[arg-type]
        for n, words in enumerate(WORDS)
    ]


def kept(pack: CorpusBriefingPack) -> list[str]:
    return [item.text for item in pack.items]


def test_litm_puts_the_weakest_supporting_evidence_in_the_middle() -> None:
    pack = built(segments(), max_tokens=4000)
    assert kept(pack) == [WORDS[n] for n in (0, 2, 4, 6, 7, 5, 3, 1)]


def test_rank_keeps_the_order_of_retrieval() -> None:
    assert kept(built(segments(), max_tokens=4000, order="rank")) == list(WORDS)


def test_time_goes_by_date_then_position_with_undated_last() -> None:
    dates = ("2024-01-01", None, "2020-01-01", "2022-01-01")
    found: list[ScoredResult] = [
        segment(n, WORDS[n], score=1 - n / 20, at=citation(n, published_on=day))
        for n, day in enumerate(dates)
    ]
    at = citation(8, published_on="2021-01-01", start_seconds=None)
    found += [
        insight(4, WORDS[4], score=0.3, at=at, position_hint=0.9),
        insight(5, WORDS[5], score=0.3, at=at, position_hint=0.1),
        insight(6, WORDS[6], score=0.9, at=at, position_hint=0.2),
    ]
    pack = built(found, max_tokens=4000, order="time")
    assert [item.text for item in pack.supporting_segments] == [
        WORDS[n] for n in (2, 5, 4, 3, 0, 1)
    ]


def test_a_denial_of_what_is_kept_is_no_duplicate_of_it() -> None:
    said = "The potters should mix the oak ash with river clay before the first frost."
    denied = said.replace("should", "should not")
    again = said.replace("The potters", "All potters")
    around = f"{said} {paragraph(Random(3), 9)}"
    found: list[ScoredResult] = [
        segment(0, around, score=0.95),
        insight(1, said, score=0.9),
        insight(2, denied, score=0.8),
        insight(3, again, score=0.7),
    ]
    pack = built(found, max_tokens=4000)
    assert sorted(kept(pack)) == sorted([around, said, denied])
    assert built([*found[:2], found[3]], max_tokens=4000).receipt.dropped == {"duplicate": 1}


def test_the_strongest_insight_stands_first_whatever_the_order() -> None:
    found = results(30)
    tops = {built(found, order=order).top_insight.doc_id for order in ("litm", "rank", "time")}  # type: ignore[union-attr]
    assert len(tops) == 1


def test_near_duplicates_are_dropped_and_counted() -> None:
    twice = WORDS[0].replace("clay", "brown clay")
    pack = built([segment(0, WORDS[0]), segment(1, twice), segment(2, WORDS[2])])
    assert kept(pack) == [WORDS[0], WORDS[2]]
    assert pack.receipt.dropped == {"duplicate": 1}


def test_near_duplicates_are_seen_in_scripts_without_spaces() -> None:
    text = "灰の釉薬は厚く塗ると流れるので薄く塗ります"
    pack = built([segment(0, text), segment(1, text + "よ"), segment(2, "窯の温度は朝に測ります")])
    assert pack.receipt.dropped == {"duplicate": 1}


def test_the_same_result_given_twice_counts_once() -> None:
    pack = built([segment(0, WORDS[0]), segment(0, WORDS[0])])
    assert pack.receipt.dropped == {"duplicate": 1}


def test_a_re_aired_recording_counts_once() -> None:
    at, later = citation(0), citation(5, start_seconds=64.0)
    copied = segment(5, WORDS[1], at=later, copy_of=at.episode_id)
    pack = built([segment(0, WORDS[0], at=at), copied])
    assert kept(pack) == [WORDS[0]]
    assert pack.receipt.dropped == {"same recording": 1}


def test_overlapping_spans_of_one_episode_count_once() -> None:
    at = citation(0)
    pack = built([segment(0, WORDS[0], at=at, start=100), segment(1, WORDS[1], at=at, start=110)])
    assert pack.receipt.dropped == {"same recording": 1}


def test_a_segment_that_says_only_what_a_kept_quote_says_is_dropped() -> None:
    pack = built([insight(0, WORDS[0]), segment(1, WORDS[0])])
    assert kept(pack) == [WORDS[0]]
    assert pack.receipt.dropped == {"duplicate": 1}


def test_at_most_three_items_come_from_one_episode() -> None:
    at = citation(0)
    found: list[ScoredResult] = [segment(n, words, at=at) for n, words in enumerate(WORDS)]
    pack = built(found)
    assert len(pack.items) == 3
    assert pack.receipt.dropped == {"episode limit": 5}
    assert len(built(found, per_episode=5).items) == 5


def test_an_insight_whose_quotes_all_failed_is_withheld_and_counted() -> None:
    pack = built([insight(0, WORDS[0], quoted=False), insight(1, WORDS[1])])
    assert kept(pack) == [WORDS[1]]
    assert pack.receipt.dropped == {"failed verification": 1}


def test_distractors_far_below_the_best_are_dropped() -> None:
    pack = built([segment(0, WORDS[0], score=0.9), segment(1, WORDS[1], score=0.1)])
    assert kept(pack) == [WORDS[0]]
    assert pack.receipt.dropped == {"weak match": 1}


def test_a_question_across_shows_hears_every_show() -> None:
    random = Random(5)
    found: list[ScoredResult] = [
        segment(
            n,
            paragraph(random, 6),
            score=1 - n / 100,
            at=citation(4 * n if n < 24 else n),
        )
        for n in range(32)
    ]
    spread = built(found, "cross_show_synthesis", max_tokens=1500)
    assert {item.citation.show_title for item in spread.items} == set(SHOWS)
    narrow = built(found, "semantic", max_tokens=1500)
    assert {item.citation.show_title for item in narrow.items} == {SHOWS[0]}


def test_meaning_given_as_a_callable_keeps_paraphrases_apart() -> None:
    random = Random(8)
    found: list[ScoredResult] = [
        segment(n, paragraph(random, 8), score=1 - n / 50) for n in range(8)
    ]
    alike = {found[0].doc_id, found[1].doc_id}
    plain = built(found, max_tokens=800)
    apart = built(found, max_tokens=800, similarity=lambda a, b: float({a, b} == alike))
    assert found[1].doc_id in {item.doc_id for item in plain.items}
    assert found[1].doc_id not in {item.doc_id for item in apart.items}
