"""Faked worlds that know what was recorded: by `fake` itself, and beside `replay`."""

import json
import shutil

import clients
import pytest
from harness import ROOT, copy, eventually, run, running, understudy
from http_server import answer, sent_body, serving

ENDPOINTS = ["conference-planner", "countries", "posts", "rocket-reserver"]
# Pages: the server has 20 launches on one unless told otherwise, which no schema says, and cursors of its own.
NOT_AS_RECORDED = "query.LaunchList-3bf010af"


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    return copy(ROOT / "recordings", tmp_path_factory.mktemp("learned") / "recordings")


def fake(recordings, *arguments):
    schemas = ["--schemas", ROOT / "schemas"]
    return running(understudy("fake", *schemas, "--recordings", recordings, *arguments))


def ask(server, endpoint, query, *arguments, **variables):
    body = {"query": query, "variables": variables}
    answer = clients.post(f"{server.origin}/{endpoint}", body, *arguments)
    assert answer.status == 200, answer
    return answer


def recorded_at_start(recordings, endpoint):
    """Every recorded query that was answered before any mutation, to nobody in particular: its file, body, answer."""
    for path in sorted((recordings / endpoint).glob("query*/*.json")):
        recording = json.loads(path.read_text("utf-8"))
        start = recording["states"].get("start")
        if not start or recording["identity"] != "anonymous":
            continue
        body = {
            "query": (path.parent / "operation.graphql").read_text("utf-8"),
            "variables": recording["variables"],
        }
        yield path, body, recording["responses"][start[0]]["body"]


def test_what_was_recorded_is_answered_as_it_was(recordings):
    asked = 0
    with fake(recordings) as server:
        for endpoint in ENDPOINTS:
            for path, body, answer in recorded_at_start(recordings, endpoint):
                if path.parent.name == NOT_AS_RECORDED or not answer.get("data"):
                    continue
                made_up = clients.post(f"{server.origin}/{endpoint}", body)
                assert made_up.source == "fake"
                assert made_up.json["data"] == answer["data"], path
                asked += 1
    assert asked > 20


def test_what_was_not_asked_agrees_with_it(recordings):
    with fake(recordings, "--endpoint", "countries") as server:
        japan = ask(server, "countries", '{ country(code: "JP") { code name awsRegion states { name } } }')
        country = japan.json["data"]["country"]
        assert (country["code"], country["name"]) == ("JP", "Japan")
        assert len(country["states"]) == 47
        assert country["awsRegion"]
        assert ask(server, "countries", '{ country(code: "XX") { awsRegion } }').json["data"] == {"country": None}


def test_it_says_what_it_learned(recordings):
    with fake(recordings, "--json") as server:
        eventually(lambda: len(server.events("learned")) == len(ENDPOINTS), "a line for each endpoint")
        lines = [event["message"] for event in server.events("learned")]
        assert any(line.startswith("posts: learned 2 objects of 2 types from ") for line in lines), lines
    with fake(recordings, "--no-learn", "--json") as server:
        assert server.events("learned") == []
        names = ask(server, "conference-planner", "{ allConferences { name } }").json["data"]["allConferences"]
        assert "UIKonf" not in [conference["name"] for conference in names]


def test_sessions_change_what_was_recorded_for_themselves(recordings):
    rename = 'mutation { updateConference(id: "%s", name: "Renamed") { name } }'
    with fake(recordings, "--endpoint", "conference-planner") as server:
        listed = ask(server, "conference-planner", "{ allConferences { id name } }").json["data"]["allConferences"]
        mine = ("-H", "X-Understudy-Session: mine")
        ask(server, "conference-planner", rename % listed[0]["id"], *mine)
        names = '{ allConferences { name } }'
        changed = ask(server, "conference-planner", names, *mine).json["data"]["allConferences"]
        assert [each["name"] for each in changed] == ["Renamed", *[each["name"] for each in listed[1:]]]
        others = ask(server, "conference-planner", names).json["data"]["allConferences"]
        assert [each["name"] for each in others] == [each["name"] for each in listed]


