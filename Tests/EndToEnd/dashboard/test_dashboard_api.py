"""The dashboard's page and its API, by curl: who may use it, and what it says of requests, misses and sessions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import clients
import pytest
from harness import BINARY, ROOT, eventually, run, running, understudy
from operations import country_detail
from standing_in import standing_in
from pages_api import GERMANY, HTML, RECORDINGS, call, change, events, read

CANADA = country_detail("CA")
ME = ["-H", "Authorization: bWVAZXhhbXBsZS5jb20="]


@pytest.fixture(scope="module")
def replaying_shipped():
    with running(understudy("replay", *RECORDINGS)) as server:
        yield server


@pytest.fixture
def own_server():
    with running(understudy("replay", *RECORDINGS)) as server:
        yield server


# --- The page


@pytest.mark.parametrize("mode", ["record", "replay", "fake"])
def test_a_browser_gets_the_page(mode, countries, tmp_path):
    arguments = {
        "record": ["record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", tmp_path],
        "replay": ["replay", "--endpoint", "countries", *RECORDINGS],
        "fake": ["fake", "--endpoint", "countries", "--schemas", ROOT / "schemas", "--recordings", tmp_path],
    }[mode]
    with running(understudy(*arguments)) as server:
        for path in ("/", "/__understudy/", "/__understudy"):
            page = clients.curl(f"{server.origin}{path}", *HTML)
            assert (page.status, page.media_type) == (200, "text/html"), page.body
            policy = page.header("content-security-policy")
            assert "default-src 'none'" in policy and "unsafe" not in policy
        assert read(server, "v1/info")["mode"] == mode
        # With an operation, a GET is GraphQL even for a browser.
        answer = clients.curl(f"{server.origin}/?query=%7B__typename%7D", *HTML)
        assert answer.media_type != "text/html"
        # Without a browser, nothing changes.
        assert clients.curl(f"{server.origin}/").media_type == "application/json"
        assert read(server, "")["mode"] == mode


def test_the_page_needs_nothing_from_elsewhere(replaying_shipped):
    page = clients.curl(f"{replaying_shipped.origin}/", *HTML).body.decode()
    assert not re.search(r"<script(?![^>]*src=)|style=|\son\w+=|https?://", page), "no inline scripts or styles"
    found, left = {}, re.findall(r'(?:src|href)="/__understudy/page/([^"]+)"', page)
    while left:
        name = left.pop()
        if name in found:
            continue
        file = call(replaying_shipped, f"page/{name}")
        assert file.status == 200 and file.header("x-content-type-options") == "nosniff", name
        found[name] = file.body
        left += re.findall(r'(?:from |import\()"\./([^"]+)"', file.body.decode())
        left += re.findall(r'"(\w+\.css)"', file.body.decode())
    assert {f.name for f in (ROOT / "Sources/Dashboard/Resources").iterdir()} == {*found, "page.html", "report.js"}
    first = loaded_first(found) | {"page.html"}
    found["page.html"] = page.encode()
    total = sum(len(found[name]) for name in first)
    assert total < 150_000, f"{total} bytes for the first view"
    again = call(replaying_shipped, "page/app.js", "-H", f"If-None-Match: {call(replaying_shipped, 'page/app.js').header('etag')}")
    assert again.status == 304


def loaded_first(files):
    """The files that a browser loads before a person chooses another view."""
    first, left = set(), ["app.js", *(name for name in files if name in ("style.css", "live.css"))]
    while left:
        name = left.pop()
        if name not in first:
            first.add(name)
            left += re.findall(r'from "\./([^"]+)"', files[name].decode())
    return first


GUIDE = (ROOT / "Sources/understudy/understudy.docc/DashboardAPI.md").read_text()
PATHS = re.findall(r"^\| `(\S+)` \| ((?:GET|POST|DELETE)(?:, \w+)*) \|", GUIDE, re.MULTILINE)


def test_the_guide_has_each_page(replaying_shipped):
    unknown = call(replaying_shipped, "v1/nothing")
    assert unknown.status == 404
    served = set(re.findall(r"([A-Z]+) /__understudy/v1/(\S+?)[;.]", unknown.message))
    named = {
        (method, path.replace("<endpoint>", "<name>")) for path, methods in PATHS for method in methods.split(", ")
    }
    assert served == named


@pytest.mark.parametrize(("path", "methods"), PATHS)
def test_a_page_refuses_other_methods(path, methods, own_server):
    reply = change(own_server, "v1/" + re.sub("<.*?>", "x", path), None, "-X", "PUT")
    assert reply.status == 405 and all(method in reply.message for method in methods.split(", ")), reply.body


# --- Who may use it


def test_a_change_needs_the_token(own_server):
    refused = call(own_server, "v1/requests", "-X", "DELETE")
    assert refused.status == 403 and "Understudy-Token" in refused.message and "v1/info" in refused.message
    wrong = call(own_server, "v1/requests", "-X", "DELETE", "-H", "Understudy-Token: x")
    assert wrong.status == 403 and "Reload the page" in wrong.message
    assert change(own_server, "v1/requests", None, "-X", "DELETE").json == {"cleared": 0}


@pytest.mark.parametrize("sender", [["Origin: http://localhost:3000"], ["Sec-Fetch-Site: same-site"]])
def test_another_page_of_this_machine_may_not_use_it(sender, own_server):
    """It could read the token, and press the page's buttons."""
    headers = [part for header in sender for part in ("-H", header)]
    for path in ("v1/info", "v1/events", ""):
        reply = call(own_server, path, *headers, *(HTML if path == "" else []))
        assert reply.status == 403, path
        assert reply.header("access-control-allow-origin") is None or b"token" not in reply.body
    token = ["-H", f"Understudy-Token: {read(own_server, 'v1/info')['token']}"]
    assert call(own_server, "v1/requests", "-X", "DELETE", *token, *headers).status == 403
    # The control API, too: only programs may change something without the token.
    fault = {"operation": "Q", "status": 503}
    assert call(own_server, "faults", *headers, body=fault).status == 403
    assert call(own_server, "faults", body=fault).status == 201
    own = ["-H", f"Origin: {own_server.origin}"]
    assert call(own_server, "faults", *own, body=fault).status == 403
    assert call(own_server, "faults", *own, *token, body=fault).status == 201


