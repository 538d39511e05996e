"""The stand-in for the server of posts against what is known of the real one, over HTTP."""

import json
import re

import pytest
from graphql import build_client_schema, get_introspection_query
from standing_in import standing_in

POSTS = "{ posts { id title publishedAt tags author { id name twitter } } }"
CREATE = """mutation CreatePost($input: PostInput!) { createPost(input: $input) {
  id title publishedAt tags author { id } } }"""
EDIT = """mutation EditPost($id: CustomUUID!, $title: String!, $tags: [Tag!]!) {
  editPost(id: $id, tags: $tags, title: $title) { id title publishedAt tags } }"""
DELETE = "mutation DeletePost($id: CustomUUID!) { deletePost(id: $id) }"
NOBODY = {"value": "00000000-0000-0000-0000-000000000000"}


@pytest.fixture(scope="module")
def running():
    with standing_in("posts", "/graphql") as stand_in:
        yield stand_in


@pytest.fixture
def api(running):
    running.reset()
    return running


def posts(api):
    return api.ask(POSTS)["data"]["posts"]


def create(api, title="New post"):
    author = posts(api)[0]["author"]["id"]
    return api.ask(CREATE, input={"authorId": author, "tags": ["Swift"], "title": title})["data"]["createPost"]


def orders(text):
    """The keys of every object, as they stand."""
    found = []
    json.loads(text, object_pairs_hook=lambda pairs: found.append([name for name, _ in pairs]))
    return found


