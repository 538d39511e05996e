"""A forum's tables in the manner of Hasura: where, order_by, aggregates, insert, update and delete."""

from __future__ import annotations

import re

import pytest
from fakes.walking import agree, filters, flat, is_sorted, q

UNKNOWN = "00000000-0000-4000-8000-000000000000"
USER = "id name email age active created_at"
THREAD = "id title views pinned user_id user { id }"
INSERT_ONE = f"mutation($o: users_insert_input!) {{ insert_users_one(object: $o) {{ {USER} threads {{ {THREAD} }} }} }}"
UPDATE = (
    f"mutation($id: uuid!, $set: users_set_input) {{ "
    f"update_users_by_pk(pk_columns: {{id: $id}}, _set: $set) {{ {USER} }} }}"
)
DELETE = "mutation($w: users_bool_exp!) { delete_users(where: $w) { affected_rows returning { id } } }"


@pytest.fixture
def forum(world):
    return world("hasura-forum")


def rows(forum, table="users", fields=USER, arguments=""):
    return forum.ask(f"{{ {table}{arguments and f'({arguments})'} {{ {fields} }} }}")[table]


def count(forum, table="users", arguments=""):
    text = f"{{ {table}_aggregate{arguments and f'({arguments})'} {{ aggregate {{ count }} nodes {{ id }} }} }}"
    found = forum.ask(text)[f"{table}_aggregate"]
    assert found["aggregate"]["count"] == len(found["nodes"])
    return found["aggregate"]["count"]


def keys(found):
    return [each["id"] for each in found]


def test_users_and_threads_agree(forum):
    threads = rows(forum, "threads", THREAD)
    assert agree(
        [(each["id"], keys(each["threads"])) for each in rows(forum, fields="id threads { id }")],
        [(each["id"], [each["user"]["id"]]) for each in threads],
    )
    assert all(each["user_id"] == each["user"]["id"] for each in threads), (
        "a foreign key is the key of what it refers to"
    )


def test_counts_are_lengths(forum):
    assert count(forum) == len(rows(forum)) > 1
    assert count(forum, "threads") == len(rows(forum, "threads", "id")) > 1
    for each in rows(forum, fields="threads { id } threads_aggregate { aggregate { count } nodes { id } }"):
        assert each["threads_aggregate"] == {"aggregate": {"count": len(each["threads"])}, "nodes": each["threads"]}
    assert count(forum, "users", "where: {active: {_eq: true}}") == sum(each["active"] for each in rows(forum))


@pytest.mark.parametrize(("table", "fields"), [("users", USER), ("threads", THREAD)])
def test_a_lookup_is_the_member_of_the_list(table, fields, forum):
    for each in rows(forum, table, fields):
        assert (
            forum.ask(f"query($id: uuid!) {{ {table}_by_pk(id: $id) {{ {fields} }} }}", id=each["id"])[f"{table}_by_pk"]
            == each
        )


def test_pages_hold_the_list_once(forum):
    whole = keys(rows(forum))
    for size in (1, 2, len(whole), len(whole) + 3):
        assert (
            flat(
                [
                    keys(rows(forum, arguments=f"limit: {size}, offset: {at}"))
                    for at in range(0, len(whole) + size, size)
                ]
            )
            == whole
        )
    assert keys(rows(forum, arguments="offset: 1")) == whole[1:]
    assert keys(rows(forum, arguments="limit: 0")) == []


def like(pattern, text, flags=0):
    return bool(re.fullmatch(re.escape(pattern).replace("%", ".*").replace("_", "."), text, flags | re.DOTALL))


