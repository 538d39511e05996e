"""What goes wrong on request over TLS, by HTTP/1.1 and by HTTP/2, as curl sees it. Without TLS: test_faults.py."""

import json
import subprocess
from pathlib import Path

import pytest
from harness import run, running, understudy

SDL = """
type Query { launches: [Launch!]! }
type Subscription { ticks: Int }
type Launch { id: ID! site: String }
"""
QUERY = json.dumps({"query": "query Hello { launches { id site } }"})
VERSIONS = ["--http1.1", "--http2"]

# curl's exit codes.
FINE, PARTIAL, RECEIVE, STREAM = 0, 18, 56, 92


@pytest.fixture(scope="module")
def faked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    made = run("ca", "--folder", folder / "ca")
    assert made.returncode == 0, made.stderr
    (folder / "schemas").mkdir()
    (folder / "schemas" / "rockets.graphqls").write_text(SDL)
    arguments = ["--schemas", folder / "schemas", "--no-learn", "--tick", "50ms", "--tls", "--ca-folder", folder / "ca"]
    with running(understudy("fake", *arguments)) as server:
        server.authority = Path(made.stdout.strip())
        yield server


def words(server, version, fault=None, name="", body=QUERY):
    """curl's words for one request; what it prints of it begins with the name."""
    words = ["-s", "-m", "60", version, "--cacert", str(server.authority), "-H", "content-type: application/json"]
    words += ["-w", f"\n{name} %{{exitcode}} %{{http_code}} %{{http_version}} %{{num_connects}} %{{time_total}}\n"]
    words += ["-H", f"Understudy-Fault: {fault}"] if fault else []
    return [*words, "-d", body, f"{server.origin}/rockets"]


def curl(server, version, fault=None, *more, body=QUERY):
    """curl's exit code, status, HTTP version, seconds and body."""
    done = subprocess.run(["curl", *more, *words(server, version, fault, body=body)], capture_output=True, timeout=90)
    text, _, numbers = done.stdout.decode().removesuffix("\n").rpartition("\n")
    code, status, used, _, seconds = numbers.split()
    return int(code), int(status), used, float(seconds), text


def sayings(output, *names):
    """The numbers that curl printed for each of several requests, by the requests' names."""
    lines = [line.split() for line in output.decode().splitlines() if line]
    return {name: numbers for name, *numbers in lines if name in names}


@pytest.mark.parametrize("version, used", zip(VERSIONS, ["1.1", "2"]))
def test_status_and_latency(faked, version, used):
    code, status, spoken, seconds, text = curl(faked, version, "latency=300ms, status=503")
    assert (code, status, spoken) == (FINE, 503, used) and seconds >= 0.3
    assert json.loads(text)["errors"][0]["extensions"]["code"] == "UNDERSTUDY_FAULT"


def test_a_reset_over_tls_is_a_reset(faked):
    """Of the connection, and with no word of TLS: who reads it sees no orderly end."""
    assert curl(faked, "--http1.1", "reset")[:2] == (RECEIVE, 0)
    assert curl(faked, "--http1.1")[:2] == (FINE, 200)


def test_a_reset_over_http2_is_of_the_stream_alone(faked):
    """The next request goes over the same connection."""
    command = ["curl", *words(faked, "--http2", "reset", "first"), "--next", *words(faked, "--http2", name="second")]
    done = subprocess.run(command, capture_output=True, timeout=90)
    said = sayings(done.stdout, "first", "second")
    assert said["first"][:2] == [str(STREAM), "000"]
    assert said["second"][:4] == [str(FINE), "200", "2", "0"]


def test_streams_beside_a_reset_go_on(faked):
    """A slow answer goes on while other streams of its connection are reset and cut."""
    whole = curl(faked, "--http2")[4]
    command = ["curl", "--parallel", *words(faked, "--http2", f"slow={len(whole) // 2}", "slow")]
    for name, fault in (("reset", "reset"), ("cut", "truncate=3"), ("fine", None)):
        command += ["--next", *words(faked, "--http2", fault, name)]
    done = subprocess.run(command, capture_output=True, timeout=90)
    said = sayings(done.stdout, "slow", "reset", "cut", "fine")
    codes = {name: int(numbers[0]) for name, numbers in said.items()}
    assert codes == {"slow": FINE, "reset": STREAM, "cut": STREAM, "fine": FINE}
    # One connection, which one of them made.
    assert sum(int(numbers[3]) for numbers in said.values()) == 1, said
    assert float(said["slow"][4]) > 1


@pytest.mark.parametrize("version, broken", zip(VERSIONS, [PARTIAL, STREAM]))
def test_a_truncated_body_cannot_be_taken_for_whole(faked, version, broken):
    whole = curl(faked, version)[4]
    code, status, _, _, text = curl(faked, version, "truncate=25")
    assert (code, status) == (broken, 200)
    assert text == whole[:25]
    # All of it, and still not to be taken for whole.
    code, _, _, _, text = curl(faked, version, "truncate=1000000")
    assert (code, text) == (broken, whole)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_slow_body_is_whole(faked, version):
    whole = curl(faked, version)[4]
    code, status, _, seconds, text = curl(faked, version, f"slow={len(whole)}")
    assert (code, status, text) == (FINE, 200, whole)
    assert seconds >= 0.8


@pytest.mark.parametrize("version, broken", zip(VERSIONS, [PARTIAL, STREAM]))
@pytest.mark.parametrize("accept", ["text/event-stream", "multipart/mixed;subscriptionSpec=1.0"])
def test_a_stream_that_is_cut_does_not_look_complete(faked, version, broken, accept):
    body = json.dumps({"query": "subscription { ticks }"})
    code, status, _, _, text = curl(faked, version, "cut=2", "-H", f"accept: {accept}", body=body)
    assert (code, status) == (broken, 200)
    assert text.count('"ticks"') == 2
