"""File uploads by the GraphQL multipart request specification: recorded, replayed by content, streamed."""

import asyncio
import hashlib
import http.client
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import clients
import gql
import pytest
import requests
from client_requests import WIRE
from harness import UPSTREAMS, Server, recording_files, running, understudy
from session_support import start_over

SINGLE = "mutation Up($file: Upload!) { singleUpload(file: $file) { bytes sha256 } }"
MULTIPLE = "mutation Ups($files: [Upload]!) { multipleUpload(files: $files) { bytes sha256 } }"
# systems/README.md, section 5.6: the bytes that Apollo iOS sends.
APOLLO = (
    '--BOUNDARY\r\nContent-Disposition: form-data; name="operations"\r\n\r\n'
    '{"operationName":"Ups","query":"' + MULTIPLE + '","variables":{"files":[null,null]}}'
    '\r\n--BOUNDARY\r\nContent-Disposition: form-data; name="map"\r\n\r\n'
    '{"0":["variables.files.0"],"1":["variables.files.1"]}'
    '\r\n--BOUNDARY\r\nContent-Disposition: form-data; name="0"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
    "Alpha file content.\n"
    '\r\n--BOUNDARY\r\nContent-Disposition: form-data; name="1"; filename="b.txt"\r\nContent-Type: text/plain\r\n\r\n'
    "Bravo file content.\n"
    "\r\n--BOUNDARY--\r\n"
)


def apollo(boundary: str) -> str:
    return APOLLO.replace("BOUNDARY", boundary)


@pytest.fixture(scope="module")
def upstream():
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with running(Server([sys.executable, "-m", "uploads"], cwd=UPSTREAMS, env=environment)) as server:
        yield server


def recording(upstream, folder):
    arguments = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", "files", "--recordings", folder]
    return running(understudy("record", *arguments, "--max-upload-bytes", 1 << 30))


def replaying(folder, *arguments):
    return running(understudy("replay", "--recordings", folder, *arguments))


def by_curl(server, content: Path, expect="200", type="application/octet-stream"):
    fields = ["-F", "operations=" + json.dumps({"query": SINGLE, "variables": {"file": None}})]
    fields += ["-F", 'map={"0":["variables.file"]}', "-F", f"0=@{content};type={type}"]
    done = subprocess.run(
        ["curl", "-s", "-m", "100", "-w", "\n%{http_code}", *fields, f"{server.origin}/files"],
        capture_output=True,
        timeout=110,
    )
    text, _, status = done.stdout.decode().rpartition("\n")
    assert status == expect, (text, done.stderr)
    return json.loads(text)


def post(server, body: bytes, boundary: str):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/files", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, answer.getheader("Understudy-Source"), json.loads(text)


def by_gql(server, kind: str, path: Path):
    transport = clients.transport(kind, f"{server.origin}/files")
    with path.open("rb") as file:
        if kind == "aiohttp":

            async def ask():
                async with gql.Client(transport=transport) as session:
                    return await session.execute(gql.gql(SINGLE), {"file": file}, upload_files=True)

            return asyncio.run(ask())
        with gql.Client(transport=transport) as session:
            return session.execute(gql.gql(SINGLE), {"file": file}, upload_files=True)


def test_any_client_hits_what_another_recorded(upstream, folder, tmp_path):
    content = tmp_path / "a.bin"
    content.write_bytes(bytes(range(256)) * 100 + b"\r\n--")
    expected = {"bytes": 25604, "sha256": hashlib.sha256(content.read_bytes()).hexdigest()}
    with recording(upstream, folder) as recorder:
        assert by_curl(recorder, content)["data"]["singleUpload"] == expected
        assert recorder.stop() == 0
    assert len(recording_files(folder)) == 1
    elsewhere = tmp_path / "elsewhere" / "a.bin"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(content.read_bytes())
    for kind in ("curl", "aiohttp", "httpx"):
        with replaying(folder) as replay:
            answer = by_curl(replay, elsewhere)["data"] if kind == "curl" else by_gql(replay, kind, elsewhere)
            assert answer["singleUpload"] == expected
    renamed = tmp_path / "b.bin"
    renamed.write_bytes(content.read_bytes())
    with replaying(folder) as replay:
        assert "octet-stream; a.bin" in by_curl(replay, renamed)["errors"][0]["message"]
        assert "text/csv; a.bin" in by_curl(replay, content, type="text/csv")["errors"][0]["message"]
    content.write_bytes(b"something else")
    with replaying(folder) as replay:
        missed = by_curl(replay, content)["errors"][0]
        hash = hashlib.sha256(b"something else").hexdigest()
        assert missed["message"].startswith("No recording of mutation Up")
        assert f"understudy-file sha256:{hash} 14 bytes" in missed["message"]


