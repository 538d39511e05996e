"""The projects of the guides' readers: a suite of tests, files of other tools, and test doubles of tools that are not here."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from guide_stage import Stage, blocks
from harness import BINARY, ROOT
from operations import GUIDE, apollo_text


SHOP_SCHEMA = next(block.text for block in blocks("GeneratedData") if block.text.startswith("type Query"))
PRODUCTS = "{ products(first: 1) { name } }"
DETAIL = apollo_text(next(operation.text for operation in GUIDE if operation.name == "CountryDetail"))

# The test double of a suite sends one request to the URL that the guide names.
SUITE = """for url in "$API_URL" "$SHOP_URL" "$UNDERSTUDY_URL_SHOP"; do [ -z "$url" ] || break; done
body={shop}
[ -n "$url" ] || {{ url=$UNDERSTUDY_URL_COUNTRIES; body={countries}; }}
[ -n "$url" ] || exit 0
exec curl -sS --fail -H 'content-type: application/json' -H 'X-Understudy-Session: tests/test_cart.py::test_add_twice' -d "$body" "$url"
""".format(
    shop="'" + json.dumps({"query": PRODUCTS}) + "'",
    countries="'" + json.dumps({"query": DETAIL, "operationName": "CountryDetail", "variables": {"code": "CA"}}) + "'",
)
# The tools that are not here, and why.
DOUBLES = {
    "npm": "no npm registry; test_init.py runs the real Node and Jest",
    "npx": "no npm registry",
    "xcodebuild": "needs a Mac",
    "xcrun": "needs a Mac",
    "apollo-ios-cli": "needs a Mac",
    "adb": "needs Android",
    "gradlew": "needs Android",
}

MSW = """exports.HttpResponse = {};
exports.graphql = { link: () => exports.graphql, query: String, mutation: String, operation: String };
"""

# A suite of pytest whose tests read API_URL, and nothing else.
PYTEST_SUITE = """import json
import os
import urllib.request
{imports}
import pytest


def ask(query, **variables):
    body = json.dumps({{"query": query, "variables": variables}}).encode()
    request = urllib.request.Request(os.environ["API_URL"], body, {{"content-type": "application/json"}})
    return json.load(urllib.request.urlopen(request))["data"]

{tests}"""
PRODUCT_TESTS = """
@pytest.mark.parametrize("id", {ids})
def test_product(id):
    assert ask("query Product($id: ID!) {{ product(id: $id) {{ id name }} }}", id=id)["product"]["id"] == id
"""
RANDOM_TESTS = """
def test_random():
    name = f"p-{uuid.uuid4()}"
    query = "mutation Create($name: String!) { createProduct(name: $name, price: 1) { id name } }"
    assert ask(query, name=name)["createProduct"]["name"] == name
"""


def schema(stage: Stage) -> None:
    write_shop_schema(stage.root)


def write_shop_schema(root: Path) -> None:
    (root / "schemas").mkdir(exist_ok=True)
    (root / "schemas/shop.graphqls").write_text(SHOP_SCHEMA, "utf-8")


def suite(count: int):
    """A suite of so many tests."""

    def write(stage: Stage) -> None:
        write_suite(stage.root / "test_products.py", range(1, count + 1))
        settings(stage)

    return write


def write_suite(file: Path, ids: range) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    tests = PRODUCT_TESTS.format(ids=list(map(str, ids)))
    file.write_text(PYTEST_SUITE.format(imports="", tests=tests), "utf-8")


def settings(stage: Stage) -> None:
    """One order, and no plugins but xdist: those that change how tests run have tests of their own."""
    plugins = " ".join(f"-p no:{name}" for name in ("randomly", "asyncio", "rerunfailures", "repeat", "anyio"))
    (stage.root / "pytest.ini").write_text(f"[pytest]\naddopts = {plugins}\n", "utf-8")


def sharded(stage: Stage) -> None:
    """A suite in three folders, and recordings of the shop."""
    for number, name in enumerate("abc"):
        write_suite(stage.root / "tests" / name / f"test_{name}.py", range(2 * number + 1, 2 * number + 3))
    settings(stage)
    recorded(stage)


def again(stage: Stage) -> None:
    """The first shard's folder is as if the job started again."""
    shutil.rmtree(stage.root / "shard-1")


def again_from_recordings(stage: Stage) -> None:
    again(stage)
    stage.run("understudy shard init shard-1")


def other_shards(stage: Stage) -> None:
    """What the other jobs record."""
    record = next(block.text for block in blocks(stage.page) if "--mode record" in block.text)
    stage.run("understudy shard init shard-3")
    for shard, tests in {"shard-2": "tests/c", "shard-3": "tests/c -k 6"}.items():
        stage.project.passes(stage.here(record.replace("shard-1", shard).replace("tests/a tests/b", tests)))


