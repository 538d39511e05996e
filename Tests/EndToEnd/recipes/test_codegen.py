"""The recipe for code generation, with the real ariadne-codegen, and with what Apollo's downloaders send."""

from __future__ import annotations

import json
import re

import clients
import pytest
from apollo import KOTLIN_FIRST, KOTLIN_HEADERS
from graphql import (
    build_client_schema,
    build_schema,
    get_introspection_query,
    lexicographic_sort_schema,
    print_schema,
)
from harness import ROOT, closed_port, running
from pages import COUNTRIES, Page, with_port

PAGE = Page("OfflineCodegen")
SDL = (ROOT / "schemas" / "countries.graphqls").read_text("utf-8")
SHARED_WIRE = ROOT.parent / "shared" / "systems" / "wire"

# Uses what was generated.
ASK = """
import asyncio, os
from countries_client import Client
async def main():
    async with Client(os.environ["UNDERSTUDY_URL_COUNTRIES"]) as client:
        print((await client.country_detail("CA")).country.capital)
asyncio.run(main())
"""


def printed(schema) -> str:
    """A schema without what an introspection that asks for little does not tell, and in no order."""
    arguments = {**lexicographic_sort_schema(schema).to_kwargs(), "directives": [], "description": None}
    return print_schema(type(schema)(**arguments))


def generated(project) -> dict[str, str]:
    files = sorted((project.root / "countries_client").glob("*.py"))
    return {file.name: re.sub(r"# Source: .*", "", file.read_text()) for file in files}


@pytest.fixture
def generator(project):
    project.take("countries")
    project.write(PAGE, "pyproject.toml", "operations.graphql")
    return project


def test_from_the_file_and_from_the_stand_in(generator):
    """The same client by both ways, and it works."""
    generator.passes("ariadne-codegen")
    by_file = generated(generator)
    assert "country_detail.py" in by_file
    path = generator.root / "pyproject.toml"
    [url] = [block.text for block in PAGE.blocks if block.text.startswith("remote_schema_url")]
    path.write_text(re.sub(r"schema_path = .*\n", lambda _: url, path.read_text(), count=1))
    generator.passes("rm -r countries_client")
    generator.passes(PAGE.command("exec --endpoint countries -- ariadne-codegen"))
    assert generated(generator) == by_file
    (generator.root / "ask.py").write_text(ASK)
    text = generator.passes("understudy exec --on-miss fake --endpoint countries -- python ask.py")
    assert text.splitlines()[0]


def test_the_schema_is_fetched(project, countries):
    (project.root / "schemas").mkdir()
    project.passes(PAGE.command("schema fetch").replace(COUNTRIES, f"{countries.origin}/"))
    text = (project.root / "schemas" / "countries.graphqls").read_text()
    assert printed(build_schema(text)) == printed(build_schema(SDL))
    [fetch, diff] = re.findall(r"`(understudy schema [^`]+)`", PAGE.text)[:2]
    project.passes(fetch.replace(COUNTRIES, f"{countries.origin}/"))
    project.passes(diff)
    new = project.root / "new.graphqls"
    new.write_text(new.read_text().replace("  capital: String\n", ""))
    assert "capital" in project.fails(diff)


def served(project, command: str, ask) -> None:
    """Asks the stand-in that a command starts."""
    with running(project.start(command)) as server:
        ask(f"{server.origin}/countries")


def test_two_steps_of_apollo_kotlin(generator):
    def ask(url: str) -> None:
        body = json.dumps({"operationName": "PreIntrospectionQuery", "variables": {}, "query": KOTLIN_FIRST}).encode()
        first = clients.post(url, body, accept=KOTLIN_HEADERS["Accept"])
        types = first.json["data"]
        fields = {name: {field["name"] for field in types[name]["fields"]} for name in types}
        assert "isRepeatable" in fields["directive"] and "specifiedByURL" in fields["type"]
        [takes] = [field["args"] for field in types["directive"]["fields"] if field["name"] == "args"]
        assert takes == [{"name": "includeDeprecated"}]
        # What the first answer says that the server knows.
        query = get_introspection_query(
            specified_by_url=True,
            directive_is_repeatable=True,
            schema_description=True,
            input_value_deprecation=True,
        )
        body = json.dumps({"operationName": "IntrospectionQuery", "variables": {}, "query": query}).encode()
        second = clients.post(url, body, accept=KOTLIN_HEADERS["Accept"])
        assert printed(build_client_schema(second.json["data"])) == printed(build_schema(SDL))

    for command in ("understudy replay", "understudy fake"):
        served(generator, command, ask)


@pytest.mark.skipif(not SHARED_WIRE.exists(), reason="the requests to the byte are not here")
@pytest.mark.parametrize("deprecated", ["false", "true"])
def test_apollo_ios_cli_to_the_byte(generator, deprecated):
    configuration = json.loads(next(b.text for b in PAGE.blocks if b.text.startswith('{\n  "schemaDownload"')))
    download = configuration["schemaDownload"]["downloadMethod"]["introspection"]
    assert download["httpMethod"] == {"POST": {}}
    port = closed_port()
    command = with_port(PAGE.command("apollo-ios-cli fetch-schema"), port)
    url = with_port(download["endpointURL"], port)
    body = SHARED_WIRE / f"apollo-ios-introspection-post-{deprecated}.json"
    query = (SHARED_WIRE / f"apollo-ios-introspection-get-{deprecated}.url").read_text().strip().partition("?")[2]
    tool = generator.root / "apollo-ios-cli"
    asking = "curl --fail --silent --noproxy '*' -H 'Content-Type: application/json'"
    tool.write_text(
        f'#!/usr/bin/env bash\n[ "$*" = fetch-schema ] || exit 64\n{asking} --data-binary @{body} {url} > post.json\n'
        f"{asking} '{url}?{query}' > get.json\n"
    )
    tool.chmod(0o755)
    generator.passes(command)
    for name in ("post.json", "get.json"):
        answer = json.loads((generator.root / name).read_text())
        assert printed(build_client_schema(answer["data"])) == printed(build_schema(SDL))


def test_the_configurations_name_the_schema():
    for name in ("apollo-codegen-config.json", "build.gradle.kts", "codegen.ts"):
        assert "schemas/countries.graphqls" in next(block.text for block in PAGE.blocks if block.file == name)
    assert json.loads(PAGE.file("apollo-codegen-config.json"))["schemaNamespace"] == "CountriesAPI"
