"""Builds the briefing pack from search results and what knowledge says about them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from groundcast.errors import InvalidArgument
from groundcast.models.tokens import token_counter
from groundcast.packs.choosing import Choice, Similarity
from groundcast.packs.contents import FormName, OrderName, TokenizerName
from groundcast.packs.coverage import confidences, distribution, percentile, summarise, verdict
from groundcast.packs.drafting import Frame
from groundcast.packs.evidence import (
    AssessedNone,
    CanonicalEntity,
    ContradictionFound,
    ContradictionState,
    Evidence,
    NotAssessed,
)
from groundcast.packs.fitting import fit
from groundcast.packs.pack import CorpusBriefingPack
from groundcast.packs.quoting import flat, label
from groundcast.packs.screening import screen
from groundcast.retrieval.results import QueryType, ScoredResult

PER_EPISODE = 3
_QUESTION_LENGTH, _QUESTION_AGAIN_LENGTH, _QUESTION_IN_CALL_LENGTH = 300, 160, 80
_LINE_LENGTH, _NAME_LENGTH = 200, 80
_MOST_RESULTS = 100


def build_briefing_pack(
    query: str,
    query_type: QueryType,
    results: Sequence[ScoredResult],
    canonical_entity: CanonicalEntity | None = None,
    max_tokens: int = 2000,
    *,
    evidence: Evidence,
    order: OrderName = "litm",
    tokenizer: TokenizerName = "o200k",
    form: FormName = "text",
    similarity: Similarity | None = None,
    reserve: int = 0,
    per_episode: int = PER_EPISODE,
) -> CorpusBriefingPack:
    """Choose, order and cite evidence so that the pack, as sent in `form`, fits `max_tokens`.

    `results` come best first; compounds are unpacked. `reserve` tokens of the limit are left to
    the caller's wrapping. At most `per_episode` items come from one recording. `similarity`
    gives the likeness in meaning of two doc_ids, 0 to 1; without it only shared wording counts.
    Raises TooSmall, with the least limit in its hint, where not even the shortest pack fits.
    """
    if per_episode < 1 or reserve < 0:
        raise InvalidArgument("per_episode must be at least 1, reserve at least 0.")
    pool = screen(results, evidence.strength, max_tokens - reserve, per_episode)
    entity = _described(canonical_entity or evidence.entity)
    subject = flat(query) or (entity.display_name if entity else "") or "(no question)"
    coverage = summarise(pool.relevant)
    sure = confidences(pool.relevant)
    frame = Frame(
        question=label(subject, _QUESTION_LENGTH),
        question_again=label(subject, _QUESTION_AGAIN_LENGTH),
        query_type=query_type,
        verdict=verdict(evidence, coverage),
        entity=entity,
        evidence=evidence,
        gaps=tuple(label(gap, _LINE_LENGTH) for gap in evidence.gaps),
        contradiction_status=_status(evidence.contradiction),
        coverage=coverage,
        confidence_p50=percentile(sure, 0.5),
        spread=distribution(sure, coverage),
        fetch=_call(flat(query), entity, len(results), evidence),
        withheld=_withheld(evidence),
        limit=max_tokens - reserve,
        reserve=reserve,
        tokenizer=tokenizer,
        order=order,
        form=form,
    )
    choice = Choice(pool, query_type, per_episode, similarity)
    return fit(frame, choice, token_counter(tokenizer).count)


def _described(entity: CanonicalEntity | None) -> CanonicalEntity | None:
    """The entity with its words on one line."""
    if entity is None:
        return None
    name, described = label(entity.display_name, _NAME_LENGTH), entity.description
    return replace(entity, display_name=name, description=label(described, _LINE_LENGTH))


def _status(contradiction: ContradictionState) -> str:
    match contradiction:
        case ContradictionFound(kind=kind):
            return f"found, {label(kind, _NAME_LENGTH)}"
        case AssessedNone():
            return "assessed, none found"
        case NotAssessed(reason=reason):
            return f"not assessed: {label(reason, _LINE_LENGTH).rstrip('.')}"
        case _:
            assert_never(contradiction)


def _call(query: str, entity: CanonicalEntity | None, results: int, evidence: Evidence) -> str:
    """The call that lists what was found, ready to be made; a long question is named only."""
    if not query and entity is not None:
        return f"entity_dossier(entity={json.dumps(entity.id, ensure_ascii=False)})"
    short = len(query) <= _QUESTION_IN_CALL_LENGTH
    arguments = [f"query={json.dumps(query, ensure_ascii=False) if short else '<the question>'}"]
    for name, value in evidence.filters:
        worded = label(value, _NAME_LENGTH) if isinstance(value, str) else value
        arguments.append(f"{label(name, _NAME_LENGTH)}={json.dumps(worded, ensure_ascii=False)}")
    return f"search_corpus({', '.join([*arguments, f'limit={min(results, _MOST_RESULTS)}'])})"


def _withheld(evidence: Evidence) -> dict[str, int]:
    counts = {
        "quotes that failed verification": evidence.withheld_quotes,
        "sponsor": evidence.sponsor_left_out,
        "undated": evidence.undated_left_out,
    }
    return {reason: count for reason, count in counts.items() if count}
