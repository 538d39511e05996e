"""Fixtures: exact answers that the generated data keeps, and the settings that select data by session or request."""

import json
import shutil
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from fakes.contradictions.walks import walks
from graphql import build_schema
from harness import run, understudy

SCHEMA = Path(__file__).parent / "worlds" / "tasks.graphqls"
OVERDUE = "{ tasks(filterBy: {overdue: true}) { nodes { id title dueDate isOverdue assignee { name } } } }"
ANSWER = {
    "tasks": {
        "nodes": [
            {
                "id": f"o{number}",
                "title": title,
                "dueDate": f"2026-0{number}-05",
                "isOverdue": True,
                "assignee": {"name": "Demo User"},
            }
            for number, title in enumerate(["Pay the rent", "Call the plumber", "Renew the passport"], 1)
        ]
    }
}
TEAM = '{ team(slug: "red") { name members { name } memberCount } }'
EMPTY_TEAM = {"team": {"name": "Red", "members": [], "memberCount": 0}}


@pytest.fixture
def schemas(tmp_path):
    folder = tmp_path / "schemas"
    folder.mkdir()
    schema = SCHEMA.read_text("utf-8") + "type Mutation { deleteTask(id: ID!): Task }"
    (folder / "tasks.graphqls").write_text(schema, "utf-8")
    save(folder, "overdue", OVERDUE, ANSWER)
    save(folder, "empty-team/team", TEAM, EMPTY_TEAM)
    return folder


def save(folder, name, query, data):
    file = folder / "tasks.fixtures" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.with_suffix(".graphql").write_text(query, "utf-8")
    file.with_suffix(".json").write_text(json.dumps({"data": data}, indent=2), "utf-8")


@pytest.fixture
def start(schemas):
    servers = []

    def starting(*options):
        server = understudy("fake", "--port", 0, "--schemas", schemas, *options)
        servers.append(server)
        return server

    yield starting
    for server in servers:
        server.stop()


def post(server, path, body, **headers):
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}",
        json.dumps(body).encode(),
        {"content-type": "application/json"} | headers,
    )
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)


def ask(server, query, path="/tasks", **headers):
    return post(server, path, {"query": query}, **headers)


def data(answer):
    assert "errors" not in answer, answer
    return answer["data"]


def message(answer):
    return answer["errors"][0]["message"]


def refused(schemas, *options):
    ended = run("fake", "--port", 0, "--schemas", schemas, *options)
    assert ended.returncode == 2, ended.stdout
    return ended.stderr


def test_answers_are_exact_and_the_rest_agrees(start):
    server = start()
    assert data(ask(server, OVERDUE)) == ANSWER
    every = data(ask(server, "{ tasks(first: 100) { nodes { id isOverdue isDone state completedAt } totalCount } }"))
    every = every["tasks"]["nodes"]
    assert sorted(task["id"] for task in every if task["isOverdue"]) == ["o1", "o2", "o3"]
    # The state was not in the fixture: a done task is not overdue.
    assert all(not task["isDone"] and task["completedAt"] is None for task in every if task["isOverdue"])
    task = data(ask(server, '{ task(id: "o2") { title assignee { name } } }'))["task"]
    assert task == {"title": "Call the plumber", "assignee": {"name": "Demo User"}}


def test_the_order_of_a_list_is_that_of_its_items(start):
    # The default order is that of the creation, which the fixture does not have.
    nodes = data(ask(start(), OVERDUE.replace("id title", "id createdAt title")))["tasks"]["nodes"]
    assert [node["id"] for node in nodes] == ["o1", "o2", "o3"]
    times = [node["createdAt"] for node in nodes]
    assert times == sorted(times, reverse=True)


def test_changes_apply_to_fixtures(start):
    server = start()
    deleted = data(ask(server, 'mutation { deleteTask(id: "o1") { __typename } }'))
    assert deleted
    assert [node["id"] for node in data(ask(server, OVERDUE))["tasks"]["nodes"]] == ["o2", "o3"]


