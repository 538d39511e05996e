"""The recipe for Apollo Kotlin, with a stand-in for gradlew that sends what Apollo Kotlin sends from an emulator."""

from __future__ import annotations

import re
import shutil
from xml.etree import ElementTree

import pytest
from apollo import KOTLIN_HEADERS, apollo_kotlin, app
from harness import running
from pages import COUNTRIES, Page, Project

PAGE = Page("ApolloKotlin")
ARGUMENT = "-Pandroid.testInstrumentationRunnerArguments.countriesUrl="

# Hands the argument to the app, as the instrumentation does.
GRADLEW = f"""#!/usr/bin/env bash
[ "$1" = connectedDebugAndroidTest ] || exit 64
case $2 in {ARGUMENT}*) url=${{2#{ARGUMENT}}} ;; *) exit 64 ;; esac
"""


def emulator(project, body: bytes, **options):
    path = project.root / "gradlew"
    path.write_text(GRADLEW + app("$url/~CountriesTest.canada", KOTLIN_HEADERS, body, **options))
    path.chmod(0o755)


@pytest.fixture(scope="module")
def recorded(countries, tmp_path_factory):
    """The project, with what its own test recorded."""
    project = Project(tmp_path_factory.mktemp("kotlin"))
    project.install()
    project.write(PAGE, "android-tests.sh")
    (project.root / "android-tests.sh").chmod(0o755)
    emulator(project, apollo_kotlin("CA"))
    project.passes(PAGE.shell("--mode record").replace(COUNTRIES, f"{countries.origin}/"))
    return project.root


@pytest.fixture
def android(recorded, project):
    """A copy of it."""
    shutil.copytree(recorded, project.root, dirs_exist_ok=True)
    return project


def test_replayed(android):
    replay = PAGE.command("--report understudy/report.html")
    # Apollo Kotlin 4 sends no extensions: the same request.
    for extensions in (True, False):
        emulator(android, apollo_kotlin("CA", extensions))
        assert "1 exact" in android.passes(replay)
    emulator(android, apollo_kotlin("DE"))
    assert PAGE.shown("No recording of").strip() in android.fails(replay)
    emulator(android, apollo_kotlin("DE"), swallows=True)
    assert "1 miss" in android.fails(replay)
    # The page of what goes wrong.
    emulator(android, apollo_kotlin("CA"))
    text = android.fails(replay.replace("--allow-host 10.0.2.2 ", ""))
    assert "403" in text and "is not a name of this server" in text


@pytest.mark.parametrize(
    ("block", "host"), [("understudy replay --allow-host 10.0.2.2", "10.0.2.2"), ("adb reverse", "127.0.0.1")]
)
def test_by_hand(android, block, host):
    android.program("adb", '[ "$*" = "reverse tcp:4000 tcp:4000" ]\n')
    [text] = [each.text for each in PAGE.blocks if each.language == "sh" and each.text.startswith(block)]
    *before, command = text.splitlines()
    for line in before:
        android.passes(line)
    with running(android.start(command)) as server:
        url = f"http://{host}:{server.port}/countries"
        assert "Ottawa" in android.passes(app(url, KOTLIN_HEADERS, apollo_kotlin("CA")))


def test_a_device_in_the_same_network(android):
    """A command that stands in the text."""
    [command] = [said for said in re.findall(r"`(understudy [^`]+)`", PAGE.text) if "--host" in said]
    with running(android.start(command)) as server:
        url = f"http://192.168.0.10:{server.port}/countries"
        assert "Ottawa" in android.passes(app(url, KOTLIN_HEADERS, apollo_kotlin("CA")))


def test_https(android):
    authority, command = PAGE.shell("understudy ca").splitlines()
    certificate = android.passes(f"{authority} 2>/dev/null").strip()
    with running(android.start(command)) as server:
        url = f"https://10.0.2.2:{server.port}/countries"
        request = app(url, KOTLIN_HEADERS, apollo_kotlin("CA"), flags=f"--cacert '{certificate}'")
        assert "Ottawa" in android.passes(request)
        android.fails(app(url, KOTLIN_HEADERS, apollo_kotlin("CA")))


def test_the_xml_names_the_hosts():
    configuration, manifest = (
        ElementTree.fromstring(PAGE.file(name).encode())
        for name in ("app/src/debug/res/xml/network_security_config.xml", "app/src/debug/AndroidManifest.xml")
    )
    [authority] = [ElementTree.fromstring(block.text) for block in PAGE.blocks if "trust-anchors" in block.text]
    hosts = {domain.text for domain in configuration.iter("domain")}
    assert hosts == {"10.0.2.2", "127.0.0.1"}
    assert configuration.find("domain-config").get("cleartextTrafficPermitted") == "true"
    name = "{http://schemas.android.com/apk/res/android}networkSecurityConfig"
    assert manifest.find("application").get(name) == "@xml/network_security_config"
    assert authority.find("debug-overrides/trust-anchors/certificates").get("src") == "@raw/understudy"
