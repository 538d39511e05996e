"""The view Recordings in Chromium: the lists, an operation, the search, and an answer that is edited in place."""

from __future__ import annotations

import json
import os
import re

import clients
import pytest
from harness import run, tree
from playwright.sync_api import expect
from views import CANADA, client_beside, own_recordings, replaying, send

pytestmark = pytest.mark.long
DETAIL = "query.CountryDetail-a6102ff9"
FILE = f"countries/{DETAIL}/code=CA-00c55aa4.json"


@pytest.fixture
def folder(tmp_path):
    return own_recordings(tmp_path / "recordings")


@pytest.fixture
def server(serve, folder):
    return serve(replaying(folder))


def body_rows(page):
    return page.get_by_role("table").locator("tbody").get_by_role("row")


def test_the_endpoints_and_their_operations(server, folder, show):
    dashboard = show(server, "recordings")
    page = dashboard.page
    expect(body_rows(page)).to_have_count(2)
    page.get_by_role("table").get_by_role("link", name="countries").click()
    operations = len([each for each in (folder / "countries").iterdir() if each.is_dir()])
    expect(body_rows(page)).to_have_count(operations)
    row = body_rows(page).filter(has=page.get_by_role("link", name="CountryDetail"))
    expect(row).to_contain_text("never")
    clients.post_apollo(f"{server.origin}/countries", CANADA)
    page.reload()
    expect(row).to_contain_text("used")
    page.get_by_role("combobox", name="Show").select_option("used")
    expect(body_rows(page)).to_have_count(1)
    page.get_by_role("combobox", name="Show").select_option("unused")
    expect(body_rows(page)).to_have_count(operations - 1)
    page.get_by_role("searchbox", name="Filter operations").fill("continents")
    expect(body_rows(page)).to_have_count(1)
    expect(page.get_by_text(f"1 of {operations}")).to_be_visible()
    page.get_by_role("searchbox", name="Filter operations").fill("nothing like this")
    expect(page.get_by_text("No operations match this filter.")).to_be_visible()


def test_operations_are_sorted_by_each_column(server, show):
    page = show(server, "recordings/rocket-reserver").page
    size = page.get_by_role("columnheader", name="Size")
    size.get_by_role("button").click()
    expect(size).to_have_attribute("aria-sort", "descending")
    largest = body_rows(page).first.inner_text()
    size.get_by_role("button").press("Enter")
    expect(size).to_have_attribute("aria-sort", "ascending")
    expect(body_rows(page).last).to_have_text(re.compile(re.escape(largest.split()[1])))


def test_an_operation_shows_its_answers_by_state(server, show):
    page = show(server, "recordings/rocket-reserver").page
    page.get_by_role("link", name="LaunchDetails").first.click()
    expect(page.get_by_role("group", name="State start").first).to_be_visible()
    document = page.get_by_role("region", name="Document")
    expect(document).to_contain_text("query LaunchDetails($launchId: ID!)")
    for card in page.locator("details").all():
        if card.get_attribute("open") is None:
            card.locator("summary").first.click()
    expect(page.get_by_text("After:").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text='bookTrips(launchIds:["25"])').first).to_be_visible()
    expect(page.get_by_text("anonymous", exact=True).first).to_be_visible()
    expect(page.get_by_role("tree", name="Answer 1").first).to_be_visible()


def test_the_search_marks_each_match(server, show):
    page = show(server, "recordings").page
    page.get_by_role("searchbox", name="Search everything recorded").fill("ottawa")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    results = page.get_by_role("list", name="Results").get_by_role("listitem")
    expect(results).not_to_have_count(0)
    expect(page.get_by_text(re.compile(r"^\d+ results in \d+ files?\.$"))).to_be_visible()
    for result in results.all():
        assert result.locator("mark").inner_text().lower() == "ottawa"
    results.filter(has_text="CountryDetail").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="query CountryDetail")).to_be_visible()
    expect(page.get_by_role("tree", name="Answer 1").first.get_by_text('"Ottawa"')).to_be_visible()
    page.go_back()
    page.get_by_role("searchbox", name="Search everything recorded").fill("no such text anywhere")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()


