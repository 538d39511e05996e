"""`understudy exec -- COMMAND`: replay around a test command."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from flows import one, record_all
from harness import BINARY, PATIENCE, ROOT, Process, copy, eventually, run
from operations import Operation
from standing_in import standing_in

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


def shell(line, **options):
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=PATIENCE, check=False, **options)


def execute(recordings, script, *arguments):
    return run("exec", "--recordings", recordings, *arguments, "--", sys.executable, "-c", ASK + script)


def test_the_command_gets_the_urls(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    record_all(countries, folder, one(detail("CA")), endpoint="other-api.v2")
    script = "print(json.dumps({k: v for k, v in os.environ.items() if 'UNDERSTUDY_URL' in k}))"
    done = execute(folder, script, "--allow-unused")
    assert done.returncode == 0, done.stderr
    environment = json.loads(done.stdout.strip().splitlines()[-1])
    origin = environment["UNDERSTUDY_URL"]
    # xcodebuild passes variables with this prefix on to the tests, without the prefix, and no others.
    handed = {name.removeprefix("TEST_RUNNER_"): value for name, value in environment.items() if "TEST_RUNNER_" in name}
    environment = {name: value for name, value in environment.items() if "TEST_RUNNER_" not in name}
    assert environment == handed
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
    assert "unused" not in done.stderr.lower() and "Unused: " not in done.stderr


def test_what_was_not_used_is_listed(recordings):
    done = execute(recordings, "ask('CA')", "--unused")
    assert done.returncode == 0, "what was not used is no failure"
    assert "JP" in done.stderr
    # One test of many uses few recordings: unless it is asked for, nothing is said of the rest.
    assert "Unused: " not in execute(recordings, "ask('CA')").stderr


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


@pytest.mark.parametrize(
    "words", [["printf 'a b'"], ["A=1 B=2 printf 'a b'"], ["A=1", "printf", "a b"]], ids=["quoted", "both", "variable"]
)
def test_a_command_for_a_shell_says_how_to_write_it(words, recordings):
    done = run("exec", "--allow-unused", "--recordings", recordings, "--", *words)
    assert done.returncode == 2, done
    advice = done.stderr.rpartition(": understudy exec -- ")[2].rstrip(". \n")
    again = shell(f"{BINARY} exec --allow-unused --recordings {recordings} -- {advice}")
    assert (again.returncode, again.stdout) == (0, "a b"), again.stderr


def test_verbose_prints_what_the_command_gets(recordings):
    done = execute(recordings, "ask('CA')", "-v", "--env", "API_URL=countries")
    lines = [line for line in done.stderr.splitlines() if re.match(r"\w+=http", line)]
    assert [line.partition("=")[0] for line in lines] == ["API_URL", "UNDERSTUDY_URL", "UNDERSTUDY_URL_COUNTRIES"]
    assert lines[0].partition("=")[2] == lines[2].partition("=")[2]


def test_in_a_subfolder_the_recordings_above_are_named(recordings):
    """For the command that runs tests and for the others, and the advice helps as it is printed."""
    folder = recordings.parent / "app" / "tests"
    folder.mkdir(parents=True)
    ask = ["--", sys.executable, "-c", f"{ASK}\nask('CA')"]
    for command, rest in (["exec"], ask), (["show"], []), (["check"], []):
        lost = run(*command, *rest, cwd=folder)
        advice = "There are recordings in a folder above: use `--recordings ../../recordings`."
        assert lost.returncode == 2 and advice in lost.stderr, lost.stderr
        found = run(*command, "--recordings", "../../recordings", *rest, cwd=folder)
        assert found.returncode == 0, found.stderr


def test_the_first_run_says_how_to_record(countries, tmp_path):
    """Both commands that one tries in a new project."""
    command = ["--", sys.executable, "-c", f"{ASK}\nask('CA', os.environ['API_URL'])"]
    misled = run("exec", "--upstream", countries.origin, *command, cwd=tmp_path)
    assert misled.returncode == 2 and "To record, add --mode record." in misled.stderr, misled.stderr
    empty = run("exec", "--env", "API_URL=shop", *command, cwd=tmp_path)
    assert empty.returncode == 2 and "There are no recordings in recordings/." in empty.stderr, empty.stderr
    [advice] = re.findall(r"^understudy exec --mode record .*", empty.stderr, re.MULTILINE | re.DOTALL)
    assert "--env API_URL=shop" in advice
    advice = advice.replace("understudy", str(BINARY), 1).replace("https://api.example.com/graphql", countries.origin)
    recorded = shell(advice, cwd=tmp_path)
    assert recorded.returncode == 0, recorded.stderr
    assert run("exec", "--env", "API_URL=shop", *command, cwd=tmp_path).returncode == 0


def test_a_variable_names_the_endpoint_to_record(countries, tmp_path):
    words = ["exec", "--mode", "record", "--upstream", countries.origin, "--env", "API_URL=shop", "--env", "WS=shop:ws"]
    done = run(*words, "--", sys.executable, "-c", f"{ASK}\nask('CA', os.environ['API_URL'])", cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "recordings/shop/endpoint.yaml").exists(), done.stderr
    # Two names could be either.
    two = run(*words, "--env", "OTHER=other", "--", "true", cwd=tmp_path)
    assert two.returncode == 2 and "--endpoint" in two.stderr, two.stderr


def test_no_command(recordings):
    assert run("exec", "--recordings", recordings).returncode == 64


def test_flags_of_the_command_are_its_own(recordings):
    done = run("exec", "--allow-unused", "--recordings", recordings, "--", "echo", "--port", "x", "--help")
    assert done.returncode == 0
    assert "--port x --help" in done.stdout


def test_the_command_has_the_default_for_closed_pipes(recordings):
    """This program ignores SIGPIPE. In `yes | head -1`, yes has to end by it all the same."""
    assert run("exec", "--recordings", recordings, "--", "sh", "-c", "kill -PIPE $$; exit 3").returncode == 128 + signal.SIGPIPE


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


# --- Modes


def test_auto_records_what_is_missing_and_says_so(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    script = "assert [ask(c)['data']['country']['name'] for c in ('CA', 'DE')] == ['Canada', 'Germany']"
    done = execute(folder, script, "--mode", "auto", "--unused")
    assert done.returncode == 0, done.stderr
    assert "1 exact, 1 from the real API" in done.stderr and "Recorded: 1 file" in done.stderr
    assert "Unused: 1 of 3 recordings." in done.stderr, "what was recorded just now is used"
    again = execute(folder, script)
    assert again.returncode == 0, again.stderr
    assert "2 exact" in again.stderr


def test_record_begins_from_nothing(countries, tmp_path):
    folder = tmp_path / "recordings"
    arguments = ["--mode", "record", "--upstream", countries.origin, "--endpoint", "countries"]
    done = execute(folder, "assert ask('CA')['data']", *arguments)
    assert done.returncode == 0, done.stderr
    assert "Recorded: 1 file" in done.stderr
    assert execute(folder, "assert ask('CA')['data']").returncode == 0


def test_live_writes_nothing(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = execute(folder, "assert ask('DE')['data']['country']['name'] == 'Germany'", "--mode", "live")
    assert done.returncode == 0, done.stderr
    assert "1 from the real API" in done.stderr and "Unused: " not in done.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_live_says_nothing_of_use(recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    files = [tmp_path / f"report.{ending}" for ending in ("txt", "json", "html")]
    arguments = [part for file in files for part in ("--report", str(file))]
    done = execute(folder, "ask('CA')", "--mode", "live", "--schemas", str(ROOT / "schemas"), *arguments)
    text, machine, page = (file.read_text() for file in files)
    for lines in (done.stderr, text):
        assert "Schema coverage (countries): recorded " in lines and "this run used" not in lines, lines
        assert "this run used" not in lines and "not used" not in lines
    [coverage] = json.loads(machine)["coverage"]
    assert set(coverage["fields"]) == {"all", "recorded"} and coverage["fields"]["recorded"] > 0
    shown = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "Schema coverage (countries): recorded " in shown and "this run used" not in shown.lower()


@pytest.mark.parametrize(
    ("environment", "code", "words"),
    [
        ({"UNDERSTUDY_MODE": "replay", "CI": "true"}, 1, "1 miss"),
        ({"UNDERSTUDY_MODE": "auto", "CI": "true"}, 2, "In CI, UNDERSTUDY_MODE cannot start a recording."),
        ({"UNDERSTUDY_MODE": "rewind"}, 2, "Valid values: replay, auto, record, live, fake."),
        ({"UNDERSTUDY_MODE": "auto", "CI": "false"}, 0, "Recorded: 1 file"),
    ],
)
def test_the_environment_says_the_mode(environment, code, words, recordings, countries, tmp_path, monkeypatch):
    folder = copy(recordings, tmp_path / "recordings")
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    monkeypatch.delenv("CI", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = execute(folder, "ask('DE')")
    assert (done.returncode, words in done.stderr) == (code, True), done.stderr


# --- Reports


def test_reports_of_every_form(recordings, tmp_path):
    files = [tmp_path / "reports" / f"understudy.{ending}" for ending in ("txt", "json", "xml", "html")]
    arguments = [part for file in files for part in ("--report", str(file))]
    done = execute(recordings, "ask('CA'); ask('CA'); ask('DE')", *arguments)
    assert done.returncode == 1
    text, machine, junit, page = (file.read_text() for file in files)
    assert "Answered: 2 requests (2 exact). Missed: 1 request." in text and "Requests of session default:" in text
    report = json.loads(machine)
    assert (report["answered"]["exact"], report["missed"], len(report["unused"])) == (2, 1, 1)
    suites = ElementTree.fromstring(junit)
    assert suites.attrib["failures"] == "1" and suites.attrib["tests"] == "2"
    assert page.startswith("<!DOCTYPE html>") and "Missed" in page


def test_reports_say_whose_a_miss_is(recordings, tmp_path):
    files = [tmp_path / "report.json", tmp_path / "report.xml"]
    script = """
