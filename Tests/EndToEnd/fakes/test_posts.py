"""The Posts server, faked: ids that are objects, and the flow of its tutorial."""

from __future__ import annotations

import re

import flows_of_the_tutorials as tutorials
import pytest
from fakes.asking import SENDERS

UNKNOWN = {"value": "00000000-0000-4000-8000-000000000000"}
WHOLE = "{ posts { id title publishedAt tags author { id name twitter } } }"
CREATE = (
    "mutation($input: PostInput!) { createPost(input: $input) { id title "
    "publishedAt tags author { id name twitter } } }"
)
EDIT = (
    "mutation($id: CustomUUID!, $t: String!, $tags: [Tag!]!) { editPost(id: $id, "
    "title: $t, tags: $tags) { id title publishedAt tags } }"
)
DELETE = "mutation($id: CustomUUID!) { deletePost(id: $id) }"


@pytest.fixture
def server(world):
    return world("posts")


def posts(server):
    return server.ask(WHOLE)["posts"]


def test_ids_are_objects_and_differ(server):
    there = posts(server)
    assert len(there) > 1
    ids = [each["id"] for each in there] + [each["author"]["id"] for each in there]
    assert all(
        list(each) == ["value"] and re.fullmatch(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", each["value"])
        for each in ids
    )
    assert len({each["id"]["value"] for each in there}) == len(there)


def test_dates_are_numbers(server):
    """As the description of the scalar says: seconds since the beginning of 2001."""
    assert all(type(each["publishedAt"]) in (int, float) and each["publishedAt"] > 0 for each in posts(server))


def test_one_author_is_the_same_everywhere(server):
    authors = {}
    for each in posts(server):
        assert authors.setdefault(each["author"]["id"]["value"], each["author"]) == each["author"]


@pytest.mark.parametrize("sender", SENDERS)
def test_the_flow_of_the_tutorial(sender, server):
    """List, create, edit, delete, and list after each."""
    answers = [
        answer["data"]
        for answer in tutorials.run(tutorials.posting("A post", "Its new title"), SENDERS[sender](server))
    ]
    before, created, listed, edited, listed_again, deleted, after = answers
    author = before["posts"][0]["author"]
    made = created["createPost"]
    assert (made["title"], made["tags"], made["author"]) == ("A post", ["Swift"], author)
    assert made["id"] not in [each["id"] for each in before["posts"]]
    assert made in listed["posts"] and len(listed["posts"]) == len(before["posts"]) + 1
    assert [each for each in listed["posts"] if each != made] == before["posts"]
    changed = {**made, "title": "Its new title", "tags": ["Swift", "Vapor", "GraphQL"]}
    assert edited["editPost"] == {key: value for key, value in changed.items() if key != "author"}
    assert changed in listed_again["posts"] and len(listed_again["posts"]) == len(listed["posts"])
    assert deleted == {"deletePost": True}
    assert after == before


def test_the_playground_writes_ids_into_the_document(server):
    there = posts(server)[0]
    value = there["id"]["value"]
    edited = server.ask(
        f'mutation {{ editPost(id: {{value: "{value}"}}, tags: [Vapor, Swift], '
        f'title: "By hand") {{ id tags title publishedAt }} }}'
    )
    assert edited["editPost"] == {
        "id": there["id"],
        "tags": ["Vapor", "Swift"],
        "title": "By hand",
        "publishedAt": there["publishedAt"],
    }
    assert {**there, "tags": ["Vapor", "Swift"], "title": "By hand"} in posts(server)
    assert server.ask(f'mutation {{ deletePost(id: {{value: "{value}"}}) }}') == {"deletePost": True}
    assert there["id"] not in [each["id"] for each in posts(server)]
    assert server.ask(f'mutation {{ deletePost(id: {{value: "{value}"}}) }}') == {"deletePost": False}


def test_an_unknown_id_changes_nothing(server):
    before = posts(server)
    assert server.refused_or_null(EDIT, id=UNKNOWN, t="X", tags=[])
    assert server.ask(DELETE, id=UNKNOWN) == {"deletePost": False}
    assert posts(server) == before


def test_by_every_author_that_is_there(server):
    for author in {each["author"]["id"]["value"]: each["author"] for each in posts(server)}.values():
        made = server.ask(CREATE, input={"authorId": author["id"], "tags": [], "title": "Ünï 漢"})["createPost"]
        assert (made["author"], made["tags"], made["title"]) == (author, [], "Ünï 漢")
        assert made in posts(server)


def test_two_posts_alike_are_two(server):
    author = posts(server)[0]["author"]["id"]
    made = [
        server.ask(CREATE, input={"authorId": author, "tags": ["Swift"], "title": "Same"})["createPost"]["id"]["value"]
        for _ in range(3)
    ]
    assert len(set(made)) == 3
    server.ask(DELETE, id={"value": made[1]})
    assert {each["id"]["value"] for each in posts(server)} & set(made) == {made[0], made[2]}
