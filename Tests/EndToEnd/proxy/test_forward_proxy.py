"""The port as an HTTP proxy: absolute-form requests and tunnels, recorded and replayed, by real clients."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading

import pytest
from harness import BINARY, ROOT, Server, Trap, eventually, run, running, tree, understudy
from proxied import ADD, COUNT, HOST, NOTES, URL, Proxied, World, basic, proxying, world
from websockets.client import connect


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    with world(tmp_path_factory.mktemp("real")) as made:
        yield made


@pytest.fixture
def recorder(real, folder):
    """A program that was started with nothing but `record`, and the address of the API."""
    real.upstream.reset()
    with proxying(real, "record", "--recordings", folder, *real.trust) as proxied:
        yield proxied


async def count_over(connection: socket.socket, trust: ssl.SSLContext) -> list[int]:
    """The results of a subscription through a tunnel that is there.

    In one thread: Python's TLS is not safe to read and write in two, as the library's other client does.
    """
    options = {"sock": connection, "ssl": trust, "server_hostname": HOST, "subprotocols": ["graphql-transport-ws"]}
    async with connect(f"wss://{HOST}/graphql", **options) as client:
        await client.send(json.dumps({"type": "connection_init"}))
        assert json.loads(await client.recv())["type"] == "connection_ack"
        await client.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": COUNT}}))
        results = []
        while (message := json.loads(await client.recv()))["type"] == "next":
            results.append(message["payload"]["data"]["count"])
        return results


def subscribe(proxied: Proxied) -> list[int]:
    tunnel, head = proxied.tunnel(f"{HOST}:443")
    assert head.startswith(b"HTTP/1.1 200 ")
    tunnel.setblocking(False)
    return asyncio.run(count_over(tunnel, ssl.create_default_context(cafile=proxied.local)))


@pytest.fixture(scope="module")
def recorded(real, tmp_path_factory):
    """Two states of the API, and a subscription, recorded through the proxy."""
    folder = tmp_path_factory.mktemp("recorded") / "recordings"
    real.upstream.reset()
    with proxying(real, "record", "--recordings", folder, *real.trust) as proxied:
        assert proxied.post(URL, NOTES).json == {"data": {"notes": []}}
        assert proxied.post(URL, ADD).json["data"]["addNote"] == {"text": "hello"}
        assert proxied.post(URL, NOTES).json == {"data": {"notes": [{"text": "hello"}]}}
        assert subscribe(proxied) == [1, 2, 3]
        assert proxied.server.stop() == 0, proxied.server.stderr
    return folder


@pytest.fixture
def replayer(real, recorded):
    """Replays with the API's address unknown."""
    with proxying(real, "replay", "--recordings", recorded, "--ca-folder", real.local.parent) as proxied:
        yield proxied


# Record and replay


@pytest.mark.parametrize("version, number", [("--http1.1", "1.1"), ("--http2", "2")])
def test_a_tunnel_is_recorded(recorder, folder, version, number):
    answer = recorder.post(URL, NOTES, version)
    assert (answer.status, answer.json) == (f"200 200 {number}", {"data": {"notes": []}}), answer.error
    assert recorder.server.stop() == 0
    assert (folder / "example" / "endpoint.yaml").read_text() == f"upstream: {URL}\n"
    assert "New endpoint example: https://api.example.test/graphql" in recorder.server.stderr
    assert len(list((folder / "example").glob("query.Notes-*/*.json"))) == 1


@pytest.mark.parametrize("version, number", [("--http1.1", "1.1"), ("--http2", "2")])
def test_a_recording_is_replayed(replayer, version, number):
    """Repeated requests too, which the table of answers serves."""
    for _ in range(4):
        answer = replayer.post(URL, NOTES, version)
        assert (answer.status, answer.json) == (f"200 200 {number}", {"data": {"notes": []}}), answer.error
    assert replayer.post(URL, ADD, version).json["data"]["addNote"] == {"text": "hello"}
    assert replayer.post(URL, NOTES, version).json == {"data": {"notes": [{"text": "hello"}]}}


def test_a_subscription_through_a_tunnel(replayer):
    assert subscribe(replayer) == [1, 2, 3]


def test_an_absolute_target_is_recorded_and_replayed(real, countries, folder):
    """Plain http, to a named host on this machine."""
    place = f"plain.example.test=127.0.0.1:{countries.port}"
    url, query = "http://plain.example.test/", '{ country(code: "CA") { name } }'
    with proxying(real, "record", "--recordings", folder, "--resolve", place) as proxied:
        first = proxied.post(url, query, trusts=False)
        assert first.json == {"data": {"country": {"name": "Canada"}}}, first
        assert proxied.server.stop() == 0
    with proxying(real, "replay", "--recordings", folder) as proxied:
        assert proxied.post(url, query, trusts=False).json == first.json
        direct = proxied.post(f"{proxied.server.origin}/plain", query, "--noproxy", "*", trusts=False)
        assert direct.json == first.json


