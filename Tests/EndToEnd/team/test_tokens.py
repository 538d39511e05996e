"""Replicas return equal tokens. A request that names its session in the header does not end that of another one."""

from __future__ import annotations

import clients
import pytest
from harness import running, understudy
from many_flows import HEADER
from replicas import RECORDINGS


@pytest.fixture
def replica():
    with running(understudy("replay", *RECORDINGS, "--quiet")) as server:
        yield server


def ask(server, page, body, name=None):
    header = ("-H", f"{HEADER}: {name}") if name is not None else ()
    return clients.post(f"{server.origin}/__understudy/{page}", body, *header)


def test_a_token_of_another_replica(replica):
    """The header's name is compared decoded. Without the header, the token alone decides."""
    token = ask(replica, "begin", {"session": "its own", "named": True}, "its own").json["token"]
    end = {"token": token, "outcome": "passed"}
    for page, body in (("end", end), ("goes-on", {"token": token})):
        refused = ask(replica, page, body, "of a replica that died")
        assert (refused.status, refused.code) == (404, "UNDERSTUDY_UNKNOWN_SESSION")
        assert token in refused.message and "/__understudy/begin" in refused.message
    assert ask(replica, "goes-on", {"token": token}, "its%20own").status == 200
    assert ask(replica, "goes-on", {"token": token}).status == 200
    assert ask(replica, "goes-on", {"token": token}, "%FF").code == "UNDERSTUDY_BAD_SESSION"
    assert ask(replica, "end", end, "its own").json["session"] == "its own"
