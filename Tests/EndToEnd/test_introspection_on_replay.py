"""Introspection that was not recorded so, answered on replay from a schema or from a recorded introspection."""

import itertools
import json
import re
from urllib.parse import quote

import clients
import pytest
from flows import Asking, record_all
from graphql import GraphQLSchema, build_client_schema, build_schema, get_introspection_query, print_schema
from harness import ROOT, copy, countries_upstream, recording_files, run, running, understudy

SDL = (ROOT / "schemas" / "countries.graphqls").read_text("utf-8")
SHARED_WIRE = ROOT.parent / "shared" / "systems" / "wire"

# GraphiQL before version 1, without what newer servers have.
GRAPHIQL = """
  query IntrospectionQuery {
    __schema {
      queryType { name }
      mutationType { name }
      types { ...FullType }
      directives { name description args { ...InputValue } onOperation onFragment onField }
    }
  }
  fragment FullType on __Type {
    kind name description
    fields(includeDeprecated: true) {
      name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
    }
    inputFields { ...InputValue }
    interfaces { ...TypeRef }
    enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
    possibleTypes { ...TypeRef }
  }
  fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
  fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
"""
GRAPHIQL_LATER = GRAPHIQL.replace("onOperation onFragment onField", "locations")

OPTIONS = ["descriptions", "specified_by_url", "directive_is_repeatable", "schema_description", "input_value_deprecation"]
FULL = get_introspection_query(**dict.fromkeys(OPTIONS, True))
DIALECTS = [
    get_introspection_query(**dict(zip(OPTIONS, values, strict=True)))
    for values in itertools.product([False, True], repeat=len(OPTIONS))
]


def printed(schema):
    """A schema as text, without what only some dialects ask for."""
    arguments = {**schema.to_kwargs(), "directives": [], "description": None}
    return print_schema(GraphQLSchema(**arguments))


def plain(sdl):
    """The same without descriptions, for a dialect that does not ask for them."""
    text = get_introspection_query(descriptions=False)
    from graphql import graphql_sync

    return printed(build_client_schema(graphql_sync(build_schema(sdl), text).data))


def asking(query, **variables):
    body = {"query": query, "variables": variables}
    return Asking(query[:20], lambda url: clients.post(url, body))


@pytest.fixture(scope="module")
def without_schema(tmp_path_factory):
    """Recordings of the API without any introspection."""
    folder = tmp_path_factory.mktemp("plain") / "recordings"
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking('{ country(code: "CA") { name } }')])
    return folder


@pytest.fixture(scope="module")
def with_introspection(tmp_path_factory):
    """Recordings with a full introspection, under an alias, and a part of one."""
    folder = tmp_path_factory.mktemp("introspected") / "recordings"
    aliased = FULL.replace("__schema {", "it: __schema {", 1)
    with running(countries_upstream()) as upstream:
        record_all(
            upstream, folder,
            [asking('{ country(code: "CA") { name } }'), asking("{ __schema { types { name } } }"), asking(aliased)],
        )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def older_introspection(tmp_path_factory):
    """Recordings of the introspection that codegen clients ask for unless told otherwise."""
    folder = tmp_path_factory.mktemp("older") / "recordings"
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking(get_introspection_query())])
    return folder


@pytest.fixture(scope="module")
def replays(without_schema, with_introspection, tmp_path_factory):
    """One replay that has the schema's file, one that has only recorded introspection, one that has neither."""
    nowhere = tmp_path_factory.mktemp("nowhere")
    with (
        running(understudy("replay", "--recordings", without_schema, "--schemas", ROOT / "schemas")) as file,
        running(understudy("replay", "--recordings", with_introspection, "--schemas", nowhere)) as recording,
        running(understudy("replay", "--recordings", without_schema, "--schemas", nowhere)) as nothing,
        running(understudy("fake", "--endpoint", "countries", "--schemas", ROOT / "schemas")) as fake,
    ):
        yield {"file": file, "recording": recording, "nothing": nothing, "fake": fake}


def post(server, query, **variables):
    return clients.post(f"{server.origin}/countries", {"query": query, "variables": variables})


