"""Key phrases of one episode: what it is about, in its own words."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from groundcast.corpus.ids import slug
from groundcast.extraction.activities import Told, count_told, names_activity
from groundcast.extraction.forms import is_acronym, key_of, may_abbreviate, singular, words_of
from groundcast.extraction.lexicon import (
    BROAD_SUBJECTS,
    EMPTY_HEADS,
    FUNCTION_WORDS,
    GENERIC_WORDS,
    NUMBER_WORDS,
    TIME_WORDS,
)
from groundcast.extraction.screening import WORD
from groundcast.models.protocols import WordPieces
from groundcast.models.reading import ReadText, Token

MAX_WORDS = 4
MIN_PHRASES, MAX_PHRASES = 6, 40
MIN_COUNT = 3
# "source project" is no phrase where nearly all of it is "open source project".
PART_OF_LONGER = 0.75
# A single common noun must be among the best so many.
COMMON_WORDS_WITHIN = 20
# A phrase in the title names the subject; one in the summary most likely does.
TITLE_BOOST, SUMMARY_BOOST = 2.5, 1.6

_TECHNICAL = re.compile(
    r"\w*[A-Za-z]\w*_\w+|\w+=\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]?\w*|\w*[A-Za-z]\d\w*"
)
_POSSESSIVE = re.compile(r"(?:'s|’s|['’])$")
_DEFINED = re.compile(r"((?:[\w'-]+ ){2,6})\(([A-Z][A-Za-z0-9]{1,8})\)")
_NO_NOUNS = frozenset(("VERB", "AUX", "ADV", "ADJ"))
_NOT_TOPICS = frozenset(
    ("PERSON", "DATE", "TIME", "CARDINAL", "ORDINAL", "MONEY", "PERCENT", "QUANTITY", "GPE", "LOC",
     "NORP", "FAC")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key phrase; `forms` are its spellings, most frequent first; `score` is relative to 1."""

    name: str
    forms: tuple[str, ...]
    keys: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Subject:
    """What an episode says about itself: its title, and its summary, tags and chapters."""

    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class _Mentions:
    """By key: counts and spellings; by words: in how many sentences an activity is told."""

    counts: Counter[str]
    told: Counter[tuple[str, ...]]
    forms: dict[str, Counter[str]]


def key_phrases(
    text: str,
    reads: Iterable[ReadText],
    subject: Subject,
    excluded: AbstractSet[str],
    word_pieces: WordPieces,
) -> tuple[Phrase, ...]:
    """At most 40 phrases an episode is about, best first; `excluded` are keys of names.

    A word that the vocabulary of `word_pieces` does not hold whole is rare, so specific.
    """
    seen = Counter[tuple[str, ...]]()
    unlike = Counter[str]()
    others = Counter[str]()
    for read in reads:
        for token in read.tokens:
            if token.text.islower():
                others[key_of(token.text)] += 1 if token.pos in _NO_NOUNS else -1
        for entity in read.entities:
            unlike[key_of(entity.text)] += 1 if entity.label in _NOT_TOPICS else -1
        for phrase in _noun_phrases(read.tokens):
            seen[words_of(phrase)] += 1
    for token in WORD.findall(text):
        if _TECHNICAL.fullmatch(token) and len(token) > 1:
            seen[words_of(token)] += 0
    candidates = {
        words
        for words in seen
        if _may_be_topic(words)
        and "".join(words) not in excluded
        and (len(words) > 1 or others["".join(words)] <= 0)
    }
    counts, forms = _counted(text, candidates)
    mentions = _Mentions(counts, count_told(text, candidates), forms)
    scores = _scored(candidates, mentions, subject, unlike, word_pieces)
    return _chosen(scores, mentions, key_of(subject.title), _acronyms(text))


def phrases_in(text: str, phrases: Sequence[Phrase]) -> list[tuple[Phrase, int]]:
    """The phrases whose words stand in `text`, each with the first word's place."""
    words = [singular(word) for part in WORD.findall(text) for word in words_of(part)]
    joined: dict[str, int] = {}
    for size in range(MAX_WORDS, 0, -1):
        for start in range(len(words) - size + 1):
            joined.setdefault("".join(words[start : start + size]), start)
    found = [(p, min((joined[k] for k in p.keys if k in joined), default=-1)) for p in phrases]
    return [(phrase, place) for phrase, place in found if place >= 0]


