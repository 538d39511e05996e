"""https and HTTP/2 towards clients, the local authority, and an upstream with certificates of its own."""

import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import clients
import pytest
import websockets
from certificates import Authority, endpoint, key_hash
from harness import ROOT, recording_files, run, running, understudy

COUNTRIES = ["--schemas", ROOT / "schemas", "--endpoint", "countries", "--no-learn"]
QUERY = {"query": "{ countries { code name } }"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """The certificate of a local authority; its folder is the parent."""
    made = run("ca", "--ca-folder", tmp_path_factory.mktemp("local") / "ca")
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip())


@pytest.fixture(scope="module")
def server(authority):
    names = ["--allow-host", "my.test", "--allow-host", "127.0.0.9"]
    with running(understudy("fake", *COUNTRIES, "--tls", "--ca-folder", authority.parent, *names)) as server:
        yield server


def curl(*arguments):
    """What curl printed, and its exit code."""
    words = ["curl", "--silent", "--show-error", "--max-time", "25", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)


def posted(url, *arguments, body=QUERY):
    return curl("-H", "content-type: application/json", "-d", json.dumps(body), *arguments, url)


# The local authority


def test_an_authority_is_made_once(tmp_path):
    made = run("ca", "--folder", tmp_path / "ca")
    assert made.returncode == 0
    path = Path(made.stdout.rstrip("\n"))
    assert path == tmp_path / "ca" / "authority.pem"
    first = path.read_bytes()
    for way in ["curl --cacert", "NODE_EXTRA_CA_CERTS=", "SSL_CERT_FILE=", "security add-trusted-cert",
                "xcrun simctl keychain booted add-root-cert", "network security config",
                f"--ignore-certificate-errors-spki-list={key_hash(path)}\n"]:  # fmt: skip
        assert way in made.stderr
    again = run("ca", "--folder", tmp_path / "ca")
    assert (again.returncode, again.stdout) == (0, made.stdout)
    assert path.read_bytes() == first
    anew = run("ca", "--folder", tmp_path / "ca", "--force")
    assert anew.returncode == 0
    assert path.read_bytes() != first
    about = subprocess.run(
        ["openssl", "x509", "-in", path, "-noout", "-subject", "-text"], capture_output=True, text=True, check=True
    ).stdout
    assert "Understudy local authority" in about and "CA:TRUE, pathlen:0" in about and "prime256v1" in about


