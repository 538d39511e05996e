"""Fakes from the schema alone, as real clients see them."""

import asyncio
import json
import re
import struct
import zlib
from xml.etree import ElementTree

import clients
import gql
import operations
import pytest
from graphql import GraphQLSchema, build_client_schema, build_schema, get_introspection_query, print_schema
from harness import ROOT, running, understudy

SDL = (ROOT / "schemas" / "countries.graphqls").read_text("utf-8")
SHARED_WIRE = ROOT.parent / "shared" / "systems" / "wire"


def fake(*arguments):
    schemas = ["--schemas", ROOT / "schemas", "--endpoint", "countries"]
    return running(understudy("fake", *schemas, "--no-learn", *arguments))


@pytest.fixture(scope="module")
def server():
    with fake() as running_server:
        yield running_server


def printed(schema):
    """A schema as text. @oneOf is a newer built-in directive than this graphql-core knows, so it would print it."""
    arguments = {**schema.to_kwargs(), "directives": [each for each in schema.directives if each.name != "oneOf"]}
    return print_schema(GraphQLSchema(**arguments))


def ask(server, query, **variables):
    answer = clients.post(f"{server.origin}/countries", {"query": query, "variables": variables})
    assert answer.status == 200 and answer.source == "fake", answer
    assert "errors" not in answer.json, answer.json
    return answer.json["data"]


@pytest.mark.parametrize("kind", clients.TRANSPORTS)
def test_gql_fetches_the_schema(kind, server):
    transport = clients.transport(kind, f"{server.origin}/countries")
    client = gql.Client(transport=transport, fetch_schema_from_transport=True)

    async def fetch():
        async with client:
            return client.schema

    if kind == "aiohttp":
        schema = asyncio.run(fetch())
    else:
        with client:
            schema = client.schema
    assert printed(schema) == printed(build_schema(SDL))


def test_introspection_is_complete(server):
    query = get_introspection_query(
        descriptions=True, specified_by_url=True, directive_is_repeatable=True, schema_description=True,
        input_value_deprecation=True,
    )  # fmt: skip
    schema = build_client_schema(ask(server, query))
    assert printed(schema) == printed(build_schema(SDL))
    assert {"skip", "include", "deprecated", "specifiedBy"} <= {directive.name for directive in schema.directives}


def test_introspection_in_part(server):
    data = ask(server, '{ __type(name: "State") { kind fields { name type { kind ofType { name } } } } t: __typename }')
    assert data["t"] == "Query"
    assert data["__type"]["fields"][0] == {"name": "code", "type": {"kind": "SCALAR", "ofType": None}}
    assert ask(server, '{ __type(name: "Nowhere") { name } }') == {"__type": None}


@pytest.mark.skipif(not SHARED_WIRE.is_dir(), reason="needs the downloaders' requests in ../shared/systems/wire")
def test_the_four_schema_downloaders(server):
    expected = printed(build_schema(SDL))
    url = f"{server.origin}/countries"
    replies = [clients.post(url, path.read_bytes(), accept="*/*") for path in sorted(SHARED_WIRE.glob("*-post*.json"))]
    for path in sorted(SHARED_WIRE.glob("*-get-*.url")):
        query = path.read_text().strip().split("?", 1)[1]
        replies.append(clients.curl(f"{url}?{query}", "-H", "Content-Type: application/json"))
    assert len(replies) >= 5
    for reply in replies:
        assert reply.status == 200
        assert printed(build_client_schema(reply.json["data"])) == expected


@pytest.mark.parametrize("operation", operations.ALL, ids=lambda operation: operation.label)
def test_every_operation_is_answered_with_the_shape_it_asked_for(operation, server):
    """gql checks what it gets against the schema when it parses results."""
    transport = clients.transport("requests", f"{server.origin}/countries")
    client = gql.Client(transport=transport, schema=SDL, parse_results=True)
    with client as session:
        data = session.execute(
            gql.gql(operation.text), variable_values=operation.variables, operation_name=operation.name
        )
    assert data
    keys = re.findall(r"\w+", operations.apollo_text(operation.text))
    assert set(_keys(data)) <= set(keys)


def _keys(value):
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from _keys(member)
    elif isinstance(value, list):
        for member in value:
            yield from _keys(member)


