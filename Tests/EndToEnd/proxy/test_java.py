"""`exec --intercept` and Java: its options, its trust store, and clients of the JDK whose code names the real API alone."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from harness import run
from proxied import ADD, NOTES, URL, recorded_and_replayed

JAVA = shutil.which("java")

needs_java = pytest.mark.skipif(not JAVA or not shutil.which("keytool"), reason="java and keytool are not installed")

# The new client of the JDK, and its old one. Java's text blocks need no escapes.
CLIENT = f'''
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;

public class Client {{
  static final HttpClient client = HttpClient.newHttpClient();

  static String ask(String body) throws Exception {{
    var request = HttpRequest.newBuilder(URI.create("{URL}"))
      .header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    return answer.version() + " " + answer.body();
  }}

  static String askOldClient(String body) throws Exception {{
    var connection = (HttpURLConnection) URI.create("{URL}").toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("content-type", "application/json");
    connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }}

  public static void main(String[] arguments) throws Exception {{
    var notes = """
      {{"query": "{NOTES}"}}""";
    System.out.println(ask(notes));
    System.out.println(ask("""
      {{"query": "{ADD.replace('"', chr(92) * 3 + '"')}"}}"""));
    System.out.println(ask(notes));
    System.out.println(askOldClient(notes));
  }}
}}
'''


@pytest.fixture
def project(tmp_path):
    """A project with an endpoint."""
    (tmp_path / "recordings/api").mkdir(parents=True)
    (tmp_path / "recordings/api/endpoint.yaml").write_text(f"upstream: {URL}\n")
    return tmp_path


def with_variables(**variables: str) -> dict[str, str]:
    """The environment of a user whose own Java is not known to it."""
    return {name: value for name, value in os.environ.items() if name not in ("JAVA_HOME", "JAVA_TOOL_OPTIONS")} | variables


def intercepting(project: Path, *command: str, options: tuple[str, ...] = (), **variables: str):
    words = ["exec", "--intercept", "--allow-unused", *options, "--", *command]
    done = run(*words, cwd=project, env=with_variables(**variables))
    assert done.returncode == 0, done.stderr
    return done


def java_options(project: Path, **variables: str) -> tuple[list[str], str]:
    """The options that a command gets, and what is printed on standard error."""
    done = intercepting(project, "/bin/sh", "-c", 'printf %s "$JAVA_TOOL_OPTIONS"', **variables)
    return done.stdout.split(), done.stderr


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@needs_java
def test_clients_of_the_jdk(place, tmp_path):
    (tmp_path / "Client.java").write_text(CLIENT)
    command = ["java", "-XX:TieredStopAtLevel=1", "Client.java"]
    before, added, after, again = recorded_and_replayed(command, place, tmp_path, env=with_variables()).splitlines()
    assert before.startswith("HTTP_2 ") and '"notes":[]' in before and '"text":"hello"' in added
    assert after == f"HTTP_2 {again}" and "hello" in again


@needs_java
def test_the_trust_store_has_the_authorities_of_the_jdk_and_ours(project, tmp_path):
    """Also in a folder whose name has a space; the user's own options stay in front, and do not reach keytool."""
    temporary = tmp_path / "a folder"
    temporary.mkdir()
    listing = 'keytool -list -keystore "$(dirname "$SSL_CERT_FILE")/authorities.jks" -storepass changeit 2>/dev/null'
    own = "-Dmine=1 -Dbroken=1"
    script = f'''
        echo "$JAVA_TOOL_OPTIONS"; ls "$(dirname "$SSL_CERT_FILE")"
        {listing}; java -XshowSettings:properties -version 2>&1'''
    variables = {"TMPDIR": str(temporary), "JAVA_TOOL_OPTIONS": own}
    done = intercepting(project, "/bin/sh", "-c", script, options=("-v",), **variables)
    options, *lines = done.stdout.splitlines()
    assert lines[:3] == ["authorities.jks", "authority.pem", "bundle.pem"]
    assert options.startswith(f"{own} -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=")
    assert f"JAVA_TOOL_OPTIONS={options}" in done.stderr
    count = int(re.search(r"contains (\d+) entr", done.stdout)[1])
    words = ["keytool", "-list", "-cacerts", "-storepass", "changeit"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True)
    assert count == int(re.search(r"contains (\d+) entr", listed.stdout)[1]) + 1
    assert "understudy-exec" in done.stdout
    # The JVM reads the path as one option.
    store = re.search(r"javax.net.ssl.trustStore = (.*)", done.stdout)[1]
    assert store.startswith(f"{temporary}/") and store.endswith("/authorities.jks")
    assert not list(temporary.iterdir())


