"""Operations that the specification forbids and some servers accept, such as those of GitHub's CLI: the errors name a
setting, and the setting helps."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import clients
import pytest
from harness import run, running, understudy

SCHEMA = """
type Query { ticket(number: Int!): Ticket }
union Ticket = Issue | PullRequest
type Issue { number: Int! state: IssueState! title: String body: String! labels: [String!] }
type PullRequest { number: Int! state: PullRequestState! title: String body: String labels: [String] }
enum IssueState { OPEN CLOSED }
enum PullRequestState { OPEN CLOSED MERGED }
"""
BOTH = "query Both($number: Int!) {{ ticket(number: $number) {{ ... on Issue {{ {0} }} ... on PullRequest {{ {0} }} }} }}"
STATE = BOTH.format("number state title")
LENIENT = [STATE, BOTH.format("number body"), BOTH.format("number labels")]
CONFLICT = "query Conflict { ticket(number: 1) { ... on Issue { x: title x: body } } }"
HINT = re.compile(
    r' Some servers accept this operation\. To accept it here, start with (--lenient), or add this line to '
    r"(tickets/endpoint\.yaml): (validation: lenient)$"
)


@pytest.fixture
def schemas(tmp_path) -> Path:
    folder = tmp_path / "schemas"
    folder.mkdir()
    (folder / "tickets.graphqls").write_text(SCHEMA, "utf-8")
    return folder


@pytest.fixture
def start(schemas, folder):
    """Starts a mode with the schema."""
    (folder / "tickets").mkdir(parents=True)
    (folder / "tickets" / "endpoint.yaml").write_text("")

    def starting(*mode: str):
        return running(understudy(*mode, "--schemas", schemas, "--recordings", folder))

    return starting


def post(server, query: str):
    return clients.post(f"{server.origin}/tickets", {"query": query, "variables": {"number": 12}})


MODES = [("fake",), ("replay", "--on-miss", "fake")]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("query", LENIENT)
def test_the_error_and_the_terminal_name_a_setting_that_helps(mode, query, start, folder):
    with start(*mode) as server:
        for _ in range(2):
            reply = post(server, query)
            assert reply.code == "GRAPHQL_VALIDATION_FAILED"
            assert reply.message.startswith('Fields "')
        flag, file, line = HINT.search(reply.message).groups()
        assert server.stop() == 0
    warnings = [each for each in server.stderr_lines if each.startswith("warning:")]
    assert warnings == [f"warning: query Both was refused: {reply.message}"]

    with start(*mode, flag) as server:
        assert post(server, query).json["data"]["ticket"]["number"] == 12
    (folder / file).write_text(line)
    with start(*mode) as server:
        assert post(server, query).json["data"]["ticket"]["number"] == 12


@pytest.mark.parametrize("mode", MODES)
def test_no_setting_is_named_where_the_lenient_rules_refuse_the_operation_too(mode, start):
    """Both fields are of one object, so that the answer could have only one of them."""
    messages = []
    for flags in ([], ["--lenient"]):
        with start(*mode, *flags) as server:
            messages.append(post(server, CONFLICT).message)
            assert server.stop() == 0
        assert "lenient" not in server.stderr
    assert messages[0] == messages[1]
    assert messages[0].startswith('Fields "x" conflict because "title" and "body" are different fields.')
    assert "lenient" not in messages[0]


def test_lenient_does_not_make_a_file_stricter(start, folder):
    (folder / "tickets" / "endpoint.yaml").write_text("validation: off")
    with start("fake", "--lenient") as server:
        assert "data" in post(server, CONFLICT).json


@pytest.mark.parametrize("mode", [["--mode", "fake"], ["--on-miss", "fake"]])
def test_exec(mode, schemas, folder):
    (folder / "tickets").mkdir(parents=True)
    (folder / "tickets" / "endpoint.yaml").write_text("")
    script = f"""
import json, os, urllib.request
body = json.dumps({{"query": {STATE!r}, "variables": {{"number": 12}}}}).encode()
request = urllib.request.Request(os.environ["UNDERSTUDY_URL_TICKETS"], body, {{"content-type": "application/json"}})
print(urllib.request.urlopen(request).read().decode())
"""
    for flags, word in ([], '"errors"'), (["--lenient"], '"data"'):
        options = ["--schemas", schemas, "--recordings", folder, *mode, *flags]
        done = run("exec", *options, "--", sys.executable, "-c", script)
        assert word in done.stdout, done.stdout + done.stderr
