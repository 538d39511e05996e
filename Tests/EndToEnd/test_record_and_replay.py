"""What was recorded through the proxy is what the upstream said, and what replay says when the upstream is gone."""

import json
import re

import clients
import operations
import pytest
from clients import Reply, Result, exact
from flows import DISTINCT_REQUESTS, askings
from graphql import parse, print_ast
from harness import recording_files, running, tree, understudy

ASKINGS = askings()


@pytest.mark.parametrize("asking", ASKINGS, ids=[asking.label for asking in ASKINGS])
def test_the_answer_while_recording_is_replayed(asking, recorded, replaying):
    then = recorded.answers[asking.label]
    now = asking.ask(f"{replaying.origin}/countries")
    assert now.source == "recorded"
    if isinstance(then, Result):
        assert now.text == then.text
        assert then.data is not None
    else:
        assert (now.status, now.header("content-type")) == (then.status, then.header("content-type"))
        assert now.exact == then.exact
        assert then.json["data"] is not None


def test_the_recorder_hands_on_what_the_upstream_says(countries, folder):
    """To the byte, compressed or not, and with the upstream's own header fields."""
    recorder = understudy("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder)
    with running(recorder):
        for operation in (operations.country_detail("CA"), operations.ALL_COUNTRIES, operations.CREATE_USER):
            for coding in ("gzip", "deflate", "identity"):
                arguments = ["-H", f"Accept-Encoding: {coding}", "-H", "Origin: http://localhost:3000"]
                direct = clients.post(f"{countries.origin}/", operation.body(), *arguments)
                through = clients.post(f"{recorder.origin}/countries", operation.body(), *arguments)
                assert through.body == direct.body
                assert through.status == direct.status
                for name in set(direct.headers) - {"date", "connection", "keep-alive", "transfer-encoding"}:
                    assert through.headers.get(name) == direct.headers[name], name
                expected = None if coding == "identity" else coding
                assert through.header("content-encoding") == expected


def test_every_path_of_an_endpoint_is_the_same(recorded, replaying):
    body = operations.country_detail("JP").body()
    answers = [
        clients.post(replaying.origin + path, body) for path in ("/countries", "/countries/graphql", "/", "/graphql")
    ]
    assert {answer.source for answer in answers} == {"recorded"}
    assert len({answer.body for answer in answers}) == 1


def test_another_spelling_is_the_same_request(recorded, replaying):
    """Every way to write CountryDetail that a person or a code generator has."""
    text = operations.COUNTRY_DETAIL_TEXT
    spellings = [
        re.sub(r"\s+", " ", text),
        text.replace("\n", "\n\t,,"),
        "# what a country is\n" + text.replace("{\n", "{ # a comment\n"),
        text.replace("($code: ID!)", "(\n  $code : ID !\n)"),
        "query Other { continents { code } } " + text,
        print_ast(parse(text)),
    ]
    known = clients.post(f"{replaying.origin}/countries", operations.country_detail("CA").body())
    for spelling in spellings:
        for variables in ({"code": "CA"}, {"code": "CA", "undeclared": 1}, json.dumps({"code": "CA"})):
            answer = clients.post(
                f"{replaying.origin}/countries",
                {"variables": variables, "query": spelling, "operationName": "CountryDetail", "extensions": {"a": 1}},
            )
            assert answer.source == "recorded", answer.body
            assert answer.body == known.body


def test_what_differs_is_not_the_same_request(recorded, replaying):
    text = operations.COUNTRY_DETAIL_TEXT
    missed = [
        {"query": text, "variables": {"code": "ca"}},
        {"query": text, "variables": {"code": None}},
        {"query": text},
        {"query": text.replace("capital\n", "capital\nareaInSquareMiles\n"), "variables": {"code": "CA"}},
        {"query": text.replace("$code: ID!", "$code: String!"), "variables": {"code": "CA"}},
    ]
    for twin in missed:
        answer = clients.post(f"{replaying.origin}/countries", twin)
        assert answer.source == "miss", twin
        assert answer.code == "UNDERSTUDY_NO_RECORDING"
    # Other queries, whose fields are recorded.
    derived = [
        text.replace("capital\n", ""),
        text.replace("capital\n", "city: capital\n"),
        text.replace("capital\n", "capital @include(if: true)\n"),
        text.replace("name\nnative\n", "native\nname\n"),
        text.replace("CountryDetail", "CountryDetails"),
    ]
    for twin in derived:
        answer = clients.post(f"{replaying.origin}/countries", {"query": twin, "variables": {"code": "CA"}})
        assert answer.source == "derived", twin


def test_the_files_are_as_the_format_says(recorded):
    endpoint = recorded.folder / "countries"
    assert re.fullmatch(r"upstream: http://127\.0\.0\.1:\d+\n", (endpoint / "endpoint.yaml").read_text())
    files = recording_files(recorded.folder)
    assert len(files) == DISTINCT_REQUESTS
    for path in files:
        assert re.fullmatch(r"(query|mutation|subscription)\.?[A-Za-z0-9_]*-[0-9a-f]{8,64}", path.parent.name), path
        assert re.fullmatch(r".*-?[0-9a-f]{8,64}\.json", path.name), path
        assert path.parent.parent == endpoint
        text = path.read_text("utf-8")
        value = json.loads(text)
        assert (value["format"], value["identity"]) == (1, "anonymous")
        assert list(value["states"]) == ["start"]
        assert sorted(value["states"]["start"]) == sorted(value["responses"])
        (response,) = value["responses"].values()
        assert response["status"] == 200
        assert response["headers"]["content-type"].startswith("application/")
        assert "date" not in response["headers"] and "server" not in response["headers"]
        document = parse((path.parent / "operation.graphql").read_text("utf-8"))
        assert len(document.definitions) >= 1
        assert "127.0.0.1" not in text and "2026-" not in text
    assert not [name for name in tree(recorded.folder) if re.search(r"\.(tmp|part|lock)$|/\.", name)]


def test_the_body_on_disk_is_the_upstreams(recorded):
    (path,) = [
        path
        for path in recording_files(recorded.folder)
        if json.loads(path.read_text("utf-8"))["variables"] == {"code": "JP"}
        and "__typename" not in (path.parent / "operation.graphql").read_text("utf-8")
    ]
    _, members = exact(path.read_text("utf-8"))
    _, responses = dict(members)["responses"]
    ((_, (_, response)),) = responses
    body = dict(response)["body"]
    assert body == recorded.answers["chapter 7.3, CountryDetail JP: POST"].exact
    assert "🇯🇵" in path.read_text("utf-8"), "emoji are kept as they are, for people who review"


def test_the_recorder_says_what_it_did(recorded):
    exchanges = [event for event in recorded.events if event["event"] == "exchange"]
    assert len(exchanges) == len(ASKINGS)
    outcomes = [event["outcome"] for event in exchanges]
    assert outcomes.count("new") == DISTINCT_REQUESTS
    assert outcomes.count("known") == len(ASKINGS) - DISTINCT_REQUESTS
    assert [event["event"] for event in recorded.events].count("summary") == 1


def test_numbers_and_escapes_are_kept(misbehaving, folder):
    body = {"query": "query Digits { b a n f s }"}
    recorder = understudy(
        "record", "--upstream", f"{misbehaving.origin}/digits", "--endpoint", "numbers", "--recordings", folder
    )
    with running(recorder):
        then = clients.post(f"{recorder.origin}/numbers", body)
        assert recorder.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, body)
    assert now.exact == then.exact
    for digits in (b"1.0", b"1e3", b"123456789012345678901234567890", b"613835182.14269805"):
        assert digits in now.body
    assert isinstance(now, Reply)


