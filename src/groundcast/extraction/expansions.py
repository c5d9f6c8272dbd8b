"""What an acronym stands for, where an episode says the words but never "words (ACRONYM)"."""

import re
from collections import Counter

from groundcast.extraction.forms import is_acronym
from groundcast.extraction.lexicon import FUNCTION_WORDS

# The initials of three common words meet by chance; four seldom do.
FEWEST_LETTERS = 3
CERTAIN_LETTERS = 4
SEEN_TWICE = 2


def spelled_out(acronym: str, text: str) -> str | None:
    """The one phrase of the text whose initials are the acronym, in its commonest spelling.

    Words of three letters need to be said twice, or as a name in capitals; where two phrases are
    said equally often neither is meant for certain, and None is answered.
    """
    letters = acronym.removesuffix("s")
    if not is_acronym(acronym) or len(letters) < FEWEST_LETTERS or not letters.isalpha():
        return None
    said = Counter[str]()
    spellings: dict[str, Counter[str]] = {}
    for match in _phrase(letters).finditer(text):
        words = re.split(r"[\s-]+", match[0])
        if any(word.casefold() in FUNCTION_WORDS for word in words if word not in _LINKS):
            continue
        key = " ".join(words).casefold()
        named = all(word[0].isupper() for word in words if word not in _LINKS)
        said[key] += SEEN_TWICE if named or len(letters) >= CERTAIN_LETTERS else 1
        spellings.setdefault(key, Counter())[match[0]] += 1
    ranked = said.most_common(2)
    if not ranked or ranked[0][1] < SEEN_TWICE:
        return None
    if len(ranked) == 2 and ranked[1][1] == ranked[0][1]:
        return None
    forms = spellings[ranked[0][0]]
    return " ".join(min(forms, key=lambda form: (-forms[form], form)).split())


_LINKS = frozenset(("of", "the", "and", "for"))


def _phrase(letters: str) -> re.Pattern[str]:
    between = rf"(?:[ -](?:{'|'.join(sorted(_LINKS))}))?[ -]"
    words = between.join(rf"{letter}[a-z]{{2,}}" for letter in letters.lower())
    return re.compile(rf"(?<![\w-]){words}(?![\w-])", re.I)