@pytest.mark.parametrize("kind", ["aiohttp", "requests"])
def test_gql_is_recorded(kind, upstream, folder, tmp_path):
    content = tmp_path / "a.bin"
    content.write_bytes(b"Alpha file content.\n")
    with recording(upstream, folder) as recorder:
        assert by_gql(recorder, kind, content)["singleUpload"]["bytes"] == 20
        assert recorder.stop() == 0
    with replaying(folder) as replay:
        assert by_gql(replay, kind, content)["singleUpload"]["bytes"] == 20


def test_the_bytes_of_apollo_ios(upstream, folder):
    with recording(upstream, folder) as recorder:
        status, source, answer = post(recorder, apollo("apollo-ios.boundary.1").encode(), "apollo-ios.boundary.1")
        assert (status, source) == (200, "upstream")
        assert [file["bytes"] for file in answer["data"]["multipleUpload"]] == [20, 20]
        assert recorder.stop() == 0
    with replaying(folder) as replay:
        again = post(replay, apollo("apollo-ios.boundary.2").encode(), "apollo-ios.boundary.2")
        assert again == (200, "recorded", answer)
        other = apollo("b").replace("Bravo", "Gamma").encode()
        assert post(replay, other, "b")[1] == "miss"


@pytest.mark.parametrize(
    "body, message",
    [
        ("--b\r\nContent-Disposition: form-data; name=\"0\"\r\n\r\nx\r\n--b--", 'The first part of the body is "0"'),
        (apollo("b")[:-30], "ends before"),
        (apollo("b").replace("files.1", "files.7"), '"variables.files.7", which is not in "operations"'),
        ("nothing", "The body has no part"),
    ],
)
def test_what_is_no_upload_is_told(body, message, upstream, folder):
    with recording(upstream, folder) as recorder:
        post(recorder, apollo("b").encode(), "b")
        assert recorder.stop() == 0
    with replaying(folder) as replay:
        status, source, answer = post(replay, body.encode(), "b")
        assert (status, source) == (400, "error")
        assert message in answer["errors"][0]["message"]
        assert post(replay, apollo("c").encode(), "c")[1] == "recorded"


def test_an_upload_over_the_bound_is_refused(upstream, folder, tmp_path):
    content = tmp_path / "large"
    content.write_bytes(b"x" * 300_000)
    with recording(upstream, folder) as recorder:
        by_curl(recorder, content)
        assert recorder.stop() == 0
    with replaying(folder, "--max-upload-bytes", 200_000) as replay:
        assert "--max-upload-bytes" in by_curl(replay, content, expect="413")["errors"][0]["message"]
        body = apollo("b").encode() + b"x" * 300_000

        def chunks():
            for start in range(0, len(body), 10_000):
                yield body[start : start + 10_000]

        assert post(replay, chunks(), "b")[0] == 413


def batch(*contents: bytes, order=None):
    """Uploads of a file each, with a question in front, as `requests` sends them."""
    operations = [{"query": "{ hello }"}] + [{"query": SINGLE, "variables": {"file": None}} for _ in contents]
    places = {f"f{place}": [f"{place}.variables.file"] for place in range(1, len(contents) + 1)}
    names = order or places
    fields = [("operations", (None, json.dumps(operations))), ("map", (None, json.dumps(places)))]
    return fields + [(name, (f"{name}.bin", contents[int(name[1:]) - 1])) for name in names]


def post_batch(server, fields, session="default", expect=200):
    answer = requests.post(
        f"{server.origin}/files", files=fields, headers={"X-Understudy-Session": session}, timeout=60
    )
    assert answer.status_code == expect, answer.text
    return answer.headers["Understudy-Source"], answer.json()


