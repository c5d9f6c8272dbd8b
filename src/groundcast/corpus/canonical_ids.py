"""What the id that a form gives stands for in a corpus."""

from groundcast.records import Registry


class CanonicalIds:
    """Follows a registry's merges, those of one episode first."""

    def __init__(self, registry: Registry) -> None:
        self._known = {entity.id for entity in registry.entities}
        self._everywhere: dict[str, str] = {}
        self._in_episode: dict[tuple[str, str], str] = {}
        for merge in registry.merges:
            if merge.episode_ids:
                places = ((episode, merge.from_id) for episode in merge.episode_ids)
                self._in_episode.update(dict.fromkeys(places, merge.to_id))
            else:
                self._everywhere[merge.from_id] = merge.to_id

    def of(self, term_id: str, episode_id: str) -> str | None:
        """The id that a term's id in an episode stands for, or null where it names nothing."""
        target = self._in_episode.get((episode_id, term_id))
        target = target or self._everywhere.get(term_id, term_id)
        return target if target in self._known else None