def test_the_same_bytes_without_the_proxy_are_no_proxy_request(replayer):
    """A page that has its name resolved to this machine must not get what a client of the proxy gets."""
    for _ in range(4):
        assert replayer.post(URL, NOTES).status.startswith("200 200")
    body = json.dumps({"query": NOTES}).encode()
    request = (
        f"POST /graphql HTTP/1.1\r\nHost: {HOST}\r\ncontent-type: application/json\r\nUser-Agent: curl/7.88.1\r\n"
        f"Accept: */*\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    with socket.create_connection(("127.0.0.1", replayer.server.port), 20) as connection:
        connection.sendall(request)
        assert connection.recv(4096).startswith(b"HTTP/1.1 403 ")


def test_a_proxy_over_tls(real, recorded):
    """With `--tls`, the connection to the proxy is encrypted, and the one in the tunnel inside it."""
    words = ["replay", "--recordings", recorded, "--ca-folder", real.local.parent, "--tls"]
    with proxying(real, *words) as proxied:
        answer = proxied.post(URL, NOTES, "--proxy-cacert", real.local)
        assert answer.json == {"data": {"notes": []}}, answer


def test_two_endpoints_of_one_host_are_told_apart_by_path(recorder, real, folder):
    for path in ("/graphql", "/graphql?key=1"):
        assert recorder.post(f"https://{HOST}{path}", NOTES).status.startswith("200 200")
    # The API answers at one path only; what matters is where the request went.
    recorder.post(f"https://{HOST}/v2/graphql", NOTES)
    assert recorder.server.stop() is not None
    log = recorder.server.stderr
    assert log.count("New endpoint") == 2
    assert "New endpoint api-example-test: https://api.example.test/v2/graphql" in log


def test_a_label_that_another_host_has(real, folder):
    other = f"other.example.test=127.0.0.1:{real.port}"
    first = f"api.other.test=127.0.0.1:{real.port}"
    with proxying(real, "record", "--recordings", folder, *real.trust, "--resolve", other, "--resolve", first) as proxied:
        proxied.post("https://other.example.test/graphql", NOTES)
        assert proxied.post(URL, NOTES).status.startswith("200 200")
        proxied.server.stop()
        assert "New endpoint other: " in proxied.server.stderr
        assert "New endpoint example: " in proxied.server.stderr


def test_a_known_endpoint_is_recorded_again(real, recorded, tmp_path):
    """Without `--upstream`, and under the name that it has."""
    subprocess.run(["cp", "-r", recorded, tmp_path / "recordings"], check=True)
    before = tree(tmp_path / "recordings")
    real.upstream.reset()
    with proxying(real, "record", "--recordings", tmp_path / "recordings", *real.trust) as proxied:
        assert proxied.post(URL, NOTES).status.startswith("200 200")
        assert proxied.server.stop() == 0
    assert tree(tmp_path / "recordings") == before


def test_a_generated_api_has_its_host(real, tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "shop.graphqls").write_text("type Query { name: String! }")
    (tmp_path / "recordings" / "shop").mkdir(parents=True)
    (tmp_path / "recordings" / "shop" / "endpoint.yaml").write_text("upstream: https://shop.example.test/api\n")
    with proxying(real, "fake", "--ca-folder", real.local.parent, cwd=tmp_path) as proxied:
        assert proxied.post("https://shop.example.test/api", "{ name }").json["data"]["name"]


def test_the_guide(real, tmp_path):
    """Its commands, in order; only the API is another one."""
    text = (ROOT / "Sources/understudy/understudy.docc/ForwardProxy.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    starts = [" ".join(block.split()[:2]) for block in blocks]
    assert starts[:4] == ["understudy ca", "curl --proxy", "understudy replay", "understudy exec"]
    real.upstream.reset()
    data = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "PATH": f"{BINARY.parent}:{os.environ['PATH']}"}
    for word in ("record", "replay"):
        assert f"understudy {word}\n" in text
        assert run("ca", env=data).returncode == 0
        trust = ["--upstream-ca", real.company.pair.certificate, *real.trust[4:]] if word == "record" else []
        with running(understudy(word, *trust, cwd=tmp_path, env=data)) as server:
            command = blocks[1].replace("127.0.0.1:4000", f"127.0.0.1:{server.port}").replace("api.example.com", HOST)
            done = subprocess.run(["bash", "-c", command], env=data, capture_output=True, text=True, check=True)
            assert json.loads(done.stdout) == {"data": {"__typename": "Query"}}
            assert server.stop() == 0, server.stderr


# Which hosts


def test_an_unknown_host_is_refused_and_reported(real, recorded):
    words = ["exec", "--recordings", recorded, "--ca-folder", real.local.parent, "--allow-unused", "--", "sh", "-c"]
    ask = "curl -s -x $UNDERSTUDY_URL https://telemetry.example/ ; true"
    done = run(*words, f"{ask}; {ask}; {ask}")
    assert done.returncode == 1
    assert "escaped: 3 requests to telemetry.example" in done.stderr
    assert done.stderr.count("telemetry.example is not the host of a recorded endpoint") == 1
    # The advice is right.
    assert "--pass telemetry.example" in done.stderr


def test_an_unknown_host_is_502(replayer):
    answer = replayer.curl("https://telemetry.example/")
    assert answer.code == 56 and answer.status.startswith("502 000")
    plain = replayer.curl("http://telemetry.example/", trusts=False)
    assert plain.status.split()[1] == "502" and plain.json["errors"][0]["extensions"]["code"] == "UNDERSTUDY_UNKNOWN_HOST"


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_replay_opens_no_connection(real, recorded, tmp_path):
    """Neither for known hosts nor for unknown ones, and no name is resolved."""
    trace = tmp_path / "trace"
    words = ["replay", "--port", "0", "--recordings", recorded, "--ca-folder", real.local.parent]
    calls = ["strace", "-f", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(trace)]
    with running(Server([*calls, str(BINARY), *map(str, words)])) as server:
        proxied = Proxied(server, real.local)
        assert proxied.post(URL, NOTES).status.startswith("200 200")
        assert proxied.curl("https://telemetry.example/").status.startswith("502")
        assert proxied.curl("http://telemetry.example/", trusts=False).status.split()[1] == "502"
    assert trace.stat().st_size > 0
    assert "AF_INET" not in trace.read_text()


def test_a_host_that_passes_is_tunneled_blindly(real, recorded):
    """The client gets the certificate of the real API, on replay as while recording."""
    trust = ["--ca-folder", real.local.parent, "--resolve", f"other.example.test=127.0.0.1:{real.port}"]
    for option in ("--pass", "--tunnel"):
        with proxying(real, "replay", "--recordings", recorded, *trust, option, "*.example.test") as proxied:
            url = "https://other.example.test/graphql"
            answer = proxied.post(url, "{ me }", "--cacert", real.company.pair.certificate, trusts=False)
            assert answer.status.startswith("200 200") and "data" in answer.json, answer


def test_a_host_that_endpoint_yaml_passes(real, recorded, tmp_path):
    subprocess.run(["cp", "-r", recorded, tmp_path / "recordings"], check=True)
    with (tmp_path / "recordings/example/endpoint.yaml").open("a") as file:
        file.write("pass: [other.example.test]\n")
    place = ["--resolve", f"other.example.test=127.0.0.1:{real.port}"]
    with proxying(real, "replay", "--ca-folder", real.local.parent, *place, cwd=tmp_path) as proxied:
        url = "https://other.example.test/graphql"
        answer = proxied.post(url, "{ me }", "--cacert", real.company.pair.certificate, trusts=False)
        assert answer.status.startswith("200 200"), answer


def test_a_websocket_that_is_not_graphql_says_so(recorder):
    tunnel, _ = recorder.tunnel(f"{HOST}:443")
    with recorder.secure(tunnel) as secure:
        secure.sendall(
            f"GET /chat HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: secure.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 502 ") and f"--pass {HOST}".encode() in answer


def test_what_a_client_sends_with_connect_reaches_the_host(real, recorded):
    listener = socket.create_server(("127.0.0.1", 0))
    place = f"blind.example.test=127.0.0.1:{listener.getsockname()[1]}"
    with proxying(real, "replay", "--recordings", recorded, "--pass", "blind.example.test", "--resolve", place) as proxied:
        with socket.create_connection(("127.0.0.1", proxied.server.port), 20) as client:
            client.sendall(b"CONNECT blind.example.test:443 HTTP/1.1\r\nHost: blind.example.test:443\r\n\r\nat once")
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(20)
                assert connection.recv(100) == b"at once"
    listener.close()


def test_a_tunnel_passes_large_bodies_both_ways(real, recorded):
    """More than any buffer holds, and the end of each side reaches the other."""
    listener = socket.create_server(("127.0.0.1", 0))
    got = []

    def serve():
        connection, _ = listener.accept()
        with connection:
            total = 0
            while part := connection.recv(1 << 16):
                total += len(part)
            got.append(total)
            connection.sendall(b"y" * (20 << 20))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    place = f"blind.example.test=127.0.0.1:{listener.getsockname()[1]}"
    with proxying(real, "replay", "--recordings", recorded, "--pass", "blind.example.test", "--resolve", place) as proxied:
        tunnel, head = proxied.tunnel("blind.example.test:443")
        assert head.startswith(b"HTTP/1.1 200 ")
        tunnel.sendall(b"x" * (20 << 20))
        tunnel.shutdown(socket.SHUT_WR)
        total = 0
        while part := tunnel.recv(1 << 16):
            total += len(part)
        tunnel.close()
        thread.join(20)
        assert (got, total) == ([20 << 20], 20 << 20)
    listener.close()


def test_only_some_hosts_are_intercepted(real, folder):
    other = f"other.example.test=127.0.0.1:{real.port}"
    with proxying(real, "record", "--recordings", folder, *real.trust, "--resolve", other, "--only", HOST) as proxied:
        passed = proxied.post("https://other.example.test/graphql", NOTES, "--cacert", real.company.pair.certificate,
                              trusts=False)  # fmt: skip
        assert passed.status.startswith("200 200")
        assert proxied.post(URL, NOTES).status.startswith("200 200")
        proxied.server.stop()
    assert [path.name for path in folder.iterdir()] == ["example"]


# Certificates


def test_no_authority_yet(real, recorded, tmp_path):
    with proxying(real, "replay", "--recordings", recorded, "--ca-folder", tmp_path / "ca") as proxied:
        answer = proxied.post(URL, NOTES, "-v")
        assert answer.status.startswith("502 000")
        tunnel, head = proxied.tunnel(f"{HOST}:443")
        text = head + tunnel.recv(4096)
        assert head.startswith(b"HTTP/1.1 502 ")
        command = f"understudy ca --ca-folder {tmp_path / 'ca'}"
        assert command.encode() in text and b"UNDERSTUDY_NO_CERTIFICATE" in text
        # The command of the message helps at once.
        made = run(*command.split()[1:])
        assert Proxied(proxied.server, made.stdout.strip()).post(URL, NOTES).status.startswith("200 200")


def test_a_client_that_does_not_trust_the_authority_is_reported(replayer):
    answer = replayer.post(URL, NOTES, trusts=False)
    assert answer.code == 60
    eventually(lambda: f"rejected the certificate for {HOST}" in replayer.server.stderr, "the report")
    eventually(lambda: f"curl --cacert {replayer.local}" in replayer.server.stderr, "a way to trust it")
    eventually(lambda: f"--pass {HOST}" in replayer.server.stderr, "a way without it")


def test_a_host_whose_client_does_not_trust_the_authority_is_passed_on(recorder, real, folder):
    assert recorder.post(URL, NOTES, trusts=False).code == 60
    eventually(lambda: "are not recorded" in recorder.server.stderr, "the report")
    again = recorder.post(URL, NOTES, "--cacert", real.company.pair.certificate, trusts=False)
    assert again.status.startswith("200 200")
    recorder.server.stop()
    assert not folder.exists()


def test_an_upstream_that_is_not_trusted_is_502(real, folder):
    trust = ["--ca-folder", real.local.parent, "--resolve", f"{HOST}=127.0.0.1:{real.port}"]
    with proxying(real, "record", "--recordings", folder, *trust) as proxied:
        answer = proxied.post(URL, NOTES)
        assert answer.status.startswith("200 502") and "--upstream-ca" in answer.text


def test_the_certificate_is_for_the_host(replayer):
    tunnel, _ = replayer.tunnel(f"{HOST}:443")
    with replayer.secure(tunnel) as secure:
        certificate = secure.getpeercert()
        assert certificate["subjectAltName"] == (("DNS", HOST),)
        lasts = ssl.cert_time_to_seconds(certificate["notAfter"]) - ssl.cert_time_to_seconds(certificate["notBefore"])
        assert lasts <= 2 * 86400


# Inside a tunnel


@pytest.mark.parametrize("named, host, status", [
    (HOST, HOST, 200), (HOST, f"{HOST}:443", 200), (HOST, "other.example.test", 421), (HOST, f"{HOST}:8443", 421),
    ("other.example.test", HOST, 421),
])  # fmt: skip
def test_names_inside_a_tunnel_are_the_tunnels(replayer, named, host, status):
    tunnel, _ = replayer.tunnel(f"{HOST}:443")
    body = json.dumps({"query": NOTES}).encode()
    with replayer.secure(tunnel, named) as secure:
        secure.sendall(
            f"POST /graphql HTTP/1.1\r\nHost: {host}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n".encode() + body
        )
        assert secure.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())


