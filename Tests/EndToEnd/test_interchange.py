"""`understudy import`, `export` and `manifest`: in from other tools, replayed, and out again."""

import json
import re
import subprocess
import time

import pytest
from clients import post
from harness import BINARY, ROOT, run, running, tree, understudy
from subscribers import subscribed

CAPTURES = ROOT / "Tests" / "InterchangeTests" / "Fixtures"
COUNTRY = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"


def bring(folder, *arguments):
    return run("import", *arguments, "--recordings", folder, "--schemas", folder.parent / "schemas")


def replaying(folder):
    return running(understudy("replay", "--recordings", folder, "--schemas", folder.parent / "schemas"))


def country(server, code):
    return post(f"{server.origin}/countries", {"query": COUNTRY, "variables": {"code": code}})


@pytest.mark.parametrize(
    ("file", "arguments", "codes"),
    [
        ("chrome.har", (), "CA FR"),
        ("safari.har", (), "CA"),
        ("playwright/trace.har", (), "CA"),
        ("polly.har", (), "CA FR"),
        ("mitmproxy.har", (), "CA FR"),
        ("proxay.yml", ("--endpoint", "countries"), "CA FR"),
    ],
)
def test_what_a_tool_has_captured_is_replayed(folder, file, arguments, codes):
    result = bring(folder, CAPTURES / file, *arguments)
    assert result.returncode == 0, result.stderr
    assert f"Imported into {folder}/countries. Replay it: understudy replay --endpoint countries" in result.stderr
    expected = {"CA": {"name": "Canada", "capital": "Ottawa"}, "FR": {"name": "France", "capital": "Paris"}}
    with replaying(folder) as server:
        for code in codes.split():
            assert country(server, code).json == {"data": {"country": expected[code]}}
        assert "UNDERSTUDY_NO_RECORDING" in json.dumps(country(server, "XX").json)
    assert run("scan", "--recordings", folder).returncode == 0
    # Again: nothing new, not a byte changed.
    before = tree(folder)
    again = bring(folder, CAPTURES / file, *arguments)
    assert again.returncode == 0 and re.search(r"^(\d+) requests?: \1 known$", again.stderr, re.MULTILINE), again.stderr
    assert tree(folder) == before


def test_a_log_in_is_replayed_without_its_secrets(folder):
    assert bring(folder, CAPTURES / "firefox.har").returncode == 0
    written = b"".join(tree(folder).values())
    assert b"q7Zr2LxV9mKcT4wB8nYd5sHf" not in written and b"correct horse" not in written
    scanned = run("scan", "--recordings", folder)
    assert scanned.returncode == 0, scanned.stdout
    log_in = "mutation LogIn($email: String!, $password: String!) { logIn(email: $email, password: $password) { token } }"
    with replaying(folder) as server:
        url = f"{server.origin}/shop"
        variables = {"email": "ann@example.org", "password": "correct horse battery"}
        token = post(url, {"query": log_in, "variables": variables}).json["data"]["logIn"]["token"]
        cart = post(url, {"query": "query Cart { cart { total } }"}, "-H", f"Authorization: Bearer {token}")
        assert cart.json == {"data": {"cart": {"total": "12.50"}}}


def test_the_events_of_a_websocket_are_replayed(folder):
    assert bring(folder, CAPTURES / "chrome-websocket.har").returncode == 0
    with replaying(folder) as server:
        url = f"{server.origin}/launches"
        book = "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { success } }"
        booked = {"query": "query Booked { trips { id } }"}
        assert post(url, booked).json == {"data": {"trips": []}}
        assert post(url, {"query": book, "variables": {"id": "25"}}).json == {"data": {"bookTrips": {"success": True}}}
        assert post(url, booked).json == {"data": {"trips": [{"id": "25"}]}}
        query = "subscription TripsBooked { tripsBooked }"
        with subscribed(server, "graphql-transport-ws", query, endpoint="launches", session="other") as subscriber:
            assert subscriber.next() == {"data": {"tripsBooked": 0}}
            sent = post(url, {"query": book, "variables": {"id": "25"}}, "-H", "X-Understudy-Session: other")
            assert sent.json == {"data": {"bookTrips": {"success": True}}}
            assert subscriber.next() == {"data": {"tripsBooked": 1}}