def test_only_allowed_headers_are_stored(misbehaving, folder):
    recorder = understudy(
        "record", "--upstream", f"{misbehaving.origin}/headers", "--endpoint", "headers", "--recordings", folder
    )
    with running(recorder):
        then = clients.post(recorder.origin, {"query": "{ ok }"})
        assert then.headers["set-cookie"] == ["session=secret-cookie; HttpOnly", "theme=dark"]
        assert then.header("x-request-id") == "request-1"
        assert recorder.stop() == 0
    (path,) = recording_files(folder)
    stored = next(iter(json.loads(path.read_text())["responses"].values()))["headers"]
    assert {name.lower() for name in stored} == {"content-type", "cache-control"}
    assert not [name for name, data in tree(folder).items() if b"secret-cookie" in data or b"request-1" in data]
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, {"query": "{ ok }"})
        assert now.header("set-cookie") is None
        assert now.header("cache-control") == "private, max-age=60"


def test_several_answers_to_one_request_come_in_their_order(misbehaving, folder):
    """Somebody who polls sees the change again; the last answer stays."""
    arguments = ["record", "--upstream", f"{misbehaving.origin}/serial", "--endpoint", "polled", "--recordings", folder]
    with running(understudy(*arguments)) as recorder:
        then = [clients.post(recorder.origin, {"query": "{ serial }"}).exact for _ in range(3)]
        assert recorder.stop() == 0
    for _ in range(2):
        with running(understudy("replay", "--recordings", folder)) as replay:
            now = [clients.post(replay.origin, {"query": "{ serial }"}).exact for _ in range(5)]
        assert now == [*then, then[2], then[2]]
