"""Automatic persisted queries and persisted documents, against Rocket Reserver's stand-in, which speaks the former."""

from __future__ import annotations

import hashlib
import http.client
import json
import signal
from urllib.parse import quote

import clients
import pytest
from harness import PATIENCE, ROOT, recording_files, running, tree, understudy
from http_server import answer, sent_body, serving
from standing_in import standing_in

QUERY = "query LaunchDetails($launchId: ID!) { launch(id: $launchId) { __typename id site } }"
HASH = hashlib.sha256(QUERY.encode()).hexdigest()
VARIABLES = {"launchId": "25"}
NOT_FOUND = b'{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}'


def extension(hash: str = HASH, version: int = 1) -> dict:
    return {"persistedQuery": {"version": version, "sha256Hash": hash}}


def asking(query: str | None = None, **extensions) -> dict:
    """As Apollo's clients ask: first by the hash alone, then with the text."""
    body = {"operationName": "LaunchDetails", "variables": VARIABLES, "extensions": extension(**extensions)}
    return {**body, "query": query} if query else body


def get(url: str, body: dict) -> clients.Reply:
    words = [
        f"{name}={quote(value if isinstance(value, str) else json.dumps(value))}" for name, value in body.items()
    ]
    return clients.curl(f"{url}?{'&'.join(words)}", "-H", "Accept: application/json")


@pytest.fixture(scope="module")
def upstream():
    with standing_in("rocket_reserver", "/graphql") as stand_in:
        yield stand_in


def recorder(upstream, folder):
    return running(
        understudy(
            "record", "--upstream", f"{upstream.origin}/graphql", "--endpoint", "rockets",
            "--recordings", folder, "--json",
        )  # fmt: skip
    )


def replayer(folder, *arguments):
    return running(understudy("replay", "--recordings", folder, *arguments))


def is_not_found(answer: clients.Reply) -> None:
    assert answer.status == 200
    assert answer.body == NOT_FOUND
    assert answer.header("cache-control") == "private, no-cache, must-revalidate"


@pytest.mark.parametrize("ask", [clients.post, get], ids=["POST", "GET"])
def test_the_handshake_through_a_recorder_and_again_in_replay(ask, upstream, folder):
    upstream.reset()
    with recorder(upstream, folder) as server:
        is_not_found(ask(server.origin, asking()))
        live = ask(server.origin, asking(QUERY))
        assert live.json["data"]["launch"]["id"] == "25"
        assert ask(server.origin, asking()).body == live.body
        assert server.stop() == 0
    texts = b"".join(tree(folder).values())
    assert b"PersistedQueryNotFound" not in texts
    with replayer(folder) as server:
        for body in (asking(), asking(QUERY), {"query": QUERY, "variables": VARIABLES}):
            answer = ask(server.origin, body)
            assert answer.source == "recorded"
            assert answer.json == live.json
        is_not_found(ask(server.origin, asking(hash="0" * 64)))


def test_an_answer_recorded_by_its_text_is_replayed_by_its_hash(upstream, folder):
    with recorder(upstream, folder) as server:
        live = clients.post(server.origin, {"query": QUERY, "variables": VARIABLES})
        assert server.stop() == 0
    with replayer(folder) as server:
        is_not_found(clients.post(server.origin, asking()))
        assert clients.post(server.origin, asking(QUERY)).json == live.json
        again = clients.post(server.origin, asking())
        assert (again.source, again.json) == ("recorded", live.json)
        assert server.stop() == 0


def test_an_endpoint_that_forgot_the_text_asks_for_it_and_that_is_not_kept(upstream, folder):
    with recorder(upstream, folder) as server:
        clients.post(server.origin, asking(QUERY))
        assert server.stop() == 0
    upstream.reset()
    before = tree(folder)
    with recorder(upstream, folder) as server:
        # The recorder knows the text from its folder, the endpoint does not.
        answer = clients.post(server.origin, asking())
        assert answer.json["errors"][0]["message"] == "PersistedQueryNotFound"
        assert answer.source == "upstream"
        assert server.stop() == 0
        assert server.events("exchange")[0]["outcome"] == "notRecorded", server.events()
    assert tree(folder) == before


