"""Overrides: answers that a test sets for itself, checked against the operation and the schema."""

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from gql import Client, gql
from gql.transport.websockets import WebsocketsTransport
from harness import ROOT, running, understudy

SDL = """
type Query { tasks(done: Boolean): [Task!]!  task(id: ID!): Task  node(id: ID!): Node }
type Mutation { saveTask(id: ID!, title: String!): Task }
type Subscription { taskSaved: Task }
interface Node { id: ID! }
type Task implements Node { id: ID!  title: String!  done: Boolean!  owner: User }
type User implements Node { id: ID!  name: String! }
"""
LIST = "query TaskList($done: Boolean) { tasks(done: $done) { id title } }"
SAVE = 'mutation SaveTask($id: ID!) { saveTask(id: $id, title: "Paint") { id title } }'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("overrides")
    (folder / "schemas").mkdir()
    (folder / "schemas" / "board.graphqls").write_text(SDL)
    (folder / "recordings" / "board").mkdir(parents=True)
    return folder


def start(folder, *arguments, mode="fake"):
    return running(understudy(mode, "--schemas", folder / "schemas", "--recordings", folder / "recordings", *arguments))


@pytest.fixture
def server(folder):
    with start(folder) as server:
        yield server


def send(server, query, variables=None, session=None, path="board", headers=()):
    """The status, the source and the body of an answer."""
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    fields = {"content-type": "application/json", **dict(headers)}
    if session:
        fields["X-Understudy-Session"] = session
    request = urllib.request.Request(f"{server.origin}/{path}", body, fields)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers["Understudy-Source"], json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Understudy-Source"], json.load(error)


