"""The dashboard in a browser: a page that fails its test for every error that nobody expected."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import struct
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clients
from axe_playwright_python.sync_playwright import Axe
from harness import ROOT, Server, understudy
from operations import Operation, apollo_text, country_detail
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    or (str(MAC) if MAC.exists() else None)
)  # fmt: skip
NO_CHROMIUM = "Chromium is not installed: run Tests/setup-test-env.sh, or install Google Chrome on macOS"
# To test changes of the page without a build: the page's files are then read from this folder.
PAGE_FOLDER = os.environ.get("UNDERSTUDY_TEST_PAGE")
# In CI, nothing may be written or recorded.
NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
CANADA = country_detail("CA")
# As it is recorded, so it is answered exactly.
RECORDED = Operation("CountryDetail as recorded", apollo_text(CANADA.text), CANADA.name, CANADA.variables)
HEADER = "X-Understudy-Session"
# A view may scroll up and down. Only tables and code may scroll sideways.
WIDTHS_OF_THE_PAGE = """[document.documentElement, document.body, document.querySelector("main"), document.querySelector(".view")]
  .map((element) => element.scrollWidth)"""
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
VIEWS = ["live", "misses", "recordings", "explorer", "coverage", "sessions", "data"]

# The first debug build of a page may take a while on a machine with much to do.
expect.set_options(timeout=10_000)


class Dashboard:
    """An open page. `problems` are errors, failed requests and CSP violations that the test did not expect."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.context = context
        self.origin = origin
        self.page = context.new_page()
        self.problems: list[str] = []
        self.dialogs: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        page = self.page
        page.set_default_timeout(10_000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("response", lambda answer: answer.status >= 400 and self.problems.append(f"status {answer.status}: {answer.url}"))
        page.on("requestfailed", self._failed)
        page.on("dialog", self._dialog)

    def _console(self, message: Any) -> None:
        # Chromium repeats each bad status, without its URL.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Any) -> None:
        # A view that closes ends its requests.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.failure} {request.url}")

    def _dialog(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def expects(self, *patterns: str) -> None:
        """Problems that match are part of the test."""
        self._expected += map(re.compile, patterns)

    @property
    def unexpected(self) -> list[str]:
        return [problem for problem in self.problems if not any(pattern.search(problem) for pattern in self._expected)]

    def open(self, path: str = "live") -> Page:
        """Goes to a view and waits until it is there."""
        self.page.goto(f"{self.origin}/#/{path}")
        expect(self.page.locator("nav a[aria-current=page]")).to_be_visible()
        # A view that is loaded late begins with a spinner.
        expect(self.page.locator(".view .spinner")).to_have_count(0)
        return self.page

    def rows(self, label: str = "Live") -> Locator:
        return self.page.get_by_role("listbox", name=label, exact=True).get_by_role("option")

    def copied(self) -> str:
        return self.page.evaluate("navigator.clipboard.readText()")


@contextlib.contextmanager
def dashboards(browser: Browser) -> Iterator[Any]:
    """A function that opens pages. At the end, none may have had a problem."""
    opened: list[Dashboard] = []

    def show(server: Server | str, path: str | None = "live", width: int = 1280, height: int = 900, **options: Any) -> Dashboard:
        origin = server if isinstance(server, str) else server.origin
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        if PAGE_FOLDER:
            context.route("**/__understudy/page/*", lambda route: route.fulfill(path=Path(PAGE_FOLDER, route.request.url.rsplit("/", 1)[1])))
        dashboard = Dashboard(context, origin)
        opened.append(dashboard)
        if path is not None:
            dashboard.open(path)
        return dashboard

    try:
        yield show
    finally:
        for dashboard in opened:
            dashboard.context.close()
    if problems := [problem for dashboard in opened for problem in dashboard.unexpected]:
        raise AssertionError("the page reported:\n" + "\n".join(problems))


@contextlib.contextmanager
def client_beside(server: Server, operation: Operation = RECORDED, session: str = "beside") -> Iterator[list[str]]:
    """A program with PyPI's gql that sends a request again and again. None may miss."""
    stop = threading.Event()
    sources: list[str] = []
    problems: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set():
                sources.append(clients.execute("requests", f"{server.origin}/countries/~{session}", operation).source)
                stop.wait(0.1)
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield sources
    finally:
        stop.set()
        thread.join(30)
    assert problems == [] and sources and set(sources) <= {"recorded", "fake"}, (problems, set(sources))


def send(server: Server, query: str, endpoint: str = "countries", session: str | None = None, **variables: Any) -> clients.Reply:
    """Sends a request with curl."""
    body = {"query": query, **({"variables": variables} if variables else {})}
    return clients.post(f"{server.origin}/{endpoint}", body, *(["-H", f"{HEADER}: {session}"] if session else []))


def own_recordings(folder: Path, *endpoints: str) -> Path:
    """A copy of the shipped recordings, to be changed."""
    for endpoint in endpoints or ("countries", "rocket-reserver"):
        shutil.copytree(ROOT / "recordings" / endpoint, folder / endpoint)
    return folder


def replaying(folder: Path, *arguments: object, mode: str = "replay", **options: Any) -> Server:
    options.setdefault("env", NO_CI)
    return understudy(mode, "--recordings", folder, "--schemas", ROOT / "schemas", *arguments, **options)


def pixels(picture: bytes) -> tuple[tuple[int, int], int]:
    """The size of a PNG, and the number of its different lines."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, size, channels = 8, b"", (0, 0), 3
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        content = picture[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", content[:8])
            channels = {2: 3, 6: 4}[content[9]]
        elif kind == b"IDAT":
            data += content
        at += 12 + length
    raw = zlib.decompress(data)
    stride = size[0] * channels + 1
    return size, len({raw[start : start + stride] for start in range(0, len(raw), stride)})


def violations(page: Page) -> list[str]:
    """What axe-core finds."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']} {node['html'][:150]}" for each in found for node in each["nodes"]
    ]
