"""What stands where in a pack, in both forms."""

import json

import pytest

from groundcast.packs.briefing import build_briefing_pack
from groundcast.packs.evidence import (
    AssessedNone,
    ContradictionFound,
    ContradictionState,
    NotAssessed,
)
from groundcast.packs.json_form import compact
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.retrieval.results import CompoundResult, QuotedSpan, ScoredResult
from tests.packs.invented_evidence import ENTITY, citation, evidence, insight, results, segment

QUESTION = "How do potters keep ash glaze from running?"
SPAN_A = QuotedSpan("quote:a", "Ash always runs above twelve hundred degrees.", citation(1))
SPAN_B = QuotedSpan("quote:b", "Ash never runs if the clay is dry.", citation(2))


def built(found: list[ScoredResult] | None = None, **changes: object) -> CorpusBriefingPack:
    given = {"evidence": evidence(), **changes}
    items = results(40) if found is None else found
    return build_briefing_pack(QUESTION, "semantic", items, ENTITY, **given)  # type: ignore[arg-type]


def test_the_json_keys_stand_in_reading_order() -> None:
    assert list(built(form="json").as_json()) == [
        "query",
        "query_type",
        "verdict",
        "canonical_entity",
        "top_insight",
        "insights",
        "top_contradiction",
        "contradiction_status",
        "supporting_segments",
        "coverage_summary",
        "citations",
        "receipt",
        "token_count",
        "corpus_version",
        "confidence_p50",
        "coverage_gaps",
        "caveats",
    ]


def test_the_json_is_valid_and_the_same_as_its_values() -> None:
    pack = built(form="json")
    assert json.loads(pack.as_sent()) == pack.as_json()
    assert pack.as_sent() == compact(pack.as_json())


def test_the_text_runs_from_question_to_question() -> None:
    lines = built().as_text().splitlines()
    marks = [
        lines.index(f"# {QUESTION}"),
        next(n for n, line in enumerate(lines) if line.startswith("Strong match: ")),
        lines.index(
            "Entity: ash glaze (topic:ash-glaze): topic, 31 insights in 12 episodes of 3 shows"
        ),
        next(n for n, line in enumerate(lines) if line.startswith("[1] ")),
        lines.index("Contradiction: assessed, none found."),
        lines.index("## Supporting evidence"),
        next(n for n, line in enumerate(lines) if line.startswith("Across 4 shows, by items: ")),
        lines.index("## Caveats"),
        next(n for n, line in enumerate(lines) if line.startswith("- Receipt: ")),
        next(n for n, line in enumerate(lines) if line.startswith("- Gaps: ")),
        next(n for n, line in enumerate(lines) if line.startswith("- Confidence of ")),
        lines.index("- Single source: no. Stale: no."),
        lines.index(f"- Question: {QUESTION}"),
    ]
    assert marks == sorted(marks)
    assert marks[-1] == len(lines) - 1


def test_every_item_carries_speaker_show_episode_date_time_and_id() -> None:
    found: list[ScoredResult] = [
        insight(1, "Ash glaze runs when it is laid on too thick for the pot."),
        segment(2, "We fire it slowly, over two days.", speakers=("Odalys Brandt", "Teun Okafor")),
    ]
    assert built(found).as_text().splitlines()[4:11] == [
        "[1] Teun Okafor, The Slow Harbour, “Tides on a timetable, part 1” (2021-02-11) at 1:07"
        " · claim 0.70 · insight:0000000000000001",
        "> “Ash glaze runs when it is laid on too thick for the pot.”",
        "",
        "Contradiction: assessed, none found.",
        "",
        "## Supporting evidence",
        "",
    ]
    assert (
        "[2] Odalys Brandt + Teun Okafor, Night Shift Orchard, “Grafting by lamplight, part 2”"
        " (2022-03-12) at 1:14 · segment:0000000000000002\n> “We fire it slowly, over two days.”"
    ) in built(found).as_text()


def test_items_are_numbered_in_the_order_they_stand() -> None:
    pack = built()
    assert [item.number for item in pack.items] == list(range(1, len(pack.items) + 1))
    assert [item.citation for item in pack.items] == list(pack.citations)


def test_a_compound_is_unpacked_into_its_insight_and_its_segment() -> None:
    claim = insight(1, "Ash glaze runs when it is laid on too thick for the pot.")
    held = segment(2, "We ask the same each year. And we fire it slowly, over two days, in sand.")
    pack = built([CompoundResult(0.9, claim, held)])
    assert pack.top_insight is not None
    assert pack.top_insight.doc_id == claim.doc_id
    assert [item.doc_id for item in pack.supporting_segments] == [held.doc_id]
    assert [item.source_tier for item in pack.items] == ["insight", "segment"]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (AssessedNone(), "assessed, none found"),
        (NotAssessed("fewer than two insights share a subject."),
         "not assessed: fewer than two insights share a subject"),
        (ContradictionFound(SPAN_A, SPAN_B, "disagreement"), "found, disagreement"),
    ],
)  # fmt: skip
def test_the_contradiction_line_has_three_states(state: ContradictionState, status: str) -> None:
    pack = built(evidence=evidence(contradiction=state))
    assert pack.contradiction_status == status
    assert f"\n\nContradiction: {status}.\n" in pack.as_text()
    assert (pack.top_contradiction is not None) == isinstance(state, ContradictionFound)
    assert pack.as_json()["contradiction_status"] == status