url = os.environ["UNDERSTUDY_URL_COUNTRIES"]
ask("DE", url + "/~todo.add-todo"); ask("DE"); ask("DE", url + "/~other")
# A session that starts over did miss it.
urllib.request.urlopen(urllib.request.Request(
    os.environ["UNDERSTUDY_URL"] + "/__understudy/sessions/other/reset", b"", method="POST"))
"""
    execute(recordings, script, "--report", str(files[0]), "--report", str(files[1]))
    report = json.loads(files[0].read_text())
    sessions = ["todo.add-todo", "default", "other"]
    assert [each["session"] for each in report["misses"]] == sessions
    assert [each["session"] for each in report["uses"]] == sessions and report["missed"] == 3
    cases = ElementTree.parse(files[1]).getroot().iter("testcase")
    assert [case.attrib["classname"] for case in cases] == ["countries.todo.add-todo", "countries", "countries.other"]


def test_annotations_on_standard_output(recordings):
    done = execute(recordings, "ask('DE')", "--report-format", "github")
    assert done.returncode == 1
    line = next(line for line in done.stdout.splitlines() if line.startswith("::error"))
    file = re.match(r"::error file=([^,]+),line=1,", line)[1]
    assert os.path.exists(file.replace("%3A", ":").replace("%2C", ",")), "it points at a file that is there"


def test_requests_that_are_answered_from_the_table_are_counted(recordings, tmp_path):
    report = tmp_path / "report.json"
    execute(recordings, "for _ in range(25): ask('CA')", "--report", str(report))
    assert json.loads(report.read_text())["uses"][0]["count"] == 25


def test_annotations_beside_reports(recordings, tmp_path):
    """One run of a CI job: GitHub's annotations in the log, and the files that it keeps, each by its ending."""
    page, tests = tmp_path / "report.html", tmp_path / "junit.xml"
    done = execute(recordings, "ask('DE')", "--report-format", "github", "--report", str(page), "--report", str(tests))
    assert done.stdout.startswith("\n::error file="), done.stdout
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert ElementTree.parse(tests).getroot().tag == "testsuites"
    odd = execute(recordings, "ask('CA')", "--report-format", "github", "--report", str(tmp_path / "annotations"))
    assert odd.returncode == 64 and "the file ending is unknown" in odd.stderr


