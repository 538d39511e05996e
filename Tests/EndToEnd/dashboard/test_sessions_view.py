"""Sessions, faults, overrides, listeners and coverage in Chromium, with clients that notice what is changed there."""

from __future__ import annotations

import re

import clients
import pytest
from harness import running, understudy
from pages_api import RECORDINGS, change, read
from playwright.sync_api import expect
from session_support import Caller, record_booking
from views import CANADA, client_beside, own_recordings

pytestmark = pytest.mark.long


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


def card(page, name):
    return page.get_by_role("article", name=name, exact=True)


def answered(server, session="default"):
    return clients.post(f"{server.origin}/countries/~{session}", CANADA.apollo_body())


def test_a_session_has_its_history_and_is_reset(serve, show, tmp_path):
    record_booking(tmp_path)
    server = serve(understudy("replay", "--recordings", tmp_path))
    caller = Caller(server, "cart")
    caller.is_booked()
    caller.log_in()
    page = show(server, "sessions").page
    history = card(page, "cart").get_by_text("History: 1 mutation")
    expect(history).to_be_visible()
    caller.book()
    page.get_by_role("button", name="Refresh").click()
    card(page, "cart").get_by_text("History: 2 mutations").click()
    steps = card(page, "cart").get_by_role("listitem").filter(has_text="(")
    expect(steps).to_have_count(2)
    expect(steps.last).to_contain_text('bookTrips(launchIds:["25"])')
    assert caller.is_booked()
    page.get_by_role("button", name="Reset session cart").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset", exact=True).click()
    expect(page.get_by_text(re.compile("History: "))).to_have_count(0)
    del caller.headers["Authorization"]
    assert not caller.is_booked()


def test_sessions_come_by_themselves_and_are_filtered(server, show):
    page = show(server, "sessions").page
    for name in ("cart/one", "cart/two", "other"):
        assert answered(server, name.replace("/", "%2F")).source == "recorded"
    expect(card(page, "cart/two")).to_be_visible()
    page.get_by_role("searchbox", name="Filter sessions by name").fill("CART")
    expect(page.get_by_role("article")).to_have_count(2)
    expect(page.get_by_text(re.compile("^2 of "))).to_be_visible()