def test_a_set_is_selected_by_url_header_session_run_and_file(start, schemas, tmp_path):
    server = start()
    usual = data(ask(server, TEAM))
    assert usual != EMPTY_TEAM
    assert data(ask(server, TEAM, "/tasks?fixtures=empty-team")) == EMPTY_TEAM
    assert data(ask(server, TEAM, **{"understudy-data": "fixtures=empty-team"})) == EMPTY_TEAM
    # Those that always apply are there, too.
    assert data(ask(server, OVERDUE, "/tasks?fixtures=empty-team")) == ANSWER
    assert data(ask(server, TEAM)) == usual
    begun = post(server, "/__understudy/begin", {"session": "a", "data": {"fixtures": "empty-team"}})
    assert data(ask(server, TEAM)) == EMPTY_TEAM
    post(server, "/__understudy/end", {"token": begun["token"], "outcome": "passed"})
    begun = post(server, "/__understudy/begin", {"session": "a"})
    assert data(ask(server, TEAM)) == usual
    assert data(ask(start("--fixtures", "empty-team"), TEAM)) == EMPTY_TEAM
    recordings = tmp_path / "recordings" / "tasks"
    recordings.mkdir(parents=True)
    (recordings / "endpoint.yaml").write_text("fakes: { fixtures: empty-team }\n", "utf-8")
    assert data(ask(start("--recordings", recordings.parent), TEAM)) == EMPTY_TEAM


def test_unknown_names_are_refused_with_a_suggestion(start, schemas):
    server = start()
    told = 'There is no set of fixtures "empty-tem" in'
    for answer in [
        ask(server, TEAM, "/tasks?fixtures=empty-tem"),
        post(server, "/__understudy/begin", {"session": "a", "data": {"fixtures": "empty-tem"}}),
    ]:
        assert message(answer).startswith(told)
        assert 'Did you mean "empty-team"?' in message(answer)
    assert 'unknown type "Tsk". Did you mean "Task"?' in message(
        ask(server, TEAM, **{"understudy-data": "population=Tsk=3"})
    )
    assert "Did you mean" in message(ask(server, TEAM, **{"understudy-data": "poplation=Task=3"}))
    assert 'There is no set of fixtures "empty-tem"' in refused(schemas, "--fixtures", "empty-tem")
    assert 'There is no type "Tsk"' in refused(schemas, "--population", "Tsk=3")
    wrong = run("fake", "--schemas", schemas, "--now", "2026-02-30")
    assert wrong.returncode == 64 and "expected a date from 1980 to 2200" in wrong.stderr


def test_fixtures_that_contradict_each_other_are_an_error_with_both_places(schemas):
    save(schemas, "o2", '{ task(id: "o2") { title } }', {"task": {"title": "Call the electrician"}})
    said = refused(schemas)
    assert "tasks.fixtures/o2.json:4:16: data.task.title is \"Call the electrician\" here, but " in said or (
        "overdue.json" in said and "o2.json:4:16" in said
    ), said
    assert "Correct one of them." in said
    checked = run("check", "--schemas", schemas, "--recordings", schemas.parent / "recordings")
    assert "Correct one of them." in checked.stdout + checked.stderr or "no such folder" in checked.stderr


@pytest.mark.parametrize(
    ("query", "answer", "told"),
    [
        ("{ me { nam } }", {"me": {"nam": "A"}}, 'a.graphql:1:8: Cannot query field "nam" on type "User". Did you mean'),
        ("{ me { name } }", {"me": {"name": 7}}, "a.json:4:15: data.me.name is 7: expected a string"),
        ("{ me { name } }", {"me": {}}, "data.me.name is missing"),
        ("query($id: ID!) { task(id: $id) { title } }", {"task": None}, "A fixture has no variables."),
        ('mutation { deleteTask(id: "1") { __typename } }', {"deleteTask": None}, "A fixture is one query."),
    ],
)
def test_a_fixture_must_fit_the_schema(query, answer, told, schemas):
    save(schemas, "a", query, answer)
    assert told in refused(schemas)


def test_half_a_pair_is_an_error(schemas):
    save(schemas, "a", "{ me { name } }", {"me": {"name": "Ada"}})
    (schemas / "tasks.fixtures/a.json").unlink()
    assert "tasks.fixtures/a.graphql has no answer. Save its answer as" in refused(schemas)


def test_the_folder_of_an_unknown_endpoint_is_an_error(schemas):
    (schemas / "task.fixtures").mkdir()
    assert "this belongs to the schema of endpoint \"task\", which does not exist" in refused(schemas)