def test_a_report_that_cannot_be_written(recordings, tmp_path):
    done = execute(recordings, "ask('CA')", "--report", str(tmp_path))
    assert done.returncode == 64 and "the file ending is unknown" in done.stderr
    (tmp_path / "file").write_text("")
    done = execute(recordings, "ask('CA')", "--report", str(tmp_path / "file" / "report.json"))
    assert done.returncode == 2 and "could not be written" in done.stderr
    mark = tmp_path / "mark"
    execute(recordings, f"open({str(mark)!r}, 'w')", "--report", str(tmp_path / "file" / "report.json"))
    assert not mark.exists(), "it is noticed before the command starts"
    late = f"import shutil; shutil.rmtree({str(tmp_path / 'late')!r}); open({str(tmp_path / 'late')!r}, 'w'); sys.exit(7)"
    (tmp_path / "late").mkdir()
    done = execute(recordings, late, "--report", str(tmp_path / "late" / "report.json"))
    assert done.returncode == 7 and "could not be written" in done.stderr, "the command's own code stays"


# --- Commands that do not end well


def test_a_command_that_ignores_sigterm_is_killed(recordings, tmp_path):
    mark = tmp_path / "pid"
    script = (
        "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep({PATIENCE * 4})"
    )
    command = [str(BINARY), "exec", "--kill-after", "0.5", "--recordings", str(recordings), "--", sys.executable, "-c", script]
    process = Process(command)
    try:
        eventually(lambda: mark.exists() and mark.read_text(), "the command runs")
        assert process.stop(signal.SIGTERM) == 137
        assert "and is killed" in process.stderr
    finally:
        process.kill()


