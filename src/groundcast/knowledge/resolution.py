"""From a name or an id, as a caller has it, to what it is in this corpus."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from groundcast.corpus.entries import Name, NameKind
from groundcast.corpus.ids import id_kind, slug
from groundcast.corpus.names import name_key
from groundcast.errors import Ambiguous, NotFound, shown
from groundcast.knowledge.opened import Snapshot

Method = Literal["id", "exact", "alias", "slug", "fuzzy"]
ALL_KINDS: tuple[NameKind, ...] = ("person", "org", "topic", "show", "episode")

# A misspelt name keeps most of its letters in order; below this, candidates are other names.
LEAST_SIMILARITY = 0.72
MOST_CANDIDATES = 25
_BETWEEN_NAMES = re.compile(r"\s+(?:or|and|vs\.?|versus)\s+|\s*[,/&]\s*", re.I)
_DIGITS = re.compile(r"\d+")
# The second candidate is close enough to the first for the caller to have meant it.
AMBIGUOUS_WITHIN = 0.05
_ID_KINDS: dict[str, NameKind] = {
    "podcast": "show", "episode": "episode", "person": "person", "org": "org", "topic": "topic"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something a name may mean; `score` is 1 for a certain match."""

    id: str
    kind: NameKind
    display_name: str
    score: float
    method: Method


@dataclass(frozen=True, slots=True)
class Resolution:
    """Candidates, best first; `ambiguous` when the first two are close."""

    candidates: tuple[Candidate, ...]
    ambiguous: bool


def resolve(
    snapshot: Snapshot, name: str, kinds: Sequence[NameKind] = ALL_KINDS, limit: int = 10
) -> Resolution:
    """What a name, id or misspelling may mean, among the kinds."""
    ranked = _candidates(snapshot, name, kinds)[:limit]
    if (several := _several(snapshot, name, kinds)) and (
        not ranked or ranked[0].score < min(candidate.score for candidate in several)
    ):
        return Resolution(tuple(several[:limit]), ambiguous=True)
    close = len(ranked) > 1 and (
        ranked[0].score - ranked[1].score < AMBIGUOUS_WITHIN or _is_shared(name, ranked)
    )
    return Resolution(tuple(ranked), close)


def _candidates(snapshot: Snapshot, name: str, kinds: Sequence[NameKind]) -> list[Candidate]:
    exact = _by_id(snapshot, name, kinds) or _by_name(snapshot, name, kinds)
    found = {candidate.id: candidate for candidate in exact}
    if not any(candidate.method == "id" for candidate in exact):
        for candidate in _by_similarity(snapshot, name, kinds, MOST_CANDIDATES):
            found.setdefault(candidate.id, candidate)
    return sorted(found.values(), key=lambda c: (-c.score, -_weight(snapshot, c), c.id))


def _several(snapshot: Snapshot, name: str, kinds: Sequence[NameKind]) -> list[Candidate]:
    """What "one or other", "one, other" and "one / other" name, where that is two things."""
    parts = [part for part in _BETWEEN_NAMES.split(name.strip())[:5] if part]
    each = [_candidates(snapshot, part, kinds) for part in parts] if len(parts) > 1 else []
    firsts = {found[0].id: found[0] for found in each if found}
    return list(firsts.values()) if len(firsts) > 1 else []


def _is_shared(name: str, ranked: Sequence[Candidate]) -> bool:
    """Whether a person is asked for by one word that another person's name begins with too."""
    wanted = name_key(name)
    persons = [c for c in ranked if c.kind == "person" and c.method != "id"]
    firsts = [c for c in persons if name_key(c.display_name).split()[:1] == [wanted]]
    return persons[:1] == list(ranked[:1]) and len(firsts) > 1


def resolve_one(snapshot: Snapshot, value: str, kinds: Sequence[NameKind], argument: str) -> str:
    """The id that an argument means.

    Raises NotFound with near matches, Ambiguous with the candidates.
    """
    exact = _by_id(snapshot, value, kinds) or _by_name(snapshot, value, kinds)
    best = [candidate for candidate in exact if candidate.score == exact[0].score]
    if len(best) == 1:
        return best[0].id
    if len(best) > 1:
        raise Ambiguous(
            f"{argument}: {shown(value)!r} fits several things.",
            candidates=[_named(candidate) for candidate in best[:5]],
            hint="Pass one of these ids.",
        )
    gone = snapshot.catalogue.moved(value) if id_kind(value) else None
    if gone is not None and gone[0] is None:
        raise retired(argument, value, gone[1])
    near = _by_similarity(snapshot, value, kinds, 5)
    sole = near and near[0].score >= 0.9 and (len(near) == 1 or near[1].score < 0.85)
    if sole:
        return near[0].id
    raise NotFound(
        f"{argument}: nothing in this corpus is {shown(value)!r}.",
        candidates=[_named(c) for c in (*near, *_named_within(snapshot, value, kinds))][:5],
        hint="Find ids with resolve_entity.",
    )


def retired(argument: str, value: str, reason: str) -> NotFound:
    """The refusal of an id that no longer names anything."""
    if reason.startswith("removed"):
        return NotFound(f"{argument}: {shown(value)} was {reason}.")
    return NotFound(f"{argument}: {shown(value)} is retired: {reason}.")


def display_name(snapshot: Snapshot, thing: str) -> str:
    """What to call an id that exists."""
    match id_kind(thing):
        case "podcast":
            entry = snapshot.catalogue.show(thing)
            return entry.show.title if entry else thing
        case "episode":
            found = snapshot.catalogue.episode(thing)
            return found.episode.title if found else thing
        case _:
            return snapshot.catalogue.display_names([thing]).get(thing, thing)