def test_one_author_and_a_first_post(api):
    found = posts(api)
    assert [(post["title"], post["tags"]) for post in found] == [("My first post", ["Swift", "GraphQL", "Vapor"])]
    for id in (found[0]["id"], found[0]["author"]["id"]):
        assert list(id) == ["value"]
        assert re.fullmatch(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", id["value"])


def test_create_edit_delete(api):
    created = create(api)
    assert posts(api)[1] == {**created, "author": posts(api)[0]["author"]}
    edited = api.ask(EDIT, id=created["id"], tags=["Swift", "Vapor", "GraphQL"], title="Updated Title")
    expected = {"title": "Updated Title", "tags": ["Swift", "Vapor", "GraphQL"]}
    assert edited["data"]["editPost"] == {"id": created["id"], "publishedAt": created["publishedAt"], **expected}
    assert [api.ask(DELETE, id=created["id"])["data"]["deletePost"] for _ in range(2)] == [True, False]
    assert len(posts(api)) == 1


def test_an_unknown_id_is_null_without_an_error(api):
    input = {"authorId": NOBODY, "tags": [], "title": "x"}
    assert api.ask(CREATE, input=input) == {"data": {"createPost": None}}
    assert api.ask(EDIT, id=NOBODY, tags=[], title="x") == {"data": {"editPost": None}}


def test_an_id_may_stand_in_the_document(api):
    id = create(api)["id"]["value"]
    text = 'mutation { editPost(id: {value: "%s"}, tags: [Vapor], title: "T") { title id } }'
    assert api.ask(text % id)["data"]["editPost"] == {"title": "T", "id": {"value": id}}
    assert api.ask(text % id.lower())["data"]["editPost"]["id"] == {"value": id}
    assert api.ask(text % NOBODY["value"])["data"]["editPost"] is None


def test_a_date_has_many_digits_and_keeps_them(api):
    create(api)
    texts = re.findall(r'"publishedAt":(\d{9}\.\d+)', api.post({"query": POSTS}).text)
    assert texts[0] == "613835182.14269805"
    assert len(set(texts)) == 2
    assert any(json.dumps(json.loads(text)) != text for text in texts)
    assert sorted(texts) == sorted(re.findall(r"\d{9}\.\d+", api.post({"query": "{ posts { publishedAt } }"}).text))


def test_the_order_of_keys_is_random_but_the_same_from_the_same_start(api):
    texts = [api.post({"query": POSTS}).text for _ in range(8)]
    assert len({json.dumps(orders(text)) for text in texts}) > 4
    assert len({json.dumps(json.loads(text), sort_keys=True) for text in texts}) == 1
    api.reset()
    assert [api.post({"query": POSTS}).text for _ in range(8)] == texts


def test_another_seed_makes_other_ids_and_orders(api):
    with standing_in("posts", "/graphql", "--seed", "7") as other:
        assert posts(other)[0]["id"] != posts(api)[0]["id"]
        texts = [[each.post({"query": "{ posts { title tags } }"}).text for _ in range(12)] for each in (api, other)]
    assert texts[0] != texts[1]


def test_the_order_of_the_schema_depends_on_the_start(api):
    query = "{ __schema { types { name fields { name } enumValues { name } } } }"

    def introspected(stand_in):
        types = stand_in.ask(query)["data"]["__schema"]["types"]
        found = {each["name"]: [one["name"] for one in each["fields"] or each["enumValues"] or []] for each in types}
        return {name: found[name] for name in ("Post", "Mutation", "Tag")}

    with standing_in("posts", "/graphql", "--seed", "7") as other:
        one, two = introspected(api), introspected(other)
    assert one != two and one == introspected(api)
    assert {name: sorted(names) for name, names in one.items()} == {name: sorted(names) for name, names in two.items()}


@pytest.mark.parametrize(
    "query, variables, message",
    [
        ("{ foo }", None, 'Cannot query field "foo" on type "Query".'),
        ("{ posts { id { value } } }", None, 'Field "id" must not have a selection since type "CustomUUID!"'),
        (
            'mutation { deletePost(id: "x") }',
            None,
            'Expected value of type "CustomUUID!", found "x"; CustomUUID cannot',
        ),
        ('mutation { deletePost(id: {value: "x"}) }', None, 'Expected value of type "CustomUUID!", found {'),
        (DELETE, {"id": {"value": "x"}}, 'Variable "$id" got invalid value'),
        (DELETE, {"id": "00000000-0000-0000-0000-000000000000"}, 'Variable "$id" got invalid value'),
    ],
)
def test_the_path_of_an_error_is_an_object_and_there_is_no_data(api, query, variables, message):
    response = api.post({"query": query, "variables": variables})
    assert (response.status_code, list(response.json())) == (200, ["errors"])
    error = response.json()["errors"][0]
    assert error["path"] == {"elements": []}
    assert error["locations"][0]["line"] == 1
    assert error["message"].startswith(message)


def test_a_syntax_error_has_vapors_body(api):
    response = api.post({"query": "{\n posts( }"})
    assert response.status_code == 200
    reason = "Syntax Error GraphQL request (2:9) Expected Name, found }\n\n2:  posts( }\n           ^\n"
    assert response.json() == {"error": True, "reason": reason.replace("found }", 'found "}"')}


@pytest.mark.parametrize("body", [{}, {"id": "abc"}, {"extensions": {"persistedQuery": {"version": 1}}}, {"query": 1}])
def test_a_missing_query_is_400(api, body):
    response = api.post(body)
    assert response.status_code == 400
    assert response.json() == {"error": True, "reason": "Value required for key 'query'."}


def test_get_takes_variables_and_passes_over_bad_ones(api):
    text = "query A { posts { title } } query B($with: Boolean = false) { posts { title tags @include(if: $with) } }"
    parameters = {"query": text, "operationName": "B"}
    assert list(api.get(parameters=parameters).json()["data"]["posts"][0]) == ["title"]
    with_tags = api.get(parameters={**parameters, "variables": '{"with":true}'})
    assert sorted(with_tags.json()["data"]["posts"][0]) == ["tags", "title"]
    bad = api.get(parameters={**parameters, "variables": "{"})
    assert list(bad.json()["data"]["posts"][0]) == ["title"]
    assert api.get().status_code == 400


def test_other_requests(api):
    response = api.post({"query": "{ __typename }"})
    assert response.content == b'{"data":{"__typename":"Query"}}'
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert api.post({"query": "{ __typename }"}, "/").json() == {"error": True, "reason": "Not Found"}
    assert api.post(b"{").status_code == 400
    assert api.post(b"{}", content_type="text/plain").status_code == 415


def test_the_schema_is_introspected(api):
    schema = build_client_schema(api.ask(get_introspection_query())["data"])
    assert str(schema.mutation_type.fields["createPost"].type) == "Post"
    assert schema.subscription_type is None
