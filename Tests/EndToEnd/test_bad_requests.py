"""Bad requests: each gets a clear error, and the server goes on."""

import gzip
import json
import socket
import time

import clients
import operations
import pytest
from flows import one, record_all
from harness import ROOT, running, understudy

DETAIL = operations.country_detail("CA")


@pytest.fixture(scope="module", params=["replay", "fake"])
def server(request, recorded):
    """Both modes that answer by themselves judge requests alike."""
    arguments = {
        "replay": ["--recordings", recorded.folder],
        "fake": ["--schemas", ROOT / "schemas", "--endpoint", "countries"],
    }[request.param]
    with running(understudy(request.param, *arguments)) as running_server:
        yield running_server


@pytest.fixture(autouse=True)
def the_server_goes_on(request):
    yield
    if "server" in request.fixturenames:
        server = request.getfixturevalue("server")
        answer = clients.post(f"{server.origin}/countries", DETAIL.body())
        assert answer.source in ("recorded", "fake")


def is_error(answer, status, code, *words):
    assert answer.status == status, answer
    assert answer.code == code
    assert "data" not in answer.json
    assert answer.source == "error"
    for word in words:
        assert word in answer.message, answer.message


@pytest.mark.parametrize(
    "body, words",
    [
        (b"", ["no body"]),
        (b"query { a }", ["not JSON", "line 1, column 1"]),
        (b'{"query": "{ a }",}', ["not JSON", "line 1, column 19"]),
        (b'{"query":\n"{ a }" "b"}', ["not JSON", "line 2, column 9"]),
        (b'{"query": "\xff"}', ["not JSON"]),
        (b"[" * 100_000, ["not JSON"]),
        (b'"text"', ["a string"]),
        (b"42", ["a number"]),
        (b"null", ["null"]),
        (b"{}", ["query"]),
        (b'{"hello": "there"}', ["query", "hello"]),
        (b'{"query": null}', ["query"]),
        (b'{"query": 1}', ["query", "a string"]),
        (b'{"query": "{ a }", "operationName": 1}', ["operationName"]),
        (b'{"query": "{ a }", "variables": 1}', ["variables", "an object", "a number"]),
        (b'{"query": "{ a }", "variables": [1]}', ["variables", "an object", "an array"]),
        (b'{"query": "{ a }", "variables": "x"}', ["variables", "not JSON"]),
        (b'{"query": "{ a }", "variables": "[1]"}', ["variables", "an array"]),
    ],
)
def test_a_body_that_is_no_graphql_request(body, words, server):
    is_error(clients.post(f"{server.origin}/countries", body), 400, "UNDERSTUDY_BAD_REQUEST", *words)


def test_variables_as_a_string_of_json_are_taken(server):
    body = {**DETAIL.body(), "variables": json.dumps(DETAIL.variables)}
    assert clients.post(f"{server.origin}/countries", body).json["data"]["country"]["code"] == "CA"


@pytest.mark.parametrize(
    "accept, status", [("application/json", 200), ("*/*", 200), ("application/graphql-response+json", 400)]
)
def test_a_document_that_does_not_parse(accept, status, server):
    body = {"query": "query A {\n  country(code: ) { name }\n}"}
    answer = clients.post(f"{server.origin}/countries", body, accept=accept)
    is_error(answer, status, "GRAPHQL_PARSE_FAILED", 'Syntax Error: Unexpected ")".')
    error = answer.json["errors"][0]
    assert error["locations"] == [{"line": 2, "column": 17}]
    assert "^" in json.dumps(error), "a caret under the place"
    expected = "application/json" if accept == "*/*" else accept
    assert answer.media_type == expected


@pytest.mark.parametrize(
    "query, name, words",
    [
        ("query A { __typename } query B { __typename }", "C", ['Unknown operation named "C".']),
        (
            "query A { __typename } query B { __typename }",
            None,
            ["Must provide operation name if query contains multiple operations."],
        ),
        ("query A { __typename }", "B", ['Unknown operation named "B".']),
        ("fragment F on Country { name }", None, ["operation"]),
    ],
)
def test_no_operation_can_be_chosen(query, name, words, server):
    answer = clients.post(f"{server.origin}/countries", {"query": query, "operationName": name})
    is_error(answer, 200, "OPERATION_RESOLUTION_FAILURE", *words)


def test_a_document_of_too_many_tokens(server):
    answer = clients.post(f"{server.origin}/countries", {"query": "{ a" + " a" * 1_000_000 + " }"})
    assert answer.status in (200, 400)
    assert answer.json["errors"][0]["message"]
    assert answer.source == "error"


