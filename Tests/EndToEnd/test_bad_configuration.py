"""Bad files, folders and flags: what is wrong is said, with its place, and nothing is started half-way."""

import json
import os
import shutil
import socket

import clients
import operations
import pytest
from harness import BINARY, ROOT, Process, copy, recording_files, run, running, understudy

DETAIL = operations.country_detail("CA")


def fails(done, code, *words):
    assert done.returncode == code, (done.returncode, done.stderr)
    assert done.stdout == "", "nothing is announced that does not listen"
    for word in words:
        assert word in done.stderr, done.stderr


@pytest.fixture
def recordings(recorded, tmp_path):
    return copy(recorded.folder, tmp_path / "recordings")


def detail_file(recordings):
    """The recording of CountryDetail for CA, as written by hand."""
    return next(
        path
        for path in recording_files(recordings)
        if json.loads(path.read_text("utf-8"))["variables"] == {"code": "CA"}
        and "__typename" not in (path.parent / "operation.graphql").read_text("utf-8")
    )


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda text: text[: len(text) // 2], []),
        (lambda text: "", []),
        (lambda text: text.replace('"responses"', '"responses" :', 1), []),
        (lambda text: text.replace('"format": 1', '"format": 2'), ["format", "2", "newer"]),
        (lambda text: text.replace('"format": 1', '"format": "one"'), ["format"]),
        (lambda text: text.replace('"format": 1,', '"format": 1, "format": 1,'), ["format", "appears twice"]),
        (lambda text: "<<<<<<< HEAD\n" + text, ["1:1", "has Git conflict markers"]),
        (lambda text: text.replace("\n", "\n<<<<<<< HEAD\n=======\n>>>>>>> other\n", 1), ["2:1", "has Git conflict markers"]),
    ],
    ids=["cut", "empty", "not JSON", "a newer format", "no format", "a key twice", "a merge conflict", "a conflict inside"],
)
def test_a_recording_that_cannot_be_read_stops_the_start(change, words, recordings):
    path = detail_file(recordings)
    changed = change(path.read_text("utf-8"))
    assert changed != path.read_text("utf-8")
    path.write_text(changed, "utf-8")
    done = run("replay", "--recordings", recordings, "--port", "0")
    fails(done, 2, path.name, *words)
    place = done.stderr.split(path.name, 1)[1]
    assert place[0] == ":" and place[1].isdigit(), "file:line:column"


def test_a_recording_that_breaks_while_serving_is_an_error_and_no_miss(recordings):
    path = detail_file(recordings)
    with running(understudy("replay", "--recordings", recordings)) as server:
        text = path.read_text("utf-8")
        path.write_text(text[:100], "utf-8")
        clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST")
        answer = clients.post(server.origin, DETAIL.body())
        assert answer.code == "UNDERSTUDY_UNREADABLE_RECORDING"
        assert path.name in answer.message
        assert clients.post(server.origin, operations.country_detail("JP").body()).source == "recorded"
        path.write_text(text, "utf-8")
        clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST")
        assert clients.post(server.origin, DETAIL.body()).source == "recorded"


@pytest.mark.parametrize("text, words", [
    ("upstreem: http://127.0.0.1:1/graphql\n", ["upstreem", "upstream", "1:1"]),
    ("upstream: [1, 2\n", []),
    ("upstream: 127.0.0.1\n", ["upstream", "scheme"]),
    ("upstream: !!python/object/apply:os.system ['true']\n", ["upstream"]),
])  # fmt: skip
def test_a_bad_endpoint_yaml(text, words, recordings):
    (recordings / "countries" / "endpoint.yaml").write_text(text)
    fails(run("replay", "--recordings", recordings, "--port", "0"), 2, "endpoint.yaml:", *words)


@pytest.mark.parametrize("text, words", [
    ("type Query {\n  a: Strin\n}\n", ["countries.graphqls:2:6", "Strin", "String"]),
    ("type Query {\n  a: \n}\n", ["countries.graphqls:3:1", 'Expected Name, found "}"']),
    ("type Country { a: Int }\n", ["countries.graphqls", "Query"]),
    ("", ["countries.graphqls"]),
])  # fmt: skip
def test_a_schema_that_is_not_valid(text, words, tmp_path):
    (tmp_path / "countries.graphqls").write_text(text)
    fails(run("fake", "--schemas", tmp_path, "--port", "0"), 2, *words)


