"""The files of HTTP requests that are not GraphQL, and the commands that read them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
from harness import ROOT, run, running, tree, understudy
from small_app import CSRF, PASSWORD, picture
from whole_app import APP, backend, client, replaying


FORMAT = ROOT / "Sources/understudy/understudy.docc/RecordingFormat.md"


def test_what_was_recorded(recorded_app):
    folder = recorded_app[0] / "app"
    assert recorded_app[2][None] == recorded_app[2]["test one"] == recorded_app[2]["test two"]
    assert (folder / "endpoint.yaml").read_text() == f"upstream: {APP}\n"
    everything = b"".join(tree(folder).values())
    assert PASSWORD.encode() not in everything and b"tok_0" not in everything
    [image] = (folder / "files").iterdir()
    assert image.suffix == ".png" and image.read_bytes() == picture(8)
    assert b"iVBOR" not in everything, "the picture is in no recording"
    written = [path.read_text() for path in folder.glob("mutation.HTTP_POST-*/operation.graphql")]
    assert re.search(r"```graphql\n(mutation HTTP_POST.*?)```", FORMAT.read_text("utf-8"), re.S)[1] in written


def test_a_changed_picture_is_an_error(recorded_app, tmp_path):
    folder = shutil.copytree(recorded_app[0], tmp_path / "recordings")
    [image] = (folder / "app" / "files").iterdir()
    image.write_bytes(b"other")
    checked = run("check", "--recordings", folder)
    assert checked.returncode == 1
    assert re.search(r"files/[0-9a-f]{16}\.png: has other bytes than those that were recorded", checked.stderr + checked.stdout)
    image.unlink()
    checked = run("check", "--recordings", folder)
    assert "is missing, and" in checked.stderr + checked.stdout


def test_prune_removes_only_pictures_that_nothing_names(recorded_app, tmp_path):
    folder = shutil.copytree(recorded_app[0], tmp_path / "recordings")
    kept = tree(folder)
    (folder / "app" / "files" / "0123456789abcdef.png").write_bytes(b"old")
    pruned = run("prune", "--yes", "--recordings", folder)
    assert "files/0123456789abcdef.png: no recording has this body" in pruned.stdout, pruned
    assert tree(folder) == kept
    for path in (folder / "app").glob("query.HTTP_GET-*/path=pictures*.json"):
        path.unlink()
    for path in (folder / "app" / "sessions").iterdir():
        path.unlink()
    pruned = run("prune", "--yes", "--recordings", folder)
    assert not (folder / "app" / "files").exists(), pruned


def test_names_of_exchanges_stay(recorded_app, tmp_path):
    folder = shutil.copytree(recorded_app[0], tmp_path / "recordings")
    moved = run("mv", "HTTP_GET", "Get", "--recordings", folder)
    assert moved.returncode != 0 and "cannot be changed" in moved.stderr
    assert tree(folder) == tree(recorded_app[0])


def test_secrets_in_odd_places(tmp_path):
    """None is written, and the requests match nevertheless."""
    secrets = [f"MqXXQ8agOMTNwncxvj{number:04}" for number in range(9)]
    assert secrets[6] == CSRF, "which the server sends"
    folder = tmp_path / "recordings"
    sent = [
        ("GET", f"/secret/tokens/{secrets[0]}", {}),
        ("GET", f"/search?access_token={secrets[1]}&q=a", {}),
        ("POST", "/echo", {"data": {"user": "ada", "password": secrets[2]}}),
        ("POST", "/echo", {"json": {"client_secret": secrets[3]}}),
        ("POST", "/echo", {"files": {"a": ("a", b"1"), "password": (None, secrets[4])}}),
        ("POST", "/echo", {"content": f"<a><password>{secrets[5]}</password></a>", "headers": {"content-type": "text/xml"}}),
        ("GET", "/secret/page", {}),
        ("GET", "/search?q=b", {"headers": {"authorization": f"Bearer {secrets[7]}"}}),
    ]  # fmt: skip
    with backend(tmp_path) as real:
        with running(understudy("record", "--recordings", folder, *real.options)) as server, client(server, real.local) as app:
            first = [app.request(method, path, **more).status_code for method, path, more in sent]
            assert server.stop() == 0, server.stderr
    written = b"".join(tree(folder).values()) + "".join(tree(folder)).encode()
    assert [number for number, secret in enumerate(secrets) if secret.encode() in written] == []
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert [app.request(method, path, **more).status_code for method, path, more in sent] == first


@pytest.mark.parametrize("variables", [{"path": ["search"], "query": {"q": "ü b", "tag": ["x", "y"]}}, {"path": ["style.css"]}])
def test_show_as_curl(recorded_app, variables):
    """The command gets the recorded answer."""
    shown = run("show", "HTTP_GET", json.dumps(variables), "--as", "curl", "--recordings", recorded_app[0])
    with replaying(recorded_app) as server:
        # The first is without a session.
        command = shown.stdout.split("\n\n")[0].rstrip().replace("http://127.0.0.1:4000", server.origin)
        done = subprocess.run(["bash", "-c", f"{command} --silent --fail"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, shown.stdout + done.stdout
        assert "found" in done.stdout or "color" in done.stdout
