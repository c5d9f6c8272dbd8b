"""Walks a corpus and says everything that is wrong with it."""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus import ids
from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.generations import Generations
from groundcast.corpus.truth import Problem, Relations, StoredEpisode, TruthFiles
from groundcast.corpus.version import corpus_version
from groundcast.errors import Damaged, GroundcastError, NotReady
from groundcast.records import Insight, Quote, Registry, Transcript


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked, and what is wrong, in the order it was met."""

    episodes: int
    insights: int
    quotes: int
    corpus_version: str
    problems: tuple[Problem, ...]


def verify_corpus(path: Path) -> Verification:
    """Checks every file, hash, id, quote and reference, and the index against the files.

    Raises NotReady where the folder is no corpus.
    """
    truth = TruthFiles(path)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus)
    problems: list[Problem] = []
    registry, relations = Registry(), Relations()
    try:
        registry = truth.registry()
        relations = truth.relations()
    except Damaged as error:
        problems.append(Problem("registry.json or relations.json", str(error)))
    problems += _registry_problems(registry)
    checked: list[StoredEpisode] = []
    seen: set[str] = set()
    for folder in truth.episode_folders():
        try:
            stored = truth.read_episode(folder)
            show = truth.read_show(folder.parent)
        except Damaged as error:
            problems.append(Problem(truth.name(folder), str(error)))
            continue
        if show.id != stored.episode.show_id:
            problems.append(Problem(truth.name(folder), "belongs to another show than its folder"))
        found = [*_episode_problems(stored), *_knowledge_problems(stored, seen)]
        problems += [Problem(truth.name(folder), reason) for reason in found]
        checked.append(stored)
    problems += _relation_problems(relations, checked)
    version = corpus_version(truth)
    problems += [Problem("index", reason) for reason in _index_problems(path, version, checked)]
    knowledge = [stored.knowledge for stored in checked if stored.knowledge]
    return Verification(
        episodes=len(checked),
        insights=sum(len(found.insights) for found in knowledge),
        quotes=sum(len(found.quotes) for found in knowledge),
        corpus_version=version,
        problems=tuple(problems),
    )


def quote_holds(quote: Quote, text: str | None) -> bool:
    """Whether a quote is what stands at its place: the words, and their hash."""
    return text == quote.text and ids.text_sha256(quote.text) == quote.sha256


def _registry_problems(registry: Registry) -> Iterator[Problem]:
    known = {entity.id for entity in registry.entities}
    for entity in registry.entities:
        if not entity.id.startswith(f"{entity.kind}:"):
            yield Problem("registry.json", f"{entity.id} is not an id of its kind, {entity.kind}")
    for merge in registry.merges:
        if merge.to_id not in known:
            yield Problem("registry.json", f"{merge.from_id} is merged into unknown {merge.to_id}")


def _relation_problems(relations: Relations, checked: Iterable[StoredEpisode]) -> Iterator[Problem]:
    known: set[str] = set()
    for stored in checked:
        known.add(stored.episode.id)
        if stored.knowledge is not None:
            known.update(insight.id for insight in stored.knowledge.insights)
            known.update(quote.id for quote in stored.knowledge.quotes)
    for edge in relations.edges:
        for end in (edge.from_id, edge.to_id, *edge.evidence):
            if end not in known:
                yield Problem("relations.json", f"{edge.type} names the unknown {end}")


def _episode_problems(stored: StoredEpisode) -> Iterator[str]:
    episode, transcript = stored.episode, stored.transcript
    if episode.id != ids.episode_id(episode.show_id, episode.guid):
        yield f"{episode.id} is not the id that its show and guid give"
    if episode.slug != stored.folder.name:
        yield f"its slug {episode.slug} is not its folder's name"
    original = stored.folder / stored.file.original_name
    if not original.is_file():
        yield f"{original.name} is missing"
    elif hashlib.sha256(original.read_bytes()).hexdigest() != stored.file.hashes.original:
        yield f"{original.name} is not the file that was hashed"
    marks = [mark.char for mark in transcript.time_marks]
    if marks != sorted(marks) or any(char > len(transcript.text) for char in marks):
        yield "its time marks are out of order or out of the text"


def _knowledge_problems(stored: StoredEpisode, seen: set[str]) -> Iterator[str]:
    if stored.knowledge is None:
        return
    quotes = {quote.id: quote for quote in stored.knowledge.quotes}
    terms = {term.id for term in stored.knowledge.terms}
    people = {speaker.person_id for speaker in stored.transcript.speakers}
    for quote in quotes.values():
        yield from _quote_problems(quote, stored.transcript, stored.episode.id)
    for insight in stored.knowledge.insights:
        if insight.id in seen:
            yield f"{insight.id} occurs twice in the corpus"
        seen.add(insight.id)
        yield from _insight_problems(insight, quotes, stored.episode.id)
        named = {*insight.entity_ids, *(topic.topic_id for topic in insight.topics)}
        for unknown in sorted(named - terms - people):
            yield f"{insight.id} names {unknown}, which its terms do not hold"


def _quote_problems(quote: Quote, transcript: Transcript, episode_id: str) -> Iterator[str]:
    if quote.episode_id != episode_id:
        yield f"{quote.id} belongs to another episode"
    if not quote_holds(quote, transcript.text[quote.char_start : quote.char_end]):
        yield f"{quote.id} is not what stands in the transcript"
    expected = ids.quote_id(episode_id, quote.char_start, quote.char_end, quote.text)
    if quote.id != expected:
        yield f"{quote.id} is not the id that its span and text give"


def _insight_problems(insight: Insight, quotes: dict[str, Quote], episode_id: str) -> Iterator[str]:
    if insight.episode_id != episode_id:
        yield f"{insight.id} belongs to another episode"
    missing = [quote for quote in insight.quote_ids if quote not in quotes]
    if missing:
        yield f"{insight.id} is supported by unknown {', '.join(missing)}"
    if insight.grounded != (bool(insight.quote_ids) and not missing):
        yield f"{insight.id} says grounded={insight.grounded}, its quotes say otherwise"


def _index_problems(path: Path, version: str, episodes: list[StoredEpisode]) -> Iterator[str]:
    try:
        generation = Generations(path).current()
    except NotReady as error:
        yield error.explain()
        return
    if generation.corpus_version != version:
        yield f"it was made from {generation.corpus_version}, the files are {version}"
        return
    catalogue = Catalogue(generation.catalogue)
    try:
        expected = {
            "episodes": len(episodes),
            "insights": sum(len(e.knowledge.insights) for e in episodes if e.knowledge),
        }
        for table, number in expected.items():
            counted = catalogue.rows(f"SELECT count(*) FROM {table}")[0][0]
            if counted != number:
                yield f"it holds {counted} {table}, the files {number}"
        for episode in episodes:
            text = episode.transcript.text
            if catalogue.text_between(episode.episode.id, 0, len(text)) != text:
                yield f"its text of {episode.episode.id} is not the file's"
    except (GroundcastError, OSError, sqlite3.Error) as error:
        yield f"it cannot be read: {error}"
    finally:
        catalogue.close()
