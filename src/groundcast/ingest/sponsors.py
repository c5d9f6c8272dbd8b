"""Sponsor reads inside someone's turn: found by how they open, ended by what they sell."""

import re
from collections.abc import Sequence

from groundcast.ingest.parting import parted, sentence_spans
from groundcast.ingest.source import ReadTurn

MAX_ANNOUNCED_WORDS = 400

# A read says whom it is for before it says anything else; a mere mention of a sponsor does not.
_OPENING = re.compile(
    r"\b(?:(?:this|today['’]s|our) (?:episode|show|podcast|program|programme|segment)\b.{0,60}?"
    r"\b(?:is |are |was )?(?:brought to you|sponsored|supported|made possible)(?: \w+)? by"
    r"|support for (?:this|today['’]s|our) (?:episode|show|podcast)\b.{0,40}?\bcomes from"
    r"|(?:a |and )?(?:quick )?word from (?:our|today['’]s) sponsors?"
    r"|(?:thanks|thank you) to (?:our|today['’]s) sponsors?\b"
    r"|our (?:\w+ )?sponsor (?:for )?(?:today|this (?:week|episode|show)) is\b)",
    re.I | re.S,
)
# A turn that begins so is the read and nothing else.
_ANNOUNCED = re.compile(
    r"\W*(?:(?:and |ok(?:ay)?,? |alright,? )?(?:it['’]?s |it is )?(?:now )?time for |now for )"
    r"(?:some |a |our |today['’]s )?(?:sponsors?\b|word from our sponsors?\b"
    r"|sponsored (?:news|break|message|segment|content)\b)",
    re.I,
)
_SHOW = r"(?:the|our) (?:show|episode|programme?|podcast|interview|conversation)"
# "Back to the show in a moment. …", until "And now, back to the show."
_INTERRUPTION = re.compile(
    rf"\bback to {_SHOW} (?:in (?:just )?(?:a|one) (?:moment|minute|second|bit)|shortly)\b", re.I
)
_RESUMED = re.compile(rf"\b(?:now|okay|alright),? (?:let['’]s get )?back to {_SHOW}\b", re.I)
_BRAND = re.compile(r"(?:by|from|sponsors?,?)\s+((?:[A-Z][\w'’&.-]*\s?){1,3})")
_PROMOTION = re.compile(
    r"\b(?:use (?:the |my |our )?(?:promo |discount |offer )?code\b"
    r"|(?:percent|%|euros|dollars) off\b|free trial|sign up (?:at|for|today)"
    r"|(?:go|head|visit|over) (?:over )?(?:to )?\S+\.[a-z]{2,})",
    re.I,
)


def with_sponsors_marked(turns: Sequence[ReadTurn]) -> tuple[tuple[ReadTurn, ...], int]:
    """The turns, with sponsor reads as turns of kind sponsor, and how many there are.

    A read begins with the sentence that names its sponsor and ends, within the turn, with the
    last sentence that names the sponsor again or promotes. A turn that announces one is one.
    """
    marked: list[ReadTurn] = []
    for turn in turns:
        span = _read_span(turn.text) if turn.kind == "speech" else None
        marked += [turn] if span is None else parted(turn, [span], "sponsor")
    return tuple(marked), sum(a.kind == "sponsor" for a in marked) - sum(
        a.kind == "sponsor" for a in turns
    )


def _read_span(text: str) -> tuple[int, int] | None:
    announced = _ANNOUNCED.match(text)
    if announced is not None and len(text.split()) <= MAX_ANNOUNCED_WORDS:
        return 0, len(text)
    sentences = sentence_spans(text)
    if interruption := _INTERRUPTION.search(text):
        return _interrupted_by(text, sentences, interruption.start())
    opening = _OPENING.search(text)
    if opening is None:
        return None
    first = next(i for i, (_, end) in enumerate(sentences) if end > opening.start())
    named = _BRAND.search(text, max(opening.start(), opening.end() - 8))
    brand = named[1].split()[0].strip(".,") if named else None
    last = first
    for place in range(first, len(sentences)):
        sentence = text[slice(*sentences[place])]
        if _PROMOTION.search(sentence) or (
            brand and re.search(rf"\b{re.escape(brand)}\b", sentence)
        ):
            last = place
    return sentences[first][0], sentences[last][1]


def _interrupted_by(
    text: str, sentences: Sequence[tuple[int, int]], start: int
) -> tuple[int, int] | None:
    """From the sentence that interrupts to the one that resumes, else the last that promotes."""
    first = next(i for i, (_, end) in enumerate(sentences) if end > start)
    resumed = _RESUMED.search(text, start)
    ends = [
        end
        for begin, end in sentences[first:]
        if (resumed is not None and begin <= resumed.start() < end)
        or (resumed is None and _PROMOTION.search(text[begin:end]))
    ]
    return (sentences[first][0], ends[-1]) if ends else None
