"""`understudy schema`: fetch, print and diff, as they are typed."""

from __future__ import annotations

import http.server
import json
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conference_planner.simple_api import PROJECT
from graphql import build_schema, get_introspection_query, graphql_sync
from harness import BINARY, ROOT, closed_port, run, running
from standing_in import server

SCHEMAS = ROOT / "schemas"

STAND_INS = {
    "countries": ("countries", "/"),
    "conference-planner": ("conference_planner", f"/simple/v1/{PROJECT}"),
    "posts": ("posts", "/graphql"),
    "rocket-reserver": ("rocket_reserver", "/graphql"),
}

SDL = '''
"""What there is."""
schema {
  query: Query
}

"""Marks."""
directive @mark repeatable on FIELD

scalar Day @specifiedBy(url: "https://example.com/day")

input Filter {
  old: Int @deprecated(reason: "use new")
  new: Int
}

type Query {
  days(filter: Filter = {new: 1}): [Day!]!
}
'''

# What later specifications brought, each by a word of the query and what a server says that does not know it.
NEWS = {
    "isOneOf": 'Cannot query field "isOneOf" on type "__Type".',
    "inputFields(includeDeprecated": 'Unknown argument "includeDeprecated" on field "__Type.inputFields".',
    "specifiedByURL": 'Cannot query field "specifiedByURL" on type "__Type".',
    "isRepeatable": 'Cannot query field "isRepeatable" on type "__Directive".',
    "__schema {\n    description": 'Cannot query field "description" on type "__Schema".',
}


