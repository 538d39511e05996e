"""`record --replace` and `exec --mode record --replace`: the recordings of unnamed requests are replaced as a whole."""

import json
import signal
import sys
from pathlib import Path

import pytest
from changing_upstream import ChangingUpstream
from clients import Reply
from harness import Server, eventually, recording_files, run, running, tree, understudy
from operations import Operation
from session_support import Caller
from standing_in import UPSTREAMS

ENDPOINT = "orders"
LOG_IN = Operation("LogIn", 'mutation LogIn { logIn(email: "me@example.com") { token } }', "LogIn", {})
COUNT = Operation("OrderCount", "query OrderCount { orderCount }", "OrderCount", {})
BUY = Operation("Buy", "mutation Buy($item: String!) { buy(item: $item) { id } }", "Buy", {})
TYPE = Operation("TypeName", "query TypeName { __typename }", "TypeName", {})
NAMED = "tests/test_cart.py::test_add"


@pytest.fixture
def shop():
    with running(Server([sys.executable, "orders.py"], cwd=UPSTREAMS)) as server:
        yield server


def recorder(shop: Server, folder: Path, *arguments: object) -> Server:
    where = ["--upstream", f"{shop.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
    return understudy("record", *where, "--json", *arguments)


def shopping(server: Server, items: list[str], session: str | None = None, *, also: Operation | None = None) -> list:
    """Logs in, buys, and counts before and after; returns the answers."""
    caller = Caller(server, session, endpoint=ENDPOINT)
    caller.headers["Authorization"] = caller.ask(LOG_IN).json["data"]["logIn"]["token"]
    answers = [caller.ask(COUNT)]
    for item in items:
        answers += [caller.ask(BUY, {"item": item}), caller.ask(COUNT)]
    if also:
        answers.append(caller.ask(also))
    return [data(answer) for answer in answers]


def data(answer: Reply):
    assert answer.status == 200, answer.body
    return answer.json["data"]


def record(shop, folder, items, *arguments, session=None, also=None):
    with running(recorder(shop, folder, *arguments)) as server:
        answers = shopping(server, items, session, also=also)
        assert server.stop() == 0, server.stderr
    return answers, server


def replayed(folder, items, session=None):
    with running(understudy("replay", "--recordings", folder, "--strict")) as server:
        return shopping(server, items, session)


@pytest.fixture
def before(shop, folder):
    """Recorded without a session: two purchases and a request that is not asked again; a named session beside them."""
    record(shop, folder, ["apple", "book"], also=TYPE)
    record(shop, folder, ["desk"], session=NAMED)
    (folder / ENDPOINT / "endpoint.yaml").write_text("# mine\nupstream: http://127.0.0.1:9/graphql\n")
    (folder / ENDPOINT / "NOTES.md").write_text("mine, too")
    return tree(folder)


def unnamed(files) -> set[str]:
    return {
        name for name in files
        if name.endswith(".json") and "/answers/" not in name and "/sessions/" not in name and "/." not in name
    }  # fmt: skip


def others(files) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name not in unnamed(files)}


