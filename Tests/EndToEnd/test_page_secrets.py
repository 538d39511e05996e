"""The dashboard shows no secret: not in its list of requests, and not in a request with its answer."""

from __future__ import annotations

import json

import accounts
import clients
from harness import eventually, running, understudy


def read(server, path):
    return clients.curl(f"{server.origin}/__understudy/v1/{path}").json


def test_secrets_stay_redacted(tmp_path):
    with running(accounts.accounts_upstream()) as upstream:
        recorder = ["record", "--upstream", upstream.origin, "--endpoint", "accounts", "--recordings", tmp_path]
        with running(understudy(*recorder)) as server:
            variables = {"email": accounts.ANA[0], "password": accounts.ANA[1]}
            login = clients.post(f"{server.origin}/accounts", {"query": accounts.LOGIN, "variables": variables})
            token = login.json["data"]["login"]["accessToken"]
            bearer = ["-H", f"Authorization: Bearer {token}"]
            assert clients.post(f"{server.origin}/accounts", {"query": accounts.ME}, *bearer).json["data"]["me"]
            eventually(lambda: two(read(server, "requests")["requests"]), "two rows")
            check_secrets(server, token)
        with running(understudy("replay", "--recordings", tmp_path)) as server:
            login = clients.post(f"{server.origin}/accounts", {"query": accounts.LOGIN, "variables": variables})
            token = login.json["data"]["login"]["accessToken"]
            clients.post(f"{server.origin}/accounts", {"query": accounts.ME}, "-H", f"Authorization: Bearer {token}")
            check_secrets(server, "no other secret: replayed tokens are placeholders")


def two(rows):
    return rows if len(rows) == 2 else None


def check_secrets(server, token):
    shown = json.dumps(read(server, "requests"))
    shown += "".join(json.dumps(read(server, f"requests/{number}")) for number in (1, 2))
    assert accounts.ANA[1] not in shown and token not in shown
    assert "query Me" in shown and "mutation Login" in shown
