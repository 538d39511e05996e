"""`exec --each-test pytest`: a project's suite that knows nothing of Understudy, recorded once and replayed in any order.

The project in each_test/shop has a Strawberry server that nobody resets, a log-in for the whole run, data for each test
file, a tear-down after each test, a user with a random e-mail, a subscription, and a poll that goes on after its test.
"""

import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from harness import BINARY, PATIENCE, ROOT, Process, closed_port, eventually, running, understudy

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
    fix = re.search(r"To add them automatically: understudy (.*)", missed.stderr)[1]
    shell(fix, project.folder)
    assert "echo: true" in (project.folder / "recordings/shop/endpoint.yaml").read_text()
    yield project


@pytest.mark.parametrize("seed", range(1))
def test_any_order(recorded, seed):
    check_exact(recorded.exec(f"--randomly-seed={seed}"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 20))
def test_twenty_orders(recorded, seed):
    check_exact(recorded.exec(f"--randomly-seed={seed}"))


@pytest.mark.parametrize(
    ("arguments", "tests"),
    [
        pytest.param(["-n", "4"], TESTS, id="four workers"),
        pytest.param(["-n", "2", "--dist", "loadscope"], TESTS, id="workers by scope", marks=pytest.mark.long),
        pytest.param(["test_products.py"], 7, id="one file", marks=pytest.mark.long),
        pytest.param(["test_cart.py::test_add[2]"], 1, id="one test"),
        pytest.param(["-k", "check_out or asked_for_late"], 2, id="two tests of two files"),
        pytest.param(["--count", "2", "test_products.py"], 14, id="each twice", marks=pytest.mark.long),
        pytest.param(["--reruns", "2", "test_users.py"], 3, id="retries that are not needed", marks=pytest.mark.long),
    ],
)
def test_parts(recorded, arguments, tests):
    check_exact(recorded.exec(*arguments), tests)


def test_without_the_option_that_recorded(recorded):
    """The tests share one session, in which they miss; the report says why."""
    options = ["--env", "SHOP_URL=shop", "--env", "SHOP_SOCKET=shop:ws"]
    command = [BINARY, "exec", *options, "--", *PYTEST, "-p", "no:randomly"]
    result = shell(list(map(str, command)), cwd=recorded.folder)
    assert result.returncode == 1
    advice = re.search(
        r"No request named a session, and (\d+) recordings are of named sessions\. Run the tests as they were recorded: "
        r"with (--each-test pytest), or with the helper that understudy init wrote\.",
        result.stderr,
    )
    assert advice and int(advice[1]) == len(recorded.sessions), result.stderr
    # The advice helps.
    check_exact(recorded.exec())


def test_recordings_that_are_elsewhere(recorded, tmp_path):
    """No name depends on the way from the recordings to the tests, which differs on another machine."""
    shutil.copytree(recorded.folder / "recordings", tmp_path / "kept")
    check_exact(recorded.exec("test_products.py", options=["--recordings", tmp_path / "kept"]), 7)


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


NEW_TESTS = """

def test_new_cart(shop, product):
    token = Shop().ask(LOGIN, email="ada@example.com")["login"]["token"]
    user = Shop(token)
    cart = user.ask("mutation CreateCart { createCart { id lines { quantity } } }")["createCart"]
    add = "mutation Put($cart: ID!, $id: ID!) { addToCart(cartId: $cart, productId: $id) { lines { product { name } } } }"
    assert user.ask(add, cart=cart["id"], id=product["id"])["addToCart"]["lines"] == [{"product": {"name": "Figs"}}]


def test_new_read(shop):
    assert shop.ask("query Me { me { email id } }")["me"]["id"] == "1"
"""


