"""What a server keeps of the requests that it was sent is bounded, and every form of a report counts what is not listed."""

import hashlib
import http.client
import json
import socket
import sys
from xml.etree import ElementTree

import clients
import operations
import pytest
from harness import PATIENCE, run, running, understudy
from processes import memory

QUERY = "query CountryDetail($code: ID!) { country(code: $code) { name } }"
SENTENCE = "1,500 misses; the first 1,000 are listed"

# What `exec` runs: 1,500 different misses, and what the server says of them meanwhile.
MISS = f"""
import http.client, json, os, sys, urllib.parse
url = urllib.parse.urlsplit(os.environ["UNDERSTUDY_URL_COUNTRIES"])
connection = http.client.HTTPConnection(url.hostname, url.port)
for number in range(1500):
    body = json.dumps({{"query": {QUERY!r}, "variables": {{"code": f"Z{{number}}"}}}})
    connection.request("POST", url.path, body, {{"Content-Type": "application/json"}})
    assert connection.getresponse().read()
for page in ["status", "misses"]:
    connection.request("GET", "/__understudy/" + page)
    json.dump(json.load(connection.getresponse()), open(sys.argv[1] + "/" + page + ".json", "w"))
"""


class Client:
    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def post(self, body, endpoint="countries"):
        self.connection.request("POST", f"/{endpoint}", json.dumps(body), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        return answer.headers["Understudy-Source"], answer.read()


def test_every_form_counts_misses_that_it_does_not_list(recorded, tmp_path):
    reports = {form: tmp_path / f"report.{form}" for form in ["txt", "json", "xml", "html"]}
    arguments = [word for path in reports.values() for word in ("--report", path)]
    done = run(
        *["exec", "--recordings", recorded.folder, "--report-format", "github", *arguments],
        *["--", sys.executable, "-c", MISS, tmp_path],
        # 1,500 misses take 20 s in a debug build.
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    assert SENTENCE in done.stderr
    assert SENTENCE in done.stdout, "GitHub's annotations"
    for form, path in reports.items():
        assert SENTENCE in path.read_text(), form
    report = json.loads(reports["json"].read_text())
    assert report["missed"] == 1500 and len(report["misses"]) == 1000
    cases = ElementTree.parse(reports["xml"]).getroot().iter("failure")
    assert [case.get("type") for case in cases].count("miss") == 1000
    status = json.loads((tmp_path / "status.json").read_text())
    assert (status["misses"], status["remark"]) == (1500, SENTENCE)
    listed = json.loads((tmp_path / "misses.json").read_text())
    assert (len(listed["misses"]), listed["remark"]) == (1000, SENTENCE)


def test_a_server_counts_misses_that_it_does_not_list(recorded):
    with running(understudy("replay", "--recordings", recorded.folder)) as server:
        client = Client(server)
        for number in range(1100):
            assert client.post({"query": QUERY, "variables": {"code": f"Z{number}"}})[0] == "miss"
        assert server.stop() == 0
    assert "1100 misses.\n1,100 misses; the first 1,000 are listed." in server.stderr


@pytest.mark.timeout(300)
def test_misses_with_long_variables_are_not_kept_whole(recorded):
    """Each held 490 kB before: 73 MB for these."""
    with running(understudy("replay", "--recordings", recorded.folder, "--quiet")) as server:
        client = Client(server)

        def miss(number):
            code = f"{number}" + "x" * 500_000
            source, answer = client.post({"query": QUERY, "variables": {"code": code}})
            assert source == "miss" and len(answer) < 20_000

        for number in range(10):
            miss(number)
        before = memory(server.process.pid)
        for number in range(10, 160):
            miss(number)
        assert memory(server.process.pid) - before < 40 << 20


@pytest.mark.timeout(300)
def test_persisted_queries_are_not_all_kept(recorded):
    """Each kept its 200 kB before: 80 MB for these, of which 32 MiB are kept."""
    with running(understudy("replay", "--recordings", recorded.folder, "--quiet")) as server:
        client = Client(server)

        def learn(number):
            query = f"query CountryDetail{number} {{ country(code: \"CA\") {{ name }} }}" + " " * 200_000
            digest = hashlib.sha256(query.encode()).hexdigest()
            body = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest}}}
            client.post({"query": query, **body})
            return body

        first = learn(0)
        for number in range(1, 10):
            learn(number)
        assert b"PersistedQueryNotFound" not in client.post(first)[1]
        before = memory(server.process.pid)
        for number in range(10, 400):
            last = learn(number)
        assert memory(server.process.pid) - before < 60 << 20
        assert b"PersistedQueryNotFound" not in client.post(last)[1]
        # The oldest one is forgotten, and its client is told to send it again, as the protocol has it.
        assert b"PersistedQueryNotFound" in client.post(first)[1]


def test_requests_of_a_client_that_reads_nothing_wait(recorded):
    """Pipelined ones were all answered into memory before."""
    limit = 16 << 20
    with running(understudy("replay", "--recordings", recorded.folder, "--quiet")) as server:
        body = json.dumps(operations.country_detail("CA").body()).encode()
        request = clients.raw_post(server.port, body, "/countries")
        with socket.create_connection(("127.0.0.1", server.port), timeout=3) as connection:
            sent = 0
            try:
                while sent < limit:
                    sent += connection.send((request * 100)[sent % len(request) :])
            except TimeoutError:
                pass
            assert sent < limit
            # Each whole one is answered once the client reads.
            connection.settimeout(PATIENCE)
            missing, chunk = sent // len(request), b""
            while missing:
                received = connection.recv(1 << 20)
                assert received, f"{missing} are not answered"
                chunk = chunk[-16:] + received
                missing -= chunk.count(b"HTTP/1.1 200 OK\r\n")
