"""Makes a generation of the index from the truth files."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from groundcast.building.progress import Progress
from groundcast.corpus.catalogue_writer import CatalogueWriter, IndexedInsight
from groundcast.corpus.generations import Generation, Generations
from groundcast.corpus.removals import end_removal, read_removal
from groundcast.corpus.truth import (
    SIGNALS_FOLDER,
    Problem,
    Relations,
    StoredEpisode,
    TruthFiles,
)
from groundcast.corpus.vectors import VectorCache, Vectors
from groundcast.corpus.version import corpus_version
from groundcast.errors import Damaged
from groundcast.models.catalogue import load_embedder
from groundcast.models.protocols import Embedder
from groundcast.records import Episode, Registry, Show
from groundcast.retrieval.backends.local import build_local
from groundcast.retrieval.rows import InsightFacet, Row, embedded_text
from groundcast.retrieval.segments import cut_segments

EMBEDDED_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What the index holds, and the truth files that had to be set aside."""

    corpus_version: str
    changed: bool
    segments: int = 0
    insights: int = 0
    embedded: int = 0
    problems: tuple[Problem, ...] = ()


def build_index(corpus: Path, progress: Progress, *, anew: bool = False) -> IndexReport:
    """Publishes the generation of what the truth files say now; nothing where it serves already,
    unless it is to be made `anew`.

    Only a holder of the corpus's lock may call this. Texts embedded before are not again. After a
    removal, older generations and the embeddings of what is gone are deleted with it.
    """
    truth = TruthFiles(corpus)
    settings = truth.settings
    generations = Generations(corpus)
    removing = read_removal(corpus) is not None
    version = corpus_version(truth)
    if generations.is_current(version) and not removing and not anew:
        return IndexReport(version, changed=False)
    embedder = load_embedder(settings.embedding_model)
    building = generations.begin(version)
    filled = _fill_catalogue(truth, building, embedder, progress)
    with VectorCache(corpus, embedder.model_id, embedder.dimension) as cache:
        texts = [embedded_text(row, embedder.word_pieces) for row in filled.rows]
        missing = len(cache.missing(texts))
        vectors = _embedded(cache, texts, missing, embedder, progress)
        if removing:
            cache.keep_only(texts)
            cache.delete_other_models()
    progress.begin("Indexing", None)
    building.search.mkdir()
    build_local(building.search, filled.rows, vectors)
    filled.catalogue.close(
        {
            "corpus_id": settings.corpus_id,
            "compared": filled.compared or "",
            "corpus_version": version,
            "embedding_dimension": str(settings.embedding_dimension),
            "embedding_model": settings.embedding_model,
            "extraction_engine": settings.extraction_engine,
        }
    )
    generations.publish(building)
    if removing:
        generations.keep_only_current()
        end_removal(corpus)
    return IndexReport(
        version,
        changed=True,
        segments=sum(row.tier == "segment" for row in filled.rows),
        insights=sum(row.tier == "insight" for row in filled.rows),
        embedded=missing,
        problems=tuple(filled.problems),
    )


@dataclass(frozen=True, slots=True)
class _Filled:
    catalogue: CatalogueWriter
    rows: list[Row]
    problems: list[Problem]
    compared: str | None


def _fill_catalogue(
    truth: TruthFiles, building: Generation, embedder: Embedder, progress: Progress
) -> _Filled:
    problems: list[Problem] = []
    registry, relations = _corpus_wide(truth, problems)
    catalogue = CatalogueWriter(building.catalogue, registry)
    names = {entity.id: entity.display_name for entity in registry.entities}
    later = {e.from_id: e.to_id for e in relations.edges if e.kind == "reversal"}
    originals = {e.from_id: e.to_id for e in relations.edges if e.type == "COPY_OF"}
    rows: list[Row] = []
    folders = list(truth.episode_folders())
    progress.begin("Reading", len(folders))
    shows: dict[Path, Show] = {}
    for folder in folders:
        progress.advance()
        try:
            show = shows.get(folder.parent) or truth.read_show(folder.parent)
            stored = truth.read_episode(folder)
        except Damaged as error:
            problems.append(Problem(truth.name(folder), str(error)))
            continue
        if folder.parent not in shows:
            shows[folder.parent] = show
            catalogue.add_show(show)
        stored = _with_reversals(_with_original(stored, originals), later)
        rows += _episode_rows(catalogue, show, stored, names, embedder)
    catalogue.add_relations(relations.edges, relations.comparisons)
    for name in truth.signal_names():
        try:
            catalogue.add_signal(truth.signal(name))
        except Damaged as error:
            problems.append(Problem(f"{SIGNALS_FOLDER}/{name}.json", str(error)))
    catalogue.add_problems(problems)
    return _Filled(catalogue, rows, problems, relations.compared)


