"""Queries that were not recorded, answered from recordings of others that have all their fields."""

import http.client
import json
import os
import re
import shutil
import sys
from contextlib import closing

import clients
import pytest
from graphql import FieldNode, NameNode, Visitor, parse, print_ast, visit
from harness import ROOT, eventually, run, running, understudy
from http_server import answer, sent_body, serving
from shipped_queries import shipped_queries

NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
GUIDE = ROOT / "Sources/understudy/understudy.docc/Matching.md"
DETAILS = 'query LaunchDetails { launch(id: "25") { id site rocket { name type } } }'
CARD = 'query LaunchCard { launch(id: "25") { place: site rocket { name } } }'
# What the shipped recordings have, as the client of a suite sends it.
RECORDED = (
    (ROOT / "recordings/rocket-reserver/query.LaunchDetails-9e6ae8d1/operation.graphql")
    .read_text("utf-8")
    .replace("query LaunchDetails($launchId: ID!)", "query LaunchDetails")
    .replace("$launchId", '"25"')
)
MISSING = 'query LaunchCard { launch(id: "25") { place: site rocket { id name } } }'


def ask(server, query, endpoint="rocket-reserver", variables=None, *headers):
    body = json.dumps({"query": query, "variables": variables or {}})
    return clients.post(f"{server.origin}/{endpoint}", body, *headers)


@pytest.fixture(scope="module")
def shipped():
    with running(understudy("replay", "--recordings", ROOT / "recordings", env=NO_CI)) as server:
        yield server


def test_the_example_of_the_guide(shipped):
    recorded, asked, answer = re.search(
        r"^recorded +(.*)\nasked +(.*)\nanswer +(.*)$", GUIDE.read_text("utf-8"), re.M
    ).groups()
    assert (recorded, asked) == (DETAILS, CARD)
    derived = ask(shipped, asked)
    assert derived.source == "derived" and derived.header("understudy-state") == "exact"
    assert derived.json == {"data": json.loads(answer)}
    missed = ask(shipped, MISSING)
    words = 'Not recorded: launch(id: "25").rocket.id. The other 2 fields are recorded.'
    assert missed.source == "miss" and words in missed.json["errors"][0]["message"]
    assert words in GUIDE.read_text("utf-8")
    assert missed.json["errors"][0]["extensions"]["missing"] == ['launch(id: "25").rocket.id']


def test_a_field_that_the_schema_does_not_have(shipped):
    missed = ask(shipped, CARD.replace("site", "weight"))
    assert missed.source == "miss"
    words = 'The schema does not allow it: Cannot query field "weight" on type "Launch".'
    assert words in missed.json["errors"][0]["message"]


def test_a_fragment_needs_a_type_and_a_schema_has_it(tmp_path):
    text = (ROOT / "recordings/countries/query.ListCountriesInCUSMA-efb1ffbe/operation.graphql").read_text("utf-8")
    query = re.sub(r"\{[^{}]*\}\s*\}\s*$", "{ ...F } } fragment F on Country { name }", text)
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    arguments = ["replay", "--recordings", ROOT / "recordings", "--schemas", schemas]
    with running(understudy(*arguments, env=NO_CI)) as server:
        missed = ask(server, query, "countries")
        assert missed.source == "miss"
        words = "The type of an object is unknown, and __typename and fragments need it. Record the query with __typename, or add a schema file."
        assert words in missed.json["errors"][0]["message"]
    # The advice.
    (schemas / "countries.graphqls").write_text((ROOT / "schemas/countries.graphqls").read_text("utf-8"), "utf-8")
    with running(understudy(*arguments, env=NO_CI)) as server:
        derived = ask(server, query, "countries")
        assert derived.source == "derived"
        assert {"name": "Canada"} in derived.json["data"]["countries"]


class Renaming(Visitor):
    """Gives every field another alias."""

    def leave_field(self, node, *_):
        key = node.alias.value if node.alias else node.name.value
        return FieldNode(
            alias=NameNode(value=f"x_{key}"),
            name=node.name,
            arguments=node.arguments,
            directives=node.directives,
            selection_set=node.selection_set,
        )


