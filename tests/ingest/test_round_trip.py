"""What goes into a file of any timed format comes out: words, times, voices."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundcast.ingest.transcripts import read_transcript


@dataclass(frozen=True)
class Said:
    start: int
    end: int
    text: str
    voice: str | None


def clock(milliseconds: int, point: str = ".") -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{rest:03}"


def vtt(cues: Sequence[Said]) -> str:
    return "WEBVTT\n\n" + "\n\n".join(
        f"{clock(c.start)} --> {clock(c.end)}\n{f'<v {c.voice}>' if c.voice else ''}{c.text}"
        for c in cues
    )


def srt(cues: Sequence[Said]) -> str:
    return "\n".join(
        f"{n}\n{clock(c.start, ',')} --> {clock(c.end, ',')}\n{labelled(c)}\n"
        for n, c in enumerate(cues, 1)
    )


def sbv(cues: Sequence[Said]) -> str:
    return "\n".join(
        f"{clock(c.start)[1:]},{clock(c.end)[1:]}\n{labelled(c)}\n" for c in cues
    )  # fmt: skip


def labelled(cue: Said) -> str:
    return f"{cue.voice}: {cue.text}" if cue.voice else cue.text


def ttml(cues: Sequence[Said]) -> str:
    voices = sorted({c.voice for c in cues if c.voice})
    agents = "".join(
        f'<ttm:agent xml:id="v{n}"><ttm:name>{voice}</ttm:name></ttm:agent>'
        for n, voice in enumerate(voices)
    )
    said = "".join(
        f'<p begin="{c.start}ms" end="{clock(c.end)}"'
        + (f' ttm:agent="v{voices.index(c.voice)}"' if c.voice else "")
        + f">{c.text}</p>"
        for c in cues
    )
    return (
        '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata">'
        f"<head><metadata>{agents}</metadata></head><body><div>{said}</div></body></tt>"
    )


def podcast_json(cues: Sequence[Said]) -> str:
    return json.dumps(
        {
            "version": "1.0.0",
            "segments": [
                {"startTime": c.start / 1000, "endTime": c.end / 1000, "body": c.text}
                | ({"speaker": c.voice} if c.voice else {})
                for c in cues
            ],
        }
    )


def whisperx(cues: Sequence[Said]) -> str:
    return json.dumps(
        {
            "segments": [
                {"start": c.start / 1000, "end": c.end / 1000, "text": f" {c.text}"}
                | {"words": [{"word": word, "score": 0.5} for word in c.text.split()]}
                | ({"speaker": c.voice} if c.voice else {})
                for c in cues
            ],
        }
    )


def assemblyai(cues: Sequence[Said]) -> str:
    return json.dumps(
        {
            "utterances": [
                {"start": c.start, "end": c.end, "text": c.text, "speaker": c.voice} for c in cues
            ]
        }
    )


def deepgram(cues: Sequence[Said]) -> str:
    sentences = [
        {
            "sentences": [{"text": c.text, "start": c.start / 1000, "end": c.end / 1000}],
            "speaker": c.voice,
        }
        for c in cues
    ]
    reading = {"transcript": "", "paragraphs": {"paragraphs": sentences}}
    return json.dumps({"results": {"channels": [{"alternatives": [reading]}]}})


WRITERS = [vtt, srt, sbv, ttml, podcast_json, whisperx, assemblyai, deepgram]
WORD = st.text("abcdefgäéñøßжщлךםש日本語한국", min_size=1, max_size=8).map(lambda word: f"q{word}")
TEXT = st.lists(WORD, min_size=1, max_size=5).map(" ".join)


@st.composite
def talks(draw: st.DrawFn) -> list[Said]:
    """Cues in order of time, which may overlap; all with a voice or none."""
    voices = draw(st.sampled_from([("Ada Lind", "Ben Oduya", "Cleo Marsh"), (None,)]))
    at = 0
    said: list[Said] = []
    for _ in range(draw(st.integers(1, 12))):
        at += draw(st.integers(0, 9_000))
        said.append(
            Said(at, at + draw(st.integers(1, 9_000)), draw(TEXT), draw(st.sampled_from(voices)))
        )
    return said


@pytest.mark.parametrize("write", WRITERS)
@settings(deadline=None)
@given(cues=talks())
def test_words_times_and_voices_come_out_as_they_went_in(
    write: Callable[[Sequence[Said]], str], cues: list[Said]
) -> None:
    transcript = read_transcript(write(cues).encode(), "talk")
    words: list[tuple[str, str | None]] = []
    times: dict[int, float] = {}
    for turn in transcript.turns:
        for mark in turn.time_marks:
            times[len(words) + len(turn.text[: mark.char].split())] = mark.seconds
        words += [(word, turn.speaker_label) for word in turn.text.split()]
    assert words == [(word, cue.voice) for cue in cues for word in cue.text.split()]
    at = 0
    for cue in cues:
        assert times[at] == pytest.approx(cue.start / 1000, abs=0.001)
        at += len(cue.text.split())


@pytest.mark.parametrize("write", WRITERS)
@settings(deadline=None)
@given(cues=talks().flatmap(st.permutations))
def test_cues_in_any_order_lose_no_word_and_no_time_runs_back(
    write: Callable[[Sequence[Said]], str], cues: list[Said]
) -> None:
    transcript = read_transcript(write(cues).encode(), "talk")
    said = [(word, turn.speaker_label) for turn in transcript.turns for word in turn.text.split()]
    assert sorted(said, key=str) == sorted(
        ((word, cue.voice) for cue in cues for word in cue.text.split()), key=str
    )
    marks = [mark.seconds for turn in transcript.turns for mark in turn.time_marks]
    assert marks == sorted(marks)