def _with_original(stored: StoredEpisode, originals: Mapping[str, str]) -> StoredEpisode:
    """The episode as the index holds it: a copy names its original."""
    original = originals.get(stored.episode.id, stored.episode.copy_of)
    episode = replace(stored.episode, copy_of=original)
    return replace(stored, file=replace(stored.file, episode=episode))


def _with_reversals(stored: StoredEpisode, later: Mapping[str, str]) -> StoredEpisode:
    """The episode as the index holds it: what its speaker reversed names what replaced it."""
    if stored.knowledge is None:
        return stored
    insights = tuple(
        replace(insight, superseded_by=later.get(insight.id, insight.superseded_by))
        for insight in stored.knowledge.insights
    )
    return replace(stored, knowledge=replace(stored.knowledge, insights=insights))


def _corpus_wide(truth: TruthFiles, problems: list[Problem]) -> tuple[Registry, Relations]:
    registry, relations = Registry(), Relations()
    try:
        registry = truth.registry()
        relations = truth.relations()
    except Damaged as error:
        problems.append(Problem("registry.json or relations.json", str(error)))
    return registry, relations


def _episode_rows(
    catalogue: CatalogueWriter,
    show: Show,
    stored: StoredEpisode,
    names: dict[str, str],
    embedder: Embedder,
) -> Iterable[Row]:
    episode = stored.episode
    segments = cut_segments(episode.id, stored.transcript, embedder.word_pieces)
    insights = catalogue.add_episode(episode, stored.transcript, stored.knowledge, segments)
    held: dict[str, list[InsightFacet]] = {}
    for indexed in insights:
        for segment_id in indexed.segment_ids:
            held.setdefault(segment_id, []).append(_facet(indexed))
    for segment in segments:
        people = catalogue.canonical(segment.person_ids, episode.id)
        first = catalogue.canonical(filter(None, [segment.person_id]), episode.id)
        yield Row(
            id=segment.id,
            tier="segment",
            person_ids=people,
            insight_facets=tuple(held.get(segment.id, ())),
            text=segment.text,
            speakers=tuple(names[person] for person in dict.fromkeys((*first, *people))),
            **_episode_fields(show, episode),
        )
    for indexed in insights:
        insight = indexed.insight
        people = (insight.person_id,) if insight.person_id else ()
        yield Row(
            id=insight.id,
            tier="insight",
            person_ids=people,
            insight_facets=(_facet(indexed),),
            text=insight.text,
            speakers=tuple(names[person] for person in people),
            **_episode_fields(show, episode),
        )


def _episode_fields(show: Show, episode: Episode) -> dict[str, Any]:
    return {
        "episode_id": episode.id,
        "show_id": show.id,
        "day": date.fromisoformat(episode.published_on).toordinal()
        if episode.published_on
        else None,
        "is_copy": episode.copy_of is not None,
        "show_title": show.title,
        "episode_title": episode.title,
        "published_on": episode.published_on,
    }


def _facet(indexed: IndexedInsight) -> InsightFacet:
    insight = indexed.insight
    topics = tuple(topic.topic_id for topic in insight.topics)
    return InsightFacet(insight.insight_type, insight.grounded, topics)


def _embedded(
    cache: VectorCache,
    texts: Sequence[str],
    missing: int,
    embedder: Embedder,
    progress: Progress,
) -> Vectors:
    progress.begin("Embedding", missing)
    cache.fill(texts, embedder.embed, batch=EMBEDDED_AT_ONCE, advance=progress.advance)
    return cache.rows(texts)