def renamed(value):
    # The posts' server writes an id as an object.
    if isinstance(value, dict) and list(value) != ["value"]:
        return {f"x_{name}": renamed(inner) for name, inner in value.items()}
    return [renamed(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "query",
    [pytest.param(each, id=f"{each.endpoint}/{each.file.parent.name}/{each.file.stem}") for each in shipped_queries()],
)
def test_other_aliases(shipped, query):
    answer = ask(shipped, print_ast(visit(parse(query.text), Renaming())), query.endpoint, query.variables)
    assert answer.source == "derived", answer.body
    assert answer.json == {"data": renamed(query.data)}


@pytest.mark.parametrize("option", ["--strict", "--no-derive"])
def test_options_that_turn_it_off(option):
    with running(understudy("replay", option, "--recordings", ROOT / "recordings", env=NO_CI)) as server:
        missed = ask(server, CARD)
        assert missed.source == "miss"
        assert "Not recorded: " not in missed.json["errors"][0]["message"]


def copied(tmp_path, rules):
    """The recordings of Rocket Reserver with one more rule."""
    folder = tmp_path / "recordings/rocket-reserver"
    for path in sorted((ROOT / "recordings/rocket-reserver").rglob("*")):
        if path.is_file():
            copy = folder / path.relative_to(ROOT / "recordings/rocket-reserver")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    settings = folder / "endpoint.yaml"
    settings.write_text(settings.read_text("utf-8") + rules, "utf-8")
    return tmp_path / "recordings"


@pytest.mark.parametrize(
    ("rules", "source"),
    [
        ("operations: { LaunchCard: { derive: false } }\n", "miss"),
        ('operations: { "*": { derive: false } }\n', "miss"),
        ('operations: { "*": { derive: false }, LaunchCard: { derive: true } }\n', "derived"),
        ("volatile: [data.launch.site]\n", "miss"),
        ("volatile: [data.launch.isBooked]\n", "derived"),
    ],
)
def test_rules(rules, source, tmp_path):
    folder = copied(tmp_path, rules)
    assert "operations:" not in (ROOT / "recordings/rocket-reserver/endpoint.yaml").read_text("utf-8")
    with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
        assert ask(server, CARD).source == source


PROJECT = """
import json, os, urllib.request

def ask(query):
    request = urllib.request.Request(os.environ["API_URL"], json.dumps({"query": query}).encode())
    request.add_header("content-type", "application/json")
    return json.load(urllib.request.urlopen(request, timeout=30))["data"]

def test_launch():
    ask(QUERY)
"""


def test_a_suite_whose_query_became_smaller(tmp_path):
    """Recorded with each test, replayed with fewer fields: the report lists the answer with its recording."""
    upstream = understudy("replay", "--recordings", ROOT / "recordings", env=NO_CI)
    test = tmp_path / "test_launch.py"
    words = ["exec", "--each-test", "pytest", "--env", "API_URL=rocket-reserver", "--endpoint", "rocket-reserver"]
    pytest_words = ["--", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    with running(upstream) as server:
        test.write_text(PROJECT.replace("QUERY", repr(RECORDED)), "utf-8")
        recording = ["--mode", "record", "--upstream", f"{server.origin}/rocket-reserver"]
        done = run(*words, *recording, *pytest_words, cwd=tmp_path, env=NO_CI)
        assert done.returncode == 0, done.stdout + done.stderr
    test.write_text(PROJECT.replace("QUERY", repr(CARD)), "utf-8")
    done = run(*words, *pytest_words, cwd=tmp_path, env=NO_CI)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "(1 derived)" in done.stderr
    assert re.search(
        r"^Derived: 1 answer was derived from recordings of other queries\. To make it a miss: --no-derive\n"
        r"  test_launch\.py::test_launch: rocket-reserver query LaunchCard from rocket-reserver/sessions/\S+\.json$",
        done.stderr,
        re.M,
    ), done.stderr
    # The advice.
    done = run(words[0], "--no-derive", *words[1:], *pytest_words, cwd=tmp_path, env=NO_CI)
    assert done.returncode == 1 and "No recording of query LaunchCard" in done.stderr


class Service:
    """Answers queries by their root field: a job that goes on with each request, the tenant of a header, a greeting."""

    def __init__(self):
        self.jobs = iter(["RUNNING", "RUNNING", "DONE"])
        self.title = "first"

    def __call__(self, handler):
        body = json.loads(sent_body(handler))
        query, variables = body["query"], body.get("variables") or {}
        if "job" in query:
            data = {"job": {"id": 1, "status": next(self.jobs)}}
        elif "tenant" in query:
            data = {"tenant": handler.headers.get("x-tenant") or "none", "version": 1}
        elif "greet" in query:
            data = {"greet": f"hi {variables.get('name')}", "version": 1}
        elif "rename" in query:
            self.title = "second"
            data = {"rename": {"id": 7, "title": self.title}}
        else:
            data = {"post": {"id": 7, "title": self.title, "length": 5}}
        answer(handler, json.dumps({"data": data}).encode())


@pytest.fixture
def recorded(tmp_path):
    """Records requests; returns the folder. Rules are added before."""

    def record(requests, rules=""):
        folder = tmp_path / "recordings"
        (folder / "svc").mkdir(parents=True)
        (folder / "svc" / "endpoint.yaml").write_text(rules, "utf-8")
        with serving(Service()) as url:
            arguments = ["--upstream", url, "--endpoint", "svc", "--recordings", folder]
            with running(understudy("record", *arguments, env=NO_CI)) as server:
                for query, variables, *headers in requests:
                    ask(server, query, "svc", variables, *headers)
                assert server.stop() == 0, server.stderr
        return folder

    return record


def test_a_recorded_sequence_goes_on_where_the_session_is(recorded):
    whole = "query A { job { id status } }"
    folder = recorded([(whole, {})] * 3)
    # Equal answers in a row are one.
    small, other = "query X { job { status } }", "query Y { job { s: status } }"
    for before, statuses in (([whole] * 3, ["DONE"]), ([small, small], ["DONE", "DONE"]), ([], ["RUNNING", "DONE"])):
        with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
            for query in before:
                ask(server, query, "svc")
            answers = [ask(server, other, "svc") for _ in statuses]
            assert {each.source for each in answers} == {"derived"}
            assert [each.json["data"]["job"]["s"] for each in answers] == statuses, before


TENANT = ("-H", "X-Tenant: b")


def test_a_header_that_counts_for_the_recorded_query(recorded):
    rules = "operations: { A: { headers: [x-tenant] }, B: { headers: [x-tenant] } }\n"
    folder = recorded([("query A { tenant version }", {}), ("query A { tenant version }", {}, *TENANT)], rules)
    with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
        assert ask(server, "query X { tenant }", "svc", {}, *TENANT).source == "miss"
        assert ask(server, "query B { tenant }", "svc", {}, *TENANT).json == {"data": {"tenant": "b"}}
        assert ask(server, "query B { tenant }", "svc", {}).json == {"data": {"tenant": "none"}}


def test_values_that_a_rule_replaced(recorded):
    rules = "operations: { A: { variables: { name: any } }, B: { variables: { name: any } } }\n"
    query = "query %s($name: String) { greet(name: $name)%s }"
    folder = recorded([(query % ("A", " version"), {"name": "ada"})], rules)
    with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
        assert ask(server, query % ("B", ""), "svc", {"name": "bob"}).source == "miss"
        assert ask(server, query % ("A", ""), "svc", {"name": "bob"}).json == {"data": {"greet": "hi ada"}}


def test_a_query_recorded_in_another_state_only(recorded):
    """The miss says so, and names the recording; after the mutation was missed, it follows that miss."""
    post, rename = "query A { post(id: 7) { id title length } }", "mutation R { rename(id: 7) { id title } }"
    folder = recorded([(post, {}), (rename, {})])
    small = "query X { post(id: 7) { title } }"
    with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
        assert ask(server, small, "svc").json == {"data": {"post": {"title": "first"}}}
        assert ask(server, rename, "svc").source == "recorded"
        missed = ask(server, small, "svc")
        words = "Recordings of other queries have its fields, but in another state, usually after other mutations: svc/query.A-"
        assert missed.source == "miss" and words in missed.json["errors"][0]["message"]
    with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
        assert ask(server, rename.replace("7", "8"), "svc").source == "miss"
        missed = ask(server, small, "svc")
        assert missed.source == "miss" and "which missed" in missed.json["errors"][0]["message"]


def test_a_test_library_gets_a_warning(shipped):
    opened = clients.post(f"{shipped.origin}/__understudy/listeners", json.dumps({"journal": True}))
    origin = f"http://127.0.0.1:{opened.json['port']}"
    for _ in range(2):
        clients.post(f"{origin}/rocket-reserver", json.dumps({"query": CARD}))
    page = clients.curl(f"{origin}/__understudy/requests").json
    assert {request["source"] for request in page["requests"]} == {"derived"}
    (warning,) = page["warnings"]
    assert warning.startswith("derived: rocket-reserver: query LaunchCard is not recorded in this form. Its answer was derived from rocket-re")


def test_a_recording_that_was_derived_from_is_named_when_it_answers_itself(shipped):
    opened = clients.post(f"{shipped.origin}/__understudy/listeners", json.dumps({"journal": True}))
    origin = f"http://127.0.0.1:{opened.json['port']}"
    detail = (ROOT / "recordings/countries/query.GetCountry-20243fd7/operation.graphql").read_text("utf-8")
    file = next((ROOT / "recordings/countries/query.GetCountry-20243fd7").glob("*.json"))
    variables = json.loads(file.read_text("utf-8"))["variables"]
    for query in (detail.replace("GetCountry", "Other"), detail):
        clients.post(f"{origin}/countries", json.dumps({"query": query, "variables": variables}))
    derived, exact = clients.curl(f"{origin}/__understudy/requests").json["requests"]
    assert (derived["source"], exact["source"]) == ("derived", "exact")
    assert exact["recording"] == f"countries/query.GetCountry-20243fd7/{file.name}"


def test_a_summary_for_programs(shipped):
    with running(understudy("replay", "--json", "--recordings", ROOT / "recordings", env=NO_CI)) as server:
        ask(server, CARD)
        server.stop()
    (summary,) = [json.loads(line) for line in server.stdout.splitlines() if '"summary"' in line]
    (derived,) = summary["derived"]
    assert derived["operation"] == "LaunchCard" and derived["recording"].startswith("rocket-reserver/query.LaunchDetails-")


FILLED = 'query LaunchCard { launch(id: "25") { id site isBooked rocket { id name } mission { name missionPatch } } }'


def test_missing_fields_are_generated_if_asked_for(tmp_path):
    """With `--on-miss fake` the recorded part stays, and only the rest is generated."""
    shutil.copytree(ROOT / "recordings", tmp_path / "recordings")
    command = understudy(
        "replay", "--recordings", tmp_path / "recordings", "--schemas", ROOT / "schemas", "--on-miss", "fake", env=NO_CI
    )
    with running(command) as server:
        recorded = ask(server, RECORDED).json["data"]["launch"]
        filled = ask(server, FILLED)
        marked = ask(server, FILLED, "rocket-reserver", None, "-H", "Understudy-Show-Generated: true")
    assert filled.source == "fake" and "extensions" not in filled.json
    launch = filled.json["data"]["launch"]
    known = {"id": recorded["id"], "site": recorded["site"], "isBooked": recorded["isBooked"]}
    assert {name: launch[name] for name in known} == known
    assert launch["rocket"]["name"] == recorded["rocket"]["name"] and launch["rocket"]["id"]
    assert marked.json["data"] == filled.json["data"]
    generated = marked.json["extensions"]["understudy"]["generated"]
    assert 'launch(id: "25").rocket.id' in generated and 'launch(id: "25").site' not in generated


@pytest.mark.parametrize(
    ("query", "words", "code"),
    [
        (CARD, ("Source: derived", "launchId=25-", '"place": "CCAFS SLC 40"'), 0),
        (MISSING, ("Source: miss", 'Not recorded: launch(id: "25").rocket.id.'), 2),
        (RECORDED, ("Source: derived",), 0),
    ],
)
def test_show_explains_a_query(query, words, code):
    shown = run("show", "--derived", query, "--endpoint", "rocket-reserver", cwd=ROOT)
    assert shown.returncode == code
    assert [word for word in words if word not in shown.stdout] == [], shown.stdout


def test_show_names_the_endpoints_if_none_answers(tmp_path):
    shown = run("show", "--derived", MISSING, cwd=ROOT)
    assert shown.returncode == 2 and "--endpoint conference-planner" in shown.stderr
    assert run("show", "--derived", cwd=ROOT).returncode == 64


def test_an_element_of_a_list_asked_alone(tmp_path):
    """`endpoint.yaml` says that the root field finds a country by its code; without the rule it is a miss."""
    data = {"countries": [{"__typename": "Country", "code": "BR", "name": "Brazil"}]}

    def respond(handler):
        sent_body(handler)
        answer(handler, json.dumps({"data": data}).encode())

    with serving(respond) as url:
        record = understudy("record", "--upstream", url, "--endpoint", "places", "--recordings", tmp_path, env=NO_CI)
        with running(record) as server:
            ask(server, "{ countries { __typename code name } }", "places")
            assert server.stop() == 0, server.stderr
    one, other = '{ country(code: "BR") { name } }', '{ country(code: "XX") { name } }'
    for rule, source in (("", "miss"), ("lookups: { country: code }\n", "derived")):
        (tmp_path / "places/endpoint.yaml").write_text(rule, "utf-8")
        with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:
            assert ask(server, one, "places").source == source
            assert ask(server, other, "places").source == "miss"


@pytest.mark.parametrize("differs", [False, True])
def test_an_endpoint_with_more_recordings_than_one_answer_is_derived_from(differs, tmp_path):
    """The evidence is found by what its operations select, not by the order of files."""
    count, listed = 300, 20

    def card(number):
        return {"__typename": "Card", "id": f"c{number}", "name": f"Card {number}", "weight": number}

    def respond(handler):
        body = json.loads(sent_body(handler))
        root, names = re.fullmatch(r"query \w+(?:\(.*\))? \{ (\w+)(?:\(.*\))? \{ (.*) \} \}", body["query"]).groups()
        numbers = range(count, count + listed) if root == "cards" else [int(body["variables"]["id"][1:])]
        found = [{name: card(number)[name] for name in names.split()} for number in numbers]
        if differs and root == "detail" and numbers == [1]:
            found[0]["weight"] = -1
        answer(handler, json.dumps({"data": {root: found if root == "cards" else found[0]}}).encode())

    one = "query {}($id: ID!) {{ {}(id: $id) {{ __typename id {} }} }}".format
    requests = [(one("Card", "card", "name"), number) for number in range(count)]
    requests += [(one("Detail", "detail", "weight"), number) for number in range(count)]
    # The last folder and file have the evidence.
    requests += [(one("Weighed", "card", "name weight"), number) for number in (0, 1)]
    requests += [(one("Zoom", "card", "name"), number) for number in (count, count + 1)]
    requests += [("query All { cards { __typename id name } }", 0)]
    with serving(respond) as url:
        record = ("record", "--upstream", url, "--endpoint", "app", "--recordings", tmp_path, "--quiet")
        with running(understudy(*record, env=NO_CI)) as recorder:
            with closing(http.client.HTTPConnection("127.0.0.1", recorder.port, timeout=20)) as connection:
                for query, number in requests:
                    body = json.dumps({"query": query, "variables": {"id": f"c{number}"}})
                    connection.request("POST", "/app", body, {"content-type": "application/json"})
                    assert connection.getresponse().read()
            assert recorder.stop() == 0
    with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:
        whole = "query Whole($id: ID!) { card(id: $id) { name weight } }"
        reply = ask(server, whole, "app", {"id": "c150"})
        if differs:
            assert reply.source == "miss", reply.body
            return
        assert reply.source == "derived"
        assert reply.json == {"data": {"card": {"name": "Card 150", "weight": 150}}}
        alone = ask(server, "query Alone($id: ID!) { card(id: $id) { name } }", "app", {"id": f"c{count + 9}"})
        assert alone.source == "derived"
        assert alone.json == {"data": {"card": {"name": f"Card {count + 9}"}}}
    # What is known from other paths stays if the rest is generated.
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "app.graphqls").write_text(
        "type Query { card(id: ID!): Card detail(id: ID!): Card cards: [Card!]! }\n"
        "type Card { id: ID! name: String! weight: Int! color: String! }\n"
    )
    fill = ("replay", "--recordings", tmp_path, "--schemas", tmp_path / "schemas", "--on-miss", "fake")
    with running(understudy(*fill, env=NO_CI)) as server:
        query = whole.replace("weight", "weight color")
        reply = ask(server, query, "app", {"id": "c150"}, "-H", "Understudy-Show-Generated: true").json
    assert reply["data"]["card"].items() >= {"name": "Card 150", "weight": 150}.items()
    assert reply["extensions"]["understudy"]["generated"] == ['card(id: "c150").color']


@pytest.mark.parametrize("session", [(), ("-H", "X-Understudy-Session: test")], ids=["unnamed", "named"])
def test_a_smaller_query_of_another_user_says_so(session, tmp_path):
    def respond(handler):
        sent_body(handler)
        answer(handler, b'{"data":{"me":{"id":"1","name":"Ada"}}}')

    token = ("-H", "Authorization: Bearer ada-0123456789")
    with serving(respond) as url:
        record = ("record", "--upstream", url, "--endpoint", "app", "--recordings", tmp_path)
        with running(understudy(*record, env=NO_CI)) as recorder:
            ask(recorder, "query Me { me { id name } }", "app", {}, *token, *session)
            assert recorder.stop() == 0
    with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:
        missed = ask(server, "query Name { me { name } }", "app", {}, *session)
        error = missed.json["errors"][0]
        assert "A recording of another user has all its fields: app/" in error["message"]
        assert "is authenticated, and this request is anonymous." in error["message"]
        assert error["extensions"]["otherUser"]["identity"] == "authenticated"
        assert ask(server, "query Name { me { name } }", "app", {}, *token, *session).source == "derived"
        other = ask(server, "query Name { me { email } }", "app", {}, *session).json["errors"][0]["message"]
        assert "another user" not in other


def test_a_default_value_that_the_schema_changes_while_the_program_runs(tmp_path):
    def respond(handler):
        sent_body(handler)
        answer(handler, b'{"data":{"item":{"id":"1","name":"One"}}}')

    def schema(default):
        (tmp_path / "schemas").mkdir(exist_ok=True)
        (tmp_path / "schemas" / "app.graphqls").write_text(
            f"type Query {{ item(n: Int = {default}): Item }} type Item {{ id: ID! name: String }}"
        )

    schema(1)
    folders = ("--recordings", tmp_path / "recordings", "--schemas", tmp_path / "schemas")
    with serving(respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "app", *folders, env=NO_CI)) as recorder:
            ask(recorder, "{ item { id name } }", "app")
            assert recorder.stop() == 0
    with running(understudy("replay", *folders, env=NO_CI)) as server:

        def sources():
            return [ask(server, f"{{ item(n: {number}) {{ other: name }} }}", "app").source for number in (1, 2)]

        assert sources() == ["derived", "miss"]
        schema(2)
        eventually(lambda: sources() == ["miss", "derived"], "the new default value")
