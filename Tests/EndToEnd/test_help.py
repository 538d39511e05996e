"""The help of every command: it is found, it has what each must have, and its examples run as written.

An example is run by a shell in a folder that has what a user's has. Two things are other than the user's: the URLs of the
world lead to a stand-in, and port 4000 is a free one.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from harness import BINARY, PATIENCE, ROOT, closed_port, run, running, understudy

# As the shell has it, `understudy` and `curl` are this program: it puts the stand-in and the port into the words.
SHIM = """#!{python}
import os, sys
words = [word.replace(":4000", ":{port}") for word in sys.argv[1:]]
if words[0] in ("record", "schema"):
    for url in ("https://countries.trevorblades.com", "https://api.example.com/graphql"):
        # The stand-in's host does not say what the other one's did.
        if words[0] == "record" and url in words:
            words += ["--endpoint", "example" if "example" in url else "countries"]
        words = [word.replace(url, {upstream!r}) for word in words]
name = os.path.basename(sys.argv[0])
if words[:2] == ["import", "app.har"]:
    # Its host is not the stand-in's, so the folder must be named.
    words += ["--endpoint", "countries"]
if name == "understudy" and words[0] in ("record", "replay", "fake") and "--explain" not in words and "--port" not in words:
    words += ["--port", "{port}"]
program = {binary!r} if name == "understudy" else {curl!r}
if name == "curl":
    words = ["--silent", "--show-error", "--fail", "--retry", "100", "--retry-connrefused", "--retry-delay", "0"] + words
