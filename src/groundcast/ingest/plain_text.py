"""Plain-text transcripts: label lines, or unlabelled paragraphs."""

from collections.abc import Sequence

from groundcast.ingest.blocks import plain_document
from groundcast.ingest.dialogue import read_dialogue
from groundcast.ingest.source import ReadTranscript
from groundcast.records import Credit


def read_plain_text(text: str, credits: Sequence[Credit] = ()) -> ReadTranscript:
    """Read a text without markup; nothing in it but labels and times is taken for structure."""
    dialogue = read_dialogue(
        plain_document(text), credits, lambda paragraph: " ".join(paragraph.split())
    )
    return ReadTranscript(
        format="text",
        turns=dialogue.turns,
        time_source=dialogue.time_source,
        notes=dialogue.notes,
    )