def test_introspection_json_that_is_not_valid(tmp_path):
    (tmp_path / "countries.json").write_text('{"data": {}}')
    fails(run("fake", "--schemas", tmp_path, "--port", "0"), 2, "countries.json", "__schema")


@pytest.mark.parametrize("mode, flag", [("replay", "--recordings"), ("fake", "--schemas")])
def test_nothing_to_serve(mode, flag, tmp_path):
    fails(run(mode, flag, tmp_path / "nowhere", "--port", "0"), 2, "nowhere")
    (tmp_path / "empty").mkdir()
    fails(run(mode, flag, tmp_path / "empty", "--port", "0"), 2, "empty")


def test_an_endpoint_that_is_not_there_names_those_that_are(recorded):
    fails(
        run("replay", "--recordings", recorded.folder, "--endpoint", "countrys", "--port", "0"),
        2,
        "countrys",
        "countries",
    )


def test_a_port_in_use(recorded):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        fails(run("replay", "--recordings", recorded.folder, "--port", port), 2, str(port), "in use")


def test_a_port_that_is_no_port(recorded):
    fails(run("replay", "--recordings", recorded.folder, "--port", "70000"), 64, "70000")


@pytest.mark.parametrize(
    "url, words",
    [
        ("countries.trevorblades.com", ["https://countries.trevorblades.com"]),
        ("ftp://countries.trevorblades.com", ["ftp"]),
        ("http://", ["http://"]),
        ("https://exa mple.com/", []),
    ],
)
def test_an_upstream_that_is_no_url(url, words, folder):
    done = run("record", "--upstream", url, "--endpoint", "a", "--recordings", folder, "--port", "0")
    assert done.returncode in (2, 64)
    fails(done, done.returncode, "upstream", *words)
    assert not folder.exists()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "api.com"])
def test_a_host_that_gives_no_name_asks_for_one(host, folder):
    done = run("record", "--upstream", f"http://{host}:1/graphql", "--recordings", folder, "--port", "0")
    assert done.returncode in (2, 64)
    fails(done, done.returncode, "--endpoint")


def test_a_folder_of_another_api_is_not_recorded_into_by_chance(folder):
    """Two hosts give one name."""
    (folder / "shop").mkdir(parents=True)
    (folder / "shop/endpoint.yaml").write_text("upstream: https://www.shop.example/graphql\n", "utf-8")
    words = ["record", "--upstream", "http://api.shop.example:1/graphql", "--recordings", folder]
    done = run(*words, "--port", "0")
    fails(done, 2, "another upstream: https://www.shop.example/graphql", "--endpoint NAME", "--endpoint shop")
    # Both ways out of it help.
    for name in ("api", "shop"):
        with running(understudy(*words, "--endpoint", name)) as server:
            assert server.origin


@pytest.mark.parametrize("name", ["../up", "a/b", "", ".hidden", "__understudy"])
def test_a_name_that_is_no_folder(name, folder):
    done = run("record", "--upstream", "http://127.0.0.1:1/", "--endpoint", name, "--recordings", folder, "--port", "0")
    assert done.returncode in (2, 64), done
    assert not folder.exists()
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["replay", "--recording", "x"], ["--recording", "--recordings"]),
        (["replay", "--on-miss", "fail"], ["fail", "error", "fake"]),
        (["record", "--upstram", "http://a.test"], ["--upstram", "--upstream"]),
        (["fake", "--seed", "x"], ["--seed", "x"]),
        (["replai"], ["replai"]),
        (["record", "http://a.test/graphql"], ["'http://a.test/graphql'. Did you mean --upstream http://a.test/graphql?"]),
        (["replay", "countries"], ["'countries'. Did you mean --endpoint countries?"]),
        (["fake", "countries", "other"], ["'countries', 'other'. Did you mean --endpoint countries?"]),
        (["fake", "countries.graphql"], ["Copy a schema to schemas/NAME.graphqls"]),
        (["replay", "nothing-like-it"], ["Unexpected argument 'nothing-like-it'\n"]),
    ],
)
def test_a_misspelt_flag_or_value(arguments, words):
    fails(run(*arguments, cwd=ROOT), 64, *words)


