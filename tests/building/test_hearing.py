import json
import re
from pathlib import Path

import numpy as np
import pytest
from rapidfuzz.distance import Levenshtein
from tests.speech import (
    NEEDS_VOICE,
    SAID,
    as_mp3,
    silence,
    speech_model,
    spoken,
    tone,
    written,
)

from groundcast.building.adding import AddOptions, AddReport, add
from groundcast.building.hearing import Listener
from groundcast.building.progress import Silent
from groundcast.corpus.hearing import HEARING_FOLDER
from groundcast.corpus.truth import StoredEpisode, TruthFiles
from groundcast.errors import UnreadableSource
from groundcast.models import speech
from groundcast.models.separation import VoiceSpan
from groundcast.models.speech import Heard, HeardSegment, HeardWord, Sound


def added(corpus: Path, source: Path, **options: object) -> AddReport:
    chosen = AddOptions(extract=False, index=False, **options)  # type: ignore[arg-type]
    return add(corpus, [str(source)], chosen, Silent())


def held(corpus: Path) -> StoredEpisode:
    truth = TruthFiles(corpus)
    (folder,) = truth.episode_folders()
    return truth.read_episode(folder)


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


class Scripted:
    """Hears a word a chapter, and is cut off once at the chapter it is told to."""

    model_id = "scripted"

    def __init__(self, cut_off_at: int | None = None) -> None:
        self.heard = 0
        self._cut_off_at = cut_off_at

    def hear(self, sound: Sound) -> Heard:
        if self.heard == self._cut_off_at:
            raise KeyboardInterrupt
        self.heard += 1
        word = HeardWord(f" Chapter {self.heard}.", 1.0, 2.0, 0.9)
        return Heard("en", (HeardSegment(word.text.strip(), 1.0, 2.0, (word,)),))


@NEEDS_VOICE
def test_a_talk_becomes_an_episode_with_times(tmp_path: Path) -> None:
    talk = as_mp3(spoken(tmp_path), tmp_path / "talk.mp3", "Harbour programme")
    report = added(tmp_path / "corpus", talk, speech_model=speech_model(), show="Harbour")
    assert [(e.title, e.outcome) for e in report.episodes] == [("Harbour programme", "added")]
    stored = held(tmp_path / "corpus")
    transcript = stored.transcript
    wanted = [word for _, text in SAID for word in words_of(text)]
    errors = Levenshtein.distance(wanted, words_of(transcript.text))
    # 8 of 50 words here; "program" and "harbor" are the American recogniser's spelling.
    assert errors / len(wanted) <= 0.25
    assert transcript.time_source == "exact"
    assert transcript.speakers == ()
    assert {turn.person_id for turn in transcript.turns} == {None}
    times = [mark.seconds for mark in transcript.time_marks]
    assert times == sorted(times)
    assert times[0] < 1
    assert 15 < times[-1] < 30
    assert not (tmp_path / "corpus" / HEARING_FOLDER).exists()
    again = added(tmp_path / "corpus", talk, speech_model=speech_model(), show="Harbour")
    assert [e.outcome for e in again.episodes] == ["unchanged"]


def test_what_the_corpus_holds_is_not_heard_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = written(tmp_path / "talk.wav", tone(3).tobytes())
    monkeypatch.setattr("groundcast.building.adding.Listener", scripted(Scripted()))
    added(tmp_path / "corpus", talk, speech_model="any")
    deaf = Scripted(cut_off_at=0)
    monkeypatch.setattr("groundcast.building.adding.Listener", scripted(deaf))
    report = added(tmp_path / "corpus", talk, speech_model="any")
    assert [e.outcome for e in report.episodes] == ["unchanged"]
    assert deaf.heard == 0