def test_on_replay_recorded_answers_stay_byte_for_byte(recordings):
    where = ["--recordings", recordings, "--schemas", ROOT / "schemas"]
    with running(understudy("replay", *where)) as plain, running(
        understudy("replay", *where, "--on-miss", "fake")
    ) as faking:
        for endpoint in ENDPOINTS:
            for path, body, _ in recorded_at_start(recordings, endpoint):
                one = clients.post(f"{plain.origin}/{endpoint}", body)
                two = clients.post(f"{faking.origin}/{endpoint}", body)
                assert one.source == two.source == "recorded", path
                assert one.body == two.body, path
        missed = '{ allConferences { name updatedAt attendees { name } } }'
        assert clients.post(f"{plain.origin}/conference-planner", {"query": missed}).source == "miss"
        answer = clients.post(f"{faking.origin}/conference-planner", {"query": missed})
        assert answer.source == "fake"
        conferences = answer.json["data"]["allConferences"]
        assert [each["name"] for each in conferences] == ["UIKonf", "try! Swift", "NSSpain"]
        assert [each["name"] for each in conferences[1]["attendees"]] == ["Camille", "Erik"]


def test_two_processes_learn_the_same_and_another_seed_only_makes_up_differently(recordings):
    query = "{ allConferences { id name createdAt attendees { id name updatedAt } } }"

    def answer(*arguments):
        with fake(recordings, "--endpoint", "conference-planner", *arguments) as server:
            return ask(server, "conference-planner", query).json["data"]["allConferences"]

    def known(conferences):
        def people(conference):
            return [(each["id"], each["name"]) for each in conference["attendees"]]

        return [(each["id"], each["name"], people(each)) for each in conferences]

    one, other = answer(), answer("--seed", "7")
    assert one == answer()
    assert one != other
    assert known(one) == known(other)


