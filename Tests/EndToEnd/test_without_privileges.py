"""The program as anybody runs it. Root may do what others may not, and tests often run as root."""

import os
import shutil

import clients
import operations
import pytest
from harness import BINARY, Server, running


def test_a_user_without_privileges_is_answered(recorded):
    command = [str(BINARY), "replay", "--recordings", str(recorded.folder), "--port", "0"]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("runs as root, and setpriv, which gives root's privileges away, is not installed")
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    with running(Server(command)) as server:
        answer = clients.post(server.origin, operations.CANADA.body())
        assert answer.json["data"]["country"]["capital"] == "Ottawa"
        assert server.stop() == 0
