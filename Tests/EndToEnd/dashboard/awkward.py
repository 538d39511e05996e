"""Text that a page must not take for HTML, and answers that are hard to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import clients
from harness import Server, running, understudy
from http_server import answer, sent_body, serving
from pages_api import read

IMAGE = '<img src=x onerror="alert(1)">'
SCRIPT = "</script><script>alert(2)</script>"
QUOTES = "\"quoted\" 'single' `back` & &lt;"
RTL = "\u202eשלום עולם مرحبا"
JAPANESE = "こんにちは世界、長い文章です。" * 8
GERMAN = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
LONG_WORD = "x" * 3000
SESSION = f"{IMAGE} {QUOTES} {RTL} 日本語"
TEXTS = {
    "image": IMAGE, "script": SCRIPT, "quotes": QUOTES, "rtl": RTL, "japanese": JAPANESE, "german": GERMAN * 4, "word": LONG_WORD,
}  # fmt: skip
# GraphQL names are plain, so the rest is in a string argument, an alias and a comment.
QUERY = (
    f"# {IMAGE} {SCRIPT}\nquery Anzeigetafel($text: String) {{ "
    f"things(text: $text, note: {json.dumps(SCRIPT + QUOTES)}) {{ image script quotes rtl japanese german word }} }}"
)
LARGE = "query Large { rows { id text } }"
FAILING = "query Failing { failing }"
SDL = f'''
"""{IMAGE} {SCRIPT.replace('"', "'")}"""
type Query {{
  "{GERMAN} {IMAGE.replace('"', "'")}"
  things(text: String, note: String): Things
  rows: [Row!]
  failing: String
}}
type Mutation {{ save(text: String!): String }}
type Things {{ image: String script: String quotes: String rtl: String japanese: String german: String word: String }}
type Row {{ id: ID! text: String! }}
'''


def rows() -> list[dict[str, str]]:
    """An answer of about 1 MB."""
    return [{"id": str(number), "text": f"{GERMAN} {number} {'日本語' * 50}"} for number in range(2_000)]


@contextmanager
def upstream() -> Iterator[str]:
    def respond(handler) -> None:
        query = json.loads(sent_body(handler))["query"]
        if "rows" in query:
            body = {"data": {"rows": rows()}}
        elif "failing" in query:
            body = {"data": {"failing": None}, "errors": [{"message": IMAGE + SCRIPT + RTL, "path": ["failing"]}]}
        elif "mutation" in query:
            body = {"data": {"save": IMAGE}}
        else:
            body = {"data": {"things": TEXTS}}
        answer(handler, json.dumps(body, ensure_ascii=False).encode(), content_type="application/json")

    with serving(respond) as url:
        yield url


def ask(server: Server, query: str, session: str | None = None, **variables: str) -> clients.Reply:
    header = ["-H", f"X-Understudy-Session: {quote(session)}"] if session else []
    return clients.post(f"{server.origin}/board", {"query": query, "variables": variables}, *header)


def ask_all(server: Server) -> list[clients.Reply]:
    """Everything that is awkward, in two sessions."""
    save = "mutation Save($text: String!) { save(text: $text) }"
    return [
        ask(server, QUERY, text=IMAGE), ask(server, LARGE), ask(server, FAILING),
        ask(server, QUERY, SESSION, text=RTL + QUOTES), ask(server, save, SESSION, text=IMAGE + SCRIPT),
        ask(server, save, SESSION, text=JAPANESE), ask(server, QUERY, SESSION, text=SCRIPT),
    ]  # fmt: skip


def record(folder: Path) -> list[object]:
    """Records it, and returns the options with which it is replayed."""
    (folder / "schemas").mkdir()
    (folder / "schemas" / "board.graphqls").write_text(SDL)
    options = ["--recordings", folder / "recordings", "--schemas", folder / "schemas"]
    with upstream() as url, running(understudy("record", "--upstream", url, "--endpoint", "board", *options)) as recorder:
        for reply in ask_all(recorder):
            assert reply.status == 200, reply.body[:500]
        assert recorder.stop() == 0, recorder.stderr
    return options


def miss_all(server: Server) -> None:
    """Sends requests that miss, one of them in another state."""
    ask(server, QUERY.replace("note:", "other: 1, note:"), text=IMAGE)
    ask(server, QUERY, SESSION, text=SCRIPT + RTL)
    ask(server, "query Nirgends { nowhere }", f"x{SCRIPT}")
    ask(server, FAILING.replace("failing }", f'failing(text: {json.dumps(IMAGE)}) }}'))


def folder_of(server: Server, name: str) -> str:
    """The folder of an operation's recordings."""
    return next(each["folder"] for each in read(server, "v1/endpoints/board/operations")["operations"] if each["name"] == name)
