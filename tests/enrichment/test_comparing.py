from collections.abc import Sequence

from groundcast.enrichment.comparing import Said, compare, digest_of
from groundcast.enrichment.stances import Statement
from groundcast.models.reading import ReadText, TextReader
from groundcast.models.spacy_reader import SpacyReader
from groundcast.records import Comparison, Edge


def said(number: int, person: str, text: str, published_on: str = "2024-01-01") -> Said:
    return Said(
        Statement(
            f"insight:{number}", f"episode:{number}", person, published_on, 0, len(text), text, ()
        ),
        frozenset({"topic:market"}),
        (f"quote:{number}",),
    )


PRO = said(2, "person:b", "Towns should build a covered market on the square.", "2024-05-01")
CONTRA = said(1, "person:a", "Towns should not build a covered market on the square.")
NEAR = said(3, "person:c", "A market on the square needs a covered well.")
FAR = said(4, "person:d", "Rye keeps better than wheat in a dry loft.")


def test_an_edge_goes_from_what_was_said_first_with_the_quotes_of_both() -> None:
    found = compare([PRO, CONTRA, NEAR, FAR], (), SpacyReader)
    assert found.edges == (
        Edge(
            "CONTRADICTS",
            "insight:1",
            "insight:2",
            evidence=("quote:1", "quote:2"),
            kind="disagreement",
        ),
    )


def test_only_people_who_share_a_proposition_count_as_assessed() -> None:
    found = compare([PRO, CONTRA, NEAR, FAR], (), SpacyReader)
    assert found.comparisons == (
        Comparison("topic:market", "person:a", "person:b", pairs=1, found=1),
    )


def test_what_a_copy_says_is_not_said_twice() -> None:
    assert compare([PRO, CONTRA], ["episode:1"], SpacyReader).edges == ()


def test_statements_without_words_in_common_are_not_read() -> None:
    class Unread:
        model_id = "none"

        def read(self, texts: Sequence[str]) -> list[ReadText]:
            raise AssertionError(texts)

    def unread() -> TextReader:
        return Unread()

    assert compare([PRO, FAR], (), unread).edges == ()


def test_the_digest_changes_with_a_word_and_not_with_the_order() -> None:
    digest = digest_of([PRO, CONTRA], ())
    assert digest == digest_of([CONTRA, PRO], ())
    assert digest != digest_of([PRO, NEAR], ())
    assert digest != digest_of([PRO, CONTRA], ["episode:1"])
