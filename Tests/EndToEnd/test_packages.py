"""The packages of `make release`, each installed and used where nothing else of this repository is."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from first_minute import OUTSIDE, first_minute
from harness import BINARY, ROOT, Server, closed_port, countries_upstream, eventually, run, running, tree
from test_init import HERE, JEST, PYTHON, SERVER, check_exact, needs_jest, needs_node

RELEASE = ROOT / "Tests" / "release"
SWIFT = shutil.which(os.environ.get("SWIFT", "swift"))
LIMIT = 40_000_000
pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


def shell(command, cwd=None, code=0, **variables):
    """Runs a command outside of CI; it must end with the code."""
    words = ["sh", "-c", command] if isinstance(command, str) else list(map(str, command))
    done = subprocess.run(
        words, cwd=cwd, env={**OUTSIDE, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, f"{command}\n{done.stdout}{done.stderr}"
    return done


def package(folder):
    done = subprocess.run([RELEASE / "package.py", BINARY, folder], capture_output=True, text=True, check=False)
    if "needs Swift's runtime" in done.stderr:
        pytest.skip("packages are made of the file of make release: UNDERSTUDY_BIN=.build/release-static/understudy")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The folder of packages."""
    return package(tmp_path_factory.mktemp("release") / "files")


def one(files, pattern):
    [file] = files.glob(pattern)
    return file


@pytest.fixture(scope="module")
def version():
    return run("--version").stdout.strip()


# The files as a whole


def test_the_same_program_gives_the_same_bytes(files, tmp_path):
    assert tree(package(tmp_path / "again")) == tree(files)


def test_checksums_and_sizes(files):
    listed = dict(reversed(line.split("  ")) for line in (files / "SHA256SUMS").read_text().splitlines())
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.iterdir()}
    found.pop("SHA256SUMS")
    assert listed == found
    assert max(path.stat().st_size for path in files.iterdir()) < LIMIT


def test_templates_are_filled_in(files, version):
    """The formula and the Containerfile, which are not tried otherwise."""
    for name, packed in (("understudy.rb", "*.tar.gz"), ("Containerfile", "*.deb")):
        text = (files / name).read_text()
        file = one(files, packed)
        assert hashlib.sha256(file.read_bytes()).hexdigest() in text and file.name in text and version in text
        assert not re.search(r"@[A-Z0-9]+@", text) and "Not tried" in text
    if shutil.which("ruby"):
        shell(["ruby", "-c", files / "understudy.rb"])


def test_a_program_that_needs_swift_is_refused(tmp_path):
    """By the names of its libraries: here they stand in a small program of C."""
    compiler = shutil.which("cc")
    if not compiler or sys.platform != "linux":
        pytest.skip("a C compiler on Linux is needed")
    (tmp_path / "empty.c").write_text("int nothing(void) { return 0; }\n")
    (tmp_path / "main.c").write_text("int nothing(void); int main(void) { return nothing(); }\n")
    shell("cc -shared -o libswiftCore.so -Wl,-soname,libswiftCore.so empty.c", tmp_path)
    shell("cc -o program main.c -L. -lswiftCore", tmp_path)
    done = shell([RELEASE / "package.py", tmp_path / "program", tmp_path / "files"], code=2)
    assert "needs Swift's runtime (libswiftCore.so" in done.stderr and "Tests/release/build.sh" in done.stderr
    assert not (tmp_path / "files").exists()


def test_a_program_that_needs_hiredis_has_packages_that_install_it(files, tmp_path, monkeypatch):
    """pip, npm and SwiftPM cannot. The default program needs nothing that a system may not have."""
    compiler = shutil.which("cc")
    if not compiler or sys.platform != "linux" or not shutil.which("dpkg-shlibdeps"):
        pytest.skip("a C compiler and dpkg-dev on Linux are needed")
    monkeypatch.syspath_prepend(RELEASE)
    import package as release
    import program

    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    shell("touch empty.c; cc -shared -o libhiredis.so -Wl,-soname,libhiredis.so.0.14 empty.c", tmp_path)
    shell("cc -o program main.c -L. -Wl,--no-as-needed -lhiredis -lm", tmp_path)
    needed = program.Program(tmp_path / "program").foreign_libraries
    assert needed == ["libhiredis.so.0.14"]
    default = program.Program(BINARY)
    assert default.foreign_libraries == []
    monkeypatch.setattr(program.Program, "foreign_libraries", needed)
    names = set(release.packages(default, BINARY.parent / "checkouts"))
    debian = one(files, "*.deb").name
    assert names == {debian, "Containerfile", "SHA256SUMS"}


