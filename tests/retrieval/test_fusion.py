import pytest

from groundcast.retrieval.analysis import analyse_query
from groundcast.retrieval.fusion import Signal, dense_share, fused
from groundcast.retrieval.routing import Route

SEMANTIC = Route("semantic", "")


@pytest.mark.parametrize(
    ("query", "coverage", "share"),
    [
        ("bridges and tides", 0.0, 0.6),
        ("bridges and tides", 1.0, 0.3),
        ("bridges and tides", 0.5, 0.45),
        ("BIP 148", 1.0, 0.1667),
        ("BIP 148", 0.5, 0.3167),
        ('"bridges and tides"', 1.0, 0.1),
        ("🎉", 0.0, 1.0),
    ],
)
def test_the_mix_follows_the_query(query: str, coverage: float, share: float) -> None:
    assert dense_share(analyse_query(query), SEMANTIC, coverage) == pytest.approx(share, abs=1e-3)


def test_the_route_shifts_the_mix_within_bounds() -> None:
    words = analyse_query("bridges")
    assert dense_share(words, Route("semantic", "", dense_shift=-0.1), 1.0) == pytest.approx(0.2)
    assert dense_share(words, Route("semantic", "", dense_shift=-0.9), 1.0) == 0.05
    assert dense_share(words, Route("semantic", "", dense_shift=0.9), 1.0) == 0.7


def test_scores_mix_scaled_signals() -> None:
    signals = {1: Signal(8.0, 0.2), 2: Signal(4.0, 0.6), 3: Signal(0.0, 0.4)}
    assert fused(signals, 0.5) == {1: 0.5, 2: 0.75, 3: 0.25}
    assert fused(signals, 0.25) == {1: 0.75, 2: 0.625, 3: 0.125}


def test_rows_of_the_speaker_asked_for_are_preferred() -> None:
    signals = {1: Signal(8.0, 0.2), 2: Signal(4.0, 0.6)}
    assert fused(signals, 0.5, frozenset({1})) == {1: 0.615385, 2: 0.576923}


def test_nothing_to_scale_by_is_no_error() -> None:
    assert fused({}, 0.5) == {}
    assert fused({1: Signal(0.0, 0.3)}, 0.5) == {1: 0.5}
