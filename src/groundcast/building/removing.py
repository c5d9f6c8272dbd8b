"""Takes a show or an episode out of a corpus: files, index, embeddings, and every copy of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rapidfuzz import fuzz, process

from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.progress import Progress
from groundcast.corpus.catalogue import Catalogue
from groundcast.corpus.generations import Generations
from groundcast.corpus.hearing import forget_heard
from groundcast.corpus.names import name_key
from groundcast.corpus.removals import REMOVED, REMOVED_WITH_EPISODES, Removal, read_removal
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.writer import CorpusWriter
from groundcast.errors import Ambiguous, Damaged, NotFound, NotReady, shown
from groundcast.records import Retired, Show

NEAR = 5
LEAST_LIKENESS = 60


@dataclass(frozen=True, slots=True)
class RemovedEpisode:
    """An episode that was taken out; `id` is its folder where `episode.json` was damaged."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """What was taken out; `retired` counts the ids of shows, episodes and what stood in them."""

    target: str
    episodes: tuple[RemovedEpisode, ...]
    retired: int
    index: IndexReport


@dataclass(frozen=True, slots=True)
class _Held:
    """An episode folder, as far as its files can be read."""

    folder: Path
    show: Show
    episode_id: str | None
    title: str

    @property
    def place(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"


def remove(corpus: Path, target: str, progress: Progress) -> RemovalReport:
    """Removes a show or an episode, named by its id, exact title, place, slug or feed address.

    Raises NotReady and CorpusLocked as CorpusWriter does, NotFound with near matches, and
    Ambiguous where a title fits several things.
    """
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus, before anything is written)
    with CorpusWriter(corpus) as writer:
        pending = read_removal(corpus)
        if pending is not None:
            # A run was killed: its files are gone by now, the copies in the index are not.
            renew_registry(writer, progress)
            index = build_index(corpus, progress)
            if pending.asked == target.strip():
                return _finished(pending, index)
        held = list(_held(truth))
        chosen_id, chosen = _chosen(truth, held, target.strip())
        removal = replace(_removal(corpus, held, chosen_id, chosen), asked=target.strip())
        writer.take_away(removal)
        forget_heard(corpus)
        renew_registry(writer, progress)
        index = build_index(corpus, progress)
    episodes = tuple(RemovedEpisode(e.episode_id or e.place, e.title) for e in chosen)
    return RemovalReport(chosen_id, episodes, len(removal.retired), index)


def _finished(removal: Removal, index: IndexReport) -> RemovalReport:
    """What a run reports that only had to finish a killed one; the titles are gone by then."""
    places = [folder.removeprefix("shows/") for folder in removal.folders]
    episodes = tuple(RemovedEpisode(place, place) for place in places)
    return RemovalReport(removal.asked, episodes, len(removal.retired), index)


def _held(truth: TruthFiles) -> Iterator[_Held]:
    for folder in truth.episode_folders():
        slug = folder.parent.name
        try:
            show = truth.read_show(folder.parent)
        except Damaged:
            show = Show(f"podcast:{slug}", slug)
        try:
            episode = truth.read_episode_file(folder).episode
            yield _Held(folder, show, episode.id, episode.title)
        except Damaged:
            yield _Held(folder, show, None, folder.name)


def _chosen(truth: TruthFiles, held: Sequence[_Held], target: str) -> tuple[str, list[_Held]]:
    """The id that a target means, and the episodes that go with it."""
    shows = {e.show.id: e.show for e in held}
    found = [s.id for s in shows.values() if target in (s.id, s.slug, s.feed_url)]
    found = found or [e.place for e in held if target in (e.episode_id, e.place)]
    if not found:
        found = [s.id for s in shows.values() if s.title == target]
        found += [e.place for e in held if e.title == target]
    if len(found) > 1:
        raise Ambiguous(
            f"{shown(target)!r} fits several things.",
            candidates=found[:NEAR],
            hint="Name one of these.",
        )
    if not found:
        raise _unknown(truth, held, target)
    if found[0] in shows:
        return found[0], [e for e in held if e.show.id == found[0]]
    (episode,) = (e for e in held if e.place == found[0])
    return episode.episode_id or episode.place, [episode]


def _unknown(truth: TruthFiles, held: Sequence[_Held], target: str) -> NotFound:
    try:
        retired = {old.id: old.reason for old in truth.registry().retired}
    except Damaged:
        retired = {}
    for id_ in (target, f"podcast:{target}"):
        if retired.get(id_, "").startswith(REMOVED):
            return NotFound(f"{shown(target)} was {retired[id_]}.")
    names = {e.show.id: e.show.title for e in held}
    names |= {e.place: e.title for e in held}
    keys = {id_: name_key(title) for id_, title in names.items()}
    near = process.extract(
        name_key(target), keys, scorer=fuzz.WRatio, limit=NEAR, score_cutoff=LEAST_LIKENESS
    )
    return NotFound(
        f"Nothing in this corpus is {shown(target)!r}.",
        candidates=[f"{names[id_]} ({id_})" for _, _, id_ in near],
        hint="Name a show or an episode by its id or exact title.",
    )


def _removal(
    corpus: Path, held: Sequence[_Held], chosen_id: str, chosen: Sequence[_Held]
) -> Removal:
    truth = TruthFiles(corpus)
    reasons = {id_: REMOVED for episode in chosen for id_ in _ids_in(truth, episode)}
    reasons |= _indexed_ids(corpus, [e.episode_id for e in chosen if e.episode_id])
    left = {e.show.id for e in held if e not in chosen}
    for show in {e.show.id for e in chosen} - left:
        reasons[show] = REMOVED if show == chosen_id else REMOVED_WITH_EPISODES
    return Removal(
        tuple(truth.name(episode.folder) for episode in chosen),
        tuple(Retired(id_, reasons[id_]) for id_ in sorted(reasons)),
    )


def _ids_in(truth: TruthFiles, episode: _Held) -> Iterator[str]:
    if episode.episode_id is None:
        return
    yield episode.episode_id
    try:
        knowledge = truth.read_episode(episode.folder).knowledge
    except Damaged:
        return
    if knowledge is not None:
        yield from (insight.id for insight in knowledge.insights)
        yield from (quote.id for quote in knowledge.quotes)
        yield from (old.id for old in knowledge.retired)


def _indexed_ids(corpus: Path, episodes: Sequence[str]) -> dict[str, str]:
    """What the serving index holds of episodes; nothing where no index serves."""
    try:
        generation = Generations(corpus).current()
    except NotReady:
        return {}
    catalogue = Catalogue(generation.catalogue)
    try:
        return {
            row[0]: REMOVED
            for table in ("insights", "quotes", "segments")
            for episode in episodes
            for row in catalogue.rows(f"SELECT id FROM {table} WHERE episode_id = ?", (episode,))
        }
    finally:
        catalogue.close()
