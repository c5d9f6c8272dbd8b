import pytest

from groundcast.errors import UnreadableSource
from groundcast.ingest.decoding import decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Zoë: hi\n".encode(), "Zoë: hi\n"),
        ("Zoë: hi".encode("utf-8-sig"), "Zoë: hi"),
        ("Zoë: hi".encode("utf-16"), "Zoë: hi"),
        (b"one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("Zoe\u0308: hi".encode(), "Zoë: hi"),
    ],
)
def test_text_is_decoded_to_nfc_with_plain_newlines(data: bytes, text: str) -> None:
    decoded = decode(data, "a.txt")
    assert decoded.text == text
    assert decoded.notes == ()


def test_windows_1252_is_read_with_a_note() -> None:
    decoded = decode("caf\xe9 – fin".encode("cp1252"), "a.txt")
    assert decoded.text == "café – fin"
    assert "Windows-1252" in decoded.notes[0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "a.bin is empty."),
        (b" \n\t\n", "a.bin is empty."),
        (b"ID3\x00\x00speech", "a.bin is a binary file, not a transcript."),
        (b"\x01\x02\x03\x04 speech", "a.bin is a binary file, not a transcript."),
        (b"a" * 20_000_001, "a.bin is 20.0 MB; a transcript may have 20 MB."),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableSource) as refusal:
        decode(data, "a.bin")
    assert str(refusal.value) == message
    assert "\n" not in refusal.value.explain()
