"""Fixtures of the tests of the dashboard."""

from __future__ import annotations

import contextlib

import pytest
from harness import running


# Playwright's event loop runs as long as the browser, and other tests have loops of their own. So each module has its own
# browser.
@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    from views import CHROMIUM, NO_CHROMIUM

    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, nor in most containers.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def serve():
    """Runs a server until the pages are closed."""
    with contextlib.ExitStack() as servers:
        yield lambda server: servers.enter_context(running(server))


@pytest.fixture
def show(chromium, serve):
    """Opens the dashboard of a server. The test fails if a page reports an error."""
    from views import dashboards

    with dashboards(chromium) as function:
        yield function
