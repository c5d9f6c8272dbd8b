"""Words, grammar and names of English texts."""

from collections.abc import Sequence
from typing import Any

from groundcast.models import spacy_pipeline
from groundcast.models.reading import ReadEntity, ReadText, Token

_TAGGING = frozenset(("tok2vec", "tagger", "attribute_ruler", "lemmatizer", "ner"))
_PARSING = _TAGGING | {"parser"}


class SpacyReader:
    """Reads texts one by one: tags, lemmas and names, with `parse` the relations between words.

    A name never crosses a sentence border that the parse found, so the names of a reader that
    parses differ a little from those of one that does not.
    """

    model_id = spacy_pipeline.MODEL_ID

    def __init__(self, *, parse: bool = False) -> None:
        """Loads the model; raises NotReady where it is not installed."""
        self._parts = _PARSING if parse else _TAGGING
        spacy_pipeline.prepare()

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        """Each text read on its own, in the order given."""
        parsed = self._parts is _PARSING
        return spacy_pipeline.documents(texts, self._parts, lambda doc: _read_text(doc, parsed))


def _read_text(document: Any, parsed: bool) -> ReadText:
    tokens = tuple(
        Token(
            start=token.idx,
            end=token.idx + len(token.text),
            text=token.text,
            space=token.whitespace_,
            lower=token.text.lower(),
            lemma=token.lemma_,
            pos=token.pos_,
            tag=token.tag_,
            dep=token.dep_,
            head=token.head.i if parsed else -1,
        )
        for token in document
    )
    entities = tuple(
        ReadEntity(e.start_char, e.end_char, e.text, e.label_, e.start, e.end)
        for e in document.ents
    )
    return ReadText(tokens, entities)
