"""Users and posts in the manner of Prisma: one and many, where, nested create and connect, set and increment."""

from __future__ import annotations

import pytest
from fakes.walking import agree, filters, flat, is_sorted, q

UNKNOWN = 987654321
USER = "id email name role createdAt"
POST = "id title content published viewCount author { id }"
DEEP = (
    f"{USER} posts {{ id title content published }} profile {{ id biography website user {{ id }} }} _count {{ posts }}"
)
CREATE = f"mutation($data: UserCreateInput!) {{ createOneUser(data: $data) {{ {DEEP} }} }}"
UPDATE = (
    f"mutation($w: UserWhereUniqueInput!, $d: UserUpdateInput!) {{ updateOneUser(where: $w, data: $d) {{ {DEEP} }} }}"
)
DELETE = "mutation($w: UserWhereUniqueInput!) { deleteOneUser(where: $w) { id } }"
UPSERT = f"""mutation($w: UserWhereUniqueInput!, $c: UserCreateInput!, $u: UserUpdateInput!) {{
  upsertOneUser(where: $w, create: $c, update: $u) {{ {USER} }} }}"""
UPDATE_POST = (
    f"mutation($w: PostWhereUniqueInput!, $d: PostUpdateInput!) {{ updateOnePost(where: $w, data: $d) {{ {POST} }} }}"
)
FIND = f"query($w: UserWhereUniqueInput!) {{ user(where: $w) {{ {USER} }} }}"


@pytest.fixture
def library(world):
    return world("prisma-library")


def many(library, root="users", fields=USER, arguments=""):
    return library.ask(f"{{ {root}{arguments and f'({arguments})'} {{ {fields} }} }}")[root]


def keys(found):
    return [each["id"] for each in found]


def count(library):
    return library.ask("{ aggregateUser { _count { _all } } }")["aggregateUser"]["_count"]["_all"]


def test_users_and_posts_agree(library):
    assert agree(
        [(each["id"], keys(each["posts"])) for each in many(library, fields="id posts { id }")],
        [(each["id"], [each["author"]["id"]] if each["author"] else []) for each in many(library, "posts", POST)],
    )


def test_a_profile_belongs_to_its_user(library):
    found = many(library, fields="id profile { id user { id } }")
    profiles = [each["profile"]["id"] for each in found if each["profile"]]
    assert profiles and len(set(profiles)) == len(profiles)
    assert all(each["profile"]["user"]["id"] == each["id"] for each in found if each["profile"])


def test_counts_are_lengths(library):
    found = many(library, fields="posts { id } _count { posts }")
    assert all(each["_count"]["posts"] == len(each["posts"]) for each in found if each["_count"])
    assert count(library) == len(found) > 1


def test_a_lookup_is_the_member_of_the_list(library):
    for each in many(library):
        assert library.ask(FIND, w={"id": each["id"]})["user"] == each
        assert library.ask(FIND, w={"email": each["email"]})["user"] == each
    for each in many(library, "posts", POST):
        assert library.ask(f"query($i: Int) {{ post(where: {{id: $i}}) {{ {POST} }} }}", i=each["id"])["post"] == each


@pytest.mark.parametrize("root", ["users", "posts"])
def test_pages_hold_the_list_once(root, library):
    whole = keys(many(library, root, "id"))
    assert len(whole) > 1
    for size in (1, 2, len(whole), len(whole) + 1):
        pages = [
            keys(many(library, root, "id", f"take: {size}, skip: {at}")) for at in range(0, len(whole) + size, size)
        ]
        assert flat(pages) == whole
    # A cursor is a member of the page that starts with it, unless it is skipped.
    assert keys(many(library, root, "id", f"cursor: {{id: {whole[1]}}}, take: 2")) == whole[1:3]
    assert keys(many(library, root, "id", f"cursor: {{id: {whole[0]}}}, skip: 1")) == whole[1:]


