"""Browsers: preflights, and which pages may read answers."""

from __future__ import annotations

import clients
import operations
import pytest
from flows import one, record_all
from harness import ROOT, running, tree, understudy

LOCAL = "http://localhost:5173"
FOREIGN = "https://app.example"
DETAIL = operations.country_detail("CA")
PREFLIGHT = ["-X", "OPTIONS", "-H", "Access-Control-Request-Method: POST"]
WANTED = "content-type,apollo-require-preflight,x-mine"


@pytest.fixture(scope="module", params=["record", "replay", "fake"])
def server(request, recorded, countries, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cors")
    arguments = {
        "record": ["--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder],
        "replay": ["--recordings", recorded.folder],
        "fake": ["--schemas", ROOT / "schemas", "--endpoint", "countries"],
    }[request.param]
    with running(understudy(request.param, *arguments)) as running_server:
        running_server.mode = request.param
        yield running_server


def cors(answer: clients.Reply) -> list[str]:
    return [name for name in answer.headers if name.startswith("access-control-")]


def test_a_preflight_of_a_local_page(server):
    answer = clients.curl(
        f"{server.origin}/countries", *PREFLIGHT, "-H", f"Origin: {LOCAL}",
        "-H", f"Access-Control-Request-Headers: {WANTED}", "-H", "Access-Control-Request-Private-Network: true",
    )  # fmt: skip
    assert (answer.status, answer.body) == (204, b"")
    assert answer.header("access-control-allow-origin") == LOCAL
    assert answer.header("access-control-allow-headers") == WANTED
    assert "POST" in answer.header("access-control-allow-methods")
    assert answer.header("access-control-allow-credentials") == "true"
    assert answer.header("access-control-allow-private-network") == "true"
    assert int(answer.header("access-control-max-age")) > 0


def test_a_local_page_reads_answers_and_errors(server):
    bodies = [DETAIL.body(), DETAIL.body(), DETAIL.body(), DETAIL.body(), {"query": 7}, [DETAIL.body()]]
    for body in bodies:
        answer = clients.post(
            f"{server.origin}/countries", body, "-H", f"Origin: {LOCAL}", "-H", "Apollo-Require-Preflight: true"
        )
        assert answer.headers["access-control-allow-origin"] == [LOCAL]
        assert "Understudy-Source" in answer.header("access-control-expose-headers")
        assert "Origin" in answer.header("vary")
        assert answer.header("access-control-allow-credentials") == "true"


def test_pages_are_told_apart_however_often_they_ask(server):
    """The table of answers knows every header."""
    for _ in range(4):
        for origin in (LOCAL, "http://127.0.0.1:9", None):
            arguments = ["-H", f"Origin: {origin}"] if origin else []
            answer = clients.post(f"{server.origin}/countries", DETAIL.body(), *arguments)
            assert answer.json["data"]
            if origin or server.mode != "record":
                assert answer.header("access-control-allow-origin") == origin


def test_a_foreign_page_reads_nothing(server):
    foreign = ["-H", f"Origin: {FOREIGN}"]
    refused = clients.curl(f"{server.origin}/countries", *PREFLIGHT, *foreign)
    assert refused.status == 403
    assert refused.code == "UNDERSTUDY_FORBIDDEN_ORIGIN"
    assert "--allow-origin" in refused.message
    for origin in (FOREIGN, "null"):
        answer = clients.post(f"{server.origin}/countries", DETAIL.body(), "-H", f"Origin: {origin}")
        assert (answer.status, answer.code) == (403, "UNDERSTUDY_FORBIDDEN_ORIGIN")
        assert cors(refused) == cors(answer) == []
    image = clients.curl(server.origin, "-H", "Sec-Fetch-Site: cross-site")
    assert (image.status == 403) == (server.mode == "record")


def test_a_foreign_page_changes_nothing():
    """A form or a `fetch` without preflight: the browser would hide the answer, but the change would be made."""
    arguments = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    book = {"query": 'mutation { bookTrips(launchIds: ["1"]) { success } }'}
    look = {"query": "{ me { trips { id } } }"}
    with running(understudy("fake", *arguments)) as server:
        before = clients.post(server.origin, look).json
        for header in (f"Origin: {FOREIGN}", "Sec-Fetch-Site: cross-site"):
            answer = clients.post(server.origin, book, "-H", header)
            assert (answer.status, answer.code) == (403, "UNDERSTUDY_FORBIDDEN_ORIGIN")
            reset = f"{server.origin}/__understudy/sessions/default/reset"
            assert clients.curl(reset, "-X", "POST", "-H", header).status == 403
        assert clients.post(server.origin, look).json == before


@pytest.mark.parametrize("allowed", [FOREIGN, "*"])
def test_other_origins_can_be_allowed(allowed, recorded):
    with running(understudy("replay", "--recordings", recorded.folder, "--allow-origin", allowed)) as server:
        assert clients.curl(server.origin, *PREFLIGHT, "-H", f"Origin: {FOREIGN}").status == 204
        answer = clients.post(server.origin, DETAIL.body(), "-H", f"Origin: {FOREIGN}")
        assert answer.header("access-control-allow-origin") == FOREIGN


def test_recordings_are_free_of_it(countries, folder):
    record_all(countries, folder, one(DETAIL))
    assert b"access-control" not in b"".join(tree(folder).values()).lower()
    with running(understudy("replay", "--recordings", folder)) as server:
        assert cors(clients.post(server.origin, DETAIL.body())) == []
