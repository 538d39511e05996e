"""The dashboard in Chromium, in short. test_views.py has the rest."""

from __future__ import annotations

import clients
import pytest
from harness import running, understudy
from pages_api import GERMANY, RECORDINGS
from playwright.sync_api import expect
from views import CANADA, client_beside, send

FIRST_PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
  .observe({ type: "paint", buffered: true }))"""


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


def test_requests_of_a_client_appear_without_a_reload(server, show, record_property):
    dashboard = show(server)
    page = dashboard.page
    record_property("first_paint_ms", page.evaluate(FIRST_PAINT))
    expect(page.get_by_role("heading", name="No requests yet")).to_be_visible()
    page.evaluate("window.isSamePage = true")
    with client_beside(server) as sources:
        expect(dashboard.rows().first).to_contain_text("query CountryDetail")
        shown = dashboard.rows().count()
        expect(dashboard.rows()).not_to_have_count(shown)
        assert clients.execute("requests", f"{server.origin}/countries", CANADA).source == "derived"
        expect(dashboard.rows().filter(has_text="default")).to_have_count(1)
    assert sources
    dashboard.rows().filter(has_text="default").click()
    answer = page.get_by_role("tree", name="Answer")
    expect(answer.get_by_role("treeitem").filter(has_text="name: \"Canada\"").last).to_be_visible()
    expect(page.get_by_role("link", name="countries/query.CountryDetail-")).to_be_visible()
    assert page.evaluate("window.isSamePage")


def test_a_miss_appears_with_its_difference_and_command(server, show):
    dashboard = show(server, "misses")
    page = dashboard.page
    expect(page.get_by_role("heading", name="No misses")).to_be_visible()
    clients.post(f"{server.origin}/countries/~cart", CANADA.apollo_body() | {"variables": {"code": "DE"}})
    expect(page.get_by_role("link", name="Misses 1")).to_be_visible()
    page.get_by_role("region", name="List of misses").get_by_role("link").click()
    miss = page.get_by_role("article", name="Miss 1")
    expect(miss).to_contain_text('Variable code: recorded "CA", this request "DE"')
    variables = miss.get_by_role("group", name="Recorded and This request").last
    expect(variables.get_by_role("deletion").locator("mark")).to_have_text("CA")
    expect(variables.get_by_role("insertion").locator("mark")).to_have_text("DE")
    expect(miss.get_by_text("understudy record --upstream https://countries.trevorblades.com")).to_be_visible()
    # Another one, beside the page.
    assert send(server, GERMANY["query"]).source == "miss"
    expect(page.get_by_role("link", name="Misses 2")).to_be_visible()