def test_a_hearing_that_was_cut_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "groundcast.building.hearing.chapters_of", lambda file: speech.chapters_of(file, 10)
    )
    sound = np.concatenate([tone(8), silence(1), tone(9), silence(1), tone(9)])
    talk = written(tmp_path / "talk.wav", sound.tobytes())
    corpus = tmp_path / "corpus"
    first = Scripted(cut_off_at=2)
    with pytest.raises(KeyboardInterrupt):
        Listener(corpus, "any", Silent(), lambda _: first)(talk)
    assert first.heard == 2
    second = Scripted()
    heard = Listener(corpus, "any", Silent(), lambda _: second)(talk)
    segments = json.loads(heard.original)["segments"]
    assert second.heard == 1
    assert [s["text"] for s in segments] == ["Chapter 1.", "Chapter 2.", "Chapter 1."]
    assert [9 < s["start"] < 10 for s in segments] == [False, True, False]
    assert [19 < s["start"] < 20 for s in segments] == [False, False, True]
    assert segments[1]["words"][0]["start"] == segments[1]["start"]


@pytest.mark.parametrize("name", ["talk.mp3", "talk.txt", "talk"])
def test_a_recording_is_left_alone_where_no_model_is_named(tmp_path: Path, name: str) -> None:
    written(tmp_path / name, tone(1).tobytes())
    report = added(tmp_path / "corpus", tmp_path / name)
    assert report.episodes == ()
    assert f"{name} is a recording. Hear it with: --speech-model" in report.skipped[0].reason
    assert not (tmp_path / "corpus").exists()


def test_a_dry_run_says_what_it_would_hear_and_writes_nothing(tmp_path: Path) -> None:
    talk = written(tmp_path / "talk.wav", tone(1).tobytes())
    report = added(tmp_path / "corpus", talk, speech_model="any", dry_run=True)
    assert report.skipped[0].reason == "talk.wav is a recording, which would be heard."
    assert not (tmp_path / "corpus").exists()


def test_silence_holds_no_speech(tmp_path: Path) -> None:
    quiet = written(tmp_path / "quiet.wav", silence(3).tobytes())
    with pytest.raises(UnreadableSource, match="holds no speech"):
        Listener(tmp_path / "corpus", speech_model(), Silent())(quiet)


def test_a_text_that_is_called_a_recording_is_read_as_text(tmp_path: Path) -> None:
    said = "Ada Lind: The gate was closed.\n\nBo Ek: It was late.\n\n"
    (tmp_path / "talk.mp3").write_text(said * 4)
    report = added(tmp_path / "corpus", tmp_path / "talk.mp3", speech_model="any")
    assert [e.outcome for e in report.episodes] == ["added"]
    assert [s.name for s in held(tmp_path / "corpus").transcript.speakers] == ["Ada Lind", "Bo Ek"]


class TwoVoices:
    """Says that a second voice begins at a time."""

    model_id = "two"

    def __init__(self, from_seconds: float) -> None:
        self._from = from_seconds

    def separate(self, file: Path) -> list[VoiceSpan]:
        return [VoiceSpan(0, self._from, "SPEAKER_00"), VoiceSpan(self._from, 99, "SPEAKER_01")]


@NEEDS_VOICE
def test_voices_that_are_told_apart_are_placeholders_and_no_persons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = spoken(tmp_path)
    monkeypatch.setattr("groundcast.building.adding.separator", lambda _: TwoVoices(5.0))
    added(tmp_path / "corpus", talk, speech_model=speech_model(), speaker_model="two")
    transcript = held(tmp_path / "corpus").transcript
    labels = [turn.speaker_label for turn in transcript.turns]
    assert list(dict.fromkeys(labels)) == ["SPEAKER_00", "SPEAKER_01"]
    assert {(s.label, s.person_id, s.name) for s in transcript.speakers} == {
        ("SPEAKER_00", None, None),
        ("SPEAKER_01", None, None),
    }
    second = next(turn for turn in transcript.turns if turn.speaker_label == "SPEAKER_01")
    assert transcript.turn_text(second).startswith("Thank you")


def scripted(recognizer: Scripted) -> object:
    """A Listener that hears with the given recogniser."""
    return lambda corpus, model, progress, *, speakers: Listener(
        corpus, model, progress, lambda _: recognizer, speakers
    )
