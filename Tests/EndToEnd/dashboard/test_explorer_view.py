"""The explorer in Chromium: completion by keyboard, problems with their places, runs, parts as they come, the schema."""

from __future__ import annotations

import json
import re

import pytest
from harness import ROOT, running, understudy
from pages_api import RECORDINGS, read
from playwright.sync_api import expect
from views import client_beside, send

pytestmark = pytest.mark.long


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


@pytest.fixture
def faking():
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--no-learn")) as running_server:
        yield running_server


def editor(page):
    return page.get_by_role("textbox", name="Operation", exact=True)


def run(page):
    page.get_by_role("button", name="Run", exact=True).click()


def result(page):
    return page.get_by_role("region", name="Result")


def test_an_operation_is_typed_with_suggestions_by_the_keyboard(server, show):
    page = show(server, "explorer/countries").page
    editor(page).fill("")
    suggestions = page.get_by_role("listbox", name="Suggestions")
    page.keyboard.type("{")
    page.keyboard.press("Enter")
    page.keyboard.type("coun")
    expect(suggestions.get_by_role("option")).to_contain_text(["countries", "country"])
    expect(suggestions.get_by_role("option", selected=True)).to_contain_text("countries")
    page.keyboard.press("ArrowDown")
    expect(suggestions.get_by_role("option", selected=True)).to_contain_text(re.compile("country$|country.*Country"))
    page.keyboard.press("Enter")
    expect(suggestions).to_be_hidden()
    page.keyboard.type("(")
    page.keyboard.press("Control+Space")
    expect(suggestions.get_by_role("option", selected=True)).to_contain_text("code")
    page.keyboard.press("Enter")
    page.keyboard.type('"CA')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type(" { nam")
    expect(suggestions.get_by_role("option", selected=True)).to_contain_text("name")
    page.keyboard.press("Tab")
    page.keyboard.type(" capit")
    expect(suggestions.get_by_role("option", selected=True)).to_contain_text("capital")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(result(page).get_by_role("tree", name="Answer").get_by_text('"Ottawa"')).to_be_visible()
    assert json.dumps(editor(page).input_value()) == json.dumps('{\n  country(code: "CA") { name capital}\n}')


def test_a_problem_has_its_place_and_leads_there(server, show):
    page = show(server, "explorer/countries").page
    editor(page).fill("{\n  country(code: \"CA\") { nmae }\n}")
    problem = page.get_by_role("button", name=re.compile("^2:25"))
    expect(problem).to_contain_text('Cannot query field "nmae" on type "Country"')
    expect(editor(page)).to_have_attribute("aria-invalid", "true")
    problem.click()
    expect(editor(page)).to_be_focused()
    assert editor(page).evaluate("text => text.value.slice(text.selectionStart, text.selectionEnd)") == "nmae"
    page.keyboard.type("name")
    expect(problem).to_have_count(0)
    expect(editor(page)).to_have_attribute("aria-invalid", "false")


def test_variables_headers_and_the_session_are_sent(server, show):
    dashboard = show(server, "explorer/countries")
    page = dashboard.page
    editor(page).fill("query CountryDetail($code: ID!) { country(code: $code) { name } }")
    page.get_by_role("button", name="+ code: ID!").click()
    page.keyboard.type("CA")
    expect(page.get_by_role("textbox", name="Variables, as JSON")).to_have_value('{\n  "code": "CA"\n}')
    page.get_by_role("tab", name="Headers").click()
    headers = page.get_by_role("textbox", name="Headers, one per line")
    headers.fill("Accept-Language: de\nno header")
    expect(page.get_by_role("button", name=re.compile("^2:1"))).to_contain_text("Write each header as")
    run(page)
    expect(result(page).get_by_role("alert")).to_contain_text("Check the headers.")
    headers.fill("Accept-Language: de")
    page.get_by_label("Session", exact=True).fill("Warenkorb/カート")
    with client_beside(server):
        run(page)
        expect(result(page)).to_contain_text("derived")
    expect(result(page).get_by_role("tree", name="Answer").get_by_text('"Canada"')).to_be_visible()
    rows = [row for row in read(server, "v1/requests")["requests"] if row["session"] == "Warenkorb/カート"]
    assert [(row["name"], row["source"], row["variables"]) for row in rows] == [("CountryDetail", "derived", '{"code":"CA"}')]


def test_a_miss_and_an_exact_answer_look_different(server, show):
    page = show(server, "explorer/countries").page
    editor(page).fill('query Germany { country(code: "DE") { name } }')
    run(page)
    expect(result(page)).to_contain_text("miss")
    expect(result(page).get_by_role("tree", name="Answer")).to_contain_text("No recording of query Germany")
    editor(page).fill('query { country(code: "CA") { name capital } }')
    run(page)
    expect(result(page)).to_contain_text("exact")
    expect(result(page)).not_to_contain_text("miss")


