"""The view Live in Chromium: rows as they come, filters, pause, clear, the keyboard, copies and 10,000 rows."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys

import clients
import pytest
from harness import running, understudy
from pages_api import GERMANY, RECORDINGS, read
from playwright.sync_api import expect
from views import CANADA, client_beside, send

pytestmark = pytest.mark.long
LOGIN = "mutation Anmelden { login(email: \"nobody@example.com\") { token } }"


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


def send_some(server):
    """An exact answer, a derived one, a miss of another session, a miss of another endpoint and a refused request."""
    clients.post_apollo(f"{server.origin}/countries", CANADA)
    clients.post(f"{server.origin}/countries", CANADA.body())
    send(server, GERMANY["query"], session="cart")
    send(server, LOGIN, "rocket-reserver")
    send(server, "{")


def test_filters_by_text_source_session_and_endpoint(server, show):
    send_some(server)
    dashboard = show(server)
    page, rows = dashboard.page, dashboard.rows()
    expect(rows).to_have_count(5)
    filters = {
        "Filter by source": ("exact", ["CountryDetail"]),
        "Filter by session": ("cart", ["Germany"]),
        "Filter by endpoint": ("rocket-reserver", ["Anmelden"]),
    }
    for name, (value, titles) in filters.items():
        box = page.get_by_role("combobox", name=name)
        box.select_option(value)
        expect(rows).to_have_count(len(titles))
        for row, title in zip(rows.all(), titles):
            expect(row).to_contain_text(title)
        box.select_option("")
        expect(rows).to_have_count(5)
    text = page.get_by_role("searchbox", name="Filter by text")
    text.fill("anmelden MISS")
    expect(rows).to_have_count(1)
    expect(page.get_by_text("1 of 5 requests")).to_be_visible()
    # What comes while a filter is on is filtered, too.
    send(server, LOGIN, "rocket-reserver")
    clients.post(f"{server.origin}/countries", CANADA.body())
    expect(page.get_by_text("2 of 7 requests")).to_be_visible()
    expect(rows).to_have_count(2)
    text.fill("nothing like this")
    expect(page.get_by_role("heading", name="No request matches the filter.")).to_be_visible()
    page.get_by_role("button", name="Clear the filter").click()
    expect(rows).to_have_count(7)
    expect(text).to_be_focused()


def test_a_paused_list_counts_what_waits(server, show):
    dashboard = show(server)
    page = dashboard.page
    send(server, GERMANY["query"])
    expect(dashboard.rows()).to_have_count(1)
    page.get_by_role("button", name="Pause").click()
    for _ in range(3):
        send(server, GERMANY["query"], session="later")
    resume = page.get_by_role("button", name="Resume (3 waiting)")
    expect(resume).to_be_visible()
    expect(resume).to_have_attribute("aria-pressed", "true")
    expect(dashboard.rows()).to_have_count(1)
    page.keyboard.press("p")
    expect(dashboard.rows()).to_have_count(4)
    expect(dashboard.rows().first).to_contain_text("later")
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "false")


def test_clear_asks_first_and_clears_every_page(server, show):
    send_some(server)
    first, second = show(server), show(server)
    expect(second.rows()).to_have_count(5)
    first.page.get_by_role("button", name="Clear").click()
    first.page.get_by_role("button", name="Cancel").click()
    expect(first.rows()).to_have_count(5)
    first.page.get_by_role("button", name="Clear").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Clear").click()
    expect(first.page.get_by_role("heading", name="No requests yet")).to_be_visible()
    send(server, GERMANY["query"])
    expect(first.rows()).to_have_count(1)
    second.page.reload()
    expect(second.rows()).to_have_count(1)


def test_the_keyboard_alone_opens_and_closes_a_request(server, show):
    send_some(server)
    dashboard = show(server)
    page = dashboard.page
    rows = page.get_by_role("listbox", name="Live", exact=True)
    expect(dashboard.rows()).to_have_count(5)
    for _ in range(30):
        page.keyboard.press("Tab")
        if rows.evaluate("list => list === document.activeElement"):
            break
    expect(rows).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = rows.locator(".active")
    expect(active).to_contain_text("Germany")
    expect(rows).to_have_attribute("aria-activedescendant", active.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Request 3")).to_be_visible()
    expect(page).to_have_url(f"{server.origin}/#/live/3")
    expect(active).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("article", name="Request 3")).to_have_count(0)
    expect(rows).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Request 1")).to_be_visible()


def test_a_request_says_why_and_from_where(server, show):
    send_some(server)
    page = show(server, "live/2").page
    request = page.get_by_role("article", name="Request 2")
    expect(request).to_contain_text("derived")
    expect(request.locator(".reason")).to_contain_text(".")
    answer = request.get_by_role("tree", name="Answer")
    country = answer.get_by_role("treeitem", name="country, ")
    expect(country).to_have_attribute("aria-expanded", "true")
    country.press("ArrowLeft")
    expect(country).to_have_attribute("aria-expanded", "false")
    expect(answer.get_by_text('"Canada"').first).to_be_hidden()
    page.goto(f"{server.origin}/#/live/1")
    request = page.get_by_role("article", name="Request 1")
    request.get_by_role("link", name="countries/query.CountryDetail-").click()
    expect(page).to_have_title(re.compile("Recordings · query.CountryDetail-a6102ff9 · Understudy"))
    page.goto(f"{server.origin}/#/live/3")
    page.get_by_role("link", name="Compare with the nearest recording").click()
    expect(page.get_by_role("article", name="Miss 1")).to_be_visible()


def test_copies_work_outside(server, show, tmp_path):
    send_some(server)
    dashboard = show(server, "live/1")
    page = dashboard.page
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    sent = subprocess.run(["sh", "-c", f"{dashboard.copied()} --silent"], capture_output=True, text=True, check=True)
    assert json.loads(sent.stdout)["data"]["country"]["name"] == "Canada"
    expect(dashboard.rows()).to_have_count(6)
    page.get_by_role("button", name="Copy as GraphQL").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('query CountryDetail'))")
    assert '"code": "CA"' in dashboard.copied()
    page.get_by_role("button", name="Copy as a test for pytest").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('def test_'))")
    test = tmp_path / "test_pasted.py"
    test.write_text(dashboard.copied())
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test], capture_output=True, text=True,
        env={"UNDERSTUDY_URL": server.origin, "PATH": "/usr/bin:/bin"}, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert "1 passed" in done.stdout, done.stdout


def test_ten_thousand_rows_are_not_all_in_the_document(server, show):
    dashboard = show(server)
    page, rows = dashboard.page, dashboard.rows()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    body = json.dumps(CANADA.apollo_body()).encode()
    # At most 1,000 requests a second are listed, so more have to be sent.
    while read(server, "v1/requests?limit=1")["last"] < 10_000:
        for _ in range(500):
            connection.request("POST", "/countries", body, {"content-type": "application/json"})
            connection.getresponse().read()
    connection.close()
    expect(page.get_by_text(re.compile("^10,000 requests"))).to_be_visible()
    expect(rows.first).to_have_attribute("aria-setsize", "10000")
    assert 10 < rows.count() < 100
    box = page.get_by_role("listbox", name="Live", exact=True)
    with client_beside(server):
        expect(rows.first).to_contain_text("beside")
        box.focus()
        box.press("End")
        expect(rows.last).to_have_attribute("aria-posinset", "10000")
        expect(rows.last).to_contain_text("default")
        assert 10 < rows.count() < 100
        # New rows are inserted at the other end, and the document keeps the order.
        places = "list => [...list.querySelectorAll('[role=option]')].map(row => Number(row.ariaPosInSet))"
        for _ in range(20):
            found = box.evaluate(places)
            assert found == sorted(found)
            page.wait_for_timeout(50)
    box.press("Home")
    expect(rows.first).to_contain_text("beside")
    box.hover()
    page.mouse.wheel(0, 100_000)
    expect(rows.first).not_to_contain_text("beside")
    assert 10 < rows.count() < 100
    page.get_by_role("searchbox", name="Filter by text").fill("beside")
    expect(page.get_by_text(re.compile(r"^\d+ of 10,000 requests"))).to_be_visible()


def test_the_list_comes_back_after_a_restart_of_the_program(server, show):
    dashboard = show(server)
    dashboard.expects("failed: net::ERR_(INCOMPLETE|CONNECTION)", "v1/events", "v1/requests")
    page = dashboard.page
    send(server, GERMANY["query"])
    expect(dashboard.rows()).to_have_count(1)
    server.stop()
    expect(page.get_by_text("Connected", exact=True)).to_have_count(0)
    with running(understudy("replay", *RECORDINGS, "--port", server.port)) as again:
        expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=30_000)
        send(again, LOGIN, "rocket-reserver")
        expect(dashboard.rows()).to_have_count(1)
        expect(dashboard.rows()).to_contain_text("Anmelden")
        # The page has the new token.
        page.get_by_role("button", name="Clear").click()
        page.get_by_role("dialog").get_by_role("button", name="Clear").click()
        expect(page.get_by_role("heading", name="No requests yet")).to_be_visible()