def test_filters_find_what_python_finds(forum):
    whole = rows(forum)
    some, other = whole[0], whole[-1]
    letter = some["name"][0]
    filters(lambda text: keys(rows(forum, arguments=f"where: {text}")), whole, "id", [
        ("{}", lambda _: True),
        (f"{{name: {{_eq: {q(some['name'])}}}}}", lambda each: each["name"] == some["name"]),
        (f"{{id: {{_neq: {q(some['id'])}}}}}", lambda each: each["id"] != some["id"]),
        (f"{{id: {{_in: {q([some['id'], other['id']])}}}}}", lambda each: each in (some, other)),
        (f"{{id: {{_nin: {q([some['id'], other['id']])}}}}}", lambda each: each not in (some, other)),
        ("{age: {_gt: 40}}", lambda each: each["age"] is not None and each["age"] > 40),
        ("{age: {_gte: 30, _lt: 60}}", lambda each: each["age"] is not None and 30 <= each["age"] < 60),
        ("{age: {_is_null: true}}", lambda each: each["age"] is None),
        ("{age: {_is_null: false}}", lambda each: each["age"] is not None),
        ("{active: {_eq: true}}", lambda each: each["active"]),
        (f"{{name: {{_like: {q(letter + '%')}}}}}", lambda each: like(letter + "%", each["name"])),
        (f"{{name: {{_ilike: {q('%' + letter.lower() + '%')}}}}}", lambda each: letter.lower() in each["name"].lower()),
        (f"{{_or: [{{id: {{_eq: {q(some['id'])}}}}}, {{id: {{_eq: {q(other['id'])}}}}}]}}",
         lambda each: each in (some, other)),
        (f"{{_and: [{{active: {{_eq: true}}}}, {{id: {{_neq: {q(some['id'])}}}}}]}}",
         lambda each: each["active"] and each != some),
        (f"{{_not: {{id: {{_eq: {q(some['id'])}}}}}}}", lambda each: each != some),
    ])  # fmt: skip


def test_filters_over_relations(forum):
    threads = rows(forum, "threads", THREAD)
    user = threads[0]["user_id"]
    filters(lambda text: keys(rows(forum, "threads", "id", f"where: {text}")), threads, "id", [
        (f"{{user: {{id: {{_eq: {q(user)}}}}}}}", lambda each: each["user_id"] == user),
        (f"{{user_id: {{_eq: {q(user)}}}}}", lambda each: each["user_id"] == user),
    ])  # fmt: skip
    title = threads[0]["title"]
    found = keys(rows(forum, arguments=f"where: {{threads: {{title: {{_eq: {q(title)}}}}}}}"))
    assert set(found) == {each["user_id"] for each in threads if each["title"] == title}


@pytest.mark.parametrize("column", ["id", "name", "email", "age", "created_at"])
def test_order(column, forum):
    whole = keys(rows(forum))
    for direction in ("asc", "desc"):
        found = rows(forum, arguments=f"order_by: [{{{column}: {direction}}}]")
        assert sorted(keys(found)) == sorted(whole)
        assert is_sorted([each[column] for each in found], direction == "desc")


def test_a_user_from_insertion_to_deletion(forum):
    before = rows(forum)
    made = forum.ask(INSERT_ONE, o={"name": "Ünï", "email": "u@example.com", "age": 33, "active": False})[
        "insert_users_one"
    ]
    assert (made["name"], made["email"], made["age"], made["active"], made.pop("threads")) == (
        "Ünï",
        "u@example.com",
        33,
        False,
        [],
    )
    assert made in rows(forum) and count(forum) == len(before) + 1
    assert rows(forum, arguments='where: {email: {_eq: "u@example.com"}}') == [made]
    assert forum.ask(f"query($id: uuid!) {{ users_by_pk(id: $id) {{ {USER} }} }}", id=made["id"])["users_by_pk"] == made

    changed = forum.ask(UPDATE, id=made["id"], set={"name": "Other", "age": None})["update_users_by_pk"]
    assert changed == {**made, "name": "Other", "age": None} and changed in rows(forum)
    inc = "mutation($id: uuid!) { update_users_by_pk(pk_columns: {id: $id}, _set: {age: 40}) { age } }"
    forum.ask(inc, id=made["id"])
    inc = "mutation($id: uuid!) { update_users_by_pk(pk_columns: {id: $id}, _inc: {age: 2}) { age } }"
    assert forum.ask(inc, id=made["id"])["update_users_by_pk"]["age"] == 42

    answer = forum.ask(DELETE, w={"id": {"_eq": made["id"]}})["delete_users"]
    assert answer == {"affected_rows": 1, "returning": [{"id": made["id"]}]}
    assert rows(forum) == before and count(forum) == len(before)
    assert forum.ask("query($id: uuid!) { users_by_pk(id: $id) { id } }", id=made["id"])["users_by_pk"] is None


