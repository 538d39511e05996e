"""`understudy verify`: endpoints that change between recording and asking again, and such that have bad days."""

import hashlib
import json
import os
import re
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from changing_upstream import ChangingUpstream
from harness import BINARY, PATIENCE, ROOT, closed_port, copy, recording_files, run, running, tree, understudy
from shipped import ALL
from standing_in import server
from terminal import on_a_terminal

COUNTRY = "query Country($code: String!) {\n  country(code: $code) {\n    code\n    name\n    capital\n    phone\n  }\n}"
CONTINENTS = "query Continents {\n  continents {\n    code\n    name\n  }\n}"
RENAME = 'mutation Rename { rename(code: "CA", name: "Kanada") { code name } }'


def send(url, query, variables=None, **headers):
    body = {"query": query, "variables": variables or {}}
    if name := re.match(r"\w+ (\w+)", query):
        body["operationName"] = name[1]
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json", **headers}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


@pytest.fixture
def upstream():
    changing = ChangingUpstream()
    with changing.listening() as changing.url:
        yield changing


@pytest.fixture
def recorded(upstream, folder):
    """Two queries, a mutation, and the first query after it."""
    with running(
        understudy("record", "--upstream", upstream.url, "--endpoint", "atlas", "--recordings", folder)
    ) as server:
        for code in ("CA", "DE"):
            send(f"{server.origin}/atlas", COUNTRY, {"code": code})
        send(f"{server.origin}/atlas", CONTINENTS)
        send(f"{server.origin}/atlas", RENAME)
        send(f"{server.origin}/atlas", COUNTRY, {"code": "CA"})
        assert server.stop() == 0
    upstream.begin_anew()
    return folder


def verify(upstream, folder, *arguments, **options):
    url = upstream if isinstance(upstream, str) else upstream.url
    return run("verify", "--recordings", folder, "--upstream", url, "--rate", 1000, *arguments, **options)


def findings(done, folder):
    """The lines of what was found, without the folder and the names' hashes."""
    lines = [line for line in done.stdout.splitlines() if re.search(r": (error|warning|value): ", line)]
    return [re.sub(r"-[0-9a-f]{8}(?=[/.])", "", line.replace(f"{folder}/", "")) for line in lines]


NOT_ASKED = [
    "Skipped 1 mutation. --mutations sends it, and the API executes it.",
    "Skipped 1 query recorded after mutations. --mutations sends it, and the API executes the mutations.",
]


# What is the same


def test_what_is_answered_as_recorded_is_silent(upstream, recorded):
    before = tree(recorded)
    done = verify(upstream, recorded, "--values")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [*NOT_ASKED, "3 answers of 1 endpoint: 3 as recorded."]
    assert done.stderr.splitlines() == [f"atlas: up to 3 requests to {upstream.url}"]
    assert tree(recorded) == before


def test_mutations_are_executed_only_when_it_is_said(upstream, recorded):
    verify(upstream, recorded)
    verify(upstream, recorded, "--update")
    assert "Rename" not in upstream.asked and upstream.data["countries"]["CA"]["name"] == "Canada"
    upstream.begin_anew()
    done = verify(upstream, recorded, "--mutations", "--values")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["5 answers of 1 endpoint: 5 as recorded."]
    # The order of states: the queries of the start, the mutation, and what was read after it.
    assert sorted(upstream.asked[:3]) == ["Continents", "Country", "Country"]
    assert upstream.asked[3:] == ["Rename", "Country"]


def test_a_mutation_is_one_by_its_document_and_not_by_the_name_of_its_folder(upstream, recorded):
    [mutation] = [path for path in (recorded / "atlas").iterdir() if path.name.startswith("mutation.")]
    mutation.rename(mutation.with_name(mutation.name.replace("mutation.", "query.")))
    verify(upstream, recorded)
    assert "Rename" not in upstream.asked


# What has changed


def test_a_field_that_is_gone_is_told_at_its_place_in_the_operation(upstream, recorded):
    upstream.change_schema(" phone: String!", "")
    done = verify(upstream, recorded)
    assert done.returncode == 1
    assert findings(done, recorded) == [
        "atlas/query.Country/operation.graphql:6:5: error: the API now refuses query Country: "
        "Cannot query field 'phone' on type 'Country'. Did you mean 'code'?"
    ]
    [text] = recorded.glob("atlas/query.Country-*/operation.graphql")
    assert text.read_text().splitlines()[5][4:] == "phone"
    assert done.stdout.splitlines()[-1] == "3 answers of 1 endpoint: 1 as recorded, 2 with errors."


