import pytest

from groundcast.extraction.expansions import spelled_out

ORCHARD = "A user approved stone fence keeps deer out. The Orchard Guild of Brill meets on Mondays."


@pytest.mark.parametrize(
    ("acronym", "text", "expected"),
    [
        ("UASF", ORCHARD, "user approved stone fence"),
        ("OGB", ORCHARD, "Orchard Guild of Brill"),
        ("TPM", "A tide power meter and, later, the tide power meter.", "tide power meter"),
        ("TPM", "A tide power meter and nothing else.", None),
        (
            "TPM",
            "A tide power meter, a tide power meter, a top pump motor, a top pump motor.",
            None,
        ),
        ("ITD", "If they didn't come, if they didn't ask, they stayed.", None),
        ("TP", "tide power, tide power, tide power", None),
        ("Tide", ORCHARD, None),
    ],
)
def test_an_acronym_is_spelled_out_by_what_is_said(
    acronym: str, text: str, expected: str | None
) -> None:
    assert spelled_out(acronym, text) == expected
