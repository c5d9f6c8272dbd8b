"""People, organisations and topics that a statement itself names."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from groundcast.corpus.ids import entity_id
from groundcast.extraction.expansions import spelled_out
from groundcast.extraction.forms import key_of
from groundcast.extraction.phrases import Phrase, phrases_told_in
from groundcast.extraction.screening import WORD
from groundcast.models.reading import ReadText
from groundcast.records import EntityKind, Show, Term, TopicWeight, Transcript

# Topics an episode lists whether or not an insight names them.
MAX_TOPICS = 15
_NAME = re.compile(r"[A-Z][\w'’.-]+(?: (?:[a-z]{2,3} ){0,2}[A-Z][\w'’.-]*)+")
_MEMBERS = (
    "work|works|worked|working|team|people|folks|engineers?|developers?|job|employed|interned"
    "|founders?|co-founders?|lead|manager|director|president|CEO|CTO|officer|hired|experience"
    "|someone|somebody|friends|guys|lawyers?|employees?|investors?|acquisition|acquired by"
    "|owned by|backed by|funded by"
)
_DEEDS = (
    "announced|acquired|acquires|hired|hires|raised|sued|sues|employs|open[- ]sourced|launched"
    "|charges|charged|bought|buys|sold|sells|pays|paid|invested|decided|owns|owned|relicensed"
    "|laid off|competes|published|released|wants|wanted|said|says|offers"
)
_BELONGINGS = (
    "CEO|CTO|founders?|employees?|lawyers?|board|stock|revenue|shareholders|customers|investors"
    "|valuation|headquarters|offices?|Inc|Corporation|Foundation|acquisition|earnings|sales"
)
_COMPANIES = "companies|vendors|clouds?|company|corporations?|startups?"
_TECHNICAL_ORG = re.compile(r".*[\d_=].*|[A-Z]{1,2}|[a-z].*|[A-Z]{2,}s?")


@dataclass(slots=True)
class Mentions:
    """The names of an episode's people, and what its statements were found to name so far."""

    people: Mapping[str, str]
    by_short_name: Mapping[str, str]
    name_keys: frozenset[str]
    text: str
    found: dict[str, tuple[EntityKind, Counter[str]]]

    @classmethod
    def of_episode(
        cls, people: Mapping[str, str], show: Show, transcript: Transcript
    ) -> "Mentions":
        """Gazetteer of the people; a short name counts where it is one person's only."""
        by_short = short_names(people, transcript.text)
        keys = {key_of(show.title)}
        names = [*people.values(), *(turn.speaker_label or "" for turn in transcript.turns)]
        for name in names:
            keys.add(key_of(name))
            keys.update(key_of(part) for part in WORD.findall(name) if len(part) > 2)
        return cls(dict(people), by_short, frozenset(keys), transcript.text, {})

    def topics(self, statement: str, phrases: Sequence[Phrase]) -> tuple[TopicWeight, ...]:
        """The key phrases the statement tells of; earlier and weightier ones weigh more."""
        length = max(len(WORD.findall(statement)), 1)
        weighted = [
            TopicWeight(
                entity_id("topic", phrase.name),
                round(0.4 + 0.35 * phrase.score + 0.25 * (1 - min(place / length, 1)), 4),
            )
            for phrase, place in phrases_told_in(statement, phrases)
        ]
        return tuple(sorted(weighted, key=lambda w: (-w.weight, w.topic_id)))

    def entities(
        self, read: ReadText, statement: str, topic_keys: AbstractSet[str]
    ) -> tuple[str, ...]:
        """Ids of the persons and organisations named, in id order; remembers their spellings.

        A capitalised name that is one of the episode's topics is nobody's name.
        """
        ids: set[str] = set()
        for person, name in self.people.items():
            if re.search(rf"\b{re.escape(name)}\b", statement):
                ids.add(self._remember("person", person, name))
        for token in read.tokens[1:]:
            person = self.by_short_name.get(token.lower) if token.text.istitle() else None
            if person is not None and token.tag == "NNP":
                ids.add(self._remember("person", person, token.text))
        for entity in read.entities:
            name = entity.text.strip().removesuffix("'s").removesuffix("’s").strip()
            if entity.label == "PERSON":
                topical = any(key_of(part) in topic_keys for part in (name, *name.split()))
                person = None if topical else self._person(name)
                if person:
                    ids.add(person)
            elif entity.label == "ORG" and _is_org(name):
                name = name.removeprefix("the ").removeprefix("The ")
                if not _acts_as_company(name, self.text):
                    continue
                ids.add(self._remember("org", entity_id("org", name), name))
        return tuple(sorted(ids))

    def terms(self, phrases: Sequence[Phrase], counts: Mapping[str, int]) -> tuple[Term, ...]:
        """Topics best first, then persons and organisations by id."""
        topics = [
            Term(entity_id("topic", p.name), "topic", p.name, self._forms(p), _count(counts, p))
            for rank, p in enumerate(phrases)
            if rank < MAX_TOPICS or _count(counts, p)
        ]
        others: list[Term] = []
        for entity, (kind, forms) in sorted(self.found.items()):
            ordered = sorted(forms.items(), key=lambda item: (-item[1], item[0]))
            spelled = tuple(form for form, _ in ordered)
            name = self.people.get(entity, spelled[0])
            others.append(Term(entity, kind, name, spelled, counts.get(entity, 0)))
        return (*topics, *others)

    def _forms(self, phrase: Phrase) -> tuple[str, ...]:
        known = {key_of(form) for form in phrase.forms}
        found = (spelled_out(form, self.text) for form in phrase.forms)
        return phrase.forms + tuple(f for f in dict.fromkeys(found) if f and key_of(f) not in known)

    def _person(self, name: str) -> str | None:
        wanted = name.casefold()
        for person, known in sorted(self.people.items()):
            if known.casefold() == wanted:
                return self._remember("person", person, name)
        if " " not in name:
            person = self.by_short_name.get(wanted)
            return self._remember("person", person, name) if person else None
        if not _NAME.fullmatch(name) or len(name.split()) > 4:
            return None
        # "Speedy Trial", "Dark Souls": the words of a person's name are seldom common ones too.
        if any(re.search(rf"(?<!\w){re.escape(w.lower())}(?!\w)", self.text) for w in name.split()):
            return None
        return self._remember("person", entity_id("person", name), name)

    def _remember(self, kind: EntityKind, entity: str, form: str) -> str:
        self.found.setdefault(entity, (kind, Counter()))[1][form] += 1
        return entity


