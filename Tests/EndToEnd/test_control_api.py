"""The pages under `/__understudy/` are those of the table in the guide ControlAPI.md, with its methods."""

import re
from pathlib import Path

import clients
import pytest

PAGE = Path(__file__).parents[2] / "Sources/understudy/understudy.docc/ControlAPI.md"
PAGES = re.findall(r"^\| `/__understudy/(\S+)` \| ([A-Z, ]+) \|", PAGE.read_text(), re.MULTILINE)


def ask(server, path, method="GET"):
    return clients.curl(f"{server.origin}/__understudy/{path}", "-X", method)


def test_an_unknown_page_gets_the_list_of_pages(replaying):
    reply = ask(replaying, "sesions")
    assert reply.status == 404
    [listed] = re.findall(r"There are: (.*)\.$", reply.json["errors"][0]["message"])
    served, in_guide = set(listed.split("; ")), {f"{methods} /__understudy/{path}" for path, methods in PAGES}
    assert served - in_guide == set(), f"Add a row for each of these pages to the table in {PAGE}."
    assert in_guide - served == set(), f"Remove these rows from the table in {PAGE}, or add the pages to ControlPage.all."
    assert len(listed.split("; ")) == len(PAGES), f"A page is twice in ControlPage.all, or in the table in {PAGE}."


@pytest.mark.parametrize(("path", "methods"), PAGES)
def test_a_page_refuses_other_methods(path, methods, replaying):
    reply = ask(replaying, re.sub("<.*>", "x", path), "PUT")
    assert reply.status == 405 and reply.headers["allow"] == [methods]
    assert reply.json["errors"][0]["message"] == f"/__understudy/{path} takes {methods.replace(', ', ' or ')}, not PUT."


@pytest.mark.parametrize("path", ["", "status"])
def test_the_status_is_the_first_page(path, replaying):
    assert ask(replaying, path).json["mode"] == "replay"


@pytest.mark.parametrize("path", ["status/", "sessions/a/reset/", "sessions/a/reset/b", "Status"])
def test_a_similar_path_is_unknown(path, replaying):
    assert ask(replaying, path, "POST").status == 404


@pytest.mark.parametrize(
    ("path", "method", "valid"),
    [
        ("faults?sesion=a", "DELETE", "Valid: session."),
        ("answers?operation=A", "DELETE", "Valid: session."),
        ("sessions/a/reset?named=true", "POST", "It has none: remove it."),
        ("recordings?name=A", "GET", "Valid: session, operation."),
        ("begin?replaces=true", "POST", "Valid: replace."),
    ],
)
def test_an_unknown_parameter_is_refused(path, method, valid, replaying):
    """A typo must not delete the faults of all sessions."""
    reply = ask(replaying, path, method)
    assert reply.status == 400, reply.body
    [error] = reply.json["errors"]
    page = re.sub("/a/", "/<name>/", path.split("?")[0])
    name = re.findall(r"\?(\w+)=", path)[0]
    assert error["message"] == f'/__understudy/{page} has no parameter "{name}". {valid}'


def test_faults_of_one_session_are_deleted(replaying):
    for session in ("a", "b"):
        body = f'{{"operation": "CountryList", "status": 503, "session": "{session}"}}'
        assert clients.curl(f"{replaying.origin}/__understudy/faults", "-d", body).status == 201
    assert ask(replaying, "faults?session=a", "DELETE").json == {"deleted": 1}
    assert [each["session"] for each in ask(replaying, "faults").json["faults"]] == ["b"]
    assert ask(replaying, "faults", "DELETE").json == {"deleted": 1}
