"""The log of a server: a line for each request, on standard error."""

import concurrent.futures
import dataclasses
import http.client
import json
import re
import shlex
import subprocess
import time

import accounts
import clients
import operations
import pytest
from harness import BINARY, ROOT, copy, eventually, run, running, understudy
from terminal import ServerOnATerminal

COUNTRIES = ["--recordings", ROOT / "recordings", "--endpoint", "countries"]


def country_detail(code):
    """The operation as the shipped recordings have it."""
    text = operations.apollo_text(operations.COUNTRY_DETAIL_TEXT)
    return dataclasses.replace(operations.country_detail(code), text=text)


CANADA = country_detail("CA")
NOWHERE = country_detail("ZZ")

# Time, session, operation with variables, source, status, duration.
LINE = re.compile(r"(\d\d:\d\d:\d\d)  (\S+) +(.+?) {2,}(\S+) +(\d{3}) +(\d+) ms")


def lines(text):
    """The lines of requests, without time and duration."""
    return [match.groups()[1:5] for match in map(LINE.fullmatch, text.splitlines()) if match]


def logged(server, count):
    """The lines of requests, once there are so many."""
    return eventually(lambda: (found := lines(server.stderr)) and len(found) >= count and found, f"{count} lines")


def test_replay_prints_a_line_for_each_request():
    with running(understudy("replay", *COUNTRIES)) as server:
        url = f"{server.origin}/countries"
        # The third one comes from the server's table.
        for _ in range(4):
            assert clients.post(url, CANADA.body()).source == "recorded"
        assert clients.post(url, NOWHERE.body(), "-H", "X-Understudy-Session: tests/a.py::b").source == "miss"
        assert clients.post(url, {"query": "{"}).status == 200
        assert clients.post(url, {"query": "{"}).status == 200
        assert clients.post(f"{server.origin}/nothing", CANADA.body()).status == 404
        found = logged(server, 8)
        assert found[:4] == [("default", 'query CountryDetail {"code":"CA"}', "exact", "200")] * 4
        assert found[4] == ("tests/a.py::b", 'query CountryDetail {"code":"ZZ"}', "miss", "200")
        assert [line[1:] for line in found[5:]] == [
            ("POST /countries", "refused", "200"),
            ("POST /countries", "refused", "200"),
            ("POST /nothing", "refused", "404"),
        ]
        # The explanation follows its line.
        text = eventually(lambda: server.stderr if "Syntax Error" in server.stderr else "", "the explanation")
        assert text.index(" miss ") < text.index("No recording of query CountryDetail") < text.index(" refused ")
        assert "Syntax Error" in text.split(" refused ")[1]
        # Aligned, and plain where it is read by no person.
        assert "\x1b" not in text
        columns = {line.index(" exact ") for line in text.splitlines() if " exact " in line}
        assert len(columns) == 1
        assert server.stop() == 0
    assert server.stdout == server.origin


def test_fake_prints_a_line_for_each_request():
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as server:
        url = f"{server.origin}/countries"
        for _ in range(3):
            assert clients.post(url, CANADA.body()).source == "fake"
        assert clients.post(url, {"query": "{ nothing }"}).status == 200
        found = logged(server, 4)
        assert found[:3] == [("default", 'query CountryDetail {"code":"CA"}', "generated", "200")] * 3
        assert found[3][1].endswith("[errors]") and found[3][2:] == ("generated", "200")


