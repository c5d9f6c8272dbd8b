"""Which names are one person's: judged on names made up for it."""

from itertools import permutations

import pytest

from groundcast.building.people import Joined, People
from groundcast.corpus.ids import entity_id
from groundcast.models.word_pieces import BertWordPieces
from groundcast.records import Merge, Speaker

# Episode, show, voices as "Name" or "label = Name", text.
Episode = tuple[str, str, list[str], str]


def speaker(told: str) -> Speaker:
    label, _, name = told.partition(" = ")
    return Speaker(label, entity_id("person", name or label), name or label)


def joined(*episodes: Episode, mentioned: tuple[tuple[str, str], ...] = ()) -> Joined:
    people = People(BertWordPieces())
    for episode, show, voices, text in episodes:
        people.hear(map(speaker, voices), episode, f"podcast:{show}", text)
    for name, show in mentioned:
        people.mention(entity_id("person", name), name, f"podcast:{show}")
    return people.joined()


def regular(name: str, show: str, times: int = 3) -> list[Episode]:
    return [(f"{show}{name}{number}", show, [name], "") for number in range(times)]


ONE = [
    ("a middle name", "Marta Ilse Quandt", "Marta Quandt", "reef", "tide"),
    ("a middle initial", "Marta I. Quandt", "Marta Quandt", "reef", "tide"),
    ("two words run together", "MartaQuandt", "Marta Quandt", "reef", "tide"),
    ("a slip in a surname", "Marta Quandtt", "Marta Quandt", "reef", "reef"),
    ("a slip in a first name", "Bryan Quandt", "Brian Quandt", "reef", "reef"),
    ("a surname as it sounds", "Tilda Merrick", "Tilda Merik", "reef", "reef"),
    ("a short first name", "Mike Quandt", "Michael Quandt", "reef", "reef"),
    ("a shortened first name", "Christoph Quandt", "Chris Quandt", "reef", "reef"),
    ("initials for a first name", "MJ Quandt", "Marta Quandt", "reef", "reef"),
    ("a particle in capitals", "Jan Van Quandt", "Jan van Quandt", "reef", "tide"),
    ("a call name in brackets", "MJ (Marta) Quandt", "Marta Quandt", "reef", "reef"),
]
TWO = [
    ("one first name", "Marta Quandt", "Marta Lindqvist", "reef", "reef"),
    ("one surname", "Marta Quandt", "Jorun Quandt", "reef", "reef"),
    ("a slip, on shows apart", "Marta Quandtt", "Marta Quandt", "reef", "tide"),
    ("a short first name, on shows apart", "Mike Quandt", "Michael Quandt", "reef", "tide"),
    ("short surnames a letter apart", "Marta Ross", "Marta Rose", "reef", "reef"),
    ("first names a letter apart", "Jon Quandt", "Ron Quandt", "reef", "reef"),
    ("a first name alone", "Marta", "Marta Quandt", "reef", "reef"),
]


@pytest.mark.parametrize(
    ("one", "other", "show", "at"), [c[1:] for c in ONE], ids=[c[0] for c in ONE]
)
def test_names_of_one_person_are_joined(one: str, other: str, show: str, at: str) -> None:
    found = joined(("e1", show, [one], ""), *regular(other, at, times=2))
    ids = {entity_id("person", name) for name in (one, other)}
    assert len({found.moves.get(each, each) for each in ids}) == 1
    assert {other, *found.aliases.get(entity_id("person", other), ())} >= {one} or len(ids) == 1


@pytest.mark.parametrize(
    ("one", "other", "show", "at"), [c[1:] for c in TWO], ids=[c[0] for c in TWO]
)
def test_names_of_two_people_stay_apart(one: str, other: str, show: str, at: str) -> None:
    assert joined(("e1", show, [one], ""), *regular(other, at, times=2)).moves == {}


def test_two_who_speak_in_one_episode_are_two() -> None:
    assert joined(("e1", "reef", ["Marta Quandt", "Marta Quandtt"], "")).moves == {}


def test_where_two_could_be_meant_neither_is_taken() -> None:
    found = joined(
        ("e1", "reef", ["Marta Quandth"], ""),
        ("e2", "reef", ["Marta Quandtt", "Marta Quandts"], ""),
    )
    assert found.moves == {}


