"""An upstream with accounts: log-ins by password, tokens that can be refreshed, cookies, API keys, pages by a token.

    python accounts.py [--port N]        prints its origin as the first line, ends on SIGTERM

| path     | what it is                                                                             |
|----------|----------------------------------------------------------------------------------------|
| /graphql | the API (`SCHEMA`)                                                                     |
| /plain   | answers any request with a text that is no JSON and repeats the request's credential   |
| /reset   | POST: forgets who logged in and what they said                                         |
| /seen    | the header fields of the last request for /graphql, as JSON                            |

Tokens and cookies are random, so every run hands out others.
"""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from graphql import build_schema, graphql_sync
from serving.http import Request, Response, compact
from serving.process import arguments, run

SCHEMA = build_schema("""
type Query {
  "Whoever asks; null for a stranger."
  me: User
  "All notes, two on a page; the token of the next page is no secret."
  notes(nextToken: String): Notes!
  "A text that repeats the credential of the request."
  whatYouSent: String
}
type Mutation {
  "null for a wrong password."
  login(email: String!, password: String!): Session
  "A new access token for the same user; null for an unknown token."
  refresh(refreshToken: String!): Session
  "Answers by a cookie too."
  signIn(email: String!, password: String!): User
  say(status: String!): User
}
type Session { accessToken: String! refreshToken: String! user: User! }
type User { id: ID! name: String! status: String! }
type Notes { items: [Note!]! nextToken: String }
type Note { id: ID! text: String! }
""")

NOTES = [{"id": str(number), "text": f"Note {number}"} for number in range(1, 6)]
PAGE = 2


@dataclass
class User:
    id: str
    name: str
    email: str
    password: str
    api_key: str
    status: str = "new"


def users() -> list[User]:
    return [
        User("1", "Ana", "ana@example.com", "correct horse battery staple 1", "key-of-ana-6a1f0c9be2d74c55"),
        User("2", "Ben", "ben@example.com", "Tr0ub4dor&3 and more", "key-of-ben-b81d3f7780a94e02"),
    ]


def cursor(place: int) -> str:
    return base64.b64encode(json.dumps({"from": place}).encode()).decode()


class Accounts:
    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.reset()

    def reset(self) -> None:
        self.users = users()
        # By access token, refresh token or cookie.
        self.known: dict[str, User] = {}

    def __call__(self, request: Request) -> Response:
        match request.path:
            case "/reset":
                self.reset()
                return Response(204)
            case "/seen":
                return Response(200, {"content-type": "application/json"}, compact(self.seen))
            case "/plain":
                text = f"not JSON, but {request.headers.get('authorization', 'nothing')}"
                return Response(200, {"content-type": "text/plain; charset=utf-8"}, text.encode())
        self.seen = request.headers
        asked = json.loads(request.body)
        call = Call(self, request)
        result = graphql_sync(
            SCHEMA,
            asked["query"],
            root_value=call,
            variable_values=asked.get("variables"),
            operation_name=asked.get("operationName"),
        )
        return Response(200, {"content-type": "application/json", **call.headers}, compact(result.formatted))


class Call:
    """The root of one request: a method for each field."""

    def __init__(self, accounts: Accounts, request: Request) -> None:
        self.accounts = accounts
        self.headers: dict[str, str] = {}
        self.authorization = request.headers.get("authorization", "")
        cookie = SimpleCookie(request.headers.get("cookie", "")).get("session")
        token = cookie.value if cookie else self.authorization.removeprefix("Bearer ")
        self.user = accounts.known.get(token)
        for user in accounts.users:
            if request.headers.get("x-api-key") == user.api_key:
                self.user = user

    def _checked(self, email: str, password: str) -> User | None:
        return next((user for user in self.accounts.users if (user.email, user.password) == (email, password)), None)

    def _session(self, user: User | None) -> dict[str, Any] | None:
        if user is None:
            return None
        access, refresh = secrets.token_urlsafe(32), secrets.token_hex(24)
        self.accounts.known |= {access: user, refresh: user}
        return {"accessToken": access, "refreshToken": refresh, "user": user}

    def me(self, _) -> User | None:
        return self.user

    def notes(self, _, nextToken: str | None = None) -> dict[str, Any]:
        start = json.loads(base64.b64decode(nextToken))["from"] if nextToken else 0
        end = start + PAGE
        return {"items": NOTES[start:end], "nextToken": cursor(end) if end < len(NOTES) else None}

    def whatYouSent(self, _) -> str:
        return f"You sent: {self.authorization}."

    def login(self, _, email: str, password: str) -> dict[str, Any] | None:
        return self._session(self._checked(email, password))

    def refresh(self, _, refreshToken: str) -> dict[str, Any] | None:
        return self._session(self.accounts.known.get(refreshToken))

    def signIn(self, _, email: str, password: str) -> User | None:
        user = self._checked(email, password)
        if user:
            cookie = secrets.token_hex(16)
            self.accounts.known[cookie] = user
            self.headers["set-cookie"] = f"session={cookie}; Path=/; HttpOnly"
        return user

    def say(self, _, status: str) -> User | None:
        if self.user:
            self.user.status = status
        return self.user


if __name__ == "__main__":
    run(Accounts(), arguments("An upstream with accounts.").parse_args())
