"""`exec --each-test pytest`: a project's suite that knows nothing of Understudy, recorded once and replayed in any order.

The project in each_test/shop has a Strawberry server that nobody resets, a log-in for the whole run, data for each test
file, a tear-down after each test, a user with a random e-mail, a subscription, and a poll that goes on after its test.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import BINARY, ROOT, closed_port, eventually

PROJECT = Path(__file__).parent / "each_test" / "shop"
PYTHON = ROOT / ".test-env" / "each-test" / "bin" / "python"
PYTEST = [PYTHON, "-m", "pytest", "-q", "-W", "error::pytest.PytestUnhandledThreadExceptionWarning"]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
TESTS = 20


def shell(command, cwd=None):
    """Runs a command to its end, outside of CI; a text is one of `understudy`, as a message proposes it."""
    if isinstance(command, str):
        command = ["sh", "-c", f"'{BINARY}' {command}"]
    return subprocess.run(command, cwd=cwd, env=OUTSIDE, capture_output=True, text=True, timeout=120, check=False)


class Project:
    """A copy of the project with a server."""

    def __init__(self, folder):
        self.folder = shutil.copytree(PROJECT, folder)
        self.port = closed_port()
        self.server = None
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        command = [PYTHON, "-m", "uvicorn", "server:app", "--port", str(self.port), "--log-level", "warning"]
        self.server = subprocess.Popen(command, cwd=self.folder)
        eventually(lambda: shell(["curl", "-s", "-o", "/dev/null", self.url]).returncode == 0, "the shop answers")

    def stop(self):
        self.server.terminate()
        self.server.wait(10)

    def exec(self, *arguments, options=(), cwd="."):
        """Runs the suite under `understudy exec`."""
        variables = ["--env", "SHOP_URL=shop", "--env", "SHOP_SOCKET=shop:ws"]
        command = [BINARY, "exec", "--each-test", "pytest", *variables, *options, "--", *PYTEST, *arguments]
        return shell(list(map(str, command)), cwd=self.folder / cwd)

    def record(self, *arguments, options=()):
        return self.exec(*arguments, options=["--mode", "record", *options])

    @property
    def sessions(self):
        folder = self.folder / "recordings/shop/sessions"
        return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.is_dir() else {}


def check_exact(result, tests=TESTS):
    """The run passed, and each answer was exact."""
    output = result.stdout + result.stderr
    assert result.returncode == 0, output
    assert f"{tests} passed" in output, output
    counts = re.search(r"Answered: (\d+) requests? \((\d+) exact\)", output)
    assert counts and counts[1] == counts[2], output
    assert "0 misses" in output, output


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The project, recorded once, with the rule that its miss proposes; its server is down."""
    project = Project(tmp_path_factory.mktemp("each-test") / "shop")
    first = project.record(options=["--upstream", project.url, "--endpoint", "shop"])
    assert first.returncode == 0, first.stdout + first.stderr
    project.stop()
    missed = project.exec("-p", "no:randomly", "test_users.py")
    assert missed.returncode == 1
    fix = re.search(r"To add it automatically: understudy (.*)", missed.stderr)[1]
    shell(fix, project.folder)
    assert "echo: true" in (project.folder / "recordings/shop/endpoint.yaml").read_text()
    yield project


@pytest.mark.parametrize("seed", range(3))
def test_any_order(recorded, seed):
    check_exact(recorded.exec(f"--randomly-seed={seed}"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 20))
def test_twenty_orders(recorded, seed):
    check_exact(recorded.exec(f"--randomly-seed={seed}"))


@pytest.mark.parametrize(
    ("arguments", "tests"),
    [
        pytest.param(["-n", "4"], TESTS, id="four workers"),
        pytest.param(["-n", "2", "--dist", "loadscope"], TESTS, id="workers by scope"),
        pytest.param(["test_products.py"], 7, id="one file"),
        pytest.param(["test_cart.py::test_add[2]"], 1, id="one test"),
        pytest.param(["-k", "check_out or asked_for_late"], 2, id="two tests of two files"),
        pytest.param(["--count", "2", "test_products.py"], 14, id="each twice"),
        pytest.param(["--reruns", "2", "test_users.py"], 3, id="retries that are not needed"),
    ],
)
def test_parts(recorded, arguments, tests):
    check_exact(recorded.exec(*arguments), tests)


def test_another_working_directory(recorded):
    (recorded.folder / "below").mkdir(exist_ok=True)
    check_exact(recorded.exec("..", options=["--recordings", "../recordings"], cwd="below"))


def test_a_miss_fails_its_test_and_names_the_command_that_records_it(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    file = project.folder / "test_products.py"
    file.write_text(
        file.read_text()
        + """

def test_swallows(shop):
    try:
        shop.ask(PRODUCT, id="77")
    except RuntimeError:
        pass


def test_passes():
    assert True
"""
    )
    result = project.exec("test_products.py", "-p", "no:randomly")
    output = result.stdout + result.stderr
    assert result.returncode == 1
    assert "FAILED test_products.py::test_swallows - Failed: No recording of query Produc" in result.stdout, output
    assert "1 failed, 8 passed" in result.stdout, output
    command = re.search(r"To record this test(?: again)?: understudy (.*test_swallows)", output)[1]
    project.start()
    try:
        again = shell(command, project.folder)
        assert again.returncode == 0, again.stdout + again.stderr
    finally:
        project.stop()
    check_exact(project.exec("test_products.py"), 9)


def copy_of(recorded, folder):
    """The recorded project in another folder, with the same server, which is down."""
    project = object.__new__(Project)
    project.folder = shutil.copytree(recorded.folder, folder / "shop")
    project.port, project.server = recorded.port, None
    return project
