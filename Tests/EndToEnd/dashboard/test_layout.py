"""The layout of each view, in light and dark, from a narrow phone to a wide screen, with long text and a large answer."""

from __future__ import annotations

import pytest
from awkward import GERMAN, SESSION, ask_all, folder_of, miss_all, record
from harness import ROOT, understudy
from pages_api import change
from playwright.sync_api import expect
from views import WIDTHS_OF_THE_PAGE, pixels, send

pytestmark = pytest.mark.long
# The dashboard's views, and their pages below.
PAGES = [
    "live", "live/1", "live/2", "live/4", "misses", "misses/1", "misses/2", "recordings", "recordings/board",
    "recordings/board/sessions", "recordings/board/states", "recordings/board?q=donau", "explorer/board", "coverage/board",
    "sessions", "sessions/faults", "sessions/overrides", "sessions/listeners", "data",
]  # fmt: skip
WIDTHS = [360, 1280, 2560]


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    return record(tmp_path_factory.mktemp("layout"))


@pytest.fixture
def server(options, serve):
    server = serve(understudy("replay", *options))
    ask_all(server)
    miss_all(server)
    change(server, "faults", {"operation": GERMAN * 3, "session": SESSION, "status": 503})
    change(server, "answers", {"operation": "Anzeigetafel", "session": "x", "errors": [{"message": GERMAN * 20}]})
    return server


def check(dashboard, path, width, height=900):
    page = dashboard.open(path)
    expect(page.locator(".view").get_by_role("status").filter(has_text="Loading")).to_have_count(0)
    widths = page.evaluate(WIDTHS_OF_THE_PAGE)
    assert max(widths) <= width, f"{path} is {widths} wide"
    size, lines = pixels(page.screenshot())
    assert size == (width, height), path
    assert lines > 20, f"{path} is blank"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_view_is_wider_than_the_window(width, scheme, server, show):
    dashboard = show(server, "live", width, color_scheme=scheme)
    for path in PAGES:
        check(dashboard, path, width)
    folder = folder_of(server, "Large")
    check(dashboard, f"recordings/board/{folder}", width)


@pytest.mark.parametrize("width", WIDTHS)
def test_generated_data_fits(width, serve, show):
    server = serve(understudy("fake", "--schemas", ROOT / "schemas", "--locale", "ja", "--no-learn"))
    send(server, "{ countries { code name continent { name } languages { name } } }")
    dashboard = show(server, "data/countries/Country", width)
    check(dashboard, "data/countries/Country", width)
    expect(dashboard.page.get_by_role("table")).to_be_visible()


def test_dark_is_dark_and_light_is_light(server, show):
    def background(scheme):
        page = show(server, "live", color_scheme=scheme).page
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, color[color.index("(") + 1 : -1].split(",")[:3])) / 3

    assert background("dark") < 60 < 200 < background("light")


def test_a_large_answer_is_shown_and_folds(server, show):
    """1 MB: the tree makes only what is open, and the page stays usable."""
    page = show(server, "live/2").page
    request = page.get_by_role("article", name="Request 2")
    expect(request.get_by_role("tree", name="Answer").or_(request.get_by_role("group", name="Answer text")).first).to_be_visible()
    assert page.evaluate("document.querySelectorAll('*').length") < 5_000
    page.get_by_role("searchbox", name="Filter by text").fill("large")
    expect(page.get_by_text("1 of ")).to_be_visible()
    folder = folder_of(server, "Large")
    page.goto(f"{server.origin}/#/recordings/board/{folder}")
    page.get_by_role("button", name="Show the whole answer").click()
    tree = page.get_by_role("tree", name="Answer 1")
    rows = tree.get_by_role("treeitem", name="rows, 2,000 items")
    expect(rows).to_be_visible()
    if rows.get_attribute("aria-expanded") == "false":
        rows.press("ArrowRight")
    expect(tree.get_by_role("treeitem", name="Show 100 of 1,900 more")).to_be_visible()
    assert page.evaluate("document.querySelectorAll('*').length") < 5_000


def test_nothing_moves_for_who_wants_reduced_motion(server, show):
    dashboard = show(server, "live", reduced_motion="reduce")
    page = dashboard.page
    for path in PAGES:
        dashboard.open(path)
        assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0, path
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0
