"""Whatever the bytes: a transcript or a refusal, in time that grows with their number."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.errors import UnreadableSource
from groundcast.ingest.transcripts import read_transcript

VALID = {
    "vtt": "WEBVTT\nLanguage: en\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000 align:start\n"
    "<v Ada>Hi &amp; <i>bye</i>\n",
    "srt": "1\n00:00:01,000 --> 00:00:02,000\nAda Lind: Hi\n\n"
    "2\n00:00:02,000 --> 00:00:03,000\nYes\n",
    "sbv": "0:00:01.000,0:00:02.000\nHi\n\n0:00:02.000,0:00:03.000\nYes\n",
    "ttml": '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" ttp:frameRate="25">'
    '<body><div begin="1s"><p begin="1f" dur="2t">Hi <span ttm:agent="a">you<br/>all</span></p>'
    "</div></body></tt>",
    "html": "<html><body><cite>Ada:</cite><time>0:01</time><p>Hi &amp; bye</p></body></html>",
    "markdown": "# Tide\n\n**Ada Lind:** [00:00:01] Hi *there*\n\n**Ben:** Yes\n",
    "text": "Ada: Hi\nBen: Yes [00:05]\n",
    "podcast-json": '{"segments": [{"speaker": "Ada", "startTime": 1, "endTime": 2,'
    ' "body": "Hi"}]}',
    "whisper-json": '{"segments": [{"start": 1, "end": 2, "text": " Hi you", "speaker": "A",'
    ' "words": [{"word": "Hi", "start": 1}, {"word": "you", "start": 1.5, "speaker": "B"}]}]}',
    "assemblyai-json": '{"id": "1", "text": "Hi you", "language_code": "en_us", "words":'
    ' [{"text": "Hi", "start": 100, "end": 200, "speaker": "A"}, {"text": "you", "start": 300}]}',
    "deepgram-json": '{"results": {"channels": [{"alternatives": [{"transcript": "hi you",'
    ' "words": [{"word": "hi", "start": 0.1, "end": 0.2, "speaker": 0}, {"word": "you",'
    ' "punctuated_word": "You.", "start": 0.3, "end": 0.4, "speaker": 1}]}]}]}}',
}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@st.composite
def mutated(draw: st.DrawFn, source: bytes) -> bytes:
    """The source with pieces cut out, doubled, or overwritten."""
    data = bytearray(source)
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = bytes(data[start:end])
        data[start:end] = draw(
            st.sampled_from([b"", piece * 2, b"\n", b"<", b"-->", b"00:", b'"', b"\xff", b"\0"])
            | st.binary(max_size=6)
        )
    return bytes(data)


@st.composite
def misfilled(draw: st.DrawFn, source: str) -> bytes:
    """JSON of which some values are of another kind."""

    def fill(value: object) -> object:
        if draw(st.integers(0, 7)) == 0:
            return draw(JSON_VALUES)
        if isinstance(value, dict):
            return {key: fill(one) for key, one in value.items()}
        return [fill(one) for one in value] if isinstance(value, list) else value

    return json.dumps(fill(json.loads(source))).encode()


def read_or_refused(data: bytes) -> None:
    try:
        transcript = read_transcript(data, "any")
    except UnreadableSource:
        return
    assert any(turn.text.strip() for turn in transcript.turns)
    marks = [mark for turn in transcript.turns for mark in turn.time_marks]
    assert all(0 <= mark.seconds <= 24 * 3600 for mark in marks)
    assert all(mark.char <= len(turn.text) for turn in transcript.turns for mark in turn.time_marks)


@pytest.mark.parametrize("format", VALID)
@settings(deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(format: str, data: st.DataObject) -> None:
    read_or_refused(data.draw(mutated(VALID[format].encode())))


@pytest.mark.parametrize("format", [name for name in VALID if name.endswith("json")])
@settings(deadline=None)
@given(data=st.data())
def test_json_with_values_of_another_kind_is_read_or_refused(
    format: str, data: st.DataObject
) -> None:
    read_or_refused(data.draw(misfilled(VALID[format])))


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refused(data)


@pytest.mark.parametrize("format", VALID)
def test_the_undamaged_files_are_read_as_what_they_are(format: str) -> None:
    assert read_transcript(VALID[format].encode(), "any").format == format


@pytest.mark.parametrize(
    ("opening", "piece"),
    [
        ("", "x"),
        ("", "word "),
        ("", "**"),
        ("", "<a "),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "<v A>x "),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "&am"),
        ("WEBVTT\n\n", "-->"),
        ("WEBVTT\n\n", "0-->0\n"),
        ("1\n00:00:01,000 --> 00:00:02,000\n", "1\n"),
        ("1\n00:00:01,000 --> 00:00:02,000\n", "-"),
        ("0:00:01.000,0:00:02.000\n", "0:"),
        ("<tt><body><p begin='1s'>", "word "),
        ("<tt><body>", "<p begin='1s'>hi</p>"),
        ("<tt><body><p>", "<span begin='1s' ttm:agent='a'>hi</span>"),
        ("<html><p>", "word "),
        ("", "["),
        ("", '{"a":'),
    ],
)
def test_reading_takes_time_in_proportion_to_the_bytes(opening: str, piece: str) -> None:
    def seconds(size: int) -> float:
        data = (opening + piece * (size // len(piece))).encode()
        began = time.process_time()
        read_or_refused(data)
        return time.process_time() - began

    small = min(seconds(50_000) for _ in range(2))
    # Eight times the bytes; one that goes with their square would take 64 times as long.
    assert seconds(400_000) < 24 * max(small, 0.01)


@pytest.mark.parametrize("tag", ["div", "p", "span"])
@pytest.mark.parametrize("outer", ["<html><body>{}</body></html>", "<tt><body>{}</body></tt>"])
def test_ten_thousand_nested_tags_are_refused_and_not_read_in_part(outer: str, tag: str) -> None:
    nested = f"<{tag}>" * 10_000 + "hidden" + f"</{tag}>" * 10_000 + "<p>seen</p>"
    if tag == "p" and "html" in outer:
        # A paragraph ends where the next begins: nothing is nested.
        assert "hidden" in read_transcript(outer.format(nested).encode(), "any").turns[0].text
        return
    with pytest.raises(UnreadableSource, match="nested too deep"):
        read_transcript(outer.format(nested).encode(), "any")


def test_entities_that_grow_or_reach_out_are_not_resolved() -> None:
    bomb = '<!DOCTYPE tt [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><tt><body><p>&b;</p></body></tt>'
    with pytest.raises(UnreadableSource, match="is XML"):
        read_transcript(bomb.encode(), "any")
    reaching = "<!DOCTYPE tt SYSTEM 'file:///etc/passwd'><tt><body><p>&xxe; hi</p></body></tt>"
    assert read_transcript(reaching.encode(), "any").turns[0].text == "&xxe; hi"