def test_a_command_that_is_killed(recordings):
    done = execute(recordings, "os.kill(os.getpid(), 9)")
    assert done.returncode == 137
    assert "exited with 137" in done.stderr


def test_auto_says_why_it_does_not_ask_past_a_replayed_mutation(tmp_path):
    """The real endpoint does not know of a mutation that was answered from a recording: its answer could be wrong."""
    folder = tmp_path / "recordings"
    script = """
def send(query):
    request = urllib.request.Request(os.environ["UNDERSTUDY_URL"] + "/notes", json.dumps({"query": query}).encode(),
        {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))
send('mutation Add { addNote(text: "a") { id } }')
"""
    with standing_in("streams", "/graphql") as upstream:
        arguments = ["--upstream", upstream.origin + upstream.path, "--endpoint", "notes"]
        first = execute(folder, script, "--mode", "record", *arguments)
        assert first.returncode == 0, first.stderr
        done = execute(folder, script + "send('query Notes { notes { text } }')", "--mode", "auto", *arguments)
    assert done.returncode == 1, done.stderr
    assert "query Notes was not sent to the real API" in done.stderr
    assert "Record the whole session." in done.stderr


def test_live_passes_no_stand_in_for_a_large_upload_on(tmp_path):
    """Its files are gone when it is understood: the endpoint must not be sent what only stands for them."""
    folder = tmp_path / "recordings"
    (folder / "files").mkdir(parents=True)
    script = """
parts = {"operations": json.dumps({"query": "mutation Up($file: Upload!) { upload(file: $file) { size } }", "variables": {"file": None}}),
    "map": '{"0": ["variables.file"]}'}
body = b"".join(f'--b\\r\\nContent-Disposition: form-data; name="{n}"\\r\\n\\r\\n{v}\\r\\n'.encode() for n, v in parts.items())
body += b'--b\\r\\nContent-Disposition: form-data; name="0"; filename="a.bin"\\r\\n\\r\\n' + bytes(33 << 20) + b"\\r\\n--b--\\r\\n"
request = urllib.request.Request(os.environ["UNDERSTUDY_URL_FILES"], body, {"Content-Type": "multipart/form-data; boundary=b"})
try:
    urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
"""
    with standing_in("uploads", "/graphql") as upstream:
        (folder / "files" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}{upstream.path}\n")
        done = execute(folder, script, "--mode", "live")
    assert "413" in done.stdout and "larger than the 32 MiB that this mode forwards" in done.stdout