def test_the_command_saves_a_pair_and_checks_it(start, schemas, monkeypatch):
    monkeypatch.setenv("EDITOR", "sed -i -e s/null/null/ -e 's/\"name\": \".*\"/\"name\": \"Ada\"/'")
    query = "{ me { name } }"
    done = run("fixture", "add", query, "--edit", "--schemas", schemas, "--name", "me")
    assert done.returncode == 0, done.stderr
    assert data(ask(start(), query)) == {"me": {"name": "Ada"}}
    monkeypatch.setenv("EDITOR", "sed -i 's/\"name\": \".*\"/\"name\": 7/'")
    wrong = run("fixture", "add", query, "--edit", "--schemas", schemas)
    assert wrong.returncode == 1
    assert "me-2.json:4:15: data.me.name is 7" in wrong.stderr
    # It is saved, and says where.
    assert (schemas / "tasks.fixtures/me-2.json").is_file()
    unknown = run("fixture", "add", "{ me { nam } }", "--schemas", schemas.parent / "none")
    assert unknown.returncode == 2


def test_numbers_of_objects_viewer_and_presets(start):
    server = start()
    query = "{ me { name login email } users(first: 1) { totalCount } projects(first: 1) { totalCount } teams { id } }"

    def asked(settings):
        return data(ask(server, query, **{"understudy-data": settings}))

    said = asked("population=User=33,Project=4&viewer=ada.lovelace@example.com")
    assert said["me"] == {"name": "Ada Lovelace", "login": "ada.lovelace", "email": "ada.lovelace@example.com"}
    assert (said["users"]["totalCount"], said["projects"]["totalCount"]) == (33, 4)
    assert asked("population=empty")["teams"] == []
    assert asked("population=empty")["me"] is not None
    assert asked("population=huge")["projects"]["totalCount"] >= 1000
    # A user that exists, by its login.
    login = data(ask(server, "{ users { edges { node { login name } } } }"))["users"]["edges"][-1]["node"]
    assert asked(f"viewer={login['login']}")["me"]["name"] == login["name"]


def test_dates_follow_today(start, schemas):
    shutil.rmtree(schemas / "tasks.fixtures")
    query = "{ tasks(first: 100) { nodes { id createdAt dueDate isOverdue isDone state } } }"

    def tasks(*options):
        return data(ask(start(*options), query))["tasks"]["nodes"]

    usual, early = tasks(), tasks("--now", "2020-06-01")
    assert max(task["createdAt"] for task in usual) < "2027"
    assert "2016" < max(task["createdAt"] for task in early) < "2020-06-01"
    # Only the dates are others.
    assert [task["state"] for task in usual] == [task["state"] for task in early]
    over = ["DONE", "CANCELLED"]
    for day, nodes in [("2027-01-01", usual), ("2020-06-01", early)]:
        for task in nodes:
            past = task["dueDate"] is not None and task["dueDate"] < day
            assert task["isOverdue"] == (past and task["state"] not in over)


def test_an_argument_without_effect_is_a_warning_until_a_rule_names_it(tmp_path):
    schemas, recordings = tmp_path / "schemas", tmp_path / "recordings"
    (recordings / "u").mkdir(parents=True)
    schemas.mkdir()
    (schemas / "u.graphqls").write_text(
        """type Query { tasks(filterBy: TaskFilter, zorp: String): [Task!]! }
        input TaskFilter { title: String  metadata: String }
        type Task { id: ID!  title: String! }""",
        "utf-8",
    )
    server = understudy("fake", "--schemas", schemas, "--recordings", recordings)
    for _ in range(2):
        data(ask(server, '{ tasks(filterBy: {metadata: "a"}, zorp: "b") { id } }', "/u"))
    data(ask(server, '{ tasks(filterBy: {title: "a"}) { id } }', "/u"))
    server.stop()
    warnings = [line for line in server.stderr.splitlines() if "has no effect" in line]
    assert len(warnings) == 2 and "Query.tasks: filterBy.metadata" in warnings[0], server.stderr
    for line in warnings:
        rule = line.split("endpoint.yaml: ")[1]
        (recordings / "u/endpoint.yaml").write_text(rule + "\n", "utf-8")
        server = understudy("fake", "--schemas", schemas, "--recordings", recordings)
        data(ask(server, '{ tasks(filterBy: {metadata: "a"}, zorp: "b") { id } }', "/u"))
        server.stop()
        assert server.stderr.count("has no effect") == 1


