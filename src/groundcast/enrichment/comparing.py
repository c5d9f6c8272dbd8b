"""Compares what a whole corpus's speakers state: edges where they agree or conflict.

Statements are first brought together by the rarer words they share, then read, then judged: at no
time are all pairs looked at. What passed the gate is kept by topic and pair of people, so that
nothing found can be told from nothing looked at.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from groundcast.corpus.canonical_ids import CanonicalIds
from groundcast.enrichment.opposites import opposites_of
from groundcast.enrichment.propositions import Proposition, core_of, proposition_of
from groundcast.enrichment.stances import REPLY_WITHIN, TURN_WITHIN, Stance, Statement, stance
from groundcast.models.reading import TextReader
from groundcast.records import Comparison, Edge, EdgeType, Episode, Knowledge

COMPARED_EDGES: tuple[EdgeType, ...] = ("AGREES_WITH", "CONTRADICTS")
# Counted up with every change of what is found in the same statements.
RULES = "1"
# Where neither statement has a topic.
NO_TOPIC = ""
# Words that stand in more statements than this bring too many together.
MAX_STATEMENTS_OF_WORD = 400
MIN_COMMON_WORDS = 3
_LONGEST_WORDS = 60
_READ_AT_ONCE = 256
_STEM = 5
_WORD = re.compile(r"[^\W_]{3,}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
_COMMON = frozenset(
    str.split(
        """
        the and that this with for are was were you they them their have has had not but
        from what when which who will would can could should there here just like really
        very more most some any all one about because than then into out over your our its
        it's don't think know thing things going get got make way people want need lot how
        why where been being also even only other
        """
    )
)


@dataclass(frozen=True, slots=True)
class Said:
    """An insight before it is read, with the topics and quotes it has."""

    statement: Statement
    topic_ids: frozenset[str]
    quote_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What comparing found: edges, and what was assessed, by topic and pair of people."""

    edges: tuple[Edge, ...]
    comparisons: tuple[Comparison, ...]


def statements_of(
    episode: Episode, knowledge: Knowledge, canonical: CanonicalIds
) -> Iterator[Said]:
    """An episode's statements that can be compared: someone's, in English, and no question.

    Persons and topics are those that the ids stand for; ids that name nothing are left out.
    """
    if not knowledge.assessed or not in_english(episode.language):
        return
    quotes = {quote.id: quote for quote in knowledge.quotes}
    for insight in knowledge.insights:
        spans = [quotes[quote] for quote in insight.quote_ids if quote in quotes]
        person = canonical.of(insight.person_id or "", episode.id)
        if not spans or person is None or insight.insight_type == "question":
            continue
        yield Said(
            Statement(
                insight.id,
                episode.id,
                person,
                episode.published_on,
                min(quote.char_start for quote in spans),
                max(quote.char_end for quote in spans),
                insight.text,
                (),
            ),
            frozenset(filter(None, (canonical.of(t.topic_id, episode.id) for t in insight.topics))),
            insight.quote_ids,
        )


def in_english(language: str | None) -> bool:
    """Whether an episode's statements can be read; an unknown language counts as English."""
    return language is None or language.partition("-")[0].lower() == "en"


def read_statements(statements: Sequence[Statement], reader: TextReader) -> list[Statement]:
    """The statements with what each of their sentences asserts."""
    parts = [(i, s) for i, each in enumerate(statements) for s in _SENTENCE_END.split(each.text)]
    cores = [core_of(sentence) for _, sentence in parts]
    asserted: dict[int, list[Proposition]] = defaultdict(list)
    for first in range(0, len(parts), _READ_AT_ONCE):
        stretch = cores[first : first + _READ_AT_ONCE]
        for offset, text in enumerate(reader.read([core for core, _ in stretch])):
            i, sentence = parts[first + offset]
            core, denied = stretch[offset]
            asserted[i].append(proposition_of(sentence, core, denied, text.tokens))
    return [replace(each, propositions=tuple(asserted[i])) for i, each in enumerate(statements)]