def test_nullability_and_types_that_changed(upstream, recorded):
    upstream.change_schema("capital: String phone: String!", "capital: Int phone: String")
    upstream.data["countries"]["CA"] |= {"capital": 7, "phone": None}
    upstream.data["countries"]["DE"] |= {"capital": 8}
    done = verify(upstream, recorded)
    assert done.returncode == 1
    found = findings(done, recorded)
    assert [re.sub(r":\d+:\d+:", ":", line) for line in found] == [
        'atlas/query.Country/code=CA.json: error: data.country.capital is now a number, 7, recorded a string, "Ottawa".',
        'atlas/query.Country/code=CA.json: error: data.country.phone became null, recorded a string, "1".',
        'atlas/query.Country/code=DE.json: error: data.country.capital is now a number, 8, recorded a string, "Berlin".',
    ]
    for line in done.stdout.splitlines()[:3]:
        file, row, column = re.match(r"(.+\.json):(\d+):(\d+): error", line).groups()
        text = Path(file).read_text().splitlines()[int(row) - 1][int(column) - 1:]
        assert text.rstrip(",") == line.rpartition("recorded a string, ")[2].rstrip(".")


def test_a_schema_says_what_may_be_null(upstream, recorded, tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "atlas.graphqls").write_text(
        "type Query { country(code: String!): Country continents: [Continent!]! }\n"
        "type Mutation { rename(code: String!, name: String!): Country }\n"
        "type Country { code: String! name: String! capital: String phone: String! }\n"
        "type Continent { code: String! name: String! }\n"
    )
    upstream.change_schema("phone: String!", "phone: String")
    upstream.data["countries"]["CA"] |= {"capital": None, "phone": None}
    done = verify(upstream, recorded, "--schemas", tmp_path / "schemas")
    assert done.returncode == 1
    assert [line.partition("json:")[2].partition(" ")[2] for line in findings(done, recorded)] == [
        'error: data.country.phone became null, recorded a string, "1".',
        'warning: data.country.capital became null, which the schema allows, recorded a string, "Ottawa".',
    ]


def test_a_new_error_is_told_once_and_not_its_null_as_well(upstream, recorded):
    upstream.failing.add("DE")
    done = verify(upstream, recorded)
    assert done.returncode == 1
    [line] = findings(done, recorded)
    assert line.endswith("error: new error at country: The atlas is on fire (FIRE)")


def test_values_are_told_when_asked_for_and_stable_ones_always(upstream, recorded):
    upstream.data["countries"]["CA"] |= {"name": "Kanada", "capital": "Toronto"}
    silent = verify(upstream, recorded)
    assert silent.returncode == 0
    assert silent.stdout.splitlines() == [
        *NOT_ASKED, "3 answers of 1 endpoint: 2 as recorded, 1 with other values (--values lists them)."
    ]
    told = verify(upstream, recorded, "--values")
    assert told.returncode == 0
    assert [line.partition("json:")[2].partition(" ")[2] for line in findings(told, recorded)] == [
        'value: data.country.name is "Kanada", recorded "Canada".',
        'value: data.country.capital is "Toronto", recorded "Ottawa".',
    ]
    (recorded / "atlas" / "endpoint.yaml").write_text("stable: [data.country.capital]\nvolatile: [data.country.name]\n")
    stable = verify(upstream, recorded)
    assert stable.returncode == 0
    assert [line.partition("json:")[2].partition(" ")[2] for line in findings(stable, recorded)] == [
        'warning: data.country.capital is "Toronto", recorded "Ottawa". endpoint.yaml declares it as stable.',
    ]


def test_stable_says_what_would_be_right(recorded):
    (recorded / "atlas" / "endpoint.yaml").write_text("stable: [country.name]\n")
    done = run("check", "--recordings", recorded)
    assert done.returncode == 1
    assert (
        'endpoint.yaml:1:10: "country.name" starts with a lowercase letter, so it is not a type: write Country.name for a '
        "field of a type, or data.country.name for a path in an answer." in done.stdout
    )


