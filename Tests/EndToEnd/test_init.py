"""`understudy init` with the real frameworks: a project of JavaScript, recorded once and replayed in any order.

The projects in each_test/node and each_test/jest are served by the shop of each_test/shop, which nobody resets.
"""

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import BINARY, ROOT, closed_port, eventually, run

HERE = Path(__file__).parent / "each_test"
SERVER = HERE / "shop" / "server.py"
PYTHON = ROOT / ".test-env" / "each-test" / "bin" / "python"
NODE = shutil.which("node")
JEST = ROOT / ".test-env" / "jest" / "usr" / "share" / "nodejs"
TESTS = {"node-test": 13, "jest": 11}


def version():
    text = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, text.removeprefix("v").split(".")))


NEW_ENOUGH = NODE is not None and version() >= (20, 16)
needs_node = pytest.mark.skipif(not NEW_ENOUGH, reason="Node 20.16 or later is not there")
needs_jest = pytest.mark.skipif(
    not (NEW_ENOUGH and (JEST.parents[2] / "installed").exists()), reason="Jest is not there: Tests/setup-test-env.sh --browser"
)
FRAMEWORKS = [
    pytest.param("node-test", marks=needs_node),
    pytest.param("jest", marks=[needs_jest, pytest.mark.long]),
]


class Project:
    """A copy of a project, with the lines that `init` writes, and its server."""

    def __init__(self, framework, folder):
        self.framework = framework
        self.folder = shutil.copytree(HERE / framework.removesuffix("-test"), folder)
        # Both projects have the same client.
        shutil.copy(HERE / "node" / "shop.cjs", self.folder)
        self.port = closed_port()
        self.server = None
        done = run("init", framework, "--env", "SHOP_URL=shop", cwd=self.folder)
        assert done.returncode == 0, done.stderr
        self.said = done.stdout
        if framework == "jest":
            (self.folder / "node_modules").symlink_to(JEST)

    @property
    def environment(self):
        """Of a shell in which `understudy` and `jest` are installed, outside of CI."""
        programs = self.folder / "programs"
        programs.mkdir(exist_ok=True)
        jest = f'exec "{NODE}" node_modules/jest-cli/bin/jest.js "$@"\n'
        for name, text in {"understudy": f'exec "{BINARY}" "$@"\n', "jest": jest, "npx": f"shift\n{jest}"}.items():
            (programs / name).write_text(f"#!/bin/sh\n{text}")
            (programs / name).chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("NODE_")}
        return {**kept, "PATH": f"{programs}:{kept['PATH']}", "npm_config_update_notifier": "false"}

    def start(self):
        command = [PYTHON, "-m", "uvicorn", "server:app", "--port", str(self.port), "--log-level", "warning"]
        self.server = subprocess.Popen(command, cwd=SERVER.parent)
        url = f"http://127.0.0.1:{self.port}/"
        answers = ["curl", "-s", "-o", "/dev/null", url]
        eventually(lambda: subprocess.run(answers, check=False).returncode == 0, "the shop answers")
        return url

    def stop(self):
        self.server.terminate()
        self.server.wait(10)

    def shell(self, command, **variables):
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def line(self, containing):
        """The command that `init` printed."""
        [line] = [line.strip() for line in self.said.splitlines() if line.startswith("    understudy exec") and containing in line]
        return line

    def record(self):
        url = self.start()
        try:
            return self.shell(self.line("--mode record").replace("https://api.example.com/graphql", url))
        finally:
            self.stop()

    def replay(self, arguments="", **variables):
        [line] = [line for line in self.said.splitlines() if line.startswith("    understudy exec --env")]
        return self.shell(f"{line} -- {arguments}" if arguments else line, **variables)


def check_exact(result, tests):
    """The run passed, and each answer was exact."""
    output = result.stdout + result.stderr
    assert result.returncode == 0, output
    assert re.search(rf"\bpass {tests}\b|\b{tests} passed, \d+ total", output), output
    counts = re.search(r"Answered: (\d+) requests? \((\d+) exact\)", output)
    assert counts and counts[1] == counts[2], output
    assert "0 misses" in output, output


@pytest.fixture(scope="module", params=FRAMEWORKS)
def recorded(request, tmp_path_factory):
    """The project, recorded once; its server is down."""
    project = Project(request.param, tmp_path_factory.mktemp(request.param) / "shop")
    first = project.record()
    assert first.returncode == 0, first.stdout + first.stderr
    (project.folder / "recordings/shop/endpoint.yaml").write_text(f"upstream: http://127.0.0.1:{project.port}/\n")
    return project


@pytest.mark.parametrize("seed", range(3))
def test_any_order(recorded, seed):
    """Files and tests in a random order, with several workers or one."""
    if recorded.framework == "jest":
        arguments = f"--testSequencer ./sequencer.js {('-w 3', '-w 2', '-i')[seed]}"
    else:
        files = sorted(path.name for path in recorded.folder.glob("*.test.mjs"))
        random.Random(seed).shuffle(files)
        arguments = f"--test-concurrency={(3, 2, 1)[seed]} {' '.join(files)}"
    check_exact(recorded.replay(arguments, SEED=str(seed + 1)), TESTS[recorded.framework])


