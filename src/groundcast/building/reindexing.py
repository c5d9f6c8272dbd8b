"""Makes the index anew from the truth files alone."""

import shutil
from pathlib import Path

from groundcast.building.indexing import IndexReport, build_index
from groundcast.building.naming import renew_registry
from groundcast.building.progress import Progress
from groundcast.corpus.truth import TruthFiles
from groundcast.corpus.writer import CorpusWriter


def reindex(corpus: Path, progress: Progress) -> IndexReport:
    """Builds the generation of the files as they are, also where one of this version exists.

    Raises NotReady where the folder is no corpus, CorpusLocked where another writer is at work.
    """
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus, before anything is written)
    with CorpusWriter(corpus) as writer:
        renew_registry(writer, progress)
        (corpus / "index" / "current").unlink(missing_ok=True)
        shutil.rmtree(corpus / "index", ignore_errors=True)
        return build_index(corpus, progress)