def test_the_unnamed_recordings_are_replaced_as_a_whole(shop, folder, before):
    answers, server = record(shop, folder, ["apple"], "--replace")
    after = tree(folder)
    saved = [event for event in server.events("session")]
    assert [(event["session"], event["outcome"]) for event in saved] == [("default", "saved")], saved
    # What this run did not ask for is gone, with the operation that nothing records any more.
    assert unnamed(after) < unnamed(before)
    assert not any("query.TypeName" in name for name in after)
    assert not any("book" in name for name in unnamed(after))
    kept = {name: content for name, content in others(before).items() if "query.TypeName" not in name}
    assert others(after) == kept
    assert replayed(folder, ["apple"]) == answers
    done = run("check", "--recordings", folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_replace_what_is_not_asked_again_stays(shop, folder, before):
    record(shop, folder, ["apple"])
    assert unnamed(before) <= unnamed(tree(folder))


def test_named_sessions_of_the_same_run_are_saved_as_well(shop, folder, before):
    with running(recorder(shop, folder, "--replace")) as server:
        mine = shopping(server, ["apple"])
        named = shopping(server, ["chair"], "another")
        assert server.stop() == 0
    assert replayed(folder, ["apple"]) == mine
    assert replayed(folder, ["chair"], "another") == named
    assert replayed(folder, ["desk"], NAMED)


def test_a_run_of_named_sessions_alone_replaces_nothing_unnamed(shop, folder, before):
    record(shop, folder, ["hat"], "--replace", session="another")
    after = tree(folder)
    assert before.items() <= after.items()


def test_until_the_run_ends_and_after_a_kill_the_old_recordings_are_whole(shop, folder, before):
    with running(recorder(shop, folder, "--replace")) as server:
        shopping(server, ["apple"])
        assert tree(folder) == before
        server.kill()
    assert tree(folder) == before


def test_an_answer_that_is_not_saved_keeps_the_old_recordings(shop, folder, before):
    with running(recorder(shop, folder, "--replace")) as server:
        shopping(server, ["apple"])
        shop.stop()
        assert Caller(server, endpoint=ENDPOINT).ask(TYPE).status == 502
        assert server.stop() == 1
    assert tree(folder) == before
    (saved,) = server.events("session")
    assert saved["outcome"] == "notSaved", saved
    assert "query TypeName" in json.dumps(saved) and "The existing recordings are kept" in json.dumps(saved)


def test_a_request_that_is_answered_after_all_is_no_obstacle(folder):
    continents = Operation("Continents", "query Continents { continents { name } }", "Continents")
    rest = Operation("Type", "query Type { __typename }", "Type")
    upstream = ChangingUpstream()
    with upstream.listening() as url:
        arguments = ["record", "--upstream", url, "--endpoint", "changing", "--recordings", folder]
        with running(understudy(*arguments)) as server:
            assert Caller(server, endpoint="changing").ask(rest).status == 200
            assert server.stop() == 0
        with running(understudy(*arguments, "--replace")) as server:
            caller = Caller(server, endpoint="changing")
            upstream.instead = [(503, {}, "busy")]
            assert [caller.ask(continents).status for _ in range(2)] == [503, 200]
            assert server.stop() == 0, server.stderr
    (file,) = unnamed(tree(folder))
    assert "query.Continents" in file


def test_recordings_that_changed_meanwhile_are_not_replaced(shop, folder, before):
    with running(recorder(shop, folder, "--replace")) as server:
        shopping(server, ["apple"])
        record(shop, folder, ["lamp"])
        between = tree(folder)
        assert unnamed(between) > unnamed(before)
        assert server.stop() == 1
    assert tree(folder) == between
    assert "has changed since this run began" in json.dumps(server.events("session"))


ASK = """
import json, os, sys, urllib.request
body = json.dumps({"query": "query TypeName { __typename }", "operationName": "TypeName"}).encode()
url = os.environ["UNDERSTUDY_URL_ORDERS"]
urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})).read()
sys.exit(int(sys.argv[1]))
"""


def execute(shop, folder, code, *arguments):
    where = ["--upstream", f"{shop.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
    return run("exec", *where, *arguments, "--", sys.executable, "-c", ASK, str(code))


def test_exec_replaces_only_when_the_command_passed(shop, folder, before):
    failed = execute(shop, folder, 3, "--mode", "record", "--replace")
    assert failed.returncode == 3
    assert tree(folder) == before
    assert "NOT SAVED: orders default" in failed.stderr, failed.stderr
    passed = execute(shop, folder, 0, "--mode", "record", "--replace")
    assert passed.returncode == 0, passed.stderr
    after = tree(folder)
    assert {name.split("/")[1].split("-")[0] for name in unnamed(after)} == {"query.TypeName"}
    assert replayed(folder, ["desk"], NAMED)


@pytest.mark.parametrize("mode", ["replay", "auto", "live"])
def test_exec_replaces_in_mode_record_only(shop, folder, before, mode):
    where = [] if mode == "replay" else ["--upstream", f"{shop.origin}/graphql"]
    done = run(
        "exec", "--recordings", folder, "--mode", mode, *where, "--endpoint", ENDPOINT, "--replace", "--", "true"
    )
    assert done.returncode == 2
    assert "--replace works only with --mode record." in done.stderr
    assert tree(folder) == before


def test_ctrl_c_ends_a_run_that_replaces(shop, folder, before):
    with running(recorder(shop, folder, "--replace")) as server:
        answers = shopping(server, ["book"])
        assert server.stop(signal.SIGINT) == 0
    assert replayed(folder, ["book"]) == answers


def test_where_nothing_is_recorded_answers_are_written_as_they_come(shop, folder):
    with running(recorder(shop, folder, "--replace")) as server:
        shopping(server, ["apple"])

        # Only the names: a file that is being written may be gone when it is opened.
        def written() -> set[str]:
            return unnamed(str(path.relative_to(folder)) for path in recording_files(folder))

        eventually(written, "something is written while it runs")
        server.kill()


def test_recording_the_same_again_changes_no_byte(countries, folder):
    operation = Operation("D", "query D { country(code: \"CA\") { name } }", "D", {})
    trees = []
    for _ in range(2):
        arguments = ["--upstream", f"{countries.origin}", "--endpoint", "countries", "--recordings", folder]
        with running(understudy("record", *arguments, "--replace", "--json")) as server:
            assert Caller(server, endpoint="countries").ask(operation).status == 200
            assert server.stop() == 0
        trees.append((tree(folder), {path: path.stat().st_mtime_ns for path in folder.rglob("*.json")}))
    assert trees[0] == trees[1]
    assert server.events("exchange")[0]["outcome"] == "known"
