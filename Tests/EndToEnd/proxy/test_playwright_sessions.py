"""The recipe for Playwright: contexts of one browser, each with a session of its own, recorded and replayed."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import subprocess
import threading

import pytest
from harness import ROOT, running, understudy
from proxied import NOTES, URL, world

GUIDE = ROOT / "Sources/understudy/understudy.docc/Recipes/ProxyClients.md"
PYTHON = ROOT / ".test-env/browser/bin/python"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# A test that sends three requests, and prints the answers.
TEST = f"""
import sys
from playwright.sync_api import sync_playwright
ASK = '''async query => (await fetch("{URL}", {{ method: "POST", headers: {{ "content-type": "application/json" }},
  body: JSON.stringify({{ query }}) }})).text()'''
proxy, site, session = sys.argv[1:]
with sync_playwright() as playwright:
    RECIPE
    page.goto(site)
    for query in ("{NOTES}", 'mutation Add {{ addNote(text: "' + session + '") {{ text }} }}', "{NOTES}"):
        print(page.evaluate(ASK, query))
    browser.close()
"""


@pytest.fixture
def site(tmp_path):
    """The page's server, on this machine."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text('<link rel="icon" href="data:,"><p>Notes</p>')

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=tmp_path / "site"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.skipif(not (CHROMIUM and PYTHON.exists()), reason="Chromium or Playwright is not there")
def test_a_session_for_each_context(site, tmp_path):
    [recipe] = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.M | re.S)
    for text, real in (
        ('args=["', f'executable_path="{CHROMIUM}", args=["--no-sandbox", "--disable-dev-shm-usage", "'),
        ('"http://127.0.0.1:4000"', "proxy"),
        ('"test-1"', "session"),
    ):
        assert recipe.count(text) == 1
        recipe = recipe.replace(text, real)
    (tmp_path / "test.py").write_text(TEST.replace("RECIPE", recipe.rstrip().replace("\n", "\n    ")))
    # A known endpoint: Understudy answers for it that a page of another origin may send requests.
    (tmp_path / "recordings/example").mkdir(parents=True)
    (tmp_path / "recordings/example/endpoint.yaml").write_text(f"upstream: {URL}\n")
    (tmp_path / "real").mkdir()
    printed = []
    with world(tmp_path / "real") as real:
        for words in (["record", *real.trust], ["replay", "--ca-folder", real.local.parent]):
            with running(understudy(*words, "--sessions-by-proxy-user", "--pass", "127.0.0.1", cwd=tmp_path)) as server:
                for session in ("test-1", "test-2"):
                    command = [PYTHON, tmp_path / "test.py", server.origin, site, session]
                    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
                    assert done.returncode == 0, done.stderr
                    printed.append(done.stdout)
                assert server.stop() == 0, server.stderr
                # The browser's first request has no user name, which is no refusal.
                assert words[0] == "record" or server.stderr.endswith("\nNo misses."), server.stderr
    assert printed[:2] == printed[2:] and "test-1" in printed[0] and "test-2" in printed[1]
    assert len(list((tmp_path / "recordings/example/sessions").glob("*.json"))) == 2