# tar.gz and .deb


def test_tar_gz(files, tmp_path, version):
    with tarfile.open(one(files, "*.tar.gz")) as archive:
        names = archive.getnames()
        entries = {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in archive}
        archive.extractall(tmp_path, filter="data")
    assert names == sorted(names) and entries == {(0, 0, "", "")}
    [folder] = tmp_path.iterdir()
    program = folder / "bin" / "understudy"
    assert program.read_bytes() == BINARY.read_bytes()
    # With nothing in the environment, not even PATH.
    done = subprocess.run([program, "--version"], env={}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == version
    assert (folder / "share/man/man1/understudy.1").exists()
    notices = (folder / "share/doc/understudy/THIRD-PARTY-NOTICES").read_text()
    assert "swift-nio: LICENSE.txt" in notices and "Apache License" in notices


@pytest.mark.skipif(
    not shutil.which("dpkg") or os.geteuid() != 0, reason="dpkg is not there, or this is not root, who it installs as"
)
def test_deb(files, tmp_path, version):
    """Into a root folder of its own, where dpkg knows only the libraries that the package names."""
    deb = one(files, "*.deb")
    named = shell(["dpkg-deb", "--field", deb, "Depends"]).stdout
    libraries = re.findall(r"([a-z0-9+-]+)(?: \([^)]*\))?", named)
    assert {"libc6", "zlib1g"} <= set(libraries)
    root = tmp_path / "root"
    database = root / "var" / "lib" / "dpkg"
    for folder in ("info", "updates"):
        (database / folder).mkdir(parents=True)
    dpkg = ["dpkg", f"--root={root}", "--log=/dev/null"]
    (database / "status").write_text("")
    refused = shell([*dpkg, "--install", deb], code=1)
    assert "understudy depends on libc6" in refused.stderr
    shutil.rmtree(root)
    for folder in ("info", "updates"):
        (database / folder).mkdir(parents=True)
    (database / "status").write_text(shell(["dpkg-query", "--status", *libraries]).stdout)
    shell([*dpkg, "--install", deb])
    program = root / "usr" / "bin" / "understudy"
    assert program.read_bytes() == BINARY.read_bytes() and program.stat().st_mode & 0o777 == 0o755
    said = shell([RELEASE / "smoke.sh", program]).stdout
    assert f"prints its version, {version}" in said and "all is well" in said
    assert (root / "usr/lib/python3/dist-packages/understudy_pytest.py").exists()
    shell([*dpkg, "--purge", "understudy"])
    left = [path for path in root.rglob("*") if path.is_file() and database not in path.parents]
    assert left == []


# pip


def test_wheel(files, tmp_path):
    """From `pip install` to a replayed suite; `pytest -s` shows the times."""
    wheel = one(files, "*.whl")
    watch = first_minute(wheel, tmp_path)
    # The promise. It takes a quarter of that: only the processors' time counts, whoever else uses them.
    assert watch.used < 60
    pip = tmp_path / ".venv" / "bin" / "pip"
    program = tmp_path / ".venv" / "bin" / "understudy"
    assert program.read_bytes() == BINARY.read_bytes()
    shell([pip, "check"])
    # With the plugin that the program carries, too: the newer of both runs.
    done = shell(
        "understudy exec --each-test pytest --env COUNTRIES_URL=countries -- pytest",
        tmp_path,
        PATH=f"{program.parent}:{OUTSIDE['PATH']}",
    )
    assert done.stdout.count("understudy: http") == 1 and "3 passed" in done.stdout
    # Outside of `understudy exec` the plugin does nothing.
    plain = shell([program.with_name("pytest"), "--collect-only", "-q"], tmp_path)
    assert "3 tests collected" in plain.stdout and "session for each test" not in plain.stdout
    shell([pip, "uninstall", "--yes", "understudy"])
    assert not program.exists()


# npm


class NodeProject:
    """A project in JavaScript that has the npm package."""

    def __init__(self, files, source, folder):
        self.folder = shutil.copytree(HERE / source, folder)
        shutil.copy(HERE / "node" / "shop.cjs", folder)
        self.variables = {
            "npm_config_offline": "true",
            "npm_config_cache": str(folder.parent / "npm-cache"),
            "npm_config_update_notifier": "false",
            "npm_config_fund": "false",
            "npm_config_audit": "false",
        }
        shutil.copy(one(files, "*.tgz"), folder)
        self.shell("npm install ./understudy-*.tgz")

    def shell(self, command, code=0):
        return shell(command, self.folder, code, **self.variables)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def record_and_replay(self, options, command):
        """Its tests, with the shop that nobody resets, and then without it."""
        port = closed_port()
        url = f"http://127.0.0.1:{port}/"
        server = subprocess.Popen(
            [PYTHON, "-m", "uvicorn", "server:app", "--port", str(port), "--log-level", "warning"], cwd=SERVER.parent
        )
        try:
            answers = ["curl", "-s", "-o", "/dev/null", url]
            eventually(lambda: subprocess.run(answers, check=False).returncode == 0, "the shop answers")
            self.shell(f"npx understudy exec {options} --mode record --upstream {url} --endpoint shop -- {command}")
        finally:
            server.terminate()
            server.wait(10)
        return self.shell(f"npx understudy exec {options} -- {command}")


@pytest.fixture(scope="module")
def node(files, tmp_path_factory):
    return NodeProject(files, "node", tmp_path_factory.mktemp("npm") / "node")


@needs_node
def test_npx(node, version):
    assert node.shell("npx understudy --version").stdout.strip() == version
    # Exit codes and signals are the program's own.
    node.shell("npx understudy no-such-command", code=64)
    launcher = node.folder / "node_modules" / ".bin" / "understudy"
    with running(Server([str(launcher), "fake", "--port", "0", "--schemas", str(ROOT / "schemas")])) as server:
        assert server.stop() == 0


@needs_node
def test_another_machine(node):
    """The launcher where the package has no program, as on another processor."""
    package = node.folder / "node_modules" / "understudy"
    [program] = (package / "programs").iterdir()
    program.rename(package / "programs" / "Plan9-mips")
    try:
        done = shell([package / "bin" / "understudy", "--version"], code=2)
        assert f"this package has no program for {program.name}, only for: Plan9-mips" in done.stderr
    finally:
        (package / "programs" / "Plan9-mips").rename(program)


def helper(node, name):
    return (node.folder / "node_modules" / "understudy" / name).read_text()


def code(text):
    """A file without the comment at its top."""
    return re.sub(r"\A(?://.*\n)+", "", text)


@needs_node
def test_helpers_are_those_of_init(node):
    """Nothing but the name in the example differs, and Jest's environment, which init reads from the project."""
    templates = ROOT / "Sources" / "understudy" / "Templates"
    for name in ("jest.cjs", "vitest.mjs", "node-test.mjs", "cypress.js"):
        template = (templates / name).read_text().replace("@ENVIRONMENT@", "jest-environment-node")
        assert code(helper(node, name)) == code(template)
        assert f'understudy/{name.split(".")[0]}' in helper(node, name).replace(code(helper(node, name)), "")
    manifest = json.loads(helper(node, "package.json"))
    assert sorted(manifest["exports"]) == [
        "./cypress",
        "./jest",
        "./node-test",
        "./package.json",
        "./playwright",
        "./vitest",
    ]
    for target in manifest["exports"].values():
        file = target if isinstance(target, str) else target["default"]
        if not file.endswith("json"):
            shell(["node", "--check", node.folder / "node_modules" / "understudy" / file])


@needs_node
def test_node_test(node):
    check_exact(node.record_and_replay("--env SHOP_URL=shop", "node --import understudy/node-test --test"), 13)


@needs_jest
def test_jest(files, tmp_path):
    project = NodeProject(files, "jest", tmp_path / "jest")
    for module in JEST.iterdir():
        target = project.folder / "node_modules" / module.name
        if not target.exists():
            target.symlink_to(module)
    command = "node node_modules/jest-cli/bin/jest.js --env understudy/jest --testTimeout 60000"
    check_exact(project.record_and_replay("--env SHOP_URL=shop", command), 11)


PLAYWRIGHT = {
    "package.json": '{ "name": "@playwright/test", "version": "1.0.0", "main": "index.js" }',
    # As much of it as the helper uses.
    "index.js": """
        exports.expect = (value) => ({ toBe: (other) => { if (value !== other) throw new Error(value); } });
        exports.test = { extend: (fixtures) => fixtures };
        """,
}
DRIVER = """
import { relative } from "node:path";
import { expect, test } from "understudy/playwright";

const code = process.argv[2];
const info = {
  titlePath: ["tests/a.spec.ts", "Canada"], project: { name: "chromium" }, file: `${process.cwd()}/tests/a.spec.ts`,
  config: { workers: Number(process.argv[3]) }, status: "passed", expectedStatus: "passed",
};
expect(typeof test.extraHTTPHeaders).toBe("function");
await test.extraHTTPHeaders({ extraHTTPHeaders: {} }, async (headers) => {
  const query = `{ country(code: "${code}") { name } }`;
  await fetch(process.env.COUNTRIES_URL, {
    method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify({ query }),
  });
}, info);
"""


@needs_node
def test_playwright(node):
    """The helper as JavaScript, with a test double of Playwright: a page's requests belong to the test's session."""
    package = node.folder / "node_modules" / "@playwright" / "test"
    package.mkdir(parents=True)
    for name, text in PLAYWRIGHT.items():
        (package / name).write_text(text)
    node.write("driver.mjs", DRIVER)
    exec_ = "npx understudy exec --recordings countries --env COUNTRIES_URL=countries"
    with running(countries_upstream()) as upstream:
        node.shell(f"{exec_} --mode record --upstream {upstream.origin}/ --endpoint countries -- node driver.mjs CA 1")
    [session] = (node.folder / "countries/countries/sessions").iterdir()
    assert json.loads(session.read_text())["session"] == "tests/a.spec.ts > Canada > chromium"
    for workers in (1, 2):
        assert "1 request (1 exact)" in node.shell(f"{exec_} -- node driver.mjs CA {workers}").stderr
        missed = node.shell(f"{exec_} -- node driver.mjs DE {workers}", code=1)
        assert "Error: No recording of an unnamed query" in missed.stderr


# SwiftPM

MANIFEST = """\
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "shop",
  targets: [
    .binaryTarget(name: "understudy", path: "@BUNDLE@"),
    .plugin(
      name: "understudy-exec", capability: .command(intent: .custom(verb: "understudy", description: "Run Understudy.")),
      dependencies: ["understudy"]),
  ]
)
"""
PLUGIN = """\
import Foundation
import PackagePlugin

@main
struct UnderstudyExec: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = try Process.run(try context.tool(named: "understudy").url, arguments: arguments)
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("understudy ended with \\(process.terminationStatus)") }
  }
}
"""


@pytest.mark.skipif(not SWIFT, reason="Swift is not there")
def test_artifact_bundle(files, tmp_path, version):
    """A package with the bundle as a local binary target, whose command plugin runs the program."""
    bundle = shutil.copy(one(files, "*.artifactbundle.zip"), tmp_path)
    (tmp_path / "Package.swift").write_text(MANIFEST.replace("@BUNDLE@", Path(bundle).name))
    (tmp_path / "Plugins/understudy-exec").mkdir(parents=True)
    (tmp_path / "Plugins/understudy-exec/plugin.swift").write_text(PLUGIN)
    done = shell([SWIFT, "package", "--package-path", tmp_path, "understudy", "--version"])
    assert version in done.stdout.splitlines()
    # The checksum of a binary target with a URL is that of the list.
    checksum = shell([SWIFT, "package", "--package-path", tmp_path, "compute-checksum", bundle]).stdout.strip()
    assert f"{checksum}  {Path(bundle).name}\n" in (files / "SHA256SUMS").read_text()
