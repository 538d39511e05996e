"""A large answer reaches the client while the upstream still sends it, and is recorded as a whole or not at all."""

import contextlib
import http.client
import json

import pytest
from gated_upstream import ANSWER, HALF, JSON, GatedUpstream
from harness import PATIENCE, eventually, recording_files, running, understudy

QUERY = {"query": "query Large { people { id name note } }"}
MUTATION = {"query": "mutation Import { people { id name note } }"}


@contextlib.contextmanager
def recording(folder, *arguments, **options):
    upstream = GatedUpstream(**options)
    with upstream.listening() as url:
        program = understudy(
            "record", "--upstream", url, "--endpoint", "large", "--recordings", folder, "--json", *arguments
        )
        with running(program) as server:
            yield upstream, server


def ask(server, body=QUERY, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("POST", "/large", json.dumps(body), {"content-type": JSON, **headers})
    return connection.getresponse()


def replayed(folder, body=QUERY, **headers):
    with running(understudy("replay", "--recordings", folder)) as server:
        return json.loads(ask(server, body, **headers).read())


def outcomes(server):
    return [exchange["outcome"] for exchange in server.events("exchange")]


@pytest.mark.parametrize("chunked", [False, True])
def test_the_beginning_comes_before_the_end_is_sent(chunked, folder):
    with recording(folder, chunked=chunked) as (upstream, server):
        response = ask(server)
        assert (response.status, response.headers["content-type"], response.headers["x-own"]) == (200, JSON, "kept")
        assert response.headers["content-length"] == (None if chunked else str(len(ANSWER)))
        begun = response.read(HALF // 2)
        assert not upstream.gate.is_set()
        upstream.gate.set()
        assert begun + response.read() == ANSWER
        assert server.stop() == 0
        assert outcomes(server) == ["new"]
    assert replayed(folder) == json.loads(ANSWER)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("body", [QUERY, [QUERY, QUERY]])
def test_an_upstream_that_breaks_off(body, chunked, folder):
    """The client sees that the body is not whole, and nothing is recorded."""
    with recording(folder, chunked=chunked) as (upstream, server):
        response = ask(server, body)
        begun = response.read(HALF // 2)
        upstream.breaks = True
        upstream.gate.set()
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            begun += response.read()
        # A broken connection answers no further request; a new one does.
        upstream.breaks = False
        assert ask(server, {"query": "query Next { people { id } }"}).read() == ANSWER
        server.stop()
        assert outcomes(server) == ["notRecorded"] * (len(body) if isinstance(body, list) else 1) + ["new"]
        broken = server.events("exchange")[0]
        assert "closed before the answer was complete" in broken["reason"]
    assert [path.name for path in recording_files(folder) if "Large" in str(path)] == []


def test_a_client_that_leaves(folder):
    with recording(folder) as (upstream, server):
        response = ask(server)
        response.read(HALF // 2)
        response.close()
        eventually(lambda: server.events("exchange"), "the exchange is over")
        upstream.gate.set()
        server.stop()
        assert outcomes(server) == ["notRecorded"]
        assert "the client disconnected" in server.events("exchange")[0]["reason"]
    assert recording_files(folder) == []


def test_a_mutation_comes_before_what_its_client_asks_next(folder):
    """The state is that after the mutation as soon as the client has its whole answer."""
    session = {"x-understudy-session": "import"}
    with recording(folder, open_gate=True) as (_, server):
        for body in (QUERY, MUTATION, QUERY):
            assert ask(server, body, **session).read() == ANSWER
        assert server.stop() == 0
    (path,) = (folder / "large" / "sessions").glob("*.json")
    steps = json.loads(path.read_text("utf-8"))["steps"]
    assert [step["operation"].split("-")[0] for step in steps] == ["query.Large", "mutation.Import", "query.Large"]
    with running(understudy("replay", "--recordings", folder)) as server:
        for body in (QUERY, MUTATION, QUERY):
            response = ask(server, body, **session)
            assert json.loads(response.read()) == json.loads(ANSWER)
            assert response.headers["understudy-state"] == "exact"


def test_a_batch(folder):
    with recording(folder) as (upstream, server):
        response = ask(server, [QUERY, QUERY])
        begun = response.read(HALF // 2)
        upstream.gate.set()
        assert begun + response.read() == b"[" + ANSWER + b"," + ANSWER + b"]"
        assert server.stop() == 0
    assert replayed(folder) == json.loads(ANSWER)


def test_a_fault_changes_the_whole_answer(folder):
    with recording(folder, open_gate=True) as (_, server):
        response = ask(server, **{"understudy-fault": "error=people"})
        failed = json.loads(response.read())
        assert failed["errors"][0]["path"] == ["people"]
        assert server.stop() == 0
    assert replayed(folder) == json.loads(ANSWER)


def test_a_client_of_http_1_0_gets_no_chunks(folder):
    with recording(folder, chunked=True, open_gate=True) as (_, server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
        connection.request("POST", "/large", json.dumps(QUERY), {"content-type": JSON})
        response = connection.getresponse()
        assert response.headers["transfer-encoding"] is None
        assert response.read() == ANSWER
        assert server.stop() == 0


def test_a_recorder_that_stops_in_the_middle(folder):
    """The upstream may never send the rest: the client's answer breaks off, and the program ends."""
    with recording(folder) as (_, server):
        response = ask(server)
        response.read(HALF // 2)
        server.stop()
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            response.read()
        assert outcomes(server) == ["notRecorded"]
        assert "Understudy stopped" in server.events("exchange")[0]["reason"]
    assert recording_files(folder) == []