def short_names(people: Mapping[str, str], text: str) -> dict[str, str]:
    """The person for every short name, lower-cased, that is only theirs in an episode.

    Short names are first names, names run together ("alind", "AdaLind"), and, where the text has
    them, the initials of three names or more ("DHH").
    """
    claims: dict[str, set[str]] = {}
    for person, name in people.items():
        words = name.split()
        forms = {words[0]} if words else set[str]()
        if len(words) > 1:
            forms |= {words[0][0] + words[-1], "".join(words)}
        initials = "".join(word[0] for word in words)
        if len(words) > 2 and initials.isupper() and re.search(rf"\b{re.escape(initials)}\b", text):
            forms.add(initials)
        for form in forms:
            claims.setdefault(form.casefold(), set()).add(person)
    return {form: min(who) for form, who in claims.items() if len(who) == 1}


def _acts_as_company(name: str, text: str) -> bool:
    """Whether the episode speaks of it as people do of employers, sellers and buyers."""
    escaped = re.escape(name)
    return any(
        re.search(pattern, text)
        for pattern in (
            rf"\b(?:{_MEMBERS}) (?:at|for|from|of|with) (?:the )?{escaped}\b",
            rf"\b{escaped} (?:has |have |had |just |recently |also )?(?:{_DEEDS})\b",
            rf"\b{escaped}(?:'s|’s)? (?:{_BELONGINGS})\b",
            rf"\b(?:{_COMPANIES})(?: like| such as|,| called)? {escaped}\b",
        )
    )


def _count(counts: Mapping[str, int], phrase: Phrase) -> int:
    return counts.get(entity_id("topic", phrase.name), 0)


def _is_org(name: str) -> bool:
    words = name.split()
    return (
        bool(words)
        and len(words) <= 5
        and not _TECHNICAL_ORG.fullmatch(name)
        and any(word[0].isupper() for word in words)
    )