def test_an_import_that_was_stopped_is_completed_by_another(folder, tmp_path):
    entry = json.loads((CAPTURES / "safari.har").read_text())["log"]["entries"][0]
    entries = []
    for number in range(300):
        body = {"query": COUNTRY, "variables": {"code": str(number)}}
        request = {**entry["request"], "postData": {"mimeType": "application/json", "text": json.dumps(body)}}
        entries.append({**entry, "request": request})
    har = tmp_path / "many.har"
    har.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))
    whole = tmp_path / "whole"
    assert bring(whole, har).returncode == 0
    stopped = [BINARY, "import", har, "--recordings", folder, "--schemas", folder.parent / "schemas"]
    process = subprocess.Popen(stopped, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(list(folder.glob("countries/*/*.json"))) < 20 and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert bring(folder, har).returncode == 0
    assert tree(folder) == tree(whole)


def test_nothing_is_written_where_the_file_cannot_be_read(folder, tmp_path):
    whole = (CAPTURES / "chrome.har").read_text()
    broken = tmp_path / "broken.har"
    broken.write_text(whole[: len(whole) // 2])
    result = bring(folder, CAPTURES / "safari.har", broken)
    assert result.returncode == 2
    assert f"understudy: {broken}:" in result.stderr and "it is incomplete" in result.stderr
    assert not folder.exists()
    bodiless = json.loads(whole)
    for entry in bodiless["log"]["entries"]:
        entry["response"]["content"].pop("text", None)
        entry["response"]["content"]["size"] = 100
    broken.write_text(json.dumps(bodiless))
    result = bring(folder, broken)
    assert result.returncode == 2 and "Save it again with content" in result.stderr
    assert not folder.exists()


def test_shipped_recordings_go_out_as_a_har_and_come_back(folder, tmp_path):
    for endpoint in sorted(path.name for path in (ROOT / "recordings").iterdir() if path.is_dir()):
        har = tmp_path / f"{endpoint}.har"
        out = run("export", "har", "--endpoint", endpoint, "--recordings", ROOT / "recordings", "--output", har)
        assert out.returncode == 0 and "skipped" not in out.stderr, out.stderr
        printed = run("export", "har", "--endpoint", endpoint, "--recordings", ROOT / "recordings")
        assert json.loads(printed.stdout) == json.loads(har.read_text())
        assert run("scan", "--recordings", ROOT / "recordings").returncode == 0
        # The rules and the salt go with the recordings, as when they are recorded anew.
        source, target = ROOT / "recordings" / endpoint, folder / endpoint
        target.mkdir(parents=True)
        for name in ("endpoint.yaml", "redaction-salt", "README.md"):
            if (source / name).exists():
                (target / name).write_bytes((source / name).read_bytes())
        back = run("import", har, "--endpoint", endpoint, "--recordings", folder, "--schemas", ROOT / "schemas")
        assert back.returncode == 0, back.stderr
        assert tree(target) == tree(source)


def test_handlers_of_msw_and_what_is_left_out(tmp_path):
    module = tmp_path / "handlers.js"
    out = run("export", "msw", "--endpoint", "rocket-reserver", "--recordings", ROOT / "recordings", "--output", module)
    assert out.returncode == 0
    assert "subscription.TripsBooked" in out.stderr and "a subscription, which these handlers do not support" in out.stderr
    assert "from 'msw'" in module.read_text()
    missing = run("export", "msw", "--endpoint", "nowhere", "--recordings", ROOT / "recordings")
    assert missing.returncode == 2 and 'There is no endpoint "nowhere" in ' in missing.stderr


def test_a_manifest_says_what_is_not_recorded(folder):
    assert bring(folder, CAPTURES / "safari.har").returncode == 0
    result = run("manifest", CAPTURES / "apollo-manifest.json", "--recordings", folder)
    assert result.returncode == 1
    assert result.stdout.splitlines()[0] == "not recorded: query Continents"
    assert result.stdout.splitlines()[1].startswith("countries: 1 of 2 operations recorded, 1 missing.")
    assert bring(folder, CAPTURES / "mitmproxy.har").returncode == 0
    result = run("manifest", CAPTURES / "apollo-manifest.json", "--recordings", folder, "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout.splitlines()[-1]) == {
        "event": "summary", "endpoint": "countries", "operations": 2, "missing": 0,
    }
    wrong = run("import", CAPTURES / "apollo-manifest.json", "--recordings", folder)
    assert wrong.returncode == 2 and "understudy manifest FILE --endpoint NAME" in wrong.stderr
