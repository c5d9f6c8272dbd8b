"""Whether a parsed statement can be read on its own."""

from collections.abc import Set as AbstractSet

from groundcast.extraction.lexicon import EMPTY_HEADS, TIME_WORDS, word_set
from groundcast.models.reading import ReadText, Token

_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_SUBJECTS = frozenset(("nsubj", "nsubjpass", "expl", "csubj", "csubjpass"))
_PREDICATES = frozenset(
    (
        "attr",
        "acomp",
        "prep",
        "advmod",
        "ccomp",
        "xcomp",
        "advcl",
        "expl",
        "prt",
        "agent",
        "oprd",
        "csubj",
        "npadvmod",
        "conj",
        "dobj",
        "pcomp",
        "relcl",
        "acl",
    )
)
_NOUNS = frozenset(("NOUN", "PROPN"))
_CLAUSES = frozenset(("ccomp", "xcomp", "advcl", "acl", "csubj", "relcl"))
_MALE_FEMALE = word_set("""
    he him his himself she her hers herself
""")
_PLURAL = word_set("""
    they them their theirs themselves
""")
_NEUTER = word_set("""
    it its itself
""")
_DEMONSTRATIVE = word_set("""
    this that these those
""")
_ANYONE = word_set("""
    everyone everybody anyone anybody someone somebody people nobody person who whoever
""")
# Nouns that a demonstrative may point at from anywhere: the reader shares them with the speaker.
_SUBORDINATORS = word_set("""
    because cause whereas since although while unless until
""")
_CONDITIONS = word_set("""
    if when as once after before
""")
_HUMAN_ENDINGS = ("er", "or", "ist", "ian", "man", "woman", "person", "body", "one", "guy", "kid")
_IMPERSONAL = word_set("""
    take turn seem make cost depend appear help matter
""")
_MATTERS = word_set("""
    idea mistake problem shame matter time job goal way fact challenge myth question pain
    pleasure difference crime error responsibility choice truth
""")
_CONSEQUENCE = word_set("""
    mean allow enable let give make lead help require cause prevent
""")
_VIEWS = word_set("""
    think believe guess argue say suspect expect predict recommend suggest feel mean assume
    suppose advise call describe consider doubt agree disagree
""")
_SHARED = word_set("""
    world industry community space field era age generation planet country society ecosystem
""")


def incompleteness(read: ReadText, known: AbstractSet[str]) -> str | None:
    """Why the statement needs its context, or null.

    `known` holds the lower-case words that the episode is about: "these <such a word>" is clear.
    """
    tokens = read.tokens
    roots = [index for index, token in enumerate(tokens) if token.dep == "ROOT"]
    if not roots:
        return "no clause"
    for place, root in enumerate(roots):
        if fault := _clause_fault(tokens, root):
            return fault
        if _has_empty_subject(tokens, root):
            return "empty subject"
        if place and not _carries_on(tokens, roots[0], root):
            return "unresolved reference"
    if _trails_off(tokens):
        return "broken off"
    if _is_about_speaker(tokens):
        return "about the speaker"
    if any(_is_about_hearer(tokens, index) for index in range(len(tokens))):
        return "addressed to someone present"
    for index in range(len(tokens)):
        if _is_unresolved(read, index, known):
            return "unresolved reference"
    return None


def is_imperative(tokens: tuple[Token, ...]) -> bool:
    """Whether the first clause tells the hearer what to do."""
    root = next((index for index, token in enumerate(tokens) if token.dep == "ROOT"), None)
    if root is None or tokens[root].tag not in {"VB", "VBP"}:
        return False
    return root <= 3 and not any(
        t.head == root and (t.dep in _SUBJECTS or t.tag == "TO") for t in tokens
    )


def subject_of(tokens: tuple[Token, ...], root: int) -> int | None:
    """Index of the subject of a verb."""
    return next((i for i, t in enumerate(tokens) if t.head == root and t.dep in _SUBJECTS), None)