def test_filters_find_what_python_finds(library):
    whole = many(library)
    some, other = whole[0], whole[-1]
    start = some["email"][:3]
    filters(lambda text: keys(many(library, arguments=f"where: {text}")), whole, "id", [
        ("{}", lambda _: True),
        (f"{{id: {{equals: {some['id']}}}}}", lambda each: each == some),
        (f"{{id: {{in: [{some['id']}, {other['id']}]}}}}", lambda each: each in (some, other)),
        (f"{{id: {{notIn: [{some['id']}]}}}}", lambda each: each != some),
        (f"{{id: {{gt: {some['id']}}}}}", lambda each: each["id"] > some["id"]),
        (f"{{id: {{lte: {some['id']}}}}}", lambda each: each["id"] <= some["id"]),
        (f"{{email: {{startsWith: {q(start)}}}}}", lambda each: each["email"].startswith(start)),
        (f"{{email: {{endsWith: {q(some['email'][-12:])}}}}}",
         lambda each: each["email"].endswith(some["email"][-12:])),
        (f"{{email: {{contains: {q(start)}}}}}", lambda each: start in each["email"]),
        (f"{{OR: [{{id: {{equals: {some['id']}}}}}, {{id: {{equals: {other['id']}}}}}]}}",
         lambda each: each in (some, other)),
        (f"{{AND: [{{id: {{equals: {some['id']}}}}}, {{id: {{equals: {other['id']}}}}}]}}", lambda each: False),
        (f"{{NOT: [{{id: {{equals: {some['id']}}}}}]}}", lambda each: each != some),
    ])  # fmt: skip


def test_filters_over_relations(library):
    posts = many(library, "posts", POST)
    writers = {each["author"]["id"] for each in posts if each["author"]}
    writer = min(writers)
    found = keys(many(library, "posts", "id", f"where: {{author: {{id: {{equals: {writer}}}}}}}"))
    assert found == [each["id"] for each in posts if each["author"] and each["author"]["id"] == writer]
    published = {each["author"]["id"] for each in posts if each["author"] and each["published"]}
    assert set(keys(many(library, arguments="where: {posts: {some: {published: {equals: true}}}}"))) == published
    assert (
        set(keys(many(library, arguments="where: {posts: {none: {published: {equals: true}}}}")))
        == set(keys(many(library))) - published
    )


@pytest.mark.parametrize("field", ["id", "title", "viewCount", "createdAt"])
def test_order(field, library):
    for direction in ("asc", "desc"):
        found = many(library, "posts", "id title viewCount createdAt", f"orderBy: [{{{field}: {direction}}}]")
        assert sorted(keys(found)) == sorted(keys(many(library, "posts", "id")))
        assert is_sorted([each[field] for each in found], direction == "desc")


def test_a_user_from_creation_to_deletion(library):
    before = many(library)
    made = library.ask(CREATE, data={"email": "u@example.com", "name": "Ünï", "role": "EDITOR"})["createOneUser"]
    assert (made["email"], made["name"], made["role"], made["posts"]) == ("u@example.com", "Ünï", "EDITOR", [])
    flat_ = {key: made[key] for key in USER.split()}
    assert flat_ in many(library) and count(library) == len(before) + 1
    assert library.ask(FIND, w={"email": "u@example.com"})["user"] == flat_

    changed = library.ask(UPDATE, w={"id": made["id"]}, d={"name": {"set": "Other"}})["updateOneUser"]
    assert changed == {**made, "name": "Other"}
    assert {**flat_, "name": "Other"} in many(library)
    assert library.ask(UPDATE, w={"email": "u@example.com"}, d={"name": {"set": None}})["updateOneUser"]["name"] is None

    assert library.ask(DELETE, w={"id": made["id"]})["deleteOneUser"] == {"id": made["id"]}
    assert many(library) == before and count(library) == len(before)
    assert library.refused_or_null(FIND, w={"id": made["id"]})
    assert library.refused_or_null(DELETE, w={"id": made["id"]})


def test_created_with_posts_that_are_new_and_old(library):
    posts = many(library, "posts", POST)
    old = posts[0]
    data = {
        "email": "u@example.com",
        "posts": {"create": [{"title": "One"}, {"title": "Two", "published": True}], "connect": [{"id": old["id"]}]},
        "profile": {"create": {"biography": "Long ago"}},
    }
    made = library.ask(CREATE, data=data)["createOneUser"]
    assert sorted(each["title"] for each in made["posts"]) == sorted(["One", "Two", old["title"]])
    assert [each["published"] for each in made["posts"] if each["title"] == "Two"] == [True]
    assert made["_count"] is None or made["_count"]["posts"] == 3
    assert (made["profile"]["biography"], made["profile"]["user"]["id"]) == ("Long ago", made["id"])
    now = {each["id"]: each for each in many(library, "posts", POST)}
    assert len(now) == len(posts) + 2
    assert all(now[each["id"]]["author"]["id"] == made["id"] for each in made["posts"])
    test_users_and_posts_agree(library)


