"""The addresses of hosts in endpoint.yaml, and the hosts that `exec` records."""

from __future__ import annotations

import pytest
from harness import run
from proxied import HOST, NOTES, URL, proxying, world

OTHER = "other.example.test"


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    with world(tmp_path_factory.mktemp("real")) as made:
        yield made


def configure(folder, text: str, endpoint: str = "example"):
    path = folder / "recordings" / endpoint / "endpoint.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text)


@pytest.mark.parametrize("first", [f"upstream: {URL}\n", ""])
def test_an_address_in_endpoint_yaml(real, tmp_path, first):
    """With and without the URL, which the first request then adds."""
    configure(tmp_path, f"{first}resolve:\n  {HOST}: 127.0.0.1:{real.port}\n")
    real.upstream.reset()
    with proxying(real, "record", *real.certificates, cwd=tmp_path) as proxied:
        assert proxied.post(URL, NOTES).json == {"data": {"notes": []}}
        assert proxied.server.stop() == 0, proxied.server.stderr
    assert "resolve:" in (tmp_path / "recordings/example/endpoint.yaml").read_text()
    with proxying(real, "replay", "--ca-folder", real.local.parent, cwd=tmp_path) as proxied:
        assert proxied.post(URL, NOTES).json == {"data": {"notes": []}}
    done = run("verify", "--upstream-ca", real.company.pair.certificate, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_host_that_passes_has_its_address(real, tmp_path):
    configure(tmp_path, f'upstream: {URL}\npass: [{OTHER}]\nresolve: {{{OTHER.upper()}.: "127.0.0.1:{real.port}"}}\n')
    with proxying(real, "fake", "--ca-folder", real.local.parent, cwd=with_schema(tmp_path)) as proxied:
        answer = proxied.post(f"https://{OTHER}/graphql", NOTES, "--cacert", real.company.pair.certificate, trusts=False)
        assert answer.status.startswith("200 200"), answer


def with_schema(folder):
    (folder / "schemas").mkdir()
    (folder / "schemas/example.graphqls").write_text("type Query { a: Int }")
    return folder


def test_the_option_takes_precedence(real, tmp_path):
    configure(tmp_path, f"upstream: {URL}\nresolve: {{{HOST}: 127.0.0.1:9}}\n")
    real.upstream.reset()
    with proxying(real, "record", *real.trust, cwd=tmp_path) as proxied:
        assert proxied.post(URL, NOTES).json == {"data": {"notes": []}}


@pytest.mark.parametrize("place", ["127.0.0.1", "127.0.0.1:0", "127.0.0.1:x", "localhost:80", "::1:80", "[127.0.0.1]:80",
                                   "127.0.0.1:70000", "1.2.3:80"])  # fmt: skip
def test_what_is_no_address(tmp_path, place):
    configure(tmp_path, f'upstream: {URL}\nresolve:\n  {HOST}: "{place}"\n')
    done = run("check", cwd=tmp_path)
    assert done.returncode != 0
    assert f'endpoint.yaml:3:{len(HOST) + 5}: "{place}" is not an address with a port' in done.stdout + done.stderr
    done = run("record", "--resolve", f"{HOST}={place}", cwd=tmp_path)
    assert done.returncode == 64 and f"{HOST}={place}" in done.stderr


@pytest.mark.parametrize("text, problem", [
    ("resolve: [a]", '"resolve" is a list: expected keys and values such as `api.example.com: 127.0.0.1:8443`.'),
    ('resolve: {"a:80": 127.0.0.1:1}', '"a:80" is not a host: expected one such as api.example.com, without a port.'),
    ('resolve: {"*.a.test": 127.0.0.1:1}', '"*.a.test" is not a host'),
    ("resolve: {a.test: 127.0.0.1:1, A.test: 127.0.0.1:2}", '"A.test" is in "resolve" twice: remove one of the two.'),
    ("resolve: {a.test: [b]}", 'the address of "a.test" is a list: expected a string such as 127.0.0.1:8443.'),
])  # fmt: skip
def test_errors(tmp_path, text, problem):
    configure(tmp_path, f"upstream: {URL}\n{text}\n")
    done = run("check", cwd=tmp_path)
    assert done.returncode != 0 and problem in done.stdout + done.stderr


def test_two_addresses_of_one_host(tmp_path):
    configure(tmp_path, f"upstream: {URL}\nresolve: {{{HOST}: 127.0.0.1:1}}\n", "a")
    configure(tmp_path, f"upstream: {URL}/v2\nresolve: {{{HOST}: 127.0.0.1:2}}\n", "b")
    done = run("record", "--port", "0", cwd=tmp_path)
    assert done.returncode != 0
    assert f"The endpoint.yaml of b gives {HOST} the address 127.0.0.1:2" in done.stderr


def test_exec_records_only_some_hosts(real, tmp_path):
    """The other one gets through, with the certificate of its own."""
    command = f"""
curl -sS --cacert {real.company.pair.certificate} -H content-type:application/json -d '{{"query": "{NOTES}"}}' https://{OTHER}/graphql
curl -sS -H content-type:application/json -d '{{"query": "{NOTES}"}}' {URL}
"""
    words = ["exec", "--mode", "record", "--intercept", "--only", HOST, "--upstream-ca", real.company.pair.certificate]
    for host in (HOST, OTHER):
        words += ["--resolve", f"{host}=127.0.0.1:{real.port}"]
    done = run(*words, "--", "bash", "-ec", command, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.count('"notes"') == 2, done.stdout + done.stderr
    assert [path.name for path in (tmp_path / "recordings").iterdir()] == ["example"]


def test_only_without_recording(tmp_path):
    done = run("exec", "--intercept", "--only", HOST, "--", "true", cwd=tmp_path)
    assert done.returncode != 0 and "--only works only with --mode record and live. Remove it." in done.stderr