def digest_of(said: Sequence[Said], copies: Iterable[str]) -> str:
    """A digest of everything that what is found depends on, the rules' own version included."""
    digest = blake2b(RULES.encode(), digest_size=16)
    for each in sorted(said, key=lambda s: s.statement.id):
        topics = " ".join(sorted(each.topic_ids))
        quotes = " ".join(each.quote_ids)
        digest.update(f"{each.statement!r}\0{topics}\0{quotes}\0".encode("utf-8", "replace"))
    digest.update("\0".join(sorted(copies)).encode())
    return digest.hexdigest()


def compare(
    said: Sequence[Said], copies: Iterable[str], load_reader: Callable[[], TextReader]
) -> Compared:
    """Edges and comparisons of all statements but those of `copies`, ids of episodes held twice.

    An edge goes from what was said first; its evidence are the quotes of both sides.
    """
    left_out = set(copies)
    kept = sorted(
        (s for s in said if s.statement.episode_id not in left_out), key=lambda s: s.statement.id
    )
    pairs = sorted(_candidates([s.statement for s in kept]))
    if not pairs:
        return Compared((), ())
    needed = sorted({i for pair in pairs for i in pair})
    understood = read_statements([kept[i].statement for i in needed], load_reader())
    read = dict(zip(needed, understood, strict=True))
    edges: list[Edge] = []
    assessed: Counter[tuple[str, str, str]] = Counter()
    found: Counter[tuple[str, str, str]] = Counter()
    for i, j in pairs:
        judged = stance(read[i], read[j])
        if judged is None:
            continue
        keys = _keys(kept[i], kept[j])
        assessed.update(keys)
        if judged == "unopposed":
            continue
        if judged != "agreement":
            found.update(keys)
        edges.append(_edge(kept[i], kept[j], judged))
    return Compared(
        tuple(sorted(edges, key=lambda e: (e.type, e.from_id, e.to_id))),
        tuple(Comparison(*key, pairs=assessed[key], found=found[key]) for key in sorted(assessed)),
    )


def _keys(one: Said, other: Said) -> list[tuple[str, str, str]]:
    people = sorted((one.statement.person_id or "", other.statement.person_id or ""))
    topics = one.topic_ids & other.topic_ids or one.topic_ids | other.topic_ids or {NO_TOPIC}
    return [(topic, people[0], people[1]) for topic in topics]


def _edge(one: Said, other: Said, judged: Stance) -> Edge:
    first, second = sorted((one, other), key=_said_at)
    agrees = judged == "agreement"
    return Edge(
        "AGREES_WITH" if agrees else "CONTRADICTS",
        first.statement.id,
        second.statement.id,
        evidence=(*first.quote_ids, *second.quote_ids),
        kind=None if agrees else judged,
    )


def _said_at(said: Said) -> tuple[str, str, int, str]:
    statement = said.statement
    return (statement.published_on or "9", statement.episode_id, statement.start, statement.id)


def _candidates(statements: Sequence[Statement]) -> set[tuple[int, int]]:
    """Pairs that share enough words, or stand so near that one may answer the other."""
    stems = [_stems(statement.text) for statement in statements]
    holding: dict[str, list[int]] = defaultdict(list)
    for i, words in enumerate(stems):
        for word in words:
            holding[word].append(i)
    shared: Counter[tuple[int, int]] = Counter()
    for owners in holding.values():
        if len(owners) <= MAX_STATEMENTS_OF_WORD:
            shared.update((a, b) for n, a in enumerate(owners) for b in owners[n + 1 :])
    pairs = {
        (a, b)
        for (a, b), count in shared.items()
        if count >= MIN_COMMON_WORDS and count >= 0.4 * min(len(stems[a]), len(stems[b]))
    }
    return pairs | set(_neighbours(statements))


def _stems(text: str) -> frozenset[str]:
    words = {word.casefold() for word in _WORD.findall(text)} - _COMMON
    if len(words) > _LONGEST_WORDS:
        return frozenset()
    return frozenset(word[:_STEM] for word in words | opposites_of(words))


def _neighbours(statements: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    by_place = sorted(
        range(len(statements)), key=lambda i: (statements[i].episode_id, statements[i].start, i)
    )
    reach = max(REPLY_WITHIN, TURN_WITHIN)
    for place, i in enumerate(by_place):
        for j in by_place[place + 1 :]:
            one, other = statements[i], statements[j]
            if one.episode_id != other.episode_id or other.start - one.end > reach:
                break
            yield (min(i, j), max(i, j))
