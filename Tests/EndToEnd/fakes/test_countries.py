"""The Countries API, faked: what belongs together agrees, and filters filter. Nothing of it can be changed."""

from __future__ import annotations

import re

import clients
import operations
import pytest
from fakes.asking import SENDERS
from fakes.walking import agree, filters, q

FIELDS = "code name native capital currency currencies phone phones emoji emojiU"
WHOLE = (
    f"{{ countries {{ {FIELDS} continent {{ code }} languages {{ code }} "
    f"states {{ code name country {{ code }} }} }} }}"
)


@pytest.fixture
def api(world):
    return world("countries")


@pytest.fixture
def whole(api):
    return api.ask(WHOLE)["countries"]


def codes(found):
    return [each["code"] for each in found]


def test_every_country_is_on_its_continent(api, whole):
    continents = api.ask("{ continents { code countries { code } } }")["continents"]
    assert len(whole) > 5 and len(continents) > 1
    agree(
        [(each["code"], [each["continent"]["code"]]) for each in whole],
        [(each["code"], codes(each["countries"])) for each in continents],
    )
    nested = api.ask("{ countries { code continent { countries { code } } } }")["countries"]
    assert all(each["code"] in codes(each["continent"]["countries"]) for each in nested)


def test_languages_know_who_speaks_them(api, whole):
    languages = api.ask("{ languages { code countries { code } } }")["languages"]
    assert agree(
        [(each["code"], codes(each["languages"])) for each in whole],
        [(each["code"], codes(each["countries"])) for each in languages],
    )


def test_states_are_in_their_country(whole):
    assert any(each["states"] for each in whole)
    assert all(state["country"]["code"] == each["code"] for each in whole for state in each["states"])


def test_codes_stand_once(api, whole):
    assert len(set(codes(whole))) == len(whole)
    for field in ("continents", "languages"):
        found = codes(api.ask(f"{{ {field} {{ code }} }}")[field])
        assert len(set(found)) == len(found)


@pytest.mark.parametrize(("one", "many", "fields"), [
    ("country", "countries",
     f"{FIELDS} awsRegion continent {{ code name }} languages {{ code name native rtl }} states {{ name }}"),
    ("continent", "continents", "code name countries { code name }"),
    ("language", "languages", "code name native rtl countries { code name }"),
])  # fmt: skip
def test_a_lookup_is_the_member_of_the_list(one, many, fields, api):
    for each in api.ask(f"{{ {many} {{ {fields} }} }}")[many]:
        assert api.ask(f"query($code: ID!) {{ {one}(code: $code) {{ {fields} }} }}", code=each["code"])[one] == each


def test_the_country_of_the_guide_is_on_its_continent(api):
    found = api.ask(
        '{ country(code: "CA") { code continent { countries { code } } languages { countries { code } } } }'
    )["country"]
    assert found["code"] == "CA" and "CA" in codes(found["continent"]["countries"])
    assert all("CA" in codes(each["countries"]) for each in found["languages"])


def test_what_is_said_twice_is_the_same(whole):
    for each in whole:
        assert [part for part in (each["currency"] or "").split(",")] == each["currencies"]
        assert each["phone"].split(",") == each["phones"]
        points = " ".join(f"U+{ord(letter):X}" for letter in each["emoji"])
        assert each["emojiU"] == points


def test_filters_find_what_python_finds(api, whole):
    some, other = whole[0], whole[-1]
    spoken = next(each["currency"] for each in whole if each["currency"])
    letter = some["name"][0]
    continents = [some["continent"]["code"], other["continent"]["code"]]
    filters(lambda text: codes(api.ask(f"{{ countries(filter: {text}) {{ code }} }}")["countries"]), whole, "code", [
        ("{}", lambda _: True),
        ("null", lambda _: True),
        (f"{{code: {{eq: {q(some['code'])}}}}}", lambda each: each["code"] == some["code"]),
        (f"{{code: {{ne: {q(some['code'])}}}}}", lambda each: each["code"] != some["code"]),
        (f"{{code: {{in: {q([some['code'], other['code'], '??'])}}}}}", lambda each: each in (some, other)),
        (f"{{code: {{nin: {q([some['code'], other['code']])}}}}}", lambda each: each not in (some, other)),
        ("{code: {in: []}}", lambda each: False),
        (f"{{name: {{regex: {q('^' + letter)}}}}}", lambda each: each["name"].startswith(letter)),
        ('{name: {regex: "a.*[aeiou]$"}}', lambda each: re.search("a.*[aeiou]$", each["name"])),
        (f"{{continent: {{eq: {q(continents[0])}}}}}", lambda each: each["continent"]["code"] == continents[0]),
        (f"{{continent: {{in: {q(continents)}}}}}", lambda each: each["continent"]["code"] in continents),
        (f"{{currency: {{eq: {q(spoken)}}}}}", lambda each: each["currency"] == spoken),
        (f"{{continent: {{eq: {q(continents[0])}}}, code: {{ne: {q(some['code'])}}}}}",
         lambda each: each["continent"]["code"] == continents[0] and each["code"] != some["code"]),
        (f"{{code: {{eq: {q(some['code'])}, ne: {q(some['code'])}}}}}", lambda each: False),
    ])  # fmt: skip
    by_variable = "query($filter: CountryFilterInput) { countries(filter: $filter) { code } }"
    found = codes(api.ask(by_variable, filter={"continent": {"eq": continents[0]}})["countries"])
    assert found == [each["code"] for each in whole if each["continent"]["code"] == continents[0]]


@pytest.mark.parametrize("many", ["continents", "languages"])
def test_filters_of_the_others(many, api):
    whole = api.ask(f"{{ {many} {{ code }} }}")[many]
    some = whole[0]["code"]
    filters(lambda text: codes(api.ask(f"{{ {many}(filter: {text}) {{ code }} }}")[many]), whole, "code", [
        (f"{{code: {{eq: {q(some)}}}}}", lambda each: each["code"] == some),
        (f"{{code: {{nin: [{q(some)}]}}}}", lambda each: each["code"] != some),
        (f"{{code: {{regex: {q(some[0])}}}}}", lambda each: some[0] in each["code"]),
    ])  # fmt: skip


@pytest.mark.parametrize("sender", SENDERS)
@pytest.mark.parametrize("operation", operations.ALL, ids=lambda operation: operation.label)
def test_every_operation_of_the_guide(operation, sender, api):
    answer = SENDERS[sender](api)(operation, operation.variables, {})
    assert answer["data"] and "errors" not in answer


def test_one_document_by_post_and_get(api):
    text = "{ countries { code name continent { name } } }"
    by_get = clients.curl(
        f"{api.server.origin}/countries", "--get", "--data-urlencode", f"query={text}", "-H", "Accept: application/json"
    )
    assert by_get.json["data"] == api.ask(text)
