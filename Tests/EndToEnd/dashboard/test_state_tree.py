"""The tree of states in Chromium, of the shipped recordings and of 500 recorded sessions."""

from __future__ import annotations

import re

import flows_of_the_tutorials as tutorials
import pytest
from harness import running, understudy
from pages_api import RECORDINGS, read
from playwright.sync_api import expect
from session_support import ENDPOINT, LAUNCH, Caller, sessions
from standing_in import standing_in

pytestmark = pytest.mark.long
SESSIONS = 500


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Sessions of 250 users, recorded by a real client: each logs in and looks; every other one books a trip first."""
    folder = tmp_path_factory.mktemp("many")
    with standing_in("rocket_reserver", "/graphql") as upstream:
        where = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
        with running(understudy("record", *where, "--quiet")) as recorder:
            for number in range(SESSIONS):
                caller = Caller(recorder, f"CartTests/test {number:03}")
                answer = caller.ask(tutorials.LOGIN, {"loginEmail": f"user{number // 2}@example.com"})
                caller.headers["Authorization"] = answer.json["data"]["login"]["token"]
                if number % 2:
                    caller.book()
                assert caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH}).status == 200
            assert recorder.stop() == 0, recorder.stderr
    return folder


@pytest.fixture
def server():
    with running(understudy("replay", *RECORDINGS)) as running_server:
        yield running_server


def outline(page):
    return page.get_by_role("listbox", name="States")


def picture(page):
    return page.get_by_role("application")


def places(page):
    """Where the picture's labels are."""
    return page.evaluate(
        """() => [...document.querySelectorAll("[role=application] svg text")].map((text) => {
          const { x, y } = text.getBoundingClientRect(); return [text.textContent, Math.round(x), Math.round(y)]; })"""
    )


def moved(page, before):
    page.wait_for_function(
        """(before) => { const text = [...document.querySelectorAll("[role=application] svg text")].map((text) => {
          const { x, y } = text.getBoundingClientRect(); return [text.textContent, Math.round(x), Math.round(y)]; });
          return JSON.stringify(text) !== JSON.stringify(before); }""",
        arg=before,
    )
    return places(page)


def test_the_shipped_recordings_as_a_tree(server, show):
    dashboard = show(server, "recordings/rocket-reserver")
    page = dashboard.page
    page.get_by_role("link", name="State tree").click()
    tree = read(server, "v1/endpoints/rocket-reserver/states")
    expect(picture(page)).to_have_accessible_name(re.compile(f"^Tree of {len(tree['nodes'])} states"))
    expect(page.get_by_role("region", name="Selected state").get_by_role("heading", name="Start")).to_be_visible()
    expect(outline(page).get_by_role("option").first).to_contain_text("Start")
    # By the keyboard alone.
    outline(page).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    selected = page.get_by_role("region", name="Selected state").get_by_role("heading").first
    expect(selected).to_have_text(tree["nodes"][0 + 1]["mutation"])
    expect(outline(page).get_by_role("option", selected=True)).to_contain_text(tree["nodes"][1]["mutation"])
    selected.get_by_role("link").click()
    expect(page.get_by_role("region", name="Document")).to_contain_text("mutation")


def test_zoom_and_pan_by_keys_buttons_and_the_mouse(server, show):
    page = show(server, "recordings/rocket-reserver/states").page
    page.wait_for_function("document.querySelectorAll('[role=application] svg text').length > 2")
    before = places(page)
    picture(page).focus()
    for key in ["+", "-", "ArrowLeft", "ArrowDown", "0"]:
        page.keyboard.press(key)
        before = moved(page, before)
    for name in ["Zoom in (+)", "Zoom out (−)", "Fit the whole tree (0)"]:
        page.get_by_role("button", name=name).click()
        if name.startswith("Zoom"):
            before = moved(page, before)
    box = picture(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = places(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    before = moved(page, before)
    page.mouse.wheel(0, -300)
    moved(page, before)


def test_a_click_in_the_picture_selects_a_state(server, show):
    page = show(server, "recordings/rocket-reserver/states").page
    label = page.locator("[role=application] svg text").filter(has_text="login").first
    expect(label).to_be_visible()
    label.click()
    expect(page.get_by_role("region", name="Selected state").get_by_role("heading").first).to_contain_text("login")


def test_five_hundred_sessions(many, serve, show):
    server = serve(understudy("replay", "--recordings", many))
    dashboard = show(server, f"recordings/{ENDPOINT}/states")
    page = dashboard.page
    expect(picture(page)).to_have_accessible_name(re.compile(f"and {SESSIONS} sessions"))
    # Equal siblings are folded, and unfold in steps.
    rows = outline(page).get_by_role("option")
    fold = rows.filter(has_text=re.compile(r"and \d+ more login"))
    expect(fold).to_have_count(1)
    folded = int(rows.first.get_attribute("aria-setsize"))
    assert folded < 20
    fold.click()
    expect(rows.first).not_to_have_attribute("aria-setsize", str(folded))
    assert int(rows.first.get_attribute("aria-setsize")) > 100
    assert rows.count() < 100 and page.locator("[role=application] svg *").count() < 3000
    page.get_by_role("button", name="Fold equal siblings").click()
    expect(rows.first).to_have_attribute("aria-setsize", str(folded))
    # A session in the middle is found by its name.
    page.get_by_role("searchbox", name="Find a mutation, session, state or read").fill("test 333")
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="Selected state")
    expect(panel).to_contain_text("CartTests/test 333")
    expect(panel).to_contain_text("bookTrips")
    expect(page.locator("[role=application] svg text").filter(has_text="bookTrips").first).to_be_visible()
    # All of it fits into the picture.
    before = places(page)
    page.get_by_role("button", name="Fit the whole tree (0)").click()
    moved(page, before)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_session_leads_to_its_state(many, serve, show):
    server = serve(understudy("replay", "--recordings", many))
    caller = Caller(server, "CartTests/test 499")
    assert caller.ask(tutorials.LOGIN, {"loginEmail": "user249@example.com"}).source == "recorded"
    page = show(server, f"recordings/{ENDPOINT}/sessions").page
    expect(page.get_by_role("table").locator("tbody").get_by_role("row")).to_have_count(200)
    page.get_by_role("button", name=re.compile("^Show 200 of 300 more")).click()
    page.get_by_role("searchbox", name="Filter sessions").fill("test 499")
    expect(page.get_by_role("table").locator("tbody").get_by_role("row")).to_have_count(1)
    page.get_by_role("link", name="CartTests/test 499").click()
    expect(page.get_by_role("region", name="Selected state")).to_contain_text("CartTests/test 499")
    assert "CartTests/test 499" in sessions(server)