def test_a_wrong_hash_and_a_wrong_version(upstream, folder):
    with recorder(upstream, folder) as server:
        clients.post(server.origin, asking(QUERY))
        for body in (asking("{ me { id } }"), asking(QUERY, version=2)):
            assert clients.post(server.origin, body).source == "upstream"
        assert server.stop() == 0
    with replayer(folder) as server:
        wrong = clients.post(server.origin, asking("{ me { id } }"))
        assert (wrong.status, wrong.message) == (400, "provided sha does not match query")
        for body in (asking(version=2), asking(QUERY, version=2)):
            answer = clients.post(server.origin, body)
            assert (answer.status, answer.message) == (400, "Unsupported persisted query version")


def test_fakes_learn_texts_as_servers_do():
    arguments = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    with running(understudy("fake", *arguments)) as server:
        is_not_found(clients.post(server.origin, asking()))
        assert clients.post(server.origin, asking(QUERY)).json["data"]["launch"]["id"] == "25"
        assert clients.post(server.origin, asking()).json["data"]["launch"]["id"] == "25"
        assert get(server.origin, asking()).json["data"]["launch"]["id"] == "25"


MANIFESTS = {
    "apollo": {
        "format": "apollo-persisted-query-manifest",
        "version": 1,
        "operations": [{"id": "details-1", "name": "LaunchDetails", "type": "query", "body": QUERY}],
    },
    "relay": {"details-1": QUERY},
}
NAMINGS = [{"id": "details-1"}, {"documentId": "details-1"}, {"extensions": {"documentId": "details-1"}}]


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_documents_by_an_id_of_a_manifest(manifest, upstream, folder):
    with recorder(upstream, folder) as server:
        live = clients.post(server.origin, {"query": QUERY, "variables": VARIABLES})
        unknown = clients.post(server.origin, {"id": "details-1", "variables": VARIABLES})
        assert unknown.source == "upstream"
        assert server.stop() == 0
        assert "endpoint.yaml" in json.dumps(server.events("exchange"))
    with replayer(folder) as server:
        answer = clients.post(server.origin, {"id": "details-1", "variables": VARIABLES})
        assert answer.code == "UNDERSTUDY_UNKNOWN_DOCUMENT"
        assert "details-1" in answer.message and "rockets/endpoint.yaml" in answer.message
    (folder / "rockets" / "manifest.json").write_text(json.dumps(MANIFESTS[manifest]))
    (folder / "rockets" / "endpoint.yaml").write_text("persistedQueries: [manifest.json]\n")
    with replayer(folder) as server:
        for naming in NAMINGS:
            answer = clients.post(server.origin, {**naming, "variables": VARIABLES})
            assert (answer.source, answer.json) == ("recorded", live.json)
        answer = get(server.origin, {"id": "details-1", "variables": VARIABLES})
        assert (answer.source, answer.json) == ("recorded", live.json)


def test_many_texts_that_clients_name_by_hash_are_written_before_the_end(folder):
    """They share a file, which is written once for all that wait."""
    count = 1_000
    with serving(lambda handler: (sent_body(handler), answer(handler, b'{"data": {"n": 1}}'))) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "many", "--recordings", folder)) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            for number in range(count):
                query = f"query Q{number} {{ n{number}: n }}"
                digest = hashlib.sha256(query.encode()).hexdigest()
                body = {"query": query, "extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest}}}
                connection.request("POST", "/many", json.dumps(body), {"Content-Type": "application/json"})
                assert connection.getresponse().read() == b'{"data": {"n": 1}}'
            connection.close()
            assert server.stop(signal.SIGINT) == 0, server.stderr[-2000:]
    assert len(recording_files(folder / "many")) == count + 1
    assert len(json.loads((folder / "many" / "persisted-queries.json").read_text())["operations"]) == count
