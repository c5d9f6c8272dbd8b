import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.errors import UnreadableSource
from groundcast.ingest.transcripts import read_transcript


@pytest.mark.parametrize(
    ("source", "format"),
    [
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHi", "vtt"),
        ("1\n00:00:01,000 --> 00:00:02,000\nHi", "srt"),
        ('{"segments": [{"startTime": 1, "body": "Hi"}]}', "podcast-json"),
        ('{"text": "Hi", "segments": [{"start": 1, "end": 2, "text": "Hi"}]}', "whisper-json"),
        ('{"chunks": [{"timestamp": [0, null], "text": "Hi"}]}', "whisper-json"),
        (
            '{"utterances": [{"speaker": "A", "start": 9, "end": 90, "text": "Hi"}]}',
            "assemblyai-json",
        ),
        ('{"results": {"channels": [{"alternatives": [{"transcript": "Hi"}]}]}}', "deepgram-json"),
        ('{"start": 1, "text": "Hi"}\n{"start": 2, "text": "you"}\n', "whisper-json"),
        ("0:00:01.000,0:00:02.000\nHi\n", "sbv"),
        (
            "<?xml version='1.0'?>\n<tt:tt xmlns:tt='x'><tt:body><tt:p>Hi</tt:p></tt:body></tt:tt>",
            "ttml",
        ),
        ("**Ada Lind:** Hi", "markdown"),
        ("Ada: Hi\nBen: Yes", "text"),
        ("[laughs] It was late.", "text"),
        ("<cite>Ada:</cite>\n<time>0:00</time>\n<p>Hi</p>", "html"),
        ("<!-- made by hand -->\n<!DOCTYPE html><html><p>Hi", "html"),
        ("<?xml version='1.0'?><html><p>Hi</p></html>", "html"),
    ],
)
def test_the_format_is_told_by_content_whatever_the_name(source: str, format: str) -> None:
    assert read_transcript(source.encode(), "misnamed.json").format == format


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "is empty"),
        ("WEBVTT\n\nNOTE nothing", "holds no spoken words"),
        ("---\ntitle: To come\n---\n", "holds no spoken words"),
        ('{"chapters": []}', "is JSON without transcript segments"),
        ("<?xml version='1.0'?><rss/>", "is XML"),
        ("<!DOCTYPE tt [<!ENTITY a 'b'>]><tt><body><p begin='1s'>&a;</p></body></tt>", "is XML"),
        ("<tt><body><div/></body></tt>", "holds no spoken words"),
        ("<html><script>let a = 1</script></html>", "holds no spoken words"),
        ("a\tb\tc\td\n1\t2\t3\t4\n", "is a table"),
        ('{"segments": [{"start": 1, "text": "Hi"}', "is damaged JSON: .*char 40"),
        ('[{"a":' * 9_000, "is damaged JSON: it is nested too deep"),
        ('[{"word": "Hi"}]', "is JSON without transcript segments"),
    ],
)
def test_what_is_no_transcript_is_refused_with_its_reason(source: str, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason):
        read_transcript(source.encode(), "a.txt")


@settings(deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        turns = read_transcript(data, "any").turns
    except UnreadableSource:
        return
    assert any(turn.text for turn in turns)


def test_endless_blanks_and_markup_are_read_in_reasonable_time() -> None:
    source = "x" + " " * 300_000 + "y\n\n" + "**a " * 20_000 + "[" * 50_000
    assert read_transcript(source.encode(), "hostile").turns