def test_a_key_that_is_given_is_kept(forum):
    made = forum.ask(INSERT_ONE, o={"id": UNKNOWN, "name": "N", "email": "n@x.y"})["insert_users_one"]
    assert made["id"] == UNKNOWN and UNKNOWN in keys(rows(forum))


def test_several_at_once(forum):
    before = count(forum)
    text = "mutation($o: [users_insert_input!]!) { insert_users(objects: $o) { affected_rows returning { id name } } }"
    answer = forum.ask(text, o=[{"name": name, "email": f"{name}@x.y", "active": True} for name in ("a", "b", "c")])[
        "insert_users"
    ]
    assert answer["affected_rows"] == 3 and [each["name"] for each in answer["returning"]] == ["a", "b", "c"]
    made = keys(answer["returning"])
    assert len(set(made)) == 3 and set(made) <= set(keys(rows(forum))) and count(forum) == before + 3
    text = (
        "mutation($w: users_bool_exp!) { update_users(where: $w, _set: {active: "
        "false}) { affected_rows returning { id active } } }"
    )
    answer = forum.ask(text, w={"id": {"_in": made[:2]}})["update_users"]
    assert answer == {
        "affected_rows": 2,
        "returning": [{"id": id, "active": False} for id in keys(answer["returning"])],
    }
    assert {each["id"]: each["active"] for each in rows(forum) if each["id"] in made} == dict(
        zip(made, (False, False, True), strict=True)
    )
    assert forum.ask(DELETE, w={"id": {"_in": made}})["delete_users"]["affected_rows"] == 3
    assert count(forum) == before


def test_nested_insertion(forum):
    threads = {"data": [{"title": "One"}, {"title": "Two", "pinned": True}]}
    made = forum.ask(INSERT_ONE, o={"name": "N", "email": "n@x.y", "threads": threads})["insert_users_one"]
    assert sorted(each["title"] for each in made["threads"]) == ["One", "Two"]
    assert all(each["user_id"] == made["id"] for each in made["threads"])
    assert set(keys(made["threads"])) <= set(keys(rows(forum, "threads", "id")))
    text = f"mutation($o: threads_insert_input!) {{ insert_threads_one(object: $o) {{ {THREAD} }} }}"
    by_key = forum.ask(text, o={"title": "Three", "user_id": made["id"]})["insert_threads_one"]
    assert by_key["user"] == {"id": made["id"]}
    nested = forum.ask(text, o={"title": "Four", "user": {"data": {"name": "New", "email": "new@x.y"}}})[
        "insert_threads_one"
    ]
    assert nested["user_id"] in keys(rows(forum)) and nested["user_id"] not in (made["id"], None)
    (user,) = rows(forum, fields="threads { title }", arguments=f"where: {{id: {{_eq: {q(made['id'])}}}}}")
    assert sorted(each["title"] for each in user["threads"]) == ["One", "Three", "Two"]


def test_a_thread_moves_to_another_user(forum):
    thread = rows(forum, "threads", THREAD)[0]
    target = next(id for id in keys(rows(forum)) if id != thread["user_id"])
    text = (
        f"mutation($id: uuid!, $u: uuid) {{ update_threads_by_pk(pk_columns: "
        f"{{id: $id}}, _set: {{user_id: $u}}) {{ {THREAD} }} }}"
    )
    moved = forum.ask(text, id=thread["id"], u=target)["update_threads_by_pk"]
    assert (moved["user_id"], moved["user"]["id"]) == (target, target)
    test_users_and_threads_agree(forum)


@pytest.mark.parametrize("change", [
    "update_users_by_pk(pk_columns: {id: $id}, _set: {name: \"X\"}) { id }", "delete_users_by_pk(id: $id) { id }",
    "delete_threads_by_pk(id: $id) { id }",
])  # fmt: skip
def test_an_unknown_key_is_null_and_changes_nothing(change, forum):
    before = rows(forum), rows(forum, "threads", THREAD)
    assert forum.refused_or_null(f"mutation($id: uuid!) {{ {change} }}", id=UNKNOWN)
    assert forum.ask(DELETE, w={"id": {"_eq": UNKNOWN}})["delete_users"] == {"affected_rows": 0, "returning": []}
    assert (rows(forum), rows(forum, "threads", THREAD)) == before
