"""`understudy scan`: finds what should not be in recordings, and never says it."""

import json
import os

import pytest
from harness import ROOT, copy, run

# Made up, and put together from parts so that no scanner takes this file for a leak.
HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
WORD = "Zk3v9Qm1x8Lp4Ts7Hd2bRw6Nc0Yf5Jg3Ea1Uo9Vi7Xt4Bz8Kq2Ms6Pl0Dh5Wn3Cr1Gy9Fu7Ja4Se8It2Ob6"
CAPITALS = WORD.upper()
JWT = "eyJhbGciOiJIUzI1NiIs" + "InR5cCI6IkpXVCJ9.eyJzdWIiOiI0NzExIiwiZXhwIjoxNzAwMDAwMDAwfQ." + WORD[:43]
PEM = "-----BEGIN " + f"RSA PRIVATE KEY-----\n{WORD[:64]}\n-----END " + "RSA PRIVATE KEY-----"

PLANTED = {
    "jwt": JWT,
    "privateKey": PEM,
    "airtable": "pat" + WORD[:14] + "." + HEX,
    "anthropic": "sk-" + "ant-api03-" + WORD[:60],
    "awsAccessKey": "AKI" + "A" + CAPITALS[:16],
    "azureClientSecret": "abc" + "8Q~" + WORD[:34],
    "databricks": "dap" + "i" + HEX[:32],
    "digitalOcean": "dop_" + "v1_" + HEX,
    "dockerHub": "dckr_" + "pat_" + WORD[:27],
    "doppler": "dp." + "pt." + WORD[:43],
    "github": "gh" + "p_" + WORD[:36],
    "gitlab": "glp" + "at-" + WORD[:20],
    "googleAPIKey": "AIz" + "a" + WORD[:35],
    "grafana": "gls" + "a_" + WORD[:32] + "_" + HEX[:8],
    "huggingFace": "h" + "f_" + WORD[:34],
    "linear": "lin_" + "api_" + WORD[:40],
    "mailchimp": HEX[:32] + "-us" + "12",
    "mailgun": "key" + "-" + HEX[:32],
    "newRelic": "NRA" + "K-" + CAPITALS[:27],
    "npm": "np" + "m_" + WORD[:36],
    "openAI": "sk-" + "proj-" + WORD[:48],
    "postman": "PMA" + "K-" + HEX[:24] + "-" + HEX[:34],
    "pypi": "pyp" + "i-" + WORD[:80],
    "sendGrid": "S" + "G." + WORD[:22] + "." + WORD[:43],
    "shopify": "shp" + "at_" + HEX[:32],
    "slack": "xox" + "b-" + "1234567890-" + WORD[:24],
    "square": "sq0" + "atp-" + WORD[:22],
    "stripe": "sk_" + "live_" + WORD[:24],
    "telegram": "123456789:" + "AA" + WORD[:33],
    "twilio": "S" + "K" + HEX[:32],
    "vault": "hv" + "s." + WORD[:24],
    "bearer": "Bearer " + WORD[:20],
    "basic": "Basic " + "YW5uOmh1bnRlcjIh",
    "urlPassword": "postgres://ann:hunter2!@db.example.org/x",
}


@pytest.fixture
def shipped(folder):
    return copy(ROOT / "recordings", folder)


def scan(folder, *arguments):
    return run("scan", "--recordings", folder, *arguments)


def found(folder, *arguments):
    """The exit code, the findings, and the summary, as `--json` prints them."""
    result = scan(folder, "--json", *arguments)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines[-1]["event"] == "summary"
    return result.returncode, [line for line in lines if line["event"] == "finding"], lines[-1]


def test_nothing_is_found_in_what_is_shipped():
    result = scan(ROOT / "recordings")
    files = sum(1 for path in (ROOT / "recordings").rglob("*") if path.is_file())
    assert (result.returncode, result.stdout, result.stderr) == (0, f"No secrets in {files} files.\n", "")


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_secret_is_named_by_place_and_kind_and_never_by_value(shipped, kind):
    secret = PLANTED[kind]
    stray = shipped / "countries" / "query.Stray-00000000"
    stray.mkdir()
    body = {"responses": {"5d0c": {"body": {"data": {"notes": ["fine", f"see {secret} there"]}}}}}
    (stray / "x=1-11111111.json").write_text(json.dumps(body, indent=2))
    (shipped / "countries" / "NOTES.txt").write_text(f"a\nb {secret} c\n")
    code, findings, summary = found(shipped)
    assert code == 1
    by_file = {finding["path"].rsplit("/", 1)[1]: finding for finding in findings}
    assert {finding["kind"] for finding in findings} == {kind}
    tree, text = by_file["x=1-11111111.json"], by_file["NOTES.txt"]
    assert (tree["line"], tree["jsonPath"]) == (8, "responses[\"5d0c\"].body.data.notes[1]")
    assert text["line"] == 2 and text["column"] >= 3 and "jsonPath" not in text
    assert (summary["secrets"], summary["places"], summary["unread"]) == (2, 2, 0)
    people = scan(shipped)
    assert people.returncode == 1
    assert people.stdout.splitlines()[-1] == "2 secrets in 2 files."
    assert "query.Stray-00000000/x=1-11111111.json:8:" in people.stdout
    assert "revoke it" in people.stdout
    core = secret.removeprefix("Bearer ").removeprefix("Basic ")
    for part in (core, "hunter2", *core.split("\n")[1:2]):
        for output in (people.stdout, people.stderr, json.dumps(findings)):
            assert part not in output