def _clause_fault(tokens: tuple[Token, ...], root: int) -> str | None:
    verb = tokens[root]
    children = [token for token in tokens if token.head == root and token is not verb]
    auxiliaries = [token for token in children if token.dep in {"aux", "auxpass"}]
    if verb.pos not in {"VERB", "AUX"}:
        return "no clause"
    first = tokens[0].lower
    if first in _SUBORDINATORS | _CONDITIONS and any(
        token.dep in {"mark", "advmod"} and token.lower == first for token in children
    ):
        return "no main clause"
    if first in _SUBORDINATORS and not any(token.text == "," for token in tokens[:root]):
        return "no main clause"
    if tokens[0].pos == "AUX":
        return "question"
    if is_imperative(tokens):
        return None
    if not (verb.tag in _FINITE or any(token.tag in _FINITE for token in auxiliaries)):
        return "no finite verb"
    subjects = [token for token in children if token.dep in _SUBJECTS]
    if not subjects:
        return "no subject"
    if all(token.tag in {"WDT", "WP"} and token.lower != "what" for token in subjects):
        return "no main clause"
    if verb.lemma == "be" and not any(t.dep in _PREDICATES for t in children):
        return "broken off"
    return None


def _has_empty_subject(tokens: tuple[Token, ...], root: int) -> bool:
    """Whether the clause speaks of "the idea" or "one" and does not say of what."""
    subject = subject_of(tokens, root)
    if subject is None or tokens[subject].dep == "expl":
        return False
    token = tokens[subject]
    if token.lower in {"one", "ones", "another", "other", "others", "both", "neither"}:
        return not any(t.head == subject and t.dep in {"prep", "relcl"} for t in tokens)
    if token.lemma not in EMPTY_HEADS or token.pos != "NOUN":
        return False
    inner = [t for t in tokens if t.head == subject]
    definite = any(t.lower in {"the", "a", "an", "another", "other"} for t in inner)
    said_of = any(t.dep in {"prep", "relcl", "acl", "compound", "poss", "advcl"} for t in inner)
    told = any(t.head == root and t.dep == "ccomp" for t in tokens)
    return definite and not said_of and not told


def _carries_on(tokens: tuple[Token, ...], first: int, root: int) -> bool:
    """Whether a second sentence's opening pronoun is the first one's subject, or all it says."""
    subject = subject_of(tokens, root)
    topic = subject_of(tokens, first)
    if subject is None or topic is None:
        return False
    word = tokens[subject].lower
    if word in {"this", "that"}:
        return tokens[root].lemma in _CONSEQUENCE
    if word == "it":
        return tokens[topic].tag in {"NN", "NNP"}
    if word == "they":
        return tokens[topic].tag in {"NNS", "NNPS"}
    return False


def _trails_off(tokens: tuple[Token, ...]) -> bool:
    """Whether a last "which" or "who" never gets its verb."""
    last = max((i for i, t in enumerate(tokens) if t.tag in {"WDT", "WP"}), default=-1)
    return last >= 0 and not any(t.pos in {"VERB", "AUX"} for t in tokens[last:])


def _is_about_speaker(tokens: tuple[Token, ...]) -> bool:
    """Whether "I" does anything in it but hold a view."""
    return any(
        token.text == "I"
        and token.dep in {"nsubj", "nsubjpass"}
        and tokens[token.head].lemma not in _VIEWS
        for token in tokens
    )


