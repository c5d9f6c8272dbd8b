"""Statements worth reading closely: one sentence, or two where the second leans on the first."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from groundcast.extraction.phrasing import statement_of
from groundcast.extraction.screening import MAX_WORDS, WORD, objection, opens_with_reference
from groundcast.extraction.sentences import Sentence, part_spans, spoken_sentences
from groundcast.extraction.vocabulary import Vocabulary, content_words, episode_vocabulary
from groundcast.extraction.worth import lexical_worth
from groundcast.models.protocols import WordPieces
from groundcast.records import Transcript

REFERENCE = "opens with a reference"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement with the one contiguous span it was said in.

    `lexical` is the part of its worth that needs no parse; see worth.
    """

    statement: str
    char_start: int
    char_end: int
    person_id: str | None
    lexical: float
    hesitations: int
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pool:
    """All candidates of an episode in order, and its vocabulary."""

    candidates: tuple[Candidate, ...]
    vocabulary: Vocabulary

    def shortlist(self, size: int) -> list[Candidate]:
        """The `size` most promising, in order of the text."""
        best = sorted(self.candidates, key=lambda c: (-c.lexical, c.char_start))[:size]
        return sorted(best, key=lambda c: (c.char_start, c.char_end))


def candidates_of(
    transcript: Transcript,
    names: Collection[str],
    word_pieces: WordPieces,
    dropped: Counter[str],
) -> Pool:
    """Screened statements of the speech turns; what is left out is counted in `dropped`.

    `names` are those of the voices present.
    """
    present = frozenset(name.split()[0].casefold() for name in names if len(name) > 2)
    sentences = spoken_sentences(transcript)
    vocabulary = episode_vocabulary((sentence.text for sentence in sentences), word_pieces)
    found: list[Candidate] = []
    pairs: list[tuple[Candidate, float]] = []
    before: Sentence | None = None
    for sentence in sentences:
        statement = statement_of(sentence.text)
        fault = _fault(sentence, statement, present)
        if fault is None:
            found.append(_candidate(transcript, (sentence, statement), vocabulary))
            before = sentence
            continue
        pair = _paired(transcript, before, sentence) if fault == REFERENCE else None
        before = None
        if pair is not None:
            joined = _candidate(transcript, pair, vocabulary)
            second = _candidate(transcript, (sentence, statement), vocabulary)
            pairs.append((joined, second.lexical))
            continue
        parts = [
            _candidate(transcript, part, vocabulary)
            for part in _parts(sentence)
            if _fault(*part, present) is None
        ]
        found.extend(parts)
        if not parts:
            dropped[fault] += 1
    # The second sentence must be worth more than the usual one to be carried along.
    usual = median(candidate.lexical for candidate in found) if found else 0.0
    kept = [pair for pair, second in pairs if second > usual]
    dropped[REFERENCE] += len(pairs) - len(kept)
    found.extend(kept)
    found.sort(key=lambda candidate: (candidate.char_start, candidate.char_end))
    return Pool(tuple(found), vocabulary)


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
    transcript: Transcript, said: tuple[Sentence, str], vocabulary: Vocabulary
) -> Candidate:
    sentence, statement = said
    turn = transcript.turns[sentence.turn]
    hesitations = _hesitations(sentence.text)
    turn_words = len(transcript.turn_text(turn).split())
    return Candidate(
        statement=statement,
        char_start=sentence.char_start,
        char_end=sentence.char_end,
        person_id=turn.person_id,
        lexical=lexical_worth(statement, vocabulary, turn_words, hesitations),
        hesitations=hesitations,
        words=frozenset(content_words(statement)),
    )


def _hesitations(text: str) -> int:
    marks: Sequence[str] = ("...", "…", "--", " - ", "you know", "I mean", "kind of", "sort of")
    return sum(text.count(mark) for mark in marks)
