"""What tests of identities do: the requests of `../Upstreams/accounts.py`, and the search for secrets."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import clients
from clients import Reply
from harness import UPSTREAMS, Server, running, tree, understudy

ANA = ("ana@example.com", "correct horse battery staple 1")
BEN = ("ben@example.com", "Tr0ub4dor&3 and more")
ANAS_KEY, BENS_KEY = "key-of-ana-6a1f0c9be2d74c55", "key-of-ben-b81d3f7780a94e02"

ME = "query Me { me { id name status } }"
LOGIN = """mutation Login($email: String!, $password: String!) {
  login(email: $email, password: $password) { accessToken refreshToken user { id name } }
}"""
REFRESH = """mutation Refresh($refreshToken: String!) {
  refresh(refreshToken: $refreshToken) { accessToken user { id } }
}"""
SIGN_IN = """mutation SignIn($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { id name }
}"""
SAY = "mutation Say($status: String!) { say(status: $status) { id name status } }"
NOTES = "query Notes($nextToken: String) { notes(nextToken: $nextToken) { items { id text } nextToken } }"
WHAT_YOU_SENT = "query WhatYouSent { whatYouSent }"


def accounts_upstream() -> Server:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return Server([sys.executable, "accounts.py"], cwd=UPSTREAMS, env=environment)


class Caller:
    """Somebody who asks one URL, in one session, with header fields that may change."""

    def __init__(self, url: str, session: str | None = None) -> None:
        self.url = url
        self.fields = {"X-Understudy-Session": session} if session else {}

    def ask(self, query: str, _headers: dict[str, str] | None = None, /, **variables: Any) -> Reply:
        body: dict[str, Any] = {"query": query}
        if variables:
            body["variables"] = variables
        fields = self.fields | (_headers or {})
        return clients.post(self.url, body, *(word for field in fields.items() for word in ("-H", ": ".join(field))))

    def data(self, query: str, _headers: dict[str, str] | None = None, /, **variables: Any) -> Any:
        """The data of an answer that is no miss and has no errors."""
        reply = self.ask(query, _headers, **variables)
        assert "errors" not in reply.json, (query, variables, reply.json)
        return reply.json["data"]

    def login(self, who: tuple[str, str]) -> dict[str, Any]:
        return self.data(LOGIN, email=who[0], password=who[1])["login"]

    def sign_in(self, who: tuple[str, str]) -> str:
        """The cookie."""
        reply = self.ask(SIGN_IN, email=who[0], password=who[1])
        assert "errors" not in reply.json, reply.json
        (cookie,) = re.findall(r"session=([^;]+)", reply.header("set-cookie") or "")
        return cookie

    def me(self, headers: dict[str, str]) -> Any:
        return self.data(ME, headers)["me"]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@contextlib.contextmanager
def recording(
    upstream: Server, folder: Path, *arguments: str, path: str = "/graphql", code: int = 0
) -> Iterator[Server]:
    """A recorder that must end with this exit code: 1 if something could not be recorded."""
    words = ["--upstream", upstream.origin + path, "--endpoint", "accounts", "--recordings", folder]
    with running(understudy("record", *words, *arguments)) as recorder:
        yield recorder
        assert recorder.stop() == code, recorder.stderr


@contextlib.contextmanager
def replaying(folder: Path, *arguments: str) -> Iterator[Server]:
    with running(understudy("replay", "--recordings", folder, *arguments)) as server:
        yield server


def rules(folder: Path, text: str) -> None:
    path = folder / "accounts" / "endpoint.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def spellings(secret: str) -> set[bytes]:
    """How a text may stand in a file or a log: as it is, escaped, percent-encoded, and in Base64 at any place."""
    raw = secret.encode()
    found = {raw, json.dumps(secret)[1:-1].encode(), quote(secret, safe="").encode(), raw.hex().encode()}
    for before in range(3):
        encoded = base64.b64encode(b"\0" * before + raw)
        # What depends on the neighbours is left out.
        inner = encoded[(0, 2, 3)[before] :][: (len(raw) + before) // 3 * 4 - (0, 2, 3)[before]]
        found |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return {spelling for spelling in found if len(spelling) >= 8}


def leaks(places: dict[str, bytes], secrets: Iterable[str]) -> list[str]:
    """Where a secret stands, in any spelling, in names or contents."""
    found = []
    for secret in secrets:
        for spelling in spellings(secret):
            for name, content in places.items():
                if spelling in content or spelling in name.encode():
                    found.append(f"{secret!r} as {spelling!r} in {name}")
    return found


def written(folder: Path, *processes: Server, **more: bytes) -> dict[str, bytes]:
    """Every byte below a folder, and all that processes printed."""
    places = {f"file {name}": content for name, content in tree(folder).items()}
    for number, process in enumerate(processes):
        places[f"stdout {number}"] = process.stdout.encode()
        places[f"stderr {number}"] = process.stderr.encode()
    return places | more
