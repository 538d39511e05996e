"""The recipe for Playwright: the Python files with the real Playwright in Chromium, of TypeScript's the commands."""

from __future__ import annotations

import re
import shutil

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
    record, replay = PAGE.shell("--mode record").splitlines()
    assert "1 passed" in project.passes(record.replace(COUNTRIES, f"{countries.origin}/"), CHROMIUM=str(sandbox))
    text = project.passes(replay, CHROMIUM=str(sandbox))
    assert "1 passed" in text and "1 exact" in text
    page = project.root / "index.html"
    page.write_text(page.read_text().replace('code: "CA"', 'code: "DE"'))
    text = project.fails(replay, CHROMIUM=str(sandbox))
    assert PAGE.shown("No recording of").strip() in text and "1 failed" in text


def test_what_the_configuration_starts(project):
    """Of `webServer`: the stand-in's command, until its URL answers as Playwright waits for it. The page may ask it."""
    project.take("countries")
    text = PAGE.file("playwright.config.ts")
    port = closed_port()
    [command] = re.findall(r'command: "(understudy [^"]+)"', text)
    [url] = re.findall(r'\n {6}url: "([^"]+4000[^"]*)"', text)
    [api] = re.findall(r'VITE_API_URL: "([^"]+)"', text)
    [origin] = re.findall(r'baseURL: "([^"]+)"', text)
    asked = '{"query": "{ countries { code } }"}'
    with running(project.start(with_port(command, port))):
        assert clients.curl(with_port(url, port)).status == 200
        headers = ["-H", f"Origin: {origin}", "-H", "X-Understudy-Session: 7e6bfb9a-1b1a-4b52-9d4e-0d1c8e1f3f5a"]
        answer = clients.post(with_port(api, port), asked, *headers)
        assert answer.header("access-control-allow-origin") in (origin, "*")
        [misses] = re.findall(r'request\.get\("([^"]+)"\)', PAGE.file("tests/countries.spec.ts"))
        assert len(clients.curl(with_port(misses, port)).json["misses"]) == 1
        foreign = clients.post(with_port(api, port), asked, "-H", "Origin: https://app.example")
        assert foreign.status == 403 and foreign.message.startswith('A page of "https://app.example"')


def test_without_web_server(project):
    """The line for CI, with an `npx` that asks as the page does."""
    project.take("countries")
    [command] = [said for said in re.findall(r"`(understudy exec [^`]+)`", PAGE.text) if "npx" in said]
    port = closed_port()
    asked = """-H 'content-type: application/json' -d '{"query": "{ countries { code } }"}'"""
    url = f"http://127.0.0.1:{port}/countries"
    project.program("npx", f"[ \"$*\" = 'playwright test' ] && curl --silent --noproxy '*' {asked} {url}\n")
    assert "1 miss" in project.fails(with_port(command, port))
    assert (project.root / "understudy" / "report.html").exists()
