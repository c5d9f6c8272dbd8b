"""HTML transcripts, and the words of descriptions."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.errors import UnreadableSource
from groundcast.ingest.html import html_text, looks_like_html, read_html
from groundcast.records import Credit

CITED = """<!DOCTYPE html><html><head><title>Tides</title><style>p {}</style></head><body>
<script>alert("no words")</script>
<cite>Ada Lind:</cite>
<time>0:00</time>
<p>The gate <b>closed</b> at nine&nbsp;&#8212; too late.</p>
<p>Nobody rang.</p>
<cite>Ben:</cite>
<time>1:02:03</time>
<p>I read <cite>The Quay</cite> that night.</p>
</body></html>"""


def turns(markup: str, *credits: Credit) -> list[tuple[str | None, float | None, str]]:
    read = read_html(markup, credits)
    return [(turn.speaker_label, turn.start_seconds, turn.text) for turn in read.turns]


def test_cite_names_the_voice_and_time_the_time() -> None:
    read = read_html(CITED)
    assert [(turn.speaker_label, turn.start_seconds, turn.text) for turn in read.turns] == [
        ("Ada Lind", 0.0, "The gate closed at nine — too late.\nNobody rang."),
        ("Ben", 3723.0, "I read The Quay that night."),
    ]
    assert read.time_source == "sparse"
    assert read.facts.title == "Tides"
    assert read.notes == ("1 × script left out",)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Ada Lind: One.</p><p>Ben Moor: Two.</p><p>Ada Lind: Three.</p><p>Ben Moor: Four.</p>",
        "<div>Ada Lind: One.<br>Ben Moor: Two.<br>Ada Lind: Three.<br>Ben Moor: Four.</div>",
        "<p><b>Ada Lind:</b> One.</p><p><strong>Ben Moor</strong>: Two.</p>"
        "<p><b>Ada Lind:</b> Three.<p><b>Ben Moor:</b> Four.",
        "<cite>Ada Lind</cite><p>One.</p><cite>Ben Moor</cite><p>Two.</p>"
        "<div><cite>Ada Lind:</cite></div><p>Three.</p><cite>Ben Moor</cite>: Four.",
    ],
)
def test_voices_are_found_however_the_page_is_made(markup: str) -> None:
    assert turns(markup) == [
        ("Ada Lind", None, "One."),
        ("Ben Moor", None, "Two."),
        ("Ada Lind", None, "Three."),
        ("Ben Moor", None, "Four."),
    ]


def test_a_time_may_stand_before_the_name() -> None:
    markup = "<time>0:05</time><cite>Ada Lind:</cite><p>One.</p><time>1:05</time><b>Ben:</b> Two."
    assert turns(markup) == [("Ada Lind", 5.0, "One."), ("Ben", 65.0, "Two.")]


def test_a_credited_name_is_a_voice_from_its_first_line() -> None:
    assert turns("<p>Ada: Hello.</p>", Credit("Ada Lind", "host")) == [("Ada", None, "Hello.")]


def test_only_the_article_of_a_page_is_read() -> None:
    page = "<body><div>Subscribe now</div><article><p>Ada Lind: Hello.</p></article><p>Imprint</p>"
    assert turns(page, Credit("Ada Lind")) == [("Ada Lind", None, "Hello.")]


def test_asterisks_in_a_page_are_words() -> None:
    assert turns("<p>**Note:** this is d**n old.</p>") == [
        (None, None, "Note:** this is d**n old.")
    ]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<cite>Ada:</cite>", True),
        ("  <P>Hi", True),
        ("<!doctype HTML>", True),
        ("<rss><channel>", False),
        ("<tt><body>", False),
        ("< 5 minutes", False),
        ("Ada: <b>Hi</b>", False),
    ],
)
def test_pages_are_told_from_other_text(text: str, html: bool) -> None:
    assert looks_like_html(text) == html


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<p>Ada &amp; Ben</p><ul><li>one<li>two</ul>", "Ada & Ben\none\ntwo"),
        ("plain & simple\n\n  two   lines", "plain & simple\ntwo lines"),
        ("a<br>b<script>c</script>", "a\nb"),
        ("1 < 2 &lt;b&gt;", "1 < 2 <b>"),
        ("", ""),
        ("<!-- nothing -->", ""),
    ],
)
def test_a_description_is_reduced_to_its_words(markup: str, words: str) -> None:
    assert html_text(markup) == words


@given(st.text(max_size=300) | st.text(alphabet="<>/cite timep&;!-: ", max_size=200))
def test_any_markup_is_read_or_refused(markup: str) -> None:
    html_text(markup)
    with suppress(UnreadableSource):
        assert read_html(markup).format == "html"


@pytest.mark.parametrize(
    ("before", "repeated", "times", "after"),
    [("", "<div>", 200_000, "x"), ("<p ", "a='b' ", 100_000, ""), ("", "<cite>", 50_000, ""),
     ("", "&lt;", 200_000, ""), ("", "<!--", 100_000, ""), ("", "<time>0:01</time>", 20_000, ""),
     ("", "<i>x</i>", 200_000, ""), ("", "<p>a<cite>b:</cite>", 50_000, ""),
     ("", "<b>a:</b>", 50_000, ""), ("", "<br>", 500_000, ""),
     ("<b>" * 250, "words ", 500_000, ""), ("<b>" * 250, "<i></i>", 200_000, "x")],
)  # fmt: skip
def test_the_time_of_a_hostile_page_grows_with_its_length(
    before: str, repeated: str, times: int, after: str
) -> None:
    def seconds(count: int) -> float:
        # Of this process's own time: a neighbour's load is no fault of the reader's.
        started = time.process_time()
        with suppress(UnreadableSource):
            read_html(before + repeated * count + after)
        return time.process_time() - started

    quarter = seconds(times // 4)
    # Four times as long where time follows length, sixteen where it follows the square.
    assert seconds(times) < 9 * max(quarter, 0.1)


def test_words_outside_the_one_article_of_a_page_are_counted() -> None:
    transcript = read_html(
        "<html><head><title>x y</title></head><body><nav>Home</nav><p>Our other shows</p>"
        "<article><cite>Ada:</cite><p>Hi there</p></article></body></html>"
    )
    assert [turn.text for turn in transcript.turns] == ["Hi there"]
    assert transcript.notes[-1] == "3 words outside the page's <article> left out"


def test_a_description_nested_too_deep_to_parse_keeps_its_words() -> None:
    assert html_text("<div>" * 5_000 + "Q&amp;A <b>now</b>" + "</div>" * 5_000) == "Q&A now"