def test_a_contradiction_shows_both_sides_with_quotes_and_dates() -> None:
    found = ContradictionFound(SPAN_A, SPAN_B, "disagreement")
    text = built(evidence=evidence(contradiction=found)).as_text()
    assert (
        "Contradiction: found, disagreement.\n"
        "[a] Teun Okafor, The Slow Harbour, “Tides on a timetable, part 1” (2021-02-11) at 1:07"
        " · quote:a\n> “Ash always runs above twelve hundred degrees.”\n\n"
        "[b] Mireille Strand, Night Shift Orchard, “Grafting by lamplight, part 2”"
        " (2022-03-12) at 1:14 · quote:b\n> “Ash never runs if the clay is dry.”\n\n"
    ) in text


def test_an_absent_subject_gives_a_short_pack_that_says_so() -> None:
    pack = built(evidence=evidence(strength="none"))
    assert pack.verdict == (
        "Nothing in this corpus answers this: 412 episodes of 9 shows searched."
    )
    assert pack.token_count <= 520
    assert pack.top_insight is None
    assert 1 <= len(pack.supporting_segments) <= 3
    assert all(item.weak for item in pack.supporting_segments)
    assert "## Weak leads" in pack.as_text()
    assert "Supporting evidence" not in pack.as_text()


def test_no_results_give_a_short_pack_that_says_so() -> None:
    pack = built([])
    assert pack.verdict.startswith("Nothing in this corpus answers this: 412 episodes")
    assert pack.items == ()
    assert pack.confidence_p50 is None
    assert pack.coverage_summary.date_range is None
    assert pack.token_count < 200


def test_a_weak_match_is_marked_and_not_padded() -> None:
    pack = built(evidence=evidence(strength="weak"), max_tokens=8000)
    assert pack.verdict.startswith("Weak match, may not answer: ")
    assert len(pack.items) <= 8
    assert all(item.weak for item in pack.items)
    assert pack.receipt.dropped["weak match"] > 30


def test_missing_speakers_dates_and_times_are_borne() -> None:
    bare = citation(4, speaker=None, published_on=None, start_seconds=None, turn=12)
    pack = built([segment(4, "Nobody knows who said this.", at=bare, speakers=())])
    assert "[1] Unattributed, Kettle and Kiln, “Glaze that forgives, part 4” turn 12 ·" in (
        pack.as_text()
    )
    assert pack.coverage_summary.date_range is None
    assert "Stale: not assessed, dates are missing" in pack.as_text()


def test_single_source_and_stale_evidence_are_warned_of() -> None:
    at = citation(0, published_on="2021-05-01")
    pack = built([insight(1, "Ash runs when laid on thick.", at=at)])
    assert (
        "Single source: yes, one show and one speaker only. "
        "Stale: yes, newest evidence 2021-05-01, corpus runs to 2025-02-01."
    ) in pack.caveats


def test_coverage_counts_each_recording_once() -> None:
    again = citation(5, show_id="podcast:show-9", speaker="Odalys Brandt")
    pack = built(
        [
            insight(0, "Ash runs when laid on thick by a hurried hand.", at=citation(0)),
            segment(
                5,
                "A word on oak ash and how it is sieved.",
                at=again,
                copy_of="episode:000000000000",
            ),
        ]
    )
    assert pack.coverage_summary.episode_count == 1
    assert pack.coverage_summary.show_ids == ("podcast:show-0", "podcast:show-9")


def test_the_spread_of_confidence_is_by_linear_interpolation() -> None:
    words = ("oak ash", "pine ash", "bone ash", "rice ash")
    found: list[ScoredResult] = [
        insight(n, f"The {word} melts in its own way each time.", confidence=0.2 + 0.2 * n)
        for n, word in enumerate(words)
    ]
    pack = built(found)
    assert pack.confidence_p50 == 0.5
    assert "Confidence of 4 insights: p25 0.35, p50 0.50, p75 0.65. " in pack.as_text()


def test_the_same_input_gives_the_same_bytes() -> None:
    assert built().as_text() == built().as_text()
    assert built(form="json").as_sent() == built(form="json").as_sent()


def test_an_insight_worded_otherwise_than_its_quote_shows_both() -> None:
    found: list[ScoredResult] = [
        insight(1, "You just dust it on, thin, that's all.", statement="Thin coats do not run.")
    ]
    assert (
        "\n> In short: “Thin coats do not run.”\n> “You just dust it on, thin, that's all.”\n"
    ) in built(found).as_text()
    assert '"statement":"Thin coats do not run."' in built(found, form="json").as_sent()
