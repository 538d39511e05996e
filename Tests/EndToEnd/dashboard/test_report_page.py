"""The report of a finished run as a file: the same views, no network, and text without JavaScript."""

from __future__ import annotations

import json

import pytest
from awkward import IMAGE, QUERY, SCRIPT, SESSION, record
from harness import run
from pages_api import RECORDINGS
from playwright.sync_api import expect
from views import CANADA, NO_CI, WIDTHS_OF_THE_PAGE, Dashboard, pixels, violations

pytestmark = pytest.mark.long
CLIENT = """
import json, os, sys, urllib.error, urllib.parse, urllib.request
for session, body in json.loads(sys.argv[1]):
    headers = {"content-type": "application/json", "X-Understudy-Session": urllib.parse.quote(session)}
    request = urllib.request.Request(os.environ[sys.argv[2]], json.dumps(body).encode(), headers)
    try: urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as error: error.close()
"""


def report(folder, options, variable, requests):
    """Runs a client under `exec`, and returns the file and what the program printed."""
    script = folder / "client.py"
    script.write_text(CLIENT)
    file = folder / "run.html"
    command = ["python3", script, json.dumps(requests), variable]
    done = run("exec", *options, "--report", file, "--", *command, env=NO_CI)
    assert file.exists(), done.stderr
    return file, done


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A run with an exact answer, a miss, and two sessions."""
    german = CANADA.apollo_body() | {"variables": {"code": "DE"}}
    requests = [["first", CANADA.apollo_body()], ["second", german], ["first", CANADA.apollo_body()]]
    file, done = report(tmp_path_factory.mktemp("report"), RECORDINGS, "UNDERSTUDY_URL_COUNTRIES", requests)
    assert done.returncode == 1, "one request missed"
    return file


@pytest.fixture
def look(chromium):
    """Opens a report. Every request but that for the file itself is refused, and fails the test."""
    opened = []

    def look(file, javascript=True, **options):
        context = chromium.new_context(java_script_enabled=javascript, viewport={"width": 1280, "height": 900}, **options)
        sent = []

        def refuse(route):
            if route.request.url.startswith("file:") and route.request.is_navigation_request():
                return route.continue_()
            sent.append(route.request.url)
            return route.abort()

        context.route("**/*", refuse)
        dashboard = Dashboard(context, "")
        dashboard.page.goto(file.as_uri())
        opened.append((dashboard, sent))
        return dashboard

    yield look
    for dashboard, sent in opened:
        dashboard.context.close()
        assert sent == []
        assert dashboard.unexpected == []


def test_the_title_is_the_commands_name(ran, look):
    page = look(ran).page
    assert page.title().endswith(" · python3")
    expect(page.get_by_role("banner")).to_contain_text("python3")
    expect(page.get_by_role("heading", name="3 requests")).to_be_visible()
    expect(page.locator("pre").filter(has_text=str(ran.parent / "client.py")).first).to_be_visible()


def test_requests_are_in_order_of_time_with_their_bodies(ran, look):
    dashboard = look(ran)
    page = dashboard.page
    page.get_by_role("link", name="Requests").click()
    rows = dashboard.rows("Requests")
    expect(rows).to_have_count(3)
    assert [row.inner_text().split("\n")[1].strip() for row in rows.all()] == ["exact", "miss", "exact"]
    rows.first.click()
    request = page.get_by_role("article", name="Request 1")
    expect(request.get_by_role("tree", name="Answer").get_by_text('"Canada"').first).to_be_visible()
    expect(request.get_by_role("group", name="Document")).to_contain_text("query CountryDetail($code: ID!)")
    # The filter looks into bodies, too.
    page.get_by_role("searchbox", name="Filter by text").fill("ottawa")
    expect(rows).to_have_count(2)
    page.get_by_role("searchbox", name="Filter by text").fill("")
    page.get_by_role("combobox", name="Filter by session").select_option("second")
    expect(rows).to_have_count(1)
    page.get_by_role("combobox", name="Filter by session").select_option("")
    page.get_by_role("button", name="Group by session").click()
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("first 2 requests")
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


def test_misses_are_differences_with_their_command(ran, look):
    page = look(ran).page
    page.get_by_role("link", name="Misses 1").click()
    page.get_by_role("region", name="List of misses").get_by_role("link").click()
    miss = page.get_by_role("article", name="Miss 1")
    expect(miss).to_contain_text('Variable code: recorded "CA", this request "DE"')
    expect(miss.get_by_role("insertion").locator("mark")).to_have_text("DE")
    expect(miss).to_contain_text("understudy ")
    expect(miss.get_by_role("button", name="Pin an answer…")).to_have_count(0)


def test_sessions_and_coverage(ran, look):
    page = look(ran).page
    expect(page.get_by_text("Schema coverage")).to_be_visible()
    page.get_by_role("link", name="Sessions").click()
    expect(page.get_by_role("article", name="first").get_by_role("list")).to_contain_text("exact 2")
    expect(page.get_by_role("article", name="second").get_by_role("list")).to_contain_text("miss 1")
    expect(page.get_by_role("button", name="Begin a session…")).to_have_count(0)


def test_without_javascript_the_text_is_there(ran, look):
    page = look(ran, javascript=False).page
    text = page.locator("body").inner_text()
    for part in ("client.py", "query CountryDetail", "miss", "Schema coverage"):
        assert part.lower() in text.lower(), part


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_report_fits_and_is_accessible(width, scheme, ran, look):
    page = look(ran, color_scheme=scheme).page
    page.set_viewport_size({"width": width, "height": 900})
    for path in ("overview", "requests/1", "misses/1", "sessions"):
        page.goto(f"{ran.as_uri()}#/{path}")
        expect(page.locator("nav a[aria-current=page]")).to_have_attribute("href", f"#/{path.split('/')[0]}")
        assert max(page.evaluate(WIDTHS_OF_THE_PAGE)) <= width, path
        size, lines = pixels(page.screenshot())
        assert size == (width, 900) and lines > 20, path
        problems = violations(page)
        assert not problems, f"{path}\n" + "\n".join(problems)


def test_text_is_text_in_a_report(look, tmp_path_factory):
    folder = tmp_path_factory.mktemp("awkward")
    options = record(folder)
    requests = [[SESSION, {"query": QUERY, "variables": {"text": text}}] for text in (IMAGE, SCRIPT)]
    requests.append(["plain", {"query": QUERY, "variables": {"text": IMAGE}}])
    file, _ = report(folder, options, "UNDERSTUDY_URL_BOARD", requests)
    dashboard = look(file)
    page = dashboard.page
    page.get_by_role("link", name="Requests").click()
    expect(dashboard.rows("Requests")).to_have_count(3)
    expect(dashboard.rows("Requests").first).to_contain_text(SESSION)
    for path in ("requests/1", "requests/3", "misses/1", "sessions"):
        page.goto(f"{file.as_uri()}#/{path}")
        expect(page.locator("nav a[aria-current=page]")).to_have_attribute("href", f"#/{path.split('/')[0]}")
        assert page.evaluate("document.querySelectorAll('img, iframe, main script').length") == 0
    page.goto(f"{file.as_uri()}#/requests/3")
    expect(page.get_by_role("tree", name="Answer")).to_contain_text(SCRIPT)
    assert dashboard.dialogs == []
