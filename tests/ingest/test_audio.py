import pytest

from groundcast.ingest.audio import is_recording


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"ID3\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", True),
        (b"\xff\xfb\x90\x64\x00", True),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", True),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", False),
        (b"OggS\x00\x02", True),
        (b"fLaC\x00\x00\x00\x22", True),
        (b"\x00\x00\x00\x20ftypM4A ", True),
        (b"\x1aE\xdf\xa3\x01\x00", True),
        (b"\xff\xfeW\x00E\x00B\x00V\x00", False),
        (b"WEBVTT\n\n00:00.000", False),
        (b"1\n00:00:01,000 -->", False),
        (b"Form and content", False),
        (b"", False),
    ],
)
def test_a_recording_is_told_by_its_first_bytes(head: bytes, expected: bool) -> None:
    assert is_recording(head) is expected