def test_a_document_that_is_too_deep(server):
    answer = clients.post(f"{server.origin}/countries", {"query": "{ a " * 100_000 + "}" * 100_000})
    assert answer.status in (200, 400)
    assert answer.source == "error"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "HEAD"])
def test_another_method(method, server):
    arguments = ["--head"] if method == "HEAD" else ["-X", method]
    answer = clients.curl(f"{server.origin}/countries", *arguments)
    assert answer.status == 405
    assert answer.header("allow") == "GET, POST"
    if method != "HEAD":
        is_error(answer, 405, "UNDERSTUDY_METHOD_NOT_ALLOWED", method)


def test_get_without_a_query(server):
    is_error(clients.curl(f"{server.origin}/countries?a=1"), 400, "UNDERSTUDY_BAD_REQUEST", "query", '"a"')


def test_an_unknown_endpoint_names_the_known_ones(countries, tmp_path):
    for name in ("one", "two"):
        record_all(countries, tmp_path, one(DETAIL), endpoint=name)
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        for path in ("/three", "/", "/graphql", "/three/graphql"):
            answer = clients.post(server.origin + path, DETAIL.body())
            is_error(answer, 404, "UNDERSTUDY_UNKNOWN_ENDPOINT", "one", "two")
        for path in ("/one", "/two", "/two/graphql"):
            assert clients.post(server.origin + path, DETAIL.body()).source == "recorded"


def test_a_body_over_the_limit(recorded):
    with running(understudy("replay", "--recordings", recorded.folder, "--max-body-bytes", "2000")) as server:
        assert clients.post(server.origin, DETAIL.body()).source == "recorded"
        long = {**DETAIL.body(), "extensions": {"x": "x" * 4000}}
        is_error(clients.post(server.origin, long), 413, "UNDERSTUDY_BODY_TOO_LARGE", "2000")
        chunked = clients.post(server.origin, long, "-H", "Transfer-Encoding: chunked")
        is_error(chunked, 413, "UNDERSTUDY_BODY_TOO_LARGE")
        assert clients.post(server.origin, DETAIL.body()).source == "recorded"


def test_headers_over_the_limit(server):
    for header, bound in (
        ("X-Long: " + "x" * 200_000, b"65536 bytes"),
        ("\r\n".join(f"X-{n}: {n}" for n in range(20_000)), b"65536 bytes"),
        ("\r\n".join(f"X-{n}: {n}" for n in range(300)), b"256 header fields"),
    ):
        received = clients.raw(server.port, clients.raw_post(server.port, b"{}", headers=header + "\r\n"))
        assert received.startswith(b"HTTP/1.1 431 "), received[:200]
        assert b"UNDERSTUDY_HEADERS_TOO_LARGE" in received and bound in received


@pytest.mark.parametrize(
    "data",
    [b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 300, b"GET / HTTP/9.9\r\n\r\n"],
)
def test_bytes_that_are_no_http(data, server):
    received = clients.raw(server.port, data, timeout=5)
    assert received == b"" or received.startswith(b"HTTP/1.1 4"), received[:200]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example"])
def test_a_foreign_host_is_refused(host, server):
    answer = clients.post(f"{server.origin}/countries", DETAIL.body(), "-H", f"Host: {host}")
    is_error(answer, 403, "UNDERSTUDY_FORBIDDEN_HOST", host.split(":")[0], "--allow-host")


@pytest.mark.parametrize("target, is_served", [
    ("http://evil.example/countries", False), ("http://evil.example:4000/countries", False),
    ("http://localhost:80/countries", True),
])  # fmt: skip
def test_the_host_of_an_absolute_target_counts(target, is_served, server):
    """Another host makes it a request to a proxy, which is refused: no endpoint has that host."""
    body = json.dumps(DETAIL.body()).encode()
    for host in (f"127.0.0.1:{server.port}", "evil.example"):
        request = clients.raw_post(server.port, body, target).replace(f"127.0.0.1:{server.port}".encode(), host.encode())
        received = clients.raw(server.port, request)
        assert received.startswith(b"HTTP/1.1 200 " if is_served else b"HTTP/1.1 502 "), received[:300]
        assert is_served or b"UNDERSTUDY_UNKNOWN_HOST" in received and b"evil.example" in received


@pytest.mark.parametrize("host, words", [("", b"no Host"), ("Host: a\r\nHost: a\r\n", b"2 Host")])
def test_a_request_of_http_1_1_names_one_host(host, words, server):
    received = clients.raw(server.port, f"GET /countries HTTP/1.1\r\n{host}\r\n".encode())
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ") and b"connection: close" in head.lower()
    assert words in body