def test_parts(recorded):
    """One file alone, and one test alone."""
    if recorded.framework == "jest":
        parts = {"products": 3, "-t 'adds twice'": 1, "cart -t 'of nobody'": 2}
    else:
        parts = {"products.test.mjs": 3, "--test-name-pattern 'adds twice'": 1, "users.test.mjs": 1}
    for arguments, tests in parts.items():
        check_exact(recorded.replay(arguments), tests)


def copy_of(recorded, folder):
    project = object.__new__(Project)
    project.__dict__ = dict(recorded.__dict__)
    project.folder = shutil.copytree(recorded.folder, folder / "shop", symlinks=True)
    return project


@pytest.fixture
def changed(recorded, tmp_path):
    """A copy of the project, with a test that catches the error of its miss."""
    project = copy_of(recorded, tmp_path)
    file = next(project.folder.glob("users.test.*"))
    ask = '  await new Shop().ask("{ product(id: 77) { name } }").catch(() => {});\n'
    file.write_text(f"{file.read_text()}\ntest(\"isn't heard (of)\", async () => {{\n{ask}}});\n")
    return project


def test_tests_of_one_file_at_once_are_refused(recorded, tmp_path):
    if recorded.framework == "jest":
        pytest.skip("Jest's helper refuses test.concurrent")
    project = copy_of(recorded, tmp_path)
    tests = "for (const name of ['a', 'b']) test(name, async () => {});"
    text = f'import {{ describe, test }} from "node:test";\ndescribe("both", {{ concurrency: true }}, () => {{ {tests} }});\n'
    (project.folder / "once.test.mjs").write_text(text)
    done = project.replay("once.test.mjs")
    said = done.stdout + done.stderr
    assert done.returncode == 1 and "tests of one file must run one after another. Remove `concurrency`." in said, said
    assert "is still open on this port" not in said, said


def test_tests_with_a_dom(recorded, tmp_path):
    """Jest's helper has the environment of Jest's configuration."""
    if recorded.framework != "jest":
        pytest.skip("only Jest has environments")
    project = copy_of(recorded, tmp_path)
    package = project.folder / "package.json"
    package.write_text(package.read_text().replace("{", '{ "jest": { "testEnvironment": "jsdom" },', 1))
    (project.folder / "understudy.cjs").unlink()
    assert run("init", "jest", "--env", "SHOP_URL=shop", cwd=project.folder).returncode == 0
    dom = 'test("has a page", () => { document.title = "a"; expect(document.title).toBe("a"); });\n'
    (project.folder / "dom.test.js").write_text(dom)
    done = project.shell("understudy exec --env SHOP_URL=shop --allow-unused -- npx jest --env ./understudy.cjs dom.test")
    assert done.returncode == 0 and "1 passed" in done.stdout + done.stderr, done.stdout + done.stderr


def test_a_miss_fails_its_test_and_names_the_command_that_records_it(changed):
    result = changed.replay()
    output = result.stdout + result.stderr
    assert result.returncode == 1
    assert re.search(r"not ok \d - isn't heard|✖ isn't heard|● isn't heard", output), output
    assert "No recording of an unnamed query" in result.stdout + result.stderr, output
    command = re.search(r"To record this test(?: again)?: (understudy .*)", output)[1]
    changed.start()
    try:
        again = changed.shell(command)
        assert again.returncode == 0, f"{command}\n{again.stdout}{again.stderr}"
    finally:
        changed.stop()
    check_exact(changed.replay(), TESTS[changed.framework] + 1)


