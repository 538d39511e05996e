"""`exec --each-test pytest`: fixtures wider than a test, with parameters, misses, failures and threads."""

import json

import pytest
from http_server import answer, sent_body, serving
from test_each_test import BINARY, PYTEST, shell

ASK = """
import json, os, pathlib, threading, urllib.request
import pytest

def ask(query, **variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(os.environ["API_URL"], body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        found = json.load(response)
    assert "errors" not in found, found
    return found["data"]
"""

PARAMETERS = """
@pytest.fixture(scope="module", params=["de", "en"])
def language(request):
    return request.param

@pytest.fixture(scope="module")
def catalog(language):
    return ask("query Catalog($of: String) { said(of: $of) }", of=language)["said"]

@pytest.fixture(scope="module")
def prices(request):
    return ask("query Prices($of: String) { said(of: $of) }", of=request.param)["said"]

def test_catalog(catalog, language):
    assert catalog == language

@pytest.mark.parametrize("prices", ["eur", "usd"], indirect=True, scope="module")
def test_prices(prices):
    assert prices in ("eur", "usd")
"""

SWALLOWS = """
@pytest.fixture(scope="session")
def flags():
    try:
        return ask("{ flags }")
    except Exception:
        return {}

def test_one(flags):
    assert ask("{ one }")

def test_two(flags):
    assert ask("{ two }")

def test_without():
    assert ask("{ three }")
"""

FAILS_ONCE = """
@pytest.fixture(scope="module")
def account():
    found = ask("{ account }")
    file = pathlib.Path("failed")
    if not file.exists():
        file.touch()
        raise ValueError("once")
    return found

def test_account(account):
    assert account
"""

THREAD = """
@pytest.fixture(scope="session")
def site():
    threading.Thread(target=threading.Event().wait, daemon=True).start()

def test_one(site):
    assert ask("{ one }")

def test_two(site):
    assert ask("{ two }")
"""


@pytest.fixture
def suite(tmp_path):
    """Runs a suite in a folder of its own, whose API answers with its variable, or with a number."""

    def respond(handler):
        asked = json.loads(sent_body(handler))
        name = asked["query"].strip("{ }").split()[0]
        said = {"said": asked["variables"]["of"]} if asked.get("variables") else {name: 1}
        answer(handler, json.dumps({"data": said}).encode())

    with serving(respond) as url:

        def run(text, *arguments, record=False):
            (tmp_path / "test_suite.py").write_text(ASK + text)
            mode = ["--mode", "record", "--upstream", url] if record else []
            options = ["--endpoint", "api", "--env", "API_URL=api", *mode]
            words = [BINARY, "exec", "--each-test", "pytest", *options, "--", *PYTEST, "-p", "no:randomly", *arguments]
            done = shell([str(word) for word in words], cwd=tmp_path)
            return done.returncode, done.stdout + done.stderr

        yield run


def test_each_parameter_has_its_own_recording(suite):
    for record in (True, False):
        code, said = suite(PARAMETERS, record=record)
        assert code == 0 and "4 passed" in said, said


def test_a_miss_of_a_fixture_fails_each_of_its_tests(suite):
    assert suite(SWALLOWS.replace('ask("{ flags }")', "{}"), record=True)[0] == 0
    for arguments in ((), ("--reruns", "1")):
        code, said = suite(SWALLOWS, *arguments)
        assert code == 1 and "1 passed, 2 errors" in said, said


def test_a_fixture_that_failed_is_set_up_again(suite, tmp_path):
    code, said = suite(FAILS_ONCE, "--reruns", "1", record=True)
    assert code == 0 and "1 passed, 1 rerun" in said, said
    (tmp_path / "failed").unlink()
    code, said = suite(FAILS_ONCE, "--reruns", "1")
    assert code == 0 and "1 passed, 1 rerun" in said, said


def test_a_server_of_all_tests_does_not_keep_the_first_one_going(suite):
    assert suite(THREAD, record=True)[0] == 0
    code, said = suite(THREAD)
    assert code == 0 and "2 passed" in said, said
    # Only the first test recorded it.
    code, said = suite(THREAD.replace("{ two }", "{ one }"))
    assert code == 1 and "1 failed, 1 passed" in said, said
