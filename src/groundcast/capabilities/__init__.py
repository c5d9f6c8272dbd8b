"""Every question the product answers: the catalogue, one literal tuple of toolsets."""

import difflib
from collections.abc import Mapping, Sequence

from groundcast.capabilities.capability import Capability, Toolset
from groundcast.capabilities.catalogue import CATALOGUE
from groundcast.capabilities.find import FIND
from groundcast.capabilities.insights import INSIGHTS
from groundcast.capabilities.timelines import TIME
from groundcast.errors import InvalidArgument, NotFound, shown

TOOLSETS: tuple[Toolset, ...] = (FIND, INSIGHTS, TIME, CATALOGUE)
CAPABILITIES: dict[str, Capability] = {
    capability.name: capability for toolset in TOOLSETS for capability in toolset.capabilities
}
CORE = (
    "resolve_entity",
    "search_corpus",
    "corpus_briefing_pack",
    "list_episodes",
    "episode_detail",
    "contradictions",
    "corpus_status",
)


def capabilities_of(toolsets: Sequence[str]) -> list[Capability]:
    """The capabilities of toolsets by name, in the catalogue's order, each once.

    `core` are those that suffice for most questions, `all` is everything. Raises InvalidArgument
    for an unknown name.
    """
    named = {toolset.name: [c.name for c in toolset.capabilities] for toolset in TOOLSETS}
    named |= {"core": list(CORE), "all": list(CAPABILITIES)}
    wanted: set[str] = set()
    for name in toolsets:
        if name.strip() not in named:
            raise InvalidArgument(
                f"toolsets: there is no toolset {shown(name)!r}.",
                hint=f"Choose from {', '.join(named)}.",
            )
        wanted.update(named[name.strip()])
    return [capability for name, capability in CAPABILITIES.items() if name in wanted]


def capability_named(name: str, offered: Mapping[str, Capability] = CAPABILITIES) -> Capability:
    """One of the capabilities offered; raises NotFound with the names that come near."""
    if name in offered:
        return offered[name]
    raise NotFound(
        f"There is no tool {shown(name)!r}.",
        candidates=difflib.get_close_matches(shown(name), offered, n=3),
    )
