"""What a show says about itself at its ends: credits, where to subscribe, whom to follow."""

import re
from collections.abc import Iterator, Sequence

from groundcast.ingest.parting import parted, sentence_spans
from groundcast.ingest.source import ReadTurn

OPENING_TURNS = 3
CLOSING_TURNS = 6
# One such phrase may be part of the talk; two different ones side by side are not, nor is a plea
# for a review.
MIN_SIGNS = 2
MAX_FAREWELL_WORDS = 20

_SHOW = r"(?:episode|show|podcast|program|programme)"
_SIGNS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bthank(?:s| you)(?: all| everyone| so much| very much)? for (?:listening|tuning in)\b"
        r"|\bthank(?:s| you) .{0,20}for listening to (?:this|the|our|another) ",
        rf"\b(?:this|today['’]s|our|the) {_SHOW} (?:is|was|has been) "
        r"(?:produced|edited|mixed|mastered|hosted|recorded) by\b"
        r"|\b(?:our|the) (?:theme )?music (?:is|was|comes) (?:by|from|produced)\b"
        r"|\bour (?:theme song|beats|producer|editor)s? (?:is|are|was|were|comes?)\b",
        r"\b(?:like,? (?:and |& )?|please,? |and |to |, |^)subscribe\b(?! to (?:the idea|that))"
        r"|\bsubscribe to (?:our|the|this|my) (?:podcast|show|newsletter|channel|feed)\b",
        r"\b(?:leave|give) (?:us |me )?(?:a |an )?(?:\S+ )?(?:rating|review)\b"
        r"|\b(?:rate|review) (?:and review )?(?:us|the (?:show|podcast))\b"
        r"|\b(?:5|five)[- ]star review",
        r"\b(?:follow|find|hit|reach|tweet|email|e-mail|write to|contact) (?:us|me)(?: up| out)?"
        r" (?:on (?:twitter|instagram|mastodon|linkedin|facebook|x)\b|at \S+@|@ ?\S+)",
        r"\b(?:find|get|check out|see|read) (?:the|our|all the) show ?notes\b"
        r"|\bshow ?notes (?:are|is) (?:available )?(?:at|on)\b",
        r"\b(?:our membership program|become a (?:member|patron)|support (?:us|the show|our work)"
        r" (?:on|at|by|with)|on patreon)\b|\bditch the ads\b",
        r"\bjoin (?:us|the|our) (?:in |on )?(?:\S+ )?"
        r"(?:slack|discord|zulip|community|mailing list)\b"
        r"|\bsign up for (?:our|the) newsletter\b|\bget in on the newsletter\b",
        r"\b(?:on|at|visit) our (?:web ?site|home ?page)\b"
        r"|\bsponsoring (?:us|the (?:show|podcast))\b",
    )
)

_PLEA = re.compile(
    r"\b(?:leave|give) us (?:a |an )?(?:\S+ )?(?:rating|review|stars)\b"
    r"|\brate us (?:(?:5|five) stars\b|and review\b|wherever\b|on (?:apple|spotify|itunes)\b)",
    re.I,
)


def with_housekeeping_marked(turns: Sequence[ReadTurn]) -> tuple[tuple[ReadTurn, ...], int]:
    """The turns, with housekeeping as turns of that kind, and how many there are.

    A sentence that asks for a review or for stars is some wherever it stands; in the first three
    and last six turns of speech so are sentences that side by side hold two different signs.
    """
    spoken = [place for place, turn in enumerate(turns) if turn.kind == "speech"]
    near_ends = {*spoken[:OPENING_TURNS], *spoken[-CLOSING_TURNS:]}
    marked: list[ReadTurn] = []
    count = 0
    for place, turn in enumerate(turns):
        found = _passages(turn.text) if place in near_ends else _pleas(turn)
        spans = list(found)
        count += len(spans)
        marked += parted(turn, spans, "housekeeping") if spans else [turn]
    return tuple(marked), count


def _passages(text: str) -> Iterator[tuple[int, int]]:
    """Runs of sentences with signs, at most one without between them, and the farewell after."""
    sentences = sentence_spans(text)
    signs = [_signs(text[start:end]) for start, end in sentences]
    first = 0
    while first < len(sentences):
        if not signs[first]:
            first += 1
            continue
        last, found = first, set(signs[first])
        for place in range(first + 1, len(sentences)):
            if place > last + 2:
                break
            if signs[place]:
                last = place
                found |= signs[place]
        pleads = any(_PLEA.search(text[slice(*place)]) for place in sentences[first : last + 1])
        if len(found) >= MIN_SIGNS or pleads:
            rest = text[sentences[last][1] :]
            end = len(text) if len(rest.split()) <= MAX_FAREWELL_WORDS else sentences[last][1]
            yield sentences[first][0], end
        first = last + 1


def _pleas(turn: ReadTurn) -> Iterator[tuple[int, int]]:
    if turn.kind == "speech" and _PLEA.search(turn.text):
        yield from (s for s in sentence_spans(turn.text) if _PLEA.search(turn.text[slice(*s)]))


def _signs(sentence: str) -> set[int]:
    return {number for number, sign in enumerate(_SIGNS) if sign.search(sentence)}
