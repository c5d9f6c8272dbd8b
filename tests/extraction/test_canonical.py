from itertools import permutations

from groundcast.extraction.canonical import canonical_entities
from groundcast.records import EntityKind, Knowledge, Merge, Show, Term

PEOPLE = {"person:marta-lund": "Marta Lund"}
SHOWS = (Show("podcast:reef-talk", "Reef Talk"),)


def known(number: int, *terms: Term) -> Knowledge:
    return Knowledge(f"episode:{number:012}", "local", "1", terms=terms)


def term(kind: EntityKind, slug: str, name: str, count: int, *forms: str) -> Term:
    return Term(f"{kind}:{slug}", kind, name, (name, *forms), count)


EPISODES = (
    known(
        1,
        term("topic", "tidal-turbine", "tidal turbine", 1),
        term("topic", "smp", "SMP", 2),
        term("topic", "storm-monitoring-protocol", "storm monitoring protocol", 1),
        term("topic", "wave-height", "wave height", 1),
        term("org", "harbour-inc", "Harbour Inc", 1),
        term("person", "ida-moreau", "Ida Moreau", 1),
        term("person", "tom-once", "Tom Once", 1),
        term("person", "marta-lund", "Marta Lund", 1, "Marta"),
    ),
    known(
        2,
        term("topic", "tidal-turbines", "tidal turbines", 3),
        term("topic", "reef", "reef", 0),
        term("org", "harbour", "Harbour", 1),
        term("org", "once-only", "Once Only", 1),
        term("person", "ida-moreau", "Ida Moreau", 1),
    ),
)


def test_spellings_merge_into_the_commonest_one() -> None:
    registry = canonical_entities(EPISODES, PEOPLE, SHOWS)
    turbines = next(e for e in registry.entities if e.id == "topic:tidal-turbines")
    assert turbines.aliases == ("tidal turbine",)
    assert Merge("topic:tidal-turbine", "topic:tidal-turbines") in registry.merges


def test_an_acronym_joins_the_one_expansion_it_shares_an_episode_with() -> None:
    registry = canonical_entities(EPISODES, PEOPLE, SHOWS)
    assert Merge("topic:storm-monitoring-protocol", "topic:smp") in registry.merges


def test_an_acronym_of_two_expansions_stays_apart() -> None:
    rival = known(3, term("topic", "smp", "SMP", 1), term("topic", "x", "salt mine permit", 2))
    registry = canonical_entities([*EPISODES, rival], PEOPLE, SHOWS)
    assert not any("smp" in merge.to_id for merge in registry.merges)


def test_support_decides_what_exists() -> None:
    ids = {entity.id for entity in canonical_entities(EPISODES, PEOPLE, SHOWS).entities}
    assert ids == {
        "org:harbour",
        "person:ida-moreau",
        "person:marta-lund",
        "topic:reef",
        "topic:smp",
        "topic:tidal-turbines",
    }


def test_every_voice_is_a_person_with_the_forms_it_was_called_by() -> None:
    registry = canonical_entities(EPISODES, PEOPLE | {"person:silent": "Silent Sam"}, SHOWS)
    names = {entity.id: entity.aliases for entity in registry.entities}
    assert names["person:marta-lund"] == ("Marta",)
    assert names["person:silent"] == ()


def test_the_order_of_episodes_does_not_matter() -> None:
    episodes = [*EPISODES, known(3, term("topic", "tidal-turbine", "Tidal Turbine", 2))]
    registries = {canonical_entities(order, PEOPLE, SHOWS) for order in permutations(episodes)}
    assert len(registries) == 1