def edit(page, change):
    page.get_by_role("button", name="Edit answer 1").first.click()
    editor = page.get_by_role("textbox", name="JSON of answer 1")
    expect(editor).to_be_focused()
    editor.fill(json.dumps(change(json.loads(editor.input_value())), ensure_ascii=False))
    return editor


def named(name):
    def change(body):
        body["data"]["country"]["name"] = name
        return body

    return change


def test_an_edited_answer_reaches_the_client_at_once(server, folder, show):
    dashboard = show(server, f"recordings/countries/{DETAIL}?file={FILE.replace('/', '%2F').replace('=', '%3D')}")
    page = dashboard.page
    before = tree(folder)
    with client_beside(server) as sources:
        edit(page, named("Kanada"))
        page.get_by_role("button", name="Review change").click()
        difference = page.get_by_role("group", name="Before and After")
        expect(difference.get_by_role("insertion").filter(has_text='"name": "Kanada"')).to_have_count(1)
        expect(difference.get_by_role("deletion").filter(has_text='"name": "Canada"')).to_have_count(1)
        assert tree(folder) == before, "nothing is written before it is saved"
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text(f"Saved {FILE}.")).to_be_visible()
        answer = clients.post_apollo(f"{server.origin}/countries", CANADA)
    assert (answer.source, answer.json["data"]["country"]["name"]) == ("recorded", "Kanada")
    assert sources
    expect(page.get_by_role("tree", name="Answer 1").first.get_by_text('"Kanada"')).to_be_visible()
    after = tree(folder)
    assert [name for name in after if after[name] != before.get(name)] == [FILE] and len(after) == len(before)
    # As if it had been recorded so.
    assert run("check", "--recordings", folder).returncode == 0
    formatted = run("fmt", "--check", "--recordings", folder)
    assert formatted.returncode == 0, formatted.stdout + formatted.stderr


def test_an_answer_that_does_not_fit_the_schema_cannot_be_saved(server, folder, show):
    page = show(server, f"recordings/countries/{DETAIL}").page
    before = tree(folder)
    editor = edit(page, named(None))
    page.get_by_role("button", name="Review change").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("data.country.name")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.get_by_role("button", name="Back to the text").click()
    editor.fill('{"data": ')
    expect(page.get_by_text(re.compile("Line 1|Unexpected end"))).to_be_visible()
    expect(editor).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Edit answer 1").first).to_be_focused()
    assert tree(folder) == before


def test_an_answer_that_changed_meanwhile_is_not_overwritten(server, folder, show):
    dashboard = show(server, f"recordings/countries/{DETAIL}?file={FILE.replace('/', '%2F').replace('=', '%3D')}")
    page = dashboard.page
    edit(page, named("Kanada"))
    page.get_by_role("button", name="Review change").click()
    expect(page.get_by_role("group", name="Before and After")).to_be_visible()
    file = folder / FILE
    changed = file.read_text().replace('"Canada"', '"Canadá"')
    file.write_text(changed)
    dashboard.expects("status 409.*/edit")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert file.read_text() == changed


@pytest.mark.parametrize("where", ["CI", "record"])
def test_nothing_can_be_edited(where, countries, serve, folder, show):
    if where == "CI":
        server = serve(replaying(folder, env={**os.environ, "CI": "true"}))
        reason = "recordings are read-only in CI"
    else:
        (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}/\n")
        server = serve(replaying(folder, "--endpoint", "countries", mode="record"))
        reason = "cannot be edited here while recording"
    page = show(server, f"recordings/countries/{DETAIL}").page
    expect(page.get_by_role("tree", name="Answer 1").first).to_be_visible()
    expect(page.get_by_text(reason)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Edit"))).to_have_count(0)


def test_what_is_recorded_beside_the_page_appears_in_it(countries, serve, show, tmp_path):
    upstream = ["--upstream", f"{countries.origin}/", "--endpoint", "countries"]
    server = serve(replaying(tmp_path, *upstream, mode="record"))
    page = show(server, "recordings/countries").page
    expect(page.get_by_role("heading", name="Nothing is recorded for this endpoint")).to_be_visible()
    assert send(server, 'query Neu { country(code: "DE") { name } }').status == 200
    expect(body_rows(page)).to_have_count(1)
    expect(body_rows(page)).to_contain_text("Neu")