def test_a_refused_request_for_the_page_does_not_fail_a_run(tmp_path):
    script = "import os, urllib.request, urllib.error\n" \
        "url = os.environ['UNDERSTUDY_URL']\n" \
        "try: urllib.request.urlopen(url + '/__understudy/v1/requests/7')\n" \
        "except urllib.error.HTTPError as error: assert error.code == 404\n"
    done = run("exec", *RECORDINGS, "--allow-unused", "--", "python3", "-c", script)
    assert (done.returncode, "efused" in done.stderr) == (0, False), done.stderr


# --- Requests


def test_each_request_is_a_row(own_server):
    with events(own_server) as stream:
        assert stream.next("status")["requests"] == 0
        clients.post(f"{own_server.origin}/countries", CANADA.apollo_body())
        clients.post(f"{own_server.origin}/countries/~cart", GERMANY)
        clients.post(f"{own_server.origin}/countries", {"query": "{"})
        rows = stream.next("requests")["requests"]
        while len(rows) < 3:
            rows += stream.next("requests")["requests"]
    assert [(row["number"], row["source"], row["session"], row["name"]) for row in rows] == [
        (1, "exact", "default", "CountryDetail"), (2, "miss", "cart", "Germany"), (3, "refused", None, None),
    ]
    assert rows[0]["recording"].startswith("countries/query.CountryDetail-") and "CA" in rows[0]["variables"]
    listed = read(own_server, "v1/requests?after=1&limit=1")
    assert ([row["number"] for row in listed["requests"]], listed["last"]) == ([2], 3)
    with events(own_server, "-H", "Last-Event-ID: 1") as stream:
        assert [row["number"] for row in stream.next("requests")["requests"]] == [2, 3]


def test_a_request_with_its_answer(own_server):
    for _ in range(5):  # the last ones come from the table of encoded answers
        clients.post(f"{own_server.origin}/countries", CANADA.apollo_body())
    for number in (1, 5):
        one = read(own_server, f"v1/requests/{number}")
        assert one["document"].startswith("query CountryDetail(") and one["variables"] == {"code": "CA"}
        assert one["answer"]["body"]["data"]["country"]["name"] == "Canada"
        assert (one["answer"]["status"], one["answer"]["isStream"], one["reason"]) == (200, False, None)
    sent = subprocess.run(["sh", "-c", one["curl"] + " -s"], capture_output=True, text=True, check=True)
    assert json.loads(sent.stdout) == one["answer"]["body"]
    assert [test["name"] for test in one["tests"]] == ["pytest", "Vitest", "Swift Testing"]
    missing = call(own_server, "v1/requests/99")
    assert missing.status == 404 and "The last one is 6." in missing.message
    assert change(own_server, "v1/requests", None, "-X", "DELETE").json == {"cleared": 6}
    cleared = call(own_server, "v1/requests/5")
    assert cleared.status == 404 and "no longer kept" in cleared.message


