from dataclasses import replace

from groundcast.citations import Citation
from groundcast.packs.contents import PackItem
from groundcast.packs.json_form import item_json
from groundcast.packs.quoting import flat
from groundcast.packs.text_form import item_text
from groundcast.retrieval.results import SegmentResult, VoiceSpan

CITATION = Citation(
    "episode:000000000001", "Tides", "podcast:a", "A", "person:ana", "Ana", "2022-01-02",
    10.0, 20.0, True, 3, None,
)  # fmt: skip
TEXT = "The cable came last.\nIt always does.\nAlways."


def item(text: str, *, cut: bool = False) -> PackItem:
    voices = (
        VoiceSpan("Ana", "person:ana", 0, 20),
        VoiceSpan(None, None, 21, 36),
        VoiceSpan("Bo", "person:bo", 37, 44),
    )
    segment = SegmentResult(
        "segment:0000000000000001", 1.0, TEXT, 0, len(TEXT), ("Ana", "Bo"), CITATION, voices=voices
    )
    return PackItem(1, segment, "Ana + Bo, A", text, cut)


def test_each_voice_has_its_own_line() -> None:
    assert item_text(item(flat(TEXT))).splitlines()[1:] == [
        "> Ana: “The cable came last.”",
        "> Unattributed: “It always does.”",
        "> Bo: “Always.”",
    ]


def test_a_cut_falls_in_the_voice_it_cuts() -> None:
    assert item_text(item("The cable came last. It always", cut=True)).splitlines()[1:] == [
        "> Ana: “The cable came last.”",
        "> Unattributed: “It always” …",
    ]


def test_json_holds_the_words_once() -> None:
    written = item_json(item(flat(TEXT)))
    assert isinstance(written, dict)
    assert "text" not in written
    assert written["spoken"] == [
        {"speaker": "Ana", "text": "The cable came last."},
        {"speaker": "Unattributed", "text": "It always does."},
        {"speaker": "Bo", "text": "Always."},
    ]


def test_one_voice_stands_as_one_quotation() -> None:
    single = item(flat(TEXT))
    segment = single.result
    assert isinstance(segment, SegmentResult)
    alone = replace(single, result=replace(segment, voices=segment.voices[:1]))
    assert item_text(alone).splitlines()[1] == f"> “{flat(TEXT)}”"