def get(server, query):
    return clients.curl(f"{server.origin}/countries?query={quote(query)}", "-H", "Accept: application/json")


def expected_source(kind):
    return "fake" if kind == "fake" else "introspection"


@pytest.mark.parametrize("kind", ["file", "recording", "fake"])
def test_every_dialect_of_the_reference(kind, replays):
    full, bare = printed(build_schema(SDL)), plain(SDL)
    for query in DIALECTS:
        reply = post(replays[kind], query)
        assert reply.status == 200 and reply.source == expected_source(kind), reply
        assert "errors" not in reply.json
        wanted = full if "description" in query else bare
        found = printed(build_client_schema(reply.json["data"]))
        assert found == wanted


@pytest.mark.parametrize("kind", ["file", "recording", "fake"])
def test_by_get_as_by_post(kind, replays):
    by_post, by_get = post(replays[kind], GRAPHIQL_LATER), get(replays[kind], GRAPHIQL_LATER)
    assert by_post.source == by_get.source == expected_source(kind)
    assert by_post.body == by_get.body
    assert printed(build_client_schema(by_get.json["data"])) == printed(build_schema(SDL))


@pytest.mark.skipif(not SHARED_WIRE.is_dir(), reason="needs the downloaders' requests in ../shared/systems/wire")
@pytest.mark.parametrize("kind", ["file", "recording", "fake"])
def test_schema_downloaders(kind, replays):
    url = f"{replays[kind].origin}/countries"
    replies = [clients.post(url, path.read_bytes(), accept="*/*") for path in sorted(SHARED_WIRE.glob("*-post*.json"))]
    for path in sorted(SHARED_WIRE.glob("*-get-*.url")):
        query = path.read_text().strip().split("?", 1)[1]
        replies.append(clients.curl(f"{url}?{query}", "-H", "Content-Type: application/json"))
    assert len(replies) >= 5
    for reply in replies:
        assert reply.source == expected_source(kind)
        assert printed(build_client_schema(reply.json["data"])) == printed(build_schema(SDL))


@pytest.mark.parametrize("kind", ["file", "recording", "fake"])
def test_parts_aliases_and_fragments(kind, replays):
    server = replays[kind]
    reply = post(server, 'query($n: String!) { a: __type(name: $n) { name kind } __typename }', n="State")
    assert reply.source == expected_source(kind)
    assert reply.json == {"data": {"a": {"name": "State", "kind": "OBJECT"}, "__typename": "Query"}}
    assert post(server, '{ __type(name: "Nowhere") { name } }').json == {"data": {"__type": None}}
    split = "query Q { ...A ... on Query { s: __schema { queryType { n: name } } } } fragment A on Query { __typename }"
    assert post(server, split).json == {"data": {"__typename": "Query", "s": {"queryType": {"n": "Query"}}}}
    deprecated = '{ __type(name: "__Directive") { fields(includeDeprecated: true) { name } } }'
    assert {"name": "isRepeatable"} in post(server, deprecated).json["data"]["__type"]["fields"]


@pytest.mark.parametrize("kind", ["file", "recording", "fake"])
def test_what_the_schema_of_introspection_does_not_have_is_refused_as_the_reference_does(kind, replays):
    reply = post(replays[kind], GRAPHIQL)
    assert reply.source == expected_source(kind)
    assert reply.message == 'Cannot query field "onOperation" on type "__Directive".'
    assert reply.code == "GRAPHQL_VALIDATION_FAILED"


@pytest.mark.parametrize("kind", ["file", "recording", "nothing"])
@pytest.mark.parametrize("query", [
    "{ __schema { queryType { name } } countries { code } }",
    "{ ...A __typename } fragment A on Query { countries { code } __typename }",
])  # fmt: skip
def test_never_for_an_operation_that_asks_for_more(kind, query, replays):
    reply = post(replays[kind], query)
    assert reply.source == "miss" and reply.code == "UNDERSTUDY_NO_RECORDING"
    assert "understudy schema fetch" not in reply.message


