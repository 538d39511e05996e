"""What the program prints, for people and for programs."""

import json
import os
import re
import signal
import subprocess

import clients
import operations
import pytest
from harness import BINARY, PATIENCE, ROOT, run, running, understudy


def test_the_first_line_is_the_origin_and_the_rest_is_for_people(recorded):
    with running(understudy("replay", "--recordings", recorded.folder)) as server:
        clients.post(server.origin, operations.country_detail("DE").body())
        assert server.stop(signal.SIGINT) == 0
        assert server.stdout == server.origin
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.origin)
        assert f"{server.origin}/countries" in server.stderr


def test_a_reader_that_goes_away_ends_nothing():
    """`understudy show | head -1`: what cannot be written any more is lost, and the command ends in order."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [str(BINARY), "show", "--recordings", str(ROOT / "recordings")]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_json_events(countries, folder):
    arguments = ["--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder, "--json"]
    with running(understudy("record", *arguments)) as server:
        assert server.listening == {
            "event": "listening",
            "url": server.origin,
            "mode": "record",
            "endpoints": [{"name": "countries", "url": f"{server.origin}/countries"}],
        }
        clients.post(server.origin, operations.country_detail("CA").body())
        clients.post(server.origin, operations.country_detail("CA").body())
        clients.curl(f"{server.origin}/countries/other")
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.stdout_lines]
    assert [line["event"] for line in lines] == ["listening", "exchange", "exchange", "exchange", "summary"]
    first = lines[1]
    assert first["endpoint"] == "countries"
    assert "CountryDetail" in json.dumps(first) and "CA" in json.dumps(first)
    assert (first["status"], first["outcome"], lines[2]["outcome"]) == (200, "new", "known")


def test_a_live_line_for_each_exchange_and_a_summary(countries, folder):
    arguments = ["--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *arguments)) as server:
        for _ in range(2):
            clients.post(server.origin, operations.country_detail("CA").body())
        assert server.stop() == 0
        lines = [line for line in server.stderr_lines if "CountryDetail" in line]
        assert len(lines) == 2
        assert "CA" in lines[0] and "200" in lines[0] and "new" in lines[0]
        assert "known" in lines[1]
        assert "\x1b" not in server.stderr, "no colours where nobody looks"
        assert re.search(r"\b1\b.*new", server.stderr.splitlines()[-1] + server.stderr)


def test_quiet(countries, folder):
    arguments = ["--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder, "--quiet"]
    with running(understudy("record", *arguments)) as server:
        clients.post(server.origin, operations.country_detail("CA").body())
        assert server.stop() == 0
        assert (server.stdout, server.stderr) == (server.origin, "")


def test_the_endpoints_name_comes_from_the_host(folder):
    """Nothing is asked of the host; it need not be there."""
    with running(
        understudy(
            "record", "--upstream", "https://countries.example.invalid/graphql", "--recordings", folder, "--json"
        )
    ) as server:
        assert server.listening["endpoints"] == [{"name": "countries", "url": f"{server.origin}/countries"}]


def test_recording_needs_only_the_folder_where_it_names_the_upstream(countries, folder):
    (folder / "countries").mkdir(parents=True)
    (folder / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}\n")
    with running(understudy("record", "--recordings", folder, "--json")) as server:
        assert server.listening["endpoints"] == [{"name": "countries", "url": f"{server.origin}/countries"}]
        answer = clients.post(server.origin, operations.CANADA.body())
        assert answer.json["data"]["country"]["capital"] == "Ottawa"
        assert server.stop() == 0
        assert server.events("exchange")[0]["outcome"] == "new"