def test_auto_records_the_new_tests_alone(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    file = project.folder / "test_users.py"
    file.write_text(file.read_text() + NEW_TESTS)
    before = project.sessions
    project.start()
    try:
        first = project.exec("-n", "2", options=["--mode", "auto"])
    finally:
        project.stop()
    assert first.returncode == 0, first.stdout + first.stderr
    assert "understudy: 2 tests have no recording" in first.stderr
    # The scope that both share is written anew with the ids that were recorded, so it is as it was.
    assert {name: text for name, text in project.sessions.items() if name in before} == before
    new = sorted(set(project.sessions) - set(before))
    assert [name.rpartition("-")[0] for name in new] == [
        "test_users.py-fixture-product", "test_users.py-test_new_cart", "test_users.py-test_new_read",
    ]
    check_exact(project.exec(), TESTS + 2)
    # Everything is recorded: the server is not asked.
    check_exact(project.exec(options=["--mode", "auto"]), TESTS + 2)


def test_auto_records_a_test_again_whose_recording_failed(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    file = project.folder / "test_users.py"
    text = file.read_text()
    file.write_text(text + "\n\ndef test_grows(shop):\n    assert shop.ask('query Count { productCount }') == {}\n")
    project.start()
    try:
        failed = project.exec("test_users.py", options=["--mode", "auto"])
        assert failed.returncode == 1 and "1 failed" in failed.stdout
        more = "    shop.ask(REGISTER, email='grows@example.com')\n    shop.ask('query Count { productCount }')\n"
        file.write_text(text + "\n\ndef test_grows(shop):\n" + more)
        again = project.exec("test_users.py", options=["--mode", "auto"])
        assert again.returncode == 0, again.stdout + again.stderr
    finally:
        project.stop()
    check_exact(project.exec("test_users.py"), 4)


def test_auto_records_nothing_after_a_signal(recorded, tmp_path):
    """A suite that was stopped does not start again, to record."""
    project = copy_of(recorded, tmp_path)
    mark = tmp_path / "mark"

    def marking(name, text):
        return f"def {name}(shop):\n    open({str(mark)!r}, 'a').write('{text} ')\n"

    file = project.folder / "test_users.py"
    waits = marking("test_me", "waits") + f"    __import__('time').sleep({PATIENCE * 2})\n"
    file.write_text(file.read_text().replace("def test_me(shop):\n", waits) + "\n\n" + marking("test_new", "new"))
    options = ["--each-test", "pytest", "--env", "SHOP_URL=shop", "--env", "SHOP_SOCKET=shop:ws", "--mode", "auto"]
    command = [BINARY, "exec", *options, "--", *PYTEST, "-p", "no:randomly", "test_users.py"]
    process = Process(list(map(str, command)), cwd=project.folder, env=OUTSIDE)
    try:
        eventually(lambda: mark.exists() and mark.read_text(), "the suite waits")
        assert process.stop(signal.SIGTERM) != 0
    finally:
        process.kill()
    assert mark.read_text() == "waits "
    assert "understudy: A signal stopped the command, so tests without a recording did not run." in process.stderr


def test_record_missed(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    file = project.folder / "test_cart.py"
    file.write_text(file.read_text().replace("quantity=2)", "quantity=4)").replace('"PLACED", 10', '"PLACED", 20'))
    missed = project.exec(options=["--report", "run.json"])
    assert missed.returncode == 1
    # The check-out misses, and what follows it counts with that.
    assert re.search(r"exited with 1; \d+ misses \(1 distinct\)", missed.stderr), missed.stderr
    assert "later requests of this session missed because of it" in missed.stderr or "1 later request of this session missed because of it" in missed.stderr
    commands = {miss["command"] for miss in json.loads((project.folder / "run.json").read_text())["misses"]}
    assert commands and all(f"To record this test again: {command}" in missed.stderr for command in commands)
    before = project.sessions
    project.start()
    try:
        again = project.exec(options=["--record-missed", "run.json"])
    finally:
        project.stop()
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"1 passed, {TESTS - 1} deselected" in again.stdout
    listed = re.findall(r"^  (?:new|changed) +(recordings/\S+)$", again.stderr, re.MULTILINE)
    assert listed and all((project.folder / file).is_file() for file in listed), again.stderr
    changed = [name for name, text in project.sessions.items() if before.get(name) != text]
    assert [name.rpartition("-")[0] for name in changed] == ["test_cart.py-test_check_out"]
    check_exact(project.exec())


def test_outside_of_exec(recorded, tmp_path):
    """The plugin installed, a server that runs by itself, and two workers. Of several plugins the newest runs."""
    plugin = (ROOT / "Sources/understudy/Plugins/understudy_pytest.py").read_text()
    (tmp_path / "understudy_pytest.py").write_text(plugin)
    newer = plugin.replace("UNDERSTUDY_PLUGIN = 1", "UNDERSTUDY_PLUGIN = 2").replace("for each test\"", "for each (newer)\"")
    (tmp_path / "newer_pytest.py").write_text(newer)
    with running(understudy("replay", cwd=recorded.folder, env=OUTSIDE)) as server:
        shop = f"{server.origin}/shop"
        urls = {"UNDERSTUDY_URL": server.origin, "SHOP_URL": shop, "SHOP_SOCKET": shop.replace("http", "ws")}
        environment = {**OUTSIDE, **urls, "PYTHONPATH": str(tmp_path)}
        for arguments, header in (
            ([], "a session for each test"),
            (["-n", "2"], ""),
            (["-p", "newer_pytest"], "for each (newer)"),
        ):
            command = [*map(str, PYTEST), "-v", "-p", "understudy_pytest", *arguments]
            done = subprocess.run(
                command, cwd=recorded.folder, env=environment, capture_output=True, text=True, timeout=120, check=False
            )
            assert done.returncode == 0 and f"{TESTS} passed" in done.stdout, done.stdout + server.stderr
            assert header in done.stdout
        assert server.stop() == 0
        assert "No misses" in server.stderr


def test_a_command_that_asks_nothing_fails(recorded):
    command = [str(BINARY), "exec", "--", "true"]
    silent = shell(command, recorded.folder)
    assert silent.returncode == 1
    advice = "Point it at $UNDERSTUDY_URL, or set the variable that it reads: --env API_URL=shop"
    assert advice in silent.stderr
    assert shell([*command[:2], "--allow-unused", *command[2:]], recorded.folder).returncode == 0
    # The advice followed: a command that reads its own variable.
    ask = ["curl", "-s", "$API_URL", "-H", "content-type: application/json", "-d", '{"query": "{ productCount }"}']
    quoted = " ".join(f"'{word}'" if word != "$API_URL" else word for word in ask)
    asked = shell([*command[:2], "--env", "API_URL=shop", "--", "sh", "-c", quoted], recorded.folder)
    assert "sent no request" not in asked.stderr


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--env", "SHOP_URL=shpo"], 2, '--env SHOP_URL=shpo: there is no endpoint "shpo". Did you mean "shop"? There are: shop.'),
        (["--env", "SHOP_URL"], 64, "--env"),
        (["--each-test", "jest"], 64, "--each-test"),
        (["--record-missed", "nowhere.json"], 2, "nowhere.json"),
        (["--record-missed", "conftest.py"], 2, "conftest.py: this is not a JSON report"),
        (["--record-missed", "run.json", "--mode", "replay"], 2, "--record-missed works only with --mode record."),
    ],
)
def test_wrong_options(recorded, options, code, message):
    result = shell([str(BINARY), "exec", *options, "--", "true"], recorded.folder)
    assert (result.returncode, message in result.stderr) == (code, True), result.stderr


def copy_of(recorded, folder):
    """The recorded project in another folder, with the same server, which is down."""
    project = object.__new__(Project)
    project.folder = shutil.copytree(recorded.folder, folder / "shop")
    project.port, project.server = recorded.port, None
    return project
