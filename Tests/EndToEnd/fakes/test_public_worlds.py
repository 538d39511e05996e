"""Worlds made from public schemas: SWAPI's connections of many kinds, AniList's numbered pages and media lists."""

from __future__ import annotations

import pytest
from fakes.subjects import PUBLIC_SUBJECTS
from fakes.walking import Connection, agree

THERE = {each.endpoint for each in PUBLIC_SUBJECTS if each.path.is_file()}
ROOTS = ["allFilms", "allPeople", "allPlanets", "allSpecies", "allStarships", "allVehicles"]
# From a list, through a connection of its members; the other list, and the way back.
BOTH_WAYS = [
    ("allFilms", "characterConnection", "allPeople", "filmConnection"),
    ("allFilms", "planetConnection", "allPlanets", "filmConnection"),
    ("allFilms", "speciesConnection", "allSpecies", "filmConnection"),
    ("allFilms", "starshipConnection", "allStarships", "filmConnection"),
    ("allPeople", "starshipConnection", "allStarships", "pilotConnection"),
    ("allPeople", "vehicleConnection", "allVehicles", "pilotConnection"),
]


@pytest.fixture
def swapi(world):
    if "swapi" not in THERE:
        pytest.skip("needs ../shared/schemas/swapi.graphql")
    return world("swapi")


@pytest.fixture
def anilist(world):
    if "anilist" not in THERE:
        pytest.skip("needs ../shared/schemas/anilist.graphql")
    return world("anilist")


def related(swapi, root, name):
    fields = f"id {name}(first: 100) {{ totalCount edges {{ node {{ id }} }} }}"
    for edge in swapi.ask(f"{{ {root}(first: 100) {{ edges {{ node {{ {fields} }} }} }} }}")[root]["edges"]:
        found = [each["node"]["id"] for each in edge["node"][name]["edges"]]
        assert edge["node"][name]["totalCount"] == len(found)
        yield edge["node"]["id"], found


@pytest.mark.parametrize("root", ROOTS)
def test_pages_hold_the_list_once(root, swapi):
    assert len(Connection(swapi, f"{{ {root}(ARGUMENTS) {{ PAGE }} }}", root).check()) > 1


@pytest.mark.parametrize("root", ROOTS)
def test_a_list_of_the_nodes_beside_the_edges(root, swapi):
    """`allFilms { films }` is what the edges hold."""
    name = root[3:].lower()
    found = swapi.ask(f"{{ {root}(first: 3) {{ {name} {{ id }} edges {{ node {{ id }} }} }} }}")[root]
    assert found[name] == [edge["node"] for edge in found["edges"]]


@pytest.mark.parametrize(("root", "name", "others", "back"), BOTH_WAYS)
def test_both_directions_agree(root, name, others, back, swapi):
    assert agree(related(swapi, root, name), related(swapi, others, back))


@pytest.mark.parametrize(("to_one", "many"), [("homeworld", "residentConnection"), ("species", "personConnection")])
def test_where_people_come_from(to_one, many, swapi):
    people = swapi.ask(f"{{ allPeople(first: 100) {{ edges {{ node {{ id {to_one} {{ id }} }} }} }} }}")["allPeople"][
        "edges"
    ]
    assert agree(
        related(swapi, "allPlanets" if to_one == "homeworld" else "allSpecies", many),
        [(each["node"]["id"], [each["node"][to_one]["id"]] if each["node"][to_one] else []) for each in people],
    )


def test_an_object_by_its_id_is_the_member_of_the_list(swapi):
    fields = "id title director releaseDate episodeID"
    for edge in swapi.ask(f"{{ allFilms(first: 100) {{ edges {{ node {{ {fields} }} }} }} }}")["allFilms"]["edges"]:
        text = f"query($id: ID!) {{ film(id: $id) {{ {fields} }} node(id: $id) {{ ... on Film {{ {fields} }} }} }}"
        assert swapi.ask(text, id=edge["node"]["id"]) == {"film": edge["node"], "node": edge["node"]}


def pages(anilist, size):
    number, found = 1, []
    while True:
        text = f"""{{ Page(page: {number}, perPage: {size}) {{
          pageInfo {{ total currentPage perPage hasNextPage }} media {{ id }} }} }}"""
        answer = anilist.ask(text)["Page"]
        assert (answer["pageInfo"]["currentPage"], answer["pageInfo"]["perPage"]) == (number, size)
        found += [each["id"] for each in answer["media"]]
        if not answer["pageInfo"]["hasNextPage"]:
            return found
        assert len(answer["media"]) == size and number < 200
        number += 1


def test_numbered_pages_hold_the_list_once(anilist):
    whole = pages(anilist, 50)
    assert len(whole) > 1 and len(set(whole)) == len(whole)
    for size in (1, 2, len(whole)):
        assert pages(anilist, size) == whole


def test_media_by_its_id_is_the_member_of_the_list(anilist):
    fields = "id type format season episodes title { romaji } genres"
    for each in anilist.ask(f"{{ Page(page: 1, perPage: 50) {{ media {{ {fields} }} }} }}")["Page"]["media"]:
        assert anilist.ask(f"query($id: Int) {{ Media(id: $id) {{ {fields} }} }}", id=each["id"])["Media"] == each


def test_media_by_its_type(anilist):
    whole = anilist.ask("{ Page(page: 1, perPage: 50) { media { id type } } }")["Page"]["media"]
    for kind in ("ANIME", "MANGA"):
        found = anilist.ask(f"{{ Page(page: 1, perPage: 50) {{ media(type: {kind}) {{ id type }} }} }}")["Page"][
            "media"
        ]
        assert found == [each for each in whole if each["type"] == kind]
