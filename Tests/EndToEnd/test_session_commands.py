"""Maintenance of named sessions: `show --session`, `show --sizes`, `mv --session` and `prune --sessions`."""

import json
import re
import sys

import pytest
from harness import Server, copy, run, running, tree, understudy
from session_support import Caller
from standing_in import UPSTREAMS
from test_replace import BUY, COUNT, ENDPOINT, LOG_IN

ONE, TWO, SCOPE = "tests/test_cart.py::test_one", "tests/test_cart.py::test_two", "tests/test_cart.py::shop"
NAMES = {ONE: ["apple"], TWO: ["book", "desk"], SCOPE: ["hat"]}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Three sessions of one endpoint, and one of these names of another."""
    folder = tmp_path_factory.mktemp("sessions") / "recordings"
    with running(Server([sys.executable, "orders.py"], cwd=UPSTREAMS)) as shop:
        for endpoint, names in ((ENDPOINT, NAMES), ("copy", [ONE])):
            where = ["--upstream", f"{shop.origin}/graphql", "--endpoint", endpoint, "--recordings", folder, "--json"]
            with running(understudy("record", *where)) as server:
                for name in names:
                    buy(server, name, endpoint)
                assert server.stop() == 0, server.stderr
    return folder


@pytest.fixture
def folder(recorded, tmp_path):
    return copy(recorded, tmp_path / "recordings")


def buy(server, name, endpoint=ENDPOINT):
    caller = Caller(server, name, endpoint=endpoint)
    caller.headers["Authorization"] = caller.ask(LOG_IN).json["data"]["logIn"]["token"]
    answers = [caller.ask(COUNT)]
    for item in NAMES[name]:
        answers += [caller.ask(BUY, {"item": item}), caller.ask(COUNT)]
    return answers


def files(folder, endpoint=ENDPOINT):
    return sorted(path.name for path in (folder / endpoint / "sessions").glob("*.json"))


def sources(folder, name):
    with running(understudy("replay", "--recordings", folder, "--strict")) as server:
        return {answer.source for answer in buy(server, name)}


def report(folder, tmp_path, script, *arguments, file="run.json"):
    """Replays a command that sends requests; returns the path of its report."""
    path = tmp_path / file
    words = ["exec", "--recordings", folder, *arguments, "--report", path, "--", sys.executable, "-c", ASK + script]
    return path, run(*words)


# Sends what was recorded in a session: `ask(name, items)`; `begin` and `end` for scopes.
ASK = """
import json, os, urllib.request
def post(url, body, **headers):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    return json.load(urllib.request.urlopen(request))
def ask(name, items):
    url, headers = os.environ["UNDERSTUDY_URL_ORDERS"], {"X-Understudy-Session": name} if name else {}
    def send(query, name, variables=None):
        return post(url, {"query": query, "operationName": name, "variables": variables}, **headers)
    token = send('mutation LogIn { logIn(email: "me@example.com") { token } }', "LogIn")["data"]["logIn"]["token"]
    headers["Authorization"] = token
    send("query OrderCount { orderCount }", "OrderCount")
    for item in items:
        send("mutation Buy($item: String!) { buy(item: $item) { id } }", "Buy", {"item": item})
        send("query OrderCount { orderCount }", "OrderCount")
def begin(name, scope=False):
    body = {"session": name, "scope": scope}
    return post(os.environ["UNDERSTUDY_URL"] + "/__understudy/begin", body)["token"]
def end(token):
    post(os.environ["UNDERSTUDY_URL"] + "/__understudy/end", {"token": token, "outcome": "passed"})
