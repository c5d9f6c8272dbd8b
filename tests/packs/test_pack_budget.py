"""The limit holds for every input, is used well, and the receipt tells the truth."""

import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundcast.citations import Citation
from groundcast.errors import TooSmall
from groundcast.models.tokens import token_counter
from groundcast.packs.briefing import build_briefing_pack
from groundcast.packs.evidence import ContradictionFound, Evidence, NotAssessed
from groundcast.packs.json_form import compact
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.retrieval.results import CompoundResult, QuotedSpan, ScoredResult
from tests.packs.invented_evidence import (
    ENTITY,
    citation,
    evidence,
    insight,
    paragraph,
    results,
    segment,
)

QUESTION = "How do potters keep ash glaze from running?"
# Each is hard to count or to cut in its own way.
PIECES = (
    "The kiln cooled for two days. ",
    "釉薬が流れるのを防ぐには灰を減らします。",
    "窯の温度を下げると釉薬は流れない",
    "👩🏽‍🚀👨‍👩‍👧‍👦🇳🇱 ",
    "كيف يمنع الخزّافون سيلان الطلاء؟ ",
    "é" * 40,
    "\ud800 lone \udfff ",
    "```\n> “closed” \n# Heading\n",
    "a" * 300,
    "-" * 500,
    " \t\n\u2028\u0000 ",
    "<|endoftext|> ",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
NAMES = st.none() | TEXTS
STRENGTHS = st.sampled_from(("strong", "strong", "weak", "none"))


@st.composite
def citations(draw: st.DrawFn) -> Citation:
    return citation(
        draw(st.integers(0, 6)),
        speaker=draw(NAMES),
        episode_title=draw(TEXTS),
        show_title=draw(TEXTS),
        published_on=draw(st.sampled_from((None, "2021-04-03", "2024-01-30"))),
        start_seconds=draw(st.sampled_from((None, 0.0, 7384.2, float("nan"), float("inf")))),
    )


@st.composite
def scored(draw: st.DrawFn) -> ScoredResult:
    number, score = draw(st.integers(0, 40)), draw(st.floats(allow_nan=True))
    claim = insight(
        number,
        draw(TEXTS) * draw(st.sampled_from((1, 1, 1, 40))),
        score=score,
        statement=draw(TEXTS),
        confidence=draw(st.floats(0, 1)),
        at=draw(citations()),
        copy_of=draw(st.sampled_from((None, None, "episode:copied"))),
        quoted=draw(st.booleans()),
    )
    held = segment(number, draw(TEXTS), score=score, at=draw(citations()), speakers=("A", "A", "B"))
    return draw(st.sampled_from((claim, held, CompoundResult(score, claim, held))))


@st.composite
def knowledge(draw: st.DrawFn) -> Evidence:
    side = QuotedSpan("quote:1", draw(TEXTS), draw(citations()))
    return evidence(
        strength=draw(STRENGTHS),
        gaps=tuple(draw(st.lists(TEXTS, max_size=7))),
        contradiction=draw(
            st.sampled_from((ContradictionFound(side, side, "reversal"), NotAssessed("no pairs")))
        ),
        withheld_quotes=draw(st.integers(0, 2000)),
    )


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    query=TEXTS,
    found=st.lists(scored(), max_size=12),
    known=knowledge(),
    max_tokens=st.integers(1, 3000),
    tokenizer=st.sampled_from(("o200k", "cl100k", "estimate")),
    form=st.sampled_from(("text", "json")),
    order=st.sampled_from(("litm", "rank", "time")),
    query_type=st.sampled_from(("semantic", "cross_show_synthesis")),
    reserve=st.sampled_from((0, 0, 30)),
)
def test_no_input_exceeds_the_limit_and_the_stated_minimum_works(
    query, found, known, max_tokens, tokenizer, form, order, query_type, reserve
) -> None:
    def build(limit: int) -> CorpusBriefingPack:
        return build_briefing_pack(
            query,
            query_type,
            found,
            ENTITY,
            limit,
            evidence=known,
            tokenizer=tokenizer,
            form=form,
            order=order,
            reserve=reserve,
        )

    try:
        pack = build(max_tokens)
    except TooSmall as refusal:
        max_tokens = stated_minimum(refusal)
        pack = build(max_tokens)
    sent = pack.as_text() if form == "text" else compact(pack.as_json())
    counted = token_counter(tokenizer).count(sent)
    assert counted == pack.token_count == pack.receipt.used
    assert counted + reserve <= max_tokens
    receipt = pack.receipt
    kept = receipt.kept_critical + receipt.kept_supporting
    given_items = sum(2 if isinstance(one, CompoundResult) else 1 for one in found)
    assert kept + sum(receipt.dropped.values()) == given_items
    assert kept == len(pack.items) == len(pack.citations)
    sent.encode()


