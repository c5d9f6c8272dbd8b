"""What kind of question a query is, by rules a reader can check."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from groundcast.records import EntityKind
from groundcast.retrieval.results import QueryType


@dataclass(frozen=True, slots=True)
class EntityRef:
    """A person, organisation or topic that a name in the query stands for.

    `mention` is the name as the query has it, where it is not the display name.
    """

    id: str
    kind: EntityKind
    display_name: str
    mention: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """The kind of question, why, and how it is searched.

    Scores of a tier are multiplied by its weight, 0 to 1; `dense_shift` is added to the share that
    the dense signal has in a score. `people` are the persons that the query names.
    """

    query_type: QueryType
    reason: str
    segment_weight: float = 1.0
    insight_weight: float = 1.0
    dense_shift: float = 0.0
    people: tuple[EntityRef, ...] = ()


_QUOTATION = re.compile(r"[\"“”„«»][^\"“”„«»]{3,}[\"“”„«»]")
_EXACT = re.compile(
    r"\b(?:exact (?:words?|wording|phrase|quote)|verbatim|word for word|literal(?:ly)? sa(?:y|id)"
    r"|(?:the |a |any )?quotes? (?:from|by|of|about|where|in which)|in (?:his|her|their) own words"
    r"|transcript)\b",
    re.IGNORECASE,
)
_OVER_TIME = re.compile(
    r"\b(?:over time|over the years|timeline|evol(?:ve|ves|ved|ving|ution)|history of"
    r"|chang(?:e|es|ed|ing) (?:his|her|their|its|your) (?:mind|view|views|opinion|position|stance)"
    r"|how (?:has|have|did) .{1,120}? (?:chang\w*|shift\w*|develop\w*|progress\w*)"
    r"|(?:since|before and after|between) (?:19|20)\d\d|from (?:19|20)\d\d (?:to|until|through)"
    r"|used to (?:think|say|believe|argue)|no longer|trend(?:s|ing)?|earlier and later"
    r"|first (?:mention\w*|said|talked|discussed))\b|^\s*when\b",
    re.IGNORECASE,
)
_ACROSS = re.compile(
    r"\b(?:across (?:the |all |different )?(?:shows?|podcasts?|episodes?|guests?|hosts?)|consensus"
    r"|(?:what|how) do (?:people|guests|hosts|experts|they|others|developers|podcasters|speakers)"
    r" (?:say|think|feel|talk|see|view)"
    r"|(?:different|various|several|opposing) (?:shows?|views?|opinions?|perspectives?|guests?)"
    r"|who (?:all |else )?(?:agree|disagree|talk|think)\w*"
    r"|(?:which|what) (?:shows?|podcasts?|guests?)|every(?:one|body)|both sides"
    r"|(?:do|did) (?:the )?(?:guests|hosts|they|people) (?:dis)?agree)\b",
    re.IGNORECASE,
)


def classify_query(query: str, resolved: Sequence[EntityRef] = ()) -> Route:
    """The route of a query; the first rule that fits decides.

    `resolved` are the names recognised in the query, best first.
    """
    people = tuple(entity for entity in resolved if entity.kind == "person")
    if _QUOTATION.search(query):
        return Route(
            "raw_evidence",
            "it holds a quotation",
            insight_weight=0.8,
            dense_shift=-0.2,
            people=people,
        )
    if found := _EXACT.search(query):
        reason = f"it asks for the words themselves (“{_shown(found)}”)"
        return Route("raw_evidence", reason, insight_weight=0.8, people=people)
    if found := _OVER_TIME.search(query):
        reason = f"it asks about time (“{_shown(found)}”)"
        return Route("temporal_tracking", reason, people=people)
    if found := _ACROSS.search(query):
        reason = f"it asks what several voices say (“{_shown(found)}”)"
        return Route("cross_show_synthesis", reason, people=people)
    if resolved:
        return Route("entity_lookup", f"it names {resolved[0].display_name}", people=people)
    return Route("semantic", "no rule for another kind fits")


def _shown(found: re.Match[str]) -> str:
    words = found.group().split()
    return " ".join(words if len(words) <= 6 else [*words[:2], "…", words[-1]])