def test_a_copied_test_passes_and_fails(own_server, tmp_path, monkeypatch):
    clients.post(f"{own_server.origin}/countries", CANADA.apollo_body())
    text = read(own_server, "v1/requests/1")["tests"][0]["text"]
    monkeypatch.setenv("UNDERSTUDY_URL", own_server.origin)
    names: dict = {}
    exec(text, names)  # the test that a person pastes
    names["test_country_detail"]()
    exec(text.replace("Canada", "Kanada"), names)
    with pytest.raises(AssertionError):
        names["test_country_detail"]()


def two(rows):
    return rows if len(rows) == 2 else None


def test_recorded_requests_are_rows_with_their_files(countries, tmp_path):
    options = ["record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", tmp_path]
    with running(understudy(*options)) as server:
        for _ in range(2):
            clients.post(f"{server.origin}/countries", CANADA.body())
        rows = eventually(lambda: two(read(server, "v1/requests")["requests"]), "two rows")
        assert [row["source"] for row in rows] == ["new", "known"]
        assert (tmp_path / rows[0]["recording"]).exists()
        one = read(server, "v1/requests/1")
        assert one["answer"]["body"]["data"]["country"]["name"] == "Canada" and "CountryDetail" in one["document"]


def test_too_many_requests_are_counted(own_server):
    for _ in range(30):
        clients.post(f"{own_server.origin}/countries", CANADA.apollo_body())
    status = read(own_server, "v1/requests?limit=5")
    assert len(status["requests"]) == 5 and status["last"] == 30 and status["unlisted"] == 0


# --- Misses and sessions


def test_a_miss_beside_the_nearest_recording(own_server):
    clients.post(f"{own_server.origin}/countries/~cart", CANADA.apollo_body() | {"variables": {"code": "DE"}})
    [miss] = read(own_server, "v1/misses")["misses"]
    assert (miss["number"], miss["sessions"], miss["request"]) == (1, ["cart"], 1)
    one = read(own_server, "v1/misses/1")
    assert one["sent"]["variables"] == {"code": "DE"} and one["recorded"]["variables"] == {"code": "CA"}
    assert one["sent"]["document"] == one["recorded"]["document"]
    assert one["difference"] == [{"kind": "variable", "path": "code", "recorded": "CA", "asked": "DE"}]
    assert one["command"] in one["message"] and "pin" in one["actions"] and "record" not in one["actions"]
    assert one["suggestion"]["data"]["country"]["name"] == "Canada"
    # The suggestion, pinned, answers it.
    pinned = change(own_server, "answers", {
        "operation": "CountryDetail", "session": "cart", "endpoint": "countries", **one["suggestion"]})
    assert pinned.status == 201, pinned.body
    answer = clients.post(f"{own_server.origin}/countries/~cart", CANADA.apollo_body() | {"variables": {"code": "DE"}})
    assert answer.source == "override" and answer.json["data"]["country"]["name"] == "Canada"
    refused = change(own_server, "v1/misses/1/record", {})
    assert refused.status == 409 and "--on-miss record" in refused.message