def test_the_authority_of_http_2_is_the_tunnels(replayer):
    answer = replayer.post(URL, NOTES, "--http2", "-H", "Host: other.example.test")
    assert answer.status == "200 421 2", answer


@pytest.mark.parametrize("request_line", ["CONNECT api.example.test:443 HTTP/1.1", "GET /__understudy/status HTTP/1.1"])
def test_neither_tunnels_nor_own_pages_inside_a_tunnel(replayer, request_line):
    tunnel, _ = replayer.tunnel(f"{HOST}:443")
    with replayer.secure(tunnel) as secure:
        secure.sendall(f"{request_line}\r\nHost: {HOST}\r\n\r\n".encode())
        assert secure.recv(4096).split(b" ")[1] in (b"400", b"403")


# What a client may reach


@pytest.mark.parametrize("target", ["localhost:{other}", "127.0.0.1:{other}", "2130706433:{other}", "0x7f.1:{other}",
                                    "0.0.0.0:{other}", "[::1]:{other}", "[::ffff:127.0.0.1]:{other}",
                                    "169.254.169.254:80", "[fe80::1]:80", "127.0.0.1:{own}"])  # fmt: skip
def test_this_machine_and_link_local_addresses_are_refused(recorder, target):
    with Trap() as trap:
        authority = target.format(other=trap.socket.getsockname()[1], own=recorder.server.port)
        tunnel, head = recorder.tunnel(authority)
        tunnel.close()
        assert head.startswith(b"HTTP/1.1 403 "), head
        if str(recorder.server.port) not in authority:
            answer = recorder.curl(f"http://{authority}/", trusts=False)
            assert answer.status.split()[1] == "403", answer
        assert not trap.was_entered()