def phrases_told_in(text: str, phrases: Sequence[Phrase]) -> list[tuple[Phrase, int]]:
    """As `phrases_in`, with activities told by their verb: "activate Taproot"."""
    exact = dict(phrases_in(text, phrases))
    told = Told(text)
    found: list[tuple[Phrase, int]] = []
    for phrase in phrases:
        words = words_of(phrase.name)
        place = exact.get(phrase, -1)
        if place < 0 and names_activity(words):
            place = told.place_of(words)
        if place >= 0:
            found.append((phrase, place))
    return found


def _noun_phrases(tokens: Sequence[Token]) -> Iterable[str]:
    run: list[Token] = []
    for token in (*tokens, None):
        if token is not None and _continues(token, run):
            run.append(token)
            continue
        yield from _suffixes(run)
        run = [token] if token is not None and _continues(token, []) else []


def _continues(token: Token, run: list[Token]) -> bool:
    if token.text in "-/" and run:
        return True
    if _TECHNICAL.fullmatch(token.text) or token.pos in {"NOUN", "PROPN"}:
        return bool(WORD.fullmatch(token.text))
    if token.pos == "NUM":
        # "BIP 148", "Web 3": a number belongs to the name before it.
        return bool(run) and run[-1].pos == "PROPN" and token.text.isdigit()
    return token.pos == "ADJ" and all(t.pos == "ADJ" or t.text == "-" for t in run)


def _suffixes(run: list[Token]) -> Iterable[str]:
    while run and run[-1].text in "-/":
        run = run[:-1]
    words = list(run)
    for start in range(len(words)):
        part = words[start:]
        if len(part) <= MAX_WORDS + 2 and part[0].text not in "-/" and part[-1].pos != "ADJ":
            text = "".join(t.text + t.space for t in part).strip()
            if len(words_of(text)) <= MAX_WORDS:
                yield text


def _may_be_topic(words: tuple[str, ...]) -> bool:
    if not words:
        return False
    first, head = words[0], words[-1]
    if head in EMPTY_HEADS or first in FUNCTION_WORDS or head in FUNCTION_WORDS:
        return False
    if all(w in GENERIC_WORDS or w in NUMBER_WORDS or w.isdigit() for w in words):
        return False
    if len(words) == 1 and head in BROAD_SUBJECTS:
        return False
    if any(w in TIME_WORDS or w in NUMBER_WORDS for w in words):
        return False
    if len(words) > 1 and first in GENERIC_WORDS and first not in {"open", "free"}:
        return False
    return len("".join(words)) >= 2 and not first.isdigit()


def _counted(
    text: str, candidates: AbstractSet[tuple[str, ...]]
) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """How often each candidate stands in the whole text, by key, and in which spellings."""
    wanted = {"".join(words) for words in candidates}
    counts, forms = Counter[str](), dict[str, Counter[str]]()
    matches = list(WORD.finditer(text))
    keys = ["".join(words_of(match[0])) for match in matches]
    for start in range(len(keys)):
        joined = ""
        for size in range(min(MAX_WORDS, len(keys) - start)):
            end = start + size
            if size and text[matches[end - 1].end() : matches[end].start()] not in {" ", "-", "\n"}:
                break
            joined += keys[end]
            if joined in wanted:
                counts[joined] += 1
                spelled = " ".join(text[matches[start].start() : matches[end].end()].split())
                spelled = _POSSESSIVE.sub("", spelled)
                forms.setdefault(joined, Counter())[spelled] += 1
    return counts, forms


def _scored(
    candidates: AbstractSet[tuple[str, ...]],
    mentions: _Mentions,
    subject: Subject,
    unlike: Mapping[str, int],
    word_pieces: WordPieces,
) -> dict[tuple[str, ...], float]:
    title, summary = key_of(subject.title), key_of(subject.summary)
    counts, forms = mentions.counts, mentions.forms
    nested, longest = _within_longer(candidates, counts)
    scores: dict[tuple[str, ...], float] = {}
    for words in candidates:
        key = "".join(words)
        count = counts.get(key, 0)
        in_title = len(key) > 2 and key in title
        spelled = forms.get(key, Counter[str]())
        is_name = len(words) > 1 and all(form.istitle() for form in spelled)
        told = max(count, mentions.told[words]) if in_title or count > 1 else count
        if told < (1 if in_title else MIN_COUNT - is_name):
            continue
        if longest[key] >= PART_OF_LONGER * count:
            continue
        # What is also spelled small, or is the title's word, is no person or place.
        if unlike.get(key, 0) > 0 and not in_title and not any(f.islower() for f in spelled):
            continue
        own = max(told - nested[key] / 2, told / 4)
        score = (
            math.log2(1 + own)
            * (1 + 0.5 * (len(words) - 1))
            * _specificity(words, forms[key], word_pieces)
        )
        score *= TITLE_BOOST if in_title else SUMMARY_BOOST if key in summary else 1
        scores[words] = score
    return scores