def random_test(stage: Stage) -> None:
    """A test that sends a random name, recorded."""
    text = PYTEST_SUITE.format(imports="import uuid\n", tests=RANDOM_TESTS)
    (stage.root / "test_random.py").write_text(text, "utf-8")
    record = next(block.text for block in blocks(stage.page) if "--mode record" in block.text)
    stage.project.passes(stage.here(record).strip() + " test_random.py")


def fixed(stage: Stage) -> None:
    """The suite passes with the rule that `--fix` added."""
    rules = (stage.root / "recordings/shop/endpoint.yaml").read_text("utf-8")
    assert 'name: { matches: "/^p-[0-9A-Fa-f]{8}' in rules
    [command] = [block.text for block in blocks(stage.page) if "--fix" in block.text]
    stage.project.passes(command.replace("--fix ", ""))


def missed(stage: Stage) -> None:
    """The suite with one more test, whose request is not recorded."""
    suite(3)(stage)
    replay = next(block.text for block in blocks(stage.page) if block.text.endswith("-- pytest -n 4\n"))
    stage.printed.append(stage.project.fails(replay.replace(" -n 4", "")))
    suite(2)(stage)


def recorded(stage: Stage) -> None:
    """The shop, recorded by the suite."""
    options = "--env SHOP_URL=shop --upstream http://localhost:8000/graphql --endpoint shop"
    stage.project.passes(stage.here(f"understudy exec --mode record {options} -- npm test"))


def clone(stage: Stage) -> None:
    """The shop's project, in which `make install` takes a program that is built already."""
    makefile = f"install:\n\t$(MAKE) -C '{ROOT}' install BINARY='{BINARY}'\n"
    (stage.root / "Makefile").write_text(makefile, "utf-8")
    schema(stage)
    suite(2)(stage)


def captures(stage: Stage) -> None:
    stage.project.passes(f"understudy export har --endpoint countries --recordings '{ROOT}/recordings' > app.har")
    (stage.root / "tapes").mkdir()
    shutil.copy(ROOT / "Tests/InterchangeTests/Fixtures/proxay.yml", stage.root / "tapes")


def handlers(stage: Stage) -> None:
    """The file, run by Node with a test double of the package msw."""
    files = {
        "node_modules/msw/package.json": '{ "exports": { ".": "./index.js", "./node": "./node.js" } }',
        "node_modules/msw/index.js": MSW,
        "node_modules/msw/node.js": "exports.setupServer = (...all) => console.log(`${all.length} handlers`);",
        "package.json": '{ "type": "module" }',
        "before.cjs": "globalThis.beforeEach = (action) => action();",
    }
    for name, text in files.items():
        (stage.root / name).parent.mkdir(parents=True, exist_ok=True)
        (stage.root / name).write_text(text, "utf-8")
    assert re.search(
        "^[1-9][0-9]* handlers$", stage.project.passes(f"'{shutil.which('node')}' --require ./before.cjs src/test.js")
    )


def manifest(stage: Stage) -> None:
    operation = {"id": "1" * 64, "name": "CountryDetail", "type": "query", "body": DETAIL}
    document = {"format": "apollo-persisted-query-manifest", "version": 1, "operations": [operation]}
    (stage.root / "persisted-query-manifest.json").write_text(json.dumps(document), "utf-8")


def git(stage: Stage) -> None:
    user = "[user]\nname = A Developer\nemail = developer@example.com\n"
    (stage.project.home / ".gitconfig").write_text(user, "utf-8")
    stage.project.passes("git init -q")


def secret(stage: Stage) -> None:
    """A commit with a token, which the hook refuses."""
    [path] = (stage.root / "recordings").rglob("code=CA-*.json")
    good = path.read_text("utf-8")
    stage.project.passes("git add -A && git commit -qm 'A change' --allow-empty")
    token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    path.write_text(good.replace('"Ottawa"', f'"{token}"'), "utf-8")
    stage.printed.append(stage.project.fails("git add -A && git commit -qm 'A secret'"))
    assert "JSON Web Token" in stage.printed[-1]
    path.write_text(good, "utf-8")


def introspected(stage: Stage) -> None:
    """The generator's file, with the lines of the page in the place of another."""
    [lines] = [block.text for block in blocks(stage.page) if block.text.startswith("remote_schema_url")]
    path = stage.root / "pyproject.toml"
    path.write_text(re.sub(r"schema_path = .*\n", lambda _: lines, path.read_text("utf-8")), "utf-8")