def test_record_prints_a_line_for_each_request(countries, folder):
    words = ["--upstream", f"{countries.origin}/graphql", "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *words)) as server:
        url = f"{server.origin}/countries"
        for body in (CANADA.body(), CANADA.body(), {"query": "{ nothing }"}):
            clients.post(url, body)
        found = logged(server, 3)
        assert [line[2:] for line in found] == [("new", "200"), ("known", "200"), ("new", "200")]
        assert found[0][:2] == ("default", 'query CountryDetail {"code":"CA"}')
        # A recorded answer with GraphQL errors is marked.
        assert found[2][1].startswith("query { nothing }") and found[2][1].endswith(" [errors]")
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as server:
        clients.post(f"{server.origin}/countries", {"query": "{ nothing }"})
        [line] = logged(server, 1)
        assert line[1].endswith(" [errors]") and line[2:] == ("exact", "200")


def test_lines_name_the_endpoint_where_there_are_several():
    with running(understudy("replay", "--recordings", ROOT / "recordings")) as server:
        clients.post(f"{server.origin}/countries", CANADA.body())
        assert logged(server, 1)[0][1] == 'countries: query CountryDetail {"code":"CA"}'


def test_each_item_of_a_batch_has_a_line():
    with running(understudy("replay", *COUNTRIES)) as server:
        for _ in range(3):
            clients.post(f"{server.origin}/countries", [CANADA.body(), NOWHERE.body()])
        assert [line[2] for line in logged(server, 6)] == ["exact", "miss"] * 3


@pytest.mark.parametrize("flag", ["--quiet", "--json"])
def test_no_lines_of_requests(flag):
    with running(understudy("replay", *COUNTRIES, flag)) as server:
        for _ in range(3):
            clients.post(f"{server.origin}/countries", CANADA.body())
        assert server.stop() == 0
    assert server.stderr == "" and lines(server.stdout) == []
    kinds = [json.loads(line)["event"] for line in server.stdout_lines] if flag == "--json" else []
    assert kinds == (["listening", "summary"] if flag == "--json" else [])


def test_exec_prints_no_lines_of_requests(tmp_path):
    copy(ROOT / "recordings", tmp_path / "recordings")
    command = f"curl -s -H 'content-type: application/json' -d '{json.dumps(CANADA.body())}' $UNDERSTUDY_URL_COUNTRIES"
    done = run("exec", "--", "sh", "-c", command, cwd=tmp_path)
    assert done.returncode == 0 and "Canada" in done.stdout
    assert lines(done.stderr) == [] and "Point your client" not in done.stderr


# Secrets and bodies


def test_secrets_are_in_no_line(tmp_path):
    """Neither in lines nor in bodies, in no mode, whether a request is answered by the engine or again."""
    folder = tmp_path / "recordings"
    texts = []

    def ask(server):
        caller = accounts.Caller(f"{server.origin}/accounts", "one")
        email, password = accounts.ANA
        token = caller.data(accounts.LOGIN, email=email, password=password)["login"]["accessToken"]
        for _ in range(3):
            caller.ask(accounts.WHAT_YOU_SENT, {"Authorization": f"Bearer {token}"})
            caller.ask('mutation Login { login(email: "a@b.c", password: "%s") { accessToken } }' % password)
        eventually(lambda: "Login" in server.stderr, "a line")
        return token

    with running(accounts.accounts_upstream()) as upstream:
        with accounts.recording(upstream, folder, "--verbose") as server:
            token = ask(server)
            eventually(lambda: len(lines(server.stderr)) >= 7, "all lines")
            texts.append(server)
    with accounts.replaying(folder, "-v") as server:
        # What it issues stands in the recordings.
        ask(server)
        texts.append(server)
        assert server.stop() == 0
    schema = tmp_path / "schemas" / "accounts.graphqls"
    schema.parent.mkdir()
    schema.write_text(
        "type Query { whatYouSent: String } type Mutation { login(email: String!, password: String!): Login }"
        "type Login { accessToken: String refreshToken: String password: String user: User }"
        "type User { id: ID! name: String }"
    )
    with running(understudy("fake", "--schemas", schema.parent, "-v")) as server:
        ask(server)
        texts.append(server)
        assert server.stop() == 0
    for server in texts:
        assert lines(server.stderr)
        for secret in (accounts.ANA[1], token):
            assert secret not in server.stderr + server.stdout, server.command


def test_verbose_prints_requests_and_answers():
    with running(understudy("replay", *COUNTRIES, "-v")) as server:
        for _ in range(3):
            clients.post(f"{server.origin}/countries", CANADA.body())
        text = eventually(lambda: server.stderr if server.stderr.count('"Ottawa"') == 3 else "", "three bodies")
        assert text.count("  > query CountryDetail($code: ID!) {") == 3
        assert text.count('  > {"code":"CA"}\n') == 3
        assert re.search(r'^  < \{"data":\{"country":.*"Ottawa"', text, re.MULTILINE)


# At a terminal


def test_repeats_are_counted_in_place_at_a_terminal():
    with ServerOnATerminal("replay", *COUNTRIES) as server:
        url = f"http://127.0.0.1:{server.port}/countries"
        for _ in range(5):
            clients.post(url, CANADA.body())
        clients.post(url, country_detail("DE").body())
        clients.post(url, CANADA.body())
        eventually(lambda: "×5" in server.seen and len(lines("\n".join(server.screen))) == 3, "three lines")
        shown = [line for line in server.screen if LINE.fullmatch(line)]
        assert all(len(line) < 80 for line in shown)
        assert "×5" in shown[0] and "×" not in shown[1] + shown[2]
        assert [line[2] for line in lines("\n".join(shown))] == ["exact", "miss", "exact"]


@pytest.mark.parametrize(
    "words, environment, colored",
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        (["--color", "never"], {}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "auto"], {"TERM": "dumb"}, False),
    ],
)
def test_colors(words, environment, colored):
    with ServerOnATerminal("replay", *COUNTRIES, *words, environment=environment) as server:
        clients.post(f"http://127.0.0.1:{server.port}/countries", CANADA.body())
        eventually(lambda: "exact" in server.seen, "the line")
        assert ("\x1b[32mexact" in server.seen) == colored