@pytest.mark.parametrize("coding, status", [
    ("gzip", 415), ("br", 415), ("gzip, identity", 415), ("X-Mine", 415), ("identity", 200), ("", 200),
])  # fmt: skip
def test_a_compressed_body_is_refused(coding, status, server):
    """RFC 9110, 15.5.16: with the codings that would be taken."""
    text = json.dumps(DETAIL.body()).encode()
    body = gzip.compress(text, mtime=0) if "gzip" in coding else text
    answer = clients.curl(f"{server.origin}/countries", "-H", "Content-Type: application/json",
                          "-H", f"Content-Encoding: {coding}" if coding else "X-None: 1", body=body)  # fmt: skip
    if status == 200:
        assert answer.source in ("recorded", "fake")
        return
    is_error(answer, 415, "UNDERSTUDY_UNSUPPORTED_MEDIA_TYPE", "Content-Encoding", "uncompressed")
    assert answer.header("accept-encoding") == "identity"


def test_a_compressed_body_is_not_passed_to_the_real_endpoint(countries, folder):
    """It cannot be read here, so what it asks for could not be recorded."""
    body = gzip.compress(json.dumps(DETAIL.body()).encode(), mtime=0)
    with running(
        understudy("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder)
    ) as server:
        answer = clients.curl(server.origin, "-H", "Content-Type: application/json", "-H", "Content-Encoding: gzip", body=body)
        is_error(answer, 415, "UNDERSTUDY_UNSUPPORTED_MEDIA_TYPE", "gzip")
        assert clients.post(server.origin, DETAIL.body()).status == 200


@pytest.mark.parametrize("coding", ["gzip", "gzip, chunked"])
def test_a_transfer_coding_other_than_chunked(coding, server):
    head = f"POST /countries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {coding}\r\n\r\n"
    received = clients.raw(server.port, head.encode() + b"2\r\n{}\r\n0\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 501 "), received[:200]


def test_a_host_can_be_allowed(recorded):
    with running(understudy("replay", "--recordings", recorded.folder, "--allow-host", "10.0.2.2")) as server:
        for host in ("10.0.2.2:4000", "localhost", f"127.0.0.1:{server.port}"):
            assert clients.post(server.origin, DETAIL.body(), "-H", f"Host: {host}").source == "recorded"


def test_a_recorder_is_not_lent_to_foreign_pages(countries, folder):
    with running(
        understudy("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder)
    ) as server:
        foreign = clients.post(server.origin, DETAIL.body(), "-H", "Origin: https://evil.example")
        is_error(foreign, 403, "UNDERSTUDY_FORBIDDEN_ORIGIN", "evil.example")
        local = clients.post(server.origin, DETAIL.body(), "-H", "Origin: http://localhost:3000")
        assert local.status == 200 and local.json["data"]


def test_a_client_that_hangs_up_half_way(server):
    request = clients.raw_post(server.port, json.dumps(DETAIL.body()).encode(), "/countries")
    for cut in (1, 20, len(request) // 2, len(request) - 1, len(request)):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(request[:cut])


def test_a_client_that_sends_a_byte_at_a_time(server):
    """It is served, and while it sends, others are."""
    request = clients.raw_post(server.port, json.dumps({"query": "{ __typename }"}).encode(), "/countries")
    slow = request[-40:]
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(request[:-40])
        for place in range(len(slow)):
            connection.sendall(slow[place : place + 1])
            time.sleep(0.01)
            if place % 10 == 0:
                assert clients.post(f"{server.origin}/countries", DETAIL.body()).source in ("recorded", "fake")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")


def test_many_idle_connections_do_not_disturb_others(server):
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
    try:
        for connection in idle[::2]:
            connection.sendall(b"POST /countries HTTP/1.1\r\nHost: ")
        assert clients.post(f"{server.origin}/countries", DETAIL.body()).source in ("recorded", "fake")
    finally:
        for connection in idle:
            connection.close()


def test_requests_in_one_packet_are_answered_in_order(recorded, replaying):
    bodies = [operations.country_detail(code).body() for code in ("CA", "JP", "XX", "DE")]
    packet = b"".join(clients.raw_post(replaying.port, json.dumps(body).encode(), "/countries") for body in bodies)
    with socket.create_connection(("127.0.0.1", replaying.port), timeout=10) as connection:
        connection.sendall(packet)
        received = b""
        while received.count(b"HTTP/1.1 ") < 4 or b"UNDERSTUDY_NO_RECORDING" not in received:
            chunk = connection.recv(65536)
            assert chunk, received
            received += chunk
    places = [
        received.index(text.encode()) for text in ("Ottawa", "Tokyo", '"country":null', "UNDERSTUDY_NO_RECORDING")
    ]
    assert places == sorted(places)