def test_names_tell_a_secret_too(shipped):
    (shipped / "countries" / "query.Login-00000000").mkdir()
    file = shipped / "countries" / "query.Login-00000000" / "no-variables-11111111.json"
    file.write_text('{"variables": {"password": "hunter2"}, "body": {"apiKey": "k-1", "token": null}}')
    result = scan(shipped, "--endpoint", "countries")
    assert result.returncode == 1
    assert ':1:28: the value of "password" is not redacted (variables.password).' in result.stdout
    assert "hunter2" not in result.stdout and "k-1" not in result.stdout
    assert result.stdout.endswith("\n2 secrets in 1 file.\n")


@pytest.mark.parametrize("place", ["endpoint.yaml", "redaction-salt", "README.md", ".hidden", "a/b/c/stray.bin"])
def test_every_file_is_looked_at(shipped, place):
    file = shipped / "countries" / place
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as writer:
        writer.write(f"# {PLANTED['stripe']}\n")
    code, findings, _ = found(shipped)
    assert code == 1
    assert [finding["path"] for finding in findings] == [str(file)]


def test_a_secret_in_a_name_is_not_repeated(shipped):
    token = PLANTED["github"]
    folder = shipped / "countries" / f"query.{token}"
    folder.mkdir()
    (folder / f"code={token}-11111111.json").write_text("{}")
    result = scan(shipped)
    assert result.returncode == 1
    assert "the name of the folder contains what looks like a GitHub token" in result.stdout
    assert "the name of the file contains what looks like a GitHub token" in result.stdout
    assert token not in result.stdout + result.stderr
    assert token not in scan(shipped, "--json").stdout


def test_what_cannot_be_looked_at_is_an_error(shipped):
    """A file that is too long, and one whose name is no UTF-8, so that nobody can ask for it."""
    with (shipped / "countries" / "huge.json").open("wb") as file:
        file.truncate((64 << 20) + 1)
    with open(os.fsencode(shipped / "countries") + b"/x\xff.txt", "w") as file:
        file.write("x")
    (shipped / "countries" / "x.txt").write_text(PLANTED["npm"])
    result = scan(shipped)
    assert result.returncode == 2
    assert "x\ufffd.txt: cannot read it: " in result.stderr
    assert "huge.json: is larger than 64 MiB" in result.stderr
    assert "looks like an npm token" in result.stdout, "what is known is said all the same"
    assert result.stdout.endswith("1 secret in 1 file; 2 could not be read.\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_an_error(shipped):
    file = shipped / "countries" / "endpoint.yaml"
    file.chmod(0)
    result = scan(shipped)
    file.chmod(0o600)
    assert result.returncode == 2
    assert "endpoint.yaml: cannot read it: Permission denied." in result.stderr


def test_links_are_not_followed(shipped, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.txt").write_text(PLANTED["npm"])
    (shipped / "countries" / "link").symlink_to(outside)
    (shipped / "countries" / "around").symlink_to(shipped)
    result = scan(shipped)
    assert result.returncode == 0
    assert "countries/link: is a symbolic link, which is not followed." in result.stderr


def test_a_missing_folder_is_an_error(tmp_path):
    result = scan(tmp_path / "nothing")
    assert result.returncode == 2
    assert result.stdout == ""
    assert "nothing: there is no such folder" in result.stderr and "--recordings" in result.stderr


def test_a_missing_endpoint_is_an_error(shipped):
    result = scan(shipped, "--endpoint", "countrys")
    assert (result.returncode, result.stdout) == (2, "")
    assert 'it has no folder "countrys": expected ' in result.stderr
    assert 'Did you mean "countries"?' in result.stderr


def test_a_broken_configuration_is_an_error_and_says_no_secret(shipped):
    (shipped / "countries" / "endpoint.yaml").write_text(f"{PLANTED['github']}: 1\n")
    result = scan(shipped)
    assert result.returncode == 2
    assert "endpoint.yaml:1:1: unknown key" in result.stderr
    assert "endpoint.yaml:1:1: looks like a GitHub token" in result.stdout
    assert PLANTED["github"] not in result.stdout + result.stderr


def test_an_empty_folder_is_clean_and_a_wrong_flag_is_wrong_usage(folder):
    assert run("scan", "--no-such-flag").returncode == 64
    folder.mkdir()
    assert scan(folder).stdout == "No secrets in 0 files.\n"
