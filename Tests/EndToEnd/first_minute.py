#!/usr/bin/env python3
"""From `pip install` to a replayed test suite: what a new user does, in a fresh environment, with a small project.

    .test-env/bin/python Tests/EndToEnd/first_minute.py WHEEL

prints how long each step took: by the clock, and of the processors. pip fetches pytest.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from harness import countries_upstream, running

# Knows nothing of Understudy: it reads its API's URL from a variable.
SUITE = '''\
import json
import os
import urllib.request

import pytest


def ask(query):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(os.environ["COUNTRIES_URL"], json.dumps({"query": query}).encode(), headers)
    return json.load(urllib.request.urlopen(request))["data"]


@pytest.mark.parametrize(("code", "capital"), [("CA", "Ottawa"), ("JP", "Tokyo")])
def test_capital(code, capital):
    assert ask('{ country(code: "%s") { capital } }' % code)["country"]["capital"] == capital


def test_continents():
    assert len(ask("{ continents { code } }")["continents"]) == 7
'''
EXEC = ["understudy", "exec", "--env", "COUNTRIES_URL=countries"]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith(("PYTEST", "PYTHON"))}


class Project:
    """The suite, in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = folder / ".venv"
        (folder / "test_countries.py").write_text(SUITE)

    def run(self, *command: object) -> str:
        """Runs a command, which must pass, with the environment's programs."""
        path = f"{self.environment / 'bin'}:{OUTSIDE['PATH']}"
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env={**OUTSIDE, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def install(self, *packages: object) -> None:
        self.run(sys.executable, "-m", "venv", self.environment)
        self.run("pip", "install", "--quiet", *packages)

    def record(self, url: str) -> None:
        upstream = ["--upstream", url, "--endpoint", "countries"]
        assert "3 passed" in self.run(*EXEC, "--mode", "record", *upstream, "--", "pytest")

    def replay(self) -> None:
        """Without the API: each answer is exact, and each test has its session."""
        output = self.run(*EXEC, "--", "pytest")
        assert "3 passed" in output and "Answered: 3 requests (3 exact)" in output and "0 misses" in output, output
        assert len(list((self.folder / "recordings/countries/sessions").iterdir())) == 3


class Stopwatch:
    """The time of steps, by the clock and of the processors that their processes used."""

    def __init__(self) -> None:
        self.elapsed = self.used = 0.0

    def time(self, name: str, step: Callable[..., None], *arguments: object) -> None:
        start, before = time.monotonic(), _processor_time()
        step(*arguments)
        elapsed, used = time.monotonic() - start, _processor_time() - before
        self.elapsed, self.used = self.elapsed + elapsed, self.used + used
        print(f"{elapsed:6.1f} s, {used:5.1f} s of a processor: {name}")


def _processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def first_minute(wheel: Path, folder: Path) -> Stopwatch:
    project, watch = Project(folder), Stopwatch()
    with running(countries_upstream()) as upstream:
        watch.time("python -m venv, and pip install of the wheel and pytest", project.install, wheel, "pytest")
        watch.time("record the suite", project.record, f"{upstream.origin}/")
    watch.time("replay the suite, without the API", project.replay)
    print(f"{watch.elapsed:6.1f} s, {watch.used:5.1f} s of a processor: all")
    return watch


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} WHEEL")
    with tempfile.TemporaryDirectory() as place:
        first_minute(Path(sys.argv[1]).resolve(), Path(place))