def _is_about_hearer(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether this is a "you" who did something: the one in the room, not anyone."""
    if tokens[index].lower != "you" or tokens[index].dep not in {"nsubj", "nsubjpass"}:
        return False
    if index and tokens[index - 1].lower in {"if", "unless", "once", "when", "that", "what"}:
        return False
    verb = tokens[index].head
    has = any(
        t.head == verb and t.lower in {"'ve", "’ve", "have", "had"} and t.dep == "aux"
        for t in tokens
    )
    if tokens[verb].lemma == "get":
        return False
    if index == 0 and tokens[verb].lemma == "be":
        return any(t.head == verb and t.dep == "attr" for t in tokens)
    return tokens[verb].tag == "VBD" or (has and tokens[verb].tag == "VBN")


def _is_unresolved(read: ReadText, index: int, known: AbstractSet[str]) -> bool:
    tokens = read.tokens
    token = tokens[index]
    word = token.lower
    before = tokens[:index]
    if word in _MALE_FEMALE:
        return not (
            any(e.label == "PERSON" and e.token_end <= index for e in read.entities)
            or any(_is_human(t) for t in before)
        )
    if word in _PLURAL:
        return not any(_may_be_they(tokens[i]) for i in _antecedents(tokens, index))
    if word in _NEUTER:
        return not (
            _is_expletive(tokens, index)
            or any(_may_be_it(tokens[i]) for i in _antecedents(tokens, index))
        )
    if word in _DEMONSTRATIVE:
        return _points_outside(tokens, index, known)
    if word in {"one", "ones"} and token.pos == "NOUN":
        return not any(t.pos in _NOUNS for t in before)
    return False


def _points_outside(tokens: tuple[Token, ...], index: int, known: AbstractSet[str]) -> bool:
    token = tokens[index]
    if token.tag != "DT":
        return False
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.dep != "det":
        if following and following.lower in {"who", "that", "which", "of", "whose"}:
            return False
        return not _clause_before(tokens, index)
    noun = tokens[token.head]
    if noun.lemma in TIME_WORDS | _SHARED:
        return False
    plural = token.lower in {"these", "those"}
    if plural and (noun.lower in known or noun.lemma in known):
        return False
    if any(earlier.lemma == noun.lemma for earlier in tokens[:index]):
        return False
    described = [t for t in tokens[index + 1 : token.head] if t.pos in {"ADJ", "NOUN", "PROPN"}]
    restricted = any(t.head == token.head and t.dep in {"relcl", "acl", "prep"} for t in tokens)
    if plural and (described or restricted):
        return noun.lemma in EMPTY_HEADS and not restricted
    described_by_clause = any(t.head == token.head and t.dep == "relcl" for t in tokens)
    return not (token.lower == "that" and described_by_clause)


def _clause_before(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether an earlier clause, which this pronoun is no part of, gives it something to mean."""
    above = _above(tokens, index)
    verbs = [
        i
        for i in range(index)
        if tokens[i].pos == "VERB" and i not in above and tokens[i].head != tokens[index].head
    ]
    return bool(verbs) and any(
        t.pos in _NOUNS and t.lemma not in EMPTY_HEADS for t in tokens[:index]
    )


def _above(tokens: tuple[Token, ...], index: int) -> set[int]:
    above: set[int] = set()
    while tokens[index].head != index:
        index = tokens[index].head
        above.add(index)
    return above


def _antecedents(tokens: tuple[Token, ...], index: int) -> list[int]:
    """Earlier words a pronoun may stand for: not its own phrase nor its verb's subject."""
    above = _above(tokens, index)
    verb = tokens[index].head
    if tokens[verb].dep == "prep":
        verb = tokens[verb].head
    is_object = tokens[index].dep in {"dobj", "pobj", "dative"}
    return [
        i
        for i in range(index)
        if i not in above
        and not (is_object and tokens[i].head == verb and tokens[i].dep in _SUBJECTS)
        and not (tokens[i].dep == "pobj" and tokens[tokens[i].head].head == verb)
    ]


def _is_expletive(tokens: tuple[Token, ...], index: int) -> bool:
    token = tokens[index]
    if token.dep == "expl":
        return True
    if token.lower != "it" or token.dep not in {"nsubj", "nsubjpass"}:
        return False
    verb = token.head
    inside = {verb} | {i for i, t in enumerate(tokens) if t.head == verb}
    has_clause = any(
        t.head in inside and t.dep in _CLAUSES and i > index for i, t in enumerate(tokens)
    )
    if tokens[verb].lemma == "be":
        # "It's hard to …", "it's a mistake to …"; "it's a tool that …" speaks of something.
        predicate = [t for t in tokens if t.head == verb and t.dep in {"acomp", "attr"}]
        return has_clause and all(t.dep == "acomp" or t.lemma in _MATTERS for t in predicate)
    return has_clause and tokens[verb].lemma in _IMPERSONAL


def _is_human(token: Token) -> bool:
    return token.tag == "NN" and token.lower.endswith(_HUMAN_ENDINGS)


def _may_be_they(token: Token) -> bool:
    return (
        token.tag in {"NNS", "NNPS", "NNP"} and token.lemma not in TIME_WORDS
    ) or token.lower in _ANYONE


def _may_be_it(token: Token) -> bool:
    if token.lower in {"everything", "something", "anything", "nothing"}:
        return True
    return (
        token.tag in {"NN", "NNP"}
        and token.lemma not in TIME_WORDS
        and token.lemma not in EMPTY_HEADS
    )