def test_a_short_name_needs_a_rare_surname_a_regular_or_a_return() -> None:
    rivals = [("e3", "reef", ["Ole Quandt"], ""), ("e4", "reef", ["Ida Quandt"], "")]
    guest = ("e1", "reef", ["Michael Quandt"], "")
    again = ("e2", "reef", ["Mike Quandt"], "And Mike Quandt is back with us.")
    once = ("e2", "reef", ["Mike Quandt"], "And Mike Quandt has a boat.")
    mike, michael = "person:mike-quandt", "person:michael-quandt"
    assert joined(guest, once, *rivals).moves == {}
    assert joined(guest, again, *rivals).moves == {michael: mike}
    assert joined(once, *regular("Michael Quandt", "reef"), *rivals).moves == {mike: michael}
    assert len(joined(guest, once).moves) == 1


def test_a_first_name_alone_is_a_regular_of_its_show_and_nobody_elsewhere() -> None:
    found = joined(
        ("e1", "reef", ["Marta"], ""),
        ("e2", "tide", ["Marta"], ""),
        ("e3", "moor", ["Marta"], ""),
        ("e4", "moor", ["Marta"], ""),
        *regular("Marta Quandt", "reef"),
    )
    assert found.moves == {}
    assert found.scoped == (
        Merge("person:marta", "person:marta-quandt", ("e1",)),
        Merge("person:marta", "person:marta-of-tide", ("e2",)),
    )
    assert found.of("person:marta", "e1") == "person:marta-quandt"
    assert found.of("person:marta", "e4") == "person:marta"
    assert found.voices["person:marta-of-tide"] == "Marta"


def test_a_handle_is_one_person_on_every_show() -> None:
    found = joined(("e1", "reef", ["tidewren"], ""), ("e2", "tide", ["tidewren"], ""))
    assert (found.moves, found.scoped) == ({}, ())


@pytest.mark.parametrize(
    "text",
    [
        "We have Marta Quandt (tidewren) here.",
        "We have @tidewren (Marta Quandt) here.",
        "Hello, I'm Marta Quandt, also known as tidewren.",
        "Marta 'Tidewren' Quandt builds boats.",
    ],
)
def test_a_handle_that_the_words_give_is_its_owner(text: str) -> None:
    found = joined(("e1", "reef", ["Marta Quandt"], text), ("e2", "tide", ["Tidewren"], ""))
    assert found.moves == {"person:tidewren": "person:marta-quandt"}
    unheard = joined(("e1", "reef", ["Marta Quandt"], text))
    assert "tidewren" in {name.casefold() for name in unheard.aliases["person:marta-quandt"]}


def test_a_word_of_the_language_in_brackets_is_no_handle() -> None:
    assert joined(("e1", "reef", ["Marta Quandt"], "Marta Quandt (founder) is here.")).aliases == {}


def test_a_label_that_stands_for_a_credit_is_its_owners_handle_elsewhere() -> None:
    found = joined(
        ("e1", "reef", ["tidewren = Marta Quandt"], ""), ("e2", "tide", ["tidewren"], "")
    )
    assert found.moves == {"person:tidewren": "person:marta-quandt"}


def test_a_slip_in_naming_someone_absent_is_theirs() -> None:
    found = joined(*regular("Marta Quandt", "reef"), mentioned=(("Marta Quandtt", "tide"),))
    assert found.moves == {"person:marta-quandtt": "person:marta-quandt"}
    assert found.voices.keys() == {"person:marta-quandt"}


def test_who_speaks_of_a_namesake_is_someone_else() -> None:
    found = joined(
        *regular("Marta Quandt", "reef"),
        ("e9", "tide", ["Marta Quandt"], "There's a Marta Quandt who builds boats."),
    )
    assert found.scoped == (Merge("person:marta-quandt", "person:marta-quandt-of-tide", ("e9",)),)
    assert found.voices == {
        "person:marta-quandt": "Marta Quandt",
        "person:marta-quandt-of-tide": "Marta Quandt",
    }


def test_the_order_of_episodes_does_not_matter() -> None:
    episodes: list[Episode] = [
        ("e1", "reef", ["Marta"], ""),
        ("e2", "tide", ["Marta"], "There's a Marta Quandt who builds boats."),
        ("e3", "reef", ["Marta Ilse Quandt", "tidewren = Ole Lund"], ""),
        ("e4", "tide", ["Marta Quandt", "tidewren"], ""),
    ]
    assert len({repr(joined(*order)) for order in permutations(episodes)}) == 1
