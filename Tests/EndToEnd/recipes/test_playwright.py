"""The recipe for Playwright: the Python files with the real Playwright in Chromium, of TypeScript's what they send."""

from __future__ import annotations

import json
import re
import shutil
from urllib.parse import quote

import clients
import pytest
from harness import closed_port, running
from pages import BROWSER_ENVIRONMENT, COUNTRIES, Page, Project, with_port

PAGE = Page("Playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

needs_browser = pytest.mark.skipif(
    not (CHROMIUM and BROWSER_ENVIRONMENT.exists()),
    reason="Chromium or Playwright is not there: Tests/setup-test-env.sh --browser",
)


@pytest.mark.long
@needs_browser
@pytest.mark.timeout(300)
def test_in_a_browser(countries, tmp_path):
    project = Project(tmp_path, bin=BROWSER_ENVIRONMENT)
    project.install()
    project.write(PAGE, "index.html", "test_page.py")
    # Chromium wants its sandbox unless it is root, which it is in a container.
    sandbox = tmp_path / "chromium"
    sandbox.write_text(f'#!/bin/sh\nexec {CHROMIUM} --no-sandbox --disable-dev-shm-usage "$@"\n')
    sandbox.chmod(0o755)
    record, replay = PAGE.shell("pytest test_page.py").splitlines()
    assert "2 passed" in project.passes(record.replace(COUNTRIES, f"{countries.origin}/"), CHROMIUM=str(sandbox))
    for command in (replay, f"{replay} -n 2"):
        text = project.passes(command, CHROMIUM=str(sandbox))
        assert "2 passed" in text and "2 exact" in text
    page = project.root / "index.html"
    page.write_text(page.read_text().replace('Canada: "CA"', 'Canada: "DE"'))
    text = project.fails(replay, CHROMIUM=str(sandbox))
    assert PAGE.shown("No recording of").strip() in text and "1 failed, 1 passed" in text


def control(origin, page, *flags, **members):
    return clients.post(f"{origin}/__understudy/{page}", json.dumps(members), *flags).json


def test_what_the_helper_sends(project, countries):
    """A page's requests have the header, those of the app's server do not."""
    project.take("countries")
    configuration = project.root / "recordings" / "countries" / "endpoint.yaml"
    configuration.write_text(f"upstream: {countries.origin}/\n")
    said = project.passes("understudy init playwright")
    helper = (project.root / "tests" / "understudy.ts").read_text()
    assert all(part in helper for part in ('"begin"', '"end"', "named, replace: true", '"X-Understudy-Session"'))
    assert 'import { test, expect } from "./understudy";' in said
    [api] = re.findall(r'VITE_API_URL: "([^"]+)"', PAGE.file("playwright.config.ts"))
    [page] = re.findall(r'baseURL: "([^"]+)"', PAGE.file("playwright.config.ts"))
    session = "tests/a.spec.ts > Canada > chromium"
    header = ["-H", f"X-Understudy-Session: {quote(session)}"]
    asked = [json.dumps({"query": '{ country(code: "%s") { name } }' % code}) for code in ("CA", "JP")]
    with running(project.start("understudy record")) as server:
        origin = f"http://127.0.0.1:{server.port}"
        token = control(origin, "begin", session=session, named=False, replace=True)["token"]
        from_page = clients.post(with_port(api, server.port), asked[0], *header, "-H", f"Origin: {page}")
        assert from_page.header("access-control-allow-origin") in (page, "*")
        clients.post(with_port(api, server.port), asked[1])
        ended = control(origin, "end", token=token, outcome="passed")
        assert [saved["requests"] for saved in ended["recorded"]] == [2]
        # Several workers: one test fails, and the other one is saved all the same.
        other = session.replace("Canada", "Japan")
        tokens = [control(origin, "begin", session=each, named=True, replace=True)["token"] for each in (other, "failing")]
        clients.post(with_port(api, server.port), asked[1], "-H", f"X-Understudy-Session: {quote(other)}")
        assert control(origin, "end", token=tokens[1], outcome="failed")["recorded"] == []
        ended = control(origin, "end", token=tokens[0], outcome="passed")
        assert [(saved["saved"], saved["requests"]) for saved in ended["recorded"]] == [(True, 1)]
    with running(project.start("understudy replay")) as server:
        origin = f"http://127.0.0.1:{server.port}"

        def begin():
            return control(origin, "begin", session=session, named=True, replace=True)

        begin()
        # The worker of the first attempt was killed.
        again = begin()
        assert again["replaced"] == session
        for text in asked:
            assert b"name" in clients.post(with_port(api, server.port), text, *header).body
        assert control(origin, "end", token=again["token"], outcome="passed")["misses"] == []
        third = begin()
        clients.post(with_port(api, server.port), '{"query": "{ countries { code phones } }"}', *header)
        assert len(control(origin, "end", token=third["token"], outcome="failed")["misses"]) == 1
        foreign = clients.post(with_port(api, server.port), asked[0], "-H", "Origin: https://app.example")
        assert foreign.status == 403 and foreign.message.startswith('A page of "https://app.example"')


def test_under_exec(project):
    """The command for TypeScript, with an `npx` that asks as the page does."""
    project.take("countries")
    _, command = PAGE.shell("npx playwright test").splitlines()
    port = closed_port()
    asked = """-H 'content-type: application/json' -d '{"query": "{ countries { code phones } }"}'"""
    url = f"http://127.0.0.1:{port}/countries"
    project.program("npx", f"[ \"$*\" = 'playwright test' ] && curl --silent --noproxy '*' {asked} {url}\n")
    assert "1 miss" in project.fails(with_port(command, port))
    assert (project.root / "understudy" / "report.html").exists()