def call(server, method, page, body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(f"{server.origin}/__understudy/{page}", data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)["errors"][0]["message"]


def override(server, **body):
    answer = call(server, "POST", "answers", body)
    assert "number" in answer, answer
    return answer


def message(answer):
    return answer[2]["errors"][0]["message"]


def test_an_override_answers_its_operation_and_no_other(server):
    override(server, operation="TaskList", data={"tasks": []})
    assert send(server, LIST) == (200, "override", {"data": {"tasks": []}})
    for other in (LIST.replace("TaskList", "TaskLists"), "{ tasks { id title } }"):
        assert send(server, other)[1] == "fake"
    assert call(server, "GET", "answers")["answers"][0]["used"] == 1
    assert call(server, "DELETE", "answers") == {"deleted": 1}
    assert send(server, LIST)[1] == "fake"


def test_the_typename_of_an_object_type_may_be_missing(server):
    override(server, operation="TaskList", data={"tasks": [{"id": "1", "title": "Paint", "owner": {"name": "Ada"}}]})
    query = "query TaskList { tasks { __typename id title owner { kind: __typename name } } }"
    task = send(server, query)[2]["data"]["tasks"][0]
    assert task == {"__typename": "Task", "id": "1", "title": "Paint", "owner": {"kind": "User", "name": "Ada"}}
    override(server, operation="One", data={"node": {"id": "1"}})
    assert "data.node.__typename is missing" in message(send(server, "query One { node(id: 1) { __typename id } }"))


@pytest.mark.parametrize(
    "data, problem",
    [
        ({"tasks": [{"id": "1"}]}, "data.tasks[0].title is missing"),
        ({"tasks": [{"id": "1", "title": "Paint", "done": True}]}, "data.tasks[0].done was not requested"),
        ({"tasks": [{"id": "1", "title": 7}]}, "data.tasks[0].title is 7"),
        ({"tasks": None}, "data.tasks is null"),
        ({"tasks": {}}, "data.tasks is {}: expected a list"),
        ({}, "data.tasks is missing"),
    ],
)
def test_data_that_does_not_match_the_request_is_an_error(server, data, problem):
    override(server, operation="TaskList", data=data)
    answer = send(server, LIST)
    assert answer[:2] == (500, "error") and problem in message(answer)
    assert answer[2]["errors"][0]["extensions"]["code"] == "UNDERSTUDY_BAD_OVERRIDE"


def test_an_override_does_not_hide_an_invalid_request(server):
    override(server, operation="TaskList", data={"tasks": []})
    assert 'Cannot query field "titel"' in message(send(server, LIST.replace("title", "titel")))
    assert 'got invalid value "no"' in message(send(server, LIST, {"done": "no"}))


def test_errors_and_statuses(server):
    override(server, operation="SaveTask", variables={"id": "1"}, errors="The title is taken")
    override(server, operation="SaveTask", variables={"id": "2"}, status=401)
    error = {"message": "No rights", "path": ["saveTask"], "extensions": {"code": "FORBIDDEN"}}
    override(server, operation="SaveTask", variables={"id": "3"}, data={"saveTask": None}, errors=[error], status=403)
    assert send(server, SAVE, {"id": "1"}) == (200, "override", {"errors": [{"message": "The title is taken"}]})
    assert send(server, SAVE, {"id": "2"})[0] == 401
    assert send(server, SAVE, {"id": "3"}) == (403, "override", {"errors": [error], "data": {"saveTask": None}})
    assert send(server, SAVE, {"id": "4"})[1] == "fake"


def test_those_with_times_come_first_then_the_newest(server):
    def title():
        return send(server, LIST)[2]["data"]["tasks"][0]["title"]

    def give(title, **others):
        override(server, operation="TaskList", data={"tasks": [{"id": "1", "title": title}]}, **others)

    give("setup")
    give("first", times=1)
    give("second", times=2)
    give("newest")
    assert [title() for _ in range(5)] == ["first", "second", "second", "newest", "newest"]


def test_a_document_names_one_operation_without_regard_to_spelling(server):
    override(server, document="query TaskList($done: Boolean){tasks(done:$done){id,title}}", data={"tasks": []})
    assert send(server, LIST)[1] == "override"
    assert send(server, LIST.replace("title", "done"))[1] == "fake"


def test_an_overridden_mutation_changes_nothing(server):
    before = send(server, "{ task(id: 1) { title } }")
    override(server, operation="SaveTask", times=1, data={"saveTask": {"id": "1", "title": "Overridden"}})
    assert send(server, SAVE, {"id": "1"})[2]["data"]["saveTask"]["title"] == "Overridden"
    assert send(server, "{ task(id: 1) { title } }") == before
    assert send(server, SAVE, {"id": "1"})[1] == "fake"
    assert send(server, "{ task(id: 1) { title } }")[2]["data"]["task"]["title"] == "Paint"


def test_a_session_of_its_own(server):
    override(server, operation="TaskList", session="tests/a", data={"tasks": []})
    assert send(server, LIST, session="tests/a")[1] == "override"
    assert send(server, LIST, session="tests/b")[1] == send(server, LIST)[1] == "fake"


def test_an_override_of_a_test_ends_with_it_and_unused_ones_are_reported(folder):
    with start(folder) as server:
        token = call(server, "POST", "begin", {"session": "tests/a"})["token"]
        override(server, operation="TaskList", data={"tasks": []})
        override(server, operation="TaskLst", data={"tasks": []})
        assert send(server, LIST)[1] == "override"
        ended = call(server, "POST", "end", {"token": token, "outcome": "passed"})
        assert ended["counts"]["override"] == 1
        call(server, "POST", "begin", {"session": "tests/b"})
        assert send(server, LIST)[1] == "fake"
    assert 'tests/a: the override {"operation":"TaskLst"' in server.stderr
    assert "was not used" in server.stderr and server.stderr.count("the override") == 1


def test_a_fault_applies_to_an_override(server):
    override(server, operation="TaskList", data={"tasks": []})
    assert send(server, LIST, headers={"Understudy-Fault": "status=503"}.items())[0] == 503
    call(server, "POST", "faults", {"operation": "TaskList", "error": "tasks", "message": "Lost"})
    answer = send(server, LIST)
    assert message(answer) == "Lost" and answer[2]["data"] is None
    assert call(server, "DELETE", "faults") == {"deleted": 1}
    assert send(server, LIST) == (200, "override", {"data": {"tasks": []}})


def test_a_subscription_gets_one_event(server):
    override(server, operation="Saved", data={"taskSaved": {"id": "1"}})

    async def events():
        async with Client(transport=WebsocketsTransport(url=f"ws://127.0.0.1:{server.port}/board")) as session:
            return [event async for event in session.subscribe(gql("subscription Saved { taskSaved { id } }"))]

    assert asyncio.run(events()) == [{"taskSaved": {"id": "1"}}]


def test_the_file_has_overrides_and_posted_ones_precede_them(folder):
    file = folder / "recordings" / "board" / "endpoint.yaml"
    file.write_text(
        "answers:\n"
        "  - operation: TaskList\n"
        "    times: 1\n"
        '    data: { tasks: [{ id: "1", title: "07", owner: null }] }\n'
        "  - { operation: TaskList, data: { tasks: [] } }\n"
    )
    query = LIST.replace("title", "title owner { name }")
    try:
        with start(folder) as server:
            task = {"id": "1", "title": "07", "owner": None}
            assert send(server, query)[2] == {"data": {"tasks": [task]}}
            override(server, operation="TaskList", times=1, data={"tasks": [{**task, "title": "posted"}]})
            titles = [[task["title"] for task in send(server, query)[2]["data"]["tasks"]] for _ in range(2)]
            assert titles == [["posted"], []]
    finally:
        file.unlink()


def test_replay_without_a_schema_compares_with_the_selection(tmp_path):
    query = 'query Country { country(code: "CA") { name continent { name } ... on Country { capital } } }'
    with running(understudy("replay", "--recordings", ROOT / "recordings", "--schemas", tmp_path)) as server:
        override(server, operation="Country", times=1, data={"country": {"name": "Kanada", "continent": {"name": "N"}}})
        override(server, operation="Country", times=1, data={"country": {"nam": "Kanada", "continent": 7}})
        override(server, operation="Country", data={"country": None})
        country = {"name": "Kanada", "continent": {"name": "N"}}
        assert send(server, query, path="countries") == (200, "override", {"data": {"country": country}})
        text = message(send(server, query, path="countries"))
        assert 'data.country.nam is not selected. Did you mean "name"?' in text and "data.country.name is missing." in text
        assert "data.country.continent is a number: expected an object." in text
        assert send(server, query, path="countries")[2] == {"data": {"country": None}}


@pytest.mark.parametrize(
    "page, body, problem",
    [
        ("answers", {"operation": "A"}, 'The override has no answer: add "data", "errors" or "status".'),
        ("answers", {"operation": "A", "data": 3}, '"data" is "3": expected the answer\'s data'),
        ("answers", {"operation": "A", "errors": []}, '"errors" is an empty list'),
        ("answers", {"operation": "A", "errors": [{"text": "x"}]}, '"errors" has a mapping'),
        ("answers", {"operation": "A", "data": {}, "body": "x", "status": 200}, '"body" replaces "data" and "errors"'),
        ("answers", {"document": "query {", "data": {}}, '"document" is not GraphQL'),
        ("answers", {"document": "query A { a } query B { b }", "data": {}}, '"document" has several operations, or none'),
        ("answers", {"operation": "A", "error": "a"}, '"error" belongs to a fault'),
        ("answers", {"operation": "A", "datas": {}}, 'Unknown key "datas"'),
        ("faults", {"operation": "A", "data": {}}, '"data" belongs to an override'),
    ],
)
def test_what_is_not_valid_is_refused_with_its_reason(server, page, body, problem):
    assert problem in call(server, "POST", page, body)
    assert call(server, "GET", "answers") == {"answers": []} and call(server, "GET", "faults") == {"faults": []}
