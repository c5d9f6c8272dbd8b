import pytest

from groundcast.extraction.phrasing import statement_of


@pytest.mark.parametrize(
    ("spoken", "statement"),
    [
        ("So, tidal power is cheap.", "Tidal power is cheap."),
        ("Yeah, so the turbines rust.", "The turbines rust."),
        ("And I think that the grid needs storage.", "The grid needs storage."),
        ("Well, you know, I mean, salt kills bearings.", "Salt kills bearings."),
        ("So far the dam holds.", "So far the dam holds."),
        ("We - we measured the silt.", "We measured the silt."),
        ("It's -- it's a matter of maintenance.", "It's a matter of maintenance."),
        ("It -- it's a matter of maintenance.", "It's a matter of maintenance."),
        ("If you think about it, it's a tax.", "If you think about it, it's a tax."),
        ("The the rotor is steel.", "The rotor is steel."),
        ("It is very, very expensive.", "It is very, very expensive."),
        ("Rotors [laughs] need grease.", "Rotors need grease."),
        ("Rotors, you know, need grease.", "Rotors need grease."),
        ("These are the, I would say, three main rivers.", "These are the three main rivers."),
        ("Dams change rivers, right?", "Dams change rivers."),
        ("Dams change rivers...", "Dams change rivers."),
        ("eBPF runs in the kernel.", "eBPF runs in the kernel."),
        ("tides follow the moon", "Tides follow the moon."),
        ("Dams\nchange  rivers.", "Dams change rivers."),
        ("", ""),
    ],
)
def test_a_statement_is_the_sentence_without_what_only_speech_needs(
    spoken: str, statement: str
) -> None:
    assert statement_of(spoken) == statement