def _by_id(snapshot: Snapshot, value: str, kinds: Sequence[NameKind]) -> list[Candidate]:
    value = value.strip()
    if value.count("/") == 1 and "episode" in kinds:
        show, _, episode = value.partition("/")
        at = snapshot.catalogue.episode_id_at(show.removeprefix("podcast:"), episode)
        if at is not None:
            return [_certain(snapshot, at, "episode", "id")]
    if "://" in value and "show" in kinds:
        shows = snapshot.catalogue.show_ids_by_feed(value)
        return [_certain(snapshot, show, "show", "id") for show in shows]
    kind = _ID_KINDS.get(id_kind(value) or "")
    if kind is None:
        return []
    moved = snapshot.catalogue.moved(value)
    target = moved[0] if moved is not None and moved[0] is not None else value
    if kind not in kinds or not _exists(snapshot, target, kind):
        return []
    return [_certain(snapshot, target, kind, "id")]


def _exists(snapshot: Snapshot, thing: str, kind: NameKind) -> bool:
    if kind == "show":
        return snapshot.catalogue.show(thing) is not None
    if kind == "episode":
        return snapshot.catalogue.episode(thing) is not None
    return thing in snapshot.catalogue.display_names([thing])


def _certain(snapshot: Snapshot, thing: str, kind: NameKind, method: Method) -> Candidate:
    return Candidate(thing, kind, display_name(snapshot, thing), 1.0, method)


def _by_name(snapshot: Snapshot, value: str, kinds: Sequence[NameKind]) -> list[Candidate]:
    found: dict[str, Candidate] = {}
    for name in snapshot.catalogue.names_exactly(value, kinds):
        score, method = (0.97, "alias") if name.is_alias else (1.0, "exact")
        found.setdefault(name.id, _candidate(snapshot, name, score, method))
    if not found:
        wanted = slug(value)
        for kind in kinds:
            prefix = {"show": "podcast"}.get(kind, kind)
            thing = f"{prefix}:{wanted}"
            if kind != "episode" and _exists(snapshot, thing, kind):
                found[thing] = Candidate(thing, kind, display_name(snapshot, thing), 0.95, "slug")
    return sorted(found.values(), key=lambda c: (-c.score, c.id))


def _candidate(snapshot: Snapshot, name: Name, score: float, method: Method) -> Candidate:
    return Candidate(name.id, name.kind, display_name(snapshot, name.id), score, method)


def _by_similarity(
    snapshot: Snapshot, value: str, kinds: Sequence[NameKind], limit: int
) -> list[Candidate]:
    wanted = name_key(value)
    if not wanted:
        return []
    names = [name for name in snapshot.all_names if name.kind in kinds]
    scored = process.extract(
        wanted, [name.key for name in names], scorer=similarity, limit=limit * 4,
        score_cutoff=LEAST_SIMILARITY,
    )  # fmt: skip
    found: dict[str, Candidate] = {}
    for _, score, place in scored:
        name = names[place]
        candidate = _candidate(snapshot, name, round(min(score, 0.94), 4), "fuzzy")
        known = found.get(name.id)
        if known is None or known.score < candidate.score:
            found[name.id] = candidate
    return sorted(found.values(), key=lambda c: (-c.score, c.id))[:limit]


def similarity(wanted: str, known: str, *, score_cutoff: float | None = None) -> float:
    """How alike two folded names are, 0 to 1.

    A name that is one whole word or more of the other ("last name only") scores by how much of it
    that is, and names whose numbers differ are other names; otherwise letters in order count,
    within words that may stand in another order.
    """
    numbers = _DIGITS.findall(wanted)
    if numbers and numbers != _DIGITS.findall(known):
        return 0.0
    if wanted.replace(" ", "") == known.replace(" ", ""):
        return 0.94
    words, of = wanted.split(), known.split()
    if words and set(words) < set(of):
        return 0.82 + 0.08 * len(words) / len(of)
    if len(of) > 1 and "".join(word[0] for word in of) == wanted.replace(" ", ""):
        return 0.85
    if len(words) > 2 and "".join(word[0] for word in words) == known:
        return 0.85
    whole = JaroWinkler.similarity(wanted, known, prefix_weight=0.05)
    sorted_words = fuzz.token_sort_ratio(wanted, known) / 100
    last = max((JaroWinkler.similarity(wanted, word) for word in of), default=0.0)
    single = 0.9 * last if len(words) == 1 and len(wanted) > 3 and last > 0.9 else 0.0
    score = max(0.5 * whole + 0.5 * sorted_words, single)
    return score if score_cutoff is None or score >= score_cutoff else 0.0


def _named_within(snapshot: Snapshot, value: str, kinds: Sequence[NameKind]) -> list[Candidate]:
    """What words of the value name, longest names first: a phrase may hold the name meant."""
    words = name_key(value).split()[:20]
    spans = [(a, b) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    keys = [" ".join(words[a:b]) for a, b in sorted(spans, key=lambda s: (s[0] - s[1], s[0]))]
    known = snapshot.catalogue.names_with_keys(dict.fromkeys(keys))
    names = [name for key in keys for name in known.get(key, []) if name.kind in kinds]
    found = {name.id: _candidate(snapshot, name, 0.5, "fuzzy") for name in names}
    return list(found.values())


def _weight(snapshot: Snapshot, candidate: Candidate) -> int:
    counts = snapshot.catalogue.counts(candidate.id)
    return counts.episodes if counts else 0


def _named(candidate: Candidate) -> str:
    return f"{candidate.display_name} ({candidate.id})"
