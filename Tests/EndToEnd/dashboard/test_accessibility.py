"""Names, roles, contrast and the keyboard, by axe-core and by hand."""

from __future__ import annotations

import re

import pytest
from awkward import SESSION, ask_all, folder_of, miss_all, record
from harness import ROOT, understudy
from pages_api import change
from playwright.sync_api import expect
from views import VIEWS, send, violations

pytestmark = pytest.mark.long
PAGES = [
    "live", "live/1", "misses", "misses/1", "misses/2", "recordings", "recordings/board", "recordings/board/sessions",
    "recordings/board/states", "recordings/board?q=donau", "explorer/board", "coverage/board", "sessions", "sessions/faults",
    "sessions/overrides", "sessions/listeners",
]  # fmt: skip
# What can be clicked or typed into, and has no name for a screen reader.
NAMELESS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0'], [role=tab], [role=option]")]
  .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]"))
  .filter((element) => !(element.getAttribute("aria-label") || element.ariaLabelledByElements?.length || element.labels?.length ||
    element.textContent.trim() || element.title))
  .map((element) => element.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    return record(tmp_path_factory.mktemp("accessible"))


@pytest.fixture
def server(options, serve):
    server = serve(understudy("replay", *options))
    ask_all(server)
    miss_all(server)
    change(server, "faults", {"operation": "Anzeigetafel", "session": SESSION, "status": 503})
    change(server, "answers", {"operation": "Anzeigetafel", "session": "x", "errors": [{"message": "später"}]})
    change(server, "listeners", {})
    return server


def check(page, where):
    problems = violations(page) + page.evaluate(NAMELESS)
    assert not problems, f"{where}\n" + "\n".join(problems)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(width, scheme, server, show):
    dashboard = show(server, "live", width, color_scheme=scheme)
    page = dashboard.page
    found = {}
    for path in PAGES:
        dashboard.open(path)
        if problems := violations(page) + page.evaluate(NAMELESS):
            found[path] = problems
    folder = folder_of(server, "Anzeigetafel")
    dashboard.open(f"recordings/board/{folder}")
    page.evaluate("document.querySelectorAll('details').forEach((card) => { card.open = true; })")
    if problems := violations(page) + page.evaluate(NAMELESS):
        found[folder] = problems
    assert not found, "\n\n".join(f"{path}\n" + "\n".join(problems) for path, problems in found.items())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs_editors_and_data(scheme, server, serve, show):
    dashboard = show(server, "misses/2", color_scheme=scheme)
    page = dashboard.page
    page.get_by_role("button", name="Pin an answer…").click()
    check(page, "pin")
    page.keyboard.press("Escape")
    dashboard.open("sessions")
    page.get_by_role("button", name="Begin a session…").click()
    check(page, "begin")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check(page, "keys")
    page.keyboard.press("Escape")
    dashboard.open("explorer/board")
    page.get_by_role("textbox", name="Operation", exact=True).fill("{ thi }")
    expect(page.get_by_role("button", name="Cannot query field")).to_be_visible()
    page.get_by_role("button", name="Docs").click()
    expect(page.get_by_role("region", name="Schema documentation").get_by_role("heading", name="Schema")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("region", name="Result").get_by_role("tree", name="Answer")).to_be_visible()
    check(page, "explorer")
    data = serve(understudy("fake", "--schemas", ROOT / "schemas", "--no-learn"))
    send(data, "{ countries { code name } }")
    other = show(data, "data/countries/Country", color_scheme=scheme)
    expect(other.page.get_by_role("table")).to_be_visible()
    check(other.page, "data")


def test_each_view_is_one_key_or_tab_away(server, show):
    page = show(server, "live").page
    for number, view in enumerate(VIEWS, start=1):
        page.keyboard.press(str(number))
        expect(page).to_have_url(re.compile(f"#/{view}"))
        expect(page.locator("nav a[aria-current=page]")).to_have_attribute("href", f"#/{view}")
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.locator("main h1")).not_to_be_empty()
        # A field that a view focuses takes the next key.
        page.evaluate("document.activeElement.blur()")
    page.keyboard.press("g")
    page.keyboard.press("m")
    expect(page.locator("nav a[aria-current=page]")).to_have_attribute("href", "#/misses")
    page.reload()
    expect(page.get_by_role("heading", name="Misses", level=1)).to_have_count(1)
    for link in ["Skip to content", "Live"]:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name=link).first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_focus_is_always_seen(server, show):
    """Each stop of the Tab key has an outline or a border of its own."""
    dashboard = show(server, "live")
    page = dashboard.page
    for path in ["live/1", "misses/1", "recordings/board", "coverage/board", "sessions/faults"]:
        dashboard.open(path)
        page.evaluate("document.activeElement.blur()")
        stops = 0
        for _ in range(40):
            page.keyboard.press("Tab")
            style = page.evaluate(
                """() => { const focused = document.activeElement; if (focused === document.body) return null;
                // A list marks its active row, a tree a line.
                const element = document.getElementById(focused.getAttribute("aria-activedescendant")) ??
                  focused.querySelector(":scope > .json-line") ?? focused;
                const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
                return [outlineStyle !== "none" && parseFloat(outlineWidth) >= 1 || boxShadow !== "none", element.outerHTML.slice(0, 120)]; }"""
            )
            if style is None:
                break
            stops += 1
            assert style[0], f"{path}: {style[1]}"
        assert stops > 3, path


def test_dialogs_keep_and_return_the_focus(server, show):
    page = show(server, "sessions").page
    button = page.get_by_role("button", name="Begin a session…")
    button.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