@pytest.mark.skipif(sys.platform == "darwin", reason="the usual folder is another one there")
def test_the_usual_folder(tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": "/nowhere"}
    old = os.umask(0)
    try:
        made = run("ca", env=environment)
    finally:
        os.umask(old)
    assert made.stdout == f"{tmp_path}/understudy/authority.pem\n"
    modes = {path.name: path.stat().st_mode & 0o777 for path in [tmp_path / "understudy", *tmp_path.glob("*/*")]}
    assert modes == {"understudy": 0o700, "authority.pem": 0o644, "authority-key.pem": 0o600}
    with running(understudy("fake", *COUNTRIES, "--tls", env=environment)) as server:
        assert posted(f"{server.origin}/countries", "--cacert", made.stdout.strip()).returncode == 0


def test_no_authority_in_a_repository(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    made = run("ca", "--folder", tmp_path / "keys" / "ca")
    assert made.returncode == 2
    assert f"is inside the repository {tmp_path.resolve()}" in made.stderr
    assert "so it must not be committed" in made.stderr
    assert not (tmp_path / "keys").exists()


def test_a_key_that_others_may_read(tmp_path):
    run("ca", "--folder", tmp_path / "ca")
    (tmp_path / "ca" / "authority-key.pem").chmod(0o644)
    start = ["fake", *COUNTRIES, "--tls", "--ca-folder", tmp_path / "ca"]
    refused = run(*start, "--port", "0")
    assert refused.returncode == 2
    assert "(its mode is 644)" in refused.stderr
    assert run("ca", "--folder", tmp_path / "ca").returncode == 2
    # The command that the message ends with is the one that helps.
    subprocess.run(re.search(r"chmod 600 .*", refused.stderr)[0], shell=True, check=True)
    with running(understudy(*start)) as server:
        assert server.origin.startswith("https://")


def test_no_authority_yet(tmp_path):
    refused = run("fake", *COUNTRIES, "--port", "0", "--tls", "--ca-folder", tmp_path / "none")
    assert refused.returncode == 2
    assert f"There is no local certificate authority in {tmp_path}/none. Create it: understudy ca --ca-folder {tmp_path}/none" in (
        refused.stderr
    )


# https towards clients


@pytest.mark.parametrize("option, version", [("--http2", "2"), ("--http1.1", "1.1"), ("--no-alpn", "1.1")])
def test_curl(option, version, server, authority):
    asked = posted(f"{server.origin}/countries", "--cacert", authority, option, "-i", "-w", "\n%{http_version}")
    assert asked.returncode == 0, asked.stderr
    head, _, rest = asked.stdout.partition("\r\n\r\n" if "\r\n\r\n" in asked.stdout else "\n\n")
    body, _, used = rest.rpartition("\n")
    assert used == version
    assert len(json.loads(body)["data"]["countries"]) > 1
    if version == "2":
        assert not re.search(r"(?im)^(connection|keep-alive|transfer-encoding|upgrade):", head)


def test_requests_side_by_side_on_one_connection(server, authority):
    url = f"{server.origin}/countries?query=%7B%20countries%20%7B%20code%20%7D%20%7D&n=[1-60]"
    asked = curl(
        "--cacert", authority, "--http2", "--parallel", "-H", "accept: application/json", "-o", os.devnull,
        "-w", "%{http_code} %{http_version} %{num_connects}\n", url,
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    lines = [line.split() for line in asked.stdout.splitlines()]
    assert len(lines) == 60 and {(status, version) for status, version, _ in lines} == {("200", "2")}
    assert sum(int(connects) for _, _, connects in lines) < 10


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "my.test", "127.0.0.9"])
def test_the_certificate_names_what_clients_use(name, server, authority):
    to = f"{name}:{server.port}:127.0.0.1:{server.port}"
    asked = posted(f"https://{name}:{server.port}/countries", "--cacert", authority, "--connect-to", to)
    assert asked.returncode == 0, asked.stderr
    assert "errors" not in json.loads(asked.stdout)


def test_the_chain_has_the_authority(server, authority):
    """Chromium compares the hash that it is given with those of the certificates that it gets."""
    words = ["openssl", "s_client", "-showcerts", "-connect", f"127.0.0.1:{server.port}", "-CAfile", authority]
    shown = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    assert shown.count("BEGIN CERTIFICATE") == 2
    assert authority.read_text().strip() in shown and "Verify return code: 0 (ok)" in shown


def test_other_names_and_other_authorities_are_not_trusted(server, authority):
    to = f"other.test:{server.port}:127.0.0.1:{server.port}"
    url = f"https://other.test:{server.port}/countries"
    assert posted(url, "--cacert", authority, "--connect-to", to).returncode == 60
    assert posted(f"{server.origin}/countries").returncode == 60
    # Who does not look at the certificate is refused by the name.
    refused = posted(url, "--insecure", "--connect-to", to)
    assert json.loads(refused.stdout)["errors"][0]["extensions"]["code"] == "UNDERSTUDY_FORBIDDEN_HOST"


def test_python_over_tls(server, authority):
    context = ssl.create_default_context(cafile=str(authority))
    request = urllib.request.Request(
        f"{server.origin}/countries", json.dumps(QUERY).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, context=context) as response:
        assert json.load(response)["data"]["countries"]
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with urllib.request.urlopen(request, context=context) as response:
        assert response.status == 200


def test_websockets_over_tls(server, authority):
    context = ssl.create_default_context(cafile=str(authority))
    # As browsers do: a WebSocket's handshake is one of HTTP/1.1.
    context.set_alpn_protocols(["http/1.1"])

    async def talk():
        url = f"{server.origin.replace('https', 'wss')}/countries"
        async with websockets.connect(url, subprotocols=["graphql-transport-ws"], ssl=context) as socket:
            await socket.send(json.dumps({"type": "connection_init"}))
            assert json.loads(await socket.recv())["type"] == "connection_ack"
            await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": QUERY}))
            answer = json.loads(await socket.recv())
            assert (answer["id"], answer["type"]) == ("1", "next")
            assert answer["payload"]["data"]["countries"]

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_urls_of_faked_images_are_https(authority, tmp_path):
    (tmp_path / "people.graphqls").write_text("type Query { me: Person! } type Person { id: ID! name: String! avatarUrl: String! }")
    start = ["fake", "--schemas", tmp_path, "--no-learn", "--tls", "--ca-folder", authority.parent]
    with running(understudy(*start)) as server:
        asked = posted(f"{server.origin}/people", "--cacert", authority, body={"query": "{ me { avatarUrl } }"})
        url = json.loads(asked.stdout)["data"]["me"]["avatarUrl"]
        assert url.startswith(f"{server.origin}/__understudy/images/")
        picture = curl("--cacert", authority, "-o", os.devnull, "-w", "%{http_code}", url)
        assert picture.stdout == "200"


def test_plain_http_on_a_tls_port_is_told_so(server):
    answer = clients.post(server.origin.replace("https:", "http:"), QUERY)
    assert answer.status == 400
    assert answer.message.startswith("This port serves TLS, and the client did not use it. Use an https:// URL")
    assert posted(f"{server.origin}/countries", "--insecure").returncode == 0


def test_tls_on_a_plain_port_is_refused():
    with running(understudy("fake", *COUNTRIES)) as server:
        assert posted(server.origin.replace("http:", "https:"), "--insecure").returncode == 35
        assert clients.post(f"{server.origin}/countries", QUERY).status == 200


def test_a_certificate_that_is_given(tmp_path):
    made = Authority.make(tmp_path)
    own = made.issue("server")
    chain = tmp_path / "chain.pem"
    chain.write_bytes(own.certificate.read_bytes() + made.pair.certificate.read_bytes())
    with running(understudy("fake", *COUNTRIES, "--tls-cert", chain, "--tls-key", own.key)) as server:
        asked = posted(f"{server.origin}/countries", "--cacert", made.pair.certificate, "-w", "\n%{http_version}")
        assert asked.returncode == 0, asked.stderr
        assert asked.stdout.endswith("\n2")


@pytest.mark.parametrize(
    "options, code, words",
    [
        (["--tls-cert", "server.pem"], 64, "--tls-cert and --tls-key belong together. Pass both."),
        (["--tls", "--tls-cert", "server.pem", "--tls-key", "server.key"], 64, "Pass either --tls, or --tls-cert"),
        (["--tls-cert", "none.pem", "--tls-key", "server.key"], 2, "none.pem cannot be read: No such file"),
        (["--tls-cert", "server.csr", "--tls-key", "server.key"], 2, "server.csr contains no certificate"),
        (["--tls-cert", "server.pem", "--tls-key", "other.key"], 2,
         "The key in other.key does not match the certificate in server.pem. Choose two that belong together."),
        (["--tls-cert", "server.pem", "--tls-key", "locked.key"], 2,
         "The key in locked.key is encrypted. Remove its password:"),
        (["--tls-cert", "old.pem", "--tls-key", "old.key"], 2, "The certificate in old.pem expired on "),
    ],
)  # fmt: skip
def test_certificates_that_cannot_be_used(options, code, words, bad_files):
    refused = run("fake", *COUNTRIES, "--port", "0", *options, cwd=bad_files)
    assert refused.returncode == code
    assert words in refused.stderr
    assert not refused.stdout


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    made = Authority.make(folder)
    made.issue("server")
    made.issue("other")
    made.issue("old", days=-1)
    subprocess.run(
        ["openssl", "pkey", "-in", "server.key", "-aes256", "-passout", "pass:secret", "-out", "locked.key"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    return folder


def test_exec_over_tls(authority, tmp_path):
    recordings = ROOT / "recordings"
    script = "import os; print(os.environ['UNDERSTUDY_URL'], os.environ['UNDERSTUDY_CA'])"
    start = ["exec", "--recordings", recordings, "--endpoint", "countries", "--tls", "--ca-folder", authority.parent]
    done = run(*start, "--allow-unused", "--", sys.executable, "-c", script)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(rf"https://127\.0\.0\.1:\d+ {re.escape(str(authority))}\n", done.stdout)


# The upstream


@pytest.fixture(scope="module")
def company(tmp_path_factory):
    return Authority.make(tmp_path_factory.mktemp("company"))


@pytest.fixture(scope="module")
def upstream(company):
    with endpoint(company.issue("server")) as url:
        yield url


@pytest.fixture(scope="module")
def closed_upstream(company):
    """An endpoint that demands a certificate."""
    with endpoint(company.issue("closed"), clients=company.pair.certificate) as url:
        yield url


def recording(url, folder, *arguments):
    return running(understudy("record", "--upstream", url, "--endpoint", "e", "--recordings", folder, *arguments))


def test_an_upstream_with_a_private_authority(upstream, company, folder):
    with recording(upstream, folder, "--upstream-ca", company.pair.certificate) as server:
        assert clients.post(f"{server.origin}/e", {"query": "{ ok }"}).json == {"data": {"ok": "nobody"}}
        assert server.stop() == 0
    assert len(recording_files(folder)) == 1


def test_an_upstream_that_nobody_vouches_for(upstream, company, folder, tmp_path):
    other = Authority.make(tmp_path / "other").pair.certificate
    for arguments in [[], ["--upstream-ca", other]]:
        with recording(upstream, folder, *arguments) as server:
            answer = clients.post(f"{server.origin}/e", {"query": "{ ok }"})
            assert answer.status == 502
            assert "its certificate is not trusted; pass its CA with --upstream-ca" in answer.message
    assert not recording_files(folder)


def test_an_upstream_that_demands_a_certificate(closed_upstream, company, folder):
    own = company.issue("ada")
    trust = ["--upstream-ca", company.pair.certificate]
    with recording(closed_upstream, folder, *trust) as server:
        answer = clients.post(f"{server.origin}/e", {"query": "{ ok }"})
        assert answer.status == 502
        assert "it requires a client certificate; pass one with --upstream-cert and --upstream-key" in answer.message
    shown = ["--upstream-cert", own.certificate, "--upstream-key", own.key]
    with recording(closed_upstream, folder, *trust, *shown) as server:
        assert clients.post(f"{server.origin}/e", {"query": "{ ok }"}).json == {"data": {"ok": "ada"}}


def test_misses_are_forwarded_with_the_same_options(closed_upstream, company, folder):
    own = company.issue("grace")
    options = ["--upstream-ca", company.pair.certificate, "--upstream-cert", own.certificate, "--upstream-key", own.key]
    with recording(closed_upstream, folder, *options) as server:
        clients.post(f"{server.origin}/e", {"query": "{ ok }"})
        assert server.stop() == 0
    (folder / "e" / "endpoint.yaml").write_text(f"upstream: {closed_upstream}\n")
    with running(understudy("replay", "--recordings", folder, "--on-miss", "forward", *options)) as server:
        assert clients.post(f"{server.origin}/e", {"query": "{ ok again: ok }"}).json == {"data": {"ok": "grace"}}


def test_schema_fetch_with_the_same_options(upstream, company):
    refused = run("schema", "fetch", upstream)
    assert refused.returncode == 2
    assert "its certificate is not trusted" in refused.stderr
    # This endpoint answers, if not with a schema.
    trusted = run("schema", "fetch", upstream, "--upstream-ca", company.pair.certificate)
    assert trusted.returncode == 2
    assert "certificate" not in trusted.stderr
    missing = run("schema", "fetch", upstream, "--upstream-ca", "none.pem")
    assert missing.returncode == 2
    assert "none.pem cannot be read" in missing.stderr


def test_upstream_files_that_cannot_be_used(bad_files, tmp_path):
    start = ["record", "--upstream", "https://localhost:1/", "--endpoint", "e", "--recordings", tmp_path, "--port", "0"]
    table = [
        (["--upstream-ca", "server.key"], 2, "server.key contains no certificate, only a block of private key. Choose the file with the certificate."),
        (["--upstream-ca", "old.pem"], 2, "The certificate in old.pem expired on "),
        (["--upstream-cert", "server.pem"], 64, "--upstream-cert and --upstream-key belong together. Pass both."),
        (["--upstream-cert", "server.pem", "--upstream-key", "other.key"], 2, "does not match the certificate in server.pem"),
    ]
    for options, code, words in table:
        refused = run(*start, *options, cwd=bad_files)
        assert (refused.returncode, words in refused.stderr) == (code, True), refused.stderr


def test_the_program_in_front_of_itself(authority, server, folder):
    """An upstream of HTTP/2 is asked by HTTP/1.1, and what is recorded says nothing of either."""
    with recording(f"{server.origin}/countries", folder, "--upstream-ca", authority) as recorder:
        answer = clients.post(f"{recorder.origin}/e", QUERY)
        assert answer.json["data"]["countries"]
        assert recorder.stop() == 0
    (file,) = recording_files(folder)
    assert not re.search(r'(?i)"(connection|keep-alive|transfer-encoding)"', file.read_text())


