"""What a statement asserts, as far as words and their classes tell it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from groundcast.enrichment.figures import Figure, figures_of
from groundcast.enrichment.opposites import has_opposite
from groundcast.models.reading import Token

Mood = Literal["states", "recommends", "predicts", "allows", "supposes"]
Tense = Literal["past", "present"]
Certainty = Literal["certain", "unknown"]

_NEGATIONS = frozenset(
    ("not", "n't", "n’t", "never", "no", "nobody", "none", "nothing", "neither", "nor", "cannot")
)
# Words that carry no part of what is asserted.
_LIGHT = frozenset(
    str.split(
        """
        be have do get go let say think know mean want seem feel believe guess suppose thing
        way lot kind sort bit actually really just very quite also even still definitely
        basically obviously probably certainly simply much many so too then here there
        please well right okay yeah yes maybe perhaps pretty like ever anyway literally
        honestly frankly fact point course now today currently anymore already yet ago back
        recently nowadays rather instead at least more most less than about around almost
        second minute hour day week month year decade percent million billion thousand
        hundred own
        """
    )
)
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ"))
_THINGS = frozenset(("NOUN", "PROPN"))
_OPENING = re.compile(
    r"^(?:(?:and|but|so|i mean|you know|(?:well|yeah|yes|no|now|look|right|okay|again)(?=,)|"
    r"in my (?:view|opinion|mind)|(?:honestly|frankly|for me|to me|personally|actually|basically)|"
    r"i (?:would |really |do |still |just |definitely |also |actually |personally )*"
    r"(?:think|believe|feel|say|argue|find|guess|suspect)(?: that)?)\b[, ]+)+",
    re.I,
)
_DENYING_OPENING = re.compile(
    r"^(?:(?:and|but|so|well|no)[, ]+)*i (?:(?:do|did|would)(?: not|n['’]t)|never) (?:really )?"
    r"(?:think|believe|say)(?: that)? ",
    re.I,
)
# What comes after explains or limits the assertion and is not part of it.
_REST = re.compile(
    r"(?:,|\s[-–—]+|;|:)\s*(?:because|since|so|but|although|though|even though|whatever|which|"
    r"where|who|not even|enough|despite|whereas|while|unless|and (?:that|this|it|they|i|we)|or)\b"
    r"|\s(?:because|whatever)\b|;",
    re.I,
)
_SUPPOSING = re.compile(
    r"\b(?:if|unless|suppose|imagine|assuming|whether|might|may|perhaps|maybe|would have|"
    r"could have|let['’]?s|wonder|depends?)\b",
    re.I,
)
_PARTIAL = re.compile(
    r"\b(?:some|many|most|several|few|often|sometimes|usually|almost|nearly|mostly|partly|"
    r"certain|occasionally|mainly|largely|typically|half)\b"
    r"|\bnot (?:all|every|always|necessarily|only|just|so much|entirely|quite|exactly)\b"
    r"|\b(?:isn|aren|don|doesn|won|can)['’]t (?:all|every|always|necessarily|only|just|entirely)\b",
    re.I,
)
_CREDITED = re.compile(
    r"\b(?:he|she|they|you|people|some|someone|somebody|everyone|critics|others|folks|"
    r"(?-i:[A-Z][\w'’-]+)|who) (?:\w+ )?(?:say|says|said|saying|argue|argues|argued|think|thinks|"
    r"thought|claim|claims|claimed|believe|believes|believed|told|wrote|writes|goes|suggests?|"
    r"asked|describes?|calls?|called)\b"
    r"|\b(?:according to|quote|the (?:\w+ )?arguments?|the (?:idea|claim|notion|myth|objection|"
    r"criticism|theory) that|allegedly|supposedly|so-called|remember you saying|titled)\b"
    r"|\b(?:was|were|is|are|['’]m|['’]re|['’]s) like,? [\"“]",
    re.I,
)
_QUOTED = re.compile(r"[\"“][^\"”]{12,}")
_QUESTION = re.compile(
    r"\?\s*$|^(?:what|why|who|where|when|which|how|is|are|was|were|do|does|did|can|could|should|"
    r"would|will|have|has)\b(?! i\b)(?=.*\?)",
    re.I,
)
_RECOMMENDS = re.compile(
    r"\b(?:should|shouldn['’]t|ought|must|mustn['’]t|needs? to|ha(?:s|ve) to|"
    r"recommend|advise|better to|never|always)\b(?! have (?:been|had|gone|\w+ed)\b)",
    re.I,
)
_PREDICTS = re.compile(
    r"\b(?:will|won['’]t|going to|gonna|expect|predict|by 20\d\d|shall)\b|\w['’]ll\b", re.I
)
_ALLOWS = re.compile(r"\b(?:can|can['’]t|cannot|could|couldn['’]t|able to|possible to)\b", re.I)
_TIMES = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:now|today|currently|nowadays|anymore|any more|no longer|already|yet|"
    r"still|recently|so far|at the moment|right now|these days|used to|ago|back then|originally|"
    r"initially|at first|last (?:year|month|week|winter|summer)|next (?:year|month|week)|"
    r"january|february|march|april|june|july|august|september|october|november|december)\b",
    re.I,
)
_BOUND = re.compile(r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer) than\b", re.I)
_NEGATIVE_PHRASES = re.compile(r"\bno (?:doubt|matter|wonder|question)\b", re.I)
_CONTRAST = re.compile(r"\b(?:rather than|instead of|as opposed to|before)\b", re.I)

_CERTAIN = re.compile(
    r"\b(?:(?:very|absolutely|completely|perfectly|quite|pretty) clear(?:ly)?|clearly|no doubt|"
    r"without (?:a )?doubt|undoubtedly|indisputabl[ey]|we know (?:that|what|why|how))\b",
    re.I,
)
_UNKNOWN = re.compile(
    r"\b(?:(?:do not|don['’]t|cannot|can['’]t|nobody|no one) (?:really |actually |even )?"
    r"knows? (?:what|why|how|who|whether|if|which)|"
    r"(?:impossible|hard|difficult) to (?:say|know|tell)|(?:very |quite )?unclear|"
    r"not (?:at all )?clear|isn['’]t clear|remains to be seen)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word that carries meaning: its lemma, and whether it names a thing or says something."""

    lemma: str
    names: bool
    denied: bool


