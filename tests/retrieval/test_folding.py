from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from groundcast.retrieval.folding import Entry, Source, fold
from groundcast.retrieval.results import Tier
from groundcast.retrieval.search import Candidate


def candidate(name: str, score: float, tier: Tier = "segment") -> Candidate:
    return Candidate(0, f"{tier}:{name}", tier, score, None, None, 0.0, 0.0)


def folded(
    insights: Sequence[Candidate],
    segments: Sequence[Candidate],
    holders: Mapping[str, Sequence[str]] | None = None,
    texts: Mapping[str, str] | None = None,
    episodes: Mapping[str, str] | None = None,
    **options: object,
) -> tuple[Entry, ...]:
    def source(found: Candidate) -> Source:
        episode = (episodes or {}).get(found.id, f"episode:{found.id}")
        return Source(episode, (texts or {}).get(found.id, f"only {found.id} says this here"))

    return fold(
        insights,
        segments,
        holders=lambda insight: (holders or {}).get(insight, ()),
        source=source,
        limit=20,
        **options,  # type: ignore[arg-type]
    )


def ids(entries: Sequence[Entry]) -> list[tuple[str | None, str | None, float]]:
    return [
        (e.insight.id if e.insight else None, e.segment.id if e.segment else None, e.score)
        for e in entries
    ]


def test_an_insight_takes_the_best_segment_that_holds_its_quote() -> None:
    entries = folded(
        [candidate("i", 0.5, "insight")],
        [candidate("a", 0.6), candidate("b", 0.8), candidate("c", 0.7)],
        {"insight:i": ["segment:a", "segment:c", "segment:gone"]},
    )
    assert ids(entries) == [
        (None, "segment:b", 0.8),
        ("insight:i", "segment:c", 0.715),
        (None, "segment:a", 0.6),
    ]
    assert entries[1].doc_id == "insight:i"


def test_a_segment_goes_to_the_better_of_two_insights() -> None:
    entries = folded(
        [candidate("low", 0.4, "insight"), candidate("high", 0.6, "insight")],
        [candidate("a", 0.5)],
        {"insight:low": ["segment:a"], "insight:high": ["segment:a"]},
    )
    assert ids(entries) == [("insight:high", "segment:a", 0.62), ("insight:low", None, 0.4)]


def test_near_identical_texts_keep_the_best() -> None:
    text = "the tide takes the old stone bridge and nobody comes to build it up again"
    texts = {"segment:a": text, "segment:b": text.upper() + "!", "segment:c": "another thing said"}
    segments = [candidate("a", 0.5), candidate("b", 0.9), candidate("c", 0.4)]
    assert [e.doc_id for e in folded([], segments, texts=texts)] == ["segment:b", "segment:c"]
    kept = folded([], segments, texts=texts, keep_copies=True)
    assert [e.doc_id for e in kept] == ["segment:b", "segment:a", "segment:c"]


def test_a_denial_of_a_statement_stays_beside_it() -> None:
    texts = {
        "insight:a": "The harbour should plant a row of oaks along the quay this year.",
        "insight:b": "The harbour should not plant a row of oaks along the quay this year.",
        "insight:c": "And the harbour should plant a row of oaks along the quay this year.",
    }
    insights = [candidate(name, 0.9, "insight") for name in "abc"]
    assert [e.doc_id for e in folded(insights, [], texts=texts)] == ["insight:a", "insight:b"]


def test_texts_that_only_share_a_part_stay() -> None:
    texts = {
        "segment:a": "one two three four five six seven eight nine ten",
        "segment:b": "seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    }
    assert len(folded([], [candidate("a", 0.5), candidate("b", 0.4)], texts=texts)) == 2


def test_an_episode_gives_at_most_three_while_others_have_any() -> None:
    segments = [candidate(name, 0.9 - at / 100) for at, name in enumerate("abcdefg")]
    episodes = {f"segment:{name}": "episode:one" for name in "abcdef"}
    entries = folded([], segments, episodes=episodes)
    assert [e.doc_id.removeprefix("segment:") for e in entries] == [*"abcgdef"]
    assert len(folded([], segments, episodes=episodes, per_episode=None)) == 7
    one_each = folded([], segments, episodes=episodes, per_episode=1)
    assert [e.doc_id.removeprefix("segment:") for e in one_each][:3] == [*"agb"]


def test_what_an_episode_has_beyond_three_comes_in_the_next_ten() -> None:
    names = "abcdefghijklmnopqrst"
    segments = [candidate(name, 0.99 - at / 100) for at, name in enumerate(names)]
    episodes = {f"segment:{name}": "episode:one" for name in "abcdefgh"}
    entries = folded([], segments, episodes=episodes)
    said = "".join(entry.doc_id.removeprefix("segment:") for entry in entries)
    assert said == "abcijklmno" + "defpqrst" + "gh"


SCORED = st.lists(st.floats(0, 1).map(lambda score: round(score, 6)), max_size=6)


@given(SCORED, SCORED, st.data())
def test_scores_never_rise_and_no_candidate_comes_twice(
    insight_scores: list[float], segment_scores: list[float], data: st.DataObject
) -> None:
    insights = [candidate(str(n), s, "insight") for n, s in enumerate(insight_scores)]
    segments = [candidate(str(n), s) for n, s in enumerate(segment_scores)]
    some = st.lists(st.sampled_from([s.id for s in segments] or ["segment:none"]), max_size=3)
    holders = {insight.id: data.draw(some) for insight in insights}
    entries = folded(insights, segments, holders)
    scores = [entry.score for entry in entries]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    shown = [c.id for e in entries for c in (e.insight, e.segment) if c]
    assert len(shown) == len(set(shown))
    assert len(shown) == len(insights) + len(segments)