def test_a_session_is_begun_and_ended(server, show):
    dashboard = show(server, "sessions")
    page = dashboard.page
    page.get_by_role("button", name="Begin a session…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Begin", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Enter a name.")
    dialog.get_by_role("textbox", name="Name").fill("Über/カート")
    page.keyboard.press("Enter")
    expect(card(page, "Über/カート").get_by_text("open", exact=True)).to_be_visible()
    # A client that names no session is in it now.
    clients.post(f"{server.origin}/countries", CANADA.apollo_body())
    rows = read(server, "v1/requests")["requests"]
    assert rows[-1]["session"] == "Über/カート"
    page.get_by_role("button", name="End session Über/カート").click()
    page.get_by_role("dialog").get_by_role("combobox", name="Outcome").select_option("failed")
    page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(page.get_by_text("Ended. 0 misses.")).to_be_visible()
    clients.post(f"{server.origin}/countries", CANADA.apollo_body())
    assert read(server, "v1/requests")["requests"][-1]["session"] == "default"


def test_a_fault_is_a_switch(server, show):
    answered(server, "cart")
    dashboard = show(server, "sessions/faults")
    page = dashboard.page
    with client_beside(server):
        page.get_by_role("combobox", name="Session").select_option("cart")
        switch = page.get_by_role("switch", name="HTTP status")
        expect(switch).not_to_be_checked()
        switch.focus()
        page.keyboard.press("Space")
        expect(switch).to_be_checked()
        expect(page.get_by_text("status: 503")).to_be_visible()
        assert answered(server, "cart").status == 503
        assert answered(server, "other").status == 200, "only in this session"
        expect(switch).to_be_focused()
        page.keyboard.press("Space")
        expect(switch).not_to_be_checked()
        expect(page.get_by_text("No faults were posted.")).to_be_visible()
        assert answered(server, "cart").status == 200
    page = dashboard.open("live")
    expect(dashboard.rows().filter(has_text="fault")).to_have_count(1)


@pytest.mark.parametrize(
    ("name", "status", "part"), [("GraphQL error", 200, b"Internal error"), ("Truncated body", 200, b'{"data"')]
)
def test_other_faults(name, status, part, server, show):
    page = show(server, "sessions/faults").page
    switch = page.get_by_role("switch", name=name)
    switch.click()
    expect(switch).to_be_checked()
    try:
        reply = answered(server)
        assert (reply.status, part in reply.body) == (status, True)
        assert name != "Truncated body" or len(reply.body) == 100
    except ConnectionError:
        assert name == "Truncated body", "curl notices that the body is cut"
    switch.click()
    expect(switch).not_to_be_checked()
    assert answered(server).json["data"]["country"]["name"] == "Canada"


def test_a_wrong_fault_is_refused_with_the_reason(server, show):
    dashboard = show(server, "sessions/faults")
    dashboard.expects("status 400.*/faults")
    page = dashboard.page
    page.get_by_role("textbox", name="HTTP status: Status").fill("9")
    page.get_by_role("switch", name="HTTP status").click()
    expect(page.get_by_role("alert")).to_contain_text("status")
    expect(page.get_by_role("switch", name="HTTP status")).not_to_be_checked()


def test_overrides_are_added_and_removed(server, show):
    page = show(server, "sessions/overrides").page
    page.get_by_role("button", name="Add an override…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Override").fill('{"operation": "CountryDetail", "errors": [{"message": "später"}]}')
    dialog.get_by_role("button", name="Add").click()
    expect(page.get_by_text("all sessions")).to_be_visible()
    assert answered(server).json["errors"][0]["message"] == "später"
    page.get_by_role("button", name="Remove override 1").click()
    expect(page.get_by_text("No overrides were posted.")).to_be_visible()
    assert answered(server).source == "recorded"


def test_listeners_are_shown_and_closed(server, show):
    opened = change(server, "listeners", {})
    assert opened.status == 201, opened.body
    page = show(server, "sessions/listeners").page
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_text(opened.json["url"])).to_be_visible()
    page.get_by_role("button", name="Close listener 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Close listener").click()
    expect(page.get_by_role("row")).to_have_count(2)


def test_coverage_counts_what_a_client_used(server, show):
    page = show(server, "coverage/countries").page
    totals = page.get_by_text(re.compile(r"recorded \d+ of \d+ \(\d+%\), used \d+")).first
    expect(totals).to_contain_text("used 0")
    answered(server)
    used = read(server, "v1/endpoints/countries/coverage")["totals"]["fields"]["used"]
    assert used > 0
    page.reload()
    expect(totals).to_contain_text(f"used {used}")
    country = page.get_by_role("region", name="Country", exact=True)
    expect(country.get_by_role("listitem").filter(has_text="capital")).to_contain_text("used in this run")
    expect(country.get_by_role("listitem").filter(has_text="awsRegion")).to_contain_text("never recorded")
    page.get_by_role("button", name=re.compile("^Never recorded")).click()
    expect(country.get_by_role("listitem").filter(has_text="capital")).to_have_count(0)
    expect(country.get_by_role("listitem").filter(has_text="awsRegion")).to_have_count(1)
    page.get_by_role("searchbox", name="Filter types and fields").fill("awsregion")
    expect(page.get_by_text("1 type, 1 field or value")).to_be_visible()
    # The other endpoints have their own.
    page.get_by_role("combobox", name="Endpoint").select_option("posts")
    expect(page.get_by_role("heading", name="Coverage of posts")).to_be_visible()


def test_coverage_without_a_schema_says_how_to_add_one(serve, show, tmp_path):
    folder = own_recordings(tmp_path / "recordings", "countries")
    server = serve(understudy("replay", "--recordings", folder, "--schemas", tmp_path / "none"))
    page = show(server, "coverage").page
    expect(page.get_by_role("heading", name="No schema")).to_be_visible()
    expect(page.get_by_text("understudy schema fetch")).to_be_visible()