def _within_longer(
    candidates: AbstractSet[tuple[str, ...]], counts: Mapping[str, int]
) -> tuple[Counter[str], Counter[str]]:
    """By key: mentions inside longer candidates, in all and in the commonest of them."""
    nested, longest = Counter[str](), Counter[str]()
    for words in candidates:
        count = counts.get("".join(words), 0)
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                if end - start < len(words):
                    part = "".join(words[start:end])
                    nested[part] += count
                    longest[part] = max(longest[part], count)
    return nested, longest


def _specificity(words: tuple[str, ...], forms: Counter[str], word_pieces: WordPieces) -> float:
    generic = sum(word in GENERIC_WORDS for word in words)
    value = 1 - 0.6 * generic / len(words)
    spelled = forms.most_common(1)[0][0]
    if _TECHNICAL.fullmatch(spelled):
        return value * 1.5
    if len(words) == 1:
        # A capital inside sentences marks a name; a common word alone seldom names a subject.
        rare = word_pieces.count(words[0]) > 1
        return value * (1.2 if spelled[:1].isupper() or rare else 0.7)
    return value


def _chosen(
    scores: Mapping[tuple[str, ...], float],
    mentions: _Mentions,
    title: str,
    acronyms: Mapping[str, str],
) -> tuple[Phrase, ...]:
    forms = mentions.forms
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    top = ranked[0][1] if ranked else 1.0
    chosen: list[Phrase] = []
    taken: list[tuple[str, ...]] = []
    keys_taken: set[str] = set()
    slugs_taken: set[str] = set()
    for words, score in ranked:
        key = "".join(words)
        if len(chosen) == MAX_PHRASES or (len(chosen) >= MIN_PHRASES and score < 0.07 * top):
            break
        if key in keys_taken or _is_covered(words, taken, mentions, key in title):
            continue
        name = _display(forms[key])
        if len(chosen) >= COMMON_WORDS_WITHIN and len(words) == 1 and name.islower():
            continue
        # "C" and "C++" would have one id; the better one has it.
        if slug(name) in slugs_taken:
            continue
        twin = acronyms.get(key)
        keys = (key, twin) if twin else (key,)
        spelled = forms[key] + (forms.get(twin, Counter()) if twin else Counter[str]())
        ordered = sorted(spelled.items(), key=lambda item: (-item[1], item[0]))
        others = tuple(form for form, _ in ordered if form != name)
        chosen.append(Phrase(name, (name, *others), keys, round(score / top, 4)))
        taken.append(words)
        keys_taken.update(keys)
        slugs_taken.add(slug(name))
    return tuple(chosen)


def _display(forms: Counter[str]) -> str:
    """The commonest spelling; a capital that only opens sentences does not count."""
    ordered = sorted(forms.items(), key=lambda item: (-item[1], item[0].swapcase()))
    return ordered[0][0]


def _is_covered(
    words: tuple[str, ...], taken: Sequence[tuple[str, ...]], mentions: _Mentions, in_title: bool
) -> bool:
    """Whether a better phrase holds most of this one's mentions, or is nearly the same.

    What the title names is not nearly the same as a part of it.
    """
    key, counts = "".join(words), mentions.counts
    told = max(counts[key], mentions.told[words])
    for other in taken:
        longer = "".join(other)
        if key in longer and 2 * counts[longer] >= counts[key]:
            return True
        if longer in key and len(words) > 1 and not in_title and 2 * told < counts[longer] / 4:
            return True
    return False


def _acronyms(text: str) -> dict[str, str]:
    """Acronym and expansion, by key, both ways, where the text defines one: "name (N)"."""
    pairs: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        words = match[1].split()
        for size in range(2, len(words) + 1):
            expansion = " ".join(words[-size:])
            if is_acronym(match[2]) and may_abbreviate(match[2], expansion):
                pairs[key_of(match[2])] = key_of(expansion)
                pairs[key_of(expansion)] = key_of(match[2])
                break
    return pairs
