"""Recordings that change on disk are seen without a restart."""

import json
import os
import shutil

import clients
import operations
import pytest
from harness import copy, eventually, recording_files, running, understudy
from http_server import answer, sent_body, serving

SOON = 10.0  # promised are two seconds; a machine under load may take longer


@pytest.fixture
def server(recorded, tmp_path):
    folder = copy(recorded.folder, tmp_path / "recordings")
    with running(understudy("replay", "--recordings", folder)) as running_server:
        running_server.folder = folder
        yield running_server


def detail(server, code):
    return clients.post(f"{server.origin}/countries", operations.country_detail(code).body())


def file_of(folder, text):
    (path,) = [
        path
        for path in recording_files(folder)
        if text in path.read_text("utf-8")
        and path.name.startswith("code=")
        and "__typename" not in (path.parent / "operation.graphql").read_text("utf-8")
    ]
    return path


def test_a_file_that_is_edited(server):
    assert detail(server, "CA").json["data"]["country"]["capital"] == "Ottawa"
    path = file_of(server.folder, "Ottawa")
    path.write_text(path.read_text("utf-8").replace("Ottawa", "Kingston"), "utf-8")
    eventually(lambda: detail(server, "CA").json["data"]["country"]["capital"] == "Kingston", "the edit is seen", SOON)


def test_a_file_that_comes_and_goes(server):
    path = file_of(server.folder, "Ottawa")
    kept = path.read_bytes()
    path.unlink()
    eventually(lambda: detail(server, "CA").source != "recorded", "the file is gone", SOON)
    assert detail(server, "JP").source == "recorded"
    path.write_bytes(kept)
    eventually(lambda: detail(server, "CA").source == "recorded", "the file is back", SOON)


def test_a_folder_that_comes(server):
    path = file_of(server.folder, "Ottawa").parent
    aside = server.folder.parent / "aside"
    shutil.move(path, aside)
    eventually(lambda: detail(server, "CA").source != "recorded", "the folder is gone", SOON)
    shutil.move(aside, path)
    eventually(lambda: detail(server, "CA").source == "recorded", "the folder is back", SOON)


def test_a_file_beside_a_folder_with_a_bad_name(server):
    """The edit is not forgotten with the check that fails."""
    assert detail(server, "CA").json["data"]["country"]["capital"] == "Ottawa"
    path = file_of(server.folder, "Ottawa")
    backup = path.parent.with_name(path.parent.name + ".bak")
    shutil.copytree(path.parent, backup)
    path.write_text(path.read_text("utf-8").replace("Ottawa", "Kingston"), "utf-8")
    eventually(lambda: backup.name in server.stderr, "the bad name is reported", SOON)
    shutil.rmtree(backup)
    eventually(lambda: detail(server, "CA").json["data"]["country"]["capital"] == "Kingston", "the edit is seen", SOON)


def test_an_answer_of_more_than_are_in_memory(tmp_path):
    """Answers of sessions, of which 16 MiB are kept."""

    def respond(handler):
        number = json.loads(sent_body(handler))["variables"]["n"]
        answer(handler, json.dumps({"data": {"text": f"{number} " + "x" * 1_000_000}}).encode())

    def text(origin, number):
        body = {"query": "query Text($n: Int!) { text(n: $n) }", "variables": {"n": number}}
        return clients.post(f"{origin}/texts", body, "-H", "X-Understudy-Session: a").json["data"]["text"][:4]

    with serving(respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "texts", "--recordings", tmp_path)) as recorder:
            for number in range(40):
                text(recorder.origin, number)
            assert recorder.stop() == 0, recorder.stderr
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        assert [text(replay.origin, number) for number in range(40)] == [f"{number} xxx"[:4] for number in range(40)]
        (first,) = [path for path in tmp_path.rglob("*.json") if b'"0 x' in path.read_bytes()[:2_000]]
        first.write_text(first.read_text().replace('"0 x', '"9 x'))
        eventually(lambda: text(replay.origin, 0) == "9 xx", "the edit is seen", SOON)


def test_one_call_makes_sure(server):
    path = file_of(server.folder, "Ottawa")
    for capital in ("Kingston", "Montreal", "Toronto"):
        text = path.read_text("utf-8")
        before = detail(server, "CA").json["data"]["country"]["capital"]
        path.write_text(text.replace(f'"{before}"', f'"{capital}"'), "utf-8")
        answer = clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST")
        assert answer.status in (200, 204)
        assert detail(server, "CA").json["data"]["country"]["capital"] == capital


@pytest.mark.parametrize("session", [None, "tests/a"])
def test_one_call_reads_a_file_again_whose_time_and_size_are_the_same(session, countries, tmp_path):
    """As of files that were copied with their times from an archive."""
    named = ["-H", f"X-Understudy-Session: {session}"] if session else []

    def capital(server):
        body = operations.country_detail("CA").body()
        return clients.post(f"{server.origin}/countries", body, *named).json["data"]["country"]["capital"]

    where = ["--endpoint", "countries", "--recordings", tmp_path]
    with running(understudy("record", "--upstream", countries.origin, *where)) as recorder:
        assert capital(recorder) == "Ottawa"
        assert recorder.stop() == 0
    (path,) = [path for path in tmp_path.rglob("*.json") if "Ottawa" in path.read_text("utf-8")]
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        assert capital(server) == "Ottawa"
        before = path.stat()
        with path.open("r+") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace("Ottawa", "Quebec"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST").status == 200
        assert capital(server) == "Quebec"


def test_a_recorder_beside_it(server, countries):
    """The two share a folder; what the one records the other serves."""
    assert detail(server, "DE").source == "miss"
    with running(
        understudy("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", server.folder)
    ) as recorder:
        then = detail(recorder, "DE")
        eventually(lambda: detail(server, "DE").source == "recorded", "the new recording is seen", SOON)
        assert detail(server, "DE").exact == then.exact
