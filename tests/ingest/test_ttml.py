import pysubs2
import pytest

from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.ttml import looks_like_ttml, read_ttml
from groundcast.records import TimeMark

SPACES = (
    'xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" '
    'xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
)


def document(body: str, attributes: str = "", head: str = "") -> str:
    return f"<tt {SPACES} {attributes}><head>{head}</head>{body}</tt>"


def turns(transcript: ReadTranscript) -> list[tuple[str | None, float | None, float | None, str]]:
    return [
        (turn.speaker_label, turn.start_seconds, turn.end_seconds, turn.text)
        for turn in transcript.turns
    ]


def test_agents_breaks_and_the_language_are_read() -> None:
    transcript = read_ttml(
        document(
            '<body><div><p begin="0.76s" end="3.45s" ttm:agent="a">\n  The tide<br/>rose,\n</p>'
            '<p begin="00:00:05.000" dur="2s" ttm:agent="a">and <span>fell</span>.</p>'
            '<p begin="8s" end="9s" ttm:agent="b">Yes.</p></div></body>',
            'xml:lang="en-GB"',
            "<metadata><ttm:title>On tides</ttm:title><ttm:agent xml:id='a' type='person'>"
            "<ttm:name type='full'>Ada Lind</ttm:name></ttm:agent></metadata>",
        )
    )
    assert turns(transcript) == [
        ("Ada Lind", 0.76, 7.0, "The tide rose, and fell."),
        ("b", 8.0, 9.0, "Yes."),
    ]
    assert (transcript.facts.language, transcript.facts.title) == ("en-GB", "On tides")


@pytest.mark.parametrize(
    ("begin", "attributes", "seconds"),
    [
        ("01:02:03", "", 3723.0),
        ("01:02:03.25", "", 3723.25),
        ("00:00:01:12", 'ttp:frameRate="24"', 1.5),
        ("00:00:01:15", "", 1.5),
        ("48f", 'ttp:frameRate="24"', 2.0),
        ("30f", 'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"', 1.001),
        ("5000000t", 'ttp:tickRate="10000000"', 0.5),
        ("75t", 'ttp:frameRate="25"', 3.0),
        ("1.5h", "", 5400.0),
        ("2m", "", 120.0),
        ("250ms", "", 0.25),
        ("12.5", "", 12.5),
        ("1:09:04.480", "", 4144.48),
    ],
)
def test_times_are_read_in_every_form(begin: str, attributes: str, seconds: float) -> None:
    transcript = read_ttml(
        document(f'<body><div><p begin="{begin}">Hi</p></div></body>', attributes)
    )
    assert transcript.turns[0].start_seconds == pytest.approx(seconds)


def test_times_count_from_what_they_stand_in() -> None:
    body = '<body begin="10s"><div begin="5s" end="9s"><p begin="1s" end="2s">Hi</p></div></body>'
    assert turns(read_ttml(document(body))) == [(None, 16.0, 17.0, "Hi")]


def test_times_that_would_not_fit_into_what_they_stand_in_count_from_the_beginning() -> None:
    body = '<body><div begin="60s" end="90s"><p begin="61s" end="62s">Hi</p></div></body>'
    assert turns(read_ttml(document(body))) == [(None, 61.0, 62.0, "Hi")]


def test_what_stands_in_a_sequence_begins_where_the_one_before_ends() -> None:
    body = (
        '<body><div timeContainer="seq"><p dur="2s">One</p>'
        '<p begin="1s" dur="2s">two</p><p begin="0s">three</p></div></body>'
    )
    assert read_ttml(document(body)).turns[0].time_marks == (TimeMark(4, 3.0), TimeMark(8, 5.0))


def test_apple_word_spans_without_blanks_between_them_are_words_with_times() -> None:
    word = '<span begin="{}" end="9" podcasts:unit="word">{}</span>'
    transcript = read_ttml(
        document(
            '<body dur="9.0"><div begin="0.5" end="9"><p begin="0.5" end="9" ttm:agent="SPEAKER_1">'
            '<span begin="0.5" podcasts:unit="sentence">'
            f"{word.format('0.5', 'The')}{word.format('1.0', 'tide')}"
            f"{word.format('1:01.5', 'rose.')}</span></p></div></body>",
            'xmlns:podcasts="http://podcasts.apple.com/transcript-ttml-internal"',
        )
    )
    assert turns(transcript) == [("SPEAKER_1", 0.5, 9.0, "The tide rose.")]
    assert transcript.turns[0].time_marks == (
        TimeMark(0, 0.5),
        TimeMark(4, 1.0),
        TimeMark(9, 61.5),
    )


def test_spans_of_several_agents_part_a_paragraph() -> None:
    body = (
        '<body><div><p begin="1s" end="3s"><span ttm:agent="a">Did it?</span> '
        '<span ttm:agent="b" begin="1s">It did.</span></p></div></body>'
    )
    assert turns(read_ttml(document(body))) == [
        ("a", 1.0, 3.0, "Did it?"),
        ("b", 2.0, 3.0, "It did."),
    ]


def test_words_outside_of_paragraphs_and_times_are_kept_and_descriptions_counted() -> None:
    body = (
        "<body><div>Loose <p>and untimed<metadata>never said</metadata></p> words"
        "<ttm:desc>a quay</ttm:desc></div></body>"
    )
    transcript = read_ttml(document(body))
    assert transcript.turns[0].text == "Loose and untimed words"
    assert transcript.time_source == "none"
    assert transcript.notes[:2] == ("1 × desc left out", "1 × metadata left out")


def test_damaged_xml_is_read_as_far_as_it_goes_and_says_so() -> None:
    transcript = read_ttml('<tt><body><p begin="1s">One <b>two</p><p begin="2s">three')
    assert transcript.turns[0].text == "One two three"
    assert transcript.notes[0] == "the XML is damaged: what could be read of it is kept"


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("<tt>", True),
        ('<?xml version="1.0"?>\n<!-- made by hand -->\n<tt:tt xmlns:tt="x">', True),
        ("<ttx>", False),
        ("<rss><tt>", False),
    ],
)
def test_ttml_is_told_by_its_first_element(text: str, looks: bool) -> None:
    assert looks_like_ttml(text) is looks


def test_the_times_are_those_another_library_reads() -> None:
    text = document(
        '<body><div><p begin="00:00:01.500" end="00:00:02.250">One</p>'
        '<p begin="12.5s" end="13000ms">two</p></div></body>'
    )
    lines = pysubs2.SSAFile.from_string(text, format_="ttml")
    marks = read_ttml(text).turns
    assert [line.start / 1000 for line in lines] == [turn.start_seconds for turn in marks]
    assert [line.end / 1000 for line in lines] == [turn.end_seconds for turn in marks]
