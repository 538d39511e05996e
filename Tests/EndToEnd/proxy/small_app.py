"""The backend of a small app: a log-in and a list by REST, a GraphQL API, pictures and a style sheet. Nobody resets it.

    python small_app.py PORT [CERTIFICATE KEY]
"""

from __future__ import annotations

import json
import ssl
import struct
import sys
import zlib

from aiohttp import web
from graphql import build_schema, graphql_sync

SCHEMA = build_schema("type User { id: ID! name: String! } type Query { viewer: User } type Mutation { rename(name: String!): User }")
PASSWORD = "correct horse"
CSRF = "MqXXQ8agOMTNwncxvj0006"
USERS = {"ada@example.com": {"id": "1", "name": "Ada"}, "bob@example.com": {"id": "2", "name": "Bob"}}


def picture(red: int) -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes([0, red, 0, 0]))) + chunk(b"IEND", b"")


class App:
    def __init__(self) -> None:
        self.tokens: dict[str, dict] = {}
        self.todos: dict[str, dict] = {}
        self.count = 0

    def user(self, request: web.Request) -> dict:
        name = request.headers.get("authorization", "").removeprefix("Bearer ") or request.cookies.get("sid", "")
        if name not in self.tokens:
            raise web.HTTPUnauthorized(text='{"error": "log in first"}', content_type="application/json")
        return self.tokens[name]

    async def login(self, request: web.Request) -> web.Response:
        given = await request.json() if request.content_type == "application/json" else dict(await request.post())
        user = USERS.get(given["email"])
        if user is None or given["password"] != PASSWORD:
            raise web.HTTPUnauthorized(text='{"error": "wrong password"}', content_type="application/json")
        self.count += 1
        token = f"tok_{self.count:04}_5f2c9d81e7b64a03{user['id']}"
        self.tokens[token] = user
        answer = web.json_response({"token": token, "user": user})
        answer.set_cookie("sid", token, httponly=True)
        return answer

    async def me(self, request: web.Request) -> web.Response:
        return web.json_response(self.user(request))

    async def todos_of(self, request: web.Request) -> web.Response:
        user = self.user(request)
        own = [todo for todo in self.todos.values() if todo["owner"] == user["id"]]
        return web.json_response(own, headers={"x-total-count": str(len(own))})

    async def add(self, request: web.Request) -> web.Response:
        self.count += 1
        todo = {"id": self.count, "owner": self.user(request)["id"], **await request.json()}
        self.todos[str(todo["id"])] = todo
        return web.json_response(todo, status=201, headers={"location": f"/todos/{todo['id']}"})

    async def one(self, request: web.Request) -> web.Response:
        todo = self.todos.get(request.match_info["id"])
        if todo is None:
            raise web.HTTPNotFound(text='{"error": "no such todo"}', content_type="application/json")
        return web.json_response(todo)

    async def delete(self, request: web.Request) -> web.Response:
        self.todos.pop(request.match_info["id"], None)
        return web.Response(status=204)

    async def upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        sizes = {name: len(value.file.read()) if hasattr(value, "file") else value for name, value in form.items()}
        return web.json_response(sizes)

    async def search(self, request: web.Request) -> web.Response:
        return web.json_response({"found": [request.query.get("q"), *request.query.getall("tag", [])]})

    async def picture(self, request: web.Request) -> web.Response:
        body = picture(len(request.match_info["name"]))
        headers = {"etag": '"one"', "last-modified": "Wed, 07 Jan 2026 10:00:00 GMT", "cache-control": "max-age=60"}
        return web.Response(body=body, content_type="image/png", headers=headers)

    async def graphql(self, request: web.Request) -> web.Response:
        user = self.user(request)
        given = await request.json()

        def rename(_, name: str) -> dict:
            user["name"] = name
            return user

        root = {"viewer": lambda _: user, "rename": lambda info, name: rename(info, name)}
        result = graphql_sync(SCHEMA, given["query"], root, variable_values=given.get("variables"))
        return web.json_response(result.formatted)

    async def count_todos(self, request: web.Request) -> web.Response:
        return web.json_response({"open": len(self.todos)})

    async def root(self, request: web.Request) -> web.Response:
        body = f"<html>{request.method} {request.query_string} {len(await request.read())}</html>"
        return web.Response(text=body, content_type="text/html")

    async def put_document(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        return web.json_response({"key": key}, headers={"location": f"/documents/{key}"})

    async def document(self, request: web.Request) -> web.Response:
        return web.Response(text=f"document {request.match_info['key']}")

    async def secret_page(self, request: web.Request) -> web.Response:
        return web.Response(text=f'<html><input name="csrf_token" value="{CSRF}"></html>', content_type="text/html")

    async def words(self, request: web.Request) -> web.Response:
        word = "Hallo" if request.headers.get("accept-language") == "de" else "Hello"
        return web.Response(text=word, headers={"vary": "Accept-Encoding, Accept-Language"})

    async def echo(self, request: web.Request) -> web.Response:
        body = await request.read()
        return web.json_response({"method": request.method, "bytes": len(body)})

    def application(self) -> web.Application:
        application = web.Application()
        application.add_routes([
            web.post("/login", self.login), web.get("/me", self.me), web.get("/todos", self.todos_of),
            web.post("/todos", self.add), web.get("/todos/{id}", self.one), web.delete("/todos/{id}", self.delete),
            web.post("/upload", self.upload), web.get("/search", self.search), web.get("/pictures/{name}", self.picture),
            web.post("/graphql", self.graphql), web.post("/api/graphql", self.graphql), web.route("*", "/echo", self.echo),
            web.get("/style.css", lambda _: text("body { color: red }\n", "text/css")),
            web.get("/old", lambda _: web.Response(status=302, headers={"location": "/style.css"})),
            web.get("/report", lambda _: web.Response(body=b"%PDF-1.4 \xff\xfe", content_type="application/pdf")),
            web.get("/words", self.words), web.get("/count", self.count_todos),
            web.put("/documents/{key}", self.put_document), web.get("/documents/{key}", self.document),
            web.get("/secret/{tail:.*}", self.secret_page), web.route("*", "/", self.root),
            web.get("/broken", lambda _: web.Response(status=503, text="later")),
        ])  # fmt: skip
        return application


async def text(body: str, kind: str) -> web.Response:
    return web.Response(text=body, content_type=kind)


def main(port: str, *pair: str) -> None:
    context = None
    if pair:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*pair)
    web.run_app(App().application(), host="127.0.0.1", port=int(port), ssl_context=context, print=lambda *_: None)


if __name__ == "__main__":
    print(json.dumps({"port": sys.argv[1]}))
    main(*sys.argv[1:])
