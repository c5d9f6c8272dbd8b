"""Whether a text is in the language the rules are written for."""

from groundcast.extraction.lexicon import FUNCTION_WORDS
from groundcast.extraction.screening import WORD

# English talk is 55-65 % function words; the Romance and Germanic languages reach at most 15 %
# of these by chance ("a", "no", "me", "die").
MIN_FUNCTION_WORDS = 0.3
SAMPLE_WORDS = 2000


def foreign_language(declared: str | None, text: str) -> str | None:
    """The reason why a text cannot be assessed by English rules, or null where it can."""
    if declared and not declared.casefold().startswith("en"):
        return f"language {declared} is not known to this engine"
    words = [word.casefold().replace("’", "'") for word in WORD.findall(text)[:SAMPLE_WORDS]]
    if len(words) < 20:
        return None
    known = sum(word in FUNCTION_WORDS for word in words)
    if known / len(words) < MIN_FUNCTION_WORDS:
        return "language of the text does not look like English, the only one this engine knows"
    return None
