"""Statements worth reading closely: one sentence, or two where the second leans on the first."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from groundcast.extraction.phrasing import statement_of
from groundcast.extraction.salience import Weights, content_words, episode_weights, substance
from groundcast.extraction.screening import MAX_WORDS, WORD, objection, opens_with_reference
from groundcast.extraction.sentences import Sentence, part_spans, spoken_sentences
from groundcast.records import Transcript

# An answer of this many words is where a voice has room to state something.
FULL_TURN_WORDS = 60
FULL_TURN_BONUS = 0.12
# A statement of two sentences must earn its length.
PAIR_COST = 0.1
# So must a part of one: what it was said with is missing.
PART_COST = 0.1
REFERENCE = "opens with a reference"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement with the one contiguous span it was said in.

    `value` orders candidates within an episode; `loose_ends` counts hesitations in the span.
    """

    statement: str
    char_start: int
    char_end: int
    person_id: str | None
    value: float
    loose_ends: int
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pool:
    """All candidates of an episode in order, and how characteristic its words are."""

    candidates: tuple[Candidate, ...]
    weights: Weights

    def shortlist(self, size: int) -> list[Candidate]:
        """The `size` most valuable, in order of the text."""
        best = sorted(self.candidates, key=lambda c: (-c.value, c.char_start))[:size]
        return sorted(best, key=lambda c: (c.char_start, c.char_end))


def candidates_of(transcript: Transcript, names: Collection[str], dropped: Counter[str]) -> Pool:
    """Screened statements of the speech turns; what is left out is counted in `dropped`.

    `names` are those of the voices present.
    """
    present = frozenset(name.split()[0].casefold() for name in names if len(name) > 2)
    sentences = spoken_sentences(transcript)
    weights = episode_weights(sentence.text for sentence in sentences)
    found: list[Candidate] = []
    pairs: list[tuple[Candidate, float]] = []
    before: Sentence | None = None
    for sentence in sentences:
        statement = statement_of(sentence.text)
        fault = _fault(sentence, statement, present)
        if fault is None:
            found.append(_candidate(transcript, (sentence, statement), weights, 0))
            before = sentence
            continue
        pair = _paired(transcript, before, sentence) if fault == REFERENCE else None
        before = None
        if pair is not None:
            joined = _candidate(transcript, pair, weights, PAIR_COST)
            pairs.append((joined, substance(statement, weights)))
            continue
        parts = [
            _candidate(transcript, part, weights, PART_COST)
            for part in _parts(sentence)
            if _fault(*part, present) is None
        ]
        found.extend(parts)
        if not parts:
            dropped[fault] += 1
    # The second sentence must be worth more than the usual one to be carried along.
    usual = median(substance(c.statement, weights) for c in found) if found else 0.0
    kept = [pair for pair, second in pairs if second > usual]
    dropped[REFERENCE] += len(pairs) - len(kept)
    found.extend(kept)
    found.sort(key=lambda candidate: (candidate.char_start, candidate.char_end))
    return Pool(tuple(found), weights)


def _fault(sentence: Sentence, statement: str, present: frozenset[str]) -> str | None:
    fault = objection(sentence.text, statement, present)
    return REFERENCE if fault is None and opens_with_reference(statement) else fault


def _parts(sentence: Sentence) -> list[tuple[Sentence, str]]:
    found: list[tuple[Sentence, str]] = []
    for start, end in part_spans(sentence.text):
        text = sentence.text[start:end]
        begin = sentence.char_start + start
        part = Sentence(text, begin, begin + len(text), sentence.turn, sentence.place, False)
        found.append((part, statement_of(text)))
    return found


def _paired(
    transcript: Transcript, first: Sentence | None, second: Sentence
) -> tuple[Sentence, str] | None:
    if first is None or first.turn != second.turn or first.place + 1 != second.place:
        return None
    text = transcript.text[first.char_start : second.char_end]
    if "\n\n" in text:
        return None
    statement = f"{statement_of(first.text)} {statement_of(second.text)}"
    if len(WORD.findall(statement)) > MAX_WORDS:
        return None
    both = Sentence(text, first.char_start, second.char_end, first.turn, first.place, False)
    return both, statement


def _candidate(
    transcript: Transcript,
    said: tuple[Sentence, str],
    weights: Weights,
    cost: float,
) -> Candidate:
    sentence, statement = said
    turn = transcript.turns[sentence.turn]
    length = len(transcript.turn_text(turn).split())
    bonus = FULL_TURN_BONUS * min(1.0, length / FULL_TURN_WORDS)
    return Candidate(
        statement=statement,
        char_start=sentence.char_start,
        char_end=sentence.char_end,
        person_id=turn.person_id,
        value=substance(statement, weights) + bonus - cost,
        loose_ends=_loose_ends(sentence.text),
        words=frozenset(content_words(statement)),
    )


def _loose_ends(text: str) -> int:
    marks: Sequence[str] = ("...", "…", "--", " - ", "you know", "I mean", "kind of", "sort of")
    return sum(text.count(mark) for mark in marks)
