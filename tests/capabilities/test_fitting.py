import json
from typing import Annotated, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from groundcast.capabilities.cursors import encode_cursor
from groundcast.capabilities.fitting import compact_json, cut_at_sentence, fit
from groundcast.capabilities.shapes import Answer, Page, Part, SpokenText
from groundcast.errors import TooSmall
from groundcast.models.tokens import token_counter


class Said(Part):
    who: Annotated[str, Field(description="who")]
    text: SpokenText
    cut: bool = False


class Lines(Answer):
    primary: ClassVar[str | None] = "lines"
    lines: list[Said]


class One(Answer):
    text: SpokenText
    cut: bool = False


def cursor_to(offset: int) -> str:
    return encode_cursor(offset, "v", "q")


def lines_of(texts: list[str]) -> Lines:
    return Lines(
        corpus_version="v",
        lines=[Said(who="Ana", text=text) for text in texts],
        page=Page(total=len(texts), next_cursor=None),
    )


def sent(fitted_text: str, payload: object) -> int:
    count = token_counter("estimate").count
    return max(
        count(compact_json({"structuredContent": payload})),
        count(compact_json({"content": [{"type": "text", "text": fitted_text}]})),
    )


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=300), max_size=30),
    st.integers(100, 1500),
)
def test_neither_channel_exceeds_the_limit(texts: list[str], limit: int) -> None:
    try:
        fitted = fit(lines_of(texts), limit, cursor_to, "")
    except TooSmall as refused:
        least = refused.least
        fitted = fit(lines_of(texts), least, cursor_to, "")
        limit = least
    assert sent(fitted.text, fitted.payload) <= limit
    json.loads(fitted.json)


def test_items_that_do_not_fit_are_on_the_next_page() -> None:
    answer = lines_of([f"Sentence number {n} about the tides." for n in range(50)])
    fitted = fit(answer, 600, cursor_to, "")
    kept = len(fitted.payload["lines"])
    assert 3 < kept < 50
    assert fitted.payload["page"] == {"total": 50, "next_cursor": cursor_to(kept)}
    assert fitted.payload["notes"] == [f"max_tokens left room for {kept} of 50 items of this page."]
    further = fit(answer, 600, cursor_to, cursor_to(7))
    kept = len(further.payload["lines"])
    assert further.payload["page"]["next_cursor"] == cursor_to(7 + kept)


class Grouped(Answer):
    primary: ClassVar[str | None] = "groups"
    companions: ClassVar[tuple[str, ...]] = ("sizes",)
    groups: dict[str, list[Said]]
    sizes: dict[str, int]


class Chapter(Part):
    title: str
    lines: list[Said]


class Chapters(Answer):
    primary: ClassVar[str | None] = "chapters"
    nested: ClassVar[str | None] = "lines"
    chapters: list[Chapter]


def said(number: int) -> list[Said]:
    return [Said(who="Ana", text=f"Sentence {n} about the tides.") for n in range(number)]


def test_what_belongs_to_a_group_goes_with_it() -> None:
    names = [f"voice-{n}" for n in range(30)]
    answer = Grouped(groups={name: said(3) for name in names}, sizes=dict.fromkeys(names, 3))
    fitted = fit(answer, 700, cursor_to, "")
    kept = list(fitted.payload["groups"])
    assert kept == names[: len(kept)]
    assert 2 < len(kept) < 30
    assert list(fitted.payload["sizes"]) == kept
    assert {len(lines) for lines in fitted.payload["groups"].values()} == {3}
    assert fitted.payload["page"]["next_cursor"] == cursor_to(len(kept))


def test_a_group_that_alone_does_not_fit_is_shortened_and_says_so() -> None:
    grouped = Grouped(groups={"ana": said(80), "bo": said(80)}, sizes={"ana": 80, "bo": 80})
    chapters = Chapters(chapters=[Chapter(title=t, lines=said(80)) for t in ("One", "Two")])
    for answer, lines_of_first in (
        (grouped, lambda payload: payload["groups"]["ana"]),
        (chapters, lambda payload: payload["chapters"][0]["lines"]),
    ):
        fitted = fit(answer, 600, cursor_to, "")
        assert len(lines_of_first(fitted.payload)) in (10, 20)
        assert "max_tokens left room for at most" in fitted.payload["notes"][0]
        assert sent(fitted.text, fitted.payload) <= 600


def test_one_long_quotation_is_cut_at_a_sentence() -> None:
    text = "The turbine turns with the tide. " * 200
    fitted = fit(One(text=text), 300, cursor_to, "")
    assert text.startswith(fitted.payload["text"])
    assert fitted.payload["text"].endswith("tide.")
    assert fitted.payload["cut"] is True
    assert "” …" in fitted.text


def test_an_answer_that_cannot_fit_says_what_would() -> None:
    with pytest.raises(TooSmall, match="cannot hold this answer"):
        fit(lines_of(["word " * 400]), 40, cursor_to, "")


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("One two. Three four.", 12, "One two."),
        ("One two three four", 9, "One two"),
        ("Unbroken", 4, "Unbr"),
        ("Was it? Yes. No", 13, "Was it? Yes."),
    ],
)
def test_a_cut_is_a_prefix_of_whole_sentences_or_words(
    text: str, length: int, expected: str
) -> None:
    assert cut_at_sentence(text, length) == expected
