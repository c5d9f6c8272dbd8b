import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.extraction.forms import is_acronym, key_of, may_abbreviate, singular


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tidal turbine", "Tidal Turbines"),
        ("on-prem", "on prem"),
        ("data center", "datacenter"),
        ("OP_CHEST", "op chest"),
        ("Brine's", "brine"),
        ("policies", "policy"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("BIP 8", "BIP 9"), ("LOT=true", "LOT=false"), ("GPL", "LGPL"), ("vault", "covenant")],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("boxes", "box"), ("glass", "glass"), ("analysis", "analysis"), ("gas", "gas"), ("os", "os")],
)
def test_the_singular_goes_by_the_ending(word: str, expected: str) -> None:
    assert singular(word) == expected


@pytest.mark.parametrize(
    ("acronym", "expansion", "fits"),
    [
        ("TTP", "tidal turbine project", True),
        ("BOT", "board of trade", True),
        ("BT", "board of trade", True),
        ("TTP", "tidal power", False),
    ],
)
def test_an_acronym_is_made_of_initials(acronym: str, expansion: str, fits: bool) -> None:
    assert is_acronym(acronym)
    assert may_abbreviate(acronym, expansion) is fits


@given(st.text(max_size=40))
def test_a_key_ignores_case_and_outer_space(name: str) -> None:
    assert key_of(f"  {name}  ") == key_of(name)