def test_what_was_recorded_stays_as_it_was_recorded(with_introspection, tmp_path):
    """Also where a schema is there that says something else."""
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    (schemas / "countries.graphqls").write_text("type Query { other: Int }", "utf-8")
    with running(understudy("replay", "--recordings", with_introspection, "--schemas", schemas)) as server:
        recorded = post(server, "{ __schema { types { name } } }")
        assert recorded.source == "recorded"
        assert {"name": "Country"} in recorded.json["data"]["__schema"]["types"]
        other = post(server, "{ __schema { types { kind name } } }")
        assert other.source == "introspection"
        assert {"kind": "OBJECT", "name": "Country"} not in other.json["data"]["__schema"]["types"]


def test_without_either_it_is_a_miss_that_says_what_would_help(replays):
    reply = post(replays["nothing"], FULL)
    assert reply.source == "miss" and reply.code == "UNDERSTUDY_NO_RECORDING"
    told = reply.json["errors"][0]["extensions"]["introspection"]
    assert f"Save it as {told['schema']}, or fetch it: {told['command']}" in reply.message
    assert told["schema"] == "schemas/countries.graphqls"
    # The upstream that was recorded.
    assert re.fullmatch(
        r"understudy schema fetch http://127\.0\.0\.1:\d+ --output schemas/countries\.graphqls", told["command"]
    )


def test_a_part_of_an_introspection_is_no_schema(without_schema, tmp_path):
    folder = copy(without_schema, tmp_path / "recordings")
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking("{ __schema { queryType { name } } }")])
    with running(understudy("replay", "--recordings", folder, "--schemas", tmp_path)) as server:
        assert post(server, FULL).source == "miss"


@pytest.mark.parametrize("part", [
    "description", "directives { isRepeatable }", "types { specifiedByURL }", "types { isOneOf }",
    "types { fields { args(includeDeprecated: true) { name } } }", "types { inputFields { isDeprecated } }",
])  # fmt: skip
def test_what_the_recorded_introspection_did_not_ask_for_is_not_made_up(part, older_introspection, tmp_path):
    with running(understudy("replay", "--recordings", older_introspection, "--schemas", tmp_path)) as server:
        told = post(server, "{ __schema { types { kind name description } directives { name locations } } }")
        assert told.source == "introspection"
        assert {"specifiedBy", "oneOf"} & {it["name"] for it in told.json["data"]["__schema"]["directives"]} == {
            "specifiedBy"}  # fmt: skip
        assert post(server, f"{{ __schema {{ queryType {{ name }} {part} }} }}").source == "miss"


def test_introspection_is_no_miss_of_the_run(without_schema):
    where = ["--recordings", without_schema, "--schemas", ROOT / "schemas"]
    with running(understudy("replay", *where)) as server:
        assert post(server, FULL).source == "introspection"
        misses = json.loads(clients.curl(f"{server.origin}/__understudy/misses").body)
        assert "IntrospectionQuery" not in json.dumps(misses)


def test_recorded_introspection_is_never_a_finding(with_introspection, tmp_path):
    """What servers can be asked about themselves depends on their age, and is not in the schema's file."""
    where = ["--recordings", with_introspection, "--schemas", ROOT / "schemas", "--endpoint", "countries"]
    done = run("check", *where)
    assert (done.returncode, done.stdout) == (0, "No problems in 3 recordings of 1 endpoint.\n")
    folder = copy(with_introspection, tmp_path / "recordings")
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking(GRAPHIQL)])
    (path,) = [path for path in recording_files(folder) if "onOperation" in path.read_text("utf-8")]
    recording = json.loads(path.read_text("utf-8"))
    for response in recording["responses"].values():
        response["body"] = {"data": {"__schema": {}}}
        response["status"] = 200
    path.write_text(json.dumps(recording, indent=2), "utf-8")
    done = run("check", "--recordings", folder, *where[2:])
    assert done.returncode == 0 and "note: " in done.stdout and "onOperation" in done.stdout


def test_where_misses_are_passed_on_the_real_endpoint_answers(without_schema, tmp_path):
    folder = copy(without_schema, tmp_path / "recordings")
    with running(countries_upstream()) as upstream:
        (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}/\n")
        where = ["--recordings", folder, "--schemas", ROOT / "schemas", "--on-miss", "forward"]
        with running(understudy("replay", *where)) as server:
            assert post(server, FULL).source == "upstream"
