"""What a test library asks of the program: sessions that requests name, a journal, and a program that ends with its parent."""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading

import pytest
import session_support
from harness import BINARY, ROOT, eventually, run, running, understudy
from test_listeners import NO_CI, SDL

NOTES = {"query": "query Notes { notes { text } }"}
ADD = {"query": "mutation Add($t: String!) { addNote(text: $t) { id } }"}


class Port(session_support.Port):
    """Asks for notes, in a session that the path names."""

    def notes(self, session=None):
        answer = self.ask(NOTES, f"/notes/~{session}" if session else "/notes")
        assert answer.status == 200, answer.body
        return [note["text"] for note in answer.json["data"]["notes"]]

    def add(self, text, session):
        answer = self.ask({**ADD, "variables": {"t": text}}, f"/notes/~{session}")
        assert answer.status == 200, answer.body
        return answer.json["data"]["addNote"]["id"]

    def requests(self, token=None):
        answer = self.control("requests" + (f"?token={token}" if token else ""), method="GET")
        assert answer.status == 200, answer.body
        return answer.json


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "notes.graphqls").write_text(SDL, "utf-8")
    return folder


class Library:
    """`understudy listen`, as a library starts it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [str(BINARY), "listen"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=NO_CI,
        )
        self.main = Port(int(self.process.stdout.readline().rstrip().rsplit(":", 1)[1]))

    def close(self):
        """Closes standard input, and gives what else the program printed."""
        out, err = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, err
        return out + err


@pytest.fixture
def library():
    library = Library()
    try:
        yield library
        if library.process.poll() is None:
            assert library.close() == ""
    finally:
        library.process.kill()


def faking(library, schemas, **settings):
    return library.main.listen(
        mode="fake", endpoints=["notes"], recordings=str(schemas / "none"), schemas=str(schemas), journal=True, **settings
    )


def test_named_sessions_are_open_side_by_side(library, schemas):
    port = faking(library, schemas)
    first, second = (port.begin(name, named=True) for name in ("a", "b"))
    unnamed = port.begin("c")
    port.add("mine", "a")
    assert "mine" in port.notes("a")
    assert "mine" not in port.notes("b") and "mine" not in port.notes()
    assert port.control("begin", {"session": "a", "named": True}).status == 409
    ended = port.end(first)
    assert (ended["session"], ended["counts"]["fake"]) == ("a", 2)
    assert [request["name"] for request in ended["requests"]] == ["Add", "Notes"]
    assert port.end(unnamed)["counts"]["fake"] == 1
    assert port.end(second)["counts"]["fake"] == 1
    # It starts over, and nothing of it is left.
    again = port.begin("a", named=True)
    assert "mine" not in port.notes("a")
    assert len(port.end(again)["requests"]) == 1


def test_many_named_sessions(library, schemas):
    port = faking(library, schemas)
    tokens = [port.begin(f"t{number}", named=True) for number in range(1_100)]
    assert len(port.control("listeners", method="GET").json["listeners"][1]["open"]) == 1_100
    port.notes("t1050")
    assert port.end(tokens[1050])["counts"]["fake"] == 1


def test_the_journal_has_the_requests_as_sent(library, schemas):
    port = faking(library, schemas)
    token = port.begin("a", named=True, rerun="swift test --filter A")
    port.control("faults", {"status": 503, "session": "a", "operation": "Add", "times": 1})
    sent = {**ADD, "variables": {"t": "x"}}
    assert port.ask(sent, "/notes/~a", **{"X-Sent": "yes"}).status == 503
    port.ask({"query": "{"}, "/notes/~a")
    port.ask(NOTES, "/nowhere/~a")
    failed, refused, lost = port.requests(token)["requests"]
    assert (failed["kind"], failed["name"], failed["variables"]) == ("mutation", "Add", {"t": "x"})
    assert (failed["source"], failed["status"], failed["fault"]) == ("fault", 503, "status=503")
    assert ["X-Sent", "yes"] in failed["headers"] and failed["failure"] is None
    assert refused["source"] == "refused" and refused["failure"].startswith("Refused: POST /notes")
    assert lost["status"] == 404 and "nowhere" in lost["failure"]
    assert len(port.end(token)["requests"]) == 3
    # The faults of a test end with it.
    assert port.control("faults", method="GET").json["faults"] == []
    assert port.requests()["requests"] == []


def test_strays_are_reported_once(library, schemas):
    port = faking(library, schemas)
    first, second = port.begin("a", named=True), port.begin("b", named=True)
    port.notes()
    port.notes("gone")
    port.notes("b")
    assert sorted(request["session"] for request in port.end(first)["strays"]) == ["default", "gone"]
    assert port.end(second)["strays"] == []


def test_a_miss_fails_its_test_with_the_command_that_records_it(library, tmp_path):
    folder = tmp_path / "recordings"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes/endpoint.yaml").write_text("upstream: https://api.example.com/graphql\n", "utf-8")
    port = library.main.listen(mode="replay", endpoints=["notes"], recordings=str(folder), journal=True)
    token = port.begin("a", named=True, rerun="swift test --filter A")
    for _ in range(2):
        port.ask(NOTES, "/notes/~a")
    port.ask({**ADD, "variables": {"t": "x"}}, "/notes/~a")
    port.ask({"query": "query Later { notes { id } }"}, "/notes/~a")
    failures = [request["failure"] for request in port.requests(token)["requests"]]
    assert failures[0] == failures[1] and "To record this test: swift test --filter A" in failures[0]
    assert "No recording of mutation Add" in failures[2] and "No recording of query Later" in failures[3]
    port.ask(NOTES, "/notes")
    closed = library.main.control(f"listeners/{port.number}", method="DELETE").json
    assert [request["session"] for request in closed["requests"]] == ["default"]
    assert "To record it: understudy record --upstream" in closed["requests"][0]["failure"]


def test_a_named_scope_is_known_to_the_tests_that_enter_it(library, schemas, tmp_path):
    """Recorded twice from an API that issues another id each time: the recordings are the same."""
    folder = tmp_path / "recordings"
    note = {"query": "query Note($id: ID!) { note(id: $id) { id text } }"}
    issued, recorded = [], []
    with running(understudy("fake", "--schemas", schemas, "--no-learn", env=NO_CI)) as upstream:
        for _ in range(2):
            port = library.main.listen(
                mode="record",
                endpoints=["notes"],
                upstream=f"{upstream.origin}/notes",
                recordings=str(folder),
                schemas=str(schemas),
                journal=True,
            )
            scope = port.begin("setup", named=True, scope=True)
            issued.append(port.add("shared", "setup"))
            assert [saved["saved"] for saved in port.end(scope)["recorded"]] == [True]
            test = port.begin("t", named=True)
            assert port.control("enter", {"token": test, "scope": "setup"}).status == 200
            assert port.control("enter", {"token": test, "scope": "other"}).status == 409
            answer = port.ask({**note, "variables": {"id": issued[-1]}}, "/notes/~t").json
            assert answer["data"]["note"]["text"] == "shared"
            ended = port.end(test)
            assert [saved["saved"] for saved in ended["recorded"]] == [True] and ended["strays"] == []
            assert library.main.control(f"listeners/{port.number}", method="DELETE").status == 200
            recorded.append({path.name: path.read_text("utf-8") for path in folder.rglob("sessions/*.json")})
    assert issued[0] != issued[1]
    assert recorded[0] == recorded[1] and len(recorded[0]) == 2


def test_recordings_are_listed(library, tmp_path):
    port = library.main.listen(
        mode="replay", endpoints=["countries"], recordings=str(ROOT / "recordings"), journal=True
    )
    listed = port.control("recordings?operation=CountryDetail", method="GET").json["recordings"]
    assert len(listed) == 3 and listed[0].startswith("countries/query.CountryDetail-")
    assert len(port.control("recordings", method="GET").json["recordings"]) > 3
    unknown = port.control("recordings?operation=Countries", method="GET")
    assert unknown.status == 404 and "Recorded: " in unknown.json["errors"][0]["message"]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"recordings": "recordings"}, '"recordings" must be an absolute path.'),
        ({"mode": "auto", "onMiss": "fake"}, '"onMiss" is for mode replay, and this listener\'s mode is auto.'),
        ({"mode": "live", "strict": True}, '"strict" is for mode replay, and this listener\'s mode is live.'),
    ],
)
def test_settings_that_do_not_go_together(library, settings, text):
    answer = library.main.control("listeners", settings)
    assert answer.status == 400 and answer.json["errors"][0]["message"] == text


def test_folders_are_chosen_from_this_machine_alone(schemas):
    with running(understudy("fake", "--schemas", schemas, "--host", "0.0.0.0", env=NO_CI)) as server:
        answer = Port(server.port).control("listeners", {"schemas": str(schemas)})
        assert answer.status == 400 and "listens on 0.0.0.0" in answer.json["errors"][0]["message"]


def test_a_port_without_a_journal_says_how_to_have_one(library):
    answer = library.main.control("requests", method="GET")
    assert answer.status == 409 and '{"journal": true}' in answer.json["errors"][0]["message"]


def test_ci_writes_nothing(schemas, tmp_path):
    process = subprocess.Popen(
        [str(BINARY), "listen"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**NO_CI, "CI": "true"}
    )
    try:
        main = Port(int(process.stdout.readline().rstrip().rsplit(":", 1)[1]))
        for mode in ("record", "auto"):
            answer = main.control("listeners", {"mode": mode, "recordings": str(tmp_path), "endpoints": ["notes"]})
            assert answer.status == 403
    finally:
        process.communicate(timeout=20)


def test_the_program_ends_when_its_parent_is_killed(tmp_path):
    """However the parent dies, the pipe that it holds closes."""
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys, time\n"
            f"child = subprocess.Popen([{str(BINARY)!r}, 'listen'], stdin=subprocess.PIPE)\n"
            "print(child.pid, file=sys.stderr, flush=True)\ntime.sleep(60)",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    child = int(parent.stderr.readline())
    assert parent.stdout.readline().startswith("http://127.0.0.1:")
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    try:
        eventually(lambda: not is_alive(child), "the program ends")
    finally:
        if is_alive(child):
            os.kill(child, signal.SIGKILL)


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = f"/proc/{process}/stat"
    # Nobody waits for an orphan in a container, whose process stays as a zombie.
    return not os.path.exists(status) or open(status).read().rsplit(")", 1)[1].split()[0] != "Z"


def test_the_command_of_exec_knows_the_mode(tmp_path):
    folder = tmp_path / "recordings"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes/endpoint.yaml").write_text("upstream: https://api.example.com/graphql\n", "utf-8")
    for mode in ("replay", "record"):
        script = "import os; print(os.environ['UNDERSTUDY_MODE'], os.environ['TEST_RUNNER_UNDERSTUDY_MODE'])"
        command = [sys.executable, "-c", script]
        done = run("exec", "--mode", mode, "--recordings", folder, "--allow-unused", "--", *command, env=NO_CI)
        assert done.stdout.split() == [mode, mode], done.stderr


def test_a_plugin_of_another_version_is_one_sentence(tmp_path):
    class Newer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps({"protocol": 2}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    (tmp_path / "test_a.py").write_text("def test_a(): pass\n", "utf-8")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Newer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        plugins = ROOT / "Sources/understudy/Plugins"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "understudy_pytest", "-q", str(tmp_path)],
            env={**NO_CI, "UNDERSTUDY_URL": url, "PYTHONPATH": str(plugins)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        server.shutdown()
    text = f"understudy: this plugin uses protocol 1, and the program at {url} has 2: install the same version of both."
    assert done.returncode == 4 and text in done.stdout + done.stderr