# --- What the real endpoint did not answer, and what was not recorded of it

UNREACHABLE = "http://127.0.0.1:1/graphql"


@pytest.mark.parametrize("mode", ["auto", "record", "live"])
def test_an_endpoint_that_cannot_be_reached_fails_the_run(mode, tmp_path):
    script = "\ntry: ask('CA')\nexcept Exception: pass"
    files = [tmp_path / f"report.{ending}" for ending in ("txt", "json", "xml", "html")]
    arguments = [part for file in files for part in ("--report", str(file))]
    done = execute(tmp_path / "recordings", script, "--mode", mode, "--upstream", UNREACHABLE, "--endpoint", "countries",
        *arguments, "--report-format", "github")  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "Answered: 0 requests" in done.stderr and "No answer: countries query Detail" in done.stderr
    for text in [done.stdout, *(file.read_text() for file in files)]:
        assert "cannot be reached" in text
    assert ElementTree.parse(files[2]).getroot().attrib["failures"] == "1"
    assert json.loads(files[1].read_text())["exitCode"] == 1
    if mode == "live":
        assert not (tmp_path / "recordings").exists(), "nothing is written"


@pytest.mark.parametrize("mode", ["auto", "live"])
def test_the_start_says_that_there_is_nobody_to_ask(mode, recordings, countries, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    (folder / "countries" / "endpoint.yaml").unlink(missing_ok=True)
    done = execute(folder, "pass", "--mode", mode)
    assert done.returncode == 2 and "There is no real API to send requests to" in done.stderr, done.stderr
    (folder / "other").mkdir()
    (folder / "other" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    done = execute(folder, "pass", "--mode", mode, "--allow-unused")
    assert done.returncode == 0 and 'The endpoint "countries" has no upstream' in done.stderr, done.stderr


def test_prune_refuses_the_report_of_a_run_that_failed(recordings, tmp_path):
    folder = copy(recordings, tmp_path / "recordings")
    report = tmp_path / "crash.json"
    run("exec", "--recordings", folder, "--report", report, "--", "false")
    done = run("prune", "--recordings", folder, "--report", report, "--yes")
    assert done.returncode == 2 and "crash.json" in done.stderr and "exited with 1" in done.stderr, done.stderr
    assert list(folder.rglob("*.json")), "nothing was removed"
    done = run("prune", "--recordings", folder, "--report", report, "--trust-reports")
    assert done.returncode == 0 and "To remove them, add --yes." in done.stdout, done.stderr


def test_annotations_begin_a_line(recordings):
    done = execute(recordings, "ask('DE'); print('partial', end='')", "--report-format", "github")
    assert "\n::error" in done.stdout


def test_coverage_says_what_is_wrong_with_a_schema(recordings, tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "countries.graphqls").write_text("type Query {\n  a: \n}\n")
    done = run("coverage", "--recordings", recordings, "--schemas", tmp_path / "schemas")
    assert done.returncode == 2
    assert "countries.graphqls:3:1" in done.stderr and "There is no schema" not in done.stderr, done.stderr


def test_what_the_command_has_started_gets_the_signal_too(recordings, tmp_path):
    marks = [tmp_path / "one", tmp_path / "two"]
    sleeper = f"import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep({PATIENCE * 4})"
    (tmp_path / "sleeper.py").write_text(sleeper)
    line = "; ".join(f"{sys.executable} {tmp_path / 'sleeper.py'} {mark} {'&' if mark == marks[0] else ''}" for mark in marks)
    line = line.replace("&;", "&") + "; echo x"
    command = [str(BINARY), "exec", "--kill-after", "5", "--recordings", str(recordings), "--", "sh", "-c", line]
    process = Process(command)
    try:
        eventually(lambda: all(mark.exists() and mark.read_text() for mark in marks), "both run")
        pids = [int(mark.read_text()) for mark in marks]
        process.stop(signal.SIGTERM)

        def gone(pid):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
            state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
            return state.stdout.strip()[:1] in ("Z", "")

        eventually(lambda: all(gone(pid) for pid in pids), "all have ended")
    finally:
        process.kill()


def at_a_terminal(recordings, script, typed):
    """What a terminal shows of a command under exec, and its exit code; what is typed comes when it says so."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(BINARY, [str(BINARY), "exec", "--recordings", str(recordings), "--", "sh", "-c", script])
    shown = b""
    try:
        while True:
            ready, _, _ = select.select([terminal], [], [], PATIENCE)
            assert ready, shown
            try:
                chunk = os.read(terminal, 4096)
            except OSError:
                break
            if not chunk:
                break
            if b"ready" in shown + chunk and b"ready" not in shown:
                os.write(terminal, typed)
            shown += chunk
        return shown.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        os.close(terminal)


def test_at_a_terminal_the_command_reads_from_it(recordings):
    shown, code = at_a_terminal(recordings, "echo ready; read line; echo got $line", b"hello\n")
    assert "got hello" in shown and code == 1 and "sent no request" in shown


def test_a_command_that_failed_before_its_first_request_is_not_called_misdirected_alone(recordings):
    done = execute(recordings, "import no_such_module")
    assert done.returncode == 1
    assert "sent no request to Understudy. It exited with code 1: look for its own error first." in done.stderr
    done = execute(recordings, "pass")
    assert done.returncode == 1 and "sent no request to Understudy.\n" in done.stderr


def test_at_a_terminal_ctrl_c_reaches_the_command_once(recordings):
    script = f"trap 'echo told; exit 9' INT; echo ready; sleep {PATIENCE * 4} & wait"
    shown, code = at_a_terminal(recordings, script, b"\x03")
    assert shown.count("told") == 1 and code == 9


# Generated answers


def test_a_schema_is_enough(tmp_path):
    (tmp_path / "schemas").mkdir()
    shutil.copy(ROOT / "schemas" / "countries.graphqls", tmp_path / "schemas")
    command = ["--", sys.executable, "-c", f'{ASK}\nprint([ask(str(n))["data"] for n in range(9)])']
    # Without recordings, replay says so.
    refused = run("exec", *command, cwd=tmp_path)
    assert refused.returncode == 2 and "understudy exec --mode fake" in refused.stderr
    texts = [run("exec", "--mode", "fake", *more, *command, cwd=tmp_path) for more in ([], [], ["--seed", "7"])]
    assert [done.returncode for done in texts] == [0, 0, 0], texts[0].stderr
    assert texts[0].stdout == texts[1].stdout != texts[2].stdout
    assert "9 requests (9 generated)" in texts[0].stderr
    assert not (tmp_path / "recordings").exists()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--on-miss", "fake"], "--on-miss works only with --mode replay. Remove --on-miss."),
        (["--upstream", "http://localhost:1"], "To generate answers, remove --upstream."),
        (["--fix"], "--fix works only with --mode replay and --mode auto: fake never misses."),
    ],
)
def test_what_does_not_go_with_generated_answers(words, text, tmp_path):
    done = run("exec", "--mode", "fake", *words, "--", "true", cwd=tmp_path)
    assert done.returncode in (2, 64) and text in done.stderr


@pytest.mark.parametrize(
    "command", [["record", "--endpoint", "shop"], ["exec", "--mode", "record", "--", "true"]]
)
def test_recording_without_an_upstream_says_what_is_missing(command, tmp_path):
    done = run(*command, cwd=tmp_path)
    assert done.returncode == 2
    assert "There is nothing to record" in done.stderr and "Start with --upstream" in done.stderr