def test_json_lines(upstream, recorded):
    upstream.failing.add("DE")
    done = verify(upstream, recorded, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["event"] for line in lines] == ["error", "notAsked", "notAsked", "summary"]
    assert lines[0]["message"] == "new error at country: The atlas is on fire (FIRE)"
    assert Path(lines[0]["file"]).is_file() and lines[0]["line"] > 1 and lines[0]["column"] > 1
    assert [line["count"] for line in lines[1:3]] == [1, 1]
    assert lines[3] == {
        "event": "summary", "endpoints": ["atlas"], "asked": 3, "same": 2, "values": 0, "warnings": 0, "errors": 1,
        "unanswered": 0, "afterOtherMutations": 0, "updated": 0, "notUpdated": 0, "notAsked": 2,
        "mutations": 0, "mutationsSent": 0, "failed": [], "stopped": False,
    }


def test_only_what_is_named_is_asked(upstream, recorded):
    [file] = recorded.glob("atlas/query.Country-*/code=DE-*.json")
    for word in (file, file.relative_to(recorded)):
        upstream.asked.clear()
        assert verify(upstream, recorded, word).returncode == 0
        assert upstream.asked == ["Country"]
    upstream.asked.clear()
    assert verify(upstream, recorded, "Continents").returncode == 0
    assert upstream.asked == ["Continents"]
    done = verify(upstream, recorded, "Continent")
    assert done.returncode == 2
    assert 'No operation "Continent" is recorded' in done.stderr
    assert 'Did you mean "Continents"?' in done.stderr


# Bad days


def test_an_endpoint_that_is_down(recorded):
    url = f"http://127.0.0.1:{closed_port()}/graphql"
    before = tree(recorded)
    done = verify(url, recorded, "--update")
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == [
        f"understudy: {url} cannot be reached: the connection was refused. Start it, check the URL and the network, "
        "or choose another URL with --upstream."
    ]
    assert done.stdout.splitlines()[-2:] == [
        "Skipped 3 requests of atlas, which could not be reached.", "No answer was compared."
    ]
    assert tree(recorded) == before


def test_an_endpoint_that_answers_html(upstream, recorded):
    upstream.always = (200, {"content-type": "text/html; charset=utf-8"}, "<!doctype html><title>Log in</title>")
    done = verify(upstream, recorded)
    assert done.returncode == 2
    assert len(upstream.asked) == 1
    assert done.stderr.splitlines()[1:] == [
        f"understudy: {upstream.url}: The upstream answered status 200 with text/html, which is not a GraphQL response. "
        "Check that the upstream URL is the GraphQL endpoint. It begins: <!doctype html><title>Log in</title>"
    ]


def test_a_rate_limit_is_waited_for(upstream, recorded):
    upstream.instead = [(429, {"retry-after": "1"}, ""), (503, {"retry-after": "0"}, "")]
    begun = time.monotonic()
    done = verify(upstream, recorded)
    assert done.returncode == 0
    assert time.monotonic() - begun >= 1
    assert done.stderr.splitlines()[1:] == [
        f"{upstream.url} limits the rate of requests (status 429, Retry-After: 1): waiting 1 s",
        f"{upstream.url} limits the rate of requests (status 503, Retry-After: 0): waiting 0 s",
    ]
    assert len(upstream.asked) == 5


def test_a_rate_limit_without_end(upstream, recorded):
    upstream.always = (429, {"retry-after": "0"}, "")
    done = verify(upstream, recorded)
    assert done.returncode == 2
    assert len(upstream.asked) == 4
    assert done.stderr.splitlines()[-1] == (
        f"understudy: {upstream.url} keeps limiting the rate (status 429, Retry-After: 0). Try later, or "
        "send fewer than 1000 requests a second: --rate 500"
    )


def test_requests_go_out_no_faster_than_they_may(upstream, recorded):
    begun = time.monotonic()
    assert verify(upstream, recorded, "--rate", "4").returncode == 0
    assert time.monotonic() - begun >= 0.5