def test_a_country_is_the_same_wherever_it_appears(server):
    fields = "code name capital emoji currency phone"
    alone = ask(server, f'{{ country(code: "CA") {{ {fields} continent {{ code name }} }} }}')["country"]
    assert alone["code"] == "CA"
    again = ask(
        server, f"query Q($c: ID!) {{ it: country(code: $c) {{ continent {{ name code }} {fields} }} }}", c="CA"
    )["it"]
    assert again == alone
    other = ask(server, f'{{ country(code: "JP") {{ {fields} }} }}')["country"]
    assert other["code"] == "JP" and other["name"] != alone["name"]
    listed = ask(server, f"{{ countries {{ {fields} }} }}")["countries"]
    assert len(listed) > 1
    for country in listed[:3]:
        by_code = ask(server, f"query Q($c: ID!) {{ country(code: $c) {{ {fields} }} }}", c=country["code"])["country"]
        assert by_code == country


def test_two_processes_give_the_same_bytes(server):
    bodies = [operation.apollo_body() for operation in operations.ALL]
    first = [clients.post(f"{server.origin}/countries", body).body for body in bodies]
    with fake() as other:
        second = [clients.post(f"{other.origin}/countries", body).body for body in reversed(bodies)]
    assert first == second[::-1]


def test_another_seed_is_another_world(server):
    body = operations.country_detail("CA").body()  # its states are made up
    with fake("--seed", "7") as other:
        seven = clients.post(f"{other.origin}/countries", body).body
    with fake("--seed", "7") as again:
        assert clients.post(f"{again.origin}/countries", body).body == seven
    assert clients.post(f"{server.origin}/countries", body).body != seven


@pytest.mark.parametrize(
    "query, message, line, column",
    [
        ("{ foo }", 'Cannot query field "foo" on type "Query".', 1, 3),
        ("{ countries }", 'Field "countries" of type "[Country!]!" must have a selection of subfields. Did you mean "countries { ... }"?', 1, 3),
        ("{ country { name } }", 'Field "country" argument "code" of type "ID!" is required, but it was not provided.', 1, 3),
        ('{ country(code: "A", x: 1) { name } }', 'Unknown argument "x" on field "Query.country".', 1, 22),
        ('{ country(code: "A") { nam } }', 'Cannot query field "nam" on type "Country". Did you mean "name"?', 1, 24),
        ("{ countries { ...F } }", 'Unknown fragment "F".', 1, 18),
        ("query($a: Nope) { countries { code } }", 'Unknown type "Nope".', 1, 11),
        ("mutation { addCountry { code } }", "The mutation operation is not supported by the schema.", 1, 1),
        ("subscription S { added { code } }", "The subscription operation is not supported by the schema.", 1, 1),
        ('query { country(code: "A") { name { x } } }', 'Field "name" must not have a selection since type "String!" has no subfields.', 1, 35),
    ],
)  # fmt: skip
def test_an_invalid_operation_gets_the_reference_message(query, message, line, column, server):
    for accept, status in ((clients.JSON_TYPE, 200), (operations.APOLLO_ACCEPT, 422)):
        answer = clients.post(f"{server.origin}/countries", {"query": query}, accept=accept)
        assert answer.status == status
        error = answer.json["errors"][0]
        assert (error["message"], error["locations"][0]) == (message, {"line": line, "column": column})
        assert error["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"
        assert "data" not in answer.json


def test_a_variable_that_does_not_fit(server):
    body = {"query": operations.COUNTRY_DETAIL_TEXT, "variables": {}}
    answer = clients.post(f"{server.origin}/countries", body)
    assert answer.message == 'Variable "$code" of required type "ID!" was not provided.'


def test_introspection_json_is_a_schema_too(server, tmp_path):
    introspected = ask(server, get_introspection_query())
    for name, value in {"bare": introspected, "whole": {"data": introspected}}.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "countries.json").write_text(json.dumps(value))
        with running(understudy("fake", "--schemas", folder, "--no-learn")) as other:
            for operation in (operations.ALL_COUNTRIES, operations.country_detail("CA")):
                mine = clients.post(f"{other.origin}/countries", operation.body()).body
                assert mine == clients.post(f"{server.origin}/countries", operation.body()).body


