"""A blog in the manner of Relay: connections, global ids, mutations with one input and one payload."""

from __future__ import annotations

import pytest
from fakes.walking import Connection, agree, flat, is_sorted

UNKNOWN = "no-such-object"
POST = "id slug title body excerpt status createdAt updatedAt publishedAt author { id }"
CREATE = f"""mutation($input: CreatePostInput!) {{ createPost(input: $input) {{
  clientMutationId post {{ {POST} tags(first: 50) {{ edges {{ node {{ id }} }} totalCount }} }}
  postEdge {{ cursor node {{ id }} }} }} }}"""
UPDATE = f"mutation($input: UpdatePostInput!) {{ updatePost(input: $input) {{ clientMutationId post {{ {POST} }} }} }}"
DELETE = "mutation($input: DeletePostInput!) { deletePost(input: $input) { clientMutationId deletedPostId } }"
COMMENT = """mutation($input: AddCommentInput!) { addComment(input: $input) {
  clientMutationId comment { id body author { id } post { id } } commentEdge { node { id } }
  post { id comments(first: 100) { totalCount } } } }"""
# Each relation: from a list, through its connection, and the way back.
TO_ONE = [
    ("users", "posts", "posts", "author"),
    ("users", "comments", "comments", "author"),
    ("posts", "comments", "comments", "post"),
]


@pytest.fixture
def blog(world):
    return world("relay-blog")


def nodes(blog, root, fields="id", arguments="first: 100"):
    found = blog.ask(
        f"{{ {root}({arguments}) {{ edges {{ node {{ {fields} }} }} totalCount pageInfo {{ hasNextPage }} }} }}"
    )[root]
    return [each["node"] for each in found["edges"]]


def related(blog, root, name):
    fields = f"id {name}(first: 100) {{ totalCount edges {{ node {{ id }} }} }}"
    for each in nodes(blog, root, fields):
        found = [edge["node"]["id"] for edge in each[name]["edges"]]
        assert each[name]["totalCount"] == len(found) == len(set(found))
        yield each["id"], found


@pytest.mark.parametrize("root", ["users", "posts", "comments", "tags"])
def test_pages_hold_the_list_once(root, blog):
    assert len(Connection(blog, f"{{ {root}(ARGUMENTS) {{ PAGE }} }}", root).check()) > 1


def test_pages_of_a_relation(blog):
    id, found = max(related(blog, "users", "posts"), key=lambda each: len(each[1]))
    query = f'{{ node(id: "{id}") {{ ... on User {{ posts(ARGUMENTS) {{ PAGE }} }} }} }}'
    assert Connection(blog, query, "node.posts").check() == found


def test_a_search_has_pages_too(blog):
    query = (
        '{ search(query: "a", first: %s) { totalCount pageInfo { hasNextPage } '
        "edges { node { __typename ... on Node { id } } } } }"
    )
    whole = blog.ask(query % 100)["search"]
    assert whole["totalCount"] == len(whole["edges"])
    if whole["totalCount"] > 1:
        one = blog.ask(query % 1)["search"]
        assert one["edges"] == whole["edges"][:1] and one["totalCount"] == whole["totalCount"]
        assert one["pageInfo"]["hasNextPage"]


@pytest.mark.parametrize(("root", "name", "others", "back"), TO_ONE)
def test_both_directions_agree(root, name, others, back, blog):
    assert agree(
        related(blog, root, name),
        [(each["id"], [each[back]["id"]]) for each in nodes(blog, others, f"id {back} {{ id }}")],
    )


def test_posts_and_tags_agree(blog):
    assert agree(related(blog, "posts", "tags"), related(blog, "tags", "posts"))


@pytest.mark.parametrize(("root", "type_", "fields"), [
    ("users", "User", "id username name email bio avatarUrl createdAt updatedAt"), ("posts", "Post", POST),
    ("comments", "Comment", "id body createdAt author { id } post { id }"), ("tags", "Tag", "id name"),
])  # fmt: skip
def test_an_object_by_its_id_is_the_member_of_the_list(root, type_, fields, blog):
    listed = nodes(blog, root, fields)
    one = f"query($id: ID!) {{ node(id: $id) {{ __typename ... on {type_} {{ {fields} }} }} }}"
    many = f"query($ids: [ID!]!) {{ nodes(ids: $ids) {{ __typename ... on {type_} {{ {fields} }} }} }}"
    named = [{"__typename": type_, **each} for each in listed]
    assert [blog.ask(one, id=each["id"])["node"] for each in listed] == named
    assert blog.ask(many, ids=[each["id"] for each in reversed(listed)])["nodes"] == named[::-1]


def test_lookups_by_other_keys(blog):
    for each in nodes(blog, "users", "id username email"):
        assert (
            blog.ask("query($u: String!) { user(username: $u) { id username email } }", u=each["username"])["user"]
            == each
        )
    for each in nodes(blog, "posts", POST):
        assert blog.ask(f"query($s: String!) {{ post(slug: $s) {{ {POST} }} }}", s=each["slug"])["post"] == each


def test_ids_of_all_types_differ(blog):
    every = flat([[each["id"] for each in nodes(blog, root)] for root in ("users", "posts", "comments", "tags")])
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(("field", "key"), [("CREATED_AT", "createdAt"), ("TITLE", "title")])
def test_order(field, key, blog):
    whole = [each["id"] for each in nodes(blog, "posts")]
    for direction in ("ASC", "DESC"):
        found = nodes(
            blog, "posts", "id createdAt title", f"first: 100, orderBy: {{field: {field}, direction: {direction}}}"
        )
        assert sorted(each["id"] for each in found) == sorted(whole)
        assert is_sorted([each[key] for each in found], direction == "DESC")