def said(content: bytes):
    return {"data": {"singleUpload": {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}}}


def test_a_batch_of_uploads_is_recorded_item_by_item(upstream, folder, tmp_path):
    hello = {"data": {"hello": "hello"}}
    with recording(upstream, folder) as recorder:
        live = post_batch(recorder, batch(b"Alpha", b"Bravo"))
        assert live == ("upstream", [hello, said(b"Alpha"), said(b"Bravo")])
        start_over(recorder)
        swapped = post_batch(recorder, batch(b"Bravo", b"Alpha"))
        assert swapped == ("upstream", [hello, said(b"Bravo"), said(b"Alpha")])
        assert recorder.stop() == 0
    # Two files of one operation under two names, and the question.
    assert len(recording_files(folder)) == 5
    with replaying(folder) as replay:
        assert post_batch(replay, batch(b"Alpha", b"Bravo"), "a") == ("recorded", live[1])
        assert post_batch(replay, batch(b"Alpha", b"Bravo", order=["f2", "f1"]), "b") == ("recorded", live[1])
        assert post_batch(replay, batch(b"Bravo", b"Alpha"), "c") == ("recorded", swapped[1])
        source, items = post_batch(replay, batch(b"Alpha", b"Gamma"), "d")
        assert (source, items[:2]) == ("recorded, miss", live[1][:2])
        digest = hashlib.sha256(b"Gamma").hexdigest()
        assert f"understudy-file sha256:{digest} 5 bytes" in items[2]["errors"][0]["message"]
        assert post_batch(replay, batch(b"Bravo"), "e") == ("recorded", [hello, said(b"Bravo")])


def test_an_item_of_a_batch_that_was_not_recorded_is_uploaded_alone(upstream, folder):
    with recording(upstream, folder) as recorder:
        post_batch(recorder, batch(b"Alpha"))
        assert recorder.stop() == 0
    (folder / "files" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}/graphql\n")
    fields = batch(b"Gamma", bytes(range(256)) * 500)
    with replaying(folder, "--on-miss", "record") as server:
        source, items = post_batch(server, fields)
        assert (source, items[1:]) == ("recorded, upstream", [said(b"Gamma"), said(bytes(range(256)) * 500)])
        assert server.stop() == 0
    with replaying(folder) as replay:
        assert post_batch(replay, fields) == ("recorded", items)


def test_a_batch_of_uploads_is_faked():
    with running(understudy("fake", "--schemas", WIRE / "schemas", "--endpoint", "books")) as server:
        upload = {"query": "mutation ($f: Upload!) { upload(file: $f) { size } }", "variables": {"f": None}}
        fields = [
            ("operations", (None, json.dumps([upload, {"query": "{ hello }"}]))),
            ("map", (None, '{"0": ["0.variables.f"]}')),
            ("0", ("a.txt", b"Alpha")),
        ]
        answer = requests.post(f"{server.origin}/books", files=fields, timeout=60)
        assert (answer.status_code, answer.headers["Understudy-Source"]) == (200, "fake")
        items = answer.json()
        assert "size" in items[0]["data"]["upload"] and items[1]["data"]["hello"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_a_large_upload_is_streamed_through(upstream, folder, tmp_path):
    size = 200_000_000
    content = tmp_path / "large"
    with content.open("wb") as file:
        block = os.urandom(1_000_000)
        for _ in range(size // len(block)):
            file.write(block)
    small = tmp_path / "small"
    small.write_bytes(b"small")

    def peak(server):
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text()).group(1)) * 1000

    with recording(upstream, folder) as recorder:
        by_curl(recorder, small)
        before = peak(recorder)
        answer = by_curl(recorder, content)
        assert answer["data"]["singleUpload"]["bytes"] == size
        assert peak(recorder) - before < 100_000_000
        assert recorder.stop() == 0
    with replaying(folder) as replay:
        by_curl(replay, small)
        before = peak(replay)
        # After the small one, as it was recorded.
        assert by_curl(replay, content) == answer
        assert peak(replay) - before < 100_000_000