def test_a_miss_is_recorded_by_its_button(tmp_path):
    """After a recorded mutation, a run sends nothing to the real API by itself, which does not know the mutation."""
    folder = tmp_path / "recordings"
    book = {"query": "mutation { bookTrips(launchIds: [\"25\"]) { success } }"}
    with standing_in("rocket_reserver", "/graphql") as upstream:
        with running(understudy("record", "--upstream", upstream.origin + "/graphql", "--endpoint", "rockets", "--recordings", folder)) as server:
            assert clients.post(f"{server.origin}/rockets", book, *ME).status == 200
            assert server.stop() == 0
        (folder / "rockets" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}/graphql\n")
        with running(understudy("replay", "--recordings", folder, "--on-miss", "record")) as server:
            assert read(server, "v1/info")["mayRecord"]
            assert clients.post(f"{server.origin}/rockets", book, *ME).source == "recorded"
            launch = {"query": "{ launch(id: \"30\") { id site } }"}
            assert clients.post(f"{server.origin}/rockets", launch).source == "miss"
            assert "record" in read(server, "v1/misses/1")["actions"]
            assert call(server, "v1/misses/1/record", body={}).status == 403
            recorded = change(server, "v1/misses/1/record", {})
            assert recorded.status == 200 and recorded.json["source"] == "upstream", recorded.body
            answer = eventually(
                lambda: (reply := clients.post(f"{server.origin}/rockets", launch)).source == "recorded" and reply,
                "the answer is recorded")
            assert answer.json["data"]["launch"]["id"] == "30"
            assert answer.header("understudy-state") == "inferred", "the booking is of another launch"


def test_sessions_with_their_sources(own_server):
    for session in ("a", "b"):
        clients.post(f"{own_server.origin}/countries/~{session}", CANADA.apollo_body())
    clients.post(f"{own_server.origin}/countries/~b", GERMANY)
    sessions = {each["name"]: each for each in read(own_server, "v1/sessions")["sessions"]}
    assert sessions["a"]["counts"] == {"exact": 1} and sessions["b"]["counts"] == {"exact": 1, "miss": 1}


# --- The explorer


def test_the_explorer_uses_the_engine(own_server):
    problem = change(own_server, "v1/endpoints/countries/validate", {"document": "{ countris { name } }"}).json
    [found] = problem["problems"]
    assert "Cannot query field \"countris\"" in found["message"] and (found["start"], found["end"]) == (2, 10)
    proposals = change(own_server, "v1/endpoints/countries/complete", {"document": "{ coun", "position": 6}).json
    assert [item["label"] for item in proposals["items"]][:2] == ["countries", "country"]
    assert read(own_server, "v1/endpoints/countries/schema")["query"] == "Query"
    unknown = call(own_server, "v1/endpoints/country/schema")
    assert unknown.status == 404 and "countries" in unknown.message


def test_coverage_says_what_a_run_used(own_server):
    before = read(own_server, "v1/endpoints/countries/coverage")["totals"]["fields"]
    clients.post(f"{own_server.origin}/countries", CANADA.apollo_body())
    after = read(own_server, "v1/endpoints/countries/coverage")["totals"]["fields"]
    assert before["used"] == 0 < after["used"] <= after["recorded"] < after["all"]


@pytest.mark.parametrize("works", [True, False])
def test_open_opens_the_page(works, tmp_path):
    """A failure is a message with the URL, and the run goes on."""
    opener = tmp_path / ("open" if sys.platform == "darwin" else "xdg-open")
    opener.write_text(f"#!/bin/sh\necho \"$1\" > '{tmp_path}/opened'\nexit {0 if works else 3}\n")
    opener.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    with running(understudy("replay", "--open", *RECORDINGS, env=environment)) as server:
        opened = eventually(lambda: (tmp_path / "opened").exists() and (tmp_path / "opened").read_text(), "it opens")
        assert opened == f"{server.origin}/\n"
        assert read(server, "v1/info")["mode"] == "replay"
        if not works:
            eventually(lambda: f"Open this page yourself: {server.origin}/" in server.stderr, "the URL is printed")
        assert ("could not open" in server.stderr) == (not works)


def test_help_names_the_page():
    assert BINARY.exists()
    for command in ("record", "replay", "fake", "exec"):
        assert "--open" in run(command, "--help").stdout


def test_a_miss_beside_the_recording_of_its_session(countries, tmp_path):
    """Which is one file for all requests of the session."""
    cart = ["-H", "X-Understudy-Session: cart"]
    options = ["record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", tmp_path]
    with running(understudy(*options)) as server:
        for code in ("FR", "CA"):
            clients.post(f"{server.origin}/countries", CANADA.body() | {"variables": {"code": code}}, *cart)
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        assert clients.post(f"{server.origin}/countries", CANADA.body() | {"variables": {"code": "DE"}}, *cart).source == "miss"
        one = read(server, "v1/misses/1")
        assert one["recorded"]["variables"]["code"] in ("FR", "CA")
        assert one["recorded"]["file"].startswith("countries/sessions/cart-")
        assert one["suggestion"]["data"]["country"]["name"] in ("France", "Canada")
