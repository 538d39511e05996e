"""GitHub's own command line client (gh) against data generated from GitHub's public schema.

gh sends its requests through a socket file (`http_unix_socket`), in plain HTTP. The test forwards them to the program and
keeps the operations with their answers. So the rules of the contradictions checker apply to all that gh read, and the
other checks to what it prints.

All commands need GraphQL only. These need REST: `search`, `release view`, `label create`, `run`, `workflow`, `secret`,
`status`, `repo fork`, `repo edit`, `pr diff`, and `repo view` without `--json`, for the README.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from fakes.asking import Asker, faking
from fakes.contradictions.examining import judge
from fakes.contradictions.objects import World
from fakes.contradictions.report import Report
from fakes.subjects import PUBLIC_SUBJECTS
from graphql import OperationType, parse
from harness import PATIENCE
from http_server import answer, sent_body

GITHUB = next(subject for subject in PUBLIC_SUBJECTS if subject.endpoint == "github")
GH = shutil.which("gh")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(GH is None, reason="gh is missing: Tests/setup-test-env.sh --browser"),
    pytest.mark.skipif(not GITHUB.path.is_file(), reason=f"needs ../shared/schemas/{GITHUB.path.name}"),
]

# The rule that the program proposes for a mutation whose effect it does not know.
RULES = """
fakes:
  fields:
    Mutation.closeIssue: { does: update Issue, sets: { Issue: { state: CLOSED, closed: true, closedAt: now } } }
"""
ISSUE = "number,state,closed,closedAt,createdAt,updatedAt,title,url,author,labels,assignees,milestone,comments"
PULL = (
    "number,state,closed,closedAt,mergedAt,mergedBy,mergeCommit,isDraft,createdAt,updatedAt,author,reviews,commits,"
    "files,additions,deletions,changedFiles,labels,title,url"
)


class GitHubCLI:
    """Runs gh, and keeps the operations that it sends with the data that it gets."""

    def __init__(self, asker: Asker, folder: Path) -> None:
        self.asker, self.folder = asker, folder
        self.exchanges: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.refused: list[str] = []
        self.rest: list[str] = []
        self.socket = folder / "socket"

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        body = sent_body(handler)
        if handler.path != "/graphql":
            self.rest.append(f"{handler.command} {handler.path}")
            return answer(handler, b"{}", 404)
        asked = json.loads(body)
        reply = self.asker.request("POST", "/graphql", body)
        if "errors" in reply.json:
            self.refused.append(f"{reply.json['errors']} for {asked['query']}")
        self.exchanges.append((asked, reply.json.get("data")))
        return answer(handler, reply.body, reply.status)

    @contextlib.contextmanager
    def connected(self) -> Iterator[None]:
        """Answers gh at the socket file."""
        cli = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1

            def do_POST(self) -> None:
                cli.respond(self)

            do_GET = do_PUT = do_PATCH = do_DELETE = do_POST

            def log_message(self, *_: object) -> None:
                pass

        class Listener(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
            daemon_threads = True

        with Listener(str(self.socket), Handler) as listener:
            thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
            thread.start()
            yield
            listener.shutdown()
            thread.join()

    def __call__(self, *arguments: str) -> str:
        """The output of a command that succeeds without REST."""
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "GH_CONFIG_DIR": str(self.folder), "GH_TOKEN": "any",
            "NO_COLOR": "1", "GH_NO_UPDATE_NOTIFIER": "1",
        }  # fmt: skip
        done = subprocess.run(
            [str(GH), *arguments], env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert not self.refused and not self.rest, (arguments, self.refused, self.rest)
        # `pr checks` exits with 1 if a check has not passed.
        assert done.returncode == 0 or arguments[:2] == ("pr", "checks"), (arguments, done.stdout, done.stderr)
        return done.stdout

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments))

    def judge(self) -> None:
        """Fails if what gh read between two mutations has a contradiction."""
        findings = []
        world = World(GITHUB.schema)
        for asked, data in self.exchanges:
            document = parse(asked["query"], no_location=True)
            if any(getattr(each, "operation", None) == OperationType.MUTATION for each in document.definitions):
                findings += judge(world)
                world = World(GITHUB.schema)
            else:
                world.add(document, data, asked.get("variables"))
        report = Report("github", findings + judge(world))
        assert not report.findings, report.text(examples=20)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """A program with GitHub's schema at /graphql, the path that gh uses."""
    folder = tmp_path_factory.mktemp("github")
    shutil.copy(GITHUB.path, folder / "graphql.graphqls")
    (folder / "recordings" / "graphql").mkdir(parents=True)
    (folder / "recordings" / "graphql" / "endpoint.yaml").write_text(RULES, "utf-8")
    with faking(folder, "--lenient", "--allow-host", "api.github.com", recordings=folder / "recordings") as server:
        yield server