def test_what_changes_on_disk_is_learned_without_a_restart(recordings, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    with fake(folder, "--endpoint", "countries") as server:
        mine = ("-H", "X-Understudy-Session: mine")
        query = '{ country(code: "JP") { capital awsRegion } }'
        before = ask(server, "countries", query, *mine).json["data"]["country"]
        for path in (folder / "countries").glob("query*/*.json"):
            path.write_text(path.read_text("utf-8").replace('"Tokyo"', '"Kyoto"'), "utf-8")
        assert clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST").status in (200, 204)
        after = ask(server, "countries", query, *mine).json["data"]["country"]
        assert (before["capital"], after["capital"]) == ("Tokyo", "Kyoto")
        assert before["awsRegion"] == after["awsRegion"]


def test_what_cannot_be_read_is_a_warning(recordings, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    (broken,) = (folder / "posts").glob("query*/*.json")
    broken.write_text("{", "utf-8")
    (alien,) = (folder / "countries").glob("query.ContinentsList*")
    for path in (alien / "operation.graphql",):
        path.write_text(path.read_text("utf-8").replace("emoji", "flag"), "utf-8")
    with fake(folder, "--json") as server:
        eventually(lambda: len(server.events("warning")) >= 2, "the warnings")
        warnings = [event["message"] for event in server.events("warning")]
        assert any(broken.name in each for each in warnings), warnings
        assert any("ContinentsList" in each for each in warnings), warnings
        canada = ask(server, "countries", '{ country(code: "CA") { capital } }').json["data"]["country"]
        assert canada == {"capital": "Ottawa"}
        assert ask(server, "posts", "{ posts { title } }").json["data"]["posts"]


def test_a_world_without_recordings_is_as_before(tmp_path):
    shutil.copytree(ROOT / "schemas", tmp_path / "schemas")
    query = "{ posts { id title } }"
    answers = []
    for arguments in (["--recordings", tmp_path / "none"], ["--recordings", ROOT / "recordings", "--no-learn"]):
        with running(understudy("fake", "--schemas", tmp_path / "schemas", *arguments)) as server:
            answers.append(ask(server, "posts", query).json)
    assert answers[0] == answers[1]


def test_explain_reads_recordings_too(recordings):
    done = run("fake", "--schemas", ROOT / "schemas", "--recordings", recordings, "--explain", "--endpoint", "posts")
    assert done.returncode == 0, done.stderr


def test_a_fixture_that_the_recordings_contradict_is_a_warning(recordings, tmp_path):
    schemas = copy(ROOT / "schemas", tmp_path / "schemas")
    fixture = schemas / "countries.fixtures" / "continents.json"
    fixture.parent.mkdir()
    query = '{ countries(filter: {continent: {eq: "AF"}}) { code continent { code } } }'
    fixture.with_suffix(".graphql").write_text(query, "utf-8")
    data = {"countries": [{"code": "XX", "continent": {"code": "AF"}}]}
    fixture.write_text(json.dumps({"data": data}), "utf-8")
    options = ["--schemas", schemas, "--endpoint", "countries", "--recordings", recordings]
    with running(understudy("fake", *options, "--json")) as server:
        eventually(lambda: server.events("warning"), "a warning")
        (warning,) = server.events("warning")
        assert f"{fixture}:1:24: data.countries has 1 items here, but" in warning["message"], warning
        assert warning["message"].endswith("understudy fake --no-learn")
    with running(understudy("fake", *options, "--no-learn")) as server:
        assert ask(server, "countries", query).json["data"] == data


TOWN = """
type Query { me: User users: [User!]! }
type User { id: ID! name: String! phone: String! }
type Mutation { rename(name: String!): User logIn(name: String!): String }
"""
ME = "query Me { me { id name } }"
USERS = "query Users { users { id name } }"


@pytest.mark.parametrize(
    ("sessions", "viewer", "count"),
    [
        # What every session begins with is known, whatever some of them change.
        ({"a": (ME, "mutation { rename(name: \"Eve\") { id } }"), "b": (ME, USERS)}, "Ines", 2),
        # After a login, the user is known, but not the lists, which the mutation may have changed.
        ({"a": ("mutation { logIn(name: \"Ines\") }", ME, USERS)}, "Ines", None),
        # Each session has a user of its own.
        ({"a": ("mutation { rename(name: \"Eve\") { id } }", ME), "b": ("mutation { rename(name: \"Max\") { id } }", ME)}, None, None),
    ],
)
def test_sessions_with_mutations_share_what_they_have_in_common(sessions, viewer, count, tmp_path):
    def respond(handler):
        nonlocal name
        query = json.loads(sent_body(handler))["query"]
        if "rename" in query:
            name = query.split('"')[1]
        user = {"id": "u1", "name": name} if name != "Max" else {"id": "u2", "name": name}
        data = {"me": user} if "me {" in query else {"users": [user, {"id": "u3", "name": "Bo"}]}
        if "mutation" in query:
            data = {"logIn": "t"} if "logIn" in query else {"rename": {"id": user["id"]}}
        answer(handler, json.dumps({"data": data}).encode())

    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/town.graphqls").write_text(TOWN, "utf-8")
    folders = ("--recordings", tmp_path / "recordings")
    with serving(respond) as url:
        for session, queries in sessions.items():
            name = "Ines"
            with running(understudy("record", "--upstream", url, "--endpoint", "town", *folders)) as server:
                for query in queries:
                    ask(server, "town", query, "-H", f"X-Understudy-Session: {session}")
                assert server.stop() == 0, server.stderr
    words = ("replay", "--on-miss", "fake", "--schemas", tmp_path / "schemas", *folders)
    with running(understudy(*words)) as server:
        data = ask(server, "town", "{ me { id name phone } users { id phone } }", "-H", "X-Understudy-Session: new").json["data"]
    known = data["me"]["name"] if data["me"]["id"] == "u1" else None
    assert known == viewer, data
    assert (len(data["users"]) == count) if count else len(data["users"]) > 2, data