@needs_java
@pytest.mark.parametrize("upstream, exceptions", [(URL, "localhost|127.*|[::1]"), ("http://127.0.0.1:1/graphql", "")])
def test_an_api_on_this_machine_uses_the_proxy_too(project, upstream, exceptions):
    (project / "recordings/api/endpoint.yaml").write_text(f"upstream: {upstream}\n")
    options, _ = java_options(project)
    assert f"-Dhttp.nonProxyHosts={exceptions}" in options


def test_without_java_nothing_is_set(project, tmp_path):
    """Nor with a folder in JAVA_HOME that is not there, a Java without keytool, and programs that only ask to install it."""
    program(tmp_path / "runtime/java", "exit 1")
    for name in ("java", "keytool"):
        program(tmp_path / "nothing" / name, "echo 'Unable to locate a Java Runtime.' >&2; exit 1")
    for path in (tmp_path, tmp_path / "runtime", tmp_path / "nothing"):
        options, log = java_options(project, PATH=str(path), JAVA_HOME="/nonexistent")
        assert (options, "warning" in log) == ([], False), log


def fake_java(home: Path, keytool: str) -> Path:
    """An installation with a trust store and this keytool."""
    program(home / "bin/java", "exit 1")
    program(home / "bin/keytool", keytool)
    (home / "lib/security").mkdir(parents=True)
    (home / "lib/security/cacerts").write_bytes(b"authorities")
    return home


def test_a_keytool_that_fails_is_a_warning(project, tmp_path):
    """The command runs. Its JVMs use the proxy all the same, since no request may pass it unseen."""
    home = fake_java(tmp_path / "jdk", "echo 'keytool error: java.io.IOException: it broke'; exit 1")
    options, log = java_options(project, JAVA_HOME=str(home))
    assert any(option.startswith("-Dhttps.proxyPort=") for option in options)
    assert not any("trustStore" in option for option in options)
    assert log.count("warning") == 1
    assert f"{home}/bin/keytool could not make a trust store (keytool error: java.io.IOException: it broke)" in log
    assert "Set JAVA_HOME to a JDK whose keytool works." in log


@pytest.mark.parametrize("chosen", ["command", "JAVA_HOME", "PATH", "version manager"])
def test_the_java_that_the_command_would_use(project, tmp_path, chosen):
    """Its keytool makes the trust store, from its authorities."""
    copy = 'for last; do store=$previous; previous=$last; [ "$store" = -keystore ] && file=$last; done; cp "$file" "$OUT"'
    homes = {name: fake_java(tmp_path / name.replace(" ", "-"), f"{copy}; echo {name} >> $OUT") for name in
             ("command", "JAVA_HOME", "PATH", "version manager")}  # fmt: skip
    (tmp_path / "links").mkdir()
    (tmp_path / "links/java").symlink_to(homes["PATH"] / "bin/java")
    program(tmp_path / "shims/java", f"echo '    java.home = {homes['version manager']}' >&2")
    first = tmp_path / ("shims" if chosen == "version manager" else "links")
    out = tmp_path / "out"
    variables = {"PATH": f"{first}:{os.environ['PATH']}", "OUT": str(out)}
    if chosen in ("command", "JAVA_HOME"):
        variables["JAVA_HOME"] = str(homes["JAVA_HOME"])
    command = [str(program(homes["command"] / "bin/java", ":"))] if chosen == "command" else ["/bin/true"]
    intercepting(project, *command, **variables)
    assert out.read_text() == f"authorities{chosen}\n"
