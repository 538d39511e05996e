"""The recipes for clients of the proxy, as far as they can run here: files, commands, and requests as the clients send them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import swift_pages
from harness import running
from pages import COUNTRIES, Page, Project, with_port, yaml

PAGE = Page("ProxyClients")
BODY = json.dumps({
    "query": "query CountryDetail($code: ID!) { country(code: $code) { name capital } }", "variables": {"code": "CA"},
})  # fmt: skip

# An app that knows the real URL, and nothing of a proxy.
APP = f"""
import urllib.request
request = urllib.request.Request("{COUNTRIES}/", {BODY.encode()}, {{"content-type": "application/json"}})
print(urllib.request.urlopen(request, timeout=20).read().decode())
"""


@pytest.fixture(scope="module")
def recorded(countries, tmp_path_factory):
    """A project with a recording of the real URL, and the CA of its user."""
    project = Project(tmp_path_factory.mktemp("proxy"))
    project.install()
    ask = "curl -sS -H content-type:application/json -d @body $UNDERSTUDY_URL/countries"
    (project.root / "body").write_text(BODY)
    project.passes(f"understudy exec --mode record --upstream {countries.origin}/ --endpoint countries -- bash -c '{ask}'")
    project.passes(PAGE.blocks[0].text)
    file = project.root / "recordings/countries/endpoint.yaml"
    file.write_text(re.sub(r"^upstream: .*", f"upstream: {COUNTRIES}", file.read_text(), flags=re.M))
    return project


def test_android(recorded):
    (recorded.root / "app/src/debug/res/raw").mkdir(parents=True)
    recorded.passes(PAGE.shell("res/raw"))
    assert "BEGIN CERTIFICATE" in (recorded.root / "app/src/debug/res/raw/understudy.pem").read_text()
    tree = ElementTree.fromstring(PAGE.file("app/src/debug/res/xml/network_security_config.xml"))
    assert [each.get("src") for each in tree.iter("certificates")] == ["system", "@raw/understudy"]


@pytest.mark.skipif(not swift_pages.SWIFTC, reason="swiftc is not there")
def test_ios(tmp_path):
    text = PAGE.file("App/ThroughUnderstudy.swift")
    done = swift_pages.type_checked(tmp_path, App="#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n" + text)
    assert done.returncode == 0, done.stderr


def test_a_device(recorded):
    """The command that other machines reach."""
    [command] = PAGE.shell("--host 0.0.0.0").splitlines()
    with running(recorded.start(command)) as server:
        for user, found in (("-U any:TOKEN", True), ("-U any:other", False), ("", False)):
            done = recorded.run(
                f'curl -sS --noproxy "" -x http://127.0.0.1:{server.port} {user} --cacert "$(understudy ca)"'
                f" -H content-type:application/json -d @body {COUNTRIES}/"
            )
            assert ("Ottawa" in done.stdout) == found, done.stderr


def test_compose(recorded):
    """The service's command, and an app with the variables of the other one."""
    services = yaml(PAGE.file("compose.yaml"))["services"]
    folder = recorded.run(f"{PAGE.shell('CA_FOLDER').splitlines()[0]}; echo $CA_FOLDER").stdout.strip()
    assert (Path(folder) / "authority.pem").exists()
    command = services["understudy"]["command"].replace("/ca", folder)
    assert services["understudy"]["volumes"][2] == "${CA_FOLDER}:/ca:ro"
    with running(recorded.start(command)) as server:
        variables = dict(services["app"]["environment"])
        variables["HTTPS_PROXY"] = with_port(variables["HTTPS_PROXY"].replace("@understudy:", "@127.0.0.1:"), server.port)
        assert services["app"]["volumes"] == ["${CA_FOLDER}/authority.pem:/authority.pem:ro"]
        variables["SSL_CERT_FILE"] = variables["SSL_CERT_FILE"].replace("/authority", f"{folder}/authority")
        done = subprocess.run(
            [sys.executable, "-c", APP], env={"PATH": os.environ["PATH"], **variables}, capture_output=True, text=True, check=False
        )
        assert "Ottawa" in done.stdout, done.stderr
    # The key is for the first one only.
    assert not any("key" in volume for volume in services["app"]["volumes"])



def test_playwright():
    """What Playwright for TypeScript would get: the same settings as in Python, which a browser is given elsewhere."""
    typescript = PAGE.file("tests/proxied.ts")
    [python] = [block.text for block in PAGE.blocks if block.language == "python"]
    assert 'server: "http://127.0.0.1:4000", username, password: "x"' in typescript
    assert '"server": "http://127.0.0.1:4000", "username": "test-1", "password": "x"' in python