def test_other_kinds_of_types(tmp_path):
    (tmp_path / "zoo.graphqls").write_text(
        """
        scalar DateTime
        enum Food { HAY MEAT }
        interface Animal { id: ID! name: String! born: DateTime }
        type Cow implements Animal { id: ID! name: String! born: DateTime eats: Food! milk: Float! }
        type Lion implements Animal { id: ID! name: String! born: DateTime eats: Food! age: Int! wild: Boolean! }
        union Thing = Cow | Lion
        type Query { animals: [Animal!]! things: [Thing!]! animal(id: ID!): Animal matrix: [[Int!]!]! }
        """
    )
    query = """{ animals { __typename id name born ... on Cow { eats milk } ... on Lion { eats age wild } }
        things { __typename ... on Animal { id name } } matrix animal(id: "7") { id } }"""
    with running(understudy("fake", "--schemas", tmp_path)) as server:
        data = clients.post(server.origin, {"query": query}).json["data"]
    assert {animal["__typename"] for animal in data["animals"]} <= {"Cow", "Lion"}
    assert data["animal"] is None or data["animal"]["id"] == "7"
    for animal in data["animals"]:
        assert animal["eats"] in ("HAY", "MEAT")
        if animal["__typename"] == "Cow":
            assert isinstance(animal["milk"], (int, float))
        else:
            assert type(animal["age"]) is int and type(animal["wild"]) is bool
    assert all(type(number) is int for row in data["matrix"] for number in row)


def png_parts(body):
    """The chunks of a PNG by name, their sums checked."""
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    parts, rest = {}, body[8:]
    while rest:
        length, name = struct.unpack(">I4s", rest[:8])
        data, (crc,) = rest[8 : 8 + length], struct.unpack(">I", rest[8 + length : 12 + length])
        assert crc == zlib.crc32(name + data)
        parts[name.decode()] = data
        rest = rest[12 + length :]
    return parts


@pytest.mark.parametrize(("asked", "drawn"), [("?w=320&h=240", (256, 192)), ("", (256, 256)), ("?w=1&h=40", (16, 40))])
def test_a_png_for_a_native_image_view(asked, drawn, server):
    answer = clients.curl(f"{server.origin}/__understudy/images/3f2a91bc00de.png{asked}")
    assert (answer.status, answer.media_type, answer.source) == (200, "image/png", "understudy")
    parts = png_parts(answer.body)
    width, height, depth, kind = struct.unpack(">IIBB", parts["IHDR"][:10])
    assert ((width, height), depth, kind, parts["IEND"]) == (drawn, 4, 3, b"")
    assert len(zlib.decompress(parts["IDAT"])) == height * (1 + (width + 1) // 2)
    again = clients.curl(f"{server.origin}/__understudy/images/3f2a91bc00de.png{asked}")
    assert again.body == answer.body


def test_an_svg_with_initials(server):
    answer = clients.curl(f"{server.origin}/__understudy/images/ada-obrien.svg?w=9999&h=50")
    assert (answer.status, answer.media_type) == (200, "image/svg+xml")
    picture = ElementTree.fromstring(answer.body)
    assert (picture.get("width"), picture.get("height")) == ("4096", "50")
    assert picture.findtext("{http://www.w3.org/2000/svg}text") == "AO"
    other = clients.curl(f"{server.origin}/__understudy/images/grace-hopper.svg?w=9999&h=50")
    assert other.body != answer.body


@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_a_pictures_head(name, server):
    url = f"{server.origin}/__understudy/images/{name}"
    whole, head = clients.curl(url), clients.curl(url, "--head")
    assert (head.status, head.body) == (200, b"")
    assert head.header("content-length") == str(len(whole.body))
    assert head.header("content-type") == whole.header("content-type")


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("a.gif", 404, 'There is no picture "a.gif": a picture\'s name ends in .png or .svg, as /__understudy/images/a.png.'),
        ("a.png?w=wide", 400, "The picture's w=wide must be a whole number of pixels from 16 to 4096, such as w=320."),
        ("a.svg?h=", 400, "The picture's h= must be a whole number of pixels from 16 to 4096, such as h=320."),
    ],
)  # fmt: skip
def test_a_picture_that_cannot_be_drawn(path, status, message, server):
    answer = clients.curl(f"{server.origin}/__understudy/images/{path}")
    assert (answer.status, answer.message) == (status, message)


def test_a_picture_is_not_posted(server):
    answer = clients.post(f"{server.origin}/__understudy/images/a.png", {})
    assert (answer.status, answer.header("allow")) == (405, "GET")
