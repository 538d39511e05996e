"""Text is never HTML: answers, names of sessions, documents and messages with markup are shown as they are."""

from __future__ import annotations

import pytest
from awkward import IMAGE, JAPANESE, RTL, SCRIPT, SESSION, ask_all, miss_all, record
from harness import understudy
from pages_api import change, read
from playwright.sync_api import expect

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    return record(tmp_path_factory.mktemp("awkward"))


@pytest.fixture
def server(options, serve):
    server = serve(understudy("replay", *options))
    assert {reply.source for reply in ask_all(server)} == {"recorded"}
    miss_all(server)
    change(server, "answers", {"operation": "Anzeigetafel", "session": SESSION, "errors": [{"message": SCRIPT + IMAGE}]})
    change(server, "faults", {"operation": "Nirgends", "session": SESSION, "error": "nowhere", "message": IMAGE})
    return server


def check(page):
    """Nothing of it became an element. The page itself reports dialogs, failed images and CSP violations."""
    assert page.evaluate("document.querySelectorAll('img, iframe, object, main script, [onerror]').length") == 0
    assert page.evaluate("document.querySelectorAll('script').length") == 1


def test_requests_and_answers(server, show):
    dashboard = show(server)
    page = dashboard.page
    expect(dashboard.rows().filter(has_text=IMAGE)).not_to_have_count(0)
    page.get_by_role("searchbox", name="Filter by text").fill(SCRIPT)
    expect(dashboard.rows()).not_to_have_count(0)
    page.get_by_role("searchbox", name="Filter by text").fill("")
    page.get_by_role("combobox", name="Filter by session").select_option(SESSION)
    expect(dashboard.rows().first).to_contain_text(SESSION)
    for row in read(server, "v1/requests")["requests"]:
        dashboard.open(f"live/{row['number']}")
        expect(page.get_by_role("article", name=f"Request {row['number']}")).to_be_visible()
        check(page)
    page.goto(f"{server.origin}/#/live/1")
    answer = page.get_by_role("article", name="Request 1").get_by_role("tree", name="Answer")
    for text in (SCRIPT, RTL, JAPANESE):
        expect(answer.get_by_text(text).first).to_be_visible()
    expect(answer).to_contain_text('<img src=x onerror=\\"alert(1)\\">')
    expect(page.get_by_role("group", name="Document")).to_contain_text(f'note: "{SCRIPT}')
    page.goto(f"{server.origin}/#/live/3")
    expect(page.get_by_role("article", name="Request 3").get_by_role("tree", name="Answer")).to_contain_text(SCRIPT + RTL)


def test_misses(server, show):
    dashboard = show(server, "misses")
    page = dashboard.page
    misses = read(server, "v1/misses")["misses"]
    assert len(misses) >= 3
    for miss in misses:
        dashboard.open(f"misses/{miss['number']}")
        expect(page.get_by_role("article", name=f"Miss {miss['number']}")).to_be_visible()
        expect(page.get_by_role("article").first).to_contain_text("Why it missed")
        page.get_by_text("As in the log").click()
        check(page)
    expect(page.get_by_role("region", name="List of misses")).to_contain_text(f"x{SCRIPT}")


def test_recordings_states_and_the_search(server, show):
    dashboard = show(server, "recordings/board")
    page = dashboard.page
    for operation in read(server, "v1/endpoints/board/operations")["operations"]:
        dashboard.open(f"recordings/board/{operation['folder']}")
        expect(page.get_by_role("region", name="Document")).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((card) => { card.open = true; })")
        expect(page.get_by_role("tree").first.or_(page.get_by_role("button", name="Show the whole answer").first).first).to_be_visible()
        check(page)
    dashboard.open("recordings/board/sessions")
    expect(page.get_by_role("link", name=SESSION)).to_be_visible()
    page.get_by_role("link", name=SESSION).click()
    expect(page.get_by_role("region", name="Selected state")).to_contain_text(SESSION)
    check(page)
    dashboard.open("recordings/board?q=%3Cimg%20src")
    expect(page.get_by_role("list", name="Results").locator("mark").first).to_have_text("<img src")
    check(page)


def test_sessions_faults_and_overrides(server, show):
    dashboard = show(server, "sessions")
    page = dashboard.page
    card = page.get_by_role("article", name=SESSION, exact=True)
    card.get_by_text("History: 2 mutations").click()
    expect(card).to_contain_text("save(text:")
    check(page)
    dashboard.open("sessions/faults")
    expect(page.get_by_text(f"message: {IMAGE}")).to_be_visible()
    check(page)
    dashboard.open("sessions/overrides")
    expect(page.get_by_text(f"session {SESSION}")).to_be_visible()
    check(page)


def test_the_explorer_and_the_schema(server, show):
    page = show(server, "explorer/board").page
    page.get_by_role("textbox", name="Operation", exact=True).fill(f'{{ nowhere(text: "<b>{JAPANESE}</b>") }} # {SCRIPT}')
    expect(page.get_by_role("button", name="Cannot query field")).to_be_visible()
    page.get_by_role("textbox", name="Operation", exact=True).fill(f"query Failing {{ failing }} # {IMAGE}")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("region", name="Result").get_by_role("tree", name="Answer")).to_contain_text(SCRIPT + RTL)
    page.get_by_role("button", name="Docs").click()
    docs = page.get_by_role("region", name="Schema documentation")
    docs.get_by_role("button", name="Query", exact=True).first.click()
    expect(docs).to_contain_text(IMAGE)
    check(page)
    page.goto(f"{server.origin}/#/coverage/board")
    expect(page.get_by_role("region", name="Things")).to_be_visible()
    check(page)


def test_an_unknown_route_is_no_markup(server, show):
    dashboard = show(server, "live")
    dashboard.expects("status 404")
    page = dashboard.page
    for path in (f"misses/{IMAGE}", f"recordings/{IMAGE}", f"recordings/board/{SCRIPT}", f"explorer/{IMAGE}", f"live/{SCRIPT}"):
        page.goto(f"{server.origin}/#/{path}")
        expect(page.locator(".view .spinner")).to_have_count(0)
        check(page)
    assert dashboard.dialogs == []