def test_posts_are_connected_created_and_disconnected_by_an_update(library):
    user = next(each for each in many(library, fields="id posts { id }") if each["posts"])
    other = next(
        each["id"] for each in many(library, "posts", POST) if not each["author"] or each["author"]["id"] != user["id"]
    )
    change = {
        "posts": {
            "create": [{"title": "New"}],
            "connect": [{"id": other}],
            "disconnect": [{"id": user["posts"][0]["id"]}],
        }
    }
    changed = library.ask(UPDATE, w={"id": user["id"]}, d=change)["updateOneUser"]
    assert {*keys(user["posts"][1:]), other} < set(keys(changed["posts"]))
    assert len(changed["posts"]) == len(user["posts"]) + 1
    (orphan,) = [each for each in many(library, "posts", POST) if each["id"] == user["posts"][0]["id"]]
    assert orphan["author"] is None
    test_users_and_posts_agree(library)


def test_a_post_with_its_author(library):
    text = f"mutation($d: PostCreateInput!) {{ createOnePost(data: $d) {{ {POST} }} }}"
    user = many(library)[0]["id"]
    made = library.ask(text, d={"title": "T", "author": {"connect": {"id": user}}})["createOnePost"]
    assert (made["title"], made["author"]) == ("T", {"id": user})
    nested = library.ask(text, d={"title": "U", "author": {"create": {"email": "new@example.com"}}})["createOnePost"]
    assert library.ask(FIND, w={"email": "new@example.com"})["user"]["id"] == nested["author"]["id"]
    test_users_and_posts_agree(library)


def test_set_and_increment(library):
    post = many(library, "posts", POST)[0]
    first = library.ask(UPDATE_POST, w={"id": post["id"]}, d={"viewCount": {"set": 10}, "published": {"set": True}})[
        "updateOnePost"
    ]
    assert first == {**post, "viewCount": 10, "published": True}
    assert (
        library.ask(UPDATE_POST, w={"id": post["id"]}, d={"viewCount": {"increment": 5}})["updateOnePost"]["viewCount"]
        == 15
    )
    assert (
        library.ask(UPDATE_POST, w={"id": post["id"]}, d={"viewCount": {"decrement": 1}})["updateOnePost"]["viewCount"]
        == 14
    )
    assert [each["viewCount"] for each in many(library, "posts", POST) if each["id"] == post["id"]] == [14]


def test_upsert(library):
    there = many(library)[0]
    given = {"c": {"email": "made@example.com", "name": "Made"}, "u": {"name": {"set": "Changed"}}}
    assert library.ask(UPSERT, w={"id": there["id"]}, **given)["upsertOneUser"] == {**there, "name": "Changed"}
    before = count(library)
    made = library.ask(UPSERT, w={"email": "made@example.com"}, **given)["upsertOneUser"]
    assert (made["email"], made["name"]) == ("made@example.com", "Made") and count(library) == before + 1
    again = library.ask(UPSERT, w={"email": "made@example.com"}, **given)["upsertOneUser"]
    assert again == {**made, "name": "Changed"} and count(library) == before + 1


def test_many_are_deleted(library):
    gone = keys(many(library))[:2]
    before = count(library)
    text = "mutation($w: UserWhereInput) { deleteManyUser(where: $w) { count } }"
    assert library.ask(text, w={"id": {"in": gone}})["deleteManyUser"] == {"count": len(gone)}
    assert count(library) == before - len(gone) and not set(gone) & set(keys(many(library)))
    test_users_and_posts_agree(library)


@pytest.mark.parametrize(("query", "variables"), [
    (UPDATE, {"w": {"id": UNKNOWN}, "d": {"name": {"set": "X"}}}), (DELETE, {"w": {"id": UNKNOWN}}),
    (UPDATE_POST, {"w": {"id": UNKNOWN}, "d": {"title": {"set": "X"}}}),
])  # fmt: skip
def test_an_unknown_key_changes_nothing(query, variables, library):
    before = many(library), many(library, "posts", POST)
    assert library.refused_or_null(query, **variables)
    assert (many(library), many(library, "posts", POST)) == before
