"""Headless Chromium as a client of the proxy: a page of one host requests the API of another, both by their real names."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import tempfile
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from certificates import Pair, key_hash
from harness import ROOT
from http_server import answer, sent_body, serving
from proxied import HOST, URL, intercepted

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not there: Tests/setup-test-env.sh --browser")

APP = "app.example.test"

PAGE = f"""<!DOCTYPE html><meta charset="utf-8"><title>An app</title><pre></pre><script>
const post = async query => (await fetch("{URL}", {{
  method: "POST", headers: {{ "content-type": "application/json" }}, body: JSON.stringify({{ query }}),
}})).text();
(async () => {{
  let seen = [];
  try {{
    for (const query of ["{{ count }}", "mutation {{ increment }}", "{{ count }}"]) seen.push(await post(query));
  }} catch (error) {{ seen = String(error); }}
  document.querySelector("pre").textContent = "seen: " + JSON.stringify(seen);
}})();
</script>"""
SEEN = [{"data": {"count": 0}}, {"data": {"increment": 1}}, {"data": {"count": 1}}]
# For this machine, and for the answers to come before the page is printed.
FLAGS = "--no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --virtual-time-budget=20000"


def port(url: str) -> str:
    return url.split(":")[2].split("/")[0]


class API:
    """A counter, for pages of other hosts."""

    def __init__(self) -> None:
        self.count = 0

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        body = sent_body(handler)
        cors = {"access-control-allow-origin": f"https://{APP}", "access-control-allow-headers": "content-type"}
        if handler.command == "OPTIONS":
            return answer(handler, b"", 204, **cors)
        is_mutation = json.loads(body)["query"].startswith("mutation")
        self.count += is_mutation
        data = {"increment" if is_mutation else "count": self.count}
        return answer(handler, json.dumps({"data": data}).encode(), **cors)


def of_the_guide(beginning: str) -> str:
    """The commands of a block in the guide."""
    text = (ROOT / "Sources/understudy/understudy.docc/ForwardProxy.md").read_text("utf-8")
    (block,) = re.findall(rf"```sh\n({re.escape(beginning)}.*?)```", text, re.DOTALL)
    return block


def trusting_by_hash(browser: str, page: Pair, _: Path) -> str:
    """The page has a certificate of its own, since its host passes."""
    return browser.replace('"$UNDERSTUDY_CA_HASH"', f'"$UNDERSTUDY_CA_HASH,{key_hash(page.certificate)}"')


def trusting_by_database(browser: str, _: Pair, company: Path) -> str:
    """In a home folder that is the browser's alone."""
    database = of_the_guide("mkdir -p")
    home = 'export HOME=$(mktemp -d); unset XDG_DATA_HOME XDG_CONFIG_HOME\n'
    own = database.splitlines()[-1].replace("-n understudy", "-n company").replace('"$UNDERSTUDY_CA"', str(company))
    return home + database + own + "\n" + re.sub(r"--ignore-certificate-errors-spki-list=\S+", "", browser)


@pytest.fixture
def temporary():
    """A folder with a short path: sockets below it have at most 107 bytes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield {**os.environ, "TMPDIR": folder}


@pytest.mark.parametrize("trusting", [
    pytest.param(trusting_by_hash, id="hash"),
    pytest.param(trusting_by_database, id="database", marks=pytest.mark.skipif(
        not shutil.which("certutil"), reason="certutil is missing: Tests/setup-test-env.sh --browser")),
])  # fmt: skip
def test_a_page_that_requests_an_api_of_another_host(real, tmp_path, temporary, trusting):
    """Recorded, and replayed without the API. Only the page's own host passes, as it has no recording."""
    api, company = API(), real.company.pair.certificate
    own = real.company.issue("app", alternatives=f"DNS:{APP},DNS:{HOST}")
    browser = of_the_guide("chromium").replace("app.example.com", APP)
    script = trusting(browser, own, company).replace("chromium --headless", f"exec {CHROMIUM} --headless {FLAGS}", 1)

    def seen(*arguments: object) -> list[object]:
        page = intercepted(["sh", "-ec", script], "--pass", APP, *arguments, cwd=tmp_path, env=temporary)
        assert "seen: " in page, page
        return [json.loads(text) for text in json.loads(html.unescape(page.split("seen: ")[1].split("</pre>")[0]))]

    with serving(lambda handler: answer(handler, PAGE.encode(), content_type="text/html"), own) as url:
        app = ["--resolve", f"{APP}=127.0.0.1:{port(url)}"]
        with serving(api.respond, own) as url:
            place = ["--upstream-ca", company, "--resolve", f"{HOST}=127.0.0.1:{port(url)}"]
            assert seen("--mode", "record", *place, *app) == SEEN
        assert seen(*app) == SEEN
    assert api.count == 1