def test_a_page_and_a_5xx_in_between_are_errors_and_replace_nothing(upstream, recorded):
    before = tree(recorded)
    upstream.instead = [
        upstream.answer(json.dumps({"query": CONTINENTS}).encode(), {}),
        (500, {"content-type": "application/json"}, '{"errors":[{"message":"Oops"}]}'),
        (502, {"content-type": "text/html"}, "<h1>Bad Gateway</h1>"),
    ]
    done = verify(upstream, recorded, "--update")
    assert done.returncode == 1
    told = [line.partition("json:")[2].partition(" ")[2] for line in findings(done, recorded)]
    assert told == [
        "error: there was no GraphQL response. The upstream answered status 500: Oops",
        "error: there was no GraphQL response. The upstream answered status 502 with text/html, which is not a GraphQL "
        "response. Check that the upstream URL is the GraphQL endpoint. It begins: <h1>Bad Gateway</h1>",
    ]
    assert done.stdout.count("not updated: there was no GraphQL response") == 2
    assert tree(recorded) == before


def test_ctrl_c_ends_with_what_was_found_so_far(upstream, recorded):
    upstream.data["continents"][0]["name"] = "Europa"
    process = subprocess.Popen(
        [str(BINARY), "verify", "--recordings", recorded, "--upstream", upstream.url, "--rate", "0.01", "--values"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    # The next request would come in a hundred seconds.
    assert process.stdout.readline().endswith('value: data.continents[0].name is "Europa", recorded "Europe".\n')
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out.splitlines() == [
        *NOT_ASKED,
        "Skipped 2 requests, because verify was stopped.",
        "Stopped. 1 answer of 1 endpoint: 1 with other values.",
    ]
    assert upstream.asked == ["Continents"]


# Updates


def test_update_writes_only_what_changed(upstream, recorded):
    upstream.data["countries"]["CA"]["name"] = "Kanada"
    for path in recording_files(recorded):
        os.utime(path, ns=(1_000_000_000, 1_000_000_000))
    before = tree(recorded)
    done = verify(upstream, recorded, "--update")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == (
        "3 answers of 1 endpoint: 2 as recorded, 1 with other values (--values lists them). 1 recording updated."
    )
    after = tree(recorded)
    [changed] = [name for name in before if after[name] != before[name]]
    assert "code=CA" in changed and after.keys() == before.keys()
    touched = [path for path in recording_files(recorded) if path.stat().st_mtime_ns != 1_000_000_000]
    assert [str(path.relative_to(recorded)) for path in touched] == [changed]
    # What was recorded after the mutation is as it was.
    assert {state for state in json.loads(after[changed])["states"]} == {
        state for state in json.loads(before[changed])["states"]
    }
    assert run("check", "--recordings", recorded).returncode == 0
    assert run("fmt", "--check", "--recordings", recorded).returncode == 0
    again = verify(upstream, recorded, "--update", "--values")
    assert again.stdout.splitlines()[-1] == "3 answers of 1 endpoint: 3 as recorded."
    assert tree(recorded) == after


def test_an_update_takes_a_new_form_and_no_new_error(upstream, recorded):
    upstream.change_schema("phone: String!", "phone: String")
    upstream.data["countries"]["CA"]["phone"] = None
    upstream.failing.add("DE")
    done = verify(upstream, recorded, "--update")
    assert done.returncode == 1
    assert re.search(r"code=CA-\w+\.json: updated$", done.stdout, re.M)
    assert re.search(r"code=DE-\w+\.json: not updated: its answer now has an error$", done.stdout, re.M)
    upstream.failing.clear()
    assert verify(upstream, recorded).stdout.splitlines()[-1] == "3 answers of 1 endpoint: 3 as recorded."


# A terminal


def test_a_terminal_has_a_bar_that_is_gone_at_the_end(upstream, recorded):
    upstream.failing.add("DE")
    arguments = ["verify", "--recordings", recorded, "--upstream", upstream.url, "--rate", "1000"]
    code, seen = on_a_terminal(*arguments)
    assert code == 1
    assert "\r\x1b[K[>                   ] 0 of 3  query Continents" in seen
    assert "\r\x1b[K[=============>      ] 2 of 3  query Country" in seen
    assert "\x1b[31merror:\x1b[0m new error" in seen
    # Each line that stays begins on a line of its own.
    left = [re.split(r"\r\x1b\[K", line)[-1] for line in seen.replace("\r\n", "\n").split("\n")]
    assert left[-2] == "3 answers of 1 endpoint: 2 as recorded, 1 with errors."
    assert not any(" of 3  " in line for line in left)
    code, narrow = on_a_terminal(*arguments, columns=20, environment={"NO_COLOR": "1"})
    assert "\r\x1b[K0 of 3" in narrow and "[=" not in narrow and "\x1b[31m" not in narrow


# What is shipped


@pytest.mark.parametrize("system", ALL, ids=lambda system: system.endpoint)
def test_what_is_shipped_is_what_its_stand_in_answers(tmp_path, system):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    with running(server(system.stand_in, *system.arguments)) as upstream:
        arguments = ["--endpoint", system.endpoint, "--schemas", ROOT / "schemas"]
        done = verify(upstream.origin + system.path, folder, *arguments, "--values")
        assert done.returncode == 0, done.stdout
        assert re.fullmatch(r"(\d+) answers? of 1 endpoint: \1 as recorded\.", done.stdout.splitlines()[-1])
        # The endpoint is not really reset between two sessions: the shapes of its answers are the same all the same.
        done = verify(upstream.origin + system.path, folder, *arguments, "--mutations", "--reset-command", "true")
        assert done.returncode == 0, done.stdout
        # A log is told every tenth of much.
        asked = int(re.search(r"up to (\d+) requests", done.stderr)[1])
        assert done.stderr.count(f" of {asked} done\n") == (9 if asked >= 20 else 0), done.stderr


# Persisted documents


def test_an_endpoint_that_takes_documents_by_their_ids_alone(upstream, recorded):
    upstream.documents = {hashlib.sha256(text.encode()).hexdigest(): text for text in (COUNTRY, CONTINENTS, RENAME)}
    # The manifest has the documents as the application has them, which need not be as they are written down.
    operations = [{"id": id, "name": "x", "type": "query", "body": text} for id, text in upstream.documents.items()]
    manifest = {"format": "apollo-persisted-query-manifest", "version": 1, "operations": operations}
    (recorded / "atlas" / "manifest.json").write_text(json.dumps(manifest))
    refused = verify(upstream, recorded, "--mutations")
    assert refused.returncode == 1
    assert "the API now refuses query Country: Only persisted queries" in refused.stdout
    config = recorded / "atlas" / "endpoint.yaml"
    config.write_text("persistedQueries: [manifest.json]\n")
    done = verify(upstream, recorded, "--mutations")
    assert done.stdout == "5 answers of 1 endpoint: 5 as recorded.\n"
    assert done.returncode == 0
    assert upstream.data["countries"]["CA"]["name"] == "Kanada"
    # Only the first query was sent twice, and never a mutation.
    assert upstream.asked.count("Rename") == 2


# Several endpoints


def test_a_url_and_a_credential_are_for_one_endpoint(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    done = verify("http://127.0.0.1:1/graphql", folder)
    assert done.returncode == 2
    assert done.stderr == (
        "understudy: --upstream is the URL of one endpoint, and there are conference-planner, countries, posts, "
        "rocket-reserver. Choose one with --endpoint.\n"
    )
    done = run("verify", "--recordings", folder, "--header", "Authorization: Bearer abcdefgh")
    assert done.returncode == 2
    assert done.stderr == (
        "understudy: --header would send its value to conference-planner, countries, posts, rocket-reserver, but it may be "
        "meant for only one of them. Choose one with --endpoint.\n"
    )


def test_an_upstream_that_is_not_known(recorded):
    (recorded / "atlas" / "endpoint.yaml").unlink()
    done = run("verify", "--recordings", recorded)
    assert done.returncode == 2
    assert done.stderr == (
        f"understudy: The upstream of atlas is unknown. Add it to {recorded}/atlas/endpoint.yaml, for example: "
        "upstream: https://api.example.com/graphql. Or pass it for this run: "
        "--endpoint atlas --upstream https://api.example.com/graphql\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rate", "0"], "--rate must be from 0.01 to 10000 requests a second."),
        (["--header", "abc"], "--header 1 must be like 'Name: value', on one line."),
        (["--upstream", "shop.example"], 'The upstream URL "shop.example" has no scheme: expected a URL such as https://shop.example.'),
        (["--endpoint", "shop"], "There is no endpoint \"shop\" in"),
    ],
)
def test_wrong_usage(recorded, arguments, said):
    done = run("verify", "--recordings", recorded, *arguments)
    assert done.returncode in (2, 64)
    assert said in done.stderr
