"""What the guides' readers do with a running server: record, send requests, and look at what was saved."""

from __future__ import annotations

import hashlib
import json
import shutil

import flows_of_the_tutorials as tutorials
from changing_upstream import ChangingUpstream
from graphql import get_introspection_query
from guide_projects import DETAIL, PRODUCTS
from guide_stage import Stage, blocks
from harness import ROOT, eventually, running
from standing_in import server as test_server
from terminal import ServerOnATerminal

ROCKETS = "https://apollo-fullstack-tutorial.herokuapp.com/graphql"


def on_a_terminal(stage: Stage) -> None:
    """The log as a terminal shows it, where repeated requests are counted."""
    with ServerOnATerminal("replay", "--recordings", stage.root / "recordings", columns=120) as server:
        for code in ("CA", "CA", "CA", "DE"):
            stage.ask("/countries", DETAIL, {"code": code}, port=server.port)
        eventually(lambda: "To record it" in server.seen, "the miss is printed")
        stage.printed.append("\n".join(server.screen))


def asked_by_session(stage: Stage) -> None:
    """Sessions of the names that the page has."""
    stage.start("understudy record --upstream https://countries.trevorblades.com --endpoint countries")
    for session in ("tests/test_cart.py::test_add", "test_add"):
        stage.ask("/countries", DETAIL, {"code": "CA"}, X_Understudy_Session=session)
    stage.end_server()


def api_that_changes(stage: Stage) -> None:
    """Recordings of an API that then drops a field, and sends a null and another name."""
    upstream = ChangingUpstream()
    url = stage.open.enter_context(upstream.listening())
    stage.start(f"understudy record --upstream {url} --endpoint countries")
    ask = "query Country($code: String!) { country(code: $code) { code name capital continent { code } } }"
    stage.ask("/countries", 'query CallingCode { country(code: "CA") { phone } }')
    for code in ("CA", "DE"):
        stage.ask("/countries", ask, {"code": code})
    stage.ask("/countries", "query Continents { continents { code } }")
    stage.ask("/countries", 'mutation Rename { rename(code: "CA", name: "Kanada") { code } }')
    stage.ask("/countries", 'query Country { country(code: "CA") { name } }')
    stage.end_server()
    stage.printed.clear()
    upstream.begin_anew()
    upstream.change_schema(" phone: String!", "")
    upstream.data["countries"]["CA"]["capital"] = None
    upstream.data["countries"]["DE"]["name"] = "Deutschland"


def shipped(stage: Stage) -> None:
    shutil.rmtree(stage.root / "recordings")
    stage.take("countries", "rocket-reserver")
    asked_by_session(stage)


def rockets(stage: Stage) -> None:
    """A recorder of Rocket Reserver."""
    server = stage.open.enter_context(running(test_server("rocket_reserver")))
    stage.urls[ROCKETS] = f"{server.origin}/graphql"
    stage.start(f"understudy record --upstream {ROCKETS} --endpoint rocket-reserver")


def derived(stage: Stage) -> None:
    """The block of three lines: a recorded query, the query of a client, and its answer."""
    [text] = [block.text for block in blocks(stage.page) if block.text.startswith("recorded ")]
    recorded, asked, answer = (line.split(None, 1)[1] for line in text.splitlines())
    rockets(stage)
    stage.ask("/rocket-reserver", recorded)
    stage.start("understudy replay")
    reply = stage.ask("/rocket-reserver", asked)
    assert reply.source == "derived" and reply.json["data"] == json.loads(answer), reply.body
    stage.ask("/rocket-reserver", asked.replace("rocket {", "rocket { id"))
    stage.end_server()
    stage.printed.append(text)
    stage.take("countries")


def state_of_a_session(stage: Stage) -> None:
    """A list that is recorded before a mutation, and requested after it."""
    (stage.root / "schemas").mkdir()
    shutil.copy(ROOT / "schemas/rocket-reserver.graphqls", stage.root / "schemas")
    rockets(stage)
    stage.ask("/rocket-reserver", tutorials.LAUNCH_LIST.text, {"cursor": None})
    stage.ask("/rocket-reserver", tutorials.BOOK_TRIP.text, {"id": "25"})
    stage.start("understudy replay")
    stage.ask("/rocket-reserver", tutorials.BOOK_TRIP.text, {"id": "25"})
    stage.ask("/rocket-reserver", tutorials.LAUNCH_LIST.text, {"cursor": None})
    stage.end_server()
    stage.inline("understudy show --why LaunchList")


