"""README.md, guides and recipes: every block of commands runs as written, and every output is what the commands print."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from guide_projects import DOUBLES, SUITE
from guide_scenes import SCENES
from guide_stage import COMMANDS, OUTPUTS, PAGES, Scene, Stage, blocks, first_line
from harness import ROOT, run
from pages import COUNTRIES, Block, Project, unknown_options

HERE = Path(__file__).parent
# Pages with `pytest -n` need pytest-xdist, which this environment has.
PARALLEL = {"README", "GettingStartedPytest"}
EACH_TEST = ROOT / ".test-env/each-test/bin"

# Blocks that do not run here: the page, the start of the first line, and the reason. Commands of tools that are not here
# run with test doubles: `DOUBLES`.
NOT_RUN = {
    ("README", "make demo"): "builds the program and runs these tests",
    ("README", 'eval "$(understudy --generate-completion-script bash)"'): "three shells: test_completion.py",
    ("ApolloIOS", "UNDERSTUDY_MODE=record swift test"): "builds for minutes: Tests/ExamplePackage/run.sh",
    ("Architecture", "socket ─ Proxy ─ Engine"): "a drawing",
    ("ApolloKotlin", "package com.example"): "Kotlin: no compiler",
    ("GitHubActions", "::error file="): "a runner's log: test_ci.py runs the job",
    ("GitLabCI", "understudy: pytest exited with 1"): "a runner's log: test_ci.py runs the job",
    ("OfflineCodegen", "apollo {"): "Gradle",
    ("OfflineCodegen", "import type { CodegenConfig }"): "no npm registry",
    ("Playwright", "understudy exec --each-test pytest"): "Chromium: test_playwright.py runs it where it is installed",
    ("ProxyClients", "adb shell"): "Android",
    ("ProxyClients", "chromium --proxy-server"): "a browser that stays: ../proxy tests the option",
    ("ProxyClients", "emulator -avd"): "Android",
    ("ProxyClients", "mkdir -p"): "changes the user's trust in CAs",
    ("ProxyClients", "networksetup"): "macOS",
    ("ProxyClients", "understudy exec"): "no npm registry",
    ("ProxyClients", "xcrun simctl"): "macOS",
    ("RunForATeam", "apt-get install libhiredis-dev"): "builds for minutes: `make test-all` does",
    ("Sessions", "// api returns the URL"): "Go: no compiler",
    ("UnderstudyTesting", "✘ Test germany()"): "a log of Swift Testing",
}
# Blocks of other languages, and the test that uses them.
ELSEWHERE = {
    ("ApolloIOS", "<key>NSAppTransportSecurity</key>"): "test_apple.py",
    ("ApolloKotlin", "<network-security-config>"): "test_android.py",
    ("Dashboard", "understudy replay --open"): "../dashboard/test_dashboard_api.py",
    ("DashboardAPI", "curl "): "../dashboard/test_dashboard_api.py",
    ("ForwardProxy", "understudy ca"): "../proxy/test_forward_proxy.py",
    ("ForwardProxy", "mkdir -p"): "../proxy/test_chromium.py",
    ("ForwardProxy", "chromium --headless"): "../proxy/test_chromium.py",
    ("ForwardProxy", "curl --proxy"): "../proxy/test_forward_proxy.py",
    ("ForwardProxy", "understudy exec"): "../proxy/test_exec_intercept.py",
    ("ForwardProxy", "understudy replay"): "../proxy/test_forward_proxy.py",
    ("OfflineCodegen", "{"): "test_codegen.py",
    ("OfflineCodegen", "remote_schema_url"): "test_codegen.py",
    ("Playwright", "import { defineConfig }"): "test_playwright.py",
    ("ProxyClients", "cp "): "test_proxy_clients.py",
    ("ProxyClients", "export CA_FOLDER"): "test_proxy_clients.py",
    ("ProxyClients", "browser = playwright"): "../proxy/test_playwright_sessions.py",
    ("ProxyClients", "understudy ca"): "test_proxy_clients.py",
    ("ProxyClients", "understudy replay"): "test_proxy_clients.py",
    ("RecordingFormat", "git checkout --ours"): "../test_branches.py",
    ("RunForATeam", "# The session of a request"): "../team/test_sticky.py",
    ("RunForATeam", "FROM understudy"): "../team/test_team_files.py",
    ("RunForATeam", "apiVersion: v1"): "../team/test_team_files.py",
    ("RunForATeam", "export UNDERSTUDY_SESSIONS_PASSWORD"): "../team/test_shared_store.py",
    ("RunForATeam", "global"): "../team/test_sticky.py",
    ("RunForATeam", "redis-server"): "../team/test_shared_store.py",
    ("RunForATeam", "understudy pack"): "../team/test_packed.py",
    ("RunForATeam", "understudy replay --host 0.0.0.0"): "../team/test_team_files.py",
    ("RunForATeam", "x-replica: &replica"): "../team/test_team_files.py",
    ("RecordingFormat", "mutation HTTP_POST"): "../proxy/test_exchange_files.py",
    ("Sharding", "CONFLICT in shop"): "../test_shards.py",
}
TABLE = {**NOT_RUN, **ELSEWHERE}
ALL = [(page, block) for page in PAGES for block in blocks(page)]


def rows(page: str, block: Block, table: dict[tuple[str, str], str]) -> list[tuple[str, str]]:
    return [row for row in table if row[0] == page and block.text.startswith(row[1])]


@pytest.mark.parametrize("page", SCENES)
def test_as_written(page, tmp_path, countries, shop):
    project = Project(tmp_path, bin=EACH_TEST) if page in PARALLEL else Project(tmp_path)
    project.install()
    for name in DOUBLES:
        project.program(name, SUITE)
    for name in ("apollo-ios-cli", "gradlew"):
        (project.root / name).symlink_to(project.programs / name)
    urls = {
        COUNTRIES: f"{countries.origin}/",
        "http://localhost:8000/graphql": shop,
        "https://api.example.com/graphql": shop,
    }
    skipped = {first_line(block) for block in blocks(page) if rows(page, block, TABLE)}
    Stage(page, SCENES[page], project, urls, skipped).follow()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("```sh\nunderstudy explain FORBIDEN_HOST\n```\n", "FORBIDEN_HOST"),
        ("```sh\nunderstudy explain FORBIDDEN_HOST\n```\n\n```\nUNDERSTUDY_FORBIDEN_HOST\n```\n", "no command printed"),
        ("```\n$ echo a\nb\n```\n", "shows:\nb\n"),
    ],
)
def test_a_wrong_page_is_found(text, problem, tmp_path, monkeypatch):
    (tmp_path / "Page.md").write_text(text, "utf-8")
    monkeypatch.setitem(PAGES, "Page", tmp_path / "Page.md")
    project = Project(tmp_path / "reader")
    project.install()
    with pytest.raises(AssertionError, match=problem):
        Stage("Page", Scene(), project, {}).follow()


def is_run(page: str, block: Block) -> bool:
    """Whether this file, or another test of the pages, runs or checks a block."""
    scene = SCENES.get(page)
    if block.language in (*COMMANDS, *OUTPUTS):
        return scene is not None
    if block.language == "yaml" and not block.file:
        return page in GUIDES_WITH_RULES
    if block.language == "json" and page == "RecordingFormat":
        return True
    if block.language == "swift" and not block.file:
        return True
    if block.file:
        return block.file in RECIPE_TESTS
    return scene is not None and block.text.startswith((*scene.files, *scene.outputs))


RECIPE_TESTS = "".join(path.read_text("utf-8") for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__))
# `test_rules` of test_guide_commands.py checks the rules of these pages.
GUIDES_WITH_RULES = {name for name, path in PAGES.items() if path.parent.suffix == ".docc" or name == "README"}


def test_every_block_is_run():
    """Each block is run, or is in a table. No row of a table is without its block."""
    unknown = [
        (page, first_line(block)) for page, block in ALL if not rows(page, block, TABLE) and not is_run(page, block)
    ]
    assert unknown == []
    used = {row for page, block in ALL for row in rows(page, block, TABLE)}
    assert set(TABLE) - used == set()
    assert {test for test in ELSEWHERE.values() if not (HERE / test).exists()} == set()
    assert len(ALL) > 150


@cache
def options() -> set[str]:
    """The options of all commands."""
    pending, pages = [[name] for name in re.findall(r"^  ([a-z][a-z-]*) ", run("--help").stdout, re.M)], ""
    while pending:
        command = pending.pop()
        page = run("help", *command, "--help-all").stdout
        pending += [[*command, name] for name in re.findall(r"^  ([a-z][a-z-]*) ", page.partition("SUBCOMMANDS:")[2], re.M)]
        pages += page
    return set(re.findall(r"--[a-z][a-z-]+", pages))


@pytest.mark.parametrize("page", PAGES)
def test_inline_commands(page):
    """Commands and options in the text exist."""
    text = re.sub(r"^```.*?^```$", "", PAGES[page].read_text("utf-8"), flags=re.M | re.S)
    assert unknown_options(text) == []
    code = re.findall(r"`([^`]+)`", text)
    for name in {words.split()[1] for words in code if re.match(r"understudy [a-z]", words)}:
        assert run("help", name).returncode == 0, name
    # Also one of Gradle, which a message names.
    known = options() | {"--rerun"}
    assert {word for words in code for word in re.findall(r"^--[a-z][a-z-]+", words)} - known == set()
