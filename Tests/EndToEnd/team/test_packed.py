"""`understudy pack`: one file for each endpoint, which answers as the folder does."""

from __future__ import annotations

import hashlib
import json
import re
import shutil

import clients
import pytest
from harness import ROOT, copy, eventually, run, tree
from many_flows import planned, run_flows, sessions
from operations import CANADA
from replicas import replicas

SCHEMAS = ("--schemas", ROOT / "schemas")


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packed") / "packed"
    done = run("pack", "--recordings", ROOT / "recordings", "--output", folder)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (ROOT / "recordings").iterdir()}
    assert {path.stem for path in folder.iterdir()} == names == set(re.findall(r"/([\w-]+)\.pack: \d+ files", done.stdout))
    return folder


def test_sessions_get_the_answers_of_the_folder(packed):
    plan = planned(sessions(30))
    with replicas(1, folders=("--recordings", packed, *SCHEMAS)) as [replica]:
        counts = run_flows(replica.origin, plan)
    assert counts.wrong == [] and not counts.refused and len(counts.finished) == 30, counts


@pytest.mark.parametrize("command", ["check", "show", "coverage", "scan", "export har --endpoint countries"])
def test_commands_that_read_print_the_same(command, packed):
    schemas = SCHEMAS if command in ("check", "coverage") else ()
    texts = [run(*command.split(), "--recordings", folder, *schemas) for folder in (ROOT / "recordings", packed)]
    folder, pack = (done.stdout.replace(str(packed), str(ROOT / "recordings")) for done in texts)
    assert [done.returncode for done in texts] == [0, 0], texts
    assert pack.replace(".pack/", "/") == folder


def test_a_folder_may_have_any_name(packed, tmp_path):
    folder = tmp_path / "bundle.pack"
    shutil.copytree(packed, folder / "inner.pack")
    for recordings in (folder / "inner.pack", copy(ROOT / "recordings", folder / "recordings")):
        done = run("check", "--recordings", recordings)
        assert done.returncode == 0 and "No problems in 80 recordings" in done.stdout, done


def test_a_manifest_outside_the_folder_is_found(tmp_path):
    copy(ROOT / "recordings", tmp_path / "repo/recordings")
    body = CANADA.body()
    hashed = hashlib.sha256(body["query"].encode()).hexdigest()
    (tmp_path / "repo/app").mkdir()
    (tmp_path / "repo/app/manifest.json").write_text(json.dumps({hashed: body.pop("query")}))
    with (tmp_path / "repo/recordings/countries/endpoint.yaml").open("a") as file:
        file.write("persistedQueries: ../../app/manifest.json\n")
    done = run("pack", cwd=tmp_path / "repo")
    assert done.returncode == 0, done.stderr
    body["extensions"] = {"persistedQuery": {"version": 1, "sha256Hash": hashed}}
    with replicas(1, folders=("--recordings", tmp_path / "repo/packed", *SCHEMAS)) as [replica]:
        reply = clients.post(f"{replica.origin}/countries", body)
    assert reply.json["data"]["country"]["name"] == "Canada", reply.body


def test_a_manifest_in_the_folder_comes_back(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    (folder / "countries/app").mkdir()
    (folder / "countries/app/manifest.json").write_text(json.dumps({"abc": CANADA.text}))
    with (folder / "countries/endpoint.yaml").open("a") as file:
        file.write("persistedQueries: app/manifest.json\n")
    for words in (["pack"], ["merge", "packed", "--into", "again"], ["shard", "init", "shard", "--from", "recordings"]):
        done = run(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    for name in ("again", "shard"):
        assert (tmp_path / name / "countries/app/manifest.json").exists()
    assert run("check", "--recordings", "again", cwd=tmp_path).returncode == 0


def test_merge_gives_the_folders_again(packed, tmp_path):
    done = run("merge", packed, "--into", tmp_path / "again", *SCHEMAS)
    assert done.returncode == 0, done.stderr
    recorded = {name: text for name, text in tree(ROOT / "recordings").items() if not name.endswith("README.md")}
    assert tree(tmp_path / "again") == recorded


@pytest.mark.parametrize(
    "words", [["fmt"], ["replay", "--on-miss", "record"], ["record", "--upstream", "http://127.0.0.1:9/"]]
)
def test_commands_that_write_refuse(words, packed, tmp_path):
    before = tree(packed)
    done = run(*words, "--endpoint", "countries", "--recordings", packed)
    assert done.returncode == 2 and "is packed and cannot be changed" in done.stderr, done
    assert tree(packed) == before


def test_it_is_not_packed_beside_the_folder(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    before = tree(folder)
    done = run("pack", "--output", folder, "--recordings", folder, "--endpoint", "countries")
    assert done.returncode == 2 and "Keep one of them" in done.stderr, done
    assert tree(folder) == before


def test_an_endpoint_that_was_removed_is_not_left_packed(tmp_path):
    folder, packed = copy(ROOT / "recordings", tmp_path / "recordings"), tmp_path / "packed"
    pack = ("pack", "--recordings", folder, "--output", packed)
    assert run(*pack).returncode == 0
    shutil.rmtree(folder / "countries")
    before = tree(packed)
    done = run(*pack)
    assert done.returncode == 2 and f"{packed}/countries.pack: is the packed form of an endpoint that" in done.stderr, done
    assert tree(packed) == before
    # One endpoint alone says nothing about the others. The advice helps.
    assert run(*pack, "--endpoint", "posts").returncode == 0
    (packed / "countries.pack").unlink()
    assert run(*pack).returncode == 0


def test_a_folder_of_the_wrong_level_is_named(packed, tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    before = tree(folder)
    for words in (
        ("check", "--recordings", packed / "countries.pack"),
        ("replay", "--port", "0", "--recordings", packed / "countries.pack"),
        ("pack", "--recordings", folder, "--output", folder / "countries"),
    ):
        done = run(*words)
        assert done.returncode == 2 and "has the recordings of one endpoint. Choose the folder that it is in" in done.stderr
    assert tree(folder) == before


def test_a_folder_without_recordings_is_not_called_sound(packed):
    for words in (("check",), ("replay", "--port", "0")):
        done = run(*words, "--recordings", packed.parent, "--schemas", packed / "none")
        assert done.returncode == 2 and "There are no recordings in" in done.stderr, done


def test_a_replaced_file_is_noticed(packed, tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    pack = ("pack", "--recordings", folder, "--output", tmp_path / "packed", "--endpoint", "countries")
    assert run(*pack).returncode == 0
    with replicas(1, folders=("--recordings", tmp_path / "packed", *SCHEMAS)) as [replica]:

        def capital() -> str:
            reply = clients.post(f"{replica.origin}/countries", CANADA.apollo_body())
            assert reply.status == 200 and "data" in reply.json, reply.body
            return reply.json["data"]["country"]["capital"]

        assert capital() == "Ottawa"
        for file in folder.glob("countries/*/*.json"):
            file.write_text(file.read_text().replace('"Ottawa"', '"Toronto"'))
        assert run("fmt", "--recordings", folder).returncode == 0
        assert capital() == "Ottawa"
        assert run(*pack).returncode == 0
        eventually(lambda: capital() == "Toronto", "the new file answers")
        # A file that is cut says so.
        whole = (tmp_path / "packed/countries.pack").read_bytes()
        (tmp_path / "packed/countries.pack").write_bytes(whole[:-9])
        done = run("check", "--recordings", tmp_path / "packed")
        assert done.returncode != 0 and "is not a whole file of `understudy pack`" in done.stdout + done.stderr
