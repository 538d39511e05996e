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