@pytest.fixture
def gh(program, tmp_path, request):
    """gh in a session of its own. After the test, all that it read is judged."""
    (tmp_path / "config.yml").write_text(f"http_unix_socket: {tmp_path / 'socket'}\nprompt: disabled\n", "utf-8")
    with Asker(program, "graphql", request.node.name.replace("[", "-").rstrip("]")) as asker:
        asker.headers["Host"] = "api.github.com"
        cli = GitHubCLI(asker, tmp_path)
        with cli.connected():
            yield cli
    cli.judge()


def has_states(rows: list[dict[str, Any]], *states: str) -> None:
    """Each row has one of the states, and times that match it."""
    for row in rows:
        assert row["state"] in states, row
        assert (row["closedAt"] is not None) == row["closed"] == (row["state"] != "OPEN"), row
        assert row.get("mergedAt") is None or row["state"] == "MERGED", row


def lines(text: str) -> list[list[str]]:
    """The cells of the rows of a table."""
    return [line.split("\t") for line in text.splitlines()]


def test_issue_list(gh):
    rows = lines(gh("issue", "list", "-R", "cli/cli"))
    assert rows and all(state == "OPEN" for _, state, *_ in rows)
    assert len({number for number, *_ in rows}) == len(rows)


@pytest.mark.parametrize("state, states", [("all", ["OPEN", "CLOSED"]), ("closed", ["CLOSED"])])
def test_issue_list_of_a_state(gh, state, states):
    rows = gh.json("issue", "list", "-R", "cli/cli", "--state", state, "--json", ISSUE)
    assert rows
    has_states(rows, *states)
    assert len({row["number"] for row in rows}) == len(rows)
    for row in rows:
        assert gh.json("issue", "view", str(row["number"]), "-R", "cli/cli", "--json", ISSUE) == row


def test_issue_view(gh):
    shown = dict(line.split(":\t") for line in gh("issue", "view", "12", "-R", "cli/cli").split("--")[0].splitlines())
    assert shown["number"] == "12"
    row = gh.json("issue", "view", "12", "-R", "cli/cli", "--json", ISSUE)
    assert row["number"] == 12
    has_states([row], shown["state"])
    assert shown["title"] == row["title"] and int(shown["comments"]) == len(row["comments"])


def test_issue_status(gh):
    assert "Issues opened by you" in gh("issue", "status", "-R", "cli/cli")


def test_issue_create_and_close(gh):
    url = gh("issue", "create", "-R", "cli/cli", "--title", "Hello", "--body", "World").strip()
    rows = gh.json("issue", "list", "-R", "cli/cli", "--json", ISSUE)
    row = next(row for row in rows if row["url"] == url)
    assert row["title"] == "Hello"
    number = str(row["number"])
    assert gh.json("issue", "view", number, "-R", "cli/cli", "--json", "body")["body"] == "World"
    gh("issue", "close", number, "-R", "cli/cli")
    row = gh.json("issue", "view", number, "-R", "cli/cli", "--json", ISSUE)
    has_states([row], "CLOSED")
    assert row["url"] not in [row["url"] for row in gh.json("issue", "list", "-R", "cli/cli", "--json", "url")]


def test_issue_comment(gh):
    url = gh("issue", "comment", "12", "-R", "cli/cli", "--body", "Hello").strip()
    comments = gh.json("issue", "view", "12", "-R", "cli/cli", "--json", "comments")["comments"]
    assert [each["body"] for each in comments if each["url"] == url] == ["Hello"]


def test_pr_list(gh):
    rows = lines(gh("pr", "list", "-R", "cli/cli"))
    assert rows and all(state == "OPEN" for _, _, _, state, *_ in rows)