def test_always_colors_a_pipe():
    with running(understudy("replay", *COUNTRIES, "--color", "always")) as server:
        clients.post(f"{server.origin}/countries", CANADA.body())
        eventually(lambda: "\x1b[32mexact" in server.stderr, "the line")


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_a_line_fits_the_terminal(columns):
    with ServerOnATerminal("replay", *COUNTRIES, columns=columns) as server:
        operation = "query AVeryLongNameForAnOperationThatSaysAll($code: ID!) { country(code: $code) { capital } }"
        body = {"query": operation, "variables": {"code": "日本" * 40}}
        clients.post(
            f"http://127.0.0.1:{server.port}/countries", body, "-H", "X-Understudy-Session: " + "tests/test_" * 9 + "end"
        )
        eventually(lambda: "No recording of" in server.seen, "the line")
        [line] = [line for line in server.screen if LINE.fullmatch(line)]
        assert len(line) + line.count("日") + line.count("本") < columns
        assert line.split("  ")[1].endswith("end")


# The first screen


def test_the_first_screen_says_how_to_point_a_client(tmp_path):
    copy(ROOT / "recordings", tmp_path / "recordings")
    with running(understudy("replay", cwd=tmp_path)) as server:
        text = eventually(lambda: server.stderr if "Ctrl-C" in server.stderr else "", "the screen")
        counts = dict(re.findall(r"^  (\S+) +(\d+) recordings? +" + server.origin, text, re.MULTILINE))
        for name, count in counts.items():
            files = [path for path in (tmp_path / "recordings" / name).rglob("*.json")]
            assert int(count) == len(files), name
        assert set(counts) == {"conference-planner", "countries", "posts", "rocket-reserver"}
        for client in ("curl", "Apollo iOS", "Apollo Client", "gql"):
            [line] = [line for line in text.splitlines() if line.startswith(f"  {client} ")]
            assert f"{server.origin}/conference-planner" in line and len(line) <= 130


def test_the_first_screen_of_one_recording(folder, countries):
    words = ["--upstream", f"{countries.origin}/graphql", "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *words)) as server:
        clients.post(f"{server.origin}/countries", CANADA.body())
        assert server.stop() == 0
        assert re.search(r"Recording 1 endpoint:\n  countries  0 recordings  http", server.stderr)
    with running(understudy("replay", "--recordings", folder)) as server:
        eventually(lambda: "Ctrl-C" in server.stderr, "the screen")
        assert re.search(r"Replaying 1 endpoint:\n  countries  1 recording  http", server.stderr)


@pytest.mark.parametrize("mode", ["fake", "record", "fake --tls"])
def test_the_curl_of_the_first_screen_works(mode, countries, folder, tmp_path):
    words = mode.split()
    if mode == "record":
        words += ["--upstream", f"{countries.origin}/graphql", "--endpoint", "countries", "--recordings", folder]
    else:
        words += ["--schemas", ROOT / "schemas", "--endpoint", "countries", "--recordings", folder]
    if "--tls" in mode:
        assert run("ca", "--ca-folder", tmp_path / "ca").returncode == 0
        words += ["--ca-folder", tmp_path / "ca"]
    with running(understudy(*words)) as server:
        text = eventually(lambda: server.stderr if "Ctrl-C" in server.stderr else "", "the screen")
        [line] = re.findall(r"^  curl +(curl .*)$", text, re.MULTILINE)
        done = subprocess.run([*shlex.split(line), "-s"], capture_output=True, text=True, timeout=30, check=True)
        assert json.loads(done.stdout) == {"data": {"__typename": "Query"}}


# Under load


def test_under_load_the_log_lists_some_and_counts_the_rest(recorded):
    """At most 1,000 lines a second; each request has a line, or is counted in one."""
    body = json.dumps(CANADA.body())

    def ask(port, count):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for _ in range(count):
            connection.request("POST", "/countries", body, {"Content-Type": "application/json"})
            assert connection.getresponse().read()

    with running(understudy("replay", "--recordings", recorded.folder)) as server:
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(ask, server.port, 1_500) for _ in range(4)]:
                done.result()
        seconds = time.monotonic() - began
        assert server.stop() == 0
    listed = len(lines(server.stderr))
    skipped = sum(map(int, re.findall(r"(\d+) more requests, not listed", server.stderr)))
    assert listed + skipped == 6_000
    assert listed <= 1_000 * (seconds + 2)
