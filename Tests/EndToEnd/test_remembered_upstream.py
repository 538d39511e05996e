"""The upstream is remembered where it was first recorded, and messages propose commands that can be run."""

import re
import sys

import clients
import operations
import pytest
from harness import ROOT, run, running, understudy

ASK = """
import json, os, urllib.request
def ask(code):
    body = {"query": "query Detail($code: ID!) { country(code: $code) { name } }", "variables": {"code": code}}
    request = urllib.request.Request(os.environ["UNDERSTUDY_URL_SHOP"], json.dumps(body).encode(),
                                     {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))
"""
EXAMPLE = "https://api.example.com/graphql"


def execute(folder, script, *arguments):
    return run("exec", "--recordings", folder, *arguments, "--", sys.executable, "-c", ASK + script)


@pytest.fixture
def configuration(folder):
    return folder / "shop" / "endpoint.yaml"


def recorder(folder, upstream, *arguments):
    return understudy("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", folder, *arguments)


def record(folder, upstream, code="CA"):
    """Returns what the recorder prints."""
    with running(recorder(folder, upstream)) as server:
        assert clients.post(server.origin, operations.country_detail(code).body()).status == 200
        assert server.stop() == 0, server.stderr
        return server.stderr


def test_the_upstream_is_given_once(countries, folder, configuration):
    """The recipe for pytest: recorded with a URL, and from then on without."""
    done = execute(
        folder, "assert ask('CA')['data']", "--mode", "record", "--upstream", countries.origin, "--endpoint", "shop"
    )
    assert done.returncode == 0, done.stderr
    assert configuration.read_text() == f"upstream: {countries.origin}\n"
    done = execute(folder, "assert ask('DE')['data']['country']['name'] == 'Germany'", "--mode", "auto")
    assert done.returncode == 0 and "1 from the real API" in done.stderr, done.stderr
    done = execute(folder, "assert ask('JP')['data']", "--mode", "record")
    assert done.returncode == 0 and "Recorded: 1 file" in done.stderr, done.stderr
    done = run("verify", "--recordings", folder)
    assert done.returncode == 0, done.stderr


def test_auto_with_a_url_remembers_it_too(countries, folder, configuration):
    done = execute(
        folder, "assert ask('CA')['data']", "--mode", "auto", "--upstream", countries.origin, "--endpoint", "shop"
    )
    assert done.returncode == 0, done.stderr
    assert configuration.read_text() == f"upstream: {countries.origin}\n"


def test_a_later_run_does_not_overwrite_it(countries, folder, configuration):
    record(folder, countries.origin)
    other = countries.origin.replace("127.0.0.1", "localhost")
    assert other != countries.origin
    record(folder, other, "DE")
    assert configuration.read_text() == f"upstream: {countries.origin}\n"


def test_the_rest_of_the_file_stays(countries, folder, configuration):
    configuration.parent.mkdir(parents=True)
    configuration.write_text("# mine\nheaders: [x-a]  # why\n\n")
    record(folder, countries.origin)
    assert configuration.read_text() == f"# mine\nheaders: [x-a]  # why\n\nupstream: {countries.origin}\n"
    record(folder, countries.origin.replace("127.0.0.1", "localhost"))
    assert configuration.read_text().count("upstream") == 1


def test_a_file_that_cannot_be_edited_safely_is_left_alone(countries, folder, configuration):
    configuration.parent.mkdir(parents=True)
    configuration.write_text("{ headers: [x-a] }\n")
    said = record(folder, countries.origin)
    assert configuration.read_text() == "{ headers: [x-a] }\n"
    line = f"add this line to it: upstream: {countries.origin}"
    assert said.count(line) == 1, said


def test_a_query_is_not_written_down(countries, folder, configuration):
    said = record(folder, f"{countries.origin}?key=a-secret")
    assert "a-secret" not in "".join(path.read_text("latin-1") for path in folder.rglob("*") if path.is_file())
    assert configuration.read_text() == (
        "# Without its query, which may hold a key. Pass the whole URL with --upstream.\n"
        f"upstream: {countries.origin}\n"
    )
    assert f"Saved the upstream to {configuration}, without its query, which may hold a key. Pass the whole" in said
    assert "a-secret" not in said


@pytest.mark.parametrize("asks", [False, True])
def test_an_upstream_that_gave_nothing_is_not_remembered(asks, folder, closed_upstream):
    """It may be misspelled."""
    with running(recorder(folder, closed_upstream)) as server:
        if asks:
            clients.post(server.origin, operations.CANADA.body())
        server.stop()
    assert not (folder / "shop" / "endpoint.yaml").exists()


@pytest.fixture
def closed_upstream():
    from harness import closed_port

    return f"http://127.0.0.1:{closed_port()}/graphql"


# --- What messages propose


# An argument, or the whole of a text in code, that is nothing but the word.
PROPOSED = re.compile(r"""--[a-z-]+ URL\b|\b(?:fetch|record|exec|verify|upstream:) URL\b|"URL\"""")


def test_no_text_of_the_program_proposes_the_word_URL():
    found = []
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            code = line.replace('valueName: "URL"', "")
            if not code.lstrip().startswith("//") and PROPOSED.search(code):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def proposed(text):
    """Proposes a command with the example, and says that it is one."""
    assert EXAMPLE in text and re.search(r"for example|with the URL of your API", text), text
    assert not PROPOSED.search(text), text


def test_where_nothing_is_recorded_the_example_is_named_as_one(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder in (empty, tmp_path / "missing"):
        for command in (["replay", "--port", "0"], ["exec", "--mode", "auto", "--", "true"]):
            done = run(command[0], "--recordings", folder, *command[1:])
            assert done.returncode == 2
            proposed(done.stderr)


def test_where_no_upstream_is_known_the_example_is_named_as_one(countries, folder, configuration):
    record(folder, countries.origin)
    configuration.unlink()
    for mode in ("auto", "record", "live"):
        done = execute(folder, "pass", "--mode", mode)
        assert done.returncode == 2
        proposed(done.stderr)
        assert "--endpoint shop" in done.stderr or mode == "record", done.stderr
    proposed(run("verify", "--recordings", folder).stderr)
    missing = folder.parent / "none"
    proposed(run("coverage", "--recordings", folder, "--schemas", missing).stderr)
    with running(understudy("replay", "--recordings", folder, "--schemas", missing)) as server:
        proposed(clients.post(server.origin, {"query": "{ other }"}).message)
        proposed(clients.post(server.origin, {"query": "{ __schema { queryType { name } } }"}).message)


def test_where_the_upstream_is_known_it_is_named(countries, folder):
    record(folder, countries.origin)
    missing = folder.parent / "none"
    command = f"understudy record --upstream {countries.origin} --endpoint shop"
    with running(understudy("replay", "--recordings", folder, "--schemas", missing)) as server:
        assert f"To record it: {command}, then" in clients.post(server.origin, {"query": "{ other }"}).message
        introspection = clients.post(server.origin, {"query": "{ __schema { queryType { name } } }"}).message
        assert f"understudy schema fetch {countries.origin} --output schemas/shop.graphqls" in introspection
    done = run("coverage", "--recordings", folder, "--schemas", missing)
    assert f"understudy schema fetch {countries.origin} --output {missing}/shop.graphqls" in done.stderr
