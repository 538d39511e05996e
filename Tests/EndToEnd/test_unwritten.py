"""Answers that clients got and that are not written: nothing is lost without a word."""

import contextlib
import fcntl
import os
import re
import signal

import clients
import pytest
from harness import eventually, run, running, tree, understudy
from load import Load, whole_recordings


def recorder(upstream, folder, *options):
    return understudy(
        "record", "--upstream", f"{upstream.origin}/ok", "--endpoint", "load", "--recordings", folder, *options
    )


@contextlib.contextmanager
def nothing_is_written(folder):
    """Another recorder has the folder, and does not let go of it."""
    descriptor = os.open(folder / "load", os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def record(server, folder, count):
    """One answer that is written, then some that cannot be."""
    assert clients.post(server.origin, Load.body(0)).status == 200
    eventually(lambda: folder.exists() and whole_recordings(folder) == {0}, "the first one is written")
    eventually(lambda: (folder / "load" / "endpoint.yaml").exists(), "the URL of the API is written after it")


def ask(server, count):
    for number in range(1, count + 1):
        assert clients.post(server.origin, Load.body(number)).status == 200


def test_killed_the_next_recorder_and_check_say_how_many_are_missing(misbehaving, folder):
    with running(recorder(misbehaving, folder)) as server:
        record(server, folder, 1)
        with nothing_is_written(folder):
            ask(server, 7)
            server.process.kill()
            assert server.wait() == -signal.SIGKILL
    said = "load: 7 answers that clients received were not written when the recorder was killed."
    for _ in range(2):
        check = run("check", "--recordings", folder)
        assert check.returncode == 1
        assert said in check.stdout, check.stdout
        assert "understudy record --endpoint load" in check.stdout
    with running(recorder(misbehaving, folder)) as server:
        assert server.stop() == 0
        assert said in server.stderr
    assert run("check", "--recordings", folder).returncode == 0
    with running(recorder(misbehaving, folder)) as server:
        assert server.stop() == 0
        assert "not written" not in server.stderr
    assert not [name for name in tree(folder) if "/." in name]


@pytest.mark.parametrize("round", range(3))
def test_killed_at_full_speed_it_knows_what_is_missing(round, misbehaving, folder):
    threads = 4
    with running(recorder(misbehaving, folder, "--quiet")) as server:
        load = Load(server.port, threads)
        eventually(lambda: len(load.answered) > 100 + 150 * round, "some answers")
        server.process.kill()
        assert server.wait() == -signal.SIGKILL
        answered = load.end()
    missing = len(answered - whole_recordings(folder))
    with running(recorder(misbehaving, folder, "--quiet")) as server:
        assert server.stop() == 0
        found = re.search(r"load: (\d+) answers? that", server.stderr)
    said = int(found[1]) if found else 0
    # What was counted may have been on its way to its client, one for each. The last file to get its name may not have
    # been counted as written.
    assert missing <= said <= missing + threads + 1


def test_told_twice_it_says_how_many_are_missing(misbehaving, folder):
    with running(recorder(misbehaving, folder)) as server:
        record(server, folder, 1)
        with nothing_is_written(folder):
            ask(server, 5)
            server.process.send_signal(signal.SIGINT)
            eventually(lambda: "Finishing" in server.stderr, "it stops")
            assert server.stop(signal.SIGINT) == 130
        assert "NOT SAVED: 5 answers that clients got." in server.stderr
        assert "record that run again" in server.stderr
    with running(recorder(misbehaving, folder)) as server:
        assert server.stop() == 0
        assert "not written" not in server.stderr


def test_told_once_it_does_not_wait_for_the_disk_forever(misbehaving, folder):
    with running(recorder(misbehaving, folder)) as server:
        record(server, folder, 1)
        with nothing_is_written(folder):
            ask(server, 5)
            assert server.stop(signal.SIGINT) == 1
        assert "NOT SAVED: 5 answers that clients got." in server.stderr


def test_temporary_files_of_a_killed_recorder_are_named_and_removed(misbehaving, folder):
    with running(recorder(misbehaving, folder)) as server:
        record(server, folder, 1)
        assert server.stop() == 0
    operation = next((folder / "load").glob("query.*"))
    left = operation / ".understudy-2147483646-1.tmp"
    left.write_text("{")
    check = run("check", "--recordings", folder)
    assert check.returncode == 0
    assert left.name in check.stdout
    assert "The next recorder removes it" in check.stdout
    with running(recorder(misbehaving, folder)) as server:
        assert server.stop() == 0
    assert not left.exists()