@pytest.mark.parametrize("state, states", [("all", ["OPEN", "CLOSED", "MERGED"]), ("merged", ["MERGED"])])
def test_pr_list_of_a_state(gh, state, states):
    rows = gh.json("pr", "list", "-R", "cli/cli", "--state", state, "--json", PULL)
    assert rows
    has_states(rows, *states)
    for row in rows:
        assert gh.json("pr", "view", str(row["number"]), "-R", "cli/cli", "--json", PULL) == row


def test_pr_view(gh):
    shown = dict(line.split(":\t") for line in gh("pr", "view", "12", "-R", "cli/cli").split("--")[0].splitlines())
    assert shown["number"] == "12"
    row = gh.json("pr", "view", "12", "-R", "cli/cli", "--json", PULL)
    has_states([row], shown["state"])
    assert shown["author"] == row["author"]["login"] and shown["title"] == row["title"]
    assert (shown["additions"], shown["deletions"]) == (str(row["additions"]), str(row["deletions"]))


def test_pr_checks(gh):
    assert all(len(row) == 4 for row in lines(gh("pr", "checks", "12", "-R", "cli/cli")))


def test_pr_status(gh):
    text = gh("pr", "status", "-R", "cli/cli")
    assert "Created by you" in text
    assert " more" not in text


def test_pr_comment(gh):
    url = gh("pr", "comment", "12", "-R", "cli/cli", "--body", "Hello").strip()
    comments = gh.json("pr", "view", "12", "-R", "cli/cli", "--json", "comments")["comments"]
    assert [each["body"] for each in comments if each["url"] == url] == ["Hello"]


def test_repo_list(gh):
    assert all(len(row) == 4 for row in lines(gh("repo", "list")))
    gh("repo", "list", "cli")


def test_repo_view(gh):
    fields = "name,owner,nameWithOwner,url,isPrivate,createdAt,pushedAt,updatedAt,issues,pullRequests"
    row = gh.json("repo", "view", "cli/cli", "--json", fields)
    assert (row["name"], row["owner"]["login"], row["nameWithOwner"]) == ("cli", "cli", "cli/cli")


def test_release_list(gh):
    rows = lines(gh("release", "list", "-R", "cli/cli"))
    assert rows and all(len(row) == 4 for row in rows)
    times = [row[3] for row in rows]
    assert times == sorted(times, reverse=True)


def test_label_list(gh):
    rows = gh.json("label", "list", "-R", "cli/cli", "--json", "name,color,description,createdAt,updatedAt")
    assert rows == sorted(rows, key=lambda row: row["createdAt"])
    assert len({row["name"] for row in rows}) == len(rows)


def test_gist_list(gh):
    gh("gist", "list")


def test_the_name_of_a_listed_repository_has_its_owner(gh):
    rows = lines(gh("repo", "list"))
    assert rows and all("/" in row[0] for row in rows)


def test_a_fork_has_a_parent(gh):
    row = gh.json("repo", "view", "cli/cli", "--json", "isFork,parent")
    assert row["isFork"] == (row["parent"] is not None)


def test_one_release_is_the_latest(gh):
    rows = lines(gh("release", "list", "-R", "cli/cli"))
    assert [row[1] for row in rows].count("Latest") <= 1


def test_only_merged_requests_were_merged_by_a_user(gh):
    row = gh.json("pr", "view", "12", "-R", "cli/cli", "--json", PULL)
    assert (row["mergedBy"] is not None) == (row["state"] == "MERGED")


def test_the_number_of_changed_files_is_that_of_the_files(gh):
    row = gh.json("pr", "view", "12", "-R", "cli/cli", "--json", PULL)
    assert row["changedFiles"] == len(row["files"])


def test_api_with_pages(gh):
    query = """query($endCursor: String) {
      repository(owner: "cli", name: "cli") {
        issues(first: 2, after: $endCursor) { totalCount nodes { number } pageInfo { hasNextPage endCursor } }
      }
    }"""
    numbers = gh("api", "graphql", "-f", f"query={query}", "--paginate", "--jq", ".data.repository.issues.nodes[].number")
    total = gh("api", "graphql", "-f", f"query={query}", "--jq", ".data.repository.issues.totalCount")
    assert len(set(numbers.split())) == len(numbers.split()) == int(total)