def stated_minimum(refusal: TooSmall) -> int:
    return int(re.findall(r"\d+", refusal.hint)[0])


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("max_tokens", [500, 700, 1000, 1500, 2000, 3000, 4000])
def test_at_least_nine_tenths_are_used_when_there_is_enough_to_say(max_tokens, form) -> None:
    for seed in range(6):
        pack = build_briefing_pack(
            QUESTION,
            "semantic",
            results(60, seed),
            ENTITY,
            max_tokens,
            evidence=evidence(),
            form=form,
        )
        assert 0.9 * max_tokens <= pack.token_count <= max_tokens


def test_one_less_than_the_stated_minimum_is_refused() -> None:
    with pytest.raises(TooSmall) as refused:
        build_briefing_pack(QUESTION, "semantic", results(9), None, 20, evidence=evidence())
    least = stated_minimum(refused.value)
    pack = build_briefing_pack(QUESTION, "semantic", results(9), None, least, evidence=evidence())
    assert pack.token_count == least
    assert pack.top_insight is not None
    with pytest.raises(TooSmall):
        build_briefing_pack(QUESTION, "semantic", results(9), None, least - 1, evidence=evidence())


def test_the_minimum_counts_what_is_reserved() -> None:
    with pytest.raises(TooSmall) as refused:
        build_briefing_pack(QUESTION, "semantic", results(9), None, 60, evidence=evidence())
    bare = stated_minimum(refused.value)
    with pytest.raises(TooSmall) as refused:
        build_briefing_pack(
            QUESTION, "semantic", results(9), None, 60, evidence=evidence(), reserve=25
        )
    assert stated_minimum(refused.value) == bare + 25


def test_evidence_gives_way_before_details_and_details_before_the_grounding() -> None:
    seen_trimmed = False
    for max_tokens in range(1200, 100, -20):
        try:
            pack = build_briefing_pack(
                QUESTION, "semantic", results(30), ENTITY, max_tokens, evidence=evidence()
            )
        except TooSmall:
            break
        assert pack.top_insight is not None
        assert pack.verdict.startswith("Strong match: ")
        assert pack.contradiction_status == "assessed, none found"
        assert any(line.startswith("Single source: ") for line in pack.caveats)
        detailed = any(line.startswith("Confidence of ") for line in pack.caveats)
        if not detailed:
            seen_trimmed = True
            assert len(pack.items) == 1
        assert not (seen_trimmed and detailed)
    assert seen_trimmed


def test_a_giant_insight_is_cut_and_does_not_crowd_out_the_rest() -> None:
    giant = insight(99, paragraph(Random(3), 4000), score=2.0, at=citation(99))
    pack = build_briefing_pack(
        QUESTION, "semantic", [giant, *results(40)], None, 2000, evidence=evidence()
    )
    assert pack.top_insight is not None
    assert pack.top_insight.doc_id == giant.doc_id
    assert pack.top_insight.cut
    assert len(pack.items) >= 4


def test_thousands_of_results_are_all_accounted_for() -> None:
    pack = build_briefing_pack(QUESTION, "semantic", results(3000), None, 1000, evidence=evidence())
    receipt = pack.receipt
    assert receipt.kept_critical + receipt.kept_supporting + sum(receipt.dropped.values()) == 4000
    assert receipt.dropped["budget"] > 3000


def test_the_receipt_names_the_call_that_fetches_the_rest() -> None:
    pack = build_briefing_pack(
        "ash glaze",
        "semantic",
        results(50),
        None,
        1000,
        evidence=evidence(filters=(("show", "podcast:show-1"), ("grounded_only", True))),
    )
    assert pack.receipt.fetch == (
        'search_corpus(query="ash glaze", show="podcast:show-1", grounded_only=true, limit=50)'
    )
    assert pack.receipt.fetch in pack.as_text()


def test_an_entity_without_a_question_is_fetched_by_its_id() -> None:
    pack = build_briefing_pack("", "entity_lookup", results(50), ENTITY, 1000, evidence=evidence())
    assert pack.query == "ash glaze"
    assert pack.receipt.fetch == 'entity_dossier(entity="topic:ash-glaze")'


def test_what_was_withheld_before_the_search_is_on_the_receipt() -> None:
    pack = build_briefing_pack(
        QUESTION,
        "semantic",
        results(5),
        None,
        evidence=evidence(withheld_quotes=2, sponsor_left_out=3, undated_left_out=4),
    )
    assert pack.receipt.withheld == {
        "quotes that failed verification": 2,
        "sponsor": 3,
        "undated": 4,
    }
    assert "withheld 2 quotes that failed verification, 3 sponsor, 4 undated" in pack.as_text()
