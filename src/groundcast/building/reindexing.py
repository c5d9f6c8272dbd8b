"""Makes the index anew from the truth files alone."""

from pathlib import Path

from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.progress import Progress
from groundcast.corpus.generations import Generations
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.writer import CorpusWriter


def reindex(corpus: Path, progress: Progress) -> IndexReport:
    """Builds the generation of the files as they are, also where one of this version exists.

    What serves goes on serving until the new one is complete; older generations go with it.
    Raises NotReady where the folder is no corpus, CorpusLocked where another writer is at work.
    """
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus, before anything is written)
    with CorpusWriter(corpus) as writer:
        renew_registry(writer, progress)
        report = build_index(corpus, progress, anew=True)
        Generations(corpus).keep_only_current()
        return report