class Introspected(http.server.BaseHTTPRequestHandler):
    """Answers introspection of SDL; the path says what it does not know, or does wrong."""

    asked: list[dict] = []

    def do_POST(self):
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["query"]
        self.asked.append({"query": query, "headers": dict(self.headers)})
        news = [word for word in NEWS if word in query]
        mode = self.path.strip("/")
        if mode == "old" and news:
            return self.answer(400, {"errors": [{"message": NEWS[news[0]]}]})
        if mode == "silent" and news:
            return self.answer(400, {"errors": [{"message": "Bad request"}]})
        if mode == "gateway" and news:
            return self.answer(400, {"message": "Bad Request"})
        if mode == "closed-gateway":
            return self.answer(400, {"message": "Bad Request"})
        if mode == "never":
            return self.answer(200, {"errors": [{"message": "no"}]})
        if mode == "off":
            message = "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema"
            return self.answer(400, {"errors": [{"message": message}]})
        if mode == "private" and self.headers.get("Authorization") != "Bearer let-me-in":
            return self.answer(401, {"errors": [{"message": "Who are you?"}]})
        if mode == "odd":
            return self.answer(200, {"data": {"ok": True}})
        # This graphql-core is older than isOneOf.
        result = graphql_sync(build_schema(SDL), query.replace("isOneOf", ""))
        answer = result.formatted
        if mode == "partial":
            answer["data"]["__schema"]["directives"] = None
            answer["errors"] = [{"message": "no directives today\x1b[31m"}]
        whole = json.dumps(answer).encode()
        if mode == "marked":
            whole = b"\xef\xbb\xbf" + whole
        if mode == "drip":
            return self.drip(whole)
        self.answer(200, whole[: len(whole) // 2] if mode == "half" else whole)

    def answer(self, status, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def drip(self, data):
        """Sends one byte every tenth of a second, until the client has enough."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            for byte in data[:200]:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass

    def log_message(self, *_):
        pass


@pytest.fixture
def introspected():
    """The origin of such a server."""
    Introspected.asked.clear()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Introspected) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


def piped(text, *arguments):
    return subprocess.run(
        [str(BINARY), "schema", *map(str, arguments)], input=text, capture_output=True, text=True, timeout=30
    )


@pytest.mark.parametrize("name", STAND_INS)
def test_what_is_fetched_is_what_the_repository_has(name, tmp_path):
    module, path = STAND_INS[name]
    file = tmp_path / "new" / f"{name}.graphqls"
    with running(server(module)) as upstream:
        fetched = run("schema", "fetch", upstream.origin + path, "--output", file)
        assert fetched.returncode == 0, fetched.stderr
        again = run("schema", "fetch", upstream.origin + path, "--output", file)
        assert "unchanged" in again.stderr
        terse = run("schema", "fetch", upstream.origin + path, "--no-descriptions")
    shipped = run("schema", "diff", SCHEMAS / f"{name}.graphqls", file)
    assert (shipped.returncode, shipped.stdout) == (0, "No changes.\n")
    assert build_schema(file.read_text("utf-8"))
    assert '"""' in file.read_text("utf-8") and '"""' not in terse.stdout
    assert "isOneOf" in fetched.stderr


@pytest.mark.parametrize("file", sorted(SCHEMAS.glob("*.graphqls")), ids=lambda file: file.stem)
def test_printing_what_was_printed_changes_nothing(file):
    first = run("schema", "print", file)
    assert (first.returncode, first.stderr) == (0, "")
    second = piped(first.stdout, "print", "-")
    assert second.stdout == first.stdout
    by_name = run("schema", "print", file.stem, cwd=ROOT)
    assert by_name.stdout == first.stdout
    introspection = json.dumps(graphql_sync(build_schema(first.stdout), get_introspection_query()).formatted)
    assert piped(introspection, "print", "-").stdout.count("\n") == first.stdout.count("\n")


def test_an_old_server_is_asked_for_less(introspected):
    for path in ("old", "silent"):
        Introspected.asked.clear()
        fetched = run("schema", "fetch", f"{introspected}/{path}")
        assert fetched.returncode == 0, fetched.stderr
        assert "directive @mark on FIELD" in fetched.stdout and "@specifiedBy" not in fetched.stdout
        assert "  new: Int" in fetched.stdout and "{new: 1}" in fetched.stdout
        assert fetched.stderr.count("The server does not report") == 5
        assert 2 < len(Introspected.asked) <= 6


def test_a_new_server_is_asked_for_everything_once(introspected):
    fetched = run("schema", "fetch", introspected)
    assert fetched.returncode == 0 and fetched.stderr == ""
    assert fetched.stdout.strip() == SDL.strip()
    assert len(Introspected.asked) == 1


def test_headers_go_along_and_are_not_shown(introspected):
    fetched = run("schema", "fetch", f"{introspected}/private", "--header", "Authorization: Bearer let-me-in")
    assert fetched.returncode == 0 and "type Query" in fetched.stdout
    wrong = run("schema", "fetch", f"{introspected}/private", "--header", "Authorization: Bearer a-secret")
    assert wrong.returncode == 2 and "a-secret" not in wrong.stderr + wrong.stdout
    malformed = run("schema", "fetch", introspected, "--header", "a-secret")
    assert malformed.returncode == 64 and "a-secret" not in malformed.stderr
    assert "--header 1 must be like 'Name: value'" in malformed.stderr


@pytest.mark.parametrize(
    "path, words",
    [
        ("closed-gateway", ['even the simplest one (it says "Bad Request"). Ask its developers for the schema as SDL.']),
        ("never", ['refused every introspection query, even the simplest one (it says "no"). Ask its developers for the schema as SDL.']),
        ("off", ["has introspection disabled", "Ask its developers for the schema as SDL"]),
        ("private", ['answered 401: it requires credentials (it says "Who are you?").', "--header 'Authorization:"]),
        ("half", ["answered with JSON that is cut off after", "Try again."]),
        ("odd", ['answered without a schema and without an error: {"data":{"ok":true}}.']),
    ],
)
def test_what_stands_in_the_way_is_told(path, words, introspected):
    fetched = run("schema", "fetch", f"{introspected}/{path}")
    assert (fetched.returncode, fetched.stdout) == (2, "")
    for word in [f"understudy: {introspected}/{path} ", *words]:
        assert word in fetched.stderr


@pytest.mark.parametrize(
    "path, words",
    [
        ("html", "answered 200 with an HTML page. Use the URL of the GraphQL endpoint"),
        ("html/404", "answered 404 with an HTML page"),
        ("status/401", "answered 401: it requires credentials"),
        ("invalid-json", "answered with JSON that is cut off after 19 bytes"),
        ("empty", "answered with an empty body."),
        ("text", "answered with invalid JSON: Expected a value"),
        ("redirect", "answered with redirect 302 to /ok. Use the URL of the redirect."),
        ("truncated", "broke the connection: "),
        ("close", "broke the connection: "),
    ],
)
def test_an_upstream_that_misbehaves(path, words, misbehaving):
    fetched = run("schema", "fetch", f"{misbehaving.origin}/{path}")
    assert (fetched.returncode, fetched.stdout) == (2, "")
    assert words in fetched.stderr


def test_nobody_there(introspected):
    fetched = run("schema", "fetch", f"http://127.0.0.1:{closed_port()}/graphql")
    assert fetched.returncode == 2 and "cannot be reached: " in fetched.stderr
    no_tls = run("schema", "fetch", f"{introspected.replace('http', 'https')}/ok")
    assert no_tls.returncode == 2 and "does not use TLS on this port. Write http:// in the upstream URL" in no_tls.stderr
    assert "has no scheme" in run("schema", "fetch", "example.com").stderr


def test_a_diff_is_grouped_and_its_exit_code_says_whether_it_breaks(tmp_path):
    old, new = tmp_path / "old.graphqls", tmp_path / "new.json"
    old.write_text("type Query { a: Int b(x: Int): Int } enum E { A }")
    sdl = '"All." type Query { b(x: Int!): Int c: Int } enum E { A B }'
    new.write_text(json.dumps(graphql_sync(build_schema(sdl), get_introspection_query()).formatted))
    found = run("schema", "diff", old, new)
    assert found.returncode == 1
    assert found.stdout.splitlines() == [
        "Breaking:",
        "  FIELD_REMOVED  Query.a was removed.",
        "  ARG_CHANGED_KIND  Query.b arg x has changed type from Int to Int!.",
        "Dangerous:",
        "  VALUE_ADDED_TO_ENUM  B was added to enum type E.",
        "Safe:",
        '  DESCRIPTION_CHANGED  Description of Query has changed to "All.".',
        "  FIELD_ADDED  Field Query.c was added.",
        "2 breaking, 1 dangerous, 2 safe changes.",
    ]
    lines = [json.loads(line) for line in run("schema", "diff", old, new, "--json").stdout.splitlines()]
    assert lines[0] == {
        "event": "change", "severity": "breaking", "kind": "FIELD_REMOVED", "message": "Query.a was removed.",
    }  # fmt: skip
    assert lines[-1] == {"event": "summary", "breaking": 2, "dangerous": 1, "safe": 2}
    back = piped(new.read_text(), "diff", new, "-")
    assert (back.returncode, back.stdout) == (0, "No changes.\n")
    assert run("schema", "diff", "-", "-").returncode == 64


BAD = """\
type Query {
  a: Strng
  b(x: In): Int
}
input In { in: In! }
enum E { A A }
"""

FINDINGS = """\
FILE:2:6: Unknown type "Strng". Did you mean "String"?
1 | type Query {
2 |   a: Strng
  |      ^
3 |   b(x: In): Int
FILE:6:10: Enum value "E.A" can only be defined once.
5 | input In { in: In! }
6 | enum E { A A }
  |          ^
7 |
FILE:6:12
5 | input In { in: In! }
6 | enum E { A A }
  |            ^
7 |
FILE:5:12: Cannot reference Input Object "In" within itself through a series of non-null fields: "in".
4 | }
5 | input In { in: In! }
  |            ^
6 | enum E { A A }
"""


def test_everything_that_is_wrong_in_a_schema_is_told_by_print_fake_and_check(tmp_path):
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    file = schemas / "countries.graphqls"
    file.write_text(BAD)
    expected = FINDINGS.replace("FILE", str(file))
    printed = run("schema", "print", file)
    assert (printed.returncode, printed.stdout, printed.stderr) == (2, "", f"understudy: {expected}")
    faked = run("fake", "--schemas", schemas, "--port", "0")
    assert (faked.returncode, faked.stderr) == (2, f"understudy: {expected}Correct the schema, and start again.\n")
    checked = run("check", "--schemas", schemas, "--recordings", ROOT / "recordings", "--endpoint", "countries")
    assert checked.returncode == 1 and checked.stdout.startswith(expected)
    assert "\n3 findings in " in checked.stdout


def test_several_syntax_errors_are_told_at_once(tmp_path):
    file = tmp_path / "bad.graphqls"
    file.write_text("type Query {\n  a Int\n}\n\nenum E { A\n\ntype T { t: Int }\n")
    printed = run("schema", "print", file)
    assert printed.returncode == 2
    assert f'{file}:2:5: Syntax Error: Expected ":", found Name "Int".\n' in printed.stderr
    assert f'{file}:7:8: Syntax Error: Expected Name, found "{{".' in printed.stderr


def test_what_is_odd_is_a_warning_for_fake_and_a_finding_for_check(tmp_path):
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    sdl = (SCHEMAS / "countries.graphqls").read_text("utf-8") + "\nextend type State @made(by: 1)\n"
    (schemas / "countries.graphqls").write_text(sdl, "utf-8")
    place = f"{schemas / 'countries.graphqls'}:{sdl.count(chr(10))}:19"
    printed = run("schema", "print", "countries", "--schemas", schemas)
    assert printed.returncode == 0 and f'warning: {place}: Unknown directive "@made".' in printed.stderr
    checked = run("check", "--schemas", schemas, "--recordings", ROOT / "recordings", "--endpoint", "countries")
    assert checked.returncode == 1 and f'{place}: Unknown directive "@made".' in checked.stdout


@pytest.mark.parametrize(
    "text, words",
    [
        ('{"data": {"__schema": {"types": [{"kind": "OBJ', ":1:47: The JSON is incomplete: it ends after 46 bytes. "),
        ('{"data": {"__schema": }', ':1:23: This is not JSON: Expected a value, found "}". Fetch the schema again, or save SDL as .graphqls.'),
        ("[", ":1:2: The JSON is incomplete: it ends after 1 bytes. "),
        ('{"data": nul', ":1:10: The JSON is incomplete: it ends after 12 bytes. "),
        ('{"data": {"__schema": {"types": []}}}x', ':1:38: This is not JSON: Expected nothing after the value, found "x"'),
        ('{"data": nulx', ':1:10: This is not JSON: Expected a value, found "nulx"'),
        ('{"data": 01', ":1:10: This is not JSON: Expected a number without leading zeros"),
        ("# SDL", ':1:1: This is not JSON: Expected a value, found "#"'),
        ("", ": The file is empty."),
        ('{"errors": [{"message": "Not for you"}]}', ": This is an error answer, not a schema: Not for you. "),
        ('{"data": {"launches": []}}', ": This is not an answer to an introspection query: there is no "),
        ('{"__schema": {"types": [1]}}', ": Expected an object at __schema.types[0], found a number."),
    ],
)
def test_an_introspection_file_that_is_none(text, words, tmp_path):
    file = tmp_path / "api.json"
    file.write_text(text)
    printed = run("schema", "print", file)
    assert printed.returncode == 2 and printed.stdout == ""
    assert f"understudy: {file}{words}" in printed.stderr


def test_which_schema_is_meant(tmp_path):
    empty = run("schema", "print", cwd=tmp_path)
    assert empty.returncode == 2 and "There are no schemas in schemas/." in empty.stderr
    several = run("schema", "print", cwd=ROOT)
    assert several.returncode == 2 and "There are several schemas in schemas/: conference-planner, " in several.stderr
    missing = run("schema", "print", "nothing.graphqls", cwd=tmp_path)
    assert missing.returncode == 2 and "nothing.graphqls: " in missing.stderr


def test_an_answer_that_comes_byte_by_byte_is_not_waited_for_longer_than_the_timeout(introspected):
    start = time.monotonic()
    fetched = run("schema", "fetch", f"{introspected}/drip", "--timeout", "0.5")
    assert (fetched.returncode, fetched.stdout) == (2, "")
    assert "did not answer in time: no complete answer within 500 ms. Raise --timeout" in fetched.stderr
    # All that the server would send takes 20 seconds.
    assert time.monotonic() - start < 15


def test_a_server_whose_gateway_says_no_in_words_of_its_own_is_asked_for_less(introspected):
    fetched = run("schema", "fetch", f"{introspected}/gateway")
    assert fetched.returncode == 0 and "type Query {" in fetched.stdout
    assert "The server does not report" in fetched.stderr


def test_a_schema_with_errors_beside_it_is_taken_and_the_errors_are_told(tmp_path, introspected):
    words = "The introspection answer also has errors: no directives today\\u{1b}[31m. The parts that they concern are missing."
    fetched = run("schema", "fetch", f"{introspected}/partial")
    assert fetched.returncode == 0 and "type Query {" in fetched.stdout
    assert f"warning: {introspected}/partial: {words}\n" in fetched.stderr
    file = tmp_path / "api.json"
    answer = graphql_sync(build_schema(SDL), get_introspection_query()).formatted
    file.write_text(json.dumps({**answer, "errors": [{"message": "no directives today\x1b[31m"}]}))
    printed = run("schema", "print", file)
    assert printed.returncode == 0 and printed.stderr == f"warning: {file}: {words}\n"


def test_a_default_value_that_is_no_string_is_told(tmp_path):
    file = tmp_path / "api.json"
    answer = graphql_sync(build_schema("type Query { a(x: Int = 3): Int }"), get_introspection_query()).formatted
    file.write_text(json.dumps(answer).replace('"defaultValue": "3"', '"defaultValue": 3'))
    printed = run("schema", "print", file)
    assert (printed.returncode, printed.stdout) == (0, "type Query {\n  a(x: Int): Int\n}\n")
    assert ".fields[0].args[0].defaultValue, found a number. The default value is ignored." in printed.stderr


def test_json_with_a_byte_order_mark_is_taken(tmp_path, introspected):
    fetched = run("schema", "fetch", f"{introspected}/marked")
    assert fetched.returncode == 0 and "type Query {" in fetched.stdout
    file = tmp_path / "api"
    answer = graphql_sync(build_schema("type Query { a: Int }"), get_introspection_query()).formatted
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(answer).encode())
    printed = run("schema", "print", file)
    assert (printed.returncode, printed.stdout) == (0, "type Query {\n  a: Int\n}\n")


def test_json_that_ends_within_a_character_is_cut_off(tmp_path):
    file = tmp_path / "api.json"
    file.write_bytes('{"data": {"__schema": {"description": "é'.encode()[:-1])
    assert ": The JSON is incomplete: it ends after 40 bytes." in run("schema", "print", file).stderr


def test_what_a_terminal_would_obey_is_not_sent_to_it(tmp_path):
    old, new, bad = tmp_path / "old.graphqls", tmp_path / "new.graphqls", tmp_path / "bad.graphqls"
    old.write_text('type Query { "a" a(x: String = "o"): Int s: S }\nscalar S @specifiedBy(url: "u")')
    new.write_text('type Query { "a\x1b[31m" a(x: String = "\x1b[31m"): Int s: S }\nscalar S @specifiedBy(url: "u\x1b")')
    bad.write_text('type Query {\n\t"a\x1b[31m" a: Strng\n}\n')
    printed = run("schema", "print", bad)
    assert printed.returncode == 2 and "\x1b" not in printed.stderr
    assert '\n2 | \t"a\\u{1b}[31m" a: Strng\n' in printed.stderr
    found = run("schema", "diff", old, new)
    assert "\x1b" not in found.stdout and "Description of Query.a has changed" in found.stdout
    assert "S is specified by u\\u{1b} now." in found.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("command", ["print", "diff", "breaking", "fetch", "check"])
def test_a_result_that_cannot_be_written_is_a_failure(command, tmp_path, introspected):
    one, two = tmp_path / "one.graphqls", tmp_path / "two.graphqls"
    one.write_text("type Query { a: Int }")
    two.write_text("type Query { b: Int }")
    arguments = {
        "print": ["schema", "print", one],
        "diff": ["schema", "diff", one, one],
        "breaking": ["schema", "diff", one, two],
        "fetch": ["schema", "fetch", f"{introspected}/ok"],
        "check": ["check", "--recordings", ROOT / "recordings", "--schemas", SCHEMAS, "--endpoint", "countries"],
    }[command]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [str(BINARY), *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=30
        )
    assert ended.returncode == 2
    assert "understudy: standard output cannot be written: No space left on device." in ended.stderr