def test_a_folder_that_is_a_file(countries, tmp_path):
    (tmp_path / "recordings").write_text("a file")
    done = run(
        "record",
        "--upstream",
        countries.origin,
        "--endpoint",
        "a",
        "--recordings",
        tmp_path / "recordings",
        "--port",
        "0",
    )
    fails(done, 2, str(tmp_path / "recordings"))


def test_a_folder_that_cannot_be_written(countries, tmp_path):
    """Said at the start, not at the first answer."""
    folder = tmp_path / "recordings"
    folder.mkdir(mode=0o555)
    command = [
        str(BINARY),
        "record",
        "--upstream",
        countries.origin,
        "--endpoint",
        "a",
        "--recordings",
        str(folder),
        "--port",
        "0",
    ]
    if os.geteuid() == 0:  # root may write anywhere
        if not shutil.which("setpriv"):
            pytest.skip("root, and no setpriv to become somebody else")
        for parent in list(folder.parents)[:3]:
            parent.chmod(parent.stat().st_mode | 0o055)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    process = Process(command)
    try:
        assert process.wait(10) == 2, process.stdout
    finally:
        process.kill()
    assert str(folder) in process.stderr
    assert "ermission" in process.stderr


def test_help_and_version():
    for arguments in (["--help"], ["help", "record"], ["record", "--help"]):
        done = run(*arguments)
        assert done.returncode == 0
        assert "understudy" in done.stdout
    assert run("--version").returncode == 0


# Git conflicts

CONFLICT = "<<<<<<< HEAD\n{0}=======\n{0}>>>>>>> feature\n"


@pytest.mark.parametrize("name", ["operation.graphql", "endpoint.yaml"])
def test_a_conflict_beside_recordings_is_named(name, recordings):
    path = next(path for path in sorted(recordings.rglob("*")) if path.name == "operation.graphql")
    if name == "endpoint.yaml":
        path = path.parent.parent / name
    path.write_text(CONFLICT.format("upstream: http://127.0.0.1:1/graphql\n" if name == "endpoint.yaml" else path.read_text()))
    for words in (["replay", "--port", "0"], ["check"]):
        done = run(*words, "--recordings", recordings)
        assert done.returncode in (1, 2)
        assert f"{path}:1:1: has Git conflict markers" in done.stdout + done.stderr


def test_a_conflict_in_a_session_is_named(recordings):
    folder = recordings / "countries" / "sessions"
    folder.mkdir()
    (folder / "one-00000000.json").write_text(CONFLICT.format("{}\n"))
    done = run("check", "--recordings", recordings)
    assert done.returncode in (1, 2)
    assert f"{folder}/one-00000000.json:1:1: has Git conflict markers" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["countries.graphqls", "countries.json", "countries.fakes.graphqls"])
def test_a_conflict_in_a_schema_is_named(name, tmp_path):
    text = '{"data": {}}\n' if name.endswith(".json") else "type Query { a: Int }\n"
    (tmp_path / name).write_text(CONFLICT.format(text))
    if ".fakes" in name:
        (tmp_path / "countries.graphqls").write_text("type Query { a: Int }\n")
    done = run("fake", "--schemas", tmp_path, "--port", "0", cwd=tmp_path)
    fails(done, 2, f"{tmp_path / name}:1:1: has Git conflict markers")
    # Once, and not each line of it.
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_description_may_show_a_conflict(tmp_path):
    """A schema that can be read has none."""
    (tmp_path / "countries.graphqls").write_text('"""\n<<<<<<< HEAD\n"""\ntype Query { a: Int }\n')
    with running(understudy("fake", "--schemas", tmp_path, cwd=tmp_path)) as server:
        assert clients.post(f"{server.origin}/countries", {"query": "{ a }"}).source == "fake"