@dataclass(frozen=True, slots=True)
class Proposition:
    """One sentence's assertion.

    `contrast` splits `words` where the sentence prefers one thing to another; null without one.
    `is_own` is false where the view is someone else's, supposed or asked.
    """

    text: str
    words: tuple[Word, ...]
    negated: bool
    mood: Mood
    tense: Tense | None
    is_partial: bool
    is_own: bool
    times: frozenset[str]
    figures: tuple[Figure, ...]
    contrast: int | None
    certainty: Certainty | None

    @property
    def lemmas(self) -> frozenset[str]:
        """The lemmas of its words."""
        return frozenset(word.lemma for word in self.words)


def core_of(sentence: str) -> tuple[str, bool]:
    """The assertion without its opening and its grounds, and whether the opening denies it."""
    text = sentence.strip()
    denied = _DENYING_OPENING.match(text)
    text = text[denied.end() :] if denied else _OPENING.sub("", text, count=1)
    for rest in _REST.finditer(text):
        if len(text[: rest.start()].split()) >= 4:
            text = text[: rest.start()]
            break
    return text, denied is not None


def proposition_of(sentence: str, core: str, denied: bool, tokens: Sequence[Token]) -> Proposition:
    """The assertion of a sentence whose core reads as `tokens`."""
    bounds = [m.span() for m in _BOUND.finditer(core)]
    bounds += [m.span() for m in _NEGATIVE_PHRASES.finditer(core)]
    negations = [
        i
        for i, token in enumerate(tokens)
        if token.lower in _NEGATIONS and not any(a <= token.start < b for a, b in bounds)
    ]
    struck = {_target(tokens, i) for i in negations}
    kept = [i for i, token in enumerate(tokens) if _carries(token)]
    contrast = _CONTRAST.search(core)
    return Proposition(
        text=sentence,
        words=tuple(
            Word(tokens[i].lemma.casefold(), tokens[i].pos in _THINGS, i in struck) for i in kept
        ),
        negated=(len(negations) % 2 == 1) != denied,
        mood=_mood(core),
        tense=_tense(tokens),
        is_partial=_PARTIAL.search(core) is not None or len(negations) + denied > 1,
        is_own=not (
            _CREDITED.search(sentence) or _QUESTION.search(sentence) or _QUOTED.search(sentence)
        ),
        times=frozenset(m.group().casefold() for m in _TIMES.finditer(core)),
        figures=figures_of(tokens),
        contrast=sum(tokens[i].start < contrast.start() for i in kept) if contrast else None,
        certainty=_certainty(sentence),
    )


def _tense(tokens: Sequence[Token]) -> Tense | None:
    """The tense of every finite verb; null where they differ or none is found."""
    past = any(token.tag == "VBD" for token in tokens)
    present = any(token.tag in ("VBZ", "VBP") for token in tokens)
    if past == present:
        return None
    return "past" if past else "present"


def _mood(core: str) -> Mood:
    if _SUPPOSING.search(core):
        return "supposes"
    if _RECOMMENDS.search(core):
        return "recommends"
    if _PREDICTS.search(core):
        return "predicts"
    return "allows" if _ALLOWS.search(core) else "states"


def _certainty(sentence: str) -> Certainty | None:
    if _UNKNOWN.search(sentence):
        return "unknown"
    return "certain" if _CERTAIN.search(sentence) else None


def _carries(token: Token) -> bool:
    says = token.pos in _CONTENT or (token.pos == "ADV" and has_opposite(token.lower))
    return (
        says
        and token.lemma.casefold() not in _LIGHT
        and token.lower not in _NEGATIONS
        and any(letter.isalpha() for letter in token.text)
    )


def _target(tokens: Sequence[Token], negation: int) -> int:
    """The word that a negation strikes: the next one that carries meaning."""
    for i in range(negation + 1, len(tokens)):
        if _carries(tokens[i]):
            return i
    return -1
