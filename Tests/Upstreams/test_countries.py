"""The stand-in for the Countries API against what is known of the real one. Nothing is started: requests are values."""

import json
from pathlib import Path

import pytest
from countries import table
from countries.schema import schema
from serving.http import Request, compressed
from serving.yoga import Yoga

APOLLO_ACCEPT = "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
REFERENCE = Path(__file__).parents[3] / "shared" / "systems" / "data"

yoga = Yoga(schema())


def post(body, accept="*/*", method="POST", path="/", **headers):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    fields = {"content-type": "application/json", "accept": accept, **headers}
    return yoga(Request(method, path, {}, fields, data))


def ask(query, **variables):
    response = post({"query": query, "variables": variables})
    assert response.status == 200
    return json.loads(response.body)


def test_the_body_is_compact_utf8_without_a_newline():
    response = post({"query": '{ country(code: "CI") { name emoji } }'})
    assert response.body == '{"data":{"country":{"name":"Ivory Coast","emoji":"🇨🇮"}}}'.encode()
    assert response.headers["content-type"] == "application/json; charset=utf-8"


def test_canada_in_full():
    query = """query CountryDetail($code: ID!) { country(code: $code) { __typename code name native capital emoji currency
      phone continent { __typename name } languages { __typename code name native } states { __typename name } } }"""
    body = post({"query": query, "variables": {"code": "CA"}}).body
    assert len(body) == 981
    assert body.startswith(b'{"data":{"country":{"__typename":"Country","code":"CA","name":"Canada",')
    assert body.endswith(b'{"__typename":"State","name":"Yukon"}]}}}')


@pytest.mark.parametrize("code", ["XX", "ca", ""])
def test_an_unknown_code_is_null_without_an_error(code):
    assert ask("query($code: ID!) { country(code: $code) { name } }", code=code) == {"data": {"country": None}}


def test_counts_and_orders():
    data = ask("{ countries { code } continents { code countries { code } } languages { code rtl } }")["data"]
    codes = [country["code"] for country in data["countries"]]
    assert len(codes) == 250 and codes == sorted(codes)
    counts = {continent["code"]: len(continent["countries"]) for continent in data["continents"]}
    assert list(counts.items()) == [("AF", 58), ("AN", 5), ("AS", 52), ("EU", 53), ("NA", 41), ("OC", 27), ("SA", 14)]
    assert len(data["languages"]) == 114
    assert sum(language["rtl"] for language in data["languages"]) == 7
    assert len([row for row in table.countries.values() if row.states]) == 32
    assert (len(table.countries["CA"].states), len(table.countries["US"].states)) == (13, 57)


@pytest.mark.parametrize(
    "filter, count",
    [
        ({"continent": {"eq": "EU"}}, 53),
        ({"currency": {"eq": "USD"}}, 15),  # not the United States: theirs is "USD,USN,USS"
        ({"currency": {"regex": "USD"}}, 20),
        ({"code": {"in": ["US", "CA", "MX", "XX"]}}, 3),
        ({"code": {"nin": ["US"]}}, 249),
        ({"code": {"ne": "US"}}, 249),
        ({"name": {"regex": "^Z"}}, 2),
        ({"name": {"regex": "^Z"}, "continent": {"eq": "EU"}}, 0),
        ({}, 250),
        (None, 250),
    ],
)
def test_filters(filter, count):
    query = "query($filter: CountryFilterInput) { countries(filter: $filter) { code } }"
    assert len(ask(query, filter=filter)["data"]["countries"]) == count
    if filter == {}:
        assert len(ask(query)["data"]["countries"]) == count


def test_antarctica_has_nothing():
    data = ask('{ country(code: "AQ") { capital currency currencies languages { code } } }')["data"]["country"]
    assert data == {"capital": None, "currency": None, "currencies": [""], "languages": []}


def test_names_in_other_languages():
    assert ask('{ country(code: "DE") { name(lang: "fr") } }')["data"]["country"]["name"] == "Allemagne"
    error = ask('{ country(code: "DE") { name(lang: "xx") } }')["errors"][0]
    assert error["extensions"]["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("accept, status, media", [("*/*", 200, "json"), (APOLLO_ACCEPT, 400, "graphql-response+json")])
def test_a_request_error_depends_on_accept(accept, status, media):
    response = post({"query": "{ foo }"}, accept)
    assert response.status == status
    assert response.headers["content-type"] == f"application/{media}; charset=utf-8"
    assert response.body == (
        b'{"errors":[{"message":"Cannot query field \\"foo\\" on type \\"Query\\".",'
        b'"locations":[{"line":1,"column":3}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}'
    )


@pytest.mark.parametrize(
    "body, status, message",
    [
        (b"{", 400, "POST body sent invalid JSON."),
        ({}, 200, "Must provide query string."),
        ({"id": "abc", "query": "{__typename}"}, 400, 'Unexpected parameter "id" in the request body.'),
        ({"query": "{"}, 200, "Syntax Error: Expected Name, found <EOF>."),
        ({"query": '{ countries(filter: {name: {regex: "["}}) { code } }'}, 500, "Unexpected error."),
        ([{"query": "{__typename}"}] * 11, 413, "Batching is limited to 10 operations per request."),
    ],
)
def test_errors(body, status, message):
    response = post(body)
    assert (response.status, json.loads(response.body)["errors"][0]["message"]) == (status, message)


def test_other_requests():
    assert post(b"", method="PUT").status == 405
    assert post(b"", method="PUT").headers["allow"] == "GET, POST"
    assert post({"query": "{__typename}"}, path="/elsewhere").status == 404
    batch = json.loads(post([{"query": "{__typename}"}, {"query": "{ a: __typename }"}]).body)
    assert batch == [{"data": {"__typename": "Query"}}, {"data": {"a": "Query"}}]
    get = yoga(Request("GET", "/graphql", {"query": "{__typename}"}, {}, b""))
    assert get.body == b'{"data":{"__typename":"Query"}}'
    page = yoga(Request("GET", "/", {}, {"accept": "text/html,*/*;q=0.8"}, b""))
    assert page.headers["content-type"] == "text/html"
    assert (
        post({"query": "{__typename}"}, origin="http://a.test").headers["access-control-allow-origin"]
        == "http://a.test"
    )


@pytest.mark.parametrize("accepted, coding", [("gzip, deflate", "gzip"), ("deflate", "deflate"), ("br", None)])
def test_compression_is_what_the_client_takes(accepted, coding):
    request = Request("POST", "/", {}, {"accept-encoding": accepted}, b"")
    assert compressed(request, post({"query": "{__typename}"}), "auto").headers.get("content-encoding") == coding


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="needs the reference data in ../shared/systems/data")
def test_the_table_is_close_to_the_real_data():
    reference = json.loads((REFERENCE / "countries-list-2.6.1.data.json").read_text("utf-8"))
    assert list(reference["countries"]) == list(table.countries)
    assert list(reference["languages"]) == list(table.languages)
    for field, least in {
        "name": 246,
        "native": 241,
        "capital": 249,
        "continent": 250,
        "currency": 250,
        "phone": 249,
        "languages": 250,
        "emoji": 250,
    }.items():
        same = sum(
            (list(value) if isinstance(value := getattr(row, field), tuple) else value)
            == reference["countries"][code][field]
            for code, row in table.countries.items()
        )
        assert same >= least, field
    for field, least in {"name": 104, "native": 91}.items():
        same = sum(getattr(row, field) == reference["languages"][code][field] for code, row in table.languages.items())
        assert same >= least, field
