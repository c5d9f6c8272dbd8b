from pathlib import Path

import numpy as np
import pytest
from tests.speech import as_mp3, silence, silent_film, tone, written

from groundcast.errors import NotReady, UnreadableSource
from groundcast.models.speech import (
    SAMPLE_RATE,
    FasterWhisper,
    chapters_of,
    model_id,
    title_of,
)


def test_a_long_recording_is_cut_where_it_is_quiet(tmp_path: Path) -> None:
    sound = np.concatenate([tone(7), silence(1), tone(6), silence(1), tone(3)])
    chapters = list(chapters_of(written(tmp_path / "hum.wav", sound.tobytes()), 10))
    first, second, third = (chapter.start_seconds for chapter in chapters)
    assert first == 0
    assert 7 < second < 8
    assert 14 < third < 15
    assert sum(len(chapter.sound) for chapter in chapters) == 18 * SAMPLE_RATE
    assert all(abs(chapter.sound[-50:]).max() < 0.01 for chapter in chapters[:2])


def test_a_recording_of_another_form_is_the_same_sound(tmp_path: Path) -> None:
    wav = written(tmp_path / "hum.wav", tone(2).tobytes())
    (chapter,) = chapters_of(as_mp3(wav, tmp_path / "hum.mp3", "A hum"))
    assert len(chapter.sound) == pytest.approx(2 * SAMPLE_RATE, rel=0.1)
    assert chapter.sound.dtype == np.float32
    assert 0.2 < abs(chapter.sound).max() <= 1
    assert title_of(tmp_path / "hum.mp3") == "A hum"
    assert title_of(wav) is None


def test_a_film_without_sound_and_a_broken_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="has no sound"):
        list(chapters_of(silent_film(tmp_path / "film.mp4")))
    broken = tmp_path / "broken.mp3"
    broken.write_bytes(b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"no sound at all " * 40)
    with pytest.raises(UnreadableSource, match="cannot be played"):
        list(chapters_of(broken))


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="does not load"):
        FasterWhisper(str(tmp_path))


def test_models_of_one_folder_name_have_ids_of_their_own(tmp_path: Path) -> None:
    ids: set[str] = set()
    for name in ("a", "b"):
        folder = tmp_path / name / "model"
        folder.mkdir(parents=True)
        (folder / "model.bin").write_bytes(name.encode())
        ids.add(model_id(str(folder)))
    assert len(ids) == 2
    assert all(found.startswith("model-") for found in ids)
    assert model_id("tiny.en") == "tiny.en"
