import json

import pytest

from groundcast.errors import UnreadableSource
from groundcast.ingest.chapters import read_chapters
from groundcast.records import Chapter

URL = "https://feeds.example/one/chapters.json"


def test_chapters_are_read_in_order_of_time() -> None:
    data = {
        "version": "1.2.0",
        "chapters": [
            {"startTime": 62.5, "title": "The\n quay", "url": "quay.html"},
            {"startTime": 0, "title": "Opening", "url": "javascript:alert(1)"},
            {"startTime": "1:10", "title": "Ferries", "url": "https://ferry.example/"},
            {"startTime": 80, "title": "Silent", "toc": False},
            {"startTime": -1, "title": "Before"},
            {"startTime": 90},
            {"title": "Sometime"},
            {"startTime": True, "title": "True"},
            "nothing",
        ],
    }
    assert read_chapters(json.dumps(data).encode(), URL) == (
        Chapter(0.0, "Opening"),
        Chapter(62.5, "The quay", "https://feeds.example/one/quay.html"),
        Chapter(70.0, "Ferries", "https://ferry.example/"),
    )


@pytest.mark.parametrize("data", [b"<html>", b"[]", b'{"chapters": 3}', b"[" * 100_000, b""])
def test_what_holds_no_chapters_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableSource):
        read_chapters(data, URL)