def test_two_tests_of_one_name_fail(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    file = next(project.folder.glob("users.test.*"))
    file.write_text(file.read_text() + '\ntest("logs in", () => {});\n')
    result = project.replay()
    assert result.returncode == 1
    assert f'are named "{file.name} > logs in". Rename one.' in result.stdout + result.stderr


def test_without_understudy(recorded, tmp_path):
    project = copy_of(recorded, tmp_path)
    url = project.start()
    try:
        done = project.shell("npm test", SHOP_URL=url)
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        project.stop()


# --- The command itself

FILES = {
    "vitest": "understudy.mjs",
    "jest": "understudy.cjs",
    "node-test": "understudy.mjs",
    "playwright": "tests/understudy.ts",
    "cypress": "cypress/support/understudy.js",
    "kotlin": "src/test/kotlin/Understudy.kt",
    "xcuitest": "AppUITests/UnderstudySession.swift",
    "swift-testing": "Tests/AppTests/RecordedTests.swift",
    "github": ".github/workflows/tests.yml",
    "gitlab": ".gitlab-ci.yml",
}


@pytest.mark.parametrize("target", FILES)
def test_writes_what_it_shows_and_never_overwrites(target, tmp_path):
    file = tmp_path / FILES[target]
    dry = run("init", target, "--dry-run", cwd=tmp_path)
    assert dry.returncode == 0 and not file.exists()
    done = run("init", target, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = file.read_text()
    assert not re.search(r"@[A-Z]+@|^\w+\|", text, re.M)
    for said in (dry.stdout, done.stdout):
        shown = "\n".join(line.removeprefix("    ") for line in said.splitlines())
        assert text in shown
    if NODE and file.suffix in (".mjs", ".cjs", ".js"):
        subprocess.run([NODE, "--check", file], check=True)
    again = run("init", target, cwd=tmp_path)
    assert again.returncode == 0 and "already has these lines" in again.stdout
    file.write_text("mine\n")
    refused = run("init", target, cwd=tmp_path)
    assert refused.returncode == 1 and "exists, and was not changed" in refused.stdout
    assert text.splitlines()[0] in refused.stdout
    assert file.read_text() == "mine\n"
    other = run("init", target, "--output", "else/where.txt", cwd=tmp_path)
    assert other.returncode == 0 and (tmp_path / "else" / "where.txt").read_text() == text


def test_pytest_needs_no_file(tmp_path):
    done = run("init", "pytest", cwd=tmp_path)
    assert done.returncode == 0 and not list(tmp_path.iterdir())
    assert (
        "understudy exec --mode record --upstream https://api.example.com/graphql --endpoint shop"
        " --each-test pytest --env SHOP_URL=shop -- pytest\n" in done.stdout
    )
    (tmp_path / "conftest.py").touch()
    assert "--each-test pytest" in run("init", "playwright", cwd=tmp_path).stdout
    assert "--each-test pytest" in run("init", "github", "--dry-run", cwd=tmp_path).stdout


def test_the_recorded_endpoint_is_named(tmp_path):
    shutil.copytree(ROOT / "recordings" / "countries", tmp_path / "recordings" / "countries")
    said = run("init", "jest", cwd=tmp_path).stdout
    assert "understudy exec --mode record --env COUNTRIES_URL=countries -- npm test\n" in said
    assert "example" not in said
    shutil.copytree(ROOT / "recordings" / "countries", tmp_path / "recordings" / "other-api")
    said = run("init", "jest", cwd=tmp_path).stdout
    assert "--env COUNTRIES_URL=countries --env OTHER_API_URL=other-api" in said


@pytest.mark.parametrize(
    ("files", "install", "command"),
    [
        (["package.json"], "npm ci", "npm test"),
        (["package.json", "pnpm-lock.yaml"], "corepack enable && pnpm install --frozen-lockfile", "pnpm test"),
        (["package.json", "yarn.lock"], "corepack enable && yarn install --frozen-lockfile", "yarn test"),
        (
            ["package.json", "playwright.config.ts"],
            "npm ci && npx playwright install --with-deps",
            "npx playwright test",
        ),
        (["package.json", "cypress.config.js"], "npm ci", "npx cypress run"),
        (["pyproject.toml"], "pip install pytest", "pytest"),
        (["Package.swift"], "swift package resolve", "swift test"),
        (["gradlew"], "./gradlew testClasses", "./gradlew test --rerun"),
        (
            ["gradlew", "app/src/main/AndroidManifest.xml"],
            "./gradlew compileDebugUnitTestSources",
            "./gradlew testDebugUnitTest --rerun",
        ),
        (["go.mod"], "go mod download", "go test -count=1 ./..."),
        (["Gemfile", "spec/a_spec.rb"], "bundle install", "bundle exec rspec"),
        (["Gemfile"], "bundle install", "bundle exec rake test"),
        ([], "echo Install here what the tests need.", "make test"),
    ],
)
@pytest.mark.parametrize("service", ["github", "gitlab"])
def test_the_job_is_for_the_project(service, files, install, command, tmp_path):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).touch()
    done = run("init", service, "--env", "API_URL=shop", "--dry-run", cwd=tmp_path)
    lines = [line.strip().removeprefix("- ").removeprefix("run: ") for line in done.stdout.splitlines()]
    assert install in lines, done.stdout
    assert any(f" -- {command}" in line for line in lines), done.stdout
    port = " --port 4000" if "config" in "".join(files) else ""
    each = " --each-test pytest" if command == "pytest" else ""
    assert any(line.startswith(f"understudy exec{each}{port} --env API_URL=shop") for line in lines), done.stdout
    assert ("Replace make test with the command" in done.stdout) == (not files)


def test_the_job_of_a_framework_gets_the_variable(tmp_path):
    said = run("init", "jest", "--env", "API_URL=shop", cwd=tmp_path).stdout
    assert "    understudy init github --env API_URL=shop\n" in said


def test_where_it_cannot_be_written(tmp_path):
    (tmp_path / "cypress").touch()
    done = run("init", "cypress", cwd=tmp_path)
    assert done.returncode == 2 and "cypress/support/understudy.js cannot be written" in done.stderr
