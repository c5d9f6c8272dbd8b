"""Whether a file is a recording, told by its first bytes."""

from pathlib import Path

# MPEG audio frames begin with eleven bits set; of the layers and versions these are the used ones.
_MPEG_FRAMES = tuple(bytes((0xFF, second)) for second in (0xFB, 0xFA, 0xF3, 0xF2, 0xE3, 0xE2))
_AAC_FRAMES = (b"\xff\xf1", b"\xff\xf9")
_STARTS = (
    b"ID3",
    b"OggS",
    b"fLaC",
    b"\x1aE\xdf\xa3",
    b"FORM",
    b"caff",
    b"#!AMR",
    *_MPEG_FRAMES,
    *_AAC_FRAMES,
)
_HEAD = 16


def is_recording(head: bytes) -> bool:
    """Whether the first 16 bytes of a file are those of sound or video.

    MP3, AAC, Ogg, FLAC, WAV, AIFF, CAF, AMR, MP4 and Matroska, by their published signatures.
    """
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    if head[:4] in (b"RIFF", b"RF64"):
        return head[8:12] in (b"WAVE", b"AVI ")
    return head[4:8] == b"ftyp" or head.startswith(_STARTS)


def is_recording_file(file: Path) -> bool:
    """The same of a file; false where it cannot be opened."""
    try:
        with file.open("rb") as opened:
            return is_recording(opened.read(_HEAD))
    except OSError:
        return False
