"""`make install` and `make uninstall`: the program, manual pages, completions and the pytest plugin, in a folder."""

import os
import re
import shutil
import subprocess

import pytest
from first_minute import OUTSIDE, SUITE
from harness import BINARY, ROOT, countries_upstream, run, running, tree

PYTHON = ROOT / ".test-env" / "bin" / "python"


def make(target, prefix, **variables):
    command = ["make", "--no-print-directory", target, f"PREFIX={prefix}"]
    command += [f"{name}={value}" for name, value in {"BINARY": BINARY, **variables}.items()]
    return subprocess.run(command, cwd=ROOT, env=OUTSIDE, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """What is installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    done = make("install", prefix)
    assert done.returncode == 0, done.stdout + done.stderr
    return prefix


def installed(prefix, *command, **variables):
    """Runs a command where the program is installed."""
    path = f"{prefix / 'bin'}:{OUTSIDE['PATH']}"
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 60, "check": False}
    cwd = variables.pop("cwd", None)
    return subprocess.run(list(map(str, command)), cwd=cwd, env={**OUTSIDE, "PATH": path, **variables}, **options)


def test_the_program(prefix):
    assert installed(prefix, "understudy", "--version").stdout == run("--version").stdout


def test_a_manual_page_for_each_command(prefix):
    pages = {page.stem: page for page in (prefix / "share/man/man1").iterdir()}
    usual = [line.split()[0] for line in run("--help").stdout.splitlines() if re.match(r"  [a-z]+  ", line)]
    assert len(usual) >= 19 and {f"understudy-{name}" for name in usual if name != "help"} <= set(pages)
    if not shutil.which("groff"):
        return
    for name, page in pages.items():
        shown = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, text=True, check=True)
        assert not shown.stderr, f"{name}: {shown.stderr}"
    text = subprocess.run(
        ["groff", "-man", "-Tascii", "-P-cbou", pages["understudy-exec"]], capture_output=True, text=True, check=True
    ).stdout
    # The options of --help-all too, and examples as they are typed.
    assert "--each-test <framework>" in text and "--kill-after <seconds>" in text and "--help-hidden" not in text
    assert "understudy exec --each-test pytest --env API_URL=countries -- pytest -n 4\n" in text


def test_completions(prefix):
    """bash loads the file when the Tab key is pressed behind `understudy`."""
    file = prefix / "share/bash-completion/completions/understudy"
    script = f'. "{file}"; COMP_WORDS=(understudy rep); COMP_CWORD=1; _understudy_or_command understudy rep; echo "${{COMPREPLY[@]}}"'
    done = installed(prefix, "bash", "--norc", "-c", script)
    assert done.stdout.split() == ["replay"], done.stderr
    assert (prefix / "share/zsh/site-functions/_understudy").read_text().startswith("#compdef understudy\n")
    assert "complete -c understudy" in (prefix / "share/fish/vendor_completions.d/understudy.fish").read_text()


def test_the_plugin_for_pytest(prefix, tmp_path):
    """By the line that `make install` prints, and without --each-test."""
    (tmp_path / "test_countries.py").write_text(SUITE)
    said = make("install", prefix).stdout
    [line] = [line for line in said.splitlines() if "export PYTHONPATH=" in line]
    variables = {"PYTHONPATH": line.split("=", 1)[1], "cwd": tmp_path}
    suite = ["exec", "--env", "COUNTRIES_URL=countries"]
    pytest_ = ["--", PYTHON, "-m", "pytest", "-p", "no:cacheprovider"]
    with running(countries_upstream()) as upstream:
        mode = ["--mode", "record", "--upstream", f"{upstream.origin}/", "--endpoint", "countries"]
        recorded = installed(prefix, "understudy", *suite, *mode, *pytest_, **variables)
    assert recorded.returncode == 0, recorded.stdout + recorded.stderr
    replayed = installed(prefix, "understudy", *suite, *pytest_, **variables)
    assert replayed.returncode == 0 and "3 passed" in replayed.stdout, replayed.stdout + replayed.stderr
    assert "a session for each test" in replayed.stdout
    assert len(list((tmp_path / "recordings/countries/sessions").iterdir())) == 3


def folders(place):
    return sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_dir())


def test_uninstall_removes_just_that(tmp_path):
    prefix = tmp_path / "local"
    for file in ("bin/other", "share/man/man1/other.1"):
        (prefix / file).parent.mkdir(parents=True, exist_ok=True)
        (prefix / file).write_text("somebody else's\n")
    (prefix / "share/fish").mkdir()
    before = tree(prefix), folders(prefix)
    for _ in range(2):
        assert make("install", prefix).returncode == 0
    (prefix / "share/zsh/site-functions/_other").write_text("came later\n")
    done = make("uninstall", prefix)
    assert done.returncode == 0 and "Removed" in done.stdout
    assert (prefix / "share/zsh/site-functions/_other").read_text() == "came later\n"
    shutil.rmtree(prefix / "share/zsh")
    assert (tree(prefix), folders(prefix)) == before
    again = make("uninstall", prefix)
    assert again.returncode == 0 and "has no understudy" in again.stdout


def test_an_older_version_leaves_nothing(tmp_path):
    assert make("install", tmp_path).returncode == 0
    names = tmp_path / "share/understudy/installed-files"
    (tmp_path / "share/man/man1/understudy-gone.1").write_text("a command that is no more\n")
    names.write_text(names.read_text() + "share/man/man1/understudy-gone.1\n")
    assert make("install", tmp_path).returncode == 0
    assert not (tmp_path / "share/man/man1/understudy-gone.1").exists()
    assert "gone" not in names.read_text()


def test_below_another_root(tmp_path):
    """As packagers do it: DESTDIR is not part of the place that the program is for."""
    done = make("install", "/opt/tools", DESTDIR=tmp_path)
    assert done.returncode == 0, done.stderr
    assert os.access(tmp_path / "opt/tools/bin/understudy", os.X_OK)
    assert "export PYTHONPATH=/opt/tools/share/understudy/python" in done.stdout


def test_what_cannot_be_installed(tmp_path):
    relative = make("install", "somewhere")
    assert relative.returncode != 0 and "must be an absolute path" in relative.stderr
    missing = make("install", tmp_path, BINARY=tmp_path / "none")
    assert missing.returncode != 0 and "Build it: Tests/release/build.sh" in missing.stderr