"""


# --- show --session


def test_a_session_is_shown_as_a_story(folder):
    done = run("show", "--session", TWO, "--recordings", folder)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f"session {TWO}"
    assert re.fullmatch(rf"{re.escape(str(folder))}/{ENDPOINT}/sessions/\S+\.json: 6 requests to {ENDPOINT}", lines[1])
    titles = [line for line in lines if re.match(r"\d+\. ", line)]
    assert titles == [
        "1. mutation LogIn",
        "2. query OrderCount",
        '3. mutation Buy {"item":"book"}',
        "4. query OrderCount",
        '5. mutation Buy {"item":"desk"}',
        "6. query OrderCount",
    ]
    story = "\n".join(lines)
    third = story.split("\n3. ")[1].split("\n\n")[0].splitlines()
    assert third[1].strip().startswith("sent authenticated")
    assert re.match(r'   changed: returned buy\.id "order-\d+"', third[2]), third
    assert re.match(r'   → \{"data":\{"buy":\{"id":"order-\d+"\}\}\}', third[3]), third
    fourth = story.split("\n4. ")[1].split("\n\n")[0]
    assert "different answer than request 2" in fourth and '→ {"data":{"orderCount":' in fourth
    assert "\x1b" not in story


def test_a_session_of_several_endpoints_is_shown_for_each(folder):
    done = run("show", "--session", ONE, "--recordings", folder)
    assert done.stdout.count(f"session {ONE}") == 2, done.stdout
    done = run("show", "--session", ONE, "--recordings", folder, "--endpoint", "copy")
    assert done.stdout.count(f"session {ONE}") == 1 and f"to {ENDPOINT}" not in done.stdout


def test_an_unknown_session_is_an_error_with_a_suggestion(folder):
    done = run("show", "--session", ONE.replace("one", "ona"), "--recordings", folder)
    assert done.returncode == 2
    assert f'Did you mean "{ONE}"?' in done.stderr or ONE in done.stderr, done.stderr


@pytest.mark.parametrize("words", [["Buy", "--session", ONE], ["--sizes", "--session", ONE], ["--sizes", "Buy"]])
def test_what_cannot_be_shown_together_is_refused(words, folder):
    assert run("show", *words, "--recordings", folder).returncode == 64


# --- show --sizes


def test_sizes_are_those_on_disk_the_largest_first(folder):
    done = run("show", "--sizes", "--recordings", folder)
    assert done.returncode == 0, done.stderr
    sessions, operations, total = done.stdout.split("\n\n")
    assert sessions.split()[:3] == ["SESSION", "ENDPOINT", "REQUESTS"] and operations.split()[0] == "OPERATION"
    for table, rows in ((sessions, 4), (operations, 6)):
        sizes = [int(line.split()[-1]) for line in table.splitlines()[1:]]
        assert sizes == sorted(sizes, reverse=True) and len(sizes) == rows, done.stdout
    buys = next(line for line in operations.splitlines() if line.startswith("mutation Buy") and ENDPOINT in line)
    (place,) = (folder / ENDPOINT).glob("mutation.Buy-*")
    found = [path.stat().st_size for path in place.rglob("*") if path.is_file()]
    assert buys.split()[-2:] == [str(len(found)), str(sum(found))]
    everything = [
        path.stat().st_size
        for path in folder.glob("*/*/**/*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    assert total.strip() == f"{sum(everything)} bytes in all."


def test_of_many_sessions_the_largest_are_listed(folder):
    (file,) = [path for path in (folder / ENDPOINT / "sessions").glob("*test_one-*.json")]
    for number in range(30):
        done = run("mv", "--session", ONE, f"t{number}", "--recordings", folder, "--endpoint", ENDPOINT)
        assert done.returncode == 0, done.stderr
        (moved,) = (folder / ENDPOINT / "sessions").glob(f"t{number}-*.json")
        file.write_text(moved.read_text().replace(f'"t{number}"', json.dumps(ONE)))
    done = run("show", "--sizes", "--recordings", folder)
    assert len(done.stdout.split("\n\n")[0].splitlines()) == 22 and "and 14 smaller sessions" in done.stdout, done.stdout


# --- mv --session


def test_a_session_is_renamed_in_all_endpoints(folder):
    new = "tests/test_basket.py::test_one"
    before = {endpoint: len(files(folder, endpoint)) for endpoint in (ENDPOINT, "copy")}
    done = run("mv", "--session", ONE, new, "--recordings", folder)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2 and "is now sessions/tests-test_basket.py-test_one-" in done.stdout
    for endpoint, count in before.items():
        assert len(files(folder, endpoint)) == count
        (file,) = (folder / endpoint / "sessions").glob("tests-test_basket.py-test_one-*.json")
        assert json.loads(file.read_text())["session"] == new
        assert not list((folder / endpoint / "sessions").glob("*test_cart*test_one*"))
    NAMES[new] = NAMES[ONE]
    assert sources(folder, new) == {"recorded"}
    assert run("check", "--recordings", folder).returncode == 0
    assert run("mv", "--session", ONE, "x", "--recordings", folder).returncode == 2


def test_a_renamed_file_takes_its_tests_along(folder):
    done = run("mv", "--session", "tests/test_cart.py", "tests/shop/test_basket.py", "--recordings", folder)
    assert done.returncode == 0, done.stderr
    before = [ONE, TWO, SCOPE]
    after = [name.replace("tests/test_cart.py", "tests/shop/test_basket.py") for name in before]
    for endpoint, names in ((ENDPOINT, after), ("copy", after[:1])):
        sessions = [json.loads(path.read_text()) for path in (folder / endpoint / "sessions").iterdir()]
        assert {session["session"] for session in sessions} == set(names)
    for old, new in zip(before, after, strict=True):
        NAMES[new] = NAMES[old]
    assert sources(folder, after[0]) == {"recorded"}
    assert run("check", "--recordings", folder).returncode == 0
    # Not `test_car`, and nothing if one of the names is taken.
    assert run("mv", "--session", "tests/shop/test_bask", "x", "--recordings", folder).returncode == 2
    assert run("mv", "--session", after[0], "a::test_two", "--recordings", folder).returncode == 0
    kept = tree(folder)
    done = run("mv", "--session", "tests/shop/test_basket.py", "a", "--recordings", folder)
    assert done.returncode == 2 and 'already has a session "a::test_two"' in done.stderr
    assert tree(folder) == kept


def test_only_in_the_endpoint_that_is_named(folder):
    done = run("mv", "--session", ONE, "new", "--recordings", folder, "--endpoint", "copy")
    assert done.returncode == 0, done.stderr
    assert any(name.startswith("new-") for name in files(folder, "copy"))
    assert any("test_one" in name for name in files(folder))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (ONE, TWO, "already has a session"),
        ("unknown", "new", 'No session "unknown" is recorded'),
        (ONE, ONE, "Choose another name"),
        (ONE, "", "is empty"),
        (ONE, "default", "is the name for requests without a session"),
    ],
)
def test_what_cannot_be_renamed_changes_nothing(old, new, said, folder):
    before = tree(folder)
    done = run("mv", "--session", old, new, "--recordings", folder)
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert tree(folder) == before


# --- prune --sessions


def test_sessions_that_a_green_run_did_not_have_are_removed(folder, tmp_path):
    script = f"ask({ONE!r}, ['apple'])\nend(begin({SCOPE!r}, scope=True))"
    path, done = report(folder, tmp_path, script, "--endpoint", ENDPOINT)
    assert done.returncode == 0, done.stderr
    assert json.loads(path.read_text())["sessionNames"] == sorted([ONE, SCOPE])
    before = tree(folder)
    dry = run("prune", "--sessions", "--report", path, "--recordings", folder)
    assert dry.returncode == 0, dry.stderr
    assert f"the run did not have the session {TWO}" in dry.stdout and "1 of 3 sessions would be removed" in dry.stdout
    assert "To remove them, add --yes." in dry.stdout and "2 of the 3 recorded sessions" in dry.stderr
    assert tree(folder) == before, "a dry run comes first"
    done = run("prune", "--sessions", "--report", path, "--recordings", folder, "--yes")
    assert done.returncode == 0, done.stderr
    assert not any("test_two" in name for name in files(folder)) and len(files(folder)) == 2
    # The run was about one endpoint.
    assert files(folder, "copy")
    assert sources(folder, ONE) == {"recorded"} and sources(folder, SCOPE) == {"recorded"}
    assert run("check", "--recordings", folder).returncode == 0
    again = run("prune", "--sessions", "--report", path, "--recordings", folder)
    assert "Nothing to remove in 2 sessions." in again.stdout, again.stdout


def test_of_several_runs_each_session_counts(folder, tmp_path):
    arguments = ["--endpoint", ENDPOINT]
    first, _ = report(folder, tmp_path, f"ask({ONE!r}, ['apple'])", *arguments, file="one.json")
    second, _ = report(folder, tmp_path, f"ask({TWO!r}, ['book', 'desk'])", *arguments, file="two.json")
    done = run("prune", "--sessions", "--report", first, "--report", second, "--recordings", folder, "--yes")
    assert done.returncode == 0 and len(files(folder)) == 2, done.stdout
    assert not any("shop" in name for name in files(folder))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (f"ask({ONE!r}, ['apple'])\nraise SystemExit(3)", "the run did not pass: the command exited with 3"),
        (f"ask({ONE!r}, ['apple']); ask({TWO!r}, ['lamp'])", "the run did not pass: "),
    ],
)
def test_reports_that_do_not_say_which_sessions_are_unused_are_refused(script, said, folder, tmp_path):
    path, _ = report(folder, tmp_path, script)
    before = tree(folder)
    done = run("prune", "--sessions", "--report", path, "--recordings", folder, "--yes")
    assert done.returncode == 2 and said in done.stderr, done.stdout + done.stderr
    assert tree(folder) == before


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (None, 'has no list "sessionNames"'),
        ([], "had no named sessions"),
        (["tests/other.py::test"], "None of the sessions of the run is recorded in"),
    ],
)
def test_a_green_run_that_had_none_of_the_sessions_is_refused(names, said, folder, tmp_path):
    path, _ = report(folder, tmp_path, f"ask({ONE!r}, ['apple'])")
    changed = json.loads(path.read_text()) | {"sessionNames": names}
    if names is None:
        del changed["sessionNames"]
    path.write_text(json.dumps(changed))
    done = run("prune", "--sessions", "--report", path, "--recordings", folder, "--yes")
    assert done.returncode == 2 and said in done.stderr, done.stderr


@pytest.mark.parametrize(
    "words", [["--sessions"], ["--sessions", "--report", "x.json", "--superseded"], ["--sessions", "--report", "x.json", "--trust-reports"]]
)  # fmt: skip
def test_sessions_needs_a_report_and_nothing_else(words, folder):
    assert run("prune", *words, "--recordings", folder).returncode == 64