def test_the_arguments_of_a_lookup_are_values_of_its_object(start, schemas):
    save(schemas, "demo", '{ user(email: "demo@example.com") { name } }', {"user": {"name": "Demo"}})
    server = start("--viewer", "demo@example.com")
    assert data(ask(server, '{ user(email: "demo@example.com") { name email } me { name email } }')) == {
        "user": {"name": "Demo", "email": "demo@example.com"},
        "me": {"name": "Demo", "email": "demo@example.com"},
    }
    save(schemas, "again", '{ user(login: "demo") { email name } }', {"user": {"email": "demo@example.com", "name": "A"}})
    assert "Correct one of them." in refused(schemas)


def test_what_follows_from_a_changed_value_changes(start, schemas):
    schema = (schemas / "tasks.graphqls").read_text("utf-8")
    change = "type Mutation { updateTask(id: ID!, state: TaskState): Task  "
    (schemas / "tasks.graphqls").write_text(schema.replace("type Mutation {", change), "utf-8")
    server = start()
    query = 'mutation { updateTask(id: "o1", state: DONE) { state isOverdue isDone } }'
    assert data(ask(server, query))["updateTask"] == {"state": "DONE", "isOverdue": False, "isDone": True}
    assert [node["id"] for node in data(ask(server, OVERDUE))["tasks"]["nodes"]] == ["o2", "o3"]


@pytest.mark.parametrize("state", ["TODO", "DONE"])
@pytest.mark.parametrize("count", [0, 2, 5])
def test_lists_below_an_object_belong_to_it(count, state, start, schemas):
    shutil.rmtree(schemas / "tasks.fixtures")
    query = "{ me { name tasks(states: [%s]) { nodes { title } } } }" % state
    nodes = [{"title": f"Task {number}"} for number in range(count)]
    save(schemas, "mine", query, {"me": {"name": "Demo", "tasks": {"nodes": nodes}}})
    server = start()
    mine = data(ask(server, query.replace("title", "title state isDone")))["me"]["tasks"]["nodes"]
    assert [node["title"] for node in mine] == [node["title"] for node in nodes]
    assert all(node["state"] == state and node["isDone"] == (state == "DONE") for node in mine)


@pytest.mark.parametrize("count", [0, 1, 4, 5, 8])
def test_a_list_by_titles_alone_has_these_items(count, start, schemas):
    shutil.rmtree(schemas / "tasks.fixtures")
    query = "{ tasks(filterBy: {overdue: true}) { nodes { title } } }"
    answer = {"tasks": {"nodes": [{"title": f"Task {number}"} for number in range(count)]}}
    save(schemas, "overdue", query, answer)
    assert data(ask(start(), query)) == answer


def test_a_set_overrides_the_fixtures_that_always_apply(start, schemas):
    save(schemas, "red", TEAM, {"team": {"name": "Red", "members": [{"name": "Ada"}], "memberCount": 1}})
    save(schemas, "empty-team/overdue", OVERDUE, {"tasks": {"nodes": []}})
    server = start()
    assert data(ask(server, TEAM))["team"]["memberCount"] == 1
    assert data(ask(server, OVERDUE)) == ANSWER
    assert data(ask(server, TEAM, "/tasks?fixtures=empty-team")) == EMPTY_TEAM
    assert data(ask(server, OVERDUE, "/tasks?fixtures=empty-team")) == {"tasks": {"nodes": []}}


def test_another_viewer_overrides_a_fixture_about_the_viewer(start, schemas):
    save(schemas, "me", "{ me { name } }", {"me": {"name": "Demo"}})
    server = start()
    assert data(ask(server, "{ me { name } }"))["me"]["name"] == "Demo"
    assert data(ask(server, "{ me { email } }", **{"understudy-data": "viewer=zoe@example.com"})) == {
        "me": {"email": "zoe@example.com"}
    }


@pytest.mark.parametrize(
    ("fields", "values", "told"),
    [
        ("isOverdue state", {"isOverdue": True, "state": "DONE"}, "is true, but false follows from"),
        ("isOverdue dueDate", {"isOverdue": True, "dueDate": "2028-01-01"}, "is true, but false follows from"),
        ("state completedAt", {"state": "DONE", "completedAt": None}, "is null, but a time follows from state"),
        ("dueDate", {"dueDate": "2026-13-45"}, "Write a date or a time"),
        ("dueDate", {"dueDate": "tomorrow"}, "Write a date or a time"),
        ("id", {"id": "8"}, 'is "8" here, but "7" in the generated data'),
    ],
)
def test_values_of_one_object_that_contradict_each_other(fields, values, told, schemas):
    save(schemas, "a", '{ task(id: "7") { %s } }' % fields, {"task": values})
    said = refused(schemas)
    assert told in said and "a.json:" in said


