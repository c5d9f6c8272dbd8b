import json

import pytest
import srt as srt_library
import webvtt
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.ingest.podcast_json import is_podcast_json, read_podcast_json
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.subrip import read_subrip
from groundcast.ingest.transcripts import read_transcript
from groundcast.ingest.web_vtt import read_web_vtt
from groundcast.records import TimeMark


def turns(transcript: ReadTranscript) -> list[tuple[str | None, float | None, float | None, str]]:
    return [
        (turn.speaker_label, turn.start_seconds, turn.end_seconds, turn.text)
        for turn in transcript.turns
    ]


def srt(*cues: tuple[str, str, str]) -> str:
    return "\n".join(
        f"{place}\n{start} --> {end}\n{text}\n" for place, (start, end, text) in enumerate(cues, 1)
    )


def test_a_voice_named_in_srt_holds_until_the_next_is_named() -> None:
    transcript = read_subrip(
        srt(
            ("00:00:00,500", "00:00:02,000", "Ada: When you\nstart out,"),
            ("00:00:02,000", "00:00:04,000", "the time is: now."),
            ("00:00:09,000", "00:00:10,000", "Ben: Yes &amp; <i>no</i>."),
            ("00:00:11,000", "00:00:12,000", "Ada: So."),
        )
    )
    assert turns(transcript) == [
        ("Ada", 0.5, 4.0, "When you start out, the time is: now."),
        ("Ben", 9.0, 10.0, "Yes & no."),
        ("Ada", 11.0, 12.0, "So."),
    ]
    assert transcript.turns[0].time_marks == (TimeMark(0, 0.5), TimeMark(20, 2.0))
    assert transcript.time_source == "exact"


def test_srt_without_voices_is_cut_at_silences_and_long_sentences() -> None:
    cues = [
        (f"00:00:{place:02},000", f"00:00:{place + 1:02},000", "w" * 99 + ".")
        for place in range(15)
    ]
    transcript = read_subrip(srt(*cues, ("00:00:30,000", "00:00:31,000", "End")))
    assert [len(turn.text) for turn in transcript.turns] == [1211, 302, 3]
    assert transcript.notes == ("no speakers: turns are cut at silences and sentence ends",)


def test_a_cue_whose_time_runs_back_keeps_its_place_and_loses_its_time() -> None:
    cues = [
        (f"00:{n // 60:02}:{n % 60:02},000", f"00:{n // 60:02}:{n % 60:02},900", f"w{n}")
        for n in range(40)
    ]
    cues[20] = ("00:00:03,000", "00:00:03,900", "w20")
    transcript = read_subrip(srt(*cues))
    assert transcript.turns[0].text == " ".join(f"w{n}" for n in range(40))
    assert len(transcript.turns[0].time_marks) == 39
    assert transcript.notes[0] == "1 cue times left out: they run backwards or are no times"


def test_cues_wholly_out_of_order_are_put_in_order_of_time() -> None:
    transcript = read_subrip(
        srt(
            ("00:00:05,000", "00:00:06,000", "two"),
            ("00:00:07,000", "00:00:08,000", "three"),
            ("00:00:01,000", "00:00:02,000", "one"),
        )
    )
    assert transcript.turns[0].text == "one two three"
    assert transcript.notes[0] == "1 cues were out of order: all put in order of time"


def test_a_damaged_timing_line_costs_its_time_and_no_words() -> None:
    text = srt(
        ("00:00:01,000", "00:00:02,000", "one"),
        ("00:00:02,000", "00:00:03:890", "two"),
        ("00:00:0x,000", "00:00:04,000", "three"),
        ("00:00:05,000", "00:00:06,000", "four\n\nand 42"),
    )
    words = " ".join(turn.text for turn in read_subrip(text).turns)
    assert words == "one two three four and 42"


def test_voices_styles_notes_and_bare_seconds_of_web_vtt_are_read() -> None:
    transcript = read_web_vtt(
        "WEBVTT - title\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\n"
        "NOTE a remark\nover two lines\n\nREGION\nid:fred\n\n"
        "1\n0.500 --> 2.000 align:start\n<v Ada Lind>Q&amp;A <c.yellow>now</c></v>\n\n"
        "00:02.000 --> 00:03.000\n<v.loud Ada Lind>and\nthen\n\n"
        "01:00:04.000 --> 01:00:05.000\n<v Ada Lind>Hi</v> <v Ben>Yes <00:00:04.500>all</v>\n"
    )
    assert turns(transcript) == [
        ("Ada Lind", 0.5, 3605.0, "Q&A now and then Hi"),
        ("Ben", 3604.0, 3605.0, "Yes all"),
    ]
    assert transcript.facts.language == "en"
    assert transcript.notes == ("1 × note left out", "1 × style left out", "1 × region left out")