def test_the_parts_of_a_deferred_answer_are_listed(faking, show):
    page = show(faking, "explorer/rocket-reserver").page
    editor(page).fill('{ launch(id: "7") { id ... @defer(label: "later") { rocket { id } } } }')
    run(page)
    parts = result(page).get_by_role("list", name="Parts").get_by_role("listitem")
    expect(parts).to_have_count(3)
    expect(parts.nth(1)).to_contain_text('{"launch":{"id":"7"}}')
    expect(parts.nth(2)).to_contain_text("launch · later")
    expect(result(page)).to_contain_text("2 parts")
    answer = result(page).get_by_role("tree", name="Answer")
    expect(answer.get_by_role("treeitem", name="rocket, 1 item")).to_be_visible()
    parts.nth(1).get_by_role("button").click()
    expect(answer.get_by_role("treeitem", name="rocket, 1 item")).to_have_count(0)


def test_events_of_a_subscription_appear_one_after_the_other(faking, show):
    dashboard = show(faking, "explorer/rocket-reserver")
    page = dashboard.page
    editor(page).fill("subscription { tripsBooked }")
    page.get_by_label("Session", exact=True).fill("live")
    run(page)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(result(page)).to_contain_text("Receiving…")
    parts = result(page).get_by_role("list", name="Parts").get_by_role("listitem")
    for number, mutation in enumerate(['bookTrips(launchIds: ["25"])', 'cancelTrip(launchId: "25")'], start=1):
        # A client beside the page changes something.
        reply = send(faking, f"mutation {{ {mutation} {{ success }} }}", "rocket-reserver", "live")
        assert reply.status == 200
        expect(parts).to_have_count(number + 1)
    expect(parts.nth(1)).to_contain_text('{"tripsBooked":1}')
    expect(parts.nth(2)).to_contain_text('{"tripsBooked":-1}')
    page.get_by_role("button", name="Stop").click()
    expect(result(page)).to_contain_text("Stopped")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_the_schema_is_read_by_clicks_and_keys(server, show):
    page = show(server, "explorer/countries").page
    page.get_by_role("button", name="Docs").click()
    docs = page.get_by_role("region", name="Schema documentation")
    docs.get_by_role("button", name="Query", exact=True).first.click()
    expect(docs.get_by_role("heading", name="Query")).to_be_focused()
    docs.get_by_role("button", name="country", exact=True).click()
    expect(docs).to_contain_text("code: ID!")
    docs.get_by_role("button", name="Country", exact=True).first.click()
    expect(docs.get_by_role("heading", name="Country")).to_be_visible()
    docs.get_by_role("button", name="← Back").click()
    expect(docs.get_by_role("heading", name="country")).to_be_visible()
    docs.get_by_role("searchbox", name="Search types and fields").fill("capital")
    docs.get_by_role("button", name="Country.capital", exact=True).click()
    expect(docs.get_by_role("heading", name=re.compile("capital"))).to_be_visible()
    docs.get_by_role("searchbox").fill("")
    page.keyboard.press("Escape")
    expect(docs).to_have_count(0)
    expect(page.get_by_role("button", name="Docs")).to_be_focused()


def test_a_draft_stays_and_a_link_carries_it(server, show):
    dashboard = show(server, "explorer/countries")
    page = dashboard.page
    text = '# Größe "x" & <y>\n{ countries { name } }'
    editor(page).fill(text)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    other = show(server, None)
    other.page.goto(dashboard.copied())
    expect(editor(other.page)).to_have_value(text)
    dashboard.open("live")
    dashboard.open("explorer/countries")
    expect(editor(page)).to_have_value(text)


def test_without_a_schema_suggestions_come_from_the_recordings(serve, show, tmp_path):
    server = serve(understudy("replay", "--recordings", ROOT / "recordings", "--schemas", tmp_path))
    page = show(server, "explorer/countries").page
    expect(page.get_by_text("No schema: only the syntax is checked.")).to_be_visible()
    editor(page).fill("")
    page.keyboard.type("{ coun")
    expect(page.get_by_role("listbox", name="Suggestions").get_by_role("option").first).to_contain_text("recorded")
    page.keyboard.press("Escape")
    editor(page).fill("{ country(")
    expect(page.get_by_role("button", name=re.compile(r"^1:\d+"))).to_contain_text("Syntax Error")


def test_the_explorer_stays_usable_while_a_client_sends_many(server, show):
    page = show(server, "explorer/countries").page
    with client_beside(server), client_beside(server, session="second"):
        editor(page).fill("{ countries { nme } }")
        expect(page.get_by_role("button", name=re.compile("^1:15"))).to_be_visible()
