"""What can be told from a sentence's words alone: reasons not to cite it."""

import re
from collections.abc import Set as AbstractSet

from groundcast.extraction.cues import (
    ADDRESSED,
    ANECDOTE,
    DANGLING,
    HOUSEKEEPING,
    REPORTED_SPEECH,
    UNINTELLIGIBLE,
)
from groundcast.extraction.lexicon import word_set

MIN_WORDS = 8
MAX_WORDS = 60
WORD = re.compile(r"[^\W_](?:[\w'’+#./=-]*[\w+#=])?")

_LEADING_REFERENCE = re.compile(
    r"^(?:he|she|they|him|her|them|his|their|its|those|these|this|that|it)(?:'\w+|’\w+)?\b",
    re.IGNORECASE,
)
# "It's hard to", "it takes a team": the pronoun refers to nothing.
EXPLETIVE = re.compile(
    r"^(?:it(?:['’]s| is| was| will be| would be| can be)(?: \w+){0,3}? (?:that|to|if|when|"
    r"how|whether|for|not)\b"
    r"|it (?:turns out|takes|makes (?:\w+ )?sense (?:to|that|for|if)|seems|depends on|requires)\b"
    r"|(?:those|these) (?:who|of us|days)\b|that (?:said)\b)",
    re.IGNORECASE,
)
# A quotation of a clause rather than of a term.
_LENT_VOICE = re.compile(
    r"[\"“](?:[^\"“”]*\b(?:I|me|you|we|us|oh|let's)\b[^\"“”]*|(?:\S+ ){8,}\S+)[\"”]"
)
_PAUSES = ("...", "…", "-", "–", "—", ",")
_NEVER_LAST = word_set("""
    the a an and or but because if than which my like
""")
_MORE_COMES = word_set("""
    the a an and or but because of to in on at for with from by as if when than so that which
    who my your our their his its is are was were be like just i we you they he she it's i'm
""")
_HESITATION = re.compile(
    r"--|\b(?:which|that|who|is|are|the|a) [-–—] "
    r"|(?<!if )(?<!when )\b(you|we|they|it|i|is|the|there's|it's|a) [\w']+, \1\b"
    r"|\b(?:a|the|very|is|of|are|to|and), (?:it|we|you|they|i|that|it's|the|a)\b"
    r"|^(you|we|they|it)\b[^,]{0,60}, \2\b"
    r"|,\s*,|[-–—]\s*,|,\s*[-–—]|,\s*\.|\b(\w+), \3\b",
    re.IGNORECASE,
)
_LIST_OF_REASONS = (
    ("unintelligible", UNINTELLIGIBLE),
    ("housekeeping", HOUSEKEEPING),
    ("addressed to someone present", ADDRESSED),
    ("anecdote", ANECDOTE),
    ("reported speech", REPORTED_SPEECH),
)


def objection(spoken: str, statement: str, present: AbstractSet[str]) -> str | None:
    """Why a statement is not worth parsing, or null; `spoken` is the sentence as it was said.

    `present` holds the names by which the voices call each other, in lower case.
    """
    words = WORD.findall(statement)
    if len(words) < MIN_WORDS:
        return "too short"
    if len(words) > MAX_WORDS:
        return "too long"
    if statement.endswith("?"):
        return "question"
    if not statement.rstrip("\"'”’)]").endswith((".", "!")):
        return "broken off"
    if words[-1].casefold() in _NEVER_LAST:
        return "broken off"
    if spoken.rstrip().endswith(_PAUSES) and words[-1].casefold() in _MORE_COMES:
        return "broken off"
    if not _balanced(statement):
        return "half a quotation"
    if _LENT_VOICE.search(statement):
        return "reported speech"
    if any(word.casefold().removesuffix("'s") in present for word in words):
        return "names someone present"
    for reason, pattern in _LIST_OF_REASONS:
        if pattern.search(statement):
            return reason
    if DANGLING.search(statement):
        return "leans on the sentence before"
    if "?" in statement[:-1] or "!" in statement:
        return "exclamation"
    if _HESITATION.search(statement) or _is_broken(spoken):
        return "disfluent"
    return None


def opens_with_reference(statement: str) -> bool:
    """Whether the first word points at something outside the statement."""
    return bool(_LEADING_REFERENCE.match(statement)) and not EXPLETIVE.match(statement)


def _balanced(text: str) -> bool:
    straight = [match.start() for match in re.finditer('"', text)]
    opens_right = all(at == 0 or not text[at - 1].isalnum() for at in straight[::2])
    return (
        len(straight) % 2 == 0
        and opens_right
        and text.count("“") == text.count("”")
        and text.count("(") == text.count(")")
        and text.count("[") == text.count("]")
    )


def _is_broken(spoken: str) -> bool:
    dashes = len(re.findall(r"(?:\s[-–—]+\s|--|[—])", spoken))
    breaks = len(re.findall(r"(?:\.\.\.|…)", spoken.rstrip(".… ")))
    return dashes > 2 or breaks > 1 or dashes + breaks > 2
