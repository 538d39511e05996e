"""The table of pages in the guide ControlAPI.md: each method and body of each row is sent to a running server.

The cells "Body" and "Answer" have JSON in backticks, after the method if a page has several (`POST: …`). The answer must
have the status of its cell, and the members of its JSON. If a page needs data first, prepare it in `test_each_page`.
"""

from __future__ import annotations

import json
import re
from typing import Any

import clients
import pytest
from guide_projects import PRODUCTS, write_shop_schema
from guide_stage import PAGES
from harness import running
from pages import Project

TEXT = PAGES["ControlAPI"].read_text("utf-8")
ROWS = re.findall(r"^\| `(/__understudy/\S+)` \| ([A-Z, ]+) \| ?(.*?) ?\| (.*) \|$", TEXT, re.M)
JSON = re.compile(r"`(\{.*?\})`(?!\w)")
# Members whose values differ in each run. Only their names are compared with the guide.
ANY = {"listener", "port", "url"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The shop, recorded once, and replayed."""
    project = Project(tmp_path_factory.mktemp("control"))
    project.install()
    write_shop_schema(project.root)
    with running(project.start("understudy fake")) as api:
        url = f"{api.origin}/shop"
        with running(project.start(f"understudy record --upstream {url} --endpoint shop")) as recorder:
            clients.post(f"{recorder.origin}/shop", {"query": PRODUCTS})
            assert recorder.stop() == 0
    with running(project.start("understudy replay")) as server:
        yield server.origin


def ask(origin: str, method: str, path: str, body: Any = None) -> clients.Reply:
    text = body if isinstance(body, str) or body is None else json.dumps(body)
    return clients.curl(f"{origin}{path}", "-X", method, body=text)


def of(method: str, cell: str) -> str:
    """Returns the part of a cell for a method: the part after its name, or else the part before the first name."""
    first, *parts = re.split(r"(?:^|; )(GET|POST|DELETE): ", cell)
    return dict(zip(parts[::2], parts[1::2], strict=True)).get(method, first)


def has(shown: Any, answer: Any) -> bool:
    """Returns true if an answer has the members that the guide shows, with their values."""
    if isinstance(shown, dict):
        return all(key in answer and (key in ANY or has(value, answer[key])) for key, value in shown.items())
    return shown in ([], answer)


def test_each_page(server):
    listener = ask(server, "POST", "/__understudy/listeners", {"journal": True}).json
    ports = {"0": server, "1": listener["url"]}
    assert listener["listener"] == 1
    # Tokens that the table has: a named scope that has ended, and the listener's fourth session.
    for number, members in enumerate(
        [{"session": "log in", "scope": True}, {"session": "a"}, {"session": "b"}, {"session": "c"}]
    ):
        token = ask(listener["url"], "POST", "/__understudy/begin", {**members, "named": True}).json["token"]
        assert token == f"1-{number + 1}"
        if "scope" in members:
            ask(listener["url"], "POST", "/__understudy/end", {"token": token, "outcome": "passed"})
    assert len(ROWS) > 15
    for path, methods, bodies, answers in ROWS:
        if path.endswith("/pause"):
            assert ask(server, "POST", "/__understudy/pause", {"token": "0-1"}).status == 409
            scope = ask(server, "POST", "/__understudy/begin", {"session": "log in", "scope": True})
            assert scope.json["token"] == "0-2"
        path = path.replace("<name>", "a.png" if "images" in path else "default")
        for method in methods.split(", "):
            body = next(iter(JSON.findall(of(method, bodies))), None) if method == "POST" else None
            query = next(iter(re.findall(r"`(\?token=1-4)`", of(method, answers))), "") if "requests" in path else ""
            origin = ports["1" if "1-4" in f"{body}{query}" else "0"]
            made = {"faults": {"status": 503}, "answers": {"status": 503}, "listeners": {}}.get(path.split("/")[2]) if "<number>" in path else None
            if made is not None:
                made = next(iter(ask(origin, "POST", path.removesuffix("/<number>"), made).json.values()))
            reply = ask(origin, method, path.replace("<number>", str(made)) + query, body)
            answer = of(method, answers)
            where = f"{method} {path} in the table of ControlAPI.md"
            status = re.search(r"\b(20\d)\b|the same", answer)
            assert status, f'{where}: add the status to the cell "Answer", for example 200.'
            assert reply.status == int(status[1] or 200), f"{where}: {body} got {reply.status} {reply.body}"
            for shown in JSON.findall(answer):
                assert has(json.loads(shown.replace("[...]", "[]")), reply.json), (
                    f"{where}: expected {shown}, got {reply.body}. Correct the cell. If the value differs in each run,"
                    " add its member to ANY in this test."
                )


def test_members_in_the_text(server):
    """The optional members that the text names are accepted where they belong."""
    members = set(re.findall(r'`"(\w+)": (\w+|"[^"]*")`', TEXT))
    assert {"scope", "named", "replace", "goesOn", "journal"} <= {name for name, _ in members}
    port = ask(server, "POST", "/__understudy/listeners", {}).json["url"]
    for name, value in sorted(members):
        member = {name: json.loads(value)}
        if name == "journal":
            assert ask(port, "POST", "/__understudy/listeners", member).status == 201
            continue
        begun, ended = (member, {}) if name != "goesOn" else ({}, member)
        reply = ask(port, "POST", "/__understudy/begin", {"session": f"with {name}", **begun})
        assert reply.status == 200, (name, reply.body)
        end = {"token": reply.json["token"], "outcome": "passed", **ended}
        assert ask(port, "POST", "/__understudy/end", end).status == 200, name
