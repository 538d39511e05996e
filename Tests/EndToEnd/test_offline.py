"""Replay and fake never open a connection, whatever they are asked."""

import os
import re
import shutil
import signal
import sys

import clients
import operations
import pytest
from harness import BINARY, ROOT, Server, Trap, copy, running, understudy


def ask_everything(server):
    url = f"{server.origin}/countries"
    for operation in (*operations.ALL, operations.country_detail("DE"), operations.CREATE_USER):
        clients.post(url, operation.body())
        clients.get(url, operation)
    clients.post(url, b"not json")
    clients.post(f"{server.origin}/elsewhere", operations.CANADA.body())
    clients.curl(f"{server.origin}/countries/logo.png")
    clients.curl(f"{server.origin}/__understudy/misses")
    clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST")


@pytest.fixture
def trapped(recorded, tmp_path):
    """Recordings whose endpoint.yaml names an upstream that knows if anybody comes."""
    folder = copy(recorded.folder, tmp_path / "recordings")
    with Trap() as trap:
        (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {trap.url}\n")
        yield folder, trap


@pytest.mark.parametrize("policy", ["error", "fake"])
def test_the_upstream_is_not_contacted(policy, trapped):
    folder, trap = trapped
    arguments = ["--recordings", folder, "--schemas", ROOT / "schemas", "--on-miss", policy]
    with running(understudy("replay", *arguments)) as server:
        ask_everything(server)
        assert server.stop() == 0
    assert not trap.was_entered()


def test_the_trap_would_have_noticed(trapped):
    """The same recordings with a policy that does reach out."""
    folder, trap = trapped
    arguments = ["--recordings", folder, "--on-miss", "forward", "--upstream-timeout", "0.5"]
    with running(understudy("replay", *arguments)) as server:
        clients.post(f"{server.origin}/countries", operations.country_detail("DE").body())
    assert trap.was_entered()


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("strace"), reason="needs strace")
@pytest.mark.parametrize("mode", ["replay", "fake"])
def test_no_system_call_opens_a_connection(mode, trapped, tmp_path):
    folder, _ = trapped
    log = tmp_path / "strace.log"
    arguments = (
        ["--recordings", str(folder)]
        if mode == "replay"
        else ["--schemas", str(ROOT / "schemas"), "--endpoint", "countries"]
    )
    command = [
        "strace", "-f", "-qq", "-o", str(log), "-e", "trace=connect,sendto,sendmsg,sendmmsg,bind,listen,execve",
        str(BINARY), mode, "--port", "0", *arguments,
    ]  # fmt: skip
    with running(Server(command)) as server:
        ask_everything(server)
        os.killpg(server.process.pid, signal.SIGTERM)  # strace alone would let the program go on
        server.wait()
    calls = log.read_text()
    assert re.search(r"\blisten\(", calls), "strace saw the server"
    reached = [line for line in calls.splitlines() if re.search(r"\b(connect|send\w+)\(.*AF_INET6?\b", line)]
    assert reached == []
