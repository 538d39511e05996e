"""Schema downloads as the clients' tools make them: what they get prints to the same schema as the file."""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from fakes.asking import Asker
from fakes.subjects import ALL, Subject, parameters
from graphql import (
    GraphQLSchema,
    build_client_schema,
    get_introspection_query,
    graphql_sync,
    lexicographic_sort_schema,
    print_schema,
)

TYPE_REF = "kind name ofType { " * 7 + "kind name" + " }" * 7
INPUT_VALUE = "name description type { ...TypeRef } defaultValue"
DEPRECATED = "isDeprecated deprecationReason"


def tool(name: str, every: bool = False, indent: str = "      ") -> str:
    """The query of Apollo's tools: without what newer servers have, unless `every` asks for deprecated inputs."""
    all_ = "(includeDeprecated: true)" if every else ""
    lines = [
        f"query {name} {{", "  __schema {", "    queryType { name }", "    mutationType { name }",
        "    subscriptionType { name }", "    types { ...FullType }",
        f"    directives {{ name description locations args{all_} {{ ...InputValue }} }}", "  }", "}",
        "fragment FullType on __Type {", "  kind name description",
        f"  fields(includeDeprecated: true) {{ name description args{all_} {{ "
        f"...InputValue }} type {{ ...TypeRef }} {DEPRECATED} }}",
        f"  inputFields{all_} {{ ...InputValue }}", "  interfaces { ...TypeRef }",
        f"  enumValues(includeDeprecated: true) {{ name description {DEPRECATED} }}",
        "  possibleTypes { ...TypeRef }", "}",
        f"fragment InputValue on __InputValue {{ {INPUT_VALUE}{' ' + DEPRECATED if every else ''} }}",
        f"fragment TypeRef on __Type {{ {TYPE_REF} }}",
    ]  # fmt: skip
    return ("\n" + indent).join(lines)


NATIVE, NATIVE_EVERY = tool("IntrospectionQuery"), tool("IntrospectionQuery", every=True)
TOOLING = tool("IntrospectionQuery", indent="")
CODEGEN = "\n  " + tool("IntrospectionQuery", indent="  ") + "\n"
NEWEST = get_introspection_query(
    specified_by_url=True, directive_is_repeatable=True, schema_description=True, input_value_deprecation=True
)

# The body as each tool writes it, and its headers; a body that is none is a GET.
DIALECTS: dict[str, tuple[str, dict[str, Any] | None, str]] = {
    "apollo-ios-cli by POST": (NATIVE, {"operationName": "IntrospectionQuery", "variables": None}, "*/*"),
    "apollo-ios-cli by POST, deprecated inputs": (
        NATIVE_EVERY, {"operationName": "IntrospectionQuery", "variables": None}, "*/*"),
    "apollo-ios-cli by GET": (NATIVE, None, "*/*"),
    "apollo schema:download": (TOOLING, {"operationName": "IntrospectionQuery", "variables": {}}, "*/*"),
    "apollo-codegen download-schema": (CODEGEN, {}, "application/json"),
    "graphql-js by POST": (NEWEST, {"operationName": "IntrospectionQuery"}, "application/json"),
    "graphql-js by GET": (NEWEST, None, "application/json"),
}  # fmt: skip


def downloaded(asker: Asker, dialect: str) -> dict[str, Any]:
    query, body, accept = DIALECTS[dialect]
    asker.headers["Accept"] = accept
    if body is None:
        reply = asker.request("GET", f"/{asker.endpoint}?query={quote(query)}")
    else:
        reply = asker.request("POST", f"/{asker.endpoint}", json.dumps({**body, "query": query}).encode())
    assert reply.status == 200, reply
    assert "errors" not in reply.json
    return reply.json["data"]


def printed(schema: GraphQLSchema) -> str:
    """As text, in order. @oneOf is a newer built-in directive than this graphql-core knows, so it would print it."""
    directives = [each for each in schema.directives if each.name != "oneOf"]
    return print_schema(lexicographic_sort_schema(GraphQLSchema(**{**schema.to_kwargs(), "directives": directives})))


@cache
def expected(subject: Subject, query: str) -> str:
    """What graphql-core itself would hand out for the file in this dialect. It is all that the file says, or less."""
    answer = graphql_sync(subject.schema, query)
    assert answer.data and not answer.errors
    return printed(build_client_schema(answer.data, assume_valid=True))


LARGE = [each for each in ALL if each.endpoint in ("gatsby", "github", "saleor-dashboard-main")]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("subject", parameters([each for each in ALL if each not in LARGE]))
def test_a_download_is_the_file(subject, dialect, world):
    schema = build_client_schema(downloaded(world(subject.endpoint), dialect))
    assert printed(schema) == expected(subject, DIALECTS[dialect][0])


@pytest.mark.parametrize("subject", parameters(ALL))
def test_the_newest_dialect_loses_nothing_of_the_file(subject, world):
    """Not one word: the text is that of the file itself, without a way through introspection."""
    schema = build_client_schema(downloaded(world(subject.endpoint), "graphql-js by POST"), assume_valid=True)
    assert printed(schema) == printed(subject.schema)


@pytest.mark.long
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("subject", parameters(LARGE))
def test_a_download_of_a_large_schema_is_the_file(subject, dialect, world):
    schema = build_client_schema(downloaded(world(subject.endpoint), dialect), assume_valid=True)
    assert printed(schema) == expected(subject, DIALECTS[dialect][0])
