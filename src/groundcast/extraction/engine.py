"""What an extraction engine is."""

from collections.abc import Mapping
from typing import Protocol

from groundcast.records import Episode, Knowledge, Show, Transcript


class Extractor(Protocol):
    """Turns one episode into knowledge; `name` and `version` say in the corpus who did it."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def version(self) -> str: ...  # noqa: D102

    def extract(
        self, show: Show, episode: Episode, transcript: Transcript, people: Mapping[str, str]
    ) -> Knowledge:
        """Insights with exact quotes; `people` maps person id to name, voices and credits alike."""
        ...