def test_filters_find_what_python_finds(blog):
    whole = nodes(blog, "posts", "id status title")
    for status in ("DRAFT", "PUBLISHED", "ARCHIVED"):
        found = nodes(blog, "posts", "id", f"first: 100, filter: {{status: {status}}}")
        assert [each["id"] for each in found] == [each["id"] for each in whole if each["status"] == status]
    assert len({each["status"] for each in whole}) > 1
    word = whole[0]["title"][:4]
    found = nodes(blog, "posts", "id", f'first: 100, filter: {{titleContains: "{word}"}}')
    assert [each["id"] for each in found] == [each["id"] for each in whole if word in each["title"]]


def test_times_are_in_order(blog):
    assert all(each["createdAt"] <= each["updatedAt"] for each in nodes(blog, "posts", POST))


def test_a_post_from_its_making_to_its_end(blog):
    before = nodes(blog, "posts", POST)
    author = nodes(blog, "users")[0]["id"]
    tags = [each["id"] for each in nodes(blog, "tags")][:2]
    written = {"authorId": author, "title": "Ünï 漢", "body": "<p>…</p>", "status": "PUBLISHED", "tagIds": tags}
    answer = blog.ask(CREATE, input={**written, "clientMutationId": "17"})["createPost"]
    made = answer["post"]
    assert answer["clientMutationId"] == "17" and answer["postEdge"]["node"]["id"] == made["id"]
    assert (made["title"], made["body"], made["status"], made["author"]["id"]) == (
        "Ünï 漢",
        "<p>…</p>",
        "PUBLISHED",
        author,
    )
    found = made.pop("tags")
    assert sorted(each["node"]["id"] for each in found["edges"]) == sorted(tags) and found["totalCount"] == len(tags)
    assert made in nodes(blog, "posts", POST) and len(nodes(blog, "posts")) == len(before) + 1
    assert Connection(blog, "{ posts(ARGUMENTS) { PAGE } }", "posts").total() == len(before) + 1
    assert made["id"] in dict(related(blog, "users", "posts"))[author]
    assert all(made["id"] in dict(related(blog, "tags", "posts"))[tag] for tag in tags)
    one = f"query($id: ID!, $s: String!) {{ node(id: $id) {{ ... on Post {{ {POST} }} }} post(slug: $s) {{ id }} }}"
    assert blog.ask(one, id=made["id"], s=made["slug"]) == {"node": made, "post": {"id": made["id"]}}

    answer = blog.ask(UPDATE, input={"id": made["id"], "title": "Other", "clientMutationId": "18"})["updatePost"]
    assert answer["clientMutationId"] == "18"
    changed = answer["post"]
    assert (changed["title"], changed["body"], changed["author"]) == ("Other", made["body"], made["author"])
    assert changed in nodes(blog, "posts", POST)

    answer = blog.ask(DELETE, input={"id": made["id"], "clientMutationId": "19"})["deletePost"]
    assert answer == {"clientMutationId": "19", "deletedPostId": made["id"]}
    assert nodes(blog, "posts", POST) == before
    assert made["id"] not in flat([found for _, found in related(blog, "users", "posts")])
    assert blog.refused_or_null("query($id: ID!) { node(id: $id) { id } }", id=made["id"])


def test_a_default_of_an_input_is_its_value(blog):
    author = nodes(blog, "users")[0]["id"]
    answer = blog.ask(CREATE, input={"authorId": author, "title": "T", "body": "B"})["createPost"]
    assert answer["clientMutationId"] is None and answer["post"]["status"] == "DRAFT"


def test_a_comment_is_under_its_post_and_with_its_author(blog):
    post, author = nodes(blog, "posts")[0]["id"], nodes(blog, "users")[-1]["id"]
    before = dict(related(blog, "posts", "comments"))[post]
    answer = blog.ask(COMMENT, input={"postId": post, "authorId": author, "body": "First!"})["addComment"]
    made = answer["comment"]
    assert (made["body"], made["author"], made["post"]) == ("First!", {"id": author}, {"id": post})
    assert answer["commentEdge"]["node"]["id"] == made["id"]
    assert answer["post"] == {"id": post, "comments": {"totalCount": len(before) + 1}}
    assert sorted(dict(related(blog, "posts", "comments"))[post]) == sorted([*before, made["id"]])
    assert made["id"] in dict(related(blog, "users", "comments"))[author]


def test_comments_of_a_deleted_post_name_a_post_that_is_there(blog):
    """What refers to it without a null is gone too, or refers to another."""
    gone = next(id for id, found in related(blog, "posts", "comments") if found)
    blog.ask(DELETE, input={"id": gone})
    test_both_directions_agree("posts", "comments", "comments", "post", blog)
    assert gone not in [each["post"]["id"] for each in nodes(blog, "comments", "id post { id }")]


@pytest.mark.parametrize(("query", "input_"), [(UPDATE, {"id": UNKNOWN, "title": "X"}), (DELETE, {"id": UNKNOWN})])
def test_an_unknown_id_changes_nothing(query, input_, blog):
    before = nodes(blog, "posts", POST)
    answer = blog.answer(query, input=input_)
    payload = answer["data"] and next(iter(answer["data"].values()))
    assert payload is None or all(value is None for value in payload.values())
    assert nodes(blog, "posts", POST) == before
