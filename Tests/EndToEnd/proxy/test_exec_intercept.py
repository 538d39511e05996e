"""`exec --intercept`: real clients, whose code names the real API and nothing else, recorded and replayed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from harness import run
from proxied import ADD, NOTES, URL, recorded_and_replayed

# Each prints the text of the first note, or `nothing`.
REQUESTS = f"""
import requests
def ask(query): return requests.post("{URL}", json={{"query": query}}, timeout=20).json()["data"]
"""
HTTPX = f"""
import httpx
def ask(query): return httpx.post("{URL}", json={{"query": query}}, timeout=20).json()["data"]
"""
URLLIB = f"""
import json, urllib.request
def ask(query):
    request = urllib.request.Request("{URL}", json.dumps({{"query": query}}).encode(), {{"content-type": "application/json"}})
    with urllib.request.urlopen(request, timeout=20) as answer: return json.load(answer)["data"]
"""
AIOHTTP = f"""
import aiohttp, asyncio
async def asking(query):
    async with aiohttp.ClientSession(trust_env=True) as session, session.post("{URL}", json={{"query": query}}) as answer:
        return (await answer.json())["data"]
def ask(query): return asyncio.run(asking(query))
"""
FLOW = f"""
before = ask("{NOTES}")["notes"]
ask({ADD!r})
print(before, ask("{NOTES}")["notes"])
"""
SHELL = f"""
ask() {{ curl -sS --max-time 20 {URL} -H content-type:application/json -d "{{\\"query\\": \\"$1\\"}}"; }}
ask '{NOTES}'; ask 'mutation Add {{ addNote(text: \\"hello\\") {{ text }} }}'; ask '{NOTES}'
"""
NODE = f"""
const ask = async query => (await fetch("{URL}", {{ method: "POST", headers: {{ "content-type": "application/json" }},
  body: JSON.stringify({{ query }}) }})).json();
const before = await ask("{NOTES}"); await ask({ADD!r}); console.log(JSON.stringify([before, await ask("{NOTES}")]));
"""


def node_reads_variables() -> bool:
    """From 22.21 and 24.5 on, `fetch` reads the variables of proxies."""
    node = shutil.which("node")
    if not node:
        return False
    help_text = subprocess.run([node, "--help"], capture_output=True, text=True, check=False).stdout
    return "use-env-proxy" in help_text


CLIENTS = {
    "curl": ["bash", "-c", SHELL],
    "requests": [sys.executable, "-c", REQUESTS + FLOW],
    "httpx": [sys.executable, "-c", HTTPX + FLOW],
    "urllib": [sys.executable, "-c", URLLIB + FLOW],
    "aiohttp": [sys.executable, "-c", AIOHTTP + FLOW],
    "node": ["node", "--input-type=module", "-e", NODE],
}


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_of_the_real_url(client, place, tmp_path):
    if client == "node" and not node_reads_variables():
        pytest.skip("this Node.js reads no variables for proxies")
    assert "hello" in recorded_and_replayed(CLIENTS[client], place, tmp_path)
    assert sorted(path.name for path in (tmp_path / "recordings").iterdir()) == ["example"]


def test_a_session_for_each_test(place, tmp_path):
    """Tests in parallel, each on the port of its worker; the endpoint is made in the middle of a session."""
    (tmp_path / "test_notes.py").write_text(REQUESTS + f'''
import pytest
@pytest.mark.parametrize("number", range(4))
def test_note(number):
    count = len(ask("{NOTES}")["notes"])
    ask({ADD!r})
    assert len(ask("{NOTES}")["notes"]) == count + 1
''')  # fmt: skip
    pytest_command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    recorded = run("exec", "--mode", "record", "--intercept", "--each-test", "pytest", *place, "--", *pytest_command,
                   cwd=tmp_path)  # fmt: skip
    assert recorded.returncode == 0, recorded.stdout + recorded.stderr
    assert len(list((tmp_path / "recordings/example/sessions").glob("*.json"))) == 4, recorded.stderr
    for more in ([], ["-k", "2"], ["-p", "no:randomly"]):
        replayed = run("exec", "--intercept", "--each-test", "pytest", "--", *pytest_command, *more, cwd=tmp_path)
        assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def test_what_is_set(tmp_path, real, place):
    """The variables, their files, and that nothing remains of them."""
    (tmp_path / "recordings/api").mkdir(parents=True)
    (tmp_path / "recordings/api/endpoint.yaml").write_text("upstream: https://api.example.test/graphql\n")
    words = ["exec", "--mode", "record", "--intercept", "--allow-unused", "-v", "--", "bash", "-c"]
    done = run(*words, "env; grep -c BEGIN $SSL_CERT_FILE; ls $(dirname $SSL_CERT_FILE)", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    values = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    origin = values["UNDERSTUDY_URL"]
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        assert values[name] == values[name.lower()] == origin
        assert f"{name}={origin}" in done.stderr
    assert values["NO_PROXY"] == values["no_proxy"] == "localhost,127.0.0.1,::1"
    assert values["NODE_USE_ENV_PROXY"] == "1"
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"):
        assert values[name] == values["SSL_CERT_FILE"]
    assert values["NODE_EXTRA_CA_CERTS"] == values["DENO_CERT"] == values["UNDERSTUDY_CA"]
    # Certificates only: the key is nowhere.
    assert done.stdout.split()[-2:] == ["authority.pem", "bundle.pem"]
    assert not os.path.exists(os.path.dirname(values["SSL_CERT_FILE"]))


def test_an_api_on_this_machine_uses_the_proxy_too(tmp_path, countries):
    """Only then the names of this machine are no exceptions."""
    (tmp_path / "recordings/countries").mkdir(parents=True)
    (tmp_path / "recordings/countries/endpoint.yaml").write_text(f"upstream: {countries.origin}/\n")
    client = f"import requests; print(requests.post('{countries.origin}/', json={{'query': '{{ country(code: \"CA\") {{ name }} }}'}}).text)"
    for mode in ("record", "replay"):
        done = run("exec", "--mode", mode, "--intercept", "--", sys.executable, "-c", client, cwd=tmp_path)
        assert (done.returncode, "Canada" in done.stdout) == (0, True), done.stdout + done.stderr
    assert "Answered: 1 request" in done.stderr


def test_what_else_the_command_requests_escapes(tmp_path):
    (tmp_path / "recordings/api").mkdir(parents=True)
    (tmp_path / "recordings/api/endpoint.yaml").write_text("upstream: https://api.example.test/graphql\n")
    done = run("exec", "--intercept", "--allow-unused", "--", "sh", "-c", "curl -s https://telemetry.example/; true",
               cwd=tmp_path)  # fmt: skip
    assert done.returncode == 1 and "escaped: 1 request to telemetry.example" in done.stderr