def test_rolling_captions_are_read_once() -> None:
    transcript = read_web_vtt(
        "WEBVTT\n\n0:01.000 --> 0:02.000\nthe river\n\n0:02.000 --> 0:03.000\nthe river\nrose\n\n"
        "0:03.000 --> 0:04.000\nrose\nagain\n\n0:04.000 --> 0:05.000\nagain\nat night\n"
    )
    assert transcript.turns[0].text == "the river rose again at night"
    assert transcript.notes[0] == "3 repeated lines of rolling captions left out"


YOUTUBE = """WEBVTT
Kind: captions
Language: en

00:00:00.000 --> 00:00:02.310 align:start position:0%
 
the<00:00:00.480><c> river</c>

00:00:02.310 --> 00:00:02.320 align:start position:0%
the river
 

00:00:02.320 --> 00:00:04.000 align:start position:0%
the river
rose<00:00:02.600><c> again</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
rose again
 

00:00:04.010 --> 00:00:05.000 align:start position:0%
rose again
no

00:00:05.000 --> 00:00:06.000 align:start position:0%
no
no
"""


def test_automatic_captions_are_read_once_with_the_time_of_each_line() -> None:
    transcript = read_web_vtt(YOUTUBE)
    assert turns(transcript) == [(None, 0.0, 6.0, "the river rose again no no")]
    assert transcript.turns[0].time_marks == (
        TimeMark(0, 0.0),
        TimeMark(10, 2.32),
        TimeMark(21, 4.01),
        TimeMark(24, 5.0),
    )
    assert transcript.notes[0] == "5 repeated lines of rolling captions left out"


def test_a_line_said_twice_is_no_scrolling() -> None:
    transcript = read_web_vtt(
        "WEBVTT\n\n0:01.000 --> 0:02.000\nno\n\n0:02.000 --> 0:03.000\nno\n\n"
        "0:03.000 --> 0:04.000\nno\n\n0:04.000 --> 0:05.000\nyes\n"
    )
    assert transcript.turns[0].text == "no no no yes"


def test_arrows_and_lines_out_of_place_in_web_vtt_lose_no_words() -> None:
    transcript = read_web_vtt(
        "WEBVTT\nX-Made-By: hand\n\nup the river\nid-1\n00:01.000 --> 00:02.000\n"
        "from here --> there\n"
        "2\n00:02.000 --> 00:03.000\nthen\n\n00:03.000 --> 00:0x.000\nhome\n\nat last\n"
    )
    assert transcript.turns[0].text == "up the river from here --> there then home at last"
    assert transcript.notes[:2] == (
        "1 × other line of the header left out",
        "3 blocks without a readable time kept untimed",
    )


def voiced(*said: tuple[str | None, str]) -> str:
    return "WEBVTT\n\n" + "\n\n".join(
        f"0:0{n}.000 --> 0:0{n}.500\n{f'<v {voice}>' if voice else ''}{text}"
        for n, (voice, text) in enumerate(said)
    )


def test_voices_named_where_they_change_hold_until_the_next() -> None:
    said = (("Ada", "Did it"), (None, "rise?"), ("Ben", "It"), (None, "did."), ("Ada", "So."))
    segments = [
        {"startTime": n, "body": text} | ({"speaker": voice} if voice else {})
        for n, (voice, text) in enumerate(said)
    ]
    for transcript in (read_web_vtt(voiced(*said)), read_podcast_json({"segments": segments})):
        assert [(turn.speaker_label, turn.text) for turn in transcript.turns] == [
            ("Ada", "Did it rise?"),
            ("Ben", "It did."),
            ("Ada", "So."),
        ]
        assert transcript.notes == ("2 cues without a voice given the one that was named last",)


def test_a_cue_without_a_voice_stays_so_where_voices_are_named_at_every_cue() -> None:
    transcript = read_web_vtt(
        voiced(("Ada", "Did it"), ("Ada", "rise?"), (None, "(a horn)"), ("Ben", "It did."))
    )
    assert [turn.speaker_label for turn in transcript.turns] == ["Ada", None, "Ben"]