os.execv(program, [program] + words)
"""
SERVERS = re.compile(r"understudy (record|replay|fake)\b(?!.*--explain)")


def help_of(*path: str) -> str:
    # Help is laid out for 80 columns where there is no terminal.
    done = run("help", *path)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def paths(*path: str) -> list[tuple[str, ...]]:
    """Every command, found by the lists in the help itself."""
    found = [path]
    for section in re.findall(r"SUBCOMMANDS:\n((?:  .*\n)+)", help_of(*path)):
        for name in re.findall(r"^  ([a-z]+)\b", section, re.MULTILINE):
            found += paths(*path, name)
    return found


def examples(text: str) -> list[str]:
    """The commands below `Examples:`, with the lines that go on with them."""
    found = re.search(r"^Examples:\n\n((?:  .*\n)+)", text, re.MULTILINE)
    assert found, text
    commands: list[str] = []
    for line in found[1].splitlines():
        if commands and (line.startswith("    ") or re.search(r"[\\|]$", commands[-1])):
            commands[-1] += "\n" + line
        else:
            commands.append(line.strip())
    return commands


ALL = paths() if BINARY.exists() else []


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_each_says_what_it_is_for_and_what_comes_next(path):
    text = help_of(*path)
    overview = text.splitlines()[0]
    assert re.fullmatch(r"OVERVIEW: [A-Z].{10,}", overview)
    assert 1 <= len(examples(text)) <= 5
    # A line that is broken is no longer the command that it was.
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("USAGE:"))
    if not re.search("SUBCOMMANDS:", text):
        assert re.search(r"^Exit codes: .*\b64\b", text.replace("\n", " ").replace("  Exit", "\nExit"), re.MULTILINE)
        assert "\nNext: " in text


# Rows of a terminal.
SCREEN = 50


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_each_fits_a_screen(path):
    text = help_of(*path)
    assert len(text.splitlines()) <= SCREEN
    done = run(*path, "--help-all")
    assert (done.returncode, done.stderr) == (0, "")
    hidden = set(re.findall(r"^  (--[a-z-]+)", done.stdout, re.MULTILINE)) - set(re.findall(r"--[a-z-]+", text))
    assert not hidden or f"understudy {' '.join(path)} --help-all" in " ".join(text.split())


@pytest.mark.parametrize("command", ["record", "replay", "fake", "exec"])
def test_what_is_needed_first_stands_first(command):
    for words in (["help", command], [command, "--help-all"]):
        options = re.findall(r"^  (--[a-z-]+)", run(*words).stdout, re.MULTILINE)
        first = [name for name in ("--mode", "--upstream", "--endpoint") if name in options]
        assert options[: len(first)] == first
        assert options.index("--recordings") < options.index("--port") < options.index("--tls")
    assert "--upstream-ca" not in help_of(command)


def test_the_full_help_is_also_behind_help():
    assert run("help", "replay", "--help-all").stdout == run("replay", "--help-all").stdout


def test_a_command_of_exec_keeps_its_own_help_all(tmp_path):
    shutil.copytree(ROOT / "recordings", tmp_path / "recordings")
    done = run("exec", "--allow-unused", "--", "echo", "--help-all", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == "--help-all\n"


@pytest.mark.parametrize("there", [[], ["schemas"], ["recordings", "schemas"]], ids=["nothing", "schemas", "recordings"])
def test_without_arguments_it_says_three_steps(there, desk):
    for name in {"recordings", "schemas"} - set(there):
        shutil.rmtree(desk / name)
    done = run(cwd=desk)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"^  (\d)\. ", done.stdout, re.MULTILINE) == ["1", "2", "3"]
    assert all(len(line) <= 110 for line in done.stdout.splitlines())
    for words in re.findall(r"understudy ((?:[a-z]+ )?[a-z]+)", done.stdout.split("All commands")[0]):
        command = words.split()[0]
        assert (command,) in ALL
    # The first step works as it stands there.
    [first] = re.findall(r"1\. .*understudy (.*)$", done.stdout, re.MULTILINE)
    if there:
        with running(understudy(*first.split(), cwd=desk)) as server:
            assert server.origin


def test_every_command_is_among_them():
    assert len(ALL) >= 22
    assert {("record",), ("schema", "diff"), ("export", "msw"), ("ca",)} <= set(ALL)


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["recrod"], 'Did you mean "record"? To list commands: understudy help'),
        (["help", "recrod"], 'Did you mean "record"? To list commands: understudy help'),
        (["schema", "fech"], 'Did you mean "fetch"? To list commands: understudy help schema'),
        (["record", "--prot", "1"], "Did you mean '--port'?"),
        # Options that only --help-all shows.
        (["replay", "--sesions", "begun"], 'Did you mean "--sessions"?'),
        # It is not --version that was meant.
        (["exec", "--sessions", "begun", "--", "true"], "'--sessions'. Other commands have it: understudy replay, understudy fake, understudy prune."),
        (["check", "--port", "4000"], "'--port'. Other commands have it: understudy record, understudy replay, understudy fake"),
        (["schema", "fetch", "--tiemout", "1"], "Unknown option '--tiemout'"),
        (["replay", "--log-format", "xml"], "(values: text, json; default: text)"),
        (["replay", "--drain", "-3"], "Seconds to go on serving after SIGTERM"),
        (["replay", "--allow-host", "http://mock:8080/"], 'a host name without a scheme and a port, such as mock.example, not "http://mock:8080/"'),
        (["fake", "--allow-host", "mock:8080"], 'not "mock:8080"'),
        (["record", "--prot", "1"], "See 'understudy record --help' for more information."),
        (["replay", "--on-miss", "nothing"], "Please provide one of 'error', 'fake', 'forward' or 'record'."),
        (["exec", "npm", "test"], "Add it after --, for example: understudy exec -- npm test"),
        (["mv", "One"], "See 'understudy mv --help' for more information."),
    ],
)
def test_wrong_usage_names_the_next_step(words, advice):
    done = run(*words)
    assert done.returncode == 64
    assert advice in done.stderr


@pytest.fixture
def desk(tmp_path, countries):
    """A folder with the shipped recordings and schemas, and the files that the examples name."""
    for name in ("recordings", "schemas"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "bin").mkdir()
    (tmp_path / "src").mkdir()
    port = closed_port()
    shim = SHIM.format(
        python=sys.executable, upstream=countries.origin, port=port, binary=str(BINARY), curl=shutil.which("curl")
    )
    test = "#!/bin/sh\ncurl $UNDERSTUDY_URL_COUNTRIES -H 'content-type: application/json' -d '{\"query\": \"{__typename}\"}'\n"
    for name, text in {"understudy": shim, "curl": shim, "npm": test, "pytest": test}.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    shutil.copy(tmp_path / "schemas" / "countries.graphqls", tmp_path / "new.graphqls")
    exported = run("export", "har", "--endpoint", "countries", "--output", "app.har", cwd=tmp_path)
    assert exported.returncode == 0, exported.stderr
    configuration = tmp_path / "recordings" / "countries" / "endpoint.yaml"
    configuration.write_text(
        re.sub("https://countries.trevorblades.com[^\\s]*", countries.origin, configuration.read_text())
    )
    for shard in ("1", "2"):
        shutil.copytree(tmp_path / "recordings" / "countries", tmp_path / "shards" / shard / "countries")
    fixtures = ROOT / "Tests" / "InterchangeTests" / "Fixtures"
    (tmp_path / "tapes").mkdir()
    shutil.copy(fixtures / "proxay.yml", tmp_path / "tapes" / "one.yml")
    shutil.copy(fixtures / "apollo-manifest.json", tmp_path / "persisted-query-manifest.json")
    shutil.copy(fixtures / "relay-manifest.json", tmp_path / "persisted_queries.json")
    return tmp_path


# Examples that stand for something else than the shipped recordings are parsed only: their exit code is not 64.
PARSED_ONLY = ("--endpoint shop", "prune --report ios.json", "manifest persisted_queries.json", "introspection.json")
# What the run finds is no failure of the example.
FINDS = ("understudy schema diff", "understudy manifest", "understudy exec", "understudy check", "understudy import")


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_examples_run_as_written(path, desk):
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("CI", "UNDERSTUDY_MODE")},
        "PATH": f"{desk / 'bin'}:{os.environ['PATH']}",
        "XDG_DATA_HOME": str(desk / "data"),
        "TOKEN": "none",
    }
    serving = None

    def stop():
        if serving is None:
            return
        os.killpg(serving.pid, signal.SIGTERM)
        _, errors = serving.communicate(timeout=PATIENCE)
        assert serving.returncode == 0, errors

    with contextlib.ExitStack() as at_the_end:
        for example in examples(help_of(*path)):
            if not example.startswith("curl"):
                stop()
                serving = None
            process = subprocess.Popen(
                ["bash", "-c", f"exec {example}" if SERVERS.match(example) else example],
                cwd=desk, env=environment, start_new_session=True, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            at_the_end.callback(kill, process)
            if SERVERS.match(example):
                line = process.stdout.readline()
                assert re.search(r"https?://127\.0\.0\.1:\d+|https://localhost:\d+", line), process.stderr.read()
                serving = process
                continue
            output, errors = process.communicate(timeout=PATIENCE)
            if any(words in example for words in PARSED_ONLY):
                assert process.returncode != 64, f"{example}\n{errors}"
            else:
                allowed = (0, 1) if any(words in example for words in FINDS) else (0,)
                assert process.returncode in allowed, f"{example}\n{output[-500:]}\n{errors}"
        stop()


def kill(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)