def test_errors_in_a_fixture_are_refused_with_the_way_to_have_them(schemas):
    save(schemas, "a", "{ me { name } }", {"me": {"name": "Ada"}})
    (schemas / "tasks.fixtures/a.json").write_text('{"data": null, "errors": [{"message": "no"}]}', "utf-8")
    assert "a.json:1:26: A fixture has no errors." in refused(schemas)


def test_a_fixture_moves_no_other_object(start, schemas):
    shutil.rmtree(schemas / "tasks.fixtures")
    query = "{ users(first: 50) { edges { node { id name login } } } tasks(first: 100) { nodes { id title dueDate } } }"

    def everything(*options):
        found = data(ask(start(*options), query))
        return {
            thing["id"]: thing for thing in [edge["node"] for edge in found["users"]["edges"]] + found["tasks"]["nodes"]
        }

    before = everything()
    save(schemas, "a", '{ task(id: "7") { title } }', {"task": {"title": "Seven"}})
    save(schemas, "b", '{ team(slug: "red") { name } }', {"team": {"name": "Red"}})
    after = everything()
    assert {key: thing for key, thing in after.items() if key in before} == before
    viewer = everything("--viewer", "zoe@example.com")
    assert len([key for key in before if viewer[key] != before[key]]) == 1


def test_a_viewer_by_name_is_the_one_who_has_it(start):
    server = start()
    user = data(ask(server, "{ users(first: 50) { edges { node { id name } } } }"))["users"]["edges"][-1]["node"]
    assert data(ask(server, "{ me { id name } }", **{"understudy-data": f"viewer={user['name']}"}))["me"] == user


def test_a_typo_in_the_url_is_refused(start):
    assert 'Did you mean "fixtures"?' in message(ask(start(), TEAM, "/tasks?fixture=empty-team"))


def test_fixtures_are_checked_without_recordings(schemas):
    checked = run("check", "--schemas", schemas, "--recordings", schemas.parent / "none")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    save(schemas, "a", "{ me { name } }", {"me": {"name": 7}})
    checked = run("check", "--schemas", schemas, "--recordings", schemas.parent / "none")
    assert checked.returncode == 1 and "a.json:4:15" in checked.stdout


@pytest.mark.parametrize("values", [{"dueDate": "2028-01-01"}, {"state": "DONE"}])
def test_values_that_contradict_the_arguments_of_their_list(values, schemas):
    name = next(iter(values))
    query = "{ tasks(filterBy: {overdue: true}) { nodes { title %s } } }" % name
    save(schemas, "overdue", query, {"tasks": {"nodes": [{"title": "A"} | values]}})
    assert "isOverdue is true, but false follows from" in refused(schemas)


@pytest.mark.parametrize(
    "world", ["tasks", *(pytest.param(name, marks=pytest.mark.long) for name in ("hiring", "logistics", "social", "travel", "shop", "clinic"))]
)
def test_generated_answers_can_be_fixtures_all_at_once(world, start, tmp_path):
    """A law: what the program generates, it accepts and repeats, also with another seed."""
    schema = SCHEMA.with_name(f"{world}.graphqls").read_text("utf-8")
    folder = tmp_path / "schemas"
    shutil.rmtree(folder / "tasks.fixtures")
    (folder / "tasks.graphqls").write_text(schema, "utf-8")
    server = start()
    queries = list(walks(build_schema(schema)))
    answers = {}
    for number, query in enumerate(queries[:: max(1, len(queries) // 15)]):
        answer = ask(server, query)
        if "errors" in answer or len(json.dumps(answer)) > 40_000:
            continue
        answers[query] = answer["data"]
        save(folder, f"a{number}", query, answer["data"])
    assert len(answers) > 8
    for options in [[], ["--seed", "7"]]:
        again = start(*options)
        for query, expected in answers.items():
            assert without_cursors(data(ask(again, query))) == without_cursors(expected), query


def without_cursors(value):
    """Cursors are always generated."""
    if isinstance(value, dict):
        return {name: without_cursors(inner) for name, inner in value.items() if "ursor" not in name}
    return [without_cursors(inner) for inner in value] if isinstance(value, list) else value
