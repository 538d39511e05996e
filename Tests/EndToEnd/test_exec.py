"""`understudy exec -- COMMAND`: replay around a test command."""

import json
import os
import signal
import sys

import pytest
from flows import one, record_all
from harness import BINARY, PATIENCE, Process, copy, eventually, run
from operations import Operation

ASK = """
import json, os, sys, urllib.request
def ask(code, url=None):
    body = {"query": "query Detail($code: ID!) { country(code: $code) { name } }", "variables": {"code": code}}
    request = urllib.request.Request(url or os.environ["UNDERSTUDY_URL_COUNTRIES"], json.dumps(body).encode(),
        {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))
"""


@pytest.fixture(scope="module")
def recordings(countries, tmp_path_factory):
    """Detail for CA and for JP."""
    folder = tmp_path_factory.mktemp("exec") / "recordings"
    record_all(countries, folder, [*one(detail("CA")), *one(detail("JP"))])
    return folder


def detail(code):
    return Operation(code, "query Detail($code: ID!) { country(code: $code) { name } }", "Detail", {"code": code})


def execute(recordings, script, *arguments):
    return run("exec", "--recordings", recordings, *arguments, "--", sys.executable, "-c", ASK + script)


def test_the_command_gets_the_urls(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    record_all(countries, folder, one(detail("CA")), endpoint="other-api.v2")
    done = execute(folder, "print(json.dumps({k: v for k, v in os.environ.items() if k.startswith('UNDERSTUDY_URL')}))")
    assert done.returncode == 0, done.stderr
    environment = json.loads(done.stdout.strip().splitlines()[-1])
    origin = environment["UNDERSTUDY_URL"]
    assert environment == {
        "UNDERSTUDY_URL": origin,
        "UNDERSTUDY_URL_COUNTRIES": f"{origin}/countries",
        "UNDERSTUDY_URL_OTHER_API_V2": f"{origin}/other-api.v2",
    }
    assert origin.startswith("http://127.0.0.1:")


def test_everything_recorded_and_used(recordings):
    done = execute(
        recordings, "assert [ask(c)['data']['country']['name'] for c in ('CA', 'JP')] == ['Canada', 'Japan']"
    )
    assert done.returncode == 0, done.stderr
    assert "unused" not in done.stderr.lower() and "never used" not in done.stderr.lower()


def test_what_was_not_used_is_listed(recordings):
    done = execute(recordings, "ask('CA')")
    assert done.returncode == 0, "what was not used is no failure"
    assert "JP" in done.stderr


def test_a_miss_fails_a_command_that_passes(recordings):
    done = execute(recordings, "assert 'errors' in ask('DE')")
    assert done.returncode == 1
    assert "Detail" in done.stderr and "DE" in done.stderr


@pytest.mark.parametrize("script", ["", "ask('CA')", "ask('DE')"], ids=["nothing asked", "answered", "missed"])
def test_the_commands_own_code_is_passed_through(script, recordings):
    assert execute(recordings, script + "\nsys.exit(7)").returncode == 7


def test_output_and_input_are_the_commands(recordings):
    done = execute(recordings, "print('to stdout'); print('to stderr', file=sys.stderr)")
    assert "to stdout" in done.stdout
    assert "to stderr" in done.stderr
    assert "http://" not in done.stdout, "stdout is the command's alone"


def test_a_command_that_is_not_there(recordings):
    done = run("exec", "--recordings", recordings, "--", "no-such-command-anywhere")
    assert done.returncode == 2
    assert "no-such-command-anywhere" in done.stderr


def test_no_command(recordings):
    assert run("exec", "--recordings", recordings).returncode == 64


def test_flags_of_the_command_are_its_own(recordings):
    done = run("exec", "--recordings", recordings, "--", "echo", "--port", "x", "--help")
    assert done.returncode == 0
    assert "--port x --help" in done.stdout


def test_a_signal_reaches_the_command(recordings, tmp_path):
    """Ctrl-C or a CI's SIGTERM ends the command too: nothing is left running."""
    mark = tmp_path / "pid"
    script = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep({PATIENCE * 2})"
    process = Process([str(BINARY), "exec", "--recordings", str(recordings), "--", sys.executable, "-c", script])
    try:
        eventually(lambda: process.process.poll() is not None or (mark.exists() and mark.read_text()), "the command runs")
        assert process.process.poll() is None, process.stderr
        pid = int(mark.read_text())
        assert process.stop(signal.SIGTERM) != 0

        def gone():
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
            return False

        eventually(gone, "the command has ended")
    finally:
        process.kill()


def test_the_command_sees_the_misses(recordings):
    script = """
ask('DE')
with urllib.request.urlopen(os.environ["UNDERSTUDY_URL"] + "/__understudy/misses") as response:
    assert "DE" in response.read().decode()
"""
    assert execute(recordings, script).returncode == 1


@pytest.mark.parametrize("script", [
    "try:\n    urllib.request.urlopen(os.environ['UNDERSTUDY_URL'] + '/contries', b'{}')\nexcept Exception: pass",
    "try:\n    ask('CA', os.environ['UNDERSTUDY_URL'] + '/countries?x') if 0 else "
    "urllib.request.urlopen(os.environ['UNDERSTUDY_URL_COUNTRIES'], b'{\"query\": \"{\"}')\nexcept Exception: pass",
])  # fmt: skip
def test_a_request_that_was_refused_fails_a_command_that_passes(recordings, script):
    """It got no answer, as a miss does not; a test that swallows errors must not hide it."""
    done = execute(recordings, script)
    assert done.returncode == 1, done.stderr
    assert "1 refusal" in done.stderr and "Refused: POST" in done.stderr


def test_two_endpoints_must_not_share_a_variable(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    for name in ("a-b", "a.b"):
        record_all(countries, folder, one(detail("CA")), endpoint=name)
    done = execute(folder, "pass")
    assert done.returncode == 2
    assert "a-b" in done.stderr and "a.b" in done.stderr and "UNDERSTUDY_URL_A_B" in done.stderr


def test_all_addresses_hand_out_a_url_that_works(recordings):
    done = execute(recordings, "assert ask('CA')['data']", "--host", "0.0.0.0")
    assert done.returncode == 0, done.stderr