@pytest.mark.parametrize("target", ["no port", "a:b", "x y:1", "evil.example:99999", ":443", "*.example.com:443"])
def test_a_tunnel_to_nothing(replayer, target):
    tunnel, head = replayer.tunnel(target)
    tunnel.close()
    assert head.startswith(b"HTTP/1.1 400 "), head


def test_own_pages_are_not_served_through_the_proxy(replayer):
    """By an absolute target, under any name of this machine."""
    for host in (f"127.0.0.1:{replayer.server.port}", f"localhost:{replayer.server.port}", HOST):
        answer = replayer.curl(f"http://{host}/__understudy/status", trusts=False)
        assert answer.status.split()[1] == "403", answer


def test_a_port_that_others_reach_needs_a_token(real, recorded):
    words = ["replay", "--recordings", recorded, "--ca-folder", real.local.parent, "--host", "0.0.0.0"]
    with proxying(real, *words) as proxied:
        tunnel, head = proxied.tunnel(f"{HOST}:443")
        tunnel.close()
        assert head.startswith(b"HTTP/1.1 403 ")
    with proxying(real, *words, "--proxy-token", "sesame") as proxied:
        for fields, status in [((), 407), ((basic("wrong"),), 407), ((basic("sesame"),), 200)]:
            tunnel, head = proxied.tunnel(f"{HOST}:443", *fields)
            tunnel.close()
            assert head.startswith(f"HTTP/1.1 {status} ".encode()), head
        answer = proxied.post(URL, NOTES, "--proxy-user", "anyone:sesame")
        assert answer.status.startswith("200 200")


def test_fields_for_proxies_are_not_passed_on(real, folder):
    seen = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        connection, _ = listener.accept()
        with connection:
            seen.append(connection.recv(65536))
            body = b'{"data":{"a":1}}'
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                               b"Proxy-Status: hit\r\n\r\n" % len(body) + body)  # fmt: skip

    threading.Thread(target=serve, daemon=True).start()
    place = f"plain.example.test=127.0.0.1:{listener.getsockname()[1]}"
    with proxying(real, "record", "--recordings", folder, "--resolve", place, "--proxy-token", "sesame") as proxied:
        answer = proxied.post("http://plain.example.test/graphql", "{ a }", "--proxy-user", "me:sesame", "-i", trusts=False)
        assert '{"data":{"a":1}}' in answer.text and "proxy-" not in answer.text.lower()
        assert proxied.server.stop() == 0
    listener.close()
    assert b"proxy-" not in seen[0].lower()
    assert not any(b"sesame" in data or b"c2VzYW1l" in data for data in tree(folder).values())
