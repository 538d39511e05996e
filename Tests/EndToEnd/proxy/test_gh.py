"""GitHub's command line client (gh), whose URL is built in, through `exec --intercept`: a server stands for api.github.com."""

from __future__ import annotations

import json
import os
import shutil
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from graphql import build_schema, execute_sync, parse
from http_server import answer, sent_body, serving
from proxied import World, intercepted

pytestmark = pytest.mark.skipif(not shutil.which("gh"), reason="gh is missing: Tests/setup-test-env.sh --browser")

TOKEN = "gho_" + "a1B2" * 9

# The part of GitHub's schema that the commands below use. Fields of other types are left out of the answers.
SDL = """
  type Query { repository(owner: String!, name: String!): Repository  viewer: User! }
  type Mutation { closeIssue(input: CloseIssueInput!): CloseIssuePayload }
  type User { login: String! }
  type Repository {
    id: ID!  name: String!  owner: User!  hasIssuesEnabled: Boolean!
    issues(states: [IssueState!]): IssueConnection!
    issue(number: Int!): Issue
    issueOrPullRequest(number: Int!): Issue
  }
  type IssueConnection { totalCount: Int!  nodes: [Issue]  pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean!  endCursor: String }
  type Issue {
    id: ID!  number: Int!  title: String!  url: String!  state: IssueState!  stateReason: String  updatedAt: String!
    labels(first: Int): LabelConnection
  }
  type LabelConnection { totalCount: Int!  nodes: [Label] }
  type Label { id: ID!  name: String!  color: String!  description: String }
  enum IssueState { OPEN CLOSED }
  input CloseIssueInput { issueId: ID!  stateReason: String }
  type CloseIssuePayload { issue: Issue }
"""


class GitHub:
    """Two issues of a repository, one of which can be closed."""

    def __init__(self) -> None:
        self.schema = build_schema(SDL)
        label = {"id": "LA_1", "name": "bug", "color": "d73a4a", "description": "It does not work"}
        self.issues = [
            {
                "id": f"I_{number}", "number": number, "title": title, "state": "OPEN", "updatedAt": "2026-01-02T03:04:05Z",
                "url": f"https://github.com/cli/cli/issues/{number}", "labels": {"totalCount": 1, "nodes": [label]},
            }
            for number, title in [(12, "It crashes"), (7, "It is slow")]
        ]  # fmt: skip
        self.tokens: set[str] = set()

    def repository(self, _: object, **named: str) -> dict[str, object]:
        def issue(_: object, number: int) -> object:
            return next((each for each in self.issues if each["number"] == number), None)

        def issues(_: object, states: list[str] | None = None) -> dict[str, object]:
            found = [each for each in self.issues if not states or each["state"] in states]
            return {"totalCount": len(found), "nodes": found, "pageInfo": {"hasNextPage": False}}

        return {"id": "R_1", "name": named["name"], "owner": {"login": named["owner"]}, "hasIssuesEnabled": True,
                "issues": issues, "issue": issue, "issueOrPullRequest": issue}  # fmt: skip

    def close(self, _: object, input: dict[str, str]) -> dict[str, object]:
        issue = next(each for each in self.issues if each["id"] == input["issueId"])
        issue["state"] = "CLOSED"
        return {"issue": issue}

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        asked = json.loads(sent_body(handler))
        self.tokens.add(handler.headers["authorization"])
        root = {"repository": self.repository, "viewer": {"login": "ada"}, "closeIssue": self.close}
        # Not validated: fields that the schema lacks are no errors.
        done = execute_sync(self.schema, parse(asked["query"]), root, variable_values=asked.get("variables"))
        answer(handler, json.dumps(done.formatted).encode())


def through(real: World, script: str, folder: Path) -> str:
    """The output of commands that were recorded from the server, and replayed when it was gone."""
    server, own = GitHub(), real.company.issue("github", alternatives="DNS:api.github.com")
    environment = {**os.environ, "GH_TOKEN": TOKEN, "GH_CONFIG_DIR": str(folder / "gh"), "HOME": str(folder),
                   "GH_NO_UPDATE_NOTIFIER": "1", "NO_COLOR": "1", "GH_REPO": "cli/cli"}  # fmt: skip
    options = {"cwd": folder, "env": environment}
    command = ["sh", "-ec", script]
    with serving(server.respond, own) as url:
        place = f"api.github.com=127.0.0.1:{url.split(':')[2].split('/')[0]}"
        trust = ["--upstream-ca", real.company.pair.certificate, "--resolve", place]
        recorded = intercepted(command, "--mode", "record", *trust, **options)
    assert server.tokens == {f"token {TOKEN}"}
    assert [path.name for path in (folder / "recordings").iterdir()] == ["github"]
    endpoint = (folder / "recordings/github/endpoint.yaml").read_text()
    assert endpoint.startswith("upstream: https://api.github.com/graphql\n")
    assert not any(TOKEN.encode() in path.read_bytes() for path in folder.rglob("recordings/**/*") if path.is_file())
    assert intercepted(command, **options) == recorded
    return recorded


def test_api_graphql(real, tmp_path):
    query = "query($name: String!) { viewer { login } repository(owner: \"cli\", name: $name) { name owner { login } } }"
    output = through(real, f"gh api graphql -f query='{query}' -F name=cli --jq .data", tmp_path)
    assert json.loads(output) == {"viewer": {"login": "ada"}, "repository": {"name": "cli", "owner": {"login": "cli"}}}


def test_issues_are_listed_and_closed(real, tmp_path):
    """The list after the mutation is another one, also when it is replayed."""
    script = "gh issue list --json number,state; gh issue close 12; gh issue list; gh issue list --state closed"
    output = through(real, script, tmp_path)
    before, after, closed = output.splitlines()
    assert json.loads(before) == [{"number": 12, "state": "OPEN"}, {"number": 7, "state": "OPEN"}]
    assert (after.split("\t")[:3], closed.split("\t")[:3]) == (["7", "OPEN", "It is slow"], ["12", "CLOSED", "It crashes"])