def introspection(stage: Stage) -> None:
    stage.start("understudy fake")
    reply = stage.ask("/countries", get_introspection_query())
    (stage.root / "introspection.json").write_bytes(reply.body)
    stage.end_server()
    shutil.copy(ROOT / "schemas/countries.graphqls", stage.root / "new.graphqls")


def every_kind_of_file(stage: Stage) -> None:
    """An endpoint's folder with each file that the format has: users, a hash with its text, sessions, no name."""
    token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    stage.start("understudy record --upstream https://countries.trevorblades.com")
    country("CA")(stage)
    stage.ask("/countries", DETAIL, {"code": "CA"}, authorization="Bearer abc")
    stage.ask("/countries", "{ continents { name } }")
    stage.ask("/countries", "query LogIn($password: ID!) { country(code: $password) { name } }", {"password": "secret"})
    session = {"X_Understudy_Session": "tests/test_cart.py::test_add"}
    stage.ask("/countries", DETAIL, {"code": "CA"}, authorization=f"Bearer {token}", **session)
    query = "query Persisted { continents { code } }"
    digest = hashlib.sha256(query.encode()).hexdigest()
    stage.ask("/countries", query, extensions={"persistedQuery": {"version": 1, "sha256Hash": digest}})
    rockets(stage)
    token = stage.ask("/rocket-reserver", tutorials.LOGIN.text, {"loginEmail": "a@example.com"}, **session).json
    for operation in (tutorials.BOOK_TRIP, tutorials.CANCEL_TRIP):
        stage.ask(
            "/rocket-reserver", operation.text, {"id": "25"}, authorization=token["data"]["login"]["token"], **session
        )
    stage.end_server()


def accepted(stage: Stage) -> None:
    """The page's JSON, in the place of what was recorded. `{ … }` is the recorded value."""
    recording, response, end, session = (block.text for block in blocks(stage.page) if block.language == "json")
    [path] = [path for path in stage.root.rglob("code=CA-*.json") if "anonymous" in path.read_text("utf-8")]
    [(_, answer)] = json.loads(path.read_text("utf-8"))["responses"].items()
    path.write_text(recording.replace("{ … }", json.dumps(answer["body"]["data"])), "utf-8")

    [path] = stage.root.glob("recordings/rocket-reserver/sessions/*.json")
    one, *others = json.loads(path.read_text("utf-8"))["steps"]
    shown = json.loads(session.replace("{ … }", "{}"))
    assert [set(step) for step in shown["steps"]] == [set(one), {"together"}]
    path.write_text(json.dumps({**shown, "steps": [one, {"together": others}]}), "utf-8")
    stage.project.passes("understudy check")

    shutil.copytree(ROOT / "recordings/rocket-reserver", stage.root / "shipped/rocket-reserver")
    [path] = stage.root.glob("shipped/rocket-reserver/subscription.*/*.json")
    stream = json.loads(path.read_text("utf-8"))
    [(key, answer)] = stream["responses"].items()
    shown = json.loads(f"{{{response}}}")
    shown["events"][0]["after"] = answer["events"][0]["after"]
    for members in (shown, {**answer, **json.loads(f"{{{end}}}")}):
        path.write_text(json.dumps({**stream, "responses": {key: members}}), "utf-8")
        stage.project.passes("understudy check --recordings shipped")


def named_by_url(stage: Stage) -> None:
    """The block that is a URL takes requests."""
    [url] = [block.text.strip() for block in blocks(stage.page) if block.text.startswith("http://")]
    stage.start("understudy replay")
    assert stage.ask(url.partition(":4000")[2], PRODUCTS).status == 200
    sessions = stage.project.passes(f"curl -sS --noproxy '*' http://127.0.0.1:{stage.port}/__understudy/sessions")
    assert url.partition("~")[2] in sessions
    stage.printed.append(url)


def miss(stage: Stage) -> None:
    """A request that is not recorded."""
    stage.start("understudy replay")
    country("DE")(stage)
    stage.end_server()


def headers(stage: Stage) -> None:
    """A server, and curl that prints headers."""
    (stage.project.home / ".curlrc").write_text("silent\ninclude\n", "utf-8")
    stage.start("understudy replay")


def served(stage: Stage) -> None:
    stage.start("understudy fake")


def country(*codes: str):
    def ask(stage: Stage) -> None:
        for code in codes:
            stage.ask("/countries", DETAIL, {"code": code})

    return ask
