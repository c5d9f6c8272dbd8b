"""Which of the five types a statement is, by mood and cues."""

from groundcast.extraction.completeness import is_imperative
from groundcast.extraction.signs import (
    CONDITIONAL_FUTURE,
    FUTURE_ANCHOR,
    OBSERVATION,
    PREDICTION,
    RECOMMENDATION,
)
from groundcast.models.reading import ReadText
from groundcast.records import InsightType


def insight_type(spoken: str, statement: str, read: ReadText) -> InsightType:
    """The type of a statement; `spoken` still has the "I think" that a prediction opens with."""
    if statement.endswith("?"):
        return "question"
    if RECOMMENDATION.search(statement):
        return "recommendation"
    if is_imperative(read.tokens):
        return "recommendation"
    if PREDICTION.search(spoken) and FUTURE_ANCHOR.search(spoken):
        conditional = CONDITIONAL_FUTURE.match(statement) and "20" not in statement
        if not conditional:
            return "prediction"
    root = next((token for token in read.tokens if token.dep == "ROOT"), None)
    if root is not None and root.tag == "VBD" and root.lemma not in {"be", "mean"}:
        return "observation"
    return "observation" if OBSERVATION.search(statement) else "claim"