def test_a_time_in_brackets_within_words_is_no_timing() -> None:
    said = "We saw [unintelligible 00:05:26.27] and left."
    for read in (
        read_subrip(srt(("00:00:01,000", "00:00:02,000", said))),
        read_web_vtt(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{said}"),
        read_transcript(said.encode(), "a.txt"),
        read_transcript(f"**Ada Lind:** {said}\n\n**Ben:** Yes.".encode(), "a.md"),
    ):
        assert read.turns[0].text == said


def test_sbv_is_read_by_its_timings_and_keeps_what_has_none() -> None:
    transcript = read_transcript(
        b"0:00:01.000,0:00:02.000\nAda Lind: One[br]two\n\n0:00:03.000,0:00:04.000\n\n"
        b"0:00:0x.000,0:00:05.000\nthree\n\nfour\n\n0:00:06.500,0:00:07.000\nBen Oduya: Five\n",
        "a.sbv",
    )
    assert turns(transcript) == [
        ("Ada Lind", 1.0, 2.0, "One two three four"),
        ("Ben Oduya", 6.5, 7.0, "Five"),
    ]
    assert transcript.notes[:3] == (
        "1 cues with a damaged time kept untimed",
        "1 blocks without a time kept untimed",
        "1 cues without text left out",
    )


def test_one_word_segments_of_one_speaker_become_a_turn() -> None:
    value = {
        "version": "1.0.0",
        "segments": [
            {"speaker": "Ada", "startTime": 0.5, "endTime": 0.75, "body": "We"},
            {"speaker": "Ada", "startTime": 1, "endTime": 1.25, "body": "rose."},
            {"speaker": "Jingle", "startTime": 2, "endTime": 3, "body": "la la"},
            {"speaker": "Ben", "startTime": 3.5, "endTime": 4, "body": "Yes"},
            {"speaker": "Ben", "startTime": 4, "endTime": 5, "body": ""},
        ],
    }
    transcript = read_podcast_json(value)
    assert turns(transcript) == [
        ("Ada", 0.5, 1.25, "We rose."),
        ("Jingle", 2.0, 3.0, "la la"),
        ("Ben", 3.5, 4.0, "Yes"),
    ]
    assert [turn.kind for turn in transcript.turns] == ["speech", "music", "speech"]
    assert transcript.notes == ("1 segments without text left out",)


@pytest.mark.parametrize("value", [{}, [], {"segments": []}, {"segments": [1]}, {"chapters": [{}]}])
def test_json_without_segments_is_no_transcript(value: object) -> None:
    assert not is_podcast_json(value)


CUES = st.lists(st.tuples(st.integers(0, 900), st.text("abc.", min_size=1, max_size=9)), min_size=1)


@settings(deadline=None)
@given(CUES)
def test_cues_are_those_that_other_libraries_read(cues: list[tuple[int, str]]) -> None:
    cues = sorted(cues, key=lambda cue: cue[0])
    clocks = [(f"00:{n // 60:02}:{n % 60:02}", text) for n, text in cues]
    as_srt = srt(*((f"{at},000", f"{at},500", f"x{text}") for at, text in clocks))
    as_vtt = "WEBVTT\n\n" + "\n\n".join(f"{at}.000 --> {at}.500\nx{text}" for at, text in clocks)
    theirs = [(cue.start.total_seconds(), cue.content) for cue in srt_library.parse(as_srt)]
    also = [(cue.start_in_seconds, cue.text) for cue in webvtt.from_string(as_vtt)]
    assert theirs == also
    for ours in (read_subrip(as_srt), read_web_vtt(as_vtt)):
        assert [
            (mark.seconds, turn.text[mark.char :].partition(" ")[0])
            for turn in ours.turns
            for mark in turn.time_marks
        ] == theirs


@settings(deadline=None)
@given(CUES)
def test_no_word_of_any_cue_is_lost_in_any_format(cues: list[tuple[int, str]]) -> None:
    clocks = [(f"{n // 60:02}:{n % 60:02}.000", text) for n, text in cues]
    vtt = "WEBVTT\n\n" + "\n\n".join(f"{at} --> {at}\nx{text}" for at, text in clocks)
    as_srt = srt(*((f"00:{at.replace('.', ',')}",) * 2 + (f"x{text}",) for at, text in clocks))
    segments = [{"startTime": n, "endTime": n, "body": f"x{text}"} for n, text in cues]
    words = sorted(f"x{text}" for _, text in cues)
    for source in (vtt, as_srt, json.dumps({"segments": segments})):
        transcript = read_transcript(source.encode(), "cues")
        assert sorted(" ".join(turn.text for turn in transcript.turns).split()) == words
        marks = [mark.seconds for turn in transcript.turns for mark in turn.time_marks]
        assert marks == sorted(marks)
