"""GraphQL over HTTP as its draft has it: media types, status codes, methods; what was recorded goes before."""

from __future__ import annotations

import json

import clients
import operations
import pytest
from harness import ROOT, running, understudy

DETAIL = operations.country_detail("CA")
JSON, NEWER = "application/json", "application/graphql-response+json"


@pytest.fixture(scope="module")
def faking():
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as server:
        yield server


@pytest.mark.parametrize(
    "accept, media_type",
    [
        (None, JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        (JSON, JSON),
        (NEWER, NEWER),
        (f"{NEWER}, {JSON};q=0.9", NEWER),
        (f"{NEWER};q=0.5, {JSON};q=0.9", JSON),
        (f"{NEWER};q=0, */*", JSON),
        ("text/html, */*;q=0.1", JSON),
    ],
)
def test_the_media_type_of_an_answer(accept, media_type, faking):
    arguments = ["-H", f"Accept: {accept}"] if accept else ["-H", "Accept:"]
    answer = clients.curl(faking.origin, "-H", f"Content-Type: {JSON}", *arguments, body='{"query":"{ __typename }"}')
    assert (answer.status, answer.header("content-type")) == (200, f"{media_type}; charset=utf-8")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*;q=0", "application/json;q=0"])
def test_nothing_acceptable(accept, faking, replaying):
    answer = clients.post(faking.origin, DETAIL.body(), accept=accept)
    assert (answer.status, answer.code) == (406, "UNDERSTUDY_NOT_ACCEPTABLE")
    # What was recorded is given as it was recorded.
    assert clients.post(replaying.origin, DETAIL.body(), accept=accept).source == "recorded"


@pytest.mark.parametrize(
    "body, plain, newer",
    [
        ('{"query":', 400, 400),
        ('{"query": "{"}', 200, 400),
        ('{"query": "{ nothing }"}', 200, 422),
        ('{"query": "query A { __typename } query B { __typename }"}', 200, 422),
        ('{"query": "query A($c: ID!) { country(code: $c) { name } }"}', 200, 422),
        ('{"qeury": "{ __typename }"}', 400, 422),
        ('{"query": "{ __typename }", "variables": [7]}', 400, 422),
        ('{"query": "{ __typename }", "extensions": [7]}', 400, 422),
        ('{"query": "{ __typename }", "operationName": ""}', 200, 200),
        ('{"query": "{ __typename }", "operationName": null, "variables": null, "extensions": null}', 200, 200),
        ('{"query": "{ __typename }", "more": 1}', 200, 200),
    ],
)
def test_the_status_of_an_answer(body, plain, newer, faking):
    assert clients.post(faking.origin, body, accept=JSON).status == plain
    answer = clients.post(faking.origin, body, accept=NEWER)
    assert answer.status == newer
    assert ("data" in answer.json) == (newer == 200)


@pytest.mark.parametrize(
    "content_type, status",
    [
        (JSON, 200),
        (f"{JSON}; charset=utf-8", 200),
        (f'{JSON};charset="UTF-8"', 200),
        (f"{JSON}; charset=utf-16", 415),
        ("", 200),
        ("text/plain;charset=UTF-8", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/xml", 415),
    ],
)
def test_the_media_type_of_a_request(content_type, status, faking, replaying):
    header = f"Content-Type: {content_type}" if content_type else "Content-Type:"
    body = '{"query":"{ __typename }"}'
    answer = clients.curl(faking.origin, "-H", header, body=body)
    assert answer.status == status
    if status == 415:
        assert answer.code == "UNDERSTUDY_UNSUPPORTED_MEDIA_TYPE"
    # The same for what was not recorded, for what was in the usual media type, and for a batch.
    missed = clients.curl(replaying.origin, "-H", header, body='{"query":"{ nothing }"}')
    assert missed.status == status
    hit = clients.curl(replaying.origin, "-H", header, body=json.dumps(DETAIL.body()))
    assert (hit.status, hit.source) == (status, "recorded" if status == 200 else "error")
    for server in (faking, replaying):
        batch = clients.curl(server.origin, "-H", header, body=json.dumps([DETAIL.body()]))
        assert batch.status == status


@pytest.mark.parametrize("content_type", ["text/plain;charset=UTF-8", "application/x-www-form-urlencoded"])
def test_what_the_endpoint_answered_to_another_media_type_is_replayed_to_it(content_type, countries, folder):
    """A browser sends text/plain to any site without asking it, so most endpoints refuse it."""
    body, header = json.dumps(DETAIL.body()), ["-H", f"Content-Type: {content_type}"]
    arguments = ["--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *arguments)) as recorder:
        odd = clients.curl(recorder.origin, *header, body=body)
        usual = clients.post(recorder.origin, DETAIL.body())
        assert recorder.stop() == 0
    assert usual.status == 200
    with running(understudy("replay", "--recordings", folder)) as server:
        again = clients.curl(server.origin, *header, body=body)
        if odd.media_type in (JSON, NEWER):
            assert (again.status, again.source, again.body) == (odd.status, "recorded", odd.body)
        else:
            assert again.status == 415
        assert clients.post(server.origin, DETAIL.body()).json == usual.json
        other = "text/xml"
        assert clients.curl(server.origin, "-H", f"Content-Type: {other}", body=body).status == 415


def test_a_mutation_and_a_subscription_by_get():
    arguments = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    with running(understudy("fake", *arguments)) as server:
        for query in ("mutation { login { token } }", "subscription { tripsBooked }"):
            answer = clients.curl(server.origin, "--get", "--data-urlencode", f"query={query}")
            assert (answer.status, answer.header("allow")) == (405, "POST")
            assert answer.code == "UNDERSTUDY_METHOD_NOT_ALLOWED"


def test_get_with_empty_parameters(faking):
    answer = clients.curl(f"{faking.origin}?query=%7B__typename%7D&operationName=&variables=&extensions=")
    assert answer.json == {"data": {"__typename": "Query"}}
    for parameter, word in (("variables=%5B1%5D", "variables"), ("extensions=x", "extensions")):
        answer = clients.curl(f"{faking.origin}?query=%7B__typename%7D&{parameter}")
        assert answer.status == 400
        assert word in answer.message
