"""Words into index terms, the same way for texts and queries.

A term is a stemmed word, or several parts joined ("OP_VAULT", "BIP 148" and "BIP-148" all also give
the one term of the joined form), so that code-like names and numbers are found whole and in parts.
Nothing in a query is syntax, except that a passage between double quotation marks is a phrase.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import cast

_MAX_QUERY_CHARS = 20_000
_LONGEST_TERM = 48
_LONGEST_JOIN = 32

# Letters and digits, with the vowel signs of Indic and Thai scripts, which are not letters to `\w`.
_WORD = r"(?:[^\W_]|[\u0900-\u0963\u0966-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])"
_RUN = re.compile(
    rf"[#$]?{_WORD}+(?:(?:['._\-/=+:@&]|(?<=\d),(?=\d{{3}})){_WORD}+)*(?:\+\+|#(?!{_WORD}))?"
)
_CODE_SIGNS = re.compile(r"[\d_=#$+@]")
_PART = re.compile(rf"{_WORD}+")
_LETTERS_THEN_DIGITS = re.compile(r"([^\W\d_]{1,12})(\d{1,8})")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+)")
# Scripts written without spaces between words are filed by single characters and by pairs.
_UNSPACED = re.compile(
    r"[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    r"\U00020000-\U0003134f]+"
)
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_SPECIAL_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "’": "'"}
)
_PHRASE = re.compile(r"[\"“”„«»]([^\"“”„«»]{3,400})[\"“”„«»]")

STOP_WORDS = frozenset(
    """a about after all also am an and any are as at be because been before being but by can could
    did do does doing done down each for from get got had has have having he her here hers him his
    how i if in into is it its just like me more most my no nor not of off on once only or other our
    out over own really said same say saying says she should so some something such tell than that
    the their theirs them then there these they thing things this those through to too under until
    up us very was we were what when where whether which while who whom whose why will with would
    you your yours dont didnt doesnt isnt wasnt arent cant im youre thats whats
    """.split()  # noqa: SIM905
)

# What frames a question about talk without being its subject.
FRAME_WORDS = frozenset(
    """according anyone anybody believe believed believes describe described describes everyone
    everybody explain explained explains feel feels guest guests happen happened happens host hosts
    people report reported someone speaker speakers tell think thinks thought told
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """What a query looks for: its terms, each once, and its quoted phrases as sequences of terms.

    `codes` are the terms that come from code-like names and numbers. `only_stop_words` says that
    the query had no other words, so these were kept.
    """

    terms: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    codes: frozenset[str] = frozenset()
    only_stop_words: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """The words of a text in order, and the joined forms that stand beside them.

    `codes` are the words and joined forms that hold digits or signs no ordinary word holds.
    """

    words: tuple[str, ...]
    joined: tuple[str, ...]
    codes: frozenset[str]


def analyse(text: str) -> Analysis:
    """The index terms of a text."""
    words: list[str] = []
    joined: list[str] = []
    codes: set[str] = set()
    before: str | None = None
    end = -2
    folded = fold(text)
    for run in _RUN.finditer(folded):
        raw = run.group()
        if raw.isalpha() and raw.isascii():
            words.append(stemmed(raw))
            before, end = raw, run.end()
            continue
        parts = list(_parts(raw))
        forms = list(_whole_forms(raw, parts))
        if parts and parts[0].isdigit() and before and folded[end : run.start()] == " ":
            forms += _numbered(before, parts[0])
        words += [stemmed(part) for part in parts]
        joined += [stemmed(form) for form in forms]
        if _CODE_SIGNS.search(raw):
            codes.update(stemmed(form) for form in forms)
            codes.update(part for part in parts if part.isdigit())
        before, end = (parts[-1] if parts else None), run.end()
    return Analysis(tuple(words), tuple(joined), frozenset(codes))


def analyse_query(text: str) -> LexicalQuery:
    """The terms to look for: stop words and words of a question's frame only without others."""
    if len(text) > _MAX_QUERY_CHARS:
        text = text[:_MAX_QUERY_CHARS].rpartition(" ")[0] or text[:_MAX_QUERY_CHARS]
    found = analyse(text)
    content = [word for word in found.words if word not in stemmed_all(STOP_WORDS)]
    subject = [word for word in content if word not in stemmed_all(FRAME_WORDS)]
    terms = tuple(dict.fromkeys([*(subject or content or found.words), *found.joined]))
    phrases = tuple(
        words for phrase in _PHRASE.findall(text) if len(words := analyse(phrase).words) > 1
    )
    return LexicalQuery(
        terms=terms,
        phrases=phrases,
        codes=found.codes,
        only_stop_words=bool(found.words) and not content,
    )


def fold(text: str) -> str:
    """Lower case without accents; the length may change."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed))
    return bare.casefold().translate(_SPECIAL_LETTERS)


@lru_cache(maxsize=200_000)
def stemmed(word: str) -> str:
    """Porter2 stem of a folded word; words of other scripts stay as they are."""
    if not word.isascii() or not word.isalpha():
        return word[:_LONGEST_TERM]
    # A stemmer keeps state between calls and threads share this function: one for each word.
    from snowballstemmer.english_stemmer import EnglishStemmer  # pyright: ignore

    return cast(str, EnglishStemmer().stemWord(word[:_LONGEST_TERM]))  # pyright: ignore


def _parts(run: str) -> Iterator[str]:
    """`isn't` → `isnt`, `sid's` → `sid`, `bip-148` → `bip`, `148`, `gpt4` → `gpt`, `4`."""
    for piece in _without_apostrophes(run):
        for part in _PART.findall(piece):
            if _UNSPACED.search(part):
                yield from _pairs(part)
            elif split := _LETTERS_THEN_DIGITS.fullmatch(part):
                yield from split.groups()
            else:
                yield part[:_LONGEST_TERM]


def _without_apostrophes(run: str) -> list[str]:
    if "'" not in run:
        return [run]
    head, _, tail = run.partition("'")
    if tail == "s":
        return [head]
    # One letter or an English ending belongs to the word; anything longer is a word of its own.
    if len(tail) <= 2 and tail.isalpha():
        return [head + tail]
    return [head, *_without_apostrophes(tail)]


def _pairs(part: str) -> Iterator[str]:
    at = 0
    for run in _UNSPACED.finditer(part):
        if run.start() > at:
            yield part[at : run.start()]
        chars = run.group()
        yield from chars
        yield from (chars[i : i + 2] for i in range(len(chars) - 1))
        at = run.end()
    if at < len(part):
        yield part[at:]


def _whole_forms(run: str, parts: list[str]) -> Iterator[str]:
    """The joined form of a name of several parts, and what signs around it say."""
    if _UNSPACED.search(run) or all(part in STOP_WORDS for part in parts):
        return
    if version := _VERSION.fullmatch(run):
        yield version.group(1)
        return
    join = "".join(parts)
    if len(parts) > 1 and len(join) <= _LONGEST_JOIN:
        yield join
    if run[0] in "#$" or run[-1] in "+#":
        sign = run[0] if run[0] in "#$" else ""
        tail = run[-1] if run[-1] in "+#" else ""
        yield f"{sign}{join[:_LONGEST_JOIN]}{tail}"


def _numbered(word: str, number: str) -> Iterator[str]:
    if word.isalpha() and word not in STOP_WORDS and len(word) <= 12 and len(number) <= 8:
        yield word + number


@cache
def stemmed_all(words: frozenset[str]) -> frozenset[str]:
    """The stems of a set of words."""
    return frozenset(stemmed(word) for word in words)
